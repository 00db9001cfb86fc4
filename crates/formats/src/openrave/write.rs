//! From a robot to OpenRAVE's XML.

use crate::error::Result;
use crate::extension;
use crate::output::Output;
use crate::robot::{
    Driven, Joint, Link, LinkMass, LinkShape, Loop, Motion, MotionKind, Robot, SensorKind, zero_poses,
};
use crate::tactile;
use crate::xml_writer::{XmlWriter, a, list, number, vector};
use bristle_geometry::Pose;
use bristle_geometry::files::Format;
use bristle_scene::data::{Layout, ShapeKind, ShapeRole};
use glam::{DQuat, DVec3};
use std::collections::HashMap;

const MESHES: [Format; 3] = [Format::Stl, Format::Obj, Format::Collada];
/// A half-space as a box \[m\].
const FLOOR: DVec3 = DVec3::new(10.0, 10.0, 0.1);

/// An environment with a robot: all that is jointed; and a body for each thing that is free.
pub(crate) fn write(robot: &Robot, output: &mut Output) -> Result<String> {
    let poses = zero_poses(robot);
    let mut xml = XmlWriter::new();
    xml.open("Environment", &[a("name", &robot.name)]);
    let is_free = |link: &&Link| {
        let of_it = |joint: &&Joint| joint.child == link.name || joint.parent.as_deref() == Some(&link.name);
        let mut joints = robot.joints.iter().filter(of_it);
        let alone = joints
            .next()
            .is_some_and(|joint| joint.motions.iter().any(|motion| motion.kind == MotionKind::Free));
        alone && joints.next().is_none() && !link.shapes.is_empty()
    };
    let (free, rest): (Vec<&Link>, Vec<&Link>) = robot.links.iter().partition(|link| is_free(link));
    if !rest.is_empty() {
        xml.open("Robot", &[a("name", &robot.name)]);
        xml.open("KinBody", &[]);
        for link in &rest {
            write_body(&mut xml, link, &poses, robot, output)?;
        }
        for joint in robot.joints.iter().filter(|joint| joint.parent.is_some()) {
            write_joint(&mut xml, joint, robot);
        }
        // A joint between two bodies that are carried already closes a loop.
        let is_carried = |name: &str| robot.joints.iter().any(|of| of.child == name && of.parent.is_some());
        let closing = robot.loops.iter().filter_map(Loop::to_joint);
        for joint in closing.filter(|joint| is_carried(&joint.child)) {
            write_joint(&mut xml, &joint, robot);
        }
        for (one, other) in &robot.exclude {
            xml.text("Adjacent", &[], &format!("{one} {other}"));
        }
        xml.close();
        write_manipulators(&mut xml, robot);
        write_sensors(&mut xml, robot);
        xml.close();
    }
    for link in free {
        xml.open("KinBody", &[a("name", &link.name)]);
        write_body(&mut xml, link, &poses, robot, output)?;
        xml.close();
    }
    if let Some(extension) = &robot.extension {
        xml.comment("What OpenRAVE has no words for; other programs pass over it.");
        xml.block("bristle", &[], &extension::to_text(extension));
    }
    Ok(xml.finish())
}

fn write_place(xml: &mut XmlWriter, pose: Pose) {
    if pose.translation != DVec3::ZERO {
        xml.text("Translation", &[], &vector(pose.translation));
    }
    if pose.rotation != DQuat::IDENTITY {
        let DQuat { x, y, z, w } = pose.rotation;
        xml.text("Quat", &[], &list([w, x, y, z]));
    }
}

/// Bodies that nothing moves are static.
fn is_static(link: &Link, robot: &Robot) -> bool {
    robot.joints.iter().all(|joint| joint.child != link.name)
}

