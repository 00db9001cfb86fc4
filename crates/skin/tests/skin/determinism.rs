//! Same inputs, same bits; snapshots continue as if nothing had happened; memory only saves time.

use crate::support::material::{elasto_plastic, full, lugre};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{bumpy, cuboid, ellipsoid, mesh, pressing, sphere};
use crate::support::{pad, sampled};
use bristle_geometry::mesh::generate::cuboid_divided;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{SkinLayout, SkinMemory, SkinReading, SkinState, Target, TexelState};
use glam::DVec3;

const H: f64 = 1e-3;

/// A ball, a mesh and a box that wander over the pad for ever: pose and twist at step `i`.
fn wanderers(i: usize) -> [Rail; 3] {
    let t = i as f64 * H;
    let rail = |centre: DVec3, reach: DVec3, rate: f64, spin: DVec3| {
        let (sine, cosine) = (rate * t).sin_cos();
        let position = centre + reach * DVec3::new(sine, cosine, sine);
        Rail {
            pose: Pose::new(glam::DQuat::from_scaled_axis(spin * t), position),
            twist: Twist { linear: reach * rate * DVec3::new(cosine, -sine, cosine), angular: spin },
        }
    };
    [
        rail(
            DVec3::new(-14e-3, 1e-3, 8.1e-3),
            DVec3::new(3e-3, 2e-3, 1.1e-3),
            7.0,
            DVec3::new(0.3, -0.7, 1.1),
        ),
        rail(
            DVec3::new(6e-3, -1e-3, 13.5e-3),
            DVec3::new(5e-3, 3e-3, 1.3e-3),
            11.0,
            DVec3::new(-0.7, 1.1, 0.3),
        ),
        rail(DVec3::new(19e-3, 2e-3, 6.3e-3), DVec3::new(1e-3, 4e-3, 1.9e-3), 5.0, DVec3::new(0.0, 0.0, 0.7)),
    ]
}

fn shapes() -> [Shape; 3] {
    [sphere(9e-3), bumpy(5000), cuboid(DVec3::new(5e-3, 4e-3, 7e-3))]
}

fn targets(shapes: &[Shape; 3], step: usize) -> [Target<'_>; 3] {
    let rails = wanderers(step);
    [0, 1, 2].map(|i| rails[i].target(&shapes[i]))
}

fn rig(
    shapes: &[Shape; 3],
    samples: SamplePattern,
    law: fn(bristle_contact::BristleParameters) -> bristle_contact::FrictionLaw,
) -> Rig {
    let layout = sampled(pad(2), samples);
    Rig::new(&layout, full(law), &[&shapes[0], &shapes[1], &shapes[2]])
}

/// Bit for bit: even the sign of zero and the payload of what should not be there.
fn bits(reading: &SkinReading) -> Vec<u64> {
    let vector = |v: DVec3| v.to_array().map(f64::to_bits);
    let mut all = Vec::new();
    for t in &reading.texels {
        for v in [t.shear, t.point, t.normal, t.slip_velocity, t.deflection] {
            all.extend(vector(v));
        }
        all.extend([t.normal_force, t.elastic_force, t.penetration, t.utilisation].map(f64::to_bits));
        all.extend([t.state as u64, t.target.map_or(u64::MAX, u64::from)]);
    }
    for p in &reading.pairs {
        for w in [p.wrench_on_skin_w, p.wrench_on_target_w] {
            [w.force, w.torque, w.point].iter().for_each(|v| all.extend(vector(*v)));
        }
        all.extend(p.stiffness.0.iter().chain(&p.damping.0).flatten().map(|e| e.to_bits()));
        all.push(p.contacts as u64);
    }
    all
}

#[test]
fn same_inputs_give_the_same_bits() {
    let shapes = shapes();
    let [mut one, mut other] = [(); 2].map(|()| rig(&shapes, SamplePattern::Jittered(2), lugre));
    for step in 0..300 {
        let targets = targets(&shapes, step);
        one.feel(&targets, H);
        other.feel(&targets, H);
        assert!(bits(&one.reading) == bits(&other.reading), "step {step}");
    }
    assert_eq!(one.state, other.state);
}

/// A clone of the state, taken while texels slip, with a fresh memory and a fresh reading, goes on bit for
/// bit.
#[test]
fn snapshot_of_the_state_continues_bit_for_bit() {
    let shapes = shapes();
    for law in [elasto_plastic as fn(_) -> _, lugre] {
        let mut original = rig(&shapes, SamplePattern::Centre, law);
        let mut now = 0;
        while original.in_state(TexelState::Slip) < 5 {
            original.feel(&targets(&shapes, now), H);
            now += 1;
            assert!(now < 1000, "nothing slips");
        }
        let mut copy = rig(&shapes, SamplePattern::Centre, law);
        copy.state = original.state.clone();
        for step in now..now + 250 {
            let targets = targets(&shapes, step);
            original.feel(&targets, H);
            copy.feel(&targets, H);
            assert!(bits(&original.reading) == bits(&copy.reading), "step {step}");
            assert_eq!(original.state, copy.state, "step {step}");
        }
    }
}

