//! Manipulators and sensors of robots.

use super::body::Context;
use super::place;
use crate::error::Result;
use crate::robot::{NamedChain, Robot, Sensor, SensorKind};
use crate::tactile;
use crate::xml::El;
use glam::{DQuat, DVec3};

pub(super) fn manipulator(of: El<'_>, robot: &mut Robot) -> Result<()> {
    let name =
        of.attr("name").map_or_else(|| format!("manipulator_{}", robot.chains.len() + 1), str::to_owned);
    let text = |element: &str| of.child(element).map(|child| child.words()).filter(|words| !words.is_empty());
    let Some(tip) = text("effector") else {
        robot.notes.dropped(of.at(), format!("the manipulator `{name}`, which has no <effector>"));
        return Ok(());
    };
    let joints = text("joints").or_else(|| text("gripperjoints")).unwrap_or_default();
    let closing =
        ["closingdirection", "closingdir", "chuckingdirection"].iter().find_map(|element| of.child(element));
    let signs = closing.map_or(Ok(Vec::new()), |closing| closing.text_numbers())?;
    let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
    let signs = signs.into_iter().map(sign).chain(std::iter::repeat(0.0));
    let mut tool = place::read(of, DVec3::ONE)?;
    // The direction is that in which the tool works; elsewhere that is its z axis.
    let direction = of.child("direction").or_else(|| of.child("palmdirection"));
    if let Some(direction) = direction.map(|direction| direction.text_exactly::<3>()).transpose()?
        && let Some(direction) = DVec3::from(direction).try_normalize()
    {
        tool.rotation *= DQuat::from_rotation_arc(DVec3::Z, direction);
    }
    let hand = joints.split_whitespace().map(str::to_owned).zip(signs).collect();
    robot.chains.push(NamedChain { name, base: text("base"), tip, tool, hand });
    Ok(())
}

pub(super) fn attached_sensor(of: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    let Some(sensor) = of.child("sensor") else {
        robot.notes.dropped(of.at(), "an <AttachedSensor> without a <sensor>");
        return Ok(());
    };
    let named = of.attr("name").or_else(|| sensor.attr("name"));
    let name = named
        .map_or_else(|| format!("sensor_{}", robot.sensors.len() + robot.skins.len() + 1), str::to_owned);
    let link = of.need_child("link")?.words();
    let pose = place::read(of, context.scale)?;
    let kind = sensor.attr("type").unwrap_or_default();
    if tactile::is_tactile(kind) {
        let (skin, material) = tactile::read(sensor, &name, &link, pose)?;
        tactile::add(robot, skin, material);
        return Ok(());
    }
    if kind.eq_ignore_ascii_case("BaseForce6D") || kind.eq_ignore_ascii_case("base_force6d") {
        robot.sensors.push(Sensor {
            name,
            at: of.at(),
            kind: SensorKind::ForceTorque { link, pose },
            rate: None,
            noise: 0.0,
        });
        return Ok(());
    }
    robot.notes.dropped(of.at(), format!("the sensor `{name}` of type {kind}"));
    Ok(())
}
