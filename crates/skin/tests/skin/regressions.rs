//! Faults that were found and mended; each test failed before.

use crate::support::dice::Dice;
use crate::support::material::*;
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::*;
use crate::support::*;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::*;
use glam::{DQuat, DVec3};

/// A new mesh may lie at the address of a dropped one.
#[test]
fn memory_of_a_dropped_mesh_is_not_believed_of_its_successor() {
    let rail = Rail::still(pressing(1e-3, -0.7e-3, 15e-3, 1.7e-3));
    let address = |s: &Shape| match s {
        Shape::Mesh(m) => std::sync::Arc::as_ptr(m) as usize,
        _ => 0,
    };
    let first = bumpy(5000);
    let old = address(&first);
    let mut used = Rig::new(&pad(2), full(elasto_plastic), &[&first]);
    for _ in 0..3 {
        used.feel(&[rail.target(&first)], 1e-3);
    }
    drop(first);
    // Another mesh, at the same address if the allocator gives it back: it mostly does, and need not.
    let mut meshes = Vec::new();
    while meshes.len() < 100 && meshes.last().is_none_or(|mesh| address(mesh) != old) {
        meshes.push(bumpy(80));
    }
    let second = meshes.pop().unwrap();
    let mut fresh = Rig::new(&pad(2), full(elasto_plastic), &[&second]);
    fresh.state = used.state.clone();
    used.feel(&[rail.target(&second)], 1e-3);
    fresh.feel(&[rail.target(&second)], 1e-3);
    assert_eq!(used.reading, fresh.reading);
}

/// The cull of patches must not lose a contact: an ellipsoid grown by r is *larger* than one with axes grown by r.
#[test]
fn flat_ellipsoid_is_felt_by_every_texel_it_reaches() {
    let mut dice = Dice(1);
    let mut missed = 0;
    let mut total = 0;
    for _ in 0..300 {
        let axes =
            DVec3::new(dice.between(5e-3, 40e-3), dice.between(5e-3, 20e-3), dice.between(0.3e-3, 5e-3));
        let body = ellipsoid(axes);
        let pose = Pose::new(
            DQuat::from_scaled_axis(dice.vector(0.5)),
            DVec3::new(dice.between(-0.03, 0.03), dice.between(-0.02, 0.02), dice.between(-3e-3, 3e-3)),
        );
        let mut rig = Rig::new(&pad(2), winkler(), &[&body]);
        rig.feel(&[Rail::still(pose).target(&body)], 1e-3);
        for (t, r) in rig.skin.texels().iter().zip(&rig.reading.texels) {
            let inv = pose.inverse();
            let seg = bristle_geometry::Segment {
                origin: inv.transform_point(t.position - t.direction * 2.0 * THICKNESS),
                direction: inv.transform_vector(t.direction),
                length: 2.0 * THICKNESS,
            };
            // What lies in the inner half of the pad only did not come through its front.
            let hit = body.first_entry(&seg, 0.1).filter(|hit| hit.distance > 1.5 * THICKNESS);
            if hit.is_some() {
                total += 1;
                if !r.in_contact() {
                    missed += 1;
                }
            }
        }
    }
    println!("missed {missed} of {total}");
    assert_eq!(missed, 0);
}

/// A pad that springs back more slowly than its target leaves is not pressed.
#[test]
fn springing_back_is_no_contact() {
    let plate = half_space();
    let mut rig = Rig::new(&pad(1), full(elasto_plastic), &[&plate]);
    let t = Target::new(&plate, plate_pressing(1e-3), Twist::from_linear(DVec3::Z * 10.0));
    rig.feel(&[t], 1e-3);
    println!("{:?}", rig.reading.texels[0]);
    assert_eq!(rig.reading.texels[0].normal_force, 0.0);
    assert_eq!(
        rig.reading.texels[0].state,
        TexelState::NoContact,
        "CONVENTIONS: no contact where the normal force is zero"
    );
}

/// With μ = 0 there is nothing for a bristle to cling to.
#[test]
fn frictionless_contact_has_no_tangential_stiffness() {
    let plate = half_space();
    let mut rig = Rig::new(&pad(1), winkler(), &[&plate]);
    rig.feel(&[Rail::still(plate_pressing(1e-3)).target(&plate)], 1e-3);
    println!("{:?}", rig.reading.pairs[0].stiffness.0[0][0]);
    assert_eq!(rig.reading.pairs[0].stiffness.0[0][0], 0.0);
}
