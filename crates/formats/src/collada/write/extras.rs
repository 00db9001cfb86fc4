//! What OpenRAVE adds: manipulators, sensors, actuators, pairs that do not collide.

use super::{Plan, place};
use crate::robot::{Driven, SensorKind};
use crate::tactile;
use crate::xml_writer::{XmlWriter, a, number, vector};
use bristle_scene::data::{Layout, SkinDescription};
use glam::DVec3;

fn open(xml: &mut XmlWriter, kind: &str, name: Option<&str>) {
    let name = name.map(|name| a("name", name));
    let attributes: Vec<_> = name.into_iter().chain([a("type", kind)]).collect();
    xml.open("extra", &attributes);
    xml.open("technique", &[a("profile", "OpenRAVE")]);
}

fn close(xml: &mut XmlWriter) {
    xml.close();
    xml.close();
}

/// Pairs of links of one model.
pub(super) fn write_of_model(xml: &mut XmlWriter, plan: &Plan<'_>, tree: usize) {
    let number = |name: &str| plan.find(name).filter(|&i| plan.links[i].tree == tree);
    let pairs: Vec<(usize, usize)> =
        plan.robot.exclude.iter().filter_map(|(a, b)| Some((number(a)?, number(b)?))).collect();
    if pairs.is_empty() {
        return;
    }
    open(xml, "collision", None);
    for (one, other) in pairs {
        let link = |i: usize| format!("kmodel{tree}/link{i}");
        xml.leaf("ignore_link_pair", &[a("link0", link(one)), a("link1", link(other))]);
    }
    close(xml);
}

/// What belongs to the articulated system of a tree.
pub(super) fn write_of_system(xml: &mut XmlWriter, plan: &Plan<'_>, tree: usize) {
    let in_tree = |link: &str| plan.find(link).filter(|&i| plan.links[i].tree == tree);
    for actuator in &plan.robot.actuators {
        let Driven::Motion(motion) = &actuator.drives else { continue };
        let Some((_, joint)) = plan.mover(motion).filter(|(of_tree, _)| *of_tree == tree) else { continue };
        open(xml, "attach_actuator", Some(&actuator.name));
        if actuator.electric.is_some() {
            xml.leaf("instance_actuator", &[a("url", format!("#motor{joint}"))]);
        }
        xml.leaf("bind_actuator", &[a("joint", format!("kmodel{tree}/joint{joint}"))]);
        close(xml);
    }
    for chain in &plan.robot.chains {
        let Some(tip) = in_tree(&chain.tip) else { continue };
        open(xml, "manipulator", Some(&chain.name));
        if let Some(base) = chain.base.as_deref().and_then(in_tree) {
            xml.leaf("frame_origin", &[a("link", format!("kmodel{tree}/link{base}"))]);
        }
        xml.open("frame_tip", &[a("link", format!("kmodel{tree}/link{tip}"))]);
        place(xml, chain.tool);
        xml.text("direction", &[], &vector(DVec3::Z));
        xml.close();
        for (motion, closing) in &chain.hand {
            let Some((of_tree, joint)) = plan.mover(motion) else { continue };
            xml.open("gripper_joint", &[a("joint", format!("kmodel{of_tree}/joint{joint}"))]);
            xml.open("closing_direction", &[a("axis", "./axis0")]);
            xml.text("float", &[], &number(*closing));
            xml.close();
            xml.close();
        }
        close(xml);
    }
    for (i, sensor) in plan.robot.sensors.iter().enumerate() {
        let SensorKind::ForceTorque { link, pose } = &sensor.kind else { continue };
        let Some(link) = in_tree(link) else { continue };
        open(xml, "attach_sensor", Some(&sensor.name));
        xml.leaf("instance_sensor", &[a("url", format!("#sensor{i}"))]);
        xml.open("frame_origin", &[a("link", format!("kmodel{tree}/link{link}"))]);
        place(xml, *pose);
        xml.close();
        close(xml);
    }
    for (i, skin) in skins(plan) {
        let Some(link) = in_tree(&skin.on) else { continue };
        open(xml, "attach_sensor", Some(&skin.name));
        xml.leaf("instance_sensor", &[a("url", format!("#skin{i}"))]);
        xml.open("frame_origin", &[a("link", format!("kmodel{tree}/link{link}"))]);
        place(xml, skin.pose);
        xml.close();
        close(xml);
    }
}

/// Skins that the sensors of OpenGRASP have words for: flat arrays with numbers per texel.
fn skins<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (usize, &'p SkinDescription)> {
    let said = |skin: &SkinDescription| {
        let material = plan.robot.materials.iter().find(|material| material.name == skin.material);
        let square = matches!(&skin.layout, Layout::Grid(grid) if grid.pitch_along_columns.is_none());
        square && material.is_some_and(|material| tactile::parameters(material).is_some())
    };
    plan.robot.skins.iter().enumerate().filter(move |(_, skin)| said(skin))
}

pub(super) fn write_libraries(xml: &mut XmlWriter, plan: &Plan<'_>) {
    open(xml, "library_sensors", None);
    for (i, sensor) in plan.robot.sensors.iter().enumerate() {
        if let SensorKind::ForceTorque { .. } = sensor.kind {
            xml.leaf("sensor", &[a("type", "base_force6d"), a("id", format!("sensor{i}"))]);
        }
    }
    for (i, skin) in skins(plan) {
        xml.open("sensor", &[a("type", "SimTactileSensor"), a("id", format!("skin{i}"))]);
        if let Layout::Grid(grid) = &skin.layout {
            xml.text("shapeBaseOnGeom", &[], "false");
            xml.text("cellsx", &[], &grid.rows.to_string());
            xml.text("cellsy", &[], &grid.columns.to_string());
            xml.text("cellsize", &[], &number(grid.pitch));
        }
        let material = plan.robot.materials.iter().find(|material| material.name == skin.material);
        for (name, value) in material.and_then(tactile::parameters).unwrap_or_default() {
            xml.text(name, &[], &number(value));
        }
        xml.close();
    }
    close(xml);
    open(xml, "library_actuators", None);
    for actuator in &plan.robot.actuators {
        let (Driven::Motion(motion), Some(of)) = (&actuator.drives, actuator.electric) else { continue };
        let Some((_, joint)) = plan.mover(motion) else { continue };
        xml.open("actuator", &[a("type", "electric_motor"), a("id", format!("motor{joint}"))]);
        let numbers = [
            ("gear_ratio", of.gear_ratio),
            ("rotor_inertia", of.rotor_inertia),
            ("torque_constant", of.torque_constant),
            ("nominal_voltage", of.voltage),
            ("starting_current", of.current),
            ("terminal_resistance", of.resistance),
        ];
        numbers.into_iter().for_each(|(name, value)| xml.text(name, &[], &number(value)));
        xml.close();
    }
    close(xml);
}