fn write_body(
    xml: &mut XmlWriter,
    link: &Link,
    poses: &HashMap<String, Pose>,
    robot: &Robot,
    output: &mut Output,
) -> Result<()> {
    let kind = if is_static(link, robot) { "static" } else { "dynamic" };
    xml.open("Body", &[a("name", &link.name), a("type", kind)]);
    write_place(xml, poses.get(&link.name).copied().unwrap_or_default());
    for shape in &link.shapes {
        write_geometry(xml, link, shape, output)?;
    }
    xml.open("Mass", &[a("type", "custom")]);
    let inertia =
        if let LinkMass::Given(inertia) = link.mass { inertia } else { bristle_world::Inertia::ZERO };
    xml.text("total", &[], &number(inertia.mass));
    xml.text("com", &[], &vector(inertia.centre));
    xml.text("inertia", &[], &list(inertia.about_centre.transpose().to_cols_array()));
    xml.close();
    xml.close();
    Ok(())
}

fn write_geometry(xml: &mut XmlWriter, link: &Link, shape: &LinkShape, output: &mut Output) -> Result<()> {
    let name = format!("{}_{}", link.name, shape.name);
    let visible = if shape.role == ShapeRole::Collision { "false" } else { "true" };
    let mut open = |kind: &str, pose: Pose| {
        xml.open("Geom", &[a("name", &shape.name), a("type", kind), a("render", visible)]);
        write_place(xml, pose);
    };
    // Cylinders stand along y.
    let lying = shape.pose
        * Pose { rotation: DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2), translation: DVec3::ZERO };
    match &shape.kind {
        ShapeKind::Box(of) => {
            open("box", shape.pose);
            xml.text("extents", &[], &vector(of.size * 0.5));
        }
        ShapeKind::HalfSpace(_) => {
            open("box", shape.pose * Pose::from_translation(DVec3::new(0.0, 0.0, -0.5 * FLOOR.z)));
            xml.text("extents", &[], &vector(FLOOR * 0.5));
        }
        ShapeKind::Sphere(of) => {
            open("sphere", shape.pose);
            xml.text("radius", &[], &number(of.radius));
        }
        ShapeKind::Cylinder(of) | ShapeKind::Capsule(of) => {
            open(if matches!(shape.kind, ShapeKind::Cylinder(_)) { "cylinder" } else { "capsule" }, lying);
            xml.text("radius", &[], &number(of.radius));
            xml.text("height", &[], &number(of.height));
        }
        kind => {
            let mesh = match kind {
                ShapeKind::Mesh(file) => Some(output.mesh(file, &name, &MESHES)?),
                other => output.surface(other, &name)?,
            };
            let Some(mesh) = mesh else { return Ok(()) };
            open("trimesh", shape.pose);
            let file = [a("file", &mesh.file), a("scale", vector(mesh.scale))];
            if shape.role != ShapeRole::Visual {
                xml.leaf("collision", &file);
            }
            if shape.role != ShapeRole::Collision {
                xml.leaf("render", &file);
            }
        }
    }
    if let Some([r, g, b, _]) = shape.colour {
        xml.text("diffusecolor", &[], &list([r, g, b]));
    }
    xml.close();
    Ok(())
}

