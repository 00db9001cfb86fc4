//! From a robot to URDF.

use crate::error::Result;
use crate::extension;
use crate::output::Output;
use crate::robot::{Driven, Joint, Link, LinkMass, LinkShape, Motion, MotionKind, Robot};
use crate::rotation::roll_pitch_yaw;
use crate::xml_writer::{XmlWriter, a, list, n, vector};
use bristle_geometry::Pose;
use bristle_geometry::files::Format;
use bristle_scene::data::{ShapeKind, ShapeRole};
use bristle_world::Inertia;
use glam::{DQuat, DVec3};

/// What other programs read beside a URDF.
const MESHES: [Format; 3] = [Format::Stl, Format::Obj, Format::Collada];
/// A half-space as a box \[m\]: URDF has nothing without end.
const FLOOR: DVec3 = DVec3::new(10.0, 10.0, 0.1);

pub(crate) fn write(robot: &Robot, output: &mut Output) -> Result<String> {
    let mut xml = XmlWriter::new();
    xml.open("robot", &[a("name", if robot.name.is_empty() { "robot" } else { &robot.name })]);
    let joints = with_roots(robot);
    if joints.iter().any(|joint| joint.parent.is_none()) {
        xml.leaf("link", &[a("name", "world")]);
    }
    for link in &robot.links {
        write_link(&mut xml, link, output)?;
        for joint in joints.iter().filter(|joint| joint.child == link.name) {
            write_joint(&mut xml, joint, robot);
        }
    }
    for actuator in &robot.actuators {
        let Driven::Motion(joint) = &actuator.drives else { continue };
        xml.open("transmission", &[a("name", &actuator.name)]);
        xml.text("type", &[], "transmission_interface/SimpleTransmission");
        for (element, name) in [("joint", joint), ("actuator", &actuator.name)] {
            xml.open(element, &[a("name", name)]);
            xml.text("hardwareInterface", &[], "hardware_interface/EffortJointInterface");
            xml.close();
        }
        xml.close();
    }
    if let Some(extension) = &robot.extension {
        xml.comment("What URDF has no words for; other programs pass over it.");
        xml.block("bristle", &[], &extension::to_text(extension));
    }
    Ok(xml.finish())
}

/// The joints of the robot, and those by which its roots stand in the world. A single root at the world's origin needs none.
fn with_roots(robot: &Robot) -> Vec<Joint> {
    let carried = |link: &Link| robot.joints.iter().any(|joint| joint.child == link.name);
    let roots: Vec<&Link> = robot.links.iter().filter(|link| !carried(link)).collect();
    let alone = matches!(roots[..], [root] if root.pose == Pose::IDENTITY)
        && robot.joints.iter().all(|joint| joint.parent.is_some());
    let standing = roots.into_iter().filter(|_| !alone).map(|root| Joint {
        name: format!("{}_to_world", root.name),
        child: root.name.clone(),
        origin: root.pose,
        ..Default::default()
    });
    standing.chain(robot.joints.iter().cloned()).collect()
}

fn write_origin(xml: &mut XmlWriter, pose: Pose) {
    if pose == Pose::IDENTITY {
        return;
    }
    let mut attributes = vec![a("xyz", vector(pose.translation))];
    if pose.rotation != DQuat::IDENTITY {
        attributes.push(a("rpy", vector(roll_pitch_yaw(pose.rotation))));
    }
    xml.leaf("origin", &attributes);
}

fn write_link(xml: &mut XmlWriter, link: &Link, output: &mut Output) -> Result<()> {
    xml.open("link", &[a("name", &link.name)]);
    if let LinkMass::Given(Inertia { mass, centre, about_centre: i }) = link.mass {
        xml.open("inertial", &[]);
        write_origin(xml, Pose::from_translation(centre));
        xml.leaf("mass", &[n("value", mass)]);
        let tensor = [
            n("ixx", i.x_axis.x),
            n("ixy", i.x_axis.y),
            n("ixz", i.x_axis.z),
            n("iyy", i.y_axis.y),
            n("iyz", i.y_axis.z),
            n("izz", i.z_axis.z),
        ];
        xml.leaf("inertia", &tensor);
        xml.close();
    }
    for shape in &link.shapes {
        for part in parts(shape) {
            if shape.role != ShapeRole::Collision {
                write_shape(xml, "visual", &part, &link.name, output)?;
            }
            if shape.role != ShapeRole::Visual {
                write_shape(xml, "collision", &part, &link.name, output)?;
            }
        }
    }
    xml.close();
    Ok(())
}

