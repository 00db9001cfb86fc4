//! Boxes picked up from a hard table by two pads on jaws that press with a force, at any stiffness and step.

use crate::support::G;
use crate::support::bodies::{coat, cuboid, free, looking_ahead, table, under_gravity};
use crate::support::material::{bristles, elasto_plastic, per_area, per_texel};
use bristle_geometry::{Pose, Wrench};
use bristle_skin::{Skin, SkinLayout};
use bristle_world::trajectory::Trapezoid;
use bristle_world::{Body, Inertia, Joint, Mass, Trajectory, World};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;

const HALF: DVec3 = dvec3(0.015, 0.02, 0.02);
const JAW: DVec3 = dvec3(4e-3, 0.016, 0.012);
const LIFT: f64 = 0.05;
const ROWS: usize = 9;
const COLUMNS: usize = 7;
const PITCH: f64 = 3e-3;

/// How far the box is lifted, and how fast it still moves, after the lift.
fn lifted(mass: f64, k: f64, zeta: f64, h: f64) -> (f64, f64) {
    let mut builder = under_gravity();
    table(&mut builder, Pose::IDENTITY);
    let block = free(&mut builder, "box", cuboid(HALF), mass, Pose::from_translation(DVec3::Z * HALF.z));
    let hard = per_area(1e9, 1e5, elasto_plastic(bristles(1e9, 1e5, 0.5)));
    coat(&mut builder, block, hard);
    let rise = Trapezoid { from: 0.0, to: LIFT, start: 0.4, speed: 0.2, acceleration: 1.0 };
    let carriage = builder
        .body(Body {
            name: "carriage".into(),
            parent: None,
            pose: Pose::from_translation(DVec3::Z * HALF.z),
            joint: Joint::prismatic(DVec3::Z).with_motion(Trajectory::trapezoid(rise).unwrap()),
            inertia: Inertia::ZERO,
        })
        .unwrap();
    let shape = cuboid(JAW);
    let jaw_mass = 0.2;
    // The whole pad, of a box that weighs on it: critical at ζ = 1.
    let damping = 2.0 * zeta * (k * mass / (ROWS * COLUMNS) as f64).sqrt();
    let jaws = [("left", -1.0), ("right", 1.0)].map(|(name, side)| {
        let jaw = Body {
            name: name.into(),
            parent: Some(carriage),
            pose: Pose::from_translation(DVec3::X * side * (HALF.x + JAW.x + 2e-3)),
            joint: Joint::prismatic(DVec3::X),
            inertia: Inertia::of_shape(&shape, Mass::Total(jaw_mass)).unwrap(),
        };
        let jaw = builder.body(jaw).unwrap();
        builder.shape(jaw, name, shape.clone(), Pose::IDENTITY).unwrap();
        let pad = per_texel(k, damping, elasto_plastic(bristles(k, damping, 0.8)));
        let pad = Skin::new(&SkinLayout::grid(ROWS, COLUMNS, PITCH).unwrap(), pad, looking_ahead()).unwrap();
        let inwards = Pose::new(DQuat::from_rotation_y(-side * FRAC_PI_2), DVec3::NEG_X * side * JAW.x);
        builder.skin(jaw, format!("{name} pad"), pad, inwards).unwrap();
        (jaw, side)
    });
    let mut world = World::new(builder.build().unwrap());
    let grip = 2.0 * mass * G / (2.0 * 0.8) + 1.0;
    for (jaw, side) in jaws {
        world.apply(jaw, Wrench { force: DVec3::NEG_X * side * grip, ..Default::default() }).unwrap();
    }
    for _ in 0..(1.5 / h) as usize {
        world.step(h).unwrap();
    }
    let moved = world.twist(block).unwrap().linear.length();
    (world.pose(block).unwrap().translation.z - HALF.z, moved)
}

/// 48 of them: 20 g and half a kilogram, texels of 3 kN/m to 100 kN/m, damped with ζ 0.5 and 2, steps of 0.2 to 2 ms.
#[test]
fn boxes_are_lifted_from_a_hard_table_at_any_stiffness_and_step() {
    let mut failed = Vec::new();
    for mass in [0.02, 0.5] {
        for k in [3e3, 2e4, 1e5] {
            for zeta in [0.5, 2.0] {
                for h in [2e-4, 5e-4, 1e-3, 2e-3] {
                    let (height, speed) = lifted(mass, k, zeta, h);
                    // The pads give way by m g/(2 N σ₀), a tenth of a millimetre at most.
                    if !((height - LIFT).abs() < 1e-3 && speed < 1e-3) {
                        failed.push(format!(
                            "{mass} kg, {k} N/m, ζ {zeta}, {h} s: {height:.5} m, {speed:.1e} m/s"
                        ));
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{} of 48:\n{}", failed.len(), failed.join("\n"));
}
