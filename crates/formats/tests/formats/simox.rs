//! Simox (VirtualRobot): millimetres and radians unless an element names another unit.

use crate::common::{
    Folder, apart, assert_refused_in_line, imported, line_of, noted, notes, pose, refused, repaired, scene,
    shown, world_at,
};
use bristle_formats::{ErrorKind, RobotOptions, import};
use bristle_geometry::{Dh, DhConvention, Pose};
use bristle_scene::Scene;
use bristle_world::JointKind;
use glam::{DMat3, DQuat, DVec3};

/// An arm of four nodes with a unit of its own in nearly every element.
const ARM: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Robot Type="Arm" StandardName="arm" RootNode="Base">
 <RobotNode name="Base">
  <Transform><Translation x="30" y="-70" z="110"/><rollpitchyaw roll="90" pitch="0" yaw="-30" unitsAngle="degree"/></Transform>
  <Visualization enable="true"><Primitives><Box width="100" height="200" depth="300"/></Primitives></Visualization>
  <Physics><Mass value="2300" units="g"/></Physics>
  <Child name="Upper"/>
 </RobotNode>
 <RobotNode name="Upper">
  <Transform><DH a="0.3" d="-0.7" alpha="90" theta="17" units="m" unitsAngle="degree"/></Transform>
  <Joint type="revolute" initialvalue="0.2">
   <Axis x="0" y="0.6" z="0.8"/>
   <Limits unit="degree" lo="-45" hi="90"/>
   <MaxVelocity value="30" unitsAngle="degree"/>
   <MaxAcceleration value="4"/>
   <MaxTorque value="12"/>
   <PropagateJointValue name="Follower" factor="-0.5"/>
  </Joint>
  <Physics>
   <Mass value="0.7" units="kg"/><CoM location="Joint" x="1" y="2" z="3" units="cm"/>
   <InertiaMatrix unitsWeight="g" unitsLength="m"><row1 c1="11" c2="1" c3="-2"/><row2 c1="1" c2="13" c3="0.5"/><row3 c1="-2" c2="0.5" c3="17"/></InertiaMatrix>
   <IgnoreCollision name="Follower"/>
  </Physics>
  <Child name="Slide"/><Child name="Follower"/>
 </RobotNode>
 <RobotNode name="Slide">
  <Transform><Matrix4x4 units="cm"><row1 c1="0" c2="-1" c3="0" c4="1"/><row2 c1="1" c2="0" c3="0" c4="2"/><row3 c1="0" c2="0" c3="1" c4="3"/></Matrix4x4></Transform>
  <Joint type="prismatic"><TranslationDirection x="0" y="0" z="-1"/><Limits lo="0" hi="50" units="mm"/><MaxVelocity value="0.2"/></Joint>
  <CollisionModel><Primitives><Cylinder radius="10" height="40"/></Primitives></CollisionModel>
  <Physics><Mass value="0.1"/></Physics>
 </RobotNode>
 <RobotNode name="Follower">
  <Joint type="revolute"><Limits lo="-1" hi="1"/></Joint>
  <Visualization><Primitives><Sphere radius="10"/></Primitives><UseAsCollisionModel/></Visualization>
  <Physics><Mass value="0.2"/></Physics>
 </RobotNode>
 <RobotNodeSet name="arm" kinematicRoot="Base" tcp="Slide"><Node name="Upper"/><Node name="Slide"/></RobotNodeSet>
 <EndEffector name="hand" base="Upper" tcp="Slide">
  <Preshape name="open"><Node name="Slide" unit="mm" value="20"/><Node name="Upper" unit="degree" value="30"/></Preshape>
  <Actor name="finger"><Node name="Slide" considerCollisions="Actors" direction="-1"/></Actor>
 </EndEffector>
</Robot>"#;

fn upper_pose(q: f64) -> Pose {
    let base = Pose::from_translation(DVec3::new(0.03, -0.07, 0.11))
        * Pose::from_axis_angle(DVec3::Z, -30f64.to_radians())
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians());
    let dh = Dh { a: 0.3, d: -0.7, alpha: 90f64.to_radians(), theta: 17f64.to_radians() };
    base * dh.pose(DhConvention::Standard) * Pose::from_axis_angle(DVec3::new(0.0, 0.6, 0.8), q)
}

