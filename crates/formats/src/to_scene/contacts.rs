//! Which links of a robot touch one another.

use crate::robot::Notes;
use bristle_scene::data::{BodyDescription, SelfContact, ShapeDescription, ShapeKind};
use bristle_scene::{Scene, SceneData};
use bristle_world::JointKind;
use std::collections::{HashMap, HashSet};

/// How many links are looked at whether they begin inside each other: each is compared with every other.
const MOST_LINKS: usize = 500;
/// How large their meshes may be in all, which are read once more for it \[bytes\].
const MOST_BYTES: u64 = 16 << 20;

/// Excludes pairs of links of one robot, as is wanted. What is free, or stands beside, is another robot.
pub(super) fn add(data: &mut SceneData, wanted: SelfContact, notes: &mut Notes) {
    let pairs = match wanted {
        SelfContact::All => return,
        SelfContact::Apart => overlapping(data, notes),
        SelfContact::None => solid_pairs(data),
    };
    let known: HashSet<[String; 2]> =
        data.exclude.iter().flat_map(|(a, b)| [[a.clone(), b.clone()], [b.clone(), a.clone()]]).collect();
    data.exclude.extend(pairs.into_iter().filter(|(a, b)| !known.contains(&[a.clone(), b.clone()])));
}

/// The robot that each body belongs to: the topmost body, or the one that is free.
fn robots(data: &SceneData) -> HashMap<&str, &str> {
    let by_name: HashMap<&str, &BodyDescription> =
        data.bodies.iter().map(|body| (body.name.as_str(), body)).collect();
    let root = |body: &BodyDescription| -> Option<&str> {
        let mut at = *by_name.get(body.name.as_str())?;
        for _ in 0..data.bodies.len() {
            match at.parent.as_deref().filter(|_| at.joint.kind != JointKind::Free) {
                Some(parent) => at = *by_name.get(parent)?,
                None => break,
            }
        }
        by_name.get_key_value(at.name.as_str()).map(|(name, _)| *name)
    };
    data.bodies.iter().filter_map(|body| Some((body.name.as_str(), root(body)?))).collect()
}

/// Links that begin inside each other: drawings are simpler than hands, and nothing but a force between them could come of it.
fn overlapping(data: &SceneData, notes: &mut Notes) -> Vec<(String, String)> {
    // What can touch and nothing else: the scene is built again when it is used.
    let mut plain = SceneData {
        bodies: data.bodies.clone(),
        loops: data.loops.clone(),
        exclude: data.exclude.clone(),
        ..Default::default()
    };
    plain.bodies.iter_mut().for_each(|body| body.shapes.retain(ShapeDescription::is_solid));
    if let Some(much) = too_much(&plain) {
        let text =
            format!("whether links begin inside each other, as they have {much}; `bristle check` looks");
        notes.dropped("", text);
        return Vec::new();
    }
    // What cannot be built is told when the scene is.
    let built = Scene::from_tree(plain.to_tree(), "robot").and_then(|scene| scene.build());
    let Ok(built) = built else { return Vec::new() };
    let robots = robots(data);
    let same = |a: &str, b: &str| robots.get(a).is_some_and(|robot| robots.get(b) == Some(robot));
    let mut pairs = Vec::new();
    for overlap in built.overlaps.iter().filter(|overlap| same(&overlap.body, &overlap.other)) {
        let text = format!(
            "`{}` and `{}` pass through each other: they begin {:.1} mm inside each other (`self_contact = \"all\"` lets them touch)",
            overlap.body,
            overlap.other,
            overlap.depth * 1e3
        );
        notes.guessed("", text);
        pairs.push((overlap.body.clone(), overlap.other.clone()));
    }
    pairs
}

/// What would make an import slow.
fn too_much(plain: &SceneData) -> Option<String> {
    let solid = plain.bodies.iter().filter(|body| !body.shapes.is_empty()).count();
    if solid > MOST_LINKS {
        return Some(format!("{solid} solid links, more than {MOST_LINKS}"));
    }
    let size = |shape: &ShapeDescription| match &shape.kind {
        ShapeKind::Mesh(file) => std::fs::metadata(&file.path).map_or(0, |metadata| metadata.len()),
        _ => 0,
    };
    let bytes: u64 = plain.bodies.iter().flat_map(|body| &body.shapes).map(size).sum();
    (bytes > MOST_BYTES).then(|| format!("meshes of {} MB, more than {} MB", bytes >> 20, MOST_BYTES >> 20))
}

/// All pairs of links with solid shapes that are no neighbours by a fixed joint.
fn solid_pairs(data: &SceneData) -> Vec<(String, String)> {
    let robots = robots(data);
    let solid: Vec<&BodyDescription> =
        data.bodies.iter().filter(|body| body.solids().next().is_some()).collect();
    let mut pairs = Vec::new();
    for (i, a) in solid.iter().enumerate() {
        for b in &solid[i + 1..] {
            if robots.get(a.name.as_str()) == robots.get(b.name.as_str()) {
                pairs.push((a.name.clone(), b.name.clone()));
            }
        }
    }
    pairs
}
