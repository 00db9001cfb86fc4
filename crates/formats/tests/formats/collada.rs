//! COLLADA 1.5: kinematics, what articulated systems say of axes, and the visual and physics parts that belong to links.

use crate::common::{Folder, apart, noted, notes, pose, refused, scene, shown, world_at};
use bristle_formats::{ErrorKind, RobotOptions, import};
use bristle_geometry::Pose;
use bristle_scene::Scene;
use bristle_scene::data::ShapeKind;
use glam::DVec3;
use std::io::Write as _;

/// An arm as exporters write it: an empty unit, ids with slashes that are there twice, limits in degrees, formulas in radians, and parameters that lead to
/// parameters.
const ARM: &str = r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema" version="1.5.0">
 <asset><unit/><up_axis>Z_UP</up_axis></asset>
 <library_materials><material id="geom"><instance_effect url="#none"/></material></library_materials>
 <library_geometries><geometry id="geom" name="plate"><mesh>
  <source id="geom/positions"><float_array id="geom/positions-array" count="12">0 0 0 0.1 0 0 0 0.1 0 0 0 0.1</float_array>
   <technique_common><accessor source="#geom/positions-array" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="geom/vertices"><input semantic="POSITION" source="#geom/positions"/></vertices>
  <triangles count="4"><input semantic="VERTEX" source="#geom/vertices" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
 </mesh></geometry></library_geometries>
 <library_kinematics_models><kinematics_model id="kmodel" name="arm"><technique_common>
  <joint name="shoulder" sid="joint0"><revolute sid="axis0"><axis>0 0 1</axis><limits><min>-60</min><max>90</max></limits></revolute></joint>
  <joint name="follower" sid="joint1"><revolute sid="axis0"><axis>0 1 0</axis></revolute></joint>
  <link sid="link0" name="base">
   <attachment_full joint="kmodel/joint0"><translate>0 0 0.5</translate><rotate>1 0 0 90</rotate>
    <link sid="link1" name="upper">
     <attachment_full joint="kmodel/joint1"><translate>0.3 0 0</translate><link sid="link2" name="lower"/></attachment_full>
    </link></attachment_full></link>
  <formula sid="formula"><target><param>kmodel/joint1</param></target><technique_common><math xmlns="http://www.w3.org/1998/Math/MathML">
   <apply><plus/><apply><times/><cn>2</cn><csymbol encoding="COLLADA">kmodel/joint0</csymbol></apply><cn>0.1</cn></apply></math></technique_common></formula>
 </technique_common></kinematics_model></library_kinematics_models>
 <library_articulated_systems>
  <articulated_system id="kin"><kinematics>
   <instance_kinematics_model url="#kmodel" sid="inst">
    <newparam sid="kin_model"><SIDREF>kin/inst</SIDREF></newparam><newparam sid="kin_axis"><SIDREF>kin/inst/joint0/axis0</SIDREF></newparam>
    <newparam sid="top"><float>30</float></newparam></instance_kinematics_model>
   <technique_common><axis_info sid="info0" axis="kmodel/joint0/axis0"><active><bool>true</bool></active>
    <limits><min><float>-45</float></min><max><param>kin/top</param></max></limits></axis_info></technique_common>
  </kinematics></articulated_system>
  <articulated_system id="mot"><motion>
   <instance_articulated_system url="#kin"><newparam sid="mot_axis"><SIDREF>kin/kin_axis</SIDREF></newparam></instance_articulated_system>
   <technique_common><axis_info axis="kin/info0"><speed><float>180</float></speed><acceleration><float>90</float></acceleration></axis_info></technique_common>
  </motion></articulated_system></library_articulated_systems>
 <library_kinematics_scenes><kinematics_scene id="kscene">
  <instance_articulated_system url="#mot" sid="body"><newparam sid="s_axis"><SIDREF>mot/mot_axis</SIDREF></newparam><newparam sid="s_model"><SIDREF>kin/kin_model</SIDREF></newparam></instance_articulated_system>
 </kinematics_scene></library_kinematics_scenes>
 <library_visual_scenes><visual_scene id="vscene"><node id="v0" name="base"><node id="v1"><translate>0 0 0.5</translate><rotate>1 0 0 90</rotate>
  <rotate sid="turn">0 0 1 0</rotate><instance_geometry url="#geom"/></node></node></visual_scene></library_visual_scenes>
 <library_physics_models><physics_model id="pmodel">
  <rigid_body sid="rigid1" name="upper"><technique_common><dynamic>true</dynamic><mass>0.7</mass><mass_frame><translate>0.01 0 0.5</translate></mass_frame><inertia>1 1 1</inertia></technique_common></rigid_body>
  <rigid_body sid="rigid2" name="lower"><technique_common><dynamic>true</dynamic><mass>0.2</mass><inertia>1 1 1</inertia></technique_common></rigid_body>
 </physics_model></library_physics_models>
 <library_physics_scenes><physics_scene id="pscene"><instance_physics_model url="#pmodel" parent="#v0">
  <instance_rigid_body body="rigid1" target="#v1"/><instance_rigid_body body="rigid2"/></instance_physics_model>
  <technique_common><gravity>0 0 -9.7</gravity></technique_common></physics_scene></library_physics_scenes>
 <scene><instance_physics_scene url="#pscene"/><instance_visual_scene url="#vscene"/><instance_kinematics_scene url="#kscene">
  <bind_kinematics_model node="v0"><param>s_model</param></bind_kinematics_model>
  <bind_joint_axis target="v1/turn"><axis><param>s_axis</param></axis></bind_joint_axis></instance_kinematics_scene></scene>
