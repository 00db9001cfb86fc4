//! From a robot to MJCF.

use super::read::EXTENSION;
use super::{bonds, skins};
use crate::error::{ErrorKind, Result, error};
use crate::extension;
use crate::output::Output;
use crate::robot::{Control, Driven, Joint, Link, LinkMass, LinkShape, MotionKind, Robot, SensorKind};
use crate::xml_writer::{Attributes, XmlWriter, a, list, n, vector};
use bristle_geometry::Pose;
use bristle_geometry::files::Format;
use bristle_scene::data::{ShapeKind, ShapeRole};
use bristle_world::Inertia;
use glam::{DQuat, DVec3};
use std::collections::HashMap;

/// What MuJoCo reads.
const MESHES: [Format; 2] = [Format::Stl, Format::Obj];
/// Groups of MuJoCo's viewer: shapes that are only looked at, and that are only touched.
const VISUAL_GROUP: f64 = 2.0;
const COLLISION_GROUP: f64 = 3.0;
/// What the motors of a robot without limits can do \[N or N·m\].
const STRONG: f64 = 1e6;
/// How deep bodies may nest.
const DEEPEST: usize = 180;

/// The tree of a robot, and the names of its meshes.
pub(super) struct Writer<'a> {
    pub(super) robot: &'a Robot,
    joints: HashMap<&'a str, &'a Joint>,
    children: HashMap<&'a str, Vec<&'a Link>>,
    /// Names of the assets, by link and shape.
    meshes: HashMap<(String, String), String>,
}

pub(crate) fn write(given: &Robot, output: &mut Output) -> Result<String> {
    let robot = &without_empty_links(given);
    let mut children: HashMap<&str, Vec<&Link>> = HashMap::new();
    let joints: HashMap<&str, &Joint> =
        robot.joints.iter().map(|joint| (joint.child.as_str(), joint)).collect();
    for link in &robot.links {
        let parent =
            joints.get(link.name.as_str()).and_then(|joint| joint.parent.as_deref()).unwrap_or("world");
        children.entry(parent).or_default().push(link);
    }
    refuse_deep(robot, &joints)?;
    let mut writer = Writer { robot, joints, children, meshes: HashMap::new() };
    let mut xml = XmlWriter::new();
    xml.open("mujoco", &[a("model", if robot.name.is_empty() { "robot" } else { &robot.name })]);
    xml.leaf("compiler", &[a("angle", "radian"), a("inertiafromgeom", "false")]);
    let mut option = Vec::new();
    option.extend(robot.step.map(|step| n("timestep", step)));
    option.extend(robot.gravity.map(|gravity| a("gravity", vector(gravity))));
    xml.leaf("option", &option);
    skins::write_instances(&mut xml, robot)?;
    if let Some(extension) = &robot.extension {
        xml.open("custom", &[]);
        xml.leaf("text", &[a("name", EXTENSION), a("data", extension::to_line(extension))]);
        xml.close();
    }
    writer.write_assets(&mut xml, output)?;
    xml.open("worldbody", &[]);
    for root in writer.children.get("world").cloned().unwrap_or_default() {
        writer.write_body(&mut xml, root);
    }
    xml.close();
    writer.write_contacts(&mut xml);
    bonds::write_tendons(&mut xml, robot);
    writer.write_equalities(&mut xml);
    writer.write_actuators(&mut xml);
    writer.write_sensors(&mut xml);
    writer.write_keys(&mut xml);
    Ok(xml.finish())
}

/// Bodies stand in each other in MJCF, and what is written has to be read.
fn refuse_deep(robot: &Robot, joints: &HashMap<&str, &Joint>) -> Result<()> {
    for link in &robot.links {
        let (mut depth, mut at) = (0, Some(link.name.as_str()));
        while let Some(name) = at {
            depth += 1;
            if depth > DEEPEST {
                let message = format!(
                    "the body `{}` hangs on more than {DEEPEST} others, too many for MJCF",
                    link.name
                );
                return Err(error(ErrorKind::TooMany, message));
            }
            at = joints.get(name).and_then(|joint| joint.parent.as_deref());
        }
    }
    Ok(())
}