/// Axes are given in the frame of the child.
fn write_joint(xml: &mut XmlWriter, joint: &Joint, robot: &Robot) {
    let single = joint.motions.first();
    let kind = match single.map(|motion| motion.kind) {
        Some(MotionKind::Prismatic(_)) => "slider",
        Some(MotionKind::Ball) => "spherical",
        _ => "hinge",
    };
    let mut attributes = vec![a("name", &joint.name), a("type", kind)];
    if let Some(mimic) = single.and_then(|motion| motion.mimic.as_ref()) {
        attributes.push(a("enable", "false"));
        attributes.push(a(
            "mimic_pos",
            format!("{}*{}+{}", mimic.leader, number(mimic.ratio), number(mimic.offset)).replace("+-", "-"),
        ));
        attributes.push(a("mimic_vel", format!("|{} {}", mimic.leader, number(mimic.ratio))));
        attributes.push(a("mimic_accel", format!("|{} 0", mimic.leader)));
    } else if !is_driven(single, robot) {
        attributes.push(a("enable", "false"));
    }
    xml.open("Joint", &attributes);
    xml.text("Body", &[], joint.parent.as_deref().unwrap_or_default());
    xml.text("Body", &[], &joint.child);
    xml.text("offsetfrom", &[], &joint.child);
    let axis = match single.map(|motion| motion.kind) {
        Some(MotionKind::Revolute(axis) | MotionKind::Prismatic(axis)) => axis,
        _ => DVec3::Z,
    };
    if kind != "spherical" {
        xml.text("axis", &[], &vector(axis));
    }
    let limits = single.map_or(Some([0.0, 0.0]), |motion| motion.limits);
    match limits {
        Some(limits) => xml.text("limitsrad", &[], &list(limits)),
        None if kind == "hinge" => xml.text("limitsrad", &[], "-1e9 1e9"),
        None => {}
    }
    if let Some(motion) = single {
        write_speeds(xml, motion, robot);
    }
    xml.close();
}

fn is_driven(motion: Option<&Motion>, robot: &Robot) -> bool {
    motion.is_some_and(|motion| {
        robot.actuators.iter().any(|of| of.drives == Driven::Motion(motion.name.clone()))
    })
}

fn write_speeds(xml: &mut XmlWriter, motion: &Motion, robot: &Robot) {
    let drive = robot.actuators.iter().find(|of| of.drives == Driven::Motion(motion.name.clone()));
    let numbers = [
        ("maxvel", drive.and_then(|drive| drive.speed).or(motion.speed)),
        ("maxaccel", drive.and_then(|drive| drive.acceleration).or(motion.acceleration)),
        ("maxtorque", drive.and_then(|drive| drive.effort).or(motion.effort)),
    ];
    for (name, value) in numbers {
        value.into_iter().for_each(|value| xml.text(name, &[], &number(value)));
    }
}

fn write_manipulators(xml: &mut XmlWriter, robot: &Robot) {
    for chain in &robot.chains {
        xml.open("Manipulator", &[a("name", &chain.name)]);
        if let Some(base) = &chain.base {
            xml.text("base", &[], base);
        }
        xml.text("effector", &[], &chain.tip);
        write_place(xml, chain.tool);
        if !chain.hand.is_empty() {
            let names: Vec<&str> = chain.hand.iter().map(|(motion, _)| motion.as_str()).collect();
            xml.text("joints", &[], &names.join(" "));
            xml.text("closingdirection", &[], &list(chain.hand.iter().map(|(_, sign)| *sign)));
        }
        xml.close();
    }
}

fn write_sensors(xml: &mut XmlWriter, robot: &Robot) {
    for sensor in &robot.sensors {
        let SensorKind::ForceTorque { link, pose } = &sensor.kind else { continue };
        xml.open("AttachedSensor", &[a("name", &sensor.name)]);
        xml.text("link", &[], link);
        write_place(xml, *pose);
        xml.leaf("sensor", &[a("type", "BaseForce6D")]);
        xml.close();
    }
    for skin in &robot.skins {
        let material = robot.materials.iter().find(|material| material.name == skin.material);
        let Some(numbers) = material.and_then(tactile::parameters) else { continue };
        let Layout::Grid(grid) = &skin.layout else { continue };
        xml.open("AttachedSensor", &[]);
        xml.text("link", &[], &skin.on);
        write_place(xml, skin.pose);
        xml.open("sensor", &[a("name", &skin.name), a("type", "SimTactileSensor")]);
        xml.text("shapeBaseOnGeom", &[], "false");
        xml.text("cellsx", &[], &grid.rows.to_string());
        xml.text("cellsy", &[], &grid.columns.to_string());
        xml.text("cellsize", &[], &number(grid.pitch));
        numbers.into_iter().for_each(|(name, value)| xml.text(name, &[], &number(value)));
        xml.close();
        xml.close();
    }
}
