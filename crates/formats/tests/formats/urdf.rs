//! URDF: what real files hold, and what they get wrong.

use crate::common::{
    Folder, assert_refused_in_line, imported, noted, notes, pose, refused, repaired, scene, shown, world_at,
};
use bristle_formats::{ErrorKind, RobotOptions, import};
use bristle_scene::Scene;
use glam::DVec3;

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.01 0.02 0.03" rpy="0.3 0 0"/><mass value="0.7"/>
      <inertia ixx="0.011" iyy="0.013" izz="0.017" ixy="0.001" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>
  </link>
  <link name="slide.r">
    <inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0.3 -0.7 1.1" rpy="0.1 -0.2 0.3"/><parent link="base"/><child link="upper"/><axis xyz="0 0 2"/>
    <limit lower="-1.1" upper="0.7" effort="30" velocity="2"/><dynamics damping="0.3" friction="0.4"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="upper"/><child link="slide.r"/><axis xyz="0 0 1"/><limit lower="0" upper="0.05" effort="9" velocity="1"/>
    <mimic joint="shoulder" multiplier="-0.05" offset="0.003"/>
  </joint>
</robot>"#;

#[test]
fn joints_mimics_limits_and_inertias_are_those_of_the_file() {
    let scene = scene("arm.urdf", ARM);
    let world = world_at(&scene, &[("upper", 0.4)]);
    let offset = pose(&world, "upper").inverse().transform_point(pose(&world, "slide_r").translation);
    assert!((offset - DVec3::new(0.0, 0.0, -0.05 * 0.4 + 0.003)).length() < 1e-15, "{offset}");
    let upper = scene.data().body("upper").unwrap();
    assert_eq!(upper.joint.limits.unwrap().lower, -1.1);
    let model = shown(scene.build()).model;
    let inertia = model.bodies()[model.body_named("upper").unwrap().0].inertia;
    assert!(
        (inertia.mass - 0.7).abs() < 1e-15
            && (inertia.centre - DVec3::new(0.01, 0.02, 0.03)).length() < 1e-15
    );
    // The tensor is about the axes of its own origin: turning it keeps what is about x and the trace.
    assert!((inertia.about_centre.x_axis.x - 0.011).abs() < 1e-15);
    let trace = inertia.about_centre.x_axis.x + inertia.about_centre.y_axis.y + inertia.about_centre.z_axis.z;
    assert!((trace - 0.041).abs() < 1e-15 && (inertia.about_centre.y_axis.y - 0.013).abs() > 1e-4);
    assert!(noted(&notes("arm.urdf", ARM), &["renamed", "`slide.r`", "`slide_r`"]));
}

#[test]
fn an_impossible_inertia_is_refused_or_repaired_and_said() {
    let text = ARM.replace("izz=\"0.017\"", "izz=\"0.17\"");
    let error = imported("arm.urdf", &text).err().unwrap();
    assert!(
        error.kind() == ErrorKind::OutOfRange && error.to_string().contains("`upper` (arm.urdf:4)"),
        "{error}"
    );
    assert!(noted(&repaired("arm.urdf", &text).notes, &["repaired", "`upper`", "arm.urdf:4"]));
}

