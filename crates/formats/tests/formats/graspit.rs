//! GraspIt!: millimetres, grams and degrees, and chains by Denavit–Hartenberg parameters.

use crate::common::{Folder, apart, line_of, noted, pose, shown, world_at};
use bristle_formats::{ErrorKind, Imported, RobotOptions, SceneError, import};
use bristle_geometry::{Dh, DhConvention, Pose};
use bristle_scene::Scene;
use glam::DVec3;

const HAND: &str = r#"<?xml version="1.0" ?>
<robot type="Hand">
 <palm>palm.xml</palm>
 <dof type="b"><defaultVelocity>1.0</defaultVelocity><maxEffort>5.0e+8</maxEffort><Kp>1.0e+9</Kp><Kd>1.0e+7</Kd><draggerScale>20.0</draggerScale><breakAwayTorque>5.0e+7</breakAwayTorque></dof>
 <dof type="r"><defaultVelocity>-1.0</defaultVelocity><maxEffort>2.0e+8</maxEffort></dof>
 <chain><transform><translation>30 0 5</translation><rotation>90 x</rotation></transform>
  <joint type="Revolute"><theta>d0+10</theta><d>7</d><a>40</a><alpha>90</alpha><minValue>-20</minValue><maxValue>80</maxValue><viscousFriction>5.0e+7</viscousFriction></joint>
  <joint type="Revolute"><theta>d0*0.333+40</theta><d>0</d><a>30</a><alpha>0</alpha><minValue>0</minValue><maxValue>60</maxValue></joint>
  <joint type="Prismatic"><theta>0</theta><d>d1</d><a>0</a><alpha>0</alpha><minValue>0</minValue><maxValue>15</maxValue></joint>
  <link dynamicJointType="Revolute">link.xml</link>
  <link dynamicJointType="Revolute">link.xml</link>
  <link dynamicJointType="Prismatic">link.xml</link>
 </chain>
 <approachDirection><referenceLocation>0 0 10</referenceLocation><direction>0 0 1</direction></approachDirection>
</robot>"#;

const BODY: &str = r#"<?xml version="1.0" ?>
<root><material>plastic</material><mass>300</mass><cog>1 2 3</cog><inertia_matrix>400 0 0 0 500 0 0 0 600</inertia_matrix>
<geometryFile type="Inventor">tetra.iv</geometryFile></root>"#;

const TETRA: &str = "#Inventor V2.1 ascii\nSeparator { Coordinate3 { point [0 0 0, 10 0 0, 0 10 0, 0 0 10] }
    IndexedFaceSet { coordIndex [0, 2, 1, -1, 0, 1, 3, -1, 0, 3, 2, -1, 1, 2, 3, -1] } }";

fn folder(hand: &str) -> Folder {
    Folder::new()
        .with("hand/hand.xml", hand)
        .with("hand/iv/palm.xml", BODY)
        .with("hand/iv/link.xml", BODY)
        .with("hand/iv/tetra.iv", TETRA)
        .with("hand/tetra.iv", TETRA)
}

fn read(hand: &str) -> Result<Imported, SceneError> {
    let folder = folder(hand);
    let imported = import(&folder.path("hand/hand.xml"), &RobotOptions::default())?;
    // Built while the meshes are there.
    Scene::from_tree(imported.tree.clone(), "hand.xml")?.build()?;
    Ok(imported)
}

