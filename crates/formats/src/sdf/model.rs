//! Models: links, joints and frames, and models within.

use super::frames::{Frames, pose};
use super::geometry;
use super::joint::{self, joint_frame};
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{
    Actuator, Control, Driven, Joint, Link, LinkMass, Motion, MotionKind, Robot, Sensor, SensorKind,
};
use crate::xml::{El, Xml, truth};
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use bristle_world::Inertia;
use glam::{DMat3, DVec3};
use std::collections::HashSet;

/// How deep models may nest, through whatever files.
const DEEPEST: usize = 16;

/// Where a model is read.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// Put before names, with `::`.
    pub(super) prefix: String,
    /// The model's frame, in the world.
    pub(super) pose: Pose,
    pub(super) is_static: bool,
    pub(super) old_axes: bool,
    pub(super) depth: usize,
}

impl Scope {
    /// The name of something in this model.
    pub(super) fn name(&self, name: &str) -> String {
        if self.prefix.is_empty() { name.to_owned() } else { format!("{}::{name}", self.prefix) }
    }

    pub(super) fn world_in_model(&self) -> Pose {
        self.pose.inverse()
    }

    fn below(&self, name: &str, pose: Pose, is_static: bool) -> Self {
        Self {
            prefix: self.name(name),
            pose: self.pose * pose,
            is_static: self.is_static || is_static,
            old_axes: self.old_axes,
            depth: self.depth + 1,
        }
    }
}

/// Reads a model into the robot; its links that no joint carries move freely, unless it is static.
pub(super) fn read(of: El<'_>, scope: &Scope, access: &Access, robot: &mut Robot) -> Result<()> {
    if scope.depth > DEEPEST {
        return Err(of.fault(ErrorKind::TooMany, format!("models nest more than {DEEPEST} deep")));
    }
    let mut frames = Frames::new();
    for element in of.elements() {
        match element.name() {
            "link" => frames.add(element.need_attr("name")?, element, Frames::MODEL)?,
            "joint" => {
                let child = element.need_child("child")?.words();
                frames.add(&joint_frame(element.need_attr("name")?), element, &child)?;
            }
            "frame" => {
                let attached = element.attr("attached_to").filter(|name| !name.is_empty());
                frames.add(element.need_attr("name")?, element, attached.unwrap_or(Frames::MODEL))?;
            }
            _ => {}
        }
    }
    let first = robot.links.len();
    for element in of.elements() {
        match element.name() {
            "link" => link(element, scope, &mut frames, access, robot)?,
            "model" => nested(element, scope, &mut frames, access, robot)?,
            "include" => include(element, scope, &mut frames, access, robot)?,
            _ => {}
        }
    }
    for element in of.elements() {
        match element.name() {
            "joint" => joint::read(element, scope, &mut frames, robot)?,
            "link" | "model" | "include" | "frame" | "pose" | "static" | "self_collide"
            | "allow_auto_disable" => {}
            "plugin" | "gripper" | "enable_wind" => {
                robot.notes.dropped(element.at(), format!("<{}>", element.name()))
            }
            other => robot.notes.dropped(
                element.at(),
                format!("<{other}>, which SDF does not have or which is for another program"),
            ),
        }
    }
    if scope.depth == 0 {
        release(robot, first, scope.is_static);
    }
    Ok(())
}

/// Lets links go that no joint carries.
fn release(robot: &mut Robot, first: usize, is_static: bool) {
    if is_static {
        return;
    }
    let carried: HashSet<String> = robot.joints.iter().map(|joint| joint.child.clone()).collect();
    let free: Vec<Joint> = robot.links[first..]
        .iter()
        .filter(|link| !carried.contains(&link.name))
        .map(|link| {
            let name = format!("{}_free", link.name);
            let motions = vec![Motion::new(&name, &link.at, MotionKind::Free)];
            Joint {
                name,
                at: link.at.clone(),
                parent: None,
                child: link.name.clone(),
                origin: link.pose,
                motions,
            }
        })
        .collect();
    robot.joints.extend(free);
}

fn nested<'a>(
    of: El<'a>,
    scope: &Scope,
    frames: &mut Frames<'a>,
    access: &Access,
    robot: &mut Robot,
) -> Result<()> {
    let name = of.need_attr("name")?;
    let (own, relative_to) = pose(of)?;
    let place = relative_to.map_or(Ok(Pose::IDENTITY), |frame| frames.find(&frame, of))? * own;
    let is_static = of.child("static").and_then(|flag| truth(&flag.words())).unwrap_or(false);
    let (first, inner) = (robot.links.len(), scope.below(name, place, is_static));
    read(of, &inner, access, robot)?;
    take_in(robot, first, scope, frames);
    Ok(())
}

/// Makes links of models within known to joints outside.
fn take_in(robot: &Robot, first: usize, scope: &Scope, frames: &mut Frames<'_>) {
    for link in &robot.links[first..] {
        let local = match scope.prefix.as_str() {
            "" => link.name.clone(),
            prefix => link.name.strip_prefix(&format!("{prefix}::")).unwrap_or(&link.name).to_owned(),
        };
        frames.add_placed(&local, scope.pose.inverse() * link.pose);
    }
}

