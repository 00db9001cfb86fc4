//! What resists in a joint: stops, dry friction, damping, armature, springs.

use crate::mechanics::*;
use bristle_geometry::{Pose, Wrench};
use bristle_world::trajectory::Trapezoid;
use bristle_world::{
    BodyId, DryFriction, Inertia, Joint, Limits, ModelBuilder, Spring, Stepping, Trajectory, World,
};
use glam::DVec3;

const G: f64 = 9.81;
const MASS: f64 = 0.73;
const BOTH: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];

fn lump() -> Inertia {
    awkward(MASS, DVec3::new(0.1, -0.2, 0.05), DVec3::new(0.02, 0.03, 0.04))
}

/// A body on one joint at the world's origin.
fn single(joint: Joint, gravity: f64, stepping: Stepping) -> (World, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::NEG_Z * gravity);
    let id = builder.body(body("body", None, Pose::IDENTITY, joint, lump())).unwrap();
    (World::new(builder.build().unwrap()).with_stepping(stepping), id)
}

fn slide() -> Joint {
    Joint::prismatic(DVec3::Z)
}

fn pull(world: &mut World, id: BodyId, force: f64) {
    world.apply(id, Wrench { force: DVec3::Z * force, ..Default::default() }).unwrap();
}

fn set_speed(world: &mut World, id: BodyId, speed: f64) {
    world.edit(|model, state| state.set_joint_velocity(model, id, &[speed])).unwrap();
}

fn set_place(world: &mut World, id: BodyId, place: f64) {
    world.edit(|model, state| state.set_joint_position(model, id, &[place])).unwrap();
}

#[test]
fn a_soft_stop_holds_the_load_at_the_depth_of_its_stiffness() {
    let limits = Limits { lower: -0.03, upper: 0.11, stiffness: 4300.0, damping: 37.0 };
    for stepping in BOTH {
        for (gravity, end) in [(G, -0.03 - MASS * G / 4300.0), (-G, 0.11 + MASS * G / 4300.0)] {
            let (mut world, id) = single(slide().with_limits(limits), gravity, stepping);
            run(&mut world, 3.0, 3000);
            // Nothing is left of the bounce: exp(−37/0.73/2 · 2.8 s) = 1e-31. Steps are solved to 1e-12 of the forces,
            // and m g/k is 1.7 mm.
            assert_close(world.joint_position(id).unwrap(), end, 5e-15);
            assert_close(world.joint_wrench(id).unwrap().force.z, MASS * gravity, 1e-12);
            let compressed = (MASS * G).powi(2) / (2.0 * 4300.0);
            assert_close(world.energy().elastic, compressed, 1e-12);
        }
    }
}

#[test]
fn a_stop_gives_back_no_more_than_it_took_and_never_holds_on() {
    let limits = Limits { lower: -0.03, upper: 0.11, stiffness: 4300.0, damping: 11.0 };
    let (mut world, id) = single(slide().with_limits(limits), 0.0, Stepping::Newton);
    set_speed(&mut world, id, -1.3);
    let mut energy = world.energy().total();
    let mut fastest = 0.0_f64;
    for _ in 0..3000 {
        world.step(1e-4).unwrap();
        let now = world.energy().total();
        // The force is taken at the mean of both ends, which straddle the stop's edge once on the way in and out: the
        // energy of one step's depth, k (v h)²/8.
        assert!(now <= energy + 4300.0 * (1.3e-4_f64).powi(2) / 8.0, "{now} after {energy}");
        energy = now;
        fastest = fastest.max(world.joint_velocity(id).unwrap());
    }
    // Damped oscillator until the stop would have to pull: e = exp(−ζ(…)). With ζ = c/(2√(km)) the force −kx − cẋ is zero
    // at the phase where tan(ω t) = −2ζ√(1−ζ²)/(1−2ζ²).
    let zeta = 11.0 / (2.0 * (4300.0 * MASS).sqrt());
    let root = (1.0 - zeta * zeta).sqrt();
    let phase = std::f64::consts::PI - (2.0 * zeta * root).atan2(1.0 - 2.0 * zeta * zeta);
    let restitution = (-zeta / root * phase).exp();
    assert_close(fastest / 1.3, restitution, 2e-3); // one step in some 400 of the bounce
    assert!(world.joint_position(id).unwrap() > 0.0);
}

