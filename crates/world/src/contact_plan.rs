//! Which skin feels which shape.

use crate::model::{Covering, Model};
use crate::{LinkId, ShapeId};

/// The link at the root of the rigid body that a link belongs to; `None` if that is the world.
fn rigid_root(model: &Model, mut link: usize) -> Option<usize> {
    loop {
        let branch = &model.mechanism.branches[link];
        if !branch.velocities.is_empty() {
            return Some(link);
        }
        link = branch.parent?;
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
pub(crate) fn plan_contacts(model: &mut Model, excluded: &[(LinkId, LinkId)]) {
    let root = |link: LinkId| rigid_root(model, link.0);
    let has_patch: Vec<LinkId> = model.skins.iter().filter(|s| !s.sensing).map(|s| s.link).collect();
    let targets: Vec<Vec<ShapeId>> = model
        .skins
        .iter()
        .map(|skin| {
            let may_touch = |other: LinkId, covering: Covering| {
                let pair = (skin.link, other);
                let (own, its) = (root(skin.link), root(other));
                let apart = own != its && !joined(model, own, its);
                let allowed = !excluded.iter().any(|&(a, b)| (a, b) == pair || (b, a) == pair);
                let mine = skin.sensing
                    || covering == Covering::Bare && !(has_patch.contains(&other) && other < skin.link);
                apart && allowed && mine
            };
            let shapes = model.shapes.iter().enumerate();
            shapes.filter(|(_, s)| may_touch(s.link, s.covering)).map(|(i, _)| ShapeId(i)).collect()
        })
        .collect();
    for (skin, targets) in model.skins.iter_mut().zip(targets) {
        skin.targets = targets;
    }
}
