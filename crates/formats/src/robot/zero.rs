//! Where links are while all joints are at zero.

use super::Robot;
use bristle_geometry::Pose;
use std::collections::HashMap;

/// Places in the world by the names of links. A link that is not reached, as on a ring, has none.
pub(crate) fn zero_poses(robot: &Robot) -> HashMap<String, Pose> {
    let carried: HashMap<&str, (Option<&str>, Pose)> = robot
        .joints
        .iter()
        .rev()
        .map(|joint| (joint.child.as_str(), (joint.parent.as_deref(), joint.origin)))
        .collect();
    let mut poses: HashMap<String, Pose> = HashMap::with_capacity(robot.links.len());
    for link in &robot.links {
        // Down to one that is known or hangs on nothing, and back.
        let (mut path, mut at) = (Vec::new(), Some(link.name.as_str()));
        while let Some(name) = at.filter(|name| !poses.contains_key(*name) && path.len() <= robot.links.len())
        {
            path.push(name);
            at = carried.get(name).and_then(|(parent, _)| *parent);
        }
        for name in path.into_iter().rev() {
            let pose = match carried.get(name) {
                Some((parent, origin)) => {
                    parent.and_then(|p| poses.get(p)).copied().unwrap_or_default() * *origin
                }
                None => robot.link(name).map(|link| link.pose).unwrap_or_default(),
            };
            poses.insert(name.to_owned(), pose);
        }
    }
    poses
}
