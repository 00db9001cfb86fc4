//! Sets of nodes and end effectors, as named chains and configurations.

use super::units::Units;
use crate::error::Result;
use crate::robot::{NamedChain, NamedConfiguration, Robot};
use crate::xml::El;
use bristle_geometry::Pose;

/// A set that has a tool is a chain; any other only a list.
pub(super) fn node_set(of: El<'_>, robot: &mut Robot) {
    let nodes: Vec<&str> = of.all("node").filter_map(|node| node.attr("name")).collect();
    let (Some(name), Some(tip)) = (of.attr("name"), of.attr("tcp")) else { return };
    let base = of.attr("kinematicRoot").map(str::to_owned).or_else(|| {
        // What carries the first node.
        let first = nodes.first()?;
        robot.joints.iter().find(|joint| joint.child == *first)?.parent.clone()
    });
    push(
        robot,
        NamedChain {
            name: name.to_owned(),
            base,
            tip: tip.to_owned(),
            tool: Pose::IDENTITY,
            hand: Vec::new(),
        },
    );
}

pub(super) fn end_effector(of: El<'_>, robot: &mut Robot) -> Result<()> {
    let name = of.attr("name").unwrap_or("hand").to_owned();
    let base = of.attr("base").map(str::to_owned);
    let mut hand = Vec::new();
    for node in of.all("actor").flat_map(|actor| actor.elements()).filter(|node| node.is("node")) {
        let joint = node.need_attr("name")?;
        let direction = node.number_or("direction", 1.0)?;
        let moves = robot.motion(joint).is_some_and(|motion| motion.mimic.is_none());
        if moves && hand.iter().all(|(known, _)| known != joint) {
            hand.push((joint.to_owned(), if direction == 0.0 { 1.0 } else { direction.signum() }));
        }
    }
    for preshape in of.all("preshape") {
        configuration(preshape, &name, robot)?;
    }
    if let Some(tip) = of.attr("tcp").or(of.attr("base")) {
        push(robot, NamedChain { name, base, tip: tip.to_owned(), tool: Pose::IDENTITY, hand });
    }
    Ok(())
}

fn configuration(of: El<'_>, hand: &str, robot: &mut Robot) -> Result<()> {
    let mut positions = Vec::new();
    for node in of.all("node") {
        let joint = node.need_attr("name")?;
        let Some(motion) = robot.motion(joint) else {
            robot.notes.dropped(node.at(), "a value for a node without a joint");
            continue;
        };
        let slides = matches!(motion.kind, crate::robot::MotionKind::Prismatic(_));
        let units = Units::of(node)?;
        let unit = if slides { units.length } else { units.angle };
        positions.push((joint.to_owned(), node.need_number("value")? * unit));
    }
    let name = of.attr("name").map_or_else(|| format!("{hand}_preshape"), str::to_owned);
    let known = robot.configurations.iter().any(|known| known.name == name);
    let name = if known { format!("{hand}_{name}") } else { name };
    robot.configurations.push(NamedConfiguration { name, positions });
    Ok(())
}

/// Adds a chain whose ends are there and whose tip hangs on its base.
fn push(robot: &mut Robot, mut chain: NamedChain) {
    if robot.link(&chain.tip).is_none() {
        return;
    }
    let parent = |link: &str| robot.joints.iter().find(|joint| joint.child == link)?.parent.clone();
    let hangs = |base: &str| {
        std::iter::successors(Some(chain.tip.clone()), |link| parent(link))
            .take(robot.links.len())
            .any(|link| link == base)
    };
    if chain.base.as_deref().is_some_and(|base| !hangs(base) || base == chain.tip) {
        chain.base = None;
    }
    while robot.chains.iter().any(|known| known.name == chain.name) {
        chain.name.push('_');
    }
    robot.chains.push(chain);
}
