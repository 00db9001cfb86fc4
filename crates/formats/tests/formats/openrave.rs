//! OpenRAVE's XML, with tags in any case, and the tactile sensors of OpenGRASP as they were printed.

use crate::common::{
    Folder, apart, assert_refused_in_line, line_of, noted, notes, pose, refused, scene, shown, tetrahedron,
    world_at,
};
use bristle_formats::{ErrorKind, RobotOptions, import};
use bristle_geometry::Pose;
use bristle_scene::Scene;
use bristle_scene::data::{Layout, ShapeKind};
use glam::DVec3;

const ARM: &str = r#"<Robot name="arm">
 <kinbody>
  <BODY name="base" type="static"><Translation>0.3 -0.7 1.1</Translation>
   <GEOM type="box"><extents>0.1 0.2 0.3</extents></GEOM></BODY>
  <Body name="upper" type="dynamic"><offsetfrom>base</offsetfrom><translation>0 0 0.4</translation><rotationaxis>1 0 0 90</rotationaxis>
   <Geom type="cylinder"><radius>0.02</radius><height>0.1</height></Geom>
   <mass type="custom"><total>0.7</total><com>0.01 0.02 0.03</com><inertia>0.011 0 0 0 0.013 0 0 0 0.017</inertia></mass></Body>
  <Body name="lower" type="dynamic"><offsetfrom>upper</offsetfrom><Translation>0.3 0 0</Translation>
   <Mass type="box"><extents>0.05 0.06 0.07</extents><total>0.2</total></Mass></Body>
  <Joint name="shoulder" type="hinge"><body>base</body><Body>upper</Body><offsetfrom>upper</offsetfrom><axis>0 0 1</axis>
   <limitsdeg>-45 90</limitsdeg><maxvel>2</maxvel><maxtorque>12</maxtorque></Joint>
  <joint name="elbow" type="hinge" enable="false" mimic_pos="2*shoulder+0.1" mimic_vel="|shoulder 2" mimic_accel="|shoulder 0"><Body>upper</Body><Body>lower</Body>
   <offsetfrom>lower</offsetfrom><axis>0 1 0</axis><limits>-1 2.5</limits></joint>
  <adjacent>base lower</adjacent>
 </kinbody>
 <Manipulator name="arm"><base>base</base><effector>lower</effector><Translation>0 0 0.1</Translation><joints>shoulder</joints><closingdirection>-1</closingdirection></Manipulator>
</Robot>"#;

fn upper(q: f64) -> Pose {
    Pose::from_translation(DVec3::new(0.3, -0.7, 1.5))
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians())
        * Pose::from_axis_angle(DVec3::Z, q)
}

#[test]
fn bodies_are_offset_from_others_and_followers_have_formulas() {
    let scene = scene("arm.xml", ARM);
    let world = world_at(&scene, &[("upper", 0.4)]);
    assert!(apart(pose(&world, "upper"), upper(0.4)) < 1e-14);
    let lower = upper(0.4)
        * Pose::from_translation(DVec3::new(0.3, 0.0, 0.0))
        * Pose::from_axis_angle(DVec3::Y, 2.0 * 0.4 + 0.1);
    assert!(apart(pose(&world, "lower"), lower) < 1e-14);
    let data = scene.data();
    let limits = |body: &str| data.body(body).unwrap().joint.limits.unwrap();
    assert!((limits("upper").lower + 45f64.to_radians()).abs() < 1e-15, "`limitsdeg` is in degrees");
    assert_eq!(limits("lower").upper, 2.5, "`limits` is in radians");
    let [motor] = data.motors.as_slice() else { panic!("{:?}", data.motors) };
    assert_eq!((motor.drives.as_str(), motor.max_speed, motor.max_effort), ("upper", Some(2.0), Some(12.0)));
    assert_eq!(data.exclude, [("base".to_owned(), "lower".to_owned())]);
    let chain = &data.chains[0];
    assert_eq!(
        (chain.tip.as_str(), chain.hand.as_slice(), chain.closing.as_slice()),
        ("lower", &["upper".to_owned()][..], &[-1.0][..])
    );
    // Cylinders stand along y.
    let ShapeKind::Cylinder(_) = data.body("upper").unwrap().shapes[0].kind else { panic!() };
    let axis = data.body("upper").unwrap().shapes[0].pose.transform_vector(DVec3::Z);
    assert!((axis.y.abs() - 1.0).abs() < 1e-15);
}

#[test]
fn formulas_that_are_no_line_are_said_and_curves_have_their_tangent() {
    let with = |formula: &str| notes("arm.xml", &ARM.replace("2*shoulder+0.1", formula));
    assert!(noted(&with("sin(shoulder)+0.1"), &["guessed", "`elbow`", "tangent"]));
    assert!(noted(&with("shoulder*elbow"), &["dropped", "`elbow`"]));
    assert!(noted(&with("2*shoulder+("), &["dropped", "`elbow`"]));
}

