//! A scene that is written in another format and read again is the same scene.

use crate::common::{Folder, scene_differences, shown, worlds_apart, write_exported};
use bristle_formats::{Format, RobotOptions, export, import};
use bristle_scene::{Scene, library};
use std::path::Path;

/// Everything that a scene can say about a robot, with awkward numbers.
pub(crate) const EVERYTHING: &str = r#"
title = "everything"
exclude = [["base", "tip"]]
start = "open"
world = { gravity = [0.3, -0.1, -9.7] }
run = { step = 0.002, duration = 2.0 }

[materials.foam]
preset = "foam_rs_55_066_corrected_per_area"
max_penetration_mm = 3

[bodies.base]
pose = { xyz = [0.3, -0.7, 1.1], rpy = [0.2, 1.5707963267948966, -0.4] }
mass = 2.3
shapes.case = { box = { size = [0.1, 0.2, 0.3] }, colour = [0.2, 0.4, 0.6, 1.0] }
shapes.stand = { cylinder = { radius = 0.03, height = 0.4 }, role = "collision", pose = { xyz = [0, 0, 0.1], rpy = [0.3, 0, 0] } }

[bodies.upper]
parent = "base"
pose = { xyz = [0, 0.1, 0.2], rpy = [0.1, -0.2, 0.3] }
joint_name = "shoulder"
inertia = { mass = 0.7, centre = [0.01, 0.02, 0.03], moments = [0.011, 0.013, 0.017], products = [0.001, -0.002, 0.0005] }
shapes.arm = { capsule = { radius = 0.02, height = 0.2 }, pose = { xyz = [0, 0, 0.1] } }
shapes.look = { mesh = { file = "meshes/tetra.obj", scale = [0.1, 0.2, 0.3] }, role = "visual", colour = [1, 0, 0, 0.5] }
[bodies.upper.joint]
kind = "revolute"
axis = [0.36, -0.48, 0.8]
limits = { range = [-1.1, 0.7], stiffness = 300.0, damping = 2.0 }
damping = 0.3
armature = 0.002
friction = { force = 0.4, stiffness = 500.0 }
spring = { stiffness = 3.0, rest = 0.2 }

[bodies.slide]
parent = "upper"
pose = { xyz = [0, 0, 0.2] }
mass = 0.11
joint = { kind = "prismatic", axis = [0, 0, 1], limits = { range = [0, 0.05] } }
shapes.s = { sphere = { radius = 0.015 } }

[bodies.follower]
parent = "upper"
pose = { xyz = [0.05, 0, 0.2], quat = [0, 0, 1, 0] }
mass = 0.12
joint = { kind = "prismatic", axis = [0, 0, 1], mimic = { body = "slide", ratio = -0.7, offset = 0.003 } }
shapes.s = { ellipsoid = { size = [0.02, 0.03, 0.04] } }

[bodies.wrist]
parent = "slide"
joint = "ball"
mass = 0.05
shapes.s = { sphere = { radius = 0.01 } }

[bodies.tip]
parent = "wrist"
pose = { xyz = [0, 0, 0.03] }
mass = 0.02
shapes.pad = { mesh = { file = "meshes/tetra.obj", unit = "cm" } }

[bodies.crate]
joint = "free"
pose = { xyz = [1, 0, 0.5], rpy = [0.3, 0.2, 0.1] }
mass = 0.4
shapes.s = { box = { size = [0.05, 0.06, 0.07] } }
contact = { material = "foam", edge_radius = 0.002 }

[bodies.floor]
touched_by = "skins"
shapes.s = { half_space = {} }

[skins.pad]
on = "tip"
pose = { xyz = [0, 0, 0.01] }
layout = { grid = { rows = 3, columns = 2, pitch_mm = 3.4 } }
material = "foam"
targets = ["crate"]

[motors.shoulder_motor]
drives = "upper"
max_effort = 30.0
max_speed = 2.0
max_acceleration = 11.0
position_control = { stiffness = 70.0, damping = 1.3, integral = 5.0 }
gear = { ratio = 50, efficiency = 0.8 }

[motors.slide_motor]
drives = "slide"
max_effort = 20.0
velocity_control = { proportional = 3.0, integral = 1.0 }

[sensors.load]
force_torque = { on = "tip", pose = { xyz = [0, 0, 0.001] } }
rate = 500.0

[sensors.turn]
encoder = { of = "upper", noise = 0.001 }

[sensors.ahead]
distance = { on = "tip", range = 0.2 }

[sensors.all]
touch = { skin = "pad" }