/// Shapes that URDF has, in the place of one that it has not.
fn parts(shape: &LinkShape) -> Vec<LinkShape> {
    let at = |name: String, z: f64, kind: ShapeKind| LinkShape {
        name,
        kind,
        pose: shape.pose * Pose::from_translation(DVec3::new(0.0, 0.0, z)),
        ..shape.clone()
    };
    match &shape.kind {
        ShapeKind::Capsule(of) => {
            let end = ShapeKind::Sphere(bristle_scene::data::Sphere { radius: of.radius });
            vec![
                at(shape.name.clone(), 0.0, ShapeKind::Cylinder(*of)),
                at(format!("{}_top", shape.name), 0.5 * of.height, end.clone()),
                at(format!("{}_bottom", shape.name), -0.5 * of.height, end),
            ]
        }
        ShapeKind::HalfSpace(_) => {
            vec![at(
                shape.name.clone(),
                -0.5 * FLOOR.z,
                ShapeKind::Box(bristle_scene::data::Cuboid { size: FLOOR }),
            )]
        }
        _ => vec![shape.clone()],
    }
}

fn write_shape(
    xml: &mut XmlWriter,
    role: &'static str,
    shape: &LinkShape,
    link: &str,
    output: &mut Output,
) -> Result<()> {
    let name = if shape.name.is_empty() { Vec::new() } else { vec![a("name", &shape.name)] };
    xml.open(role, &name);
    write_origin(xml, shape.pose);
    xml.open("geometry", &[]);
    let file_name = format!("{link}_{}", shape.name);
    match &shape.kind {
        ShapeKind::Sphere(of) => xml.leaf("sphere", &[n("radius", of.radius)]),
        ShapeKind::Box(of) => xml.leaf("box", &[a("size", vector(of.size))]),
        ShapeKind::Cylinder(of) => xml.leaf("cylinder", &[n("radius", of.radius), n("length", of.height)]),
        ShapeKind::Mesh(file) => {
            let mesh = output.mesh(file, &file_name, &MESHES)?;
            let mut attributes = vec![a("filename", mesh.file)];
            if mesh.scale != DVec3::ONE {
                attributes.push(a("scale", vector(mesh.scale)));
            }
            xml.leaf("mesh", &attributes);
        }
        other => {
            if let Some(mesh) = output.surface(other, &file_name)? {
                xml.leaf("mesh", &[a("filename", mesh.file)]);
            }
        }
    }
    xml.close();
    if let Some(rgba) = shape.colour.filter(|_| role == "visual") {
        xml.open("material", &[a("name", format!("{link}_{}", shape.name))]);
        xml.leaf("color", &[a("rgba", list(rgba))]);
        xml.close();
    }
    xml.close();
    Ok(())
}

fn write_joint(xml: &mut XmlWriter, joint: &Joint, robot: &Robot) {
    let motion = joint.motions.first();
    let kind = match motion.map(|motion| (motion.kind, motion.limits)) {
        None => "fixed",
        Some((MotionKind::Revolute(_), Some(_))) => "revolute",
        Some((MotionKind::Revolute(_), None)) => "continuous",
        Some((MotionKind::Prismatic(_), _)) => "prismatic",
        // No type of URDF: it is what pybullet and MuJoCo know it by.
        Some((MotionKind::Ball, _)) => "spherical",
        Some((MotionKind::Free, _)) => "floating",
    };
    xml.open("joint", &[a("name", &joint.name), a("type", kind)]);
    write_origin(xml, joint.origin);
    xml.leaf("parent", &[a("link", joint.parent.as_deref().unwrap_or("world"))]);
    xml.leaf("child", &[a("link", &joint.child)]);
    if let Some(motion) = motion.filter(|motion| motion.kind.is_single()) {
        write_motion(xml, motion, robot);
    }
    xml.close();
}

fn write_motion(xml: &mut XmlWriter, motion: &Motion, robot: &Robot) {
    if let MotionKind::Revolute(axis) | MotionKind::Prismatic(axis) = motion.kind {
        xml.leaf("axis", &[a("xyz", vector(axis))]);
    }
    let drive = robot.actuators.iter().find(|of| of.drives == Driven::Motion(motion.name.clone()));
    let effort = drive.and_then(|drive| drive.effort).or(motion.effort);
    let speed = drive.and_then(|drive| drive.speed).or(motion.speed);
    let mut limit = Vec::new();
    if let Some([lower, upper]) = motion.limits {
        limit.extend([n("lower", lower), n("upper", upper)]);
    }
    // Both are needed by the standard; 0 is what files say that do not know.
    limit.extend([n("effort", effort.unwrap_or(0.0)), n("velocity", speed.unwrap_or(0.0))]);
    xml.leaf("limit", &limit);
    if motion.damping != 0.0 || motion.friction != 0.0 {
        xml.leaf("dynamics", &[n("damping", motion.damping), n("friction", motion.friction)]);
    }
    if let Some(mimic) = &motion.mimic {
        let attributes = [a("joint", &mimic.leader), n("multiplier", mimic.ratio), n("offset", mimic.offset)];
        xml.leaf("mimic", &attributes);
    }
}
