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
        .map(|(_, link)| link.name.as_str())
        .collect();
    if standing.is_empty() || model.gravity() == DVec3::ZERO {
        return Vec::new();
    }
    let falls = |&(index, link): &(usize, &bristle_world::Body)| {
        link.joint.kind == JointKind::Free && is_solid(model, BodyId(index)) && !is_held(model, BodyId(index))
    };
    let remark = |(_, link): (usize, &bristle_world::Body)| {
        format!(
            "`{}` falls through `{}`: neither has a surface that feels the other; give `{}` a `contact` if it shall stand there",
            link.name,
            standing.join("`, `"),
            link.name
        )
    };
    model.bodies().iter().enumerate().filter(falls).map(remark).collect()
}

fn is_solid(model: &Model, link: BodyId) -> bool {
    model.shapes().iter().any(|shape| shape.body == link)
}

fn is_standing(model: &Model, link: BodyId) -> bool {
    !model.is_movable(link) && is_solid(model, link)
}

/// Whether a skin or surface lies between the body, or what it carries, and something that stands still.
fn is_held(model: &Model, body: BodyId) -> bool {
    let carried = |link: BodyId| {
        let mut above = Some(link);
        while let Some(link) = above {
            if link == body {
                return true;
            }
            above = model.bodies()[link.0].parent;
        }
        false
    };
    model.skins().iter().any(|skin| {
        let meets = |wanted: &dyn Fn(BodyId) -> bool| {
            skin.targets.iter().any(|shape| wanted(model.shapes()[shape.0].body))
        };
        (carried(skin.body) && meets(&|link| !model.is_movable(link)))
            || (!model.is_movable(skin.body) && meets(&carried))
    })
}
