//! Intervals hold the truth as often as they say: synthetic data with known parameters and noise, hundreds of times.

use bristle_calibrate::{
    BristleLaw, Estimate, FrictionCalibration, FrictionModel, FrictionOptions, NormalModel,
    StiffnessCalibration, StiffnessOptions, friction, stiffness,
};
use bristle_contact::presets::FOAM_FRICTION as PAPER;
use bristle_contact::{BristleParameters, ElastoPlastic, FrictionLaw, LuGre};
use glam::DVec3;
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use std::fmt::Write;

const LEVEL: f64 = 0.95;

/// Noise of standard deviation one, the same on every machine.
pub(crate) struct Noise(Pcg64Mcg);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub(crate) fn next(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }
}

/// Repeats `experiment` and counts how often each interval holds its truth; each must do so at the stated rate.
///
/// `slack` is for what intervals of first order miss when the model bends within the noise.
pub(crate) fn hold<const N: usize>(
    trials: u64,
    slack: f64,
    truths: [(&str, f64); N],
    experiment: impl Fn(&mut Noise) -> [Estimate; N],
) {
    // A fifth of the study in every test run, all of it with `scripts/test --all`.
    let trials = if std::env::var_os("BRISTLE_TEST_ALL").is_some() { trials } else { trials / 5 };
    let mut held = [0_u64; N];
    for seed in 0..trials {
        let mut noise = Noise(Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9E37_79B9) + 7));
        for (held, (estimate, (_, truth))) in held.iter_mut().zip(experiment(&mut noise).iter().zip(truths)) {
            *held += u64::from(estimate.covers(truth));
        }
    }
    // Three and a half standard deviations of the binomial count.
    let bound = 3.5 * (LEVEL * (1.0 - LEVEL) / trials as f64).sqrt();
    for ((name, _), held) in truths.iter().zip(held) {
        let rate = held as f64 / trials as f64;
        println!("{name}: {rate:.4} of {trials}");
        assert!((rate - LEVEL).abs() < bound + slack, "{name}: {rate} held, not {LEVEL} ± {bound}");
    }
}

