//! What is written as URDF is read by another program, with the same links, joints and masses.

use crate::common::{Folder, shown, write_exported};
use bristle_formats::{Format, export};
use bristle_scene::{Scene, library};
use bristle_world::JointKind;

/// Masses are written with all their digits.
const ROUNDING: f64 = 1e-12;

#[test]
fn urdf_rs_reads_every_robot_of_the_library_as_it_is() {
    let folder = Folder::new();
    let mut read = 0;
    for model in library::list() {
        let name = &model.name;
        if !["arms/", "grippers/", "hands/"].iter().any(|kind| name.starts_with(kind)) {
            continue;
        }
        let scene = shown(Scene::parse(&format!("include = [\"lib:{name}\"]"), "robot.toml"));
        let path = folder.path(&format!("{}.urdf", name.replace('/', "-")));
        let exported = shown(export(&scene, Format::Urdf, &path));
        write_exported(&path, &exported);
        let robot = urdf_rs::read_file(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let model = shown(scene.build()).model;
        // Joints of several degrees of freedom take links without mass of their own.
        assert!(robot.links.len() >= model.bodies().len(), "{name}: {} links", robot.links.len());
        let mass: f64 = robot.links.iter().map(|link| link.inertial.mass.value).sum();
        assert!((mass - model.mass()).abs() < ROUNDING * model.mass(), "{name}: {mass} {}", model.mass());
        for body in model.bodies() {
            let (kind, axis) = match body.joint.kind {
                JointKind::Revolute { axis } => (urdf_rs::JointType::Revolute, axis),
                JointKind::Prismatic { axis } => (urdf_rs::JointType::Prismatic, axis),
                _ => continue,
            };
            let joint = robot.joints.iter().find(|joint| joint.child.link == body.name);
            let joint = joint.unwrap_or_else(|| panic!("{name}: no joint carries {}", body.name));
            let same = joint.joint_type == kind
                || (kind == urdf_rs::JointType::Revolute
                    && joint.joint_type == urdf_rs::JointType::Continuous);
            assert!(same, "{name}: {} is {:?}", body.name, joint.joint_type);
            let written = joint.axis.xyz.0;
            assert!((0..3).all(|k| (written[k] - axis[k]).abs() < ROUNDING), "{name}: {written:?} {axis}");
            read += 1;
        }
    }
    assert!(read > 150, "{read} joints");
}