#[test]
fn every_element_has_units_of_its_own() {
    let scene = scene("arm.xml", ARM);
    let world = world_at(&scene, &[("Upper", 0.4), ("Slide", 0.013)]);
    assert!(apart(pose(&world, "Upper"), upper_pose(0.4)) < 1e-14);
    let slide = upper_pose(0.4)
        * Pose {
            rotation: DQuat::from_rotation_z(90f64.to_radians()),
            translation: DVec3::new(0.01, 0.02, 0.03),
        }
        * Pose::from_translation(DVec3::new(0.0, 0.0, -0.013));
    assert!(apart(pose(&world, "Slide"), slide) < 1e-14);
    let upper = scene.data().body("Upper").unwrap();
    let limits = upper.joint.limits.unwrap();
    assert!(
        (limits.lower + 45f64.to_radians()).abs() < 1e-15
            && (limits.upper - 90f64.to_radians()).abs() < 1e-15
    );
    let slide = scene.data().body("Slide").unwrap();
    assert!(matches!(slide.joint.kind, JointKind::Prismatic { .. }));
    assert!((slide.joint.limits.unwrap().upper - 0.05).abs() < 1e-16);
    let motor = scene.data().motors.iter().find(|motor| motor.drives == "Upper").unwrap();
    assert!((motor.max_speed.unwrap() - 30f64.to_radians()).abs() < 1e-15);
    assert_eq!((motor.max_acceleration, motor.max_effort), (Some(4.0), Some(12.0)));
    let motor = scene.data().motors.iter().find(|motor| motor.drives == "Slide").unwrap();
    assert_eq!(motor.max_speed, Some(0.2), "rates are in metres where no length is named");
}

#[test]
fn masses_are_in_their_units_and_matrices_about_the_centre() {
    let scene = scene("arm.xml", ARM);
    let model = shown(scene.build()).model;
    let inertia = |name: &str| model.bodies()[model.body_named(name).unwrap().0].inertia;
    assert!((inertia("Base").mass - 2.3).abs() < 1e-15);
    let upper = inertia("Upper");
    assert!((upper.centre - DVec3::new(0.01, 0.02, 0.03)).length() < 1e-16);
    let expected = DMat3::from_cols_array(&[11.0, 1.0, -2.0, 1.0, 13.0, 0.5, -2.0, 0.5, 17.0]) * 1e-3;
    assert!((upper.about_centre - expected).to_cols_array().iter().all(|x| x.abs() < 1e-17));
    // Without a matrix: the solid, here a cylinder along y.
    let slide = inertia("Slide");
    let (along, across) = (0.5 * 0.1 * 1e-4, 0.1 * (3.0 * 1e-4 + 16e-4) / 12.0);
    assert!((slide.about_centre.y_axis.y - along).abs() < 1e-18, "{slide:?}");
    assert!((slide.about_centre.x_axis.x - across).abs() < 1e-18);
}

#[test]
fn nodes_follow_propagated_values_and_sets_become_chains() {
    let scene = scene("arm.xml", ARM);
    let follower = scene.data().body("Follower").unwrap().joint.clone();
    let mimic = follower.mimic.unwrap();
    assert_eq!((mimic.body.as_str(), mimic.ratio), ("Upper", -0.5));
    let names: Vec<&str> = scene.data().chains.iter().map(|chain| chain.name.as_str()).collect();
    assert_eq!(names, ["arm", "hand"]);
    let hand = &scene.data().chains[1];
    assert_eq!((hand.hand.as_slice(), hand.closing.as_slice()), (&["Slide".to_owned()][..], &[-1.0][..]));
    let open = &scene.data().configurations[0];
    let positions: Vec<(&str, f64)> = open.positions.iter().map(|(name, q)| (name.as_str(), *q)).collect();
    assert_eq!(positions, [("Slide", 0.02), ("Upper", 30f64.to_radians())]);
    assert_eq!(scene.data().exclude, [("Upper".to_owned(), "Follower".to_owned())]);
}