[loops.strut]
kind = "ball"
joins = "slide"
to = "follower"
pose = { xyz = [0.01, 0.02, 0.03] }
pose_on_second = { xyz = [0.04, 0.02, 0.03], rpy = [0.1, 0.2, 0.3] }
spring = { stiffness = 2e4, turning_stiffness = 30.0, damping_time = 0.01 }

[loops.hinge]
kind = "pin"
joins = "follower"
to = "tip"
pose = { xyz = [0.01, 0.02, 0.03], rpy = [0.4, 0.2, 0.3] }

[loops.rail]
kind = "slider"
joins = "base"
to = "slide"
pose_on_second = { rpy = [0.4, 0.2, 0.3] }

[loops.table]
kind = "plane"
joins = "crate"
to = "floor"

[loops.bolt]
kind = "weld"
joins = "upper"
to = "follower"
pose = { xyz = [0, 0, 0.3] }

[tendons.rod]
kind = "rod"
joints = { upper = { by = 0.02 }, slide = { by = -1.5 } }
rest_length = 0.001

[tendons.cord]
joints = { upper = { by = -0.007 }, slide = { by = 1.0 } }
rest_length = 0.002
stiffness = 3e3
damping = 0.7

[tendons.soft_rod]
kind = "rod"
joints = { upper = { by = 1.0 } }
stiffness = 2.5
damping = 0.01

[tendons.hard_cord]
joints = { slide = { by = 0.7 } }
rest_length = 0.03

[tendons.grip]
kind = "clutch"
joints = { upper = { by = 1.0 } }
stiffness = 5e3
slips_at = 2.5

[chains.arm]
base = "base"
tip = "tip"
tool = { xyz = [0, 0, 0.02] }
hand = ["slide"]
closing = [-1]

[configurations.open]
positions = { upper = 0.3, slide = 0.02 }
"#;

pub(crate) fn everything(folder: &Folder) -> Scene {
    shown(Scene::parse(EVERYTHING, folder.path("everything.toml")))
}

pub(crate) fn folder() -> Folder {
    Folder::new().with("meshes/tetra.obj", crate::common::tetrahedron(1.0))
}

fn there_and_back(scene: &Scene, format: Format, path: &Path) -> Scene {
    let exported = shown(export(scene, format, path));
    write_exported(path, &exported);
    let imported = shown(import(path, &RobotOptions::default()));
    Scene::from_tree(imported.tree, path)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&exported.content)))
}

pub(crate) fn assert_round_trip(scene: &Scene, format: Format, path: &Path) {
    let again = there_and_back(scene, format, path);
    let found = scene_differences(scene, &again);
    assert!(found.is_empty(), "{format} of {}:\n{}", path.display(), found.join("\n"));
    assert!(worlds_apart(scene, &again, 7) < 1e-12, "{format} of {}", path.display());
}

pub(crate) fn extension(format: Format) -> &'static str {
    match format {
        Format::Urdf => "urdf",
        Format::Mjcf => "mjcf",
        Format::Collada => "dae",
        Format::OpenRave => "xml",
        other => panic!("{other} is not written"),
    }
}

#[test]
fn a_scene_with_everything_comes_back_from_every_format() {
    let folder = folder();
    let scene = everything(&folder);
    for format in Format::WRITTEN {
        // Into the folder of the meshes, and into one that has none.
        for place in ["everything", "elsewhere/everything"] {
            assert_round_trip(&scene, format, &folder.path(&format!("{place}.{}", extension(format))));
        }
    }
}

#[test]
fn every_scene_of_the_library_comes_back_from_every_format() {
    let folder = Folder::new();
    for model in library::list() {
        // Parts name materials or bodies that only a whole scene has.
        let Ok(scene) = Scene::parse(model.text, format!("lib:{}", model.name)) else { continue };
        if scene.data().bodies.is_empty() || scene.build().is_err() {
            continue;
        }
        for format in Format::WRITTEN {
            let name = format!("{}.{}", model.name.replace('/', "-"), extension(format));
            assert_round_trip(&scene, format, &folder.path(&name));
        }
    }
}

#[test]
fn a_change_in_the_written_file_counts() {
    let folder = folder();
    let scene = everything(&folder);
    let path = folder.path("changed.urdf");
    let text = String::from_utf8(shown(export(&scene, Format::Urdf, &path)).content).unwrap();
    let changed = text.replacen("<limit lower=\"-1.1\"", "<limit lower=\"-0.9\"", 1);
    assert_ne!(text, changed, "{text}");
    std::fs::write(&path, changed).unwrap();
    let imported = shown(import(&path, &RobotOptions { skip_missing: true, ..Default::default() }));
    let again = shown(Scene::from_tree(imported.tree, &path));
    assert_eq!(again.data().body("upper").unwrap().joint.limits.unwrap().lower, -0.9);
}