#[test]
fn chains_are_those_of_their_parameters_in_millimetres_and_degrees() {
    let folder = folder(HAND);
    let tree = shown(import(&folder.path("hand/hand.xml"), &RobotOptions::default())).tree;
    let scene = shown(Scene::from_tree(tree, "hand.xml"));
    let (q, slide) = (0.3f64, 0.004);
    let world = world_at(&scene, &[("chain0_joint0", q), ("chain0_link2", slide)]);
    let dh = |a: f64, d: f64, alpha: f64, theta: f64| {
        Dh { a, d, alpha: alpha.to_radians(), theta }.pose(DhConvention::Standard)
    };
    let mount = Pose::from_translation(DVec3::new(0.03, 0.0, 0.005))
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians());
    let first = mount * dh(0.04, 0.007, 90.0, q + 10f64.to_radians());
    assert!(apart(pose(&world, "chain0_link0"), first) < 1e-14);
    // `d0*0.333+40`: a third of the way, and 40°.
    let second = first * dh(0.03, 0.0, 0.0, 0.333 * q + 40f64.to_radians());
    assert!(apart(pose(&world, "chain0_link1"), second) < 1e-14);
    let third = second * dh(0.0, slide, 0.0, 0.0);
    assert!(apart(pose(&world, "chain0_link2"), third) < 1e-14);
    let limits = scene.data().body("chain0_link2").unwrap().joint.limits.unwrap();
    assert!((limits.upper - 0.015).abs() < 1e-17, "millimetres");
    assert!((scene.data().body("chain0_joint0").unwrap().joint.damping - 0.05).abs() < 1e-15, "g mm² / s");
    let motor = |body: &str| scene.data().motors.iter().find(|motor| motor.drives == body).unwrap();
    assert!((motor("chain0_joint0").max_effort.unwrap() - 0.5).abs() < 1e-15, "g mm² / s²");
    assert!((motor("chain0_link2").max_effort.unwrap() - 200.0).abs() < 1e-12, "g mm / s²");
    assert!((motor("chain0_joint0").position_gains.unwrap().stiffness - 1.0).abs() < 1e-12);
    let model = shown(scene.build()).model;
    let inertia = model.bodies()[model.body_named("chain0_link1").unwrap().0].inertia;
    assert!(
        (inertia.mass - 0.3).abs() < 1e-15
            && (inertia.centre - DVec3::new(1e-3, 2e-3, 3e-3)).length() < 1e-17
    );
    assert!((inertia.about_centre.z_axis.z - 600e-6 * 0.3).abs() < 1e-18, "moments are of a unit of mass");
    let hand = scene.data().chains.iter().find(|chain| chain.name == "approach").unwrap();
    assert_eq!(hand.closing, [1.0, -1.0]);
}

#[test]
fn what_is_guessed_is_said() {
    let notes = shown(read(HAND)).notes;
    assert!(noted(&notes, &["guessed", "breakaway", "ratio"]), "{notes:?}");
    assert!(noted(&notes, &["dropped", "breakAwayTorque", "0.05 N·m"]), "{notes:?}");
    let minus = shown(read(&HAND.replace("d0*0.333+40", "d0*0.333-40"))).notes;
    assert!(noted(&minus, &["doubtful", "minus"]), "{minus:?}");
    let still = shown(read(&HAND.replace(
        "<minValue>0</minValue><maxValue>15</maxValue>",
        "<minValue>5</minValue><maxValue>5</maxValue>",
    )))
    .notes;
    assert!(noted(&still, &["guessed", "without room to move"]), "{still:?}");
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        ("d0*0.333+40", "d0*third+40", ErrorKind::OutOfRange),
        ("d0*0.333+40", "d7*0.333+40", ErrorKind::OutOfRange),
        (r#"<joint type="Prismatic">"#, r#"<joint type="Screw">"#, ErrorKind::OutOfRange),
        ("<rotation>90 x</rotation>", "<rotation>90</rotation>", ErrorKind::OutOfRange),
        ("<palm>palm.xml</palm>", "<palm>../../../../etc/hostname</palm>", ErrorKind::Unreadable),
        (r#"<dof type="r">"#, r#"<dof type="q">"#, ErrorKind::OutOfRange),
    ];
    for (from, to, kind) in cases {
        let error = read(&HAND.replacen(from, to, 1)).err().unwrap_or_else(|| panic!("{from} → {to}"));
        let line = error.place().map_or(0, |place| place.line);
        assert_eq!((error.kind(), line), (kind, line_of(HAND, from)), "{from} → {to}\n{error}");
    }
}

#[test]
fn worlds_place_hands_and_objects() {
    let world = r#"<world><obstacle><filename>models/table.xml</filename><transform><translation>0 0 -100</translation></transform></obstacle>
        <graspableBody><filename>models/ball.xml</filename><transform><fullTransform>(1 0 0 0)[0 0 200]</fullTransform></transform></graspableBody>
        <robot><filename>hand/hand.xml</filename><dofValues>0.2 0 0 5</dofValues><transform><fullTransform>(0.70710678118654757 0.70710678118654757 0 0)[100 0 0]</fullTransform></transform></robot></world>"#;
    let folder = folder(HAND)
        .with("world.xml", world)
        .with("models/table.xml", BODY)
        .with("models/ball.xml", BODY)
        .with("models/tetra.iv", TETRA);
    let tree = shown(import(&folder.path("world.xml"), &RobotOptions::default())).tree;
    let scene = shown(Scene::from_tree(tree, "world.xml"));
    let world = world_at(&scene, &[]);
    assert!((pose(&world, "ball").translation - DVec3::new(0.0, 0.0, 0.2)).length() < 1e-15);
    assert!((pose(&world, "table").translation - DVec3::new(0.0, 0.0, -0.1)).length() < 1e-15);
    let palm = Pose::from_translation(DVec3::new(0.1, 0.0, 0.0))
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians());
    assert!(apart(pose(&world, "palm"), palm) < 1e-14);
    assert_eq!(scene.data().body("chain0_joint0").unwrap().start.position, Some(0.2));
}