#[test]
fn robots_consist_of_robots_in_other_files() {
    let hand = r#"<Robot RootNode="Palm"><RobotNode name="Palm">
        <Transform><Translation x="0" y="0" z="40"/></Transform><Physics><Mass value="0.3"/></Physics></RobotNode></Robot>"#;
    let arm = r#"<Robot RootNode="Base"><RobotNode name="Base"/><RobotNode name="Wrist">
        <Transform><Translation x="0" y="5" z="0" units="cm"/></Transform>
        <ChildFromRobot><File importEEF="true">parts/hand.xml</File></ChildFromRobot></RobotNode></Robot>"#;
    let arm = arm.replace(
        "<RobotNode name=\"Base\"/>",
        "<RobotNode name=\"Base\"><Child name=\"Wrist\"/></RobotNode>",
    );
    let folder = Folder::new().with("arm.xml", arm).with("parts/hand.xml", hand);
    let tree = shown(import(&folder.path("arm.xml"), &RobotOptions::default())).tree;
    let scene = shown(Scene::from_tree(tree, "arm.xml"));
    let world = world_at(&scene, &[]);
    assert!((pose(&world, "Palm").translation - DVec3::new(0.0, 0.05, 0.04)).length() < 1e-16);
    // A file that consists of itself.
    let ring = r#"<Robot RootNode="A"><RobotNode name="A"><ChildFromRobot><File>ring.xml</File></ChildFromRobot></RobotNode></Robot>"#;
    let (kind, line, message) = refused("ring.xml", ring);
    assert_eq!((kind, line), (ErrorKind::Duplicate, 1), "{message}");
}

#[test]
fn a_closing_tag_of_another_name_and_limits_in_another_unit_are_guessed_and_said() {
    let text = ARM
        .replace("</CollisionModel>", "</Collision>")
        .replace(r#"<Limits lo="-1" hi="1"/>"#, r#"<Limits lo="-1" hi="1" units="mm"/>"#);
    let notes = notes("arm.xml", &text);
    let at = |words: &str| format!("arm.xml:{}", line_of(ARM, words));
    assert!(noted(&notes, &["guessed", "closing tag", &at("</CollisionModel>")]), "{notes:?}");
    assert!(noted(&notes, &["guessed", "unit of lengths", &at(r#"<Limits lo="-1" hi="1""#)]), "{notes:?}");
}

#[test]
fn nodes_that_move_and_weigh_nothing_are_refused_or_made_of_water() {
    let text = ARM.replace(r#"<Physics><Mass value="0.1"/></Physics>"#, "");
    let at = format!("arm.xml:{}", line_of(ARM, r#"<RobotNode name="Slide""#));
    let error = imported("arm.xml", &text).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Missing);
    assert!(error.to_string().contains(&format!("`Slide` ({at})")), "{error}");
    let imported = repaired("arm.xml", &text);
    assert!(noted(&imported.notes, &["repaired", "`Slide`", "water", &at]), "{:?}", imported.notes);
    let model = shown(shown(Scene::from_tree(imported.tree, "arm.xml")).build()).model;
    let mass = model.bodies()[model.body_named("Slide").unwrap().0].inertia.mass;
    assert!((mass - 1000.0 * std::f64::consts::PI * 1e-4 * 0.04).abs() < 1e-15);
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        (r#"<Joint type="prismatic""#, r#"<Joint type="screw""#, ErrorKind::OutOfRange),
        (r#"z="3" units="cm"/>"#, r#"z="3" units="furlong"/>"#, ErrorKind::OutOfRange),
        (r#"RootNode="Base""#, r#"RootNode="Basis""#, ErrorKind::UnknownName),
        (r#"<RobotNode name="Follower">"#, r#"<RobotNode name="Slide">"#, ErrorKind::Duplicate),
        (r#"<TranslationDirection x="0" y="0" z="-1"/>"#, "", ErrorKind::Missing),
        (r#"<DH a="0.3""#, r#"<DH a="0,3x""#, ErrorKind::OutOfRange),
        (r#"<row1 c1="0" c2="-1""#, r#"<row1 c1="2" c2="-1""#, ErrorKind::OutOfRange),
    ];
    assert_refused_in_line("arm.xml", ARM, &cases);
}