/// A state that was written as numbers and read again is the same state.
#[test]
fn a_state_written_as_numbers_is_the_same_state() {
    let shapes = shapes();
    let mut rig = rig(&shapes, SamplePattern::Jittered(2), elasto_plastic);
    let snapshots = [70, 200].map(|step| {
        rig.feel(&targets(&shapes, step), H);
        rig.state.clone()
    });
    let untouched = SkinState::new(&rig.skin);
    assert!(snapshots[0] != snapshots[1] && snapshots[1] != untouched, "nothing to tell them apart by");
    for kept in [&snapshots[0], &snapshots[1], &untouched] {
        let mut numbers = vec![f64::NAN; SkinState::count_of_numbers(&rig.skin, shapes.len())];
        kept.write_numbers(&rig.skin, &mut numbers);
        assert_eq!(&SkinState::from_numbers(&rig.skin, shapes.len(), &numbers), kept);
    }
    let zeros = vec![0.0; SkinState::count_of_numbers(&rig.skin, shapes.len())];
    assert_eq!(SkinState::from_numbers(&rig.skin, shapes.len(), &zeros), untouched);
}

/// A memory that has lived through a long coherent motion finds what a newborn one finds, at every step.
#[test]
fn long_lived_memory_changes_no_bit() {
    let shapes = shapes();
    let mut lived = rig(&shapes, SamplePattern::Centre, elasto_plastic);
    let mut newborn = rig(&shapes, SamplePattern::Centre, elasto_plastic);
    let mut touched = 0;
    for step in 0..3000 {
        let targets = targets(&shapes, step);
        lived.feel(&targets, H);
        newborn.memory = SkinMemory::new(&newborn.skin, &targets);
        newborn.feel(&targets, H);
        assert!(bits(&lived.reading) == bits(&newborn.reading), "step {step}");
        touched += lived.reading.pairs[1].contacts;
    }
    assert!(touched > 20_000, "the mesh was hardly touched: {touched}");
}

/// A bar that turns about the middle of the pad sweeps over texels whose patch, as a whole, goes nowhere:
/// turns count as motion.
#[test]
fn memory_follows_a_turn_on_the_spot() {
    let bar = mesh(&cuboid_divided(DVec3::new(20e-3, 1.1e-3, 5e-3), [9, 2, 3]).unwrap());
    let layout = SkinLayout::grid(4, 4, 3.4e-3).unwrap();
    let [mut lived, mut newborn] = [(); 2].map(|()| Rig::new(&layout, full(elasto_plastic), &[&bar]));
    let mut rail = Rail::still(pressing(0.0, 0.0, 5e-3, 1.1e-3));
    rail.twist = Twist { linear: DVec3::ZERO, angular: DVec3::Z * 0.7 };
    let mut touched = [false; 16];
    for step in 0..4500 {
        rail.advance(H);
        let targets = [rail.target(&bar)];
        lived.feel(&targets, H);
        newborn.memory = SkinMemory::new(&newborn.skin, &targets);
        newborn.feel(&targets, H);
        assert!(bits(&lived.reading) == bits(&newborn.reading), "step {step}");
        touched.iter_mut().zip(&lived.reading.texels).for_each(|(seen, t)| *seen |= t.in_contact());
    }
    assert_eq!(touched, [true; 16], "half a turn reaches every texel");
}

/// The same memory with another mesh in the place of the first: what it knew of the old one must not be
/// believed of the new one.
#[test]
fn memory_of_one_mesh_is_not_believed_of_another() {
    let [fine, coarse] = [bumpy(5000), bumpy(80)];
    let rails: Vec<Rail> = (0..40)
        .map(|i| Rail {
            pose: pressing(1e-3 + f64::from(i) * 20e-6, -0.7e-3, 15e-3, 1.7e-3),
            twist: Twist::from_linear(DVec3::X * 0.02),
        })
        .collect();
    let mut used = Rig::new(&pad(2), full(elasto_plastic), &[&fine]);
    for rail in &rails {
        used.feel(&[rail.target(&fine)], H);
    }
    let mut fresh = Rig::new(&pad(2), full(elasto_plastic), &[&coarse]);
    fresh.state = used.state.clone();
    for rail in &rails {
        used.feel(&[rail.target(&coarse)], H);
        fresh.feel(&[rail.target(&coarse)], H);
        assert!(bits(&used.reading) == bits(&fresh.reading));
    }
}

/// 600 bytes per texel in use, all told: skin, state, memory with a mesh to touch and its edges, reading.
#[test]
fn a_texel_takes_at_most_600_bytes() {
    let layout = SkinLayout::grid(100, 100, 1e-3).unwrap();
    let pose = Pose::from_translation(DVec3::new(0.0, 0.0, 6e-3));
    for (name, shape) in [("mesh", bumpy(5000)), ("ellipsoid", ellipsoid(DVec3::new(9e-3, 7e-3, 5e-3)))] {
        let mut rig = Rig::new(&layout, full(elasto_plastic), &[&shape]);
        let target = [Target::new(&shape, pose, Twist::ZERO)];
        rig.feel(&target, H);
        rig.skin.detect(Pose::IDENTITY, &target, &rig.state, &mut rig.memory).unwrap();
        let parts = [rig.skin.memory(), rig.state.memory(), rig.memory.memory(), rig.reading.memory()];
        let each = parts.map(|bytes| bytes as f64 / 1e4);
        let total: f64 = each.iter().sum();
        println!(
            "{name}: {total:.1} bytes per texel: skin {}, state {}, memory {}, reading {}",
            each[0], each[1], each[2], each[3]
        );
        assert!(total <= 600.0, "{name}: {total} bytes per texel");
        // None of the parts can be missing.
        assert!(each[0] >= 56.0 && each[1] >= 48.0 && each[3] >= 100.0 && parts[2] > 0);
    }
}
