//! A cube between two pads sags by m g/(2 N σ₀), in whatever direction gravity pulls.

use crate::support::G;
use crate::support::bodies::{TEXELS, cube, free, pad, under_gravity, weightless};
use crate::support::material::weighing_pad;
use crate::support::passing::{pass, ways};
use bristle_geometry::{Pose, Wrench};
use bristle_world::trajectory::Waypoint;
use bristle_world::{Body, BodyId, Inertia, Joint, ModelBuilder, SkinId, Stepping, Trajectory, World};
use glam::{DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;

const SIDE: f64 = 0.05;
const MASS: f64 = 0.3;
const SQUEEZE: f64 = 30.0;
const SIGMA0: f64 = 2e4;

struct Gripper {
    world: World,
    hand: BodyId,
    cube: BodyId,
    pads: [SkinId; 2],
}

/// A pad that looks along `looks`.
fn mount(builder: &mut ModelBuilder, body: BodyId, name: &str, looks: DVec3) -> SkinId {
    let turned = Pose::new(glam::DQuat::from_rotation_arc(DVec3::Z, looks), DVec3::ZERO);
    builder.skin(body, name, pad(weighing_pad()), turned).unwrap()
}

/// Where the cube is held \[m\].
const PLACE: DVec3 = DVec3::new(0.3, -0.7, 1.1);

/// Two jaws on a wrist that moves as told: one fixed to it, one pressed along x by [`SQUEEZE`]. They hold the cube at the
/// end of an arm.
fn gripper(mut builder: ModelBuilder, wrist: Joint, arm: DVec3) -> Gripper {
    let add = |builder: &mut ModelBuilder, name: &str, parent, pose, joint, mass| {
        let about_centre = glam::DMat3::from_diagonal(DVec3::splat(1e-4 * mass));
        let inertia = Inertia { mass, centre: DVec3::ZERO, about_centre };
        builder.body(Body { name: name.into(), parent, pose, joint, inertia }).unwrap()
    };
    let hand = add(&mut builder, "hand", None, Pose::from_translation(PLACE - arm), wrist, 0.5);
    // Squeezed already: both pads are compressed as much as the force will keep them.
    let reach = 0.5 * SIDE - SQUEEZE / (TEXELS * 1000.0);
    let at = |x: f64| Pose::from_translation(arm + DVec3::X * x);
    let anvil = add(&mut builder, "anvil", Some(hand), at(-reach), Joint::fixed(), 0.05);
    let jaw = add(&mut builder, "jaw", Some(hand), at(reach), Joint::prismatic(DVec3::X), 0.05);
    let pads =
        [mount(&mut builder, anvil, "left", DVec3::X), mount(&mut builder, jaw, "right", DVec3::NEG_X)];
    let cube = free(&mut builder, "cube", cube(SIDE), MASS, Pose::from_translation(PLACE));
    let mut world = World::new(builder.build().unwrap());
    world.apply(jaw, Wrench { force: DVec3::NEG_X * SQUEEZE, ..Default::default() }).unwrap();
    Gripper { world, hand, cube, pads }
}

impl Gripper {
    fn sag(&self) -> DVec3 {
        self.world.pose(self.cube).unwrap().translation - PLACE
    }
}

#[test]
fn a_gripped_cube_sags_by_its_weight_over_both_pads() {
    // Half the limit: 2 N σ₁/m = 11200/s, with rocking 1.6 times as much, allows about 0.1 ms.
    for (stepping, h) in ways(5e-5) {
        let mut gripper = gripper(under_gravity(), Joint::fixed(), DVec3::ZERO);
        gripper.world = gripper.world.with_stepping(stepping);
        pass(&mut gripper.world, h, 0.2);
        let expected = MASS * G / (2.0 * TEXELS * SIGMA0);
        let sag = gripper.sag();
        let error = (sag + DVec3::Z * expected).length() / expected;
        assert!(error < 1e-6, "{stepping:?}, {h} s: sags by {sag}, not {expected} m: off by {error:e}");
        for pad in gripper.pads {
            let force = gripper.world.reading(pad).unwrap().pairs[0].wrench_on_target_w.force;
            assert!((force.x.abs() / SQUEEZE - 1.0).abs() < 1e-9, "{stepping:?}, {h} s: {force}");
            assert!((force.z / (0.5 * MASS * G) - 1.0).abs() < 1e-9, "{stepping:?}, {h} s: {force}");
        }
    }
}

#[test]
fn turning_the_gripper_turns_the_sag_with_gravity() {
    for (turn, name) in [(FRAC_PI_2, "90"), (2.0 * FRAC_PI_2, "180")] {
        for (stepping, h) in [
            (Stepping::Newton, 1e-3),
            (Stepping::Newton, 5e-3),
            (Stepping::Newton, 1e-4),
            (Stepping::Newton, 5e-4),
            (Stepping::Explicit, 5e-5),
            (Stepping::Explicit, 2.5e-5),
        ] {
            let path = [(0.2, 0.0), (0.7, turn)].map(|(time, position)| Waypoint { time, position });
            let wrist = Joint::revolute(DVec3::X).with_motion(Trajectory::waypoints(&path).unwrap());
            let mut gripper = gripper(under_gravity(), wrist, DVec3::ZERO);
            gripper.world = gripper.world.with_stepping(stepping);
            pass(&mut gripper.world, h, 1.0);
            let expected = MASS * G / (2.0 * TEXELS * SIGMA0);
            let sag = gripper.sag();
            // The bristles never slipped, so nothing of the old direction is left.
            let error = (sag + DVec3::Z * expected).length() / expected;
            // Of second order in the 16 mrad that the hand turns in 5 ms, over some 100 such steps; and 2e-5 for texels
            // that slip at the rim.
            let allowed = 2e-5 + 100.0 * (h * 3.3) * (h * 3.3);
            assert!(
                error < allowed,
                "{name}°, {stepping:?}, {h} s: sags by {sag}, not {expected}: off by {error:e}"
            );
        }
    }
}

#[test]
fn a_hand_that_swings_does_not_lose_its_hold() {
    let arm = dvec3(0.0, 0.5, 0.0);
    for (stepping, h) in [(Stepping::Newton, 1e-3), (Stepping::Newton, 5e-3), (Stepping::Explicit, 5e-5)] {
        // 3 rad in a second, along and across the pads' long sides: at its fastest the cube pulls with 1.6 g.
        let path = [(0.1, 0.0), (1.1, 3.0)].map(|(time, position)| Waypoint { time, position });
        let wrist = Joint::revolute(DVec3::X).with_motion(Trajectory::waypoints(&path).unwrap());
        let mut gripper = gripper(weightless(), wrist, arm);
        gripper.world = gripper.world.with_stepping(stepping);
        pass(&mut gripper.world, h, 1.5);
        let world = &gripper.world;
        let held = world.pose(gripper.hand).unwrap().inverse() * world.pose(gripper.cube).unwrap();
        let moved = (held.translation - arm).length();
        // Nothing pulls in the end, so the bristles, bent by m ω² r/(2 N σ₀) = 2 µm on the way, are straight again. A step
        // follows a circle to the second order: it lags by ω³ r h²/24 per second. For a motion of least jerk by φ in T,
        // ∫ω³ = 27000 φ³/T² · 6! 6!/13!.
        let lag = 27000.0 * 27.0 * 8.325e-5 * 0.5 * h * h / 24.0;
        let allowed = 1.05 * lag + 1e-10;
        assert!(moved < allowed, "{stepping:?}, {h} s: moved by {moved:e} m");
    }
}
