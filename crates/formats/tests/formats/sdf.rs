//! SDF: frames relative to frames, loops, and what a missing element means.

use crate::common::{apart, assert_refused_in_line, noted, notes, pose, refused, scene, world_at};
use bristle_formats::ErrorKind;
use bristle_geometry::Pose;
use glam::DVec3;

const LINKAGE: &str = r#"<?xml version="1.0"?>
<sdf version="1.9"><model name="linkage"><static>false</static>
 <link name="base"><inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
 <link name="crank"><pose relative_to="hinge"/><inertial><pose>0.05 0 0 0 0 0</pose><mass>0.1</mass><inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial></link>
 <link name="rocker"><pose relative_to="base">0.3 0 0.1 0 0 0</pose><inertial><mass>0.1</mass><inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial></link>
 <link name="coupler"><pose relative_to="crank">0.1 0 0 0 0 0</pose><inertial><mass>0.1</mass><inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial></link>
 <joint name="stand" type="fixed"><parent>world</parent><child>base</child></joint>
 <joint name="hinge" type="revolute"><pose relative_to="base">0 0 0.1 0 0.3 0</pose><parent>base</parent><child>crank</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper><effort>3</effort></limit></axis></joint>
 <joint name="second" type="revolute"><parent>base</parent><child>rocker</child><axis><xyz>0 1 0</xyz></axis></joint>
 <joint name="third" type="revolute"><parent>crank</parent><child>coupler</child><axis><xyz>0 1 0</xyz></axis></joint>
 <joint name="closing" type="revolute"><pose>0.02 0 0 0 0 0</pose><parent>rocker</parent><child>coupler</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"#;

#[test]
fn frames_are_relative_to_frames_and_a_second_parent_closes_a_loop() {
    let scene = scene("linkage.sdf", LINKAGE);
    let world = world_at(&scene, &[("crank", 0.4)]);
    let hinge = Pose::from_translation(DVec3::new(0.0, 0.0, 0.1)) * Pose::from_axis_angle(DVec3::Y, 0.3);
    let crank = hinge * Pose::from_axis_angle(DVec3::Y, 0.4);
    assert!(apart(pose(&world, "crank"), crank) < 1e-14);
    let [of] = scene.data().loops.as_slice() else { panic!("{:?}", scene.data().loops) };
    assert_eq!((of.kind.as_str(), of.joins.as_str(), of.to.as_str()), ("pin", "rocker", "coupler"));
    assert!(
        (of.pose_on_second.translation - DVec3::new(0.02, 0.0, 0.0)).length() < 1e-14,
        "{:?}",
        of.pose_on_second
    );
    // Both frames are one while all joints are at zero.
    let zero = world_at(&scene, &[]);
    let ends = [pose(&zero, "rocker") * of.pose, pose(&zero, "coupler") * of.pose_on_second];
    assert!(apart(ends[0], ends[1]) < 1e-14);
}

#[test]
fn what_is_not_said_is_guessed_and_said() {
    let bare = LINKAGE.replace(
        "<inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>",
        "",
    );
    assert!(noted(&notes("linkage.sdf", &bare), &["guessed", "1 kg"]));
    let ring = LINKAGE.replace(
        r#"<pose relative_to="base">0.3 0 0.1 0 0 0</pose>"#,
        r#"<pose relative_to="coupler">0.3 0 0.1 0 0 0</pose>"#,
    );
    let ring = ring.replace(r#"<pose relative_to="crank">"#, r#"<pose relative_to="rocker">"#);
    assert_eq!(refused("linkage.sdf", &ring).0, ErrorKind::Cycle);
}

#[test]
fn mistakes_name_their_line() {
    let cases = [
        (r#"name="second" type="revolute""#, r#"name="second" type="rubber""#, ErrorKind::OutOfRange),
        (r#"relative_to="crank""#, r#"relative_to="crane""#, ErrorKind::UnknownName),
        ("<mass>2</mass>", "<mass>two</mass>", ErrorKind::OutOfRange),
    ];
    assert_refused_in_line("linkage.sdf", LINKAGE, &cases);
}
