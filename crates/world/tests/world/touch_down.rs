//! Touch-down never gives energy, however stiff the contact is for the step (TD-1, TD-3).

use crate::support::bodies::{TEXELS, body, cuboid, fixed_pad, free, pad, under_gravity, weightless};
use crate::support::material::{bristles, elasto_plastic, frictionless, per_texel};
use bristle_contact::{Exponent, HuntCrossley, LinearSpringDamper, NormalLaw, PowerLaw};
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, Mass, Stepping, World};
use glam::{DVec3, dvec3};

const MASS: f64 = 0.37;
const HALF: DVec3 = dvec3(0.04, 0.03, 0.008);
/// How often a stiff contact swings \[rad/s\].
const OMEGA: f64 = 700.0;
/// Phases of the step at which contact begins.
const PHASES: usize = 9;

/// A plate on its way to the pad.
fn falling(normal: NormalLaw, speed: f64, gap: f64) -> (World, BodyId) {
    let mut builder = weightless();
    fixed_pad(&mut builder, Pose::IDENTITY, frictionless(normal));
    let plate =
        free(&mut builder, "plate", cuboid(HALF), MASS, Pose::from_translation(DVec3::Z * (HALF.z + gap)));
    let mut world = World::new(builder.build().unwrap()).with_stepping(Stepping::Newton);
    let v = [0.0, 0.0, -speed, 0.0, 0.0, 0.0];
    world.edit(|model, state| state.set_joint_velocity(model, plate, &v)).unwrap();
    (world, plate)
}

/// Worst rebound ÷ impact over the phases of the step.
fn worst_rebound(normal: &NormalLaw, swings: f64) -> f64 {
    let h = swings / OMEGA;
    // Within the look-ahead, and not deeper than the pad.
    let speed = (1e-3 / h).min(1e-3 * OMEGA);
    let rebound = |phase: usize| {
        let gap = speed * h * (phase as f64 + 0.5) / PHASES as f64;
        let (mut world, plate) = falling(normal.clone(), speed, gap);
        let steps = (20.0 / swings).ceil() as usize + 40;
        let mut fastest = 0.0_f64;
        for _ in 0..steps {
            world.step(h).unwrap();
            fastest = fastest.max(world.twist(plate).unwrap().linear.z);
        }
        fastest / speed
    };
    (0..PHASES).map(rebound).fold(0.0, f64::max)
}

/// What a spring and damper that never pulls throws back.
fn closed_form(zeta: f64) -> f64 {
    let root = (1.0 - zeta * zeta).abs().sqrt();
    let angle = if zeta < 1.0 { (2.0 * zeta * zeta - 1.0).acos() } else { (2.0 * zeta * zeta - 1.0).acosh() };
    if zeta == 1.0 { (-2.0_f64).exp() } else { (-zeta / root * angle).exp() }
}

fn linear(zeta: f64) -> NormalLaw {
    let k = MASS * OMEGA * OMEGA / TEXELS;
    LinearSpringDamper::new(k, 2.0 * zeta * k / OMEGA).unwrap().into()
}

#[test]
fn rebound_never_exceeds_impact_and_follows_the_closed_form_where_it_is_resolved() {
    for zeta in [0.0, 0.1, 0.3, 1.0, 2.0] {
        for swings in [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 700.0] {
            let rebound = worst_rebound(&linear(zeta), swings);
            let exact = closed_form(zeta);
            println!("ζ {zeta}, ωh {swings}: {rebound:.4} ({exact:.4})");
            assert!(rebound <= 1.0 + 1e-9, "ζ {zeta}, ωh {swings}: {rebound}");
            if swings <= 0.1 {
                assert!(
                    (rebound / exact - 1.0).abs() <= 0.01,
                    "ζ {zeta}, ωh {swings}: {rebound}, not {exact}"
                );
            }
            if swings >= 30.0 {
                assert!(rebound < 0.05, "ζ {zeta}, ωh {swings}: {rebound} does not settle");
            }
        }
    }
}

#[test]
fn no_law_gives_energy() {
    // As stiff as the linear one at a millimetre.
    let k = MASS * OMEGA * OMEGA / TEXELS;
    let hertz = k * 1e-3_f64.powf(-0.5);
    for (name, law) in [
        ("Hunt and Crossley", NormalLaw::from(HuntCrossley::new(hertz, Exponent::HERTZ, 0.0).unwrap())),
        ("Hunt and Crossley, damped", HuntCrossley::new(hertz, Exponent::HERTZ, 3.0).unwrap().into()),
        ("power law", PowerLaw::new(k * 1e3, Exponent::new(2.0).unwrap(), 0.0).unwrap().into()),
    ] {
        for swings in [0.1, 1.0, 3.0, 10.0, 100.0, 700.0] {
            let rebound = worst_rebound(&law, swings);
            println!("{name}, ωh {swings}: {rebound:.4}");
            assert!(rebound <= 1.0 + 1e-9, "{name}, ωh {swings}: {rebound}");
        }
    }
}

