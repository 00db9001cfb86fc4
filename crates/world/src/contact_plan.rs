//! Which skin feels which shape.

use crate::model::{Covering, Model};
use crate::{BodyId, ModelError, ShapeId, SkinId};

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

/// The topmost body that a body is fixed to. Unlike [`rigid_root`] it tells bodies apart that are fixed to the world.
fn topmost(model: &Model, mut body: usize) -> usize {
    while model.mechanism.branches[body].velocities.is_empty()
        && let Some(parent) = model.mechanism.branches[body].parent
    {
        body = parent;
    }
    body
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
/// only, since a covered one is felt by its skin; and of two bodies with patches the earlier one feels the other. A skin
/// that is `limited` to some bodies feels these only, and what is fixed to them.
pub(crate) fn plan_contacts(
    model: &mut Model,
    excluded: &[(BodyId, BodyId)],
    limited: &[(SkinId, Vec<BodyId>)],
) -> Result<(), ModelError> {
    let root = |body: BodyId| rigid_root(model, body.0);
    let has_patch: Vec<BodyId> = model.skins.iter().filter(|s| !s.sensing).map(|s| s.body).collect();
    let targets: Vec<Vec<ShapeId>> = model
        .skins
        .iter()
        .enumerate()
        .map(|(index, skin)| {
            let limit = limited.iter().find(|(id, _)| id.0 == index).map(|(_, bodies)| bodies);
            let tops: Option<Vec<usize>> =
                limit.map(|bodies| bodies.iter().map(|body| topmost(model, body.0)).collect());
            let may_touch = |other: BodyId, covering: Covering| {
                let pair = (skin.body, other);
                let (own, its) = (root(skin.body), root(other));
                let apart = own != its && !joined(model, own, its);
                let allowed = !excluded.iter().any(|&(a, b)| (a, b) == pair || (b, a) == pair);
                let mine = skin.sensing
                    || covering == Covering::Bare && !(has_patch.contains(&other) && other < skin.body);
                let listed = tops.as_ref().is_none_or(|tops| tops.contains(&topmost(model, other.0)));
                apart && allowed && mine && listed
            };
            let shapes = model.shapes.iter().enumerate();
            shapes.filter(|(_, s)| may_touch(s.body, s.covering)).map(|(i, _)| ShapeId(i)).collect()
        })
        .collect();
    for (skin, bodies) in limited {
        let felt = |body: &BodyId| {
            let on = |shape: &ShapeId| topmost(model, model.shapes[shape.0].body.0) == topmost(model, body.0);
            targets[skin.0].iter().any(on)
        };
        if let Some(body) = bodies.iter().find(|body| !felt(body)) {
            return Err(ModelError::BadTarget {
                skin: model.skins[skin.0].name.clone(),
                body: model.bodies[body.0].name.clone(),
            });
        }
    }
    for (skin, targets) in model.skins.iter_mut().zip(targets) {
        skin.targets = targets;
    }
    Ok(())
}