</COLLADA>"##;

fn upper(q: f64) -> Pose {
    Pose::from_translation(DVec3::new(0.0, 0.0, 0.5))
        * Pose::from_axis_angle(DVec3::X, 90f64.to_radians())
        * Pose::from_axis_angle(DVec3::Z, q)
}

#[test]
fn limits_are_in_degrees_and_formulas_in_radians() {
    let scene = scene("arm.dae", ARM);
    let world = world_at(&scene, &[("upper", 0.4)]);
    assert!(apart(pose(&world, "upper"), upper(0.4)) < 1e-14);
    let lower = upper(0.4)
        * Pose::from_translation(DVec3::new(0.3, 0.0, 0.0))
        * Pose::from_axis_angle(DVec3::Y, 2.0 * 0.4 + 0.1);
    assert!(apart(pose(&world, "lower"), lower) < 1e-14, "an offset of 0.1 is no degrees");
    let data = scene.data();
    let limits = data.body("upper").unwrap().joint.limits.unwrap();
    assert!((limits.lower + 45f64.to_radians()).abs() < 1e-15, "the system goes before the model");
    assert!((limits.upper - 30f64.to_radians()).abs() < 1e-15, "through a parameter");
    let motor = &data.motors[0];
    assert_eq!((data.motors.len(), motor.drives.as_str()), (1, "upper"), "what follows has no motor");
    assert!((motor.max_speed.unwrap() - std::f64::consts::PI).abs() < 1e-14);
    assert!((motor.max_acceleration.unwrap() - 90f64.to_radians()).abs() < 1e-15);
    assert_eq!(data.world.gravity, DVec3::new(0.0, 0.0, -9.7));
}

