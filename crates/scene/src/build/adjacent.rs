//! Links that meet in a joint overlap there by design.

use crate::data::{BodyDescription, SceneData};
use bristle_world::JointKind;
use std::collections::HashMap;

/// Pairs of bodies that a joint connects, and of what is fixed to them.
///
/// The world leaves out pairs whose both sides move; here are those whose one side stands on the world, of which it cannot tell the base of
/// a robot from the table beside it.
pub(super) fn pairs(data: &SceneData) -> Vec<(&str, &str)> {
    let index: HashMap<&str, usize> =
        data.bodies.iter().enumerate().map(|(i, body)| (body.name.as_str(), i)).collect();
    let parent = |body: &BodyDescription| body.parent.as_deref().and_then(|name| index.get(name)).copied();
    let tops = topmost(data, parent);
    let mut members: HashMap<usize, Vec<&str>> = HashMap::new();
    for (body, top) in data.bodies.iter().zip(&tops) {
        members.entry(*top).or_default().push(&body.name);
    }
    let mut pairs = Vec::new();
    for (i, body) in data.bodies.iter().enumerate().filter(|(_, body)| body.joint.kind != JointKind::Fixed) {
        let Some(carrier) = parent(body).map(|above| tops[above]) else { continue };
        if data.bodies[carrier].joint.kind != JointKind::Fixed {
            continue;
        }
        for a in members.get(&i).into_iter().flatten() {
            pairs.extend(members.get(&carrier).into_iter().flatten().map(|b| (*a, *b)));
        }
    }
    pairs
}

/// The topmost body that each is fixed to; parents may come after their children.
fn topmost(data: &SceneData, parent: impl Fn(&BodyDescription) -> Option<usize>) -> Vec<usize> {
    let mut tops: Vec<Option<usize>> = vec![None; data.bodies.len()];
    for first in 0..tops.len() {
        let (mut path, mut at) = (Vec::new(), first);
        let top = loop {
            if let Some(known) = tops[at] {
                break known;
            }
            path.push(at);
            match parent(&data.bodies[at]).filter(|_| data.bodies[at].joint.kind == JointKind::Fixed) {
                Some(above) => at = above,
                None => break at,
            }
        };
        path.into_iter().for_each(|on_the_way| tops[on_the_way] = Some(top));
    }
    tops.into_iter().flatten().collect()
}
