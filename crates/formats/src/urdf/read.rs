//! From URDF to a robot.

use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::meshes::{mesh_file, with_size};
use crate::robot::{
    Actuator, Control, Driven, FollowedMotion, Joint, Link, LinkMass, LinkShape, Motion, MotionKind, Robot,
};
use crate::xml::{El, Xml};
use bristle_geometry::Pose;
use bristle_scene::data::{Cuboid, Cylinder, ShapeKind, ShapeRole, Sphere};
use bristle_world::Inertia;
use glam::{DMat3, DQuat, DVec3, EulerRot};
use std::collections::{HashMap, HashSet};

/// Stops farther out than this are none \[rad or m\].
const ENDLESS: f64 = 1e6;

type Colours = HashMap<String, [f64; 4]>;

pub(crate) fn read(text: &Text, access: &Access) -> Result<Robot> {
    let xml = Xml::parse(text)?;
    let root = xml.root();
    if !root.is("robot") {
        let message = format!("a URDF file begins with <robot>, this one with <{}>", shown(root.name()));
        return Err(root.fault(ErrorKind::Syntax, message));
    }
    refuse_xacro(root)?;
    let mut robot = Robot { name: root.attr("name").unwrap_or_default().to_owned(), ..Default::default() };
    let colours = colours(root)?;
    for element in root.elements() {
        match element.name() {
            "link" => {
                let link = link(element, &colours, access, &mut robot)?;
                robot.add_link(link, element)?;
            }
            "joint" => joint(element, &mut robot)?,
            "bristle" => robot.extension = Some(crate::extension::of_text(&element.words(), &element.at())?),
            "material" | "transmission" | "mujoco" => {}
            other => robot.notes.dropped(
                element.at(),
                format!("<{other}>, which URDF does not have or which is for another program"),
            ),
        }
    }
    if robot.links.is_empty() {
        return Err(root.fault(ErrorKind::Missing, "the robot has no links"));
    }
    actuators(root, &mut robot);
    Ok(robot)
}

/// A xacro file has to be expanded first.
fn refuse_xacro(root: El<'_>) -> Result<()> {
    let macros = root.elements().find(|e| e.is_prefixed("xacro"));
    match macros {
        Some(found) => Err(found
            .fault(ErrorKind::Refused, format!("<xacro:{}> is a macro that was not expanded", found.name()))
            .with_note("help: name the file .xacro to have it expanded by the program xacro (`pip install xacro`), or expand it yourself")),
        None => Ok(()),
    }
}

fn colours(root: El<'_>) -> Result<Colours> {
    let mut colours = Colours::new();
    // Named materials may be defined anywhere.
    for element in root.below().filter(|element| element.is("material")) {
        if let (Some(name), Some(rgba)) = (element.attr("name"), rgba(element)?) {
            colours.entry(name.to_owned()).or_insert(rgba);
        }
    }
    Ok(colours)
}

fn rgba(material: El<'_>) -> Result<Option<[f64; 4]>> {
    let Some(colour) = material.child("color") else { return Ok(None) };
    let numbers = colour.numbers("rgba")?.unwrap_or_default();
    Ok(match numbers[..] {
        [r, g, b] => Some([r, g, b, 1.0]),
        [r, g, b, a] => Some([r, g, b, a]),
        _ => None,
    }
    .map(|rgba| rgba.map(|x| x.clamp(0.0, 1.0))))
}

/// Roll, pitch and yaw about fixed axes.
pub(crate) fn pose_of_rpy(xyz: DVec3, rpy: DVec3) -> Pose {
    if rpy == DVec3::ZERO {
        return Pose::from_translation(xyz);
    }
    Pose::new(DQuat::from_euler(EulerRot::ZYX, rpy.z, rpy.y, rpy.x), xyz)
}

fn origin(of: El<'_>) -> Result<Pose> {
    let Some(origin) = of.child("origin") else { return Ok(Pose::IDENTITY) };
    let (xyz, rpy) = (origin.vector("xyz")?, origin.vector("rpy")?);
    Ok(pose_of_rpy(xyz.unwrap_or(DVec3::ZERO), rpy.unwrap_or(DVec3::ZERO)))
}