#[test]
fn placeholders_and_mimics_of_nothing_are_doubted() {
    let ones = ARM
        .replace(r#"ixx="0.011" iyy="0.013" izz="0.017" ixy="0.001""#, r#"ixx="1" iyy="1" izz="1" ixy="0""#)
        .replace(r#"ixx="1e-4" iyy="1e-4" izz="1e-4""#, r#"ixx="1" iyy="1" izz="1""#);
    assert!(noted(&notes("arm.urdf", &ones), &["doubtful", "1 1 1"]));
    let nobody = ARM.replace(r#"<mimic joint="shoulder""#, r#"<mimic joint="elbow""#);
    assert!(noted(&notes("arm.urdf", &nobody), &["`elbow`"]), "{:?}", notes("arm.urdf", &nobody));
}

#[test]
fn an_inertia_of_nothing_becomes_that_of_the_shapes_if_that_is_wanted() {
    let none = ARM
        .replace(r#"ixx="0.011" iyy="0.013" izz="0.017" ixy="0.001""#, r#"ixx="0" iyy="0" izz="0" ixy="0""#);
    let imported = repaired("arm.urdf", &none);
    assert!(noted(&imported.notes, &["repaired", "`upper`", "shapes"]), "{:?}", imported.notes);
    let model = shown(shown(Scene::from_tree(imported.tree, "arm.urdf")).build()).model;
    let inertia = model.bodies()[model.body_named("upper").unwrap().0].inertia;
    // A box of 0.7 kg and 0.1 by 0.2 by 0.3 m.
    assert!((inertia.about_centre.x_axis.x - 0.7 * (0.04 + 0.09) / 12.0).abs() < 1e-15);
    assert_eq!(inertia.mass, 0.7);
}

#[test]
fn motors_are_those_of_the_transmissions_and_as_strong_as_the_joints_say() {
    let plain = scene(
        "arm.urdf",
        &ARM.replace("<mimic joint=\"shoulder\" multiplier=\"-0.05\" offset=\"0.003\"/>", ""),
    );
    let motors: Vec<(&str, Option<f64>, Option<f64>)> =
        plain.data().motors.iter().map(|of| (of.drives.as_str(), of.max_effort, of.max_speed)).collect();
    assert_eq!(motors, [("upper", Some(30.0), Some(2.0)), ("slide_r", Some(9.0), Some(1.0))]);
    assert!(
        plain.data().motors.iter().all(|of| of.position_gains.is_some()),
        "they can be commanded at once"
    );
    let transmission = r#"<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="shoulder"/><actuator name="m"/></transmission></robot>"#;
    let one = scene("arm.urdf", &ARM.replace("</robot>", transmission));
    let motors: Vec<&str> = one.data().motors.iter().map(|of| of.drives.as_str()).collect();
    assert_eq!(motors, ["upper"], "what follows has no motor");
}

/// A tetrahedron, though its file is called otherwise.
const PLY: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
    element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n\
    3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

#[test]
fn packages_are_found_above_the_file_and_names_may_lie_about_formats() {
    let shape = r#"<collision><geometry><mesh filename="package://my_robot/meshes/hand.STL" scale="0.1 0.2 0.3"/></geometry></collision>"#;
    let text = ARM.replace("<collision><geometry><box size=\"0.1 0.2 0.3\"/></geometry></collision>", shape);
    let folder = Folder::new()
        .with("my_robot/package.xml", "<package><name>my_robot</name></package>")
        .with("my_robot/urdf/arm.urdf", &text)
        .with("my_robot/meshes/hand.STL", PLY);
    let imported = shown(import(&folder.path("my_robot/urdf/arm.urdf"), &RobotOptions::default()));
    assert!(noted(&imported.notes, &["guessed", "hand.STL", "PLY"]), "{:?}", imported.notes);
    shown(shown(Scene::from_tree(imported.tree, "arm.urdf")).build());
    let (kind, _, message) = refused("arm.urdf", &text);
    assert!(kind == ErrorKind::Unreadable && message.contains("--package"), "{message}");
}

/// The same in COLLADA, in centimetres: as in many a robot whose visuals are named .STL.
const COLLADA: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 100 0 0 0 100 0 0 0 100</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"##;

#[test]
fn an_stl_that_is_a_collada_file_is_read_in_its_unit() {
    let shape =
        r#"<collision><geometry><mesh filename="hand.STL" scale="0.1 0.2 0.3"/></geometry></collision>"#;
    let text = ARM.replace("<collision><geometry><box size=\"0.1 0.2 0.3\"/></geometry></collision>", shape);
    assert!(text.contains("hand.STL"));
    let masses = [PLY, COLLADA].map(|mesh| {
        let folder = Folder::new().with("arm.urdf", &text).with("hand.STL", mesh);
        let imported = shown(import(&folder.path("arm.urdf"), &RobotOptions::default()));
        assert!(noted(&imported.notes, &["guessed", "hand.STL"]), "{:?}", imported.notes);
        let model = shown(shown(Scene::from_tree(imported.tree, "arm.urdf")).build()).model;
        let shapes = model.shapes().iter().filter_map(|mounted| match &mounted.shape {
            bristle_geometry::Shape::Mesh(surface) => Some(surface.upper()),
            _ => None,
        });
        shapes.collect::<Vec<_>>()
    });
    assert_eq!(masses[0].len(), 1);
    assert!((masses[0][0] - masses[1][0]).length() < 1e-6, "{masses:?}");
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        (r#"type="prismatic""#, r#"type="screw""#, ErrorKind::OutOfRange),
        (r#"xyz="0.3 -0.7 1.1""#, r#"xyz="0.3 -0.7""#, ErrorKind::OutOfRange),
        (r#"<mass value="0.7"/>"#, r#"<mass value="heavy"/>"#, ErrorKind::OutOfRange),
        (r#"<axis xyz="0 0 2"/>"#, r#"<axis xyz="0 0 nan"/>"#, ErrorKind::OutOfRange),
    ];
    assert_refused_in_line("arm.urdf", ARM, &cases);
}
