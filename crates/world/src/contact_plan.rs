//! Which skin feels which shape.

use crate::model::{Covering, Model};
use crate::{BodyId, ShapeId};

/// The body at the root of the rigid body that a body belongs to; `None` if that is the world.
fn rigid_root(model: &Model, mut body: usize) -> Option<usize> {
    loop {
        let branch = &model.mechanism.branches[body];
        if !branch.velocities.is_empty() {
            return Some(body);
        }
        body = branch.parent?;
    }
}

/// Whether two rigid bodies of one mechanism are joined by a joint: they overlap there by design.
fn joined(model: &Model, a: Option<usize>, b: Option<usize>) -> bool {
    let carries = |carrier: usize, carried: usize| {
        let parent = model.mechanism.branches[carried].parent;
        parent.is_some_and(|p| rigid_root(model, p) == Some(carrier))
    };
    matches!((a, b), (Some(a), Some(b)) if carries(a, b) || carries(b, a))
}

/// Fills the targets of every skin.
///
/// A tactile skin feels every shape that is not part of its own rigid body, nor of one that a joint connects with it. The patch of a plain body feels bare shapes
/// only, since a covered one is felt by its skin; and of two bodies with patches the earlier one feels the other.
pub(crate) fn plan_contacts(model: &mut Model, excluded: &[(BodyId, BodyId)]) {
    let root = |body: BodyId| rigid_root(model, body.0);
    let has_patch: Vec<BodyId> = model.skins.iter().filter(|s| !s.sensing).map(|s| s.body).collect();
    let targets: Vec<Vec<ShapeId>> = model
        .skins
        .iter()
        .map(|skin| {
            let may_touch = |other: BodyId, covering: Covering| {
                let pair = (skin.body, other);
                let (own, its) = (root(skin.body), root(other));
                let apart = own != its && !joined(model, own, its);
                let allowed = !excluded.iter().any(|&(a, b)| (a, b) == pair || (b, a) == pair);
                let mine = skin.sensing
                    || covering == Covering::Bare && !(has_patch.contains(&other) && other < skin.body);
                apart && allowed && mine
            };
            let shapes = model.shapes.iter().enumerate();
            shapes.filter(|(_, s)| may_touch(s.body, s.covering)).map(|(i, _)| ShapeId(i)).collect()
        })
        .collect();
    for (skin, targets) in model.skins.iter_mut().zip(targets) {
        skin.targets = targets;
    }
}