fn link(element: El<'_>, colours: &Colours, access: &Access, robot: &mut Robot) -> Result<Link> {
    let mut link =
        Link { name: element.need_attr("name")?.to_owned(), at: element.at(), ..Default::default() };
    if let Some(inertial) = element.child("inertial") {
        link.mass = LinkMass::Given(inertia(inertial)?);
    }
    for (tag, role) in [("visual", ShapeRole::Visual), ("collision", ShapeRole::Collision)] {
        for of in element.all(tag) {
            let geometry = of.need_child("geometry")?;
            let Some(kind) = solid(geometry, role, access, robot)? else { continue };
            link.shapes.push(LinkShape {
                name: of.attr("name").unwrap_or_default().to_owned(),
                at: of.at(),
                role,
                pose: origin(of)?,
                kind,
                colour: of.child("material").map_or(Ok(None), |material| colour(material, colours))?,
            });
        }
    }
    Ok(link)
}

fn colour(material: El<'_>, colours: &Colours) -> Result<Option<[f64; 4]>> {
    Ok(rgba(material)?.or_else(|| material.attr("name").and_then(|name| colours.get(name)).copied()))
}

fn inertia(of: El<'_>) -> Result<Inertia> {
    let mass = of.need_child("mass")?.need_number("value")?;
    let frame = origin(of)?;
    let about_centre = match of.child("inertia") {
        Some(tensor) => {
            let entry = |name: &str| tensor.number_or(name, 0.0);
            let (xx, yy, zz) =
                (tensor.need_number("ixx")?, tensor.need_number("iyy")?, tensor.need_number("izz")?);
            let (xy, xz, yz) = (entry("ixy")?, entry("ixz")?, entry("iyz")?);
            DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
        }
        None => DMat3::ZERO,
    };
    let turned = frame.rotation_matrix();
    let about_centre = match frame.rotation == DQuat::IDENTITY {
        true => about_centre,
        false => turned * about_centre * turned.transpose(),
    };
    Ok(Inertia { mass, centre: frame.translation, about_centre })
}

fn solid(geometry: El<'_>, role: ShapeRole, access: &Access, robot: &mut Robot) -> Result<Option<ShapeKind>> {
    let Some(of) = geometry.elements().next() else {
        robot.notes.dropped(geometry.at(), "a <geometry> that holds nothing");
        return Ok(None);
    };
    let kind = match of.name() {
        "box" => {
            let sides = of.vector("size")?;
            let size =
                sides.ok_or_else(|| of.fault(ErrorKind::Missing, "<box> needs the attribute `size`"))?;
            ShapeKind::Box(Cuboid { size })
        }
        "sphere" => ShapeKind::Sphere(Sphere { radius: of.need_number("radius")? }),
        "cylinder" | "capsule" => {
            let round = Cylinder { radius: of.need_number("radius")?, height: of.need_number("length")? };
            if of.is("cylinder") { ShapeKind::Cylinder(round) } else { ShapeKind::Capsule(round) }
        }
        "mesh" => {
            let scale = of.vector("scale")?.unwrap_or(DVec3::ONE);
            return mesh_file(of, of.need_attr("filename")?, scale, role, access, &mut robot.notes);
        }
        other => {
            robot.notes.dropped(of.at(), format!("a shape <{other}>, which is not read"));
            return Ok(None);
        }
    };
    Ok(with_size(kind, of, &mut robot.notes))
}

