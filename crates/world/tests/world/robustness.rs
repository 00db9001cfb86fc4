//! Every step of a grasp converges: fast closing on any shape, hard landings, light fingers with hard damping, at any step.

use crate::grippers::material::Texels;
use crate::grippers::pad::{Pad, Rows};
use crate::grippers::parallel::{Drive, Parallel};
use crate::grippers::scene::Scene;
use crate::grippers::statistics::Statistics;
use crate::grippers::thing::Thing;
use bristle_geometry::Pose;
use bristle_world::{Body, Inertia, Joint, ModelBuilder, World};
use glam::DVec3;

const STEPS: [f64; 4] = [1e-4, 1e-3, 2.5e-3, 5e-3];

/// A thing on the table and the height at which it is gripped [m].
fn things() -> Vec<(&'static str, Thing, f64)> {
    vec![
        ("cube", Thing::cube(0.05, 0.5).at(DVec3::Z * 0.025), 0.03),
        ("sphere", Thing::sphere(0.025, 0.3).at(DVec3::Z * 0.025), 0.025),
        ("cylinder", Thing::cylinder(0.025, 0.08, 0.4).at(DVec3::Z * 0.04), 0.04),
        ("bottle", Thing::bottle(2000, 0.4), 0.125),
    ]
}

/// Steps on until `time`, and says what went wrong, if anything did.
fn follow(world: &mut World, time: f64, h: f64) -> Result<Statistics, String> {
    let mut sum = Statistics::default();
    for _ in 0..(time / h).round() as usize {
        match world.step(h) {
            Ok(report) => sum.take(&report),
            Err(error) => return Err(format!("{error}; {sum}")),
        }
    }
    Ok(sum)
}

/// Closes a gripper at full speed on everything.
fn close_on_everything(gripper: &Parallel, step_lengths: &[f64]) {
    let mut failures = Vec::new();
    for &h in step_lengths {
        for (name, thing, height) in things() {
            let gripper = Parallel { mount: Pose::from_translation(DVec3::Z * height), ..gripper.clone() };
            let mut scene = Scene::on_table(&gripper, thing);
            let start = scene.pose().translation;
            scene.close();
            match follow(&mut scene.world, 1.2, h) {
                Ok(sum) => {
                    println!("{name} at {h} s: {sum}; pressed {:.2?} N", scene.presses());
                    assert!(50 * sum.divided <= sum.steps, "{name} at {h} s: {sum}");
                    // The normals of a round thing lean away from the closing direction: its texels press a little less.
                    for press in scene.presses() {
                        assert!((26.0..31.0).contains(&press), "{name} at {h} s is pressed with {press} N");
                    }
                    let moved = (scene.pose().translation - start).length();
                    assert!(moved < 2e-3, "{name} at {h} s moved by {moved} m");
                }
                Err(error) => failures.push(format!("{name} at {h} s: {error}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn closing_at_full_speed_converges_on_every_shape_at_every_step() {
    close_on_everything(&Parallel::pg70(30.0), &STEPS);
}

#[test]
fn light_fingers_with_hard_damping_converge() {
    let pad = Pad { texels: Texels::HARD_TO_STEP, ..Pad::DSA };
    close_on_everything(&Parallel { pad, jaw_mass: 0.05, ..Parallel::pg70(30.0) }, &STEPS);
}

/// 3 kg held by 50 g fingers on springs, and struck from the side.
#[test]
fn a_blow_on_a_heavy_thing_in_light_fingers_converges() {
    let mut failures = Vec::new();
    for h in STEPS {
        let gripper = Parallel {
            pad: Pad { texels: Texels::HARD_TO_STEP, ..Pad::DSA },
            jaw_mass: 0.05,
            drive: Drive::Sprung { stiffness: 2e4, damping: 10.0, force: 60.0 },
            ..Parallel::pg70(0.0)
        };
        let mut scene = Scene::grasped(&gripper, Thing::cube(0.06, 3.0), 0.06);
        scene.run(0.1, h);
        let thing = scene.thing;
        scene
            .world
            .edit(|model, state| state.set_joint_velocity(model, thing, &[0.3, -0.7, 0.2, 1.1, -0.4, 0.6]))
            .unwrap();
        match follow(&mut scene.world, 0.5, h) {
            Ok(sum) => println!("blow at {h} s: {sum}; now at {}", scene.pose().translation),
            Err(error) => failures.push(format!("blow at {h} s: {error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// From 2 cm onto two stiff pads, flat and with one edge first.
#[test]
fn a_heavy_block_dropped_on_stiff_pads_converges() {
    let mut failures = Vec::new();
    for h in STEPS {
        for tilt in [0.0, 0.07] {
            let mut world = dropped_block(tilt);
            match follow(&mut world, 0.6, h) {
                Ok(sum) => println!("drop, {tilt} rad, at {h} s: {sum}"),
                Err(error) => failures.push(format!("drop, {tilt} rad, at {h} s: {error}")),
            }
            let thing = world.model().body_named("thing").unwrap();
            let height = world.pose(thing).unwrap().translation.z;
            assert!((0.02..0.06).contains(&height), "drop, {tilt} rad, at {h} s: the block is at {height} m");
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn dropped_block(tilt: f64) -> World {
    let mut builder = ModelBuilder::new();
    let texels = Texels { thickness: 8e-3, ..Texels::STIFF };
    // At 0.63 m/s a step of 5 ms goes 3.1 mm.
    let pad = Pad { texels, look_ahead: 4e-3, run: Rows::AlongX, ..Pad::STIFF };
    for (name, x) in [("near", -0.02), ("far", 0.02)] {
        let pose = Pose::from_translation(DVec3::X * x);
        let body =
            Body { name: name.into(), parent: None, pose, joint: Joint::fixed(), inertia: Inertia::ZERO };
        let id = builder.body(body).unwrap();
        let rows_along_y = Pose::from_axis_angle(DVec3::Z, std::f64::consts::FRAC_PI_2);
        builder.skin(id, name, pad.skin(), rows_along_y).unwrap();
    }
    let at = Pose::from_translation(DVec3::Z * 0.045) * Pose::from_axis_angle(DVec3::Y, tilt);
    Thing::block(DVec3::new(0.1, 0.1, 0.05), 3.0).posed(at).mount(&mut builder);
    World::new(builder.build().unwrap())
}
