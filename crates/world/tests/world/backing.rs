//! A pad rests on its backing: nothing passes, and what is read saturates.

use crate::support::G;
use crate::support::bodies::{TEXELS, cuboid, fixed_pad, free, under_gravity};
use crate::support::material::{THICKNESS, bristles, elasto_plastic, per_texel};
use bristle_geometry::Pose;
use bristle_world::{BodyId, SkinId, World};
use glam::{DVec3, dvec3};

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found / expected - 1.0).abs() <= tolerance, "{found}, not {expected}");
}

const K: f64 = 150.0;
const HALF: DVec3 = dvec3(0.05, 0.04, 0.05);

/// A block let fall from `height` onto a soft pad.
fn block_above_pad(mass: f64, height: f64) -> (World, BodyId, SkinId) {
    let mut builder = under_gravity();
    let foam = per_texel(K, 0.01 * K, elasto_plastic(bristles(300.0, 0.5, 0.6)));
    let pad = fixed_pad(&mut builder, Pose::IDENTITY, foam);
    let pose = Pose::from_translation(DVec3::Z * (HALF.z + height));
    let block = free(&mut builder, "block", cuboid(HALF), mass, pose);
    (World::new(builder.build().unwrap()), block, pad)
}

/// `m g = N (k h_max + k_b (p − h_max))` with `k_b = 10³ k`; the elastic reading stays at `k h_max` per texel.
#[test]
fn load_beyond_the_pad_rests_on_its_backing_and_the_reading_saturates() {
    for mass in [24.0, 60.0] {
        for h in [2e-4, 1e-3, 5e-3] {
            let (mut world, block, pad) = block_above_pad(mass, 0.0);
            let mut lowest = 0.0_f64;
            for _ in 0..(12.0 / h) as usize {
                world.step(h).unwrap();
                lowest = lowest.min(world.pose(block).unwrap().translation.z - HALF.z);
            }
            let held = TEXELS * K * THICKNESS;
            let beyond = (mass * G - held) / (TEXELS * K * 1e3);
            let depth = HALF.z - world.pose(block).unwrap().translation.z;
            println!("{mass} kg, {h} s: {depth:.9} m, at worst {lowest:.6} m");
            // 1e-7 of a bounce of a tenth of a millimetre is left.
            assert_close(depth, THICKNESS + beyond, 1e-8);
            assert!(-lowest < 2.0 * THICKNESS, "{mass} kg at {h} s sinks {lowest} m");
            let reading = world.reading(pad).unwrap();
            assert_close(reading.texels.iter().map(|t| t.elastic_force).sum(), held, 1e-12);
            assert_close(reading.total_normal_force(), mass * G, 1e-4);
        }
    }
}

/// Sixty kilograms from twenty centimetres: 2 m/s, which the foam alone does not stop.
#[test]
fn nothing_passes_a_pad_that_bottoms_out() {
    for (mass, height) in [(60.0, 0.2), (5.0, 0.2), (0.5, 0.2), (60.0, 0.01)] {
        for h in [5e-4, 1e-3, 2e-3] {
            let (mut world, block, _) = block_above_pad(mass, height);
            let (mut lowest, mut highest) = (f64::INFINITY, 0.0_f64);
            for _ in 0..(4.0 / h) as usize {
                world.step(h).unwrap();
                let z = world.pose(block).unwrap().translation.z - HALF.z;
                lowest = lowest.min(z);
                if lowest < 0.0 {
                    highest = highest.max(z);
                }
            }
            let named = format!("{mass} kg from {height} m at {h} s");
            println!("{named}: down to {lowest:.6} m, up to {highest:.6} m");
            assert!(lowest > -2.0 * THICKNESS, "{named}: {lowest}");
            assert!(highest <= height, "{named}: {highest}");
        }
    }
}