fn pressed(
    noise: &mut Noise,
    deviation: f64,
    count: usize,
    pressure: impl Fn(f64) -> f64,
    model: NormalModel,
) -> StiffnessCalibration {
    let mut text = String::from("compression_mm,pressure_Pa\n");
    for i in 1..=count {
        let x = 4.3e-3 * i as f64 / count as f64;
        writeln!(text, "{},{}", x * 1e3, (pressure(x) + deviation * noise.next()).max(0.0)).unwrap();
    }
    let options = StiffnessOptions::default().with_model(model).with_thickness(6e-3).with_pad(0.00125, 84);
    stiffness("synthetic.csv", text.as_bytes(), &options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn own(calibration: &StiffnessCalibration, name: &str) -> Estimate {
    calibration.model().parameter(name).unwrap().clone()
}

#[test]
fn a_line_through_zero_and_its_texel() {
    let k = 1.484e6;
    let truths = [("K", k), ("k of a texel", k * 0.00125 / 84.0)];
    // Few points: Student's t, not the normal distribution. The law's noise is far from zero load, so no load is cut at zero.
    hold(1000, 0.0, truths, |noise| {
        let found = pressed(noise, 110.0, 7, |x| k * x, NormalModel::Linear);
        [found.stiffness.clone(), found.texel_stiffness.unwrap()]
    });
}

#[test]
fn an_affine_line() {
    let truths = [("K, affine", 1.6e6), ("P0", -400.0)];
    hold(1000, 0.0, truths, |noise| {
        let found = pressed(noise, 40.0, 8, |x| 1.6e6 * x - 400.0, NormalModel::Affine);
        [own(&found, "stiffness"), own(&found, "offset")]
    });
}

#[test]
fn a_power_a_densifying_and_a_bent_law() {
    let truths = [("Pr", 5200.0), ("n", 1.7)];
    hold(600, 0.0, truths, |noise| {
        let found = pressed(noise, 60.0, 12, |x| 5200.0 * (x / 4.3e-3_f64).powf(1.7), NormalModel::Power);
        [own(&found, "pressure_at_largest"), own(&found, "exponent")]
    });
    let truths = [("K, densifying", 1.1e6), ("1/d", 1.0 / 6.1e-3)];
    hold(600, 0.0, truths, |noise| {
        let found = pressed(noise, 60.0, 12, |x| 1.1e6 * x / (1.0 - x / 6.1e-3), NormalModel::Densifying);
        [own(&found, "stiffness"), own(&found, "inverse_thickness")]
    });
    let (k1, k2, knee) = (0.7e6, 2.9e6, 2.3e-3);
    let truths = [("K1", k1), ("K2", k2), ("knee", knee)];
    // The knee moves between points, where the model has a corner: the first order is only nearly right.
    hold(600, 0.01, truths, |noise| {
        let law = |x: f64| k1 * x.min(knee) + k2 * (x - knee).max(0.0);
        let found = pressed(noise, 60.0, 24, law, NormalModel::Piecewise);
        [own(&found, "stiffness"), own(&found, "stiffness_beyond"), own(&found, "knee")]
    });
}

#[test]
fn damping_from_rates() {
    let (k, c) = (1.5e6, 4.0e4);
    hold(600, 0.0, [("K, damped", k), ("C from rates", c)], |noise| {
        let mut text = String::from("compression_mm,pressure_Pa,velocity_mm_per_s\n");
        for i in 1..=15 {
            let (x, v) = (0.3e-3 * f64::from(i), [1e-3, 11e-3, 30e-3][i as usize % 3]);
            writeln!(text, "{},{},{}", x * 1e3, k * x + c * v + 50.0 * noise.next(), v * 1e3).unwrap();
        }
        let options = StiffnessOptions::default().with_model(NormalModel::Linear);
        let found = stiffness("synthetic.csv", text.as_bytes(), &options).unwrap();
        [own(&found, "stiffness"), own(&found, "damping")]
    });
}

#[test]
fn damping_from_settling_and_ringing() {
    let (k, c, pressure) = (1.5e6, 4.5e5, 3700.0);
    hold(600, 0.0, [("K, settling", k), ("C, settling", c)], |noise| {
        let mut text = String::from("time_s,compression_mm,pressure_Pa\n");
        for i in 0..40 {
            let t = 0.04 * f64::from(i);
            let x = pressure / k + (0.2e-3 - pressure / k) * (-t * k / c).exp() + 2e-5 * noise.next();
            writeln!(text, "{t},{},{pressure}", x * 1e3).unwrap();
        }
        let found = stiffness("synthetic.csv", text.as_bytes(), &StiffnessOptions::default()).unwrap();
        [found.stiffness.clone(), found.damping]
    });
    // A weight of 0.31 kg on 8 cm²: m/A = 387 kg/m², ω = 62 rad/s, and damping of 0.31 of the critical one.
    let (c, mass, area) = (1.5e4, 0.31, 8e-4);
    let (a, rest) = (c / (2.0 * mass / area), pressure / k);
    let w = (k / (mass / area) - a * a).sqrt();
    hold(600, 0.0, [("K, ringing", k), ("C, ringing", c)], |noise| {
        let mut text = String::from("time_s,compression_mm,pressure_Pa\n");
        for i in 0..60 {
            let t = 0.005 * f64::from(i);
            let swing = (-a * t).exp() * ((w * t).cos() + a / w * (w * t).sin());
            let x = rest + (0.6e-3 - rest) * swing + 2e-5 * noise.next();
            writeln!(text, "{t},{},{pressure}", x * 1e3).unwrap();
        }
        let options = StiffnessOptions::default().with_moving_mass(mass).with_loaded_area(area);
        let found = stiffness("synthetic.csv", text.as_bytes(), &options).unwrap();
        [found.stiffness.clone(), found.damping]
    });
}

/// What presses a texel of the paper's foam \[N\].
const NORMAL: f64 = 0.08;

fn dragged(calibration: &FrictionCalibration, name: &str) -> Estimate {
    calibration.parameter(name).unwrap_or_else(|| panic!("{name} in {:?}", calibration.model())).clone()
}

#[test]
fn the_friction_curve_of_the_paper() {
    let truths = [
        ("mu_s", PAPER.mu_static),
        ("mu_d", PAPER.mu_dynamic),
        ("x0", PAPER.stribeck_speed),
        ("c_t", PAPER.viscosity),
    ];
    hold(600, 0.0, truths, |noise| {
        let mut text = String::from("velocity_m_per_s,friction_mN\n");
        for i in 0..60 {
            let v = 0.02 * f64::from(i) + 0.01;
            let mu = PAPER.mu_dynamic
                + (PAPER.mu_static - PAPER.mu_dynamic) * (-(v / PAPER.stribeck_speed).powi(2)).exp();
            let force = NORMAL * mu + PAPER.viscosity * v + 4e-4 * noise.next();
            writeln!(text, "{v},{}", force * 1e3).unwrap();
        }
        let options =
            FrictionOptions::default().with_normal_force(NORMAL).with_model(FrictionModel::StribeckViscous);
        let found = friction("synthetic.csv", text.as_bytes(), None, &options).unwrap();
        ["mu_static", "mu_dynamic", "stribeck_speed", "viscosity"].map(|name| dragged(&found, name))
    });
}

/// A pull from rest at several speeds, felt by the contact law in steps far finer than a fit's.
fn pull(law: &FrictionLaw, noise: &mut Noise, deviation: f64) -> String {
    let mut text = String::from("time_s,displacement_mm,friction_N\n");
    let (mut z, mut u, h) = (DVec3::ZERO, 0.0, 2e-3);
    let speeds = [0.3, 0.3, 1.2, 0.06, 0.6, -0.2, 0.9, 0.03];
    writeln!(text, "0,0,0").unwrap();
    let mut time = 0.0;
    for (i, &v) in speeds.iter().flat_map(|v| std::iter::repeat_n(v, 25)).enumerate() {
        let mut force = 0.0;
        for _ in 0..64 {
            let step = law.step(z, DVec3::X * v, NORMAL, h / 64.0);
            (z, force) = (step.deflection, step.force.x);
        }
        u += v * h;
        time = (i + 1) as f64 * h;
        writeln!(text, "{time},{},{}", u * 1e3, force + deviation * noise.next()).unwrap();
    }
    assert!(time > 0.3);
    text
}

#[test]
fn a_record_of_breaking_away_tells_the_bristle() {
    // Stiffer than the paper's foam, so that the bristle breaks away within a few samples of the record.
    let truth = BristleParameters { stiffness: 7.0, damping: 0.011, ..PAPER };
    let truths = [
        ("sigma0", truth.stiffness),
        ("sigma1", truth.damping),
        ("mu_s, pulled", truth.mu_static),
        ("c_t, pulled", truth.viscosity),
    ];
    for law in [BristleLaw::ElastoPlastic, BristleLaw::LuGre] {
        println!("{law:?}");
        let made: FrictionLaw = match law {
            BristleLaw::ElastoPlastic => ElastoPlastic::new(truth).unwrap().into(),
            BristleLaw::LuGre => LuGre::new(truth).unwrap().into(),
        };
        // Corners where the bristle begins to slide, and fewer steps between samples than the data have.
        hold(150, 0.01, truths, |noise| {
            let options = FrictionOptions::default()
                .with_normal_force(NORMAL)
                .with_law(law)
                .with_model(FrictionModel::StribeckViscous);
            let text = pull(&made, noise, 3e-4);
            let found = friction("pull.csv", text.as_bytes(), None, &options).unwrap();
            ["stiffness", "damping", "mu_static", "viscosity"].map(|name| dragged(&found, name))
        });
    }
}