fn joint(element: El<'_>, robot: &mut Robot) -> Result<()> {
    // Transmissions and other extensions have elements of the same name without any of this.
    let (name, kind) = (element.need_attr("name")?.to_owned(), element.need_attr("type")?);
    let at = element.at();
    let parent = element.need_child("parent")?.need_attr("link")?.to_owned();
    let child = element.need_child("child")?.need_attr("link")?.to_owned();
    let axis = || -> Result<DVec3> {
        let given = element.child("axis").map_or(Ok(None), |axis| axis.vector("xyz"))?.unwrap_or(DVec3::X);
        given.try_normalize().ok_or_else(|| {
            element
                .fault(
                    ErrorKind::OutOfRange,
                    format!("the axis of the joint `{}` has no direction", shown(&name)),
                )
                .with_note("allowed: any vector that is not zero")
        })
    };
    let mut single = |kind: MotionKind| -> Result<Vec<Motion>> {
        let mut motion = Motion::new(&name, &at, kind);
        details(&mut motion, element, robot)?;
        Ok(vec![motion])
    };
    let motions = match kind {
        "fixed" => Vec::new(),
        "revolute" => single(MotionKind::Revolute(axis()?))?,
        "continuous" => {
            let mut motions = single(MotionKind::Revolute(axis()?))?;
            motions.iter_mut().for_each(|motion| motion.limits = None);
            motions
        }
        "prismatic" => single(MotionKind::Prismatic(axis()?))?,
        "floating" => vec![Motion::new(&name, &at, MotionKind::Free)],
        "spherical" | "ball" => vec![Motion::new(&name, &at, MotionKind::Ball)],
        "planar" => {
            let normal = axis()?;
            let along = normal.any_orthonormal_vector();
            let part = |end: &str, kind| Motion::new(format!("{name}_{end}"), &at, kind);
            vec![
                part("x", MotionKind::Prismatic(along)),
                part("y", MotionKind::Prismatic(normal.cross(along))),
                part("turn", MotionKind::Revolute(normal)),
            ]
        }
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            return Err(element
                .fault_at("type", ErrorKind::OutOfRange, message)
                .with_note("allowed: fixed, revolute, continuous, prismatic, planar, floating, spherical"));
        }
    };
    robot.joints.push(Joint { name, at, parent: Some(parent), child, origin: origin(element)?, motions });
    Ok(())
}

fn details(motion: &mut Motion, element: El<'_>, robot: &mut Robot) -> Result<()> {
    if let Some(limit) = element.child("limit") {
        let (lower, upper) = (limit.number_or("lower", 0.0)?, limit.number_or("upper", 0.0)?);
        motion.effort = limit.number("effort")?.filter(|effort| *effort > 0.0);
        motion.speed = limit.number("velocity")?.filter(|speed| *speed > 0.0);
        motion.acceleration = limit.number("acceleration")?.filter(|most| *most > 0.0);
        let stated = limit.attr("lower").is_some() || limit.attr("upper").is_some();
        match lower < upper && lower.abs().max(upper.abs()) < ENDLESS {
            true => motion.limits = Some([lower, upper]),
            false if stated && element.attr("type") != Some("continuous") => {
                robot.notes.dropped(
                    limit.at(),
                    format!("the stops of `{}`, from {lower} to {upper}: it moves without", motion.name),
                );
            }
            false => {}
        }
    } else if element.attr("type") == Some("revolute") {
        robot.notes.guessed(
            element.at(),
            format!("`{}` has no <limit>, which revolute joints need: it turns without stops", motion.name),
        );
    }
    if let Some(dynamics) = element.child("dynamics") {
        motion.damping = dynamics.number_or("damping", 0.0)?.max(0.0);
        motion.friction = dynamics.number_or("friction", 0.0)?.max(0.0);
        motion.armature = dynamics.number_or("armature", 0.0)?.max(0.0);
    }
    if let Some(mimic) = element.child("mimic") {
        match mimic.attr("joint") {
            Some(leader) => {
                let (ratio, offset) = (mimic.number_or("multiplier", 1.0)?, mimic.number_or("offset", 0.0)?);
                motion.mimic = Some(FollowedMotion { leader: leader.to_owned(), ratio, offset });
            }
            None => robot.notes.dropped(
                mimic.at(),
                format!("the mimic of `{}`, which does not say whom it follows", motion.name),
            ),
        }
    }
    Ok(())
}

/// An actuator per joint that a transmission names; per joint with one position, if there are no transmissions.
fn actuators(root: El<'_>, robot: &mut Robot) {
    let mut wanted = Vec::new();
    for transmission in root.all("transmission") {
        for joint in
            transmission.elements().filter(|e| e.is("joint") || e.is("leftJoint") || e.is("rightJoint"))
        {
            wanted.extend(joint.attr("name").map(|name| (name.to_owned(), transmission.at())));
        }
    }
    if wanted.is_empty() {
        wanted = robot.motions().map(|(_, motion)| (motion.name.clone(), motion.at.clone())).collect();
    }
    let mut seen = HashSet::new();
    for (name, at) in wanted {
        let drivable =
            robot.motion(&name).is_some_and(|motion| motion.kind.is_single() && motion.mimic.is_none());
        if drivable && seen.insert(name.clone()) {
            robot.actuators.push(Actuator::new(name.clone(), at, Driven::Motion(name), Control::Unknown));
        }
    }
}