/// From half a gram to a third of a kilogram on texels of 1e5 N/m, which no usual step resolves: ωh is 15 to 3000.
#[test]
fn what_is_let_go_above_a_hard_pad_comes_to_rest() {
    let k = 1e5;
    for mass in [0.5e-3, 2e-3, 1e-2, 0.1, 0.37] {
        for (zeta, h) in [(0.0, 1e-3), (0.1, 1e-3), (0.1, 2e-3), (1.0, 5e-3)] {
            for gap in [0.0, 1e-4, 1e-3] {
                let damping = 2.0 * zeta * (k * mass / TEXELS).sqrt();
                let mut builder = under_gravity();
                let pad = per_texel(k, damping, elasto_plastic(bristles(2e4, 20.0, 0.6)));
                fixed_pad(&mut builder, Pose::IDENTITY, pad);
                let pose = Pose::from_translation(DVec3::Z * (HALF.z + gap));
                let plate = free(&mut builder, "plate", cuboid(HALF), mass, pose);
                let mut world = World::new(builder.build().unwrap()).with_stepping(Stepping::Newton);
                let mut highest = f64::NEG_INFINITY;
                for _ in 0..(1.0 / h) as usize {
                    world.step(h).unwrap();
                    highest = highest.max(world.pose(plate).unwrap().translation.z - HALF.z);
                }
                let named = format!("{mass} kg, ζ {zeta}, {h} s, let go at {gap} m");
                assert!(highest <= gap + 1e-12, "{named}: rises to {highest:e} m");
                let sag = HALF.z - world.pose(plate).unwrap().translation.z;
                let expected = mass * crate::support::G / (TEXELS * k);
                assert!((sag / expected - 1.0).abs() < 1e-6, "{named}: sags by {sag:e}, not {expected:e} m");
                let speed = world.twist(plate).unwrap().linear.length();
                assert!(speed < 1e-12, "{named}: still moves at {speed:e} m/s");
            }
        }
    }
}

/// A pad and a plate, both free, of any masses: they part no faster than they met.
#[test]
fn two_bodies_part_no_faster_than_they_met() {
    for ratio in [1e-3, 0.1, 1.0, 10.0, 1e3] {
        for zeta in [0.0, 0.3] {
            for swings in [0.03, 0.3, 1.0, 3.0, 10.0, 100.0, 700.0] {
                let (m1, m2) = (MASS, MASS * ratio);
                let reduced = m1 * m2 / (m1 + m2);
                let k = reduced * OMEGA * OMEGA / TEXELS;
                let normal = LinearSpringDamper::new(k, 2.0 * zeta * k / OMEGA).unwrap();
                let h = swings / OMEGA;
                let speed = (1e-3 / h).min(1e-3 * OMEGA);
                for phase in 0..3 {
                    let gap = speed * h * (f64::from(phase) + 0.5) / 3.0;
                    let mut builder = weightless();
                    let inertia = Inertia::of_shape(&cuboid(HALF), Mass::Total(m1)).unwrap();
                    let carrier = body(&mut builder, "pad", Pose::IDENTITY, Joint::free(), inertia);
                    builder.skin(carrier, "pad", pad(frictionless(normal.into())), Pose::IDENTITY).unwrap();
                    let pose = Pose::from_translation(DVec3::Z * (HALF.z + gap));
                    let plate = free(&mut builder, "plate", cuboid(HALF), m2, pose);
                    let mut world = World::new(builder.build().unwrap());
                    let v = [0.0, 0.0, -speed, 0.0, 0.0, 0.0];
                    world.edit(|model, state| state.set_joint_velocity(model, plate, &v)).unwrap();
                    let mut fastest = 0.0_f64;
                    for _ in 0..(20.0 / swings).ceil() as usize + 40 {
                        world.step(h).unwrap();
                        let apart =
                            world.twist(plate).unwrap().linear.z - world.twist(carrier).unwrap().linear.z;
                        fastest = fastest.max(apart);
                    }
                    let named = format!("{m1} and {m2} kg, ζ {zeta}, ωh {swings}, phase {phase}");
                    assert!(fastest <= speed * (1.0 + 1e-9), "{named}: {}", fastest / speed);
                }
            }
        }
    }
}