/// MuJoCo wants mass in everything that moves. A link without mass and shapes that carries one other is a joint of that one more.
fn without_empty_links(given: &Robot) -> Robot {
    let mut robot = given.clone();
    let worn: Vec<&str> = given.skins.iter().map(|skin| skin.on.as_str()).collect();
    let sensed = given.sensors.iter().filter_map(|sensor| match &sensor.kind {
        SensorKind::ForceTorque { link, .. }
        | SensorKind::Accelerometer { link, .. }
        | SensorKind::Gyro { link, .. }
        | SensorKind::Distance { link, .. } => Some(link.as_str()),
        SensorKind::Encoder { .. } => None,
    });
    let looped = given.loops.iter().flat_map(|of| of.links.iter().flatten().map(String::as_str));
    let needed: Vec<&str> = worn.into_iter().chain(sensed).chain(looped).collect();
    for link in given.links.iter().filter(|link| link.mass == LinkMass::None && link.shapes.is_empty()) {
        let carried: Vec<usize> = (0..robot.joints.len())
            .filter(|&i| robot.joints[i].parent.as_deref() == Some(&link.name))
            .collect();
        let carrier = robot.joints.iter().position(|joint| joint.child == link.name);
        let (Some(carrier), &[below]) = (carrier, carried.as_slice()) else { continue };
        let turning = robot.joints[carrier].motions.iter().all(|motion| motion.kind != MotionKind::Free);
        if robot.joints[carrier].motions.is_empty() || !turning || needed.contains(&link.name.as_str()) {
            continue;
        }
        let above = robot.joints[carrier].clone();
        let into = robot.joints[below].origin.inverse();
        let moved = above.motions.into_iter().map(|mut motion| {
            motion.anchor = into.transform_point(motion.anchor);
            motion.kind = match motion.kind {
                MotionKind::Revolute(axis) => MotionKind::Revolute(into.transform_vector(axis)),
                MotionKind::Prismatic(axis) => MotionKind::Prismatic(into.transform_vector(axis)),
                other => other,
            };
            motion
        });
        let joint = &mut robot.joints[below];
        joint.motions = moved.chain(std::mem::take(&mut joint.motions)).collect();
        joint.origin = above.origin * joint.origin;
        joint.parent = above.parent;
        robot.joints.remove(carrier);
        robot.links.retain(|other| other.name != link.name);
    }
    robot
}

/// Attributes of a pose; those that change nothing are left out.
pub(super) fn place(pose: Pose) -> Vec<(&'static str, String)> {
    let mut attributes = Vec::new();
    if pose.translation != DVec3::ZERO {
        attributes.push(a("pos", vector(pose.translation)));
    }
    if pose.rotation != DQuat::IDENTITY {
        let DQuat { x, y, z, w } = pose.rotation;
        attributes.push(a("quat", list([w, x, y, z])));
    }
    attributes
}

pub(super) fn with<'a>(first: (&'a str, String), rest: Vec<(&'a str, String)>) -> Vec<(&'a str, String)> {
    std::iter::once(first).chain(rest).collect()
}

/// Opens a section for its first element only.
pub(super) fn section<'x>(xml: &'x mut XmlWriter, name: &'static str, open: &mut bool) -> &'x mut XmlWriter {
    if !*open {
        xml.open(name, &[]);
        *open = true;
    }
    xml
}