#[test]
fn meshes_have_scales_of_their_own_and_files_within_a_prefix() {
    let finger = r#"<KinBody name="finger"><Body name="tip" type="dynamic"><Geom type="trimesh"><data>tetra.obj 0.1 0.2 0.3</data><Render>tetra.obj 0.5</Render></Geom>
        <mass type="mimicgeom"><density>900</density></mass></Body><Body name="nail"><offsetfrom>tip</offsetfrom><Translation>0 0 0.01</Translation>
        <mass type="sphere"><total>0.01</total><radius>0.005</radius></mass></Body>
        <Joint name="bend" type="slider"><Body>tip</Body><Body>nail</Body><axis>1 0 0</axis><limits>0 0.02</limits></Joint></KinBody>"#;
    let both = r#"</kinbody><KinBody prefix="left_" file="parts/finger.xml"><Translation>1 0 0</Translation></KinBody>
        <KinBody prefix="right_" file="parts/finger.xml"/>
        <KinBody><Joint name="mount" type="hinge"><Body>base</Body><Body>left_tip</Body><limits>0 0</limits></Joint>
        <Joint name="other" type="hinge"><Body>base</Body><Body>right_tip</Body><limits>0 0</limits></Joint></KinBody>"#;
    let folder = Folder::new()
        .with("arm.xml", ARM.replace("</kinbody>", both))
        .with("parts/finger.xml", finger)
        .with("parts/tetra.obj", tetrahedron(1.0));
    let tree = shown(import(&folder.path("arm.xml"), &RobotOptions::default())).tree;
    let scene = shown(Scene::from_tree(tree, "arm.xml"));
    let world = world_at(&scene, &[("left_nail", 0.013)]);
    assert!((pose(&world, "left_nail").translation - DVec3::new(1.013, 0.0, 0.01)).length() < 1e-14);
    assert!((pose(&world, "right_nail").translation - DVec3::new(0.0, 0.0, 0.01)).length() < 1e-14);
    let scales: Vec<DVec3> = scene
        .data()
        .body("left_tip")
        .unwrap()
        .shapes
        .iter()
        .map(|shape| {
            let ShapeKind::Mesh(file) = &shape.kind else { panic!() };
            file.options.scale
        })
        .collect();
    assert_eq!(scales, [DVec3::new(0.1, 0.2, 0.3), DVec3::splat(0.5)]);
}

/// Table 2 of the 2013 paper, as printed.
const TABLE_2: &str = "< AttachedSensor >
< link > lower < /link >
< sensorname = \"T1\" type = \"SimTactileSensor\" >
  < thickness > 0.006 < /thickness >
  < k > 58.5 < /k >
  < cn > 0.0583 < /cn >
  < sigma0 > 1.0 < /sigma0 >
  < sigma1 > 0.1 < /sigma1 >
  < x0 > 0.3 < /x0 >
  < ct > 0.01 < /ct >
  < mus > 0.435 < /mus >
  < mud > 0.23 < /mud >
< /sensor >
< /AttachedSensor >";

#[test]
fn tactile_sensors_are_read_as_they_were_printed() {
    let with = |sensor: &str| {
        let geom = r#"<offsetfrom>upper</offsetfrom><Geom type="trimesh"><vertices>0 0 0 0 1 0 1 0 0  0 0 0 1 0 0 0 0 1  0 0 0 0 0 1 0 1 0  1 0 0 0 1 0 0 0 1</vertices></Geom>"#;
        let text =
            ARM.replace("<offsetfrom>upper</offsetfrom><Translation>", &format!("{geom}<Translation>"));
        text.replace("</Robot>", &format!("{sensor}\n</Robot>"))
    };
    let data = scene("arm.xml", &with(TABLE_2));
    let [skin] = data.data().skins.as_slice() else { panic!("{:?}", data.data().skins) };
    assert_eq!((skin.name.as_str(), skin.on.as_str()), ("T1", "lower"));
    assert!(matches!(skin.layout, Layout::Body(_)), "on the mesh of its link");
    let built = shown(data.build());
    assert_eq!(built.model.skins()[0].skin.texels().len(), 4, "a texel at every vertex");
    let report = "<AttachedSensor><link>lower</link><sensor name=\"T1\" type=\"SimTactileSensor\"><shapeBaseOnGeom>true</shapeBaseOnGeom>
        <sigma0>20000</sigma0><xdot0>0.5</xdot0><mus>0.6</mus><mud>0.3</mud><K>1000</K><C>100</C></sensor></AttachedSensor>";
    let data = scene("arm.xml", &with(report));
    assert_eq!(data.data().skins.len(), 1);
    shown(data.build());
    let bare = with(&report.replace("<K>1000</K>", ""));
    let (kind, line, message) = refused("arm.xml", &bare);
    assert_eq!((kind, line), (ErrorKind::Missing, line_of(&bare, "<sensor name")), "{message}");
}

#[test]
fn a_joint_between_bodies_that_are_carried_already_closes_a_loop() {
    let text = ARM.replace(
        "<adjacent>",
        "<Joint name=\"closing\" type=\"hinge\" enable=\"false\"><Body>base</Body><Body>lower</Body><offsetfrom>lower</offsetfrom><anchor>0 0 0.05</anchor><axis>1 0 0</axis></Joint><adjacent>",
    );
    let scene = scene("arm.xml", &text);
    let [of] = scene.data().loops.as_slice() else { panic!("{:?}", scene.data().loops) };
    assert_eq!((of.kind.as_str(), of.joins.as_str(), of.to.as_str()), ("pin", "base", "lower"));
    assert!((of.pose_on_second.translation - DVec3::new(0.0, 0.0, 0.05)).length() < 1e-15);
    assert!((of.pose_on_second.transform_vector(DVec3::Z) - DVec3::X).length() < 1e-15);
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        (r#"name="shoulder" type="hinge""#, r#"name="shoulder" type="screw""#, ErrorKind::OutOfRange),
        ("<translation>0 0 0.4</translation>", "<translation>0 0</translation>", ErrorKind::OutOfRange),
        ("<body>base</body>", "<body>basis</body>", ErrorKind::UnknownName),
        ("<offsetfrom>base</offsetfrom>", "<offsetfrom>basis</offsetfrom>", ErrorKind::UnknownName),
        (r#"<mass type="custom">"#, r#"<mass type="heavy">"#, ErrorKind::OutOfRange),
    ];
    assert_refused_in_line("arm.xml", ARM, &cases);
}
