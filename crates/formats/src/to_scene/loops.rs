//! Loops as scenes have them.

use super::names::Names;
use crate::robot::{Loop, Notes, Robot};
use bristle_scene::SceneData;
use bristle_scene::data::{BodyDescription, LoopDescription};
use bristle_world::LoopKind;

pub(super) fn add(data: &mut SceneData, robot: &Robot, names: &mut Names, notes: &mut Notes) {
    let mut anchor: Option<String> = None;
    for of in &robot.loops {
        let mut ends = Vec::new();
        for link in &of.links {
            let end = match link.as_deref().filter(|link| !names.is_world(link)) {
                Some(link) => names.body(link).map(str::to_owned),
                None => Some(anchor.get_or_insert_with(|| names.new_body("world_anchor")).clone()),
            };
            ends.extend(end);
        }
        match <[String; 2]>::try_from(ends) {
            Ok([joins, to]) if joins != to => data.loops.push(described(of, joins, to, names)),
            Ok(_) => notes.dropped(&of.at, format!("the loop `{}`, which joins a link to itself", of.name)),
            Err(_) => {
                notes.dropped(&of.at, format!("the loop `{}`: a link that it joins does not exist", of.name))
            }
        }
    }
    data.bodies.extend(anchor.map(|name| BodyDescription { name, ..Default::default() }));
}

fn described(of: &Loop, joins: String, to: String, names: &mut Names) -> LoopDescription {
    let kind = match of.kind {
        LoopKind::Weld => "weld",
        LoopKind::Pin => "pin",
        LoopKind::Ball => "ball",
        LoopKind::Slider => "slider",
        LoopKind::Plane => "plane",
    };
    let [pose, pose_on_second] = of.frames;
    let name = names.new_name("loop", &of.name);
    LoopDescription { name, kind: kind.to_owned(), joins, to, pose, pose_on_second, spring: of.spring }
}
