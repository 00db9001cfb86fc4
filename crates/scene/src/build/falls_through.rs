//! Things that will fall through what they were meant to stand on: seldom what was meant, and no error.

use bristle_world::{BodyId, JointKind, Model};
use glam::DVec3;

/// A remark for every free body that nothing which stands still can hold, though something stands there.
pub(super) fn remarks(model: &Model) -> Vec<String> {
    let standing: Vec<&str> = model
        .bodies()
        .iter()
        .enumerate()
        .filter(|&(index, _)| is_standing(model, BodyId(index)))
        .map(|(_, body)| body.name.as_str())
        .collect();
    if standing.is_empty() || model.gravity() == DVec3::ZERO {
        return Vec::new();
    }
    let falls = |&(index, body): &(usize, &bristle_world::Body)| {
        body.joint.kind == JointKind::Free && is_solid(model, BodyId(index)) && !is_held(model, BodyId(index))
    };
    let remark = |(_, body): (usize, &bristle_world::Body)| {
        format!(
            "`{}` falls through `{}`: only skins touch it; leave `touched_by` out if it should stand there",
            body.name,
            standing.join("`, `")
        )
    };
    model.bodies().iter().enumerate().filter(falls).map(remark).collect()
}

fn is_solid(model: &Model, body: BodyId) -> bool {
    model.shapes().iter().any(|shape| shape.body == body)
}

fn is_standing(model: &Model, body: BodyId) -> bool {
    !model.is_movable(body) && is_solid(model, body)
}

/// Whether the body, or what it carries, can touch something that stands still.
fn is_held(model: &Model, body: BodyId) -> bool {
    let carried = |other: BodyId| {
        let mut above = Some(other);
        while let Some(id) = above {
            if id == body {
                return true;
            }
            above = model.bodies()[id.0].parent;
        }
        false
    };
    let bodies = || (0..model.bodies().len()).map(BodyId);
    let can_stand =
        |own: BodyId| bodies().any(|other| is_standing(model, other) && model.may_touch(own, other));
    if bodies().any(|own| carried(own) && is_solid(model, own) && can_stand(own)) {
        return true;
    }
    model.skins().iter().any(|skin| {
        let meets = |wanted: &dyn Fn(BodyId) -> bool| {
            skin.targets.iter().any(|shape| wanted(model.shapes()[shape.0].body))
        };
        (carried(skin.body) && meets(&|other| !model.is_movable(other)))
            || (!model.is_movable(skin.body) && meets(&carried))
    })
}
