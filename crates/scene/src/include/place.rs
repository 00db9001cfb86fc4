//! Where the parts of an included file are, and what they hang on.

use super::pose_of;
use crate::describe::Field;
use crate::error::Fault;
use crate::node::{Node, Table};
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
            let Pose { rotation, translation } = moved * own;
            body.set("pose", Pose::new(rotation, translation).tree().at(at));
        }
        if let Some(parent) = attach {
            body.set("parent", parent.clone());
        }
    }
    Ok(())
}
