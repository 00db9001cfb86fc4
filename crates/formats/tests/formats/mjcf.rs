//! MJCF: default classes, several joints per body, closed loops and tendons.

use crate::common::{
    Folder, assert_refused_in_line, noted, notes, pose, scene, shown, tetrahedron, world_at,
};
use bristle_formats::{ErrorKind, RobotOptions, import};
use bristle_scene::Scene;
use glam::DVec3;

const HAND: &str = r#"<mujoco model="hand">
  <compiler angle="degree"/>
  <default>
    <joint damping="0.1"/>
    <default class="finger"><joint axis="0 1 0" range="-30 90" limited="true"/><geom type="capsule" size="0.01 0.02" density="500"/></default>
  </default>
  <worldbody>
    <body name="robot0/palm" pos="0.3 -0.7 1.1" euler="90 0 0">
      <geom type="box" size="0.05 0.04 0.01" mass="0.4"/>
      <body name="finger" pos="0 0 0.05" childclass="finger">
        <joint name="spread" axis="1 0 0" pos="0 0 0.01"/>
        <joint name="bend"/>
        <geom/>
      </body>
      <body name="other" pos="0.02 0 0.05" childclass="finger"><joint name="other_bend" ref="20"/><geom/></body>
    </body>
  </worldbody>
  <equality><connect name="loop" body1="finger" body2="other" anchor="0 0 0.02"/></equality>
  <tendon><fixed name="cord"><joint joint="bend" coef="1"/><joint joint="other_bend" coef="0.5"/></fixed></tendon>
  <actuator><position name="bender" joint="bend" kp="3"/></actuator>
</mujoco>"#;

#[test]
fn classes_degrees_and_several_joints_give_the_poses_of_the_formula() {
    use bristle_geometry::Pose;
    let scene = scene("hand.xml", HAND);
    let (a, b) = (0.3, 0.5);
    let world = world_at(&scene, &[("spread", a), ("finger", b)]);
    let palm = Pose::from_translation(DVec3::new(0.3, -0.7, 1.1))
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians());
    assert!(crate::common::apart(pose(&world, "robot0_palm"), palm) < 1e-14);
    let anchor = Pose::from_translation(DVec3::new(0.0, 0.0, 0.01));
    let finger = palm
        * Pose::from_translation(DVec3::new(0.0, 0.0, 0.05))
        * anchor
        * Pose::from_axis_angle(DVec3::X, a)
        * anchor.inverse()
        * Pose::from_axis_angle(DVec3::Y, b);
    assert!(crate::common::apart(pose(&world, "finger"), finger) < 1e-14);
    let limits = scene.data().body("finger").unwrap().joint.limits.unwrap();
    assert!((limits.upper - 90f64.to_radians()).abs() < 1e-15);
    // A capsule: a cylinder of two half lengths and two half balls.
    let model = shown(scene.build()).model;
    let mass = model.bodies()[model.body_named("finger").unwrap().0].inertia.mass;
    let volume = std::f64::consts::PI * 1e-4 * (0.04 + 4.0 / 3.0 * 0.01);
    assert!((mass - 500.0 * volume).abs() < 1e-15, "{mass}");
}

#[test]
fn names_with_slashes_are_renamed_and_meshes_scaled_by_their_class() {
    assert!(noted(&notes("hand.xml", HAND), &["renamed", "robot0/palm"]));
    let text = HAND
        .replace("<joint damping=\"0.1\"/>", "<joint damping=\"0.1\"/><mesh scale=\"0.01 0.02 0.03\"/>")
        .replace("<worldbody>", "<asset><mesh name=\"a\" file=\"tetra.obj\"/></asset><worldbody>")
        .replace(
            "<geom type=\"box\" size=\"0.05 0.04 0.01\" mass=\"0.4\"/>",
            "<geom type=\"mesh\" mesh=\"a\" density=\"700\"/>",
        );
    let folder = Folder::new().with("hand.xml", text).with("tetra.obj", tetrahedron(1.0));
    let tree = shown(import(&folder.path("hand.xml"), &RobotOptions::default())).tree;
    let model = shown(shown(Scene::from_tree(tree, "hand.xml")).build()).model;
    let mass = model.bodies()[model.body_named("robot0_palm").unwrap().0].inertia.mass;
    assert!((mass - 700.0 * 0.01 * 0.02 * 0.03 / 6.0).abs() < 1e-12, "{mass}");
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        (r#"<geom type="box""#, r#"<geom type="bag""#, ErrorKind::OutOfRange),
        (r#"pos="0.3 -0.7 1.1""#, r#"pos="0.3 -0.7""#, ErrorKind::OutOfRange),
    ];
    assert_refused_in_line("hand.xml", HAND, &cases);
}
