//! The whole skin update: texels × objects × motion, single thread.
#![allow(clippy::expect_used)] // A benchmark that cannot be set up has nothing better to do than to stop.

use bristle_bench::motion::Motion;
use bristle_bench::pads::{PADS, SOLIDS, TRIANGLES, bumpy, pad, solids};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::{Skin, SkinMemory, SkinReading, SkinState, Target};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn measure(bencher: Bencher, skin: &Skin, shape: &Shape, target_pose: Pose, pose: impl Fn(usize) -> Pose) {
    let target = [Target::new(shape, target_pose, Twist::ZERO)];
    let mut state = SkinState::new(skin);
    let mut memory = SkinMemory::new(skin, &target);
    let mut reading = SkinReading::new(skin, 1);
    let mut step = 0;
    bencher.counter(ItemsCount::new(skin.texels().len())).bench_local(|| {
        step += 1;
        skin.update(pose(step), Twist::ZERO, &target, 1e-3, &mut state, &mut memory, &mut reading)
    });
}

#[divan::bench(args = SOLIDS, consts = [0, 1, 2, 3])]
fn touching<const PAD: usize>(bencher: Bencher, name: &str) {
    let (rows, columns) = PADS[PAD];
    let skin = pad(rows, columns).expect("a pad");
    let (_, shape, pose) =
        solids().expect("solids").into_iter().find(|s| s.0 == name).expect("a known solid");
    // A micrometre to and fro, so that nothing stands still.
    let to_and_fro = |step: usize| Pose::from_translation(glam::DVec3::X * 1e-6 * (step % 2) as f64);
    measure(bencher, &skin, &shape, pose, to_and_fro);
}

#[divan::bench(consts = [0, 1, 2, 3])]
fn out_of_reach<const PAD: usize>(bencher: Bencher) {
    let (rows, columns) = PADS[PAD];
    let skin = pad(rows, columns).expect("a pad");
    let (_, shape, _) = solids().expect("solids").into_iter().find(|s| s.0 == "sphere").expect("a sphere");
    let away = Pose::from_translation(glam::DVec3::Z * 0.5);
    measure(bencher, &skin, &shape, away, |_| Pose::IDENTITY);
}

fn mesh<const PAD: usize>(bencher: Bencher, triangles: usize, motion: Motion) {
    let (rows, columns) = PADS[PAD];
    let skin = pad(rows, columns).expect("a pad");
    let shape = bumpy(triangles).expect("a bumpy sphere");
    measure(bencher, &skin, &shape, Pose::IDENTITY, |step| motion.pose(step));
}

#[divan::bench(args = TRIANGLES, consts = [0, 1, 2, 3])]
fn mesh_coherent<const PAD: usize>(bencher: Bencher, triangles: usize) {
    mesh::<PAD>(bencher, triangles, Motion::Sliding);
}

#[divan::bench(args = TRIANGLES, consts = [0, 1, 2, 3])]
fn mesh_random<const PAD: usize>(bencher: Bencher, triangles: usize) {
    mesh::<PAD>(bencher, triangles, Motion::Random);
}