#[test]
fn dry_friction_holds_below_its_force_without_creep_for_a_million_steps() {
    let friction = DryFriction { force: 8.0, stiffness: 5e4 };
    // m g = 7.16 N: nine tenths of what it can hold. Let go at once it swings too far, and slides a little first.
    let (mut world, id) = single(slide().with_friction(friction), G, Stepping::Newton);
    run(&mut world, 2.0, 2000);
    // Then the bristle carries the weight.
    assert_close(world.energy().elastic, (MASS * G).powi(2) / (2.0 * 5e4), 1e-14); // steps are solved to 1e-12
    let held = (world.joint_position(id).unwrap().to_bits(), world.pose(id).unwrap());
    for _ in 0..1_000_000 {
        world.step(1e-3).unwrap();
    }
    assert_eq!(world.joint_velocity(id).unwrap(), 0.0);
    assert_eq!((world.joint_position(id).unwrap().to_bits(), world.pose(id).unwrap()), held);
}

#[test]
fn dry_friction_that_holds_explicitly_does_not_creep_either() {
    // The explicit bristle is a spring without loss: damping (0.8 of the critical) lets it settle without sliding.
    let friction = DryFriction { force: 8.0, stiffness: 5e4 };
    let (mut world, id) = single(slide().with_friction(friction).with_damping(300.0), G, Stepping::Explicit);
    run(&mut world, 2.0, 4000);
    let held = world.joint_position(id).unwrap();
    assert_close(held, -MASS * G / 5e4, 1e-12);
    run(&mut world, 100.0, 200_000);
    // Rounding may toggle the last bit of 1.4e-4 m, but it goes nowhere.
    assert_close(world.joint_position(id).unwrap(), held, 1e-18);
}

#[test]
fn dry_friction_slides_at_its_force_and_brings_to_rest() {
    let friction = DryFriction { force: 3.1, stiffness: 5e4 };
    for stepping in BOTH {
        let (mut world, id) = single(slide().with_friction(friction), 0.0, stepping);
        pull(&mut world, id, 4.4);
        run(&mut world, 0.1, 1000);
        let first = world.joint_velocity(id).unwrap();
        run(&mut world, 0.3, 3000);
        let gained = world.joint_velocity(id).unwrap() - first;
        assert_close(gained, (4.4 - 3.1) / MASS * 0.3, 1e-13);
        // Now without the pull: F/m brings it to rest, after v²m/(2F).
        pull(&mut world, id, 0.0);
        let (from, speed) = (world.joint_position(id).unwrap(), world.joint_velocity(id).unwrap());
        run(&mut world, speed * MASS / 3.1 + 0.3, 6000);
        let travelled = world.joint_position(id).unwrap() - from;
        // To the bristle's reach F/k = 62 µm and to order h of the speed.
        assert_close(travelled, speed * speed * MASS / (2.0 * 3.1), 2e-4);
        if stepping == Stepping::Newton {
            // The bristle's swing dies by k h²/(2m) = 3 % per step; after that not a bit moves.
            run(&mut world, 3.0, 3000);
            let held = world.joint_position(id).unwrap();
            run(&mut world, 1.0, 1000);
            assert_eq!(world.joint_position(id).unwrap(), held);
        }
    }
}

#[test]
fn dry_friction_of_any_stiffness_brings_to_rest() {
    // From as soft as a rubber band to stiffer than the step can see: k h²/m up to 1e7.
    for stiffness in [1e2, 1e5, 1e7, 1e9, 1e13] {
        let (mut world, id) =
            single(slide().with_friction(DryFriction { force: 3.1, stiffness }), 0.0, Stepping::Newton);
        set_speed(&mut world, id, 0.5);
        run(&mut world, 1.0, 1000);
        let expected = 0.25 * MASS / (2.0 * 3.1) + 3.1 / (2.0 * stiffness);
        // A step's travel, and the swing of a soft bristle about where it holds.
        assert_close(world.joint_position(id).unwrap(), expected, 5e-4 + 2.0 * 3.1 / stiffness);
    }
}

#[test]
fn damping_decays_by_the_same_factor_in_every_step() {
    const C: f64 = 1.9;
    for stepping in BOTH {
        let error = |steps: usize| {
            let (mut world, id) = single(slide().with_damping(C), 0.0, stepping);
            set_speed(&mut world, id, 0.7);
            run(&mut world, 0.4, steps);
            let x = 0.4 / steps as f64 * C / MASS;
            // Implicit: v' = v/(1 + x + x²/2), of second order, and nothing is left of a stiff one; explicit: v' = v − x v.
            let factor = if stepping == Stepping::Newton { 1.0 / (1.0 + x + 0.5 * x * x) } else { 1.0 - x };
            assert_close(world.joint_velocity(id).unwrap(), 0.7 * factor.powi(steps as i32), 1e-13);
            (world.joint_velocity(id).unwrap() / 0.7 - (-C / MASS * 0.4).exp()).abs()
        };
        let ratio = error(100) / error(200);
        let expected = if stepping == Stepping::Newton { 4.0 } else { 2.0 };
        assert!((ratio / expected - 1.0).abs() < 0.03, "{stepping:?} {ratio}");
    }
}

