//! Nanoseconds per evaluation of each law: `cargo bench -p bristle-contact`.
//!
//! Each sample evaluates a batch of states, as a skin does with its texels; divan's item count divides by the batch.

use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, LuGre, NormalLaw, PowerLaw, RegularisedCoulomb, Tabulated, presets,
    rotate_deflection,
};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::DVec3;

const BATCH: usize = 1000;

fn main() {
    divan::main();
}

/// Numbers in (0, 1) that no branch predictor can learn.
fn scattered(stride: f64) -> impl Iterator<Item = f64> {
    (1..=BATCH).map(move |i| (i as f64 * stride).fract())
}

fn bench_normal(bencher: Bencher, law: NormalLaw, target: Option<f64>) {
    let material = ContactMaterial::new(law, *presets::table3().friction(), 6e-3, Basis::PerTexel)
        .and_then(|rigid| match target {
            Some(k2) => rigid.with_target_stiffness(k2),
            None => Ok(rigid),
        })
        .expect("valid material");
    let states: Vec<(f64, f64)> = scattered(0.618_033_988_7)
        .zip(scattered(0.754_877_666_2))
        .map(|(p, v)| (p * 5e-3, v - 0.5))
        .collect();
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        let material = black_box(&material);
        let mut sum = 0.0;
        for &(p, rate) in black_box(&states) {
            let response = material.normal_force(p, rate);
            sum +=
                response.force.total() + response.force.total_d_penetration() + response.force.total_d_rate();
        }
        sum
    });
}

/// Slip speeds in multiples of the Stribeck speed; deflections around break-away.
fn bench_friction(bencher: Bencher, law: FrictionLaw, speeds: f64, deflections: f64) {
    let stribeck = *law.stribeck();
    let reach = deflections * stribeck.mu_static() / law.rest_stiffness().max(1.0);
    let states: Vec<(DVec3, DVec3)> = scattered(0.618_033_988_7)
        .zip(scattered(0.754_877_666_2))
        .map(|(u, v)| {
            let z = DVec3::new(u, v - 0.5, 0.0) * reach;
            (z, DVec3::new(v, u - 0.5, 0.0) * (speeds * stribeck.speed()))
        })
        .collect();
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        let law = black_box(&law);
        let mut sum = DVec3::ZERO;
        for &(z, w) in black_box(&states) {
            let step = law.step(z, w, 1.0, 1e-3);
            // Everything a solver reads, so that nothing is optimised away.
            sum += step.force + step.deflection + step.d_normal_force;
            sum += step.damping(1e-3).apply(w) + step.d_deflection.apply(w) * step.limit;
        }
        sum
    });
}

fn bristle(stribeck: bool) -> BristleParameters {
    let p = presets::OPENGRASP_2010_FRICTION;
    BristleParameters { damping: 10.0, viscosity: 0.1, mu_dynamic: if stribeck { 0.3 } else { 0.6 }, ..p }
}

#[divan::bench]
fn normal_linear(bencher: Bencher) {
    bench_normal(bencher, LinearSpringDamper::new(1000.0, 10.0).expect("valid").into(), None);
}

#[divan::bench]
fn normal_linear_on_soft_target(bencher: Bencher) {
    bench_normal(bencher, LinearSpringDamper::new(1000.0, 10.0).expect("valid").into(), Some(2e3));
}

#[divan::bench(args = [1.0, 1.5, 2.0, 2.3])]
fn normal_hunt_crossley(bencher: Bencher, n: f64) {
    let exponent = Exponent::new(n).expect("valid");
    bench_normal(bencher, HuntCrossley::new(3e4, exponent, 0.7).expect("valid").into(), None);
}

#[divan::bench(args = [1.5, 2.3])]
fn normal_power_law_on_soft_target(bencher: Bencher, n: f64) {
    let exponent = Exponent::new(n).expect("valid");
    bench_normal(bencher, PowerLaw::new(3e4, exponent, 0.7).expect("valid").into(), Some(2e3));
}

fn table() -> NormalLaw {
    let points: Vec<_> =
        (1..=10).map(|i| f64::from(i) * 0.5e-3).map(|x| (x, 1e3 * x * (1.0 + 200.0 * x))).collect();
    Tabulated::new(&points, 1.0).expect("valid").into()
}

#[divan::bench]
fn normal_table_of_10(bencher: Bencher) {
    bench_normal(bencher, table(), None);
}

#[divan::bench]
fn normal_table_of_10_on_soft_target(bencher: Bencher) {
    bench_normal(bencher, table(), Some(2e3));
}

#[divan::bench]
fn friction_elasto_plastic_sticking(bencher: Bencher) {
    bench_friction(bencher, ElastoPlastic::new(bristle(true)).expect("valid").into(), 1e-5, 0.5);
}

#[divan::bench]
fn friction_elasto_plastic_mixed_slow(bencher: Bencher) {
    bench_friction(bencher, ElastoPlastic::new(bristle(true)).expect("valid").into(), 1e-5, 1.5);
}

#[divan::bench(args = [true, false])]
fn friction_elasto_plastic_sliding(bencher: Bencher, stribeck: bool) {
    bench_friction(bencher, ElastoPlastic::new(bristle(stribeck)).expect("valid").into(), 1.0, 1.5);
}

#[divan::bench]
fn friction_lugre_slow(bencher: Bencher) {
    bench_friction(bencher, LuGre::new(bristle(true)).expect("valid").into(), 1e-5, 1.0);
}

#[divan::bench(args = [true, false])]
fn friction_lugre_sliding(bencher: Bencher, stribeck: bool) {
    bench_friction(bencher, LuGre::new(bristle(stribeck)).expect("valid").into(), 1.0, 1.0);
}

#[divan::bench]
fn friction_coulomb_sliding(bencher: Bencher) {
    let law = RegularisedCoulomb::new(CoulombParameters {
        slip_speed: 1e-3,
        viscosity: 0.1,
        mu_static: 0.6,
        mu_dynamic: 0.3,
        stribeck_speed: 0.5,
    });
    bench_friction(bencher, law.expect("valid").into(), 1.0, 1.0);
}

#[divan::bench]
fn rotate(bencher: Bencher) {
    let normals: Vec<DVec3> = scattered(0.618_033_988_7)
        .zip(scattered(0.754_877_666_2))
        .map(|(u, v)| DVec3::new(0.1 * u, 0.1 * v, 1.0).normalize())
        .collect();
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        let mut sum = DVec3::ZERO;
        for pair in black_box(&normals).windows(2) {
            sum += rotate_deflection(DVec3::X * 1e-3, pair[0], pair[1]);
        }
        sum
    });
}
