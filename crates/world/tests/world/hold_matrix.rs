//! What is held stays where it is, to the last bit, however long the step and the hold.

use crate::grippers::material::Texels;
use crate::grippers::pad::{Pad, Rows};
use crate::grippers::parallel::{Drive, Parallel};
use crate::grippers::scene::Scene;
use crate::grippers::thing::Thing;
use bristle_geometry::Pose;
use glam::DVec3;

/// Steps, from fine to coarse [s].
const STEPS: [f64; 3] = [1e-4, 1e-3, 5e-3];

/// Within this time everything has come to rest [s].
const SETTLED_WITHIN: f64 = 10.0;

fn scenes() -> Vec<(&'static str, Scene)> {
    vec![
        ("cube on 10° tilt", Scene::tilted(Thing::cube(0.05, 1.0), 0.05, 10f64.to_radians())),
        ("PG70 with cube", Scene::grasped(&Parallel::pg70(30.0), Thing::cube(0.05, 0.7), 0.05)),
        ("stiff pads", stiff_pads()),
        ("3 kg in 50 g fingers", light_fingers()),
        ("rod off centre", rod_off_centre()),
    ]
}

fn stiff_pads() -> Scene {
    let gripper = Parallel { pad: Pad::STIFF, ..Parallel::pg70(20.0) };
    Scene::grasped(&gripper, Thing::cube(0.04, 0.5), 0.04)
}

fn light_fingers() -> Scene {
    let gripper = Parallel {
        pad: Pad { texels: Texels::HARD_TO_STEP, ..Pad::DSA },
        jaw_mass: 0.05,
        drive: Drive::Sprung { stiffness: 2e4, damping: 10.0, force: 60.0 },
        ..Parallel::pg70(0.0)
    };
    Scene::grasped(&gripper, Thing::cube(0.06, 3.0), 0.06)
}

/// 0.3 kg, 60 mm from the middle of the pads: 0.18 N·m of the 0.49 N·m that the patches could hold.
fn rod_off_centre() -> Scene {
    let gripper = Parallel { pad: Pad { run: Rows::AlongX, ..Pad::DSA }, ..Parallel::pg70(30.0) };
    let rod = Thing::block(DVec3::new(0.2, 0.02, 0.03), 0.3).at(DVec3::new(0.06, 0.0, 0.0));
    Scene::grasped(&gripper, rod, 0.02)
}

/// Steps until the scene rests; asserts that it holds what it held.
fn settle(name: &str, scene: &mut Scene, h: f64) {
    let start = scene.pose().translation;
    let settled = scene.come_to_rest(h, SETTLED_WITHIN);
    assert!(settled.is_some(), "{name} at {h} s is still moving after {SETTLED_WITHIN} s");
    // Held, not lost: it hangs within a millimetre of where it was gripped.
    let sag = (scene.pose().translation - start).length();
    assert!(sag < 1e-3, "{name} at {h} s sagged by {sag} m");
    assert!(scene.presses().iter().all(|&n| n > 1.0), "{name} at {h} s: {:?}", scene.presses());
    println!("{name}, {h} s: at rest after {settled:.4?} s, sagged by {sag:.3e} m");
}

/// A step is a function of state, step length and inputs. If it maps a state, clocks aside, onto itself while the inputs
/// are constant, it will for ever: ten seconds and twenty minutes are then as good as one step. Thousands of further ones
/// are taken to see it, 10⁵ by `scripts/test --all`.
#[test]
fn what_is_held_comes_to_rest_and_then_never_moves_a_bit() {
    let steps = if std::env::var_os("BRISTLE_TEST_ALL").is_some() { 100_000 } else { 5_000 };
    for h in STEPS {
        for (name, mut scene) in scenes() {
            settle(name, &mut scene, h);
            let (rest, pose) = (scene.timeless(), scene.pose());
            for _ in 0..steps {
                scene.step(h);
            }
            assert_eq!(scene.timeless(), rest, "{name} at {h} s");
            assert_eq!(scene.pose(), pose, "{name} at {h} s");
        }
    }
}

/// Far from the origin positions are coarser, and rest is harder to find.
#[test]
fn what_is_held_a_metre_away_comes_to_rest_as_well() {
    for h in STEPS {
        let gripper = Parallel { mount: Pose::from_translation(AWAY), ..Parallel::pg70(30.0) };
        let mut scene = Scene::grasped(&gripper, Thing::cube(0.05, 0.7).at(AWAY), 0.05);
        settle("PG70 a metre away", &mut scene, h);
        let rest = scene.timeless();
        scene.run(1000.0 * h, h);
        assert_eq!(scene.timeless(), rest, "at {h} s");
    }
}

const AWAY: DVec3 = DVec3::new(0.7, -1.1, 0.9);

/// The same by brute force: every step of twenty minutes. Minutes of work, for `scripts/test --all`.
#[test]
#[ignore = "twelve million steps per scene"]
fn twenty_minutes_of_holding_step_by_step() {
    for h in STEPS {
        for (name, mut scene) in scenes() {
            let clock = std::time::Instant::now();
            scene.run(10.0, h);
            let (state, pose) = (scene.timeless(), scene.pose());
            scene.run(1200.0 - 10.0, h);
            let moved = (scene.pose().translation - pose.translation).length();
            println!(
                "{name}, {h} s: moved by {moved:e} m from 10 s to {:.3} s, in {:.1} s",
                scene.world.state().time,
                clock.elapsed().as_secs_f64()
            );
            assert_eq!(moved, 0.0, "{name} at {h} s");
            assert_eq!(scene.timeless(), state, "{name} at {h} s");
        }
    }
}