#[test]
fn armature_is_inertia_that_weighs_nothing() {
    for stepping in BOTH {
        let (mut world, id) = single(slide().with_armature(0.27), G, stepping);
        run(&mut world, 0.2, 100);
        assert_close(world.joint_velocity(id).unwrap(), -MASS * G / (MASS + 0.27) * 0.2, 1e-13);
        let kinetic = 0.5 * (MASS + 0.27) * world.joint_velocity(id).unwrap().powi(2);
        assert_close(world.energy().kinetic, kinetic, 1e-14);
        // A ball joint has it about each axis.
        let (mut world, id) = single(Joint::ball().with_armature(0.27), 0.0, stepping);
        let torque = DVec3::new(0.1, -0.3, 0.2);
        world.apply(id, Wrench { torque, ..Default::default() }).unwrap();
        world.step(1e-6).unwrap();
        let c = lump().centre;
        let spread = |x: DVec3| x * c.length_squared() - c * c.dot(x);
        let w = world.twist(id).unwrap().angular;
        let momentum = lump().about_centre * w + spread(w) * MASS + w * 0.27;
        assert_close_vec(momentum, torque * 1e-6, 1e-17);
    }
}

#[test]
fn a_spring_swings_at_its_frequency() {
    const K: f64 = 85.0;
    let omega = (K / MASS).sqrt();
    let spring = Spring { stiffness: K, rest: 0.04 };
    // The mean of both ends makes it the trapezoidal rule: no amplitude is lost, and tan(ω'h/2) = ωh/2.
    let (mut world, id) = single(slide().with_spring(spring), 0.0, Stepping::Newton);
    set_place(&mut world, id, 0.07);
    let (h, energy) = (4e-3, world.energy().total());
    let turned = 2.0 * (0.5 * omega * h).atan();
    for step in 1..=20_000 {
        world.step(h).unwrap();
        let expected = 0.04 + 0.03 * (turned * step as f64).cos();
        assert_close(world.joint_position(id).unwrap(), expected, 1e-11);
    }
    assert_close(world.energy().total() / energy, 1.0, 1e-11);
    // Symplectic Euler: 2 sin(ω'h/2) = ωh.
    let (mut world, id) = single(slide().with_spring(spring), 0.0, Stepping::Explicit);
    set_place(&mut world, id, 0.07);
    let turned = 2.0 * (0.5 * omega * h).asin();
    for step in 1..=20_000 {
        world.step(h).unwrap();
        // Positions lag by half a step and are stretched by 1/cos(ω'h/2).
        let phase = turned * (step as f64 + 0.5);
        let expected = 0.04 + 0.03 * phase.cos() / (0.5 * turned).cos();
        assert_close(world.joint_position(id).unwrap(), expected, 1e-11);
    }
}

#[test]
fn a_palm_on_a_spring_sags_under_its_weight_and_more_while_its_arm_speeds_up() {
    const K: f64 = 640.0;
    let lift = Trapezoid { from: 0.2, to: 9.2, start: 2.0, speed: 100.0, acceleration: 2.25 };
    let mut builder = ModelBuilder::new();
    let arm = Joint::prismatic(DVec3::Z).with_motion(Trajectory::trapezoid(lift).unwrap());
    let arm = builder.body(body("arm", None, Pose::IDENTITY, arm, Inertia::ZERO)).unwrap();
    let palm = slide().with_spring(Spring { stiffness: K, rest: 0.0 }).with_damping(20.0);
    let below = Pose::from_translation(DVec3::new(0.1, 0.0, -0.3));
    let palm = builder.body(body("palm", Some(arm), below, palm, lump())).unwrap();
    let model = builder.build().unwrap();
    for stepping in BOTH {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        run(&mut world, 1.9, 1900);
        assert_close(world.joint_position(palm).unwrap(), -MASS * G / K, 1e-11); // exp(−13.7 · 1.9) = 5e-12
        assert_close(world.joint_wrench(arm).unwrap().force.z, MASS * G, 1e-8);
        run(&mut world, 2.0, 2000);
        // It speeds up until t = 4 s.
        assert_close(world.joint_position(palm).unwrap(), -MASS * (G + 2.25) / K, 1e-11);
        assert_close(world.joint_wrench(arm).unwrap().force.z, MASS * (G + 2.25), 1e-7);
        // And it slows down until t = 6 s.
        run(&mut world, 2.0, 2000);
        assert_close(world.joint_position(palm).unwrap(), -MASS * (G - 2.25) / K, 1e-11);
    }
}
