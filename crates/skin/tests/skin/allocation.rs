//! An update allocates nothing: counted by an allocator that counts.

use crate::counting::allocated;
use crate::support::material::{elasto_plastic, full, lugre};
use crate::support::pad;
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{
    bumpy, cuboid, cylinder, ellipsoid, half_space, plate_pressing, pressing, sphere,
};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::{RelativeMotion, Target, TrialLoad};
use glam::DVec3;

/// Allocations during all but the first of 1000 updates in which everything moves, touches and lets go.
fn allocations(shapes: &[&Shape], poses: &[Pose]) -> usize {
    let layout = pad(2);
    let mut rig = Rig::new(&layout, full(if shapes.len() > 2 { elasto_plastic } else { lugre }), shapes);
    let mut rails: Vec<Rail> = poses.iter().map(|&pose| Rail::still(pose)).collect();
    let mut targets: Vec<Target> = Vec::with_capacity(shapes.len());
    let (mut touched, mut before) = (0, 0);
    for step in 0..1000 {
        if step == 1 {
            before = allocated(); // The first update made room.
        }
        let phase = f64::from(step) * 0.013;
        targets.clear();
        for (rail, shape) in rails.iter_mut().zip(shapes) {
            let linear = DVec3::new(0.02 * phase.cos(), 0.011 * phase.sin(), 0.03 * phase.sin());
            rail.twist = Twist { linear, angular: DVec3::new(0.3, -0.7, 1.1) * phase.cos() };
            rail.advance(1e-3);
            targets.push(rail.target(shape));
        }
        touched += rig.feel(&targets, 1e-3).pairs.iter().map(|p| p.contacts).sum::<usize>();
    }
    let count = allocated() - before;
    assert!(touched > 1000, "{touched}");
    count
}

#[test]
fn update_with_analytic_targets_allocates_nothing() {
    let shapes = [
        sphere(9e-3),
        cuboid(DVec3::splat(5e-3)),
        cylinder(6e-3, 8e-3),
        ellipsoid(DVec3::new(7e-3, 9e-3, 5e-3)),
    ];
    let poses = [(-15e-3, 9e-3), (-5e-3, 5e-3), (5e-3, 8e-3), (15e-3, 5e-3)]
        .map(|(x, extent)| pressing(x, 0.3e-3, extent, 0.7e-3));
    assert_eq!(allocations(&shapes.each_ref(), &poses), 0);
    assert_eq!(allocations(&[&half_space()], &[plate_pressing(1.1e-3)]), 0);
}

#[test]
fn update_with_mesh_targets_allocates_nothing() {
    let meshes = [bumpy(5000), bumpy(80)];
    let poses = [pressing(-9e-3, 0.3e-3, 15e-3, 1.1e-3), pressing(13e-3, 0.7e-3, 15e-3, 0.7e-3)];
    assert_eq!(allocations(&meshes.each_ref(), &poses), 0);
}

/// Allocations during 300 implicit steps after the first, each with two trials and a commit.
fn allocations_of_steps(shapes: &[&Shape], poses: &[Pose]) -> usize {
    let mut rig = Rig::new(&pad(2), full(elasto_plastic), shapes);
    let mut rails: Vec<Rail> = poses.iter().map(|&pose| Rail::still(pose)).collect();
    let mut targets: Vec<Target> = Vec::with_capacity(shapes.len());
    let mut motions = vec![RelativeMotion::default(); shapes.len()];
    let mut loads = vec![TrialLoad::ZERO; shapes.len()];
    let mut next = rig.state.clone();
    let (mut touched, mut before) = (0, 0);
    for step in 0..301 {
        let phase = f64::from(step) * 0.03;
        targets.clear();
        for (rail, shape) in rails.iter_mut().zip(shapes) {
            rail.twist.linear = DVec3::new(0.02 * phase.cos(), 0.011 * phase.sin(), 0.03 * phase.sin());
            rail.advance(1e-3);
            targets.push(rail.target(shape));
        }
        let velocity = rails[0].twist.linear;
        motions.fill(RelativeMotion { velocity, ..RelativeMotion::default() });
        let (skin, memory, state) = (&rig.skin, &mut rig.memory, &rig.state);
        skin.detect(Pose::IDENTITY, &targets, state, memory).unwrap();
        for _ in 0..2 {
            skin.try_motion(&motions, &motions, 1e-3, state, memory, &mut loads).unwrap();
        }
        let reading = &mut rig.reading;
        skin.commit_motion(&motions, &motions, 1e-3, state, &mut next, memory, &mut loads, reading).unwrap();
        std::mem::swap(&mut rig.state, &mut next);
        touched += loads.iter().map(|load| load.contacts).sum::<usize>();
        if step == 0 {
            before = allocated();
        }
    }
    let count = allocated() - before;
    assert!(touched > 1000, "{touched}");
    count
}

#[test]
fn implicit_steps_allocate_nothing_after_the_first() {
    let shapes = [sphere(9e-3), bumpy(5000)];
    let poses = [pressing(-13e-3, 0.3e-3, 9e-3, 1.1e-3), pressing(11e-3, 0.7e-3, 15e-3, 0.7e-3)];
    assert_eq!(allocations_of_steps(&shapes.each_ref(), &poses), 0);
}

/// What the tests above rest on: the counter counts.
#[test]
fn counter_sees_an_allocation() {
    let before = allocated();
    let mut grown = std::hint::black_box(vec![0.3; 7]);
    grown.reserve(10_000);
    std::hint::black_box(&grown);
    assert_eq!(allocated() - before, 2);
}