fn include<'a>(
    of: El<'a>,
    scope: &Scope,
    frames: &mut Frames<'a>,
    access: &Access,
    robot: &mut Robot,
) -> Result<()> {
    let uri = of.need_child("uri")?;
    let path = access.model_at(&uri.words(), uri)?;
    let text = access.text_of(&path, uri)?;
    let xml = Xml::parse(&text)?;
    let root = xml.root();
    let Some(model) = root.child("model") else {
        return Err(uri.fault(ErrorKind::Missing, format!("`{}` holds no model", shown(&uri.words()))));
    };
    let named = of.child("name").map(|name| name.words());
    let name = named.unwrap_or_else(|| model.attr("name").unwrap_or("model").to_owned());
    let (inner, relative_to) = if of.child("pose").is_some() { pose(of)? } else { pose(model)? };
    let place = relative_to.map_or(Ok(Pose::IDENTITY), |frame| frames.find(&frame, of))? * inner;
    let flag = of.child("static").or_else(|| model.child("static"));
    let is_static = flag.and_then(|flag| truth(&flag.words())).unwrap_or(false);
    let mut below = scope.below(&name, place, is_static);
    below.old_axes = super::read::old_axes(root);
    let first = robot.links.len();
    read(model, &below, access, robot)?;
    take_in(robot, first, scope, frames);
    Ok(())
}

fn link<'a>(
    of: El<'a>,
    scope: &Scope,
    frames: &mut Frames<'a>,
    access: &Access,
    robot: &mut Robot,
) -> Result<()> {
    let name = of.need_attr("name")?;
    let place = frames.find(name, of)?;
    let mut link =
        Link { name: scope.name(name), at: of.at(), pose: scope.pose * place, ..Default::default() };
    if let Some(inertial) = of.child("inertial") {
        link.mass = LinkMass::Given(inertia(inertial, place, frames)?);
    } else if !scope.is_static {
        // As the standard has it.
        let one = Inertia { mass: 1.0, centre: DVec3::ZERO, about_centre: DMat3::IDENTITY };
        robot.notes.guessed(of.at(), "a link without <inertial> has 1 kg and 1 kg·m², as SDF says");
        link.mass = LinkMass::Given(one);
    }
    for element in of.elements() {
        let role = match element.name() {
            "visual" => ShapeRole::Visual,
            "collision" => ShapeRole::Collision,
            "sensor" => {
                sensor(element, &link.name, robot)?;
                continue;
            }
            _ => continue,
        };
        link.shapes.extend(geometry::read(element, role, place, frames, access, &mut robot.notes)?);
    }
    robot.add_link(link, of)?;
    Ok(())
}

fn inertia<'a>(of: El<'a>, link_pose: Pose, frames: &mut Frames<'a>) -> Result<Inertia> {
    let (own, relative_to) = pose(of)?;
    let place = match relative_to {
        Some(frame) => link_pose.inverse() * frames.find(&frame, of)? * own,
        None => own,
    };
    let mass = of.child("mass").map_or(Ok(1.0), |mass| mass.text_number())?;
    let tensor = of.child("inertia");
    let entry = |name: &str, otherwise: f64| -> Result<f64> {
        tensor.and_then(|tensor| tensor.child(name)).map_or(Ok(otherwise), |entry| entry.text_number())
    };
    let (xx, yy, zz) = (entry("ixx", 1.0)?, entry("iyy", 1.0)?, entry("izz", 1.0)?);
    let (xy, xz, yz) = (entry("ixy", 0.0)?, entry("ixz", 0.0)?, entry("iyz", 0.0)?);
    let about = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz));
    let turned = place.rotation_matrix();
    Ok(Inertia { mass, centre: place.translation, about_centre: turned * about * turned.transpose() })
}

/// Sensors on a link: an inertial unit is two.
fn sensor(of: El<'_>, link: &str, robot: &mut Robot) -> Result<()> {
    let name = of.attr("name").unwrap_or("sensor").to_owned();
    let rate = of.child("update_rate").map(|rate| rate.text_number()).transpose()?.filter(|rate| *rate > 0.0);
    let (place, _) = pose(of)?;
    let mut add = |name: String, kind: SensorKind| {
        robot.sensors.push(Sensor { name, at: of.at(), kind, rate, noise: 0.0 })
    };
    match of.attr("type") {
        Some("imu") => {
            add(
                format!("{name}_acceleration"),
                SensorKind::Accelerometer { link: link.to_owned(), pose: place },
            );
            add(format!("{name}_turning"), SensorKind::Gyro { link: link.to_owned(), pose: place });
        }
        other => {
            robot.notes.dropped(of.at(), format!("the sensor `{name}` of type {}", other.unwrap_or("none")))
        }
    }
    Ok(())
}

/// An actuator per joint with one position and a limit of its effort.
pub(super) fn actuators(robot: &mut Robot) {
    let drivable = robot.motions().filter(|(_, motion)| motion.kind.is_single() && motion.mimic.is_none());
    let actuators: Vec<Actuator> = drivable
        .map(|(_, motion)| {
            Actuator::new(
                motion.name.clone(),
                motion.at.clone(),
                Driven::Motion(motion.name.clone()),
                Control::Unknown,
            )
        })
        .collect();
    robot.actuators = actuators;
}