impl Writer<'_> {
    fn write_assets(&mut self, xml: &mut XmlWriter, output: &mut Output) -> Result<()> {
        let mut open = false;
        let mut known: HashMap<String, String> = HashMap::new();
        for link in &self.robot.links {
            for shape in &link.shapes {
                let ShapeKind::Mesh(file) = &shape.kind else { continue };
                let name = format!("{}/{}", link.name, shape.name);
                let mesh = output.mesh(file, &format!("{}_{}", link.name, shape.name), &MESHES)?;
                let scale = (mesh.scale != DVec3::ONE).then(|| a("scale", vector(mesh.scale)));
                // Thin and open meshes have no volume to speak of; all masses are given anyway.
                let attributes: Vec<_> =
                    [a("file", &mesh.file), a("inertia", "shell")].into_iter().chain(scale).collect();
                let key = format!("{attributes:?}");
                let asset = known.entry(key).or_insert_with(|| {
                    section(xml, "asset", &mut open).leaf("mesh", &with(a("name", &name), attributes));
                    name
                });
                self.meshes.insert((link.name.clone(), shape.name.clone()), asset.clone());
            }
        }
        if open {
            xml.close();
        }
        Ok(())
    }

    fn write_body(&self, xml: &mut XmlWriter, link: &Link) {
        let joint = self.joints.get(link.name.as_str());
        let pose = joint.map_or(link.pose, |joint| joint.origin);
        xml.open("body", &with(a("name", &link.name), place(pose)));
        if let LinkMass::Given(Inertia { mass, centre, about_centre: i }) = link.mass {
            let tensor = [i.x_axis.x, i.y_axis.y, i.z_axis.z, i.x_axis.y, i.x_axis.z, i.y_axis.z];
            xml.leaf(
                "inertial",
                &[a("pos", vector(centre)), n("mass", mass), a("fullinertia", list(tensor))],
            );
        }
        joint.iter().for_each(|joint| write_joint(xml, joint));
        link.shapes.iter().for_each(|shape| self.write_geom(xml, link, shape));
        for sensor in &self.robot.sensors {
            if let SensorKind::ForceTorque { link: on, pose }
            | SensorKind::Accelerometer { link: on, pose }
            | SensorKind::Gyro { link: on, pose }
            | SensorKind::Distance { link: on, pose, .. } = &sensor.kind
                && *on == link.name
            {
                xml.leaf("site", &with(a("name", &sensor.name), place(*pose)));
            }
        }
        skins::write_sites(xml, self.robot, &link.name);
        bonds::write_sites(xml, self.robot, &link.name);
        for child in self.children.get(link.name.as_str()).cloned().unwrap_or_default() {
            self.write_body(xml, child);
        }
        xml.close();
    }

    fn write_geom(&self, xml: &mut XmlWriter, link: &Link, shape: &LinkShape) {
        let half = |size: DVec3| vector(size * 0.5);
        let what: Vec<(&str, String)> = match &shape.kind {
            ShapeKind::Sphere(of) => vec![a("type", "sphere"), n("size", of.radius)],
            ShapeKind::Box(of) => vec![a("type", "box"), a("size", half(of.size))],
            ShapeKind::Ellipsoid(of) => vec![a("type", "ellipsoid"), a("size", half(of.size))],
            ShapeKind::Cylinder(of) => {
                vec![a("type", "cylinder"), a("size", list([of.radius, 0.5 * of.height]))]
            }
            ShapeKind::Capsule(of) => {
                vec![a("type", "capsule"), a("size", list([of.radius, 0.5 * of.height]))]
            }
            // Without end in both directions; the third number is for the viewer.
            ShapeKind::HalfSpace(_) => vec![a("type", "plane"), a("size", "0 0 0.1")],
            ShapeKind::Mesh(_) | ShapeKind::SprayBottle(_) => {
                let key = (link.name.clone(), shape.name.clone());
                let Some(mesh) = self.meshes.get(&key) else { return };
                vec![a("type", "mesh"), a("mesh", mesh)]
            }
        };
        let role = match shape.role {
            ShapeRole::Both => Vec::new(),
            ShapeRole::Collision => vec![n("group", COLLISION_GROUP)],
            ShapeRole::Visual => vec![n("group", VISUAL_GROUP), a("contype", "0"), a("conaffinity", "0")],
        };
        let colour = shape.colour.map(|rgba| a("rgba", list(rgba)));
        let name = a("name", format!("{}/{}", link.name, shape.name));
        let all: Vec<_> = what.into_iter().chain(place(shape.pose)).chain(role).chain(colour).collect();
        xml.leaf("geom", &with(name, all));
    }

    /// Links that meet in a joint pass through each other anyway.
    fn write_contacts(&self, xml: &mut XmlWriter) {
        let mut open = false;
        let pairs = self.robot.exclude.iter().cloned().chain(skins::excluded(self.robot));
        let mut seen: Vec<(String, String)> = Vec::new();
        for (one, other) in pairs {
            let known = |(a, b): &(String, String)| (a == &one && b == &other) || (a == &other && b == &one);
            if seen.iter().any(known) {
                continue;
            }
            section(xml, "contact", &mut open).leaf("exclude", &[a("body1", &one), a("body2", &other)]);
            seen.push((one, other));
        }
        if open {
            xml.close();
        }
    }

    fn write_equalities(&self, xml: &mut XmlWriter) {
        let mut open = false;
        for (_, motion) in self.robot.motions() {
            let Some(mimic) = &motion.mimic else { continue };
            let polynomial = list([mimic.offset, mimic.ratio, 0.0, 0.0, 0.0]);
            let attributes =
                [a("joint1", &motion.name), a("joint2", &mimic.leader), a("polycoef", polynomial)];
            section(xml, "equality", &mut open).leaf("joint", &attributes);
        }
        for (element, attributes) in bonds::equalities(self.robot) {
            section(xml, "equality", &mut open).leaf(element, &attributes);
        }
        if open {
            xml.close();
        }
    }

    fn write_actuators(&self, xml: &mut XmlWriter) {
        let mut open = false;
        for actuator in &self.robot.actuators {
            let Driven::Motion(joint) = &actuator.drives else { continue };
            let force = actuator.effort.map(|effort| a("forcerange", list([-effort, effort])));
            let mut attributes = vec![a("name", &actuator.name), a("joint", joint)];
            let element = match actuator.control {
                Control::Position { stiffness, damping, .. } => {
                    attributes.extend([n("kp", stiffness), n("kv", damping)]);
                    "position"
                }
                Control::DampedPosition { stiffness, ratio } => {
                    attributes.extend([n("kp", stiffness), n("dampratio", ratio)]);
                    "position"
                }
                Control::Velocity { gain } => {
                    attributes.push(n("kv", gain));
                    "velocity"
                }
                Control::Effort | Control::Unknown => {
                    let effort = actuator.effort.unwrap_or(STRONG);
                    attributes.push(a("ctrlrange", list([-effort, effort])));
                    "motor"
                }
            };
            if element != "motor" {
                attributes.extend(force);
            }
            section(xml, "actuator", &mut open).leaf(element, &attributes);
        }
        if open {
            xml.close();
        }
    }

    fn write_sensors(&self, xml: &mut XmlWriter) {
        let mut open = false;
        for sensor in &self.robot.sensors {
            let site = [a("name", &sensor.name), a("site", &sensor.name), n("noise", sensor.noise)];
            let mut leaf = |name: &str, attributes: Attributes<'_>| {
                section(xml, "sensor", &mut open).leaf(name, attributes)
            };
            match &sensor.kind {
                SensorKind::ForceTorque { .. } => {
                    leaf("force", &site);
                    let torque = [
                        a("name", format!("{}_torque", sensor.name)),
                        a("site", &sensor.name),
                        n("noise", sensor.noise),
                    ];
                    leaf("torque", &torque);
                }
                SensorKind::Accelerometer { .. } => leaf("accelerometer", &site),
                SensorKind::Gyro { .. } => leaf("gyro", &site),
                SensorKind::Distance { range, .. } => {
                    leaf("rangefinder", &with(n("cutoff", *range), site.to_vec()));
                }
                SensorKind::Encoder { motion } => {
                    leaf(
                        "jointpos",
                        &[a("name", &sensor.name), a("joint", motion), n("noise", sensor.noise)],
                    );
                }
            }
        }
        let skins = skins::sensors(self.robot);
        for attributes in &skins {
            section(xml, "sensor", &mut open).leaf("plugin", attributes);
        }
        if open {
            xml.close();
        }
    }

    /// Configurations as key frames: all coordinates, in the order of the bodies as they are written.
    fn write_keys(&self, xml: &mut XmlWriter) {
        let mut order: Vec<&Joint> = Vec::new();
        let mut stack: Vec<&Link> = self.children.get("world").cloned().unwrap_or_default();
        stack.reverse();
        while let Some(link) = stack.pop() {
            order.extend(self.joints.get(link.name.as_str()));
            stack.extend(self.children.get(link.name.as_str()).into_iter().flatten().rev().copied());
        }
        let mut open = false;
        for configuration in &self.robot.configurations {
            let mut qpos = Vec::new();
            for (joint, motion) in
                order.iter().flat_map(|joint| joint.motions.iter().map(move |motion| (joint, motion)))
            {
                let DQuat { x, y, z, w } = joint.origin.rotation;
                match motion.kind {
                    MotionKind::Free => {
                        qpos.extend(joint.origin.translation.to_array().into_iter().chain([w, x, y, z]))
                    }
                    MotionKind::Ball => qpos.extend([1.0, 0.0, 0.0, 0.0]),
                    MotionKind::Revolute(_) | MotionKind::Prismatic(_) => {
                        let found = configuration.positions.iter().find(|(name, _)| *name == motion.name);
                        qpos.push(found.map_or(0.0, |(_, q)| *q));
                    }
                }
            }
            let attributes = [a("name", &configuration.name), a("qpos", list(qpos))];
            section(xml, "keyframe", &mut open).leaf("key", &attributes);
        }
        if open {
            xml.close();
        }
    }
}

