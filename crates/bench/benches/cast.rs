//! The texel cast alone: texels × objects × motion, single thread, from pose to hits.
#![allow(clippy::expect_used)] // A benchmark that cannot be set up has nothing better to do than to stop.

use bristle_bench::motion::Motion;
use bristle_bench::pads::{PADS, PITCH, SOLIDS, TRIANGLES, bumpy, solids};
use bristle_geometry::{CastHint, Pose, Segment, Shape, Travel};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::DVec3;

fn main() {
    divan::main();
}

const RAY_LENGTH: f64 = 0.010;

/// Where the rays of a pad begin: 5 mm below its surface.
fn rays(pad: usize) -> Vec<DVec3> {
    let (rows, columns) = PADS[pad];
    let pitch = PITCH * 14.0 / rows as f64;
    let place = |i: usize, count: usize| (i as f64 - 0.5 * (count - 1) as f64) * pitch;
    (0..rows * columns)
        .map(|i| DVec3::new(place(i / columns, rows), place(i % columns, columns), -0.5 * RAY_LENGTH))
        .collect()
}

fn segments(rays: &[DVec3], pose: Pose) -> impl Iterator<Item = Segment> {
    let rotation = pose.rotation_matrix();
    rays.iter().map(move |&place| Segment {
        origin: rotation * place + pose.translation,
        direction: rotation.z_axis,
        length: RAY_LENGTH,
    })
}

#[divan::bench(args = SOLIDS, consts = [0, 1, 2, 3])]
fn solid<const PAD: usize>(bencher: Bencher, name: &str) {
    let rays = rays(PAD);
    let (_, shape, at) = solids().expect("solids").into_iter().find(|s| s.0 == name).expect("a known solid");
    let seen_from_it = at.inverse();
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        segments(&rays, seen_from_it)
            .filter_map(|segment| shape.first_entry(&segment, 0.1))
            .map(|hit| hit.distance)
            .sum::<f64>()
    });
}

fn mesh<const PAD: usize>(bencher: Bencher, triangles: usize, motion: Motion) {
    let rays = rays(PAD);
    let shape = bumpy(triangles).expect("a bumpy sphere");
    let Shape::Mesh(surface) = shape else { return };
    let span = rays.iter().map(|r| r.length()).fold(0.0, f64::max) + RAY_LENGTH;
    let mut hints = vec![CastHint::default(); rays.len()];
    let (mut step, mut travelled, mut last) = (0, 0.0, motion.pose(0));
    bencher.counter(ItemsCount::new(rays.len())).bench_local(|| {
        step += 1;
        let pose = motion.pose(step);
        let turn = last.rotation.angle_between(pose.rotation);
        travelled += (pose.translation - last.translation).length() + turn * span;
        last = pose;
        let travel = Travel { distance: travelled, turn_radius: span };
        for (segment, hint) in segments(&rays, pose).zip(&mut hints) {
            black_box(surface.first_entry_near(&segment, 0.1, travel, hint));
        }
    });
}

#[divan::bench(args = TRIANGLES, consts = [0, 1, 2, 3])]
fn mesh_coherent<const PAD: usize>(bencher: Bencher, triangles: usize) {
    mesh::<PAD>(bencher, triangles, Motion::Sliding);
}

#[divan::bench(args = TRIANGLES, consts = [0, 1, 2, 3])]
fn mesh_random<const PAD: usize>(bencher: Bencher, triangles: usize) {
    mesh::<PAD>(bencher, triangles, Motion::Random);
}