#[test]
fn an_empty_unit_is_a_metre_and_others_count_in_every_length() {
    let in_mm = ARM
        .replace("<unit/>", r#"<unit name="millimeter" meter="0.001"/>"#)
        .replace(">0 0 0.5<", ">0 0 500<")
        .replace(">0.3 0 0<", ">300 0 0<")
        .replace("0 0 0 0.1 0 0 0 0.1 0 0 0 0.1", "0 0 0 100 0 0 0 100 0 0 0 100")
        .replace(">0.01 0 0.5<", ">10 0 500<")
        .replace("0 0 -9.7", "0 0 -9700")
        .replace(">1 1 1<", ">1e6 1e6 1e6<");
    let (metres, other) = (scene("arm.dae", ARM), scene("arm.dae", &in_mm));
    assert!(crate::common::worlds_apart(&metres, &other, 3) < 1e-13);
    assert!((other.data().world.gravity.z + 9.7).abs() < 1e-12);
    let inertia = |scene: &Scene| {
        let model = shown(scene.build()).model;
        model.bodies()[model.body_named("upper").unwrap().0].inertia
    };
    let (a, b) = (inertia(&metres), inertia(&other));
    assert!(
        (a.centre - b.centre).length() < 1e-15
            && (a.about_centre.x_axis.x - b.about_centre.x_axis.x).abs() < 1e-12
    );
    let (kind, line, message) = refused("arm.dae", &ARM.replace("<unit/>", r#"<unit meter="-1"/>"#));
    assert_eq!((kind, line), (ErrorKind::OutOfRange, 3), "{message}");
}

#[test]
fn a_mesh_is_found_by_its_kind_where_another_element_has_its_id() {
    let scene = scene("arm.dae", ARM);
    let upper = scene.data().body("upper").unwrap();
    assert!(matches!(upper.shapes[0].kind, ShapeKind::Mesh(_)), "{:?}", upper.shapes);
    assert_eq!(upper.shapes[0].name, "plate");
    assert!(apart(upper.shapes[0].pose, Pose::IDENTITY) < 1e-14);
    // The node's frame is that of the base: masses and centres are said there.
    let model = shown(scene.build()).model;
    let inertia = model.bodies()[model.body_named("upper").unwrap().0].inertia;
    assert!((inertia.centre - DVec3::new(0.01, 0.0, 0.0)).length() < 1e-15, "{}", inertia.centre);
}

#[test]
fn inertias_of_one_are_doubted_and_bad_references_named() {
    assert!(noted(&notes("arm.dae", ARM), &["doubtful", "1 1 1"]));
    let cases = [
        (r#"joint="kmodel/joint1""#, r#"joint="kmodel/joint7""#, ErrorKind::UnknownName),
        (r##"url="#kin">"##, r##"url="#kim">"##, ErrorKind::UnknownName),
        (r##"url="#kmodel" sid"##, r##"url="other.dae#kmodel" sid"##, ErrorKind::UnknownName),
        ("<min><float>-45</float></min>", "<min><float>low</float></min>", ErrorKind::OutOfRange),
        ("<param>kin/top</param>", "<param>kin/bottom</param>", ErrorKind::UnknownName),
        ("<rotate>1 0 0 90</rotate>\n    <link", "<rotate>1 0 0</rotate>\n    <link", ErrorKind::OutOfRange),
    ];
    crate::common::assert_refused_in_line("arm.dae", ARM, &cases);
    let nobody = ARM.replace(
        "<csymbol encoding=\"COLLADA\">kmodel/joint0<",
        "<csymbol encoding=\"COLLADA\">kmodel/joint9<",
    );
    assert!(noted(&notes("arm.dae", &nobody), &["dropped", "`follower`", "joint9"]));
}

#[test]
fn parameters_that_lead_to_themselves_end() {
    let ring = ARM
        .replace("<SIDREF>kin/kin_axis</SIDREF>", "<SIDREF>mot/mot_axis</SIDREF>")
        .replace(r#"<newparam sid="top"><float>30</float>"#, r#"<newparam sid="top"><param>kin/top</param>"#);
    let (kind, _, message) = refused("arm.dae", &ring);
    assert!([ErrorKind::Cycle, ErrorKind::UnknownName, ErrorKind::OutOfRange].contains(&kind), "{message}");
}

#[test]
fn an_archive_is_read_by_its_manifest() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let manifest = "<?xml version='1.0'?><dae_root>./inner/arm.dae#vscene</dae_root>";
    for (name, content) in [("other.dae", "<COLLADA/>"), ("manifest.xml", manifest), ("inner/arm.dae", ARM)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    let folder = Folder::new().with("arm.zae", zip.finish().unwrap().into_inner());
    let imported = shown(import(&folder.path("arm.zae"), &RobotOptions::default()));
    assert!(shown(Scene::from_tree(imported.tree, "arm.zae")).data().body("lower").is_some());
}

#[test]
fn a_joint_that_is_begun_and_ended_apart_closes_a_loop() {
    let joint = r#"<joint name="closing" sid="joint2"><revolute sid="axis0"><axis>0 1 0</axis></revolute></joint>
  <link sid="link0" name="base"><attachment_start joint="kmodel/joint2"><translate>0.1 0 0</translate></attachment_start>"#;
    let text = ARM
        .replace(r#"<link sid="link0" name="base">"#, joint)
        .replace(
            r#"<link sid="link2" name="lower"/>"#,
            r#"<link sid="link2" name="lower"><attachment_end joint="kmodel/joint2"><translate>0 0 0.2</translate></attachment_end></link>"#,
        );
    let scene = scene("arm.dae", &text);
    let [of] = scene.data().loops.as_slice() else { panic!("{:?}", scene.data().loops) };
    assert_eq!(
        (of.name.as_str(), of.kind.as_str(), of.joins.as_str(), of.to.as_str()),
        ("closing", "pin", "base", "lower")
    );
    assert!((of.pose.translation - DVec3::new(0.1, 0.0, 0.0)).length() < 1e-15);
    assert!((of.pose_on_second.translation - DVec3::new(0.0, 0.0, 0.2)).length() < 1e-15);
    assert!(
        (of.pose_on_second.transform_vector(DVec3::Z) - DVec3::Y).length() < 1e-15,
        "a pin turns about its z axis"
    );
}
