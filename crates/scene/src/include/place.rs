//! Where the parts of an included file are, and what they hang on.

use super::pose_of;
use crate::error::Fault;
use crate::node::{Entry, Node, Table, Value};
use crate::source::Span;
use bristle_geometry::Pose;

/// Moves the bodies without parent by `pose` and hangs them on the body `attach`.
pub(super) fn move_roots(part: &mut Table, pose: Option<&Node>, attach: Option<&Node>) -> Result<(), Fault> {
    let moved = pose.map(pose_of).transpose()?;
    let Some(bodies) = part.get_mut("bodies").and_then(Node::as_table_mut) else { return Ok(()) };
    for entry in &mut bodies.entries {
        let Some(body) = entry.node.as_table_mut().filter(|body| !body.has("parent")) else { continue };
        if let (Some(moved), Some(given)) = (moved, pose) {
            let own = body.get("pose").map_or(Ok(Pose::IDENTITY), pose_of)?;
            let at = body.get("pose").map_or(given.at, |node| node.at);
            body.set("pose", pose_node(moved * own, at));
        }
        if let Some(parent) = attach {
            body.set("parent", parent.clone());
        }
    }
    Ok(())
}

fn pose_node(pose: Pose, at: Span) -> Node {
    let list = |numbers: &[f64]| {
        let items = numbers.iter().map(|x| Node { at, value: Value::Float(*x) }).collect();
        Node { at, value: Value::List(items) }
    };
    let entry = |key: &str, node| Entry { key: key.to_owned(), key_at: at, node };
    let entries = vec![
        entry("xyz", list(&pose.translation.to_array())),
        entry("quat", list(&pose.rotation.to_array())),
    ];
    Node { at, value: Value::Table(Table { entries }) }
}
