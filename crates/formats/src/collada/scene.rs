//! Visual scenes: where nodes are while all joints are at zero.

use super::document::Document;
use crate::error::{ErrorKind, Result};
use crate::xml::El;
use glam::DMat4;
use std::collections::HashMap;

/// How many nodes a scene may visit: a graph with a loop would go on for ever.
const MOST_NODES: usize = 100_000;

/// Where the first instance of every node is, by its key: the transform of its parent, and its own with it.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) parent: HashMap<u32, DMat4>,
    pub(super) own: HashMap<u32, DMat4>,
}

/// Walks through the visual scene, or through all there are.
pub(super) fn places<'a>(document: &Document<'a>, held: &[El<'a>]) -> Result<Places> {
    let mut places = Places::default();
    let scene = document.root.child("scene").and_then(|scene| scene.child("instance_visual_scene"));
    let roots: Vec<El<'a>> = match scene {
        Some(instance) => vec![document.follow(instance, "url", "visual_scene")?],
        None => document.root.below().filter(|e| e.is("visual_scene")).collect(),
    };
    let mut todo: Vec<(El<'a>, DMat4)> = roots
        .into_iter()
        .flat_map(|root| {
            root.elements()
                .filter(|e| e.is("node") || e.is("instance_node"))
                .map(|e| (e, DMat4::IDENTITY))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut visits = 0;
    while let Some((element, parent)) = todo.pop() {
        visits += 1;
        if visits > MOST_NODES {
            return Err(element.fault(
                ErrorKind::TooMany,
                format!("the scene has more than {MOST_NODES} nodes, or a loop"),
            ));
        }
        if element.is("instance_node") {
            todo.push((document.follow(element, "url", "node")?, parent));
            continue;
        }
        let own = parent * document.transform(element, held)?;
        places.parent.entry(element.key()).or_insert(parent);
        places.own.entry(element.key()).or_insert(own);
        todo.extend(element.elements().filter(|e| e.is("node") || e.is("instance_node")).map(|e| (e, own)));
    }
    Ok(places)
}