fn write_joint(xml: &mut XmlWriter, joint: &Joint) {
    for motion in &joint.motions {
        let mut attributes = vec![a("name", &motion.name)];
        let (kind, axis) = match motion.kind {
            MotionKind::Revolute(axis) => ("hinge", Some(axis)),
            MotionKind::Prismatic(axis) => ("slide", Some(axis)),
            MotionKind::Ball => ("ball", None),
            MotionKind::Free => {
                xml.leaf("freejoint", &attributes);
                continue;
            }
        };
        attributes.push(a("type", kind));
        if motion.anchor != DVec3::ZERO {
            attributes.push(a("pos", vector(motion.anchor)));
        }
        attributes.extend(axis.map(|axis| a("axis", vector(axis))));
        attributes.extend(motion.limits.map(|limits| a("range", list(limits))));
        let numbers = [
            ("damping", motion.damping),
            ("frictionloss", motion.friction),
            ("armature", motion.armature),
            ("stiffness", motion.spring.map_or(0.0, |(stiffness, _)| stiffness)),
            ("springref", motion.spring.map_or(0.0, |(_, rest)| rest)),
        ];
        attributes.extend(numbers.into_iter().filter(|(_, x)| *x != 0.0).map(|(key, x)| n(key, x)));
        xml.leaf("joint", &attributes);
    }
}
