//! A massless carrier under a load below the limit and a small oscillating force: LuGre walks, elasto-plastic stays.
//!
//! With σ₁ = c_t = 0 and constant μ, the force prescribes the deflection, `z = F/σ₀`, and LuGre's equation gives the
//! motion: `dx = dz/(1 − F/g)` while F rises, `dx = dz/(1 + F/g)` while it falls. Over one cycle of
//! `F = λg + A sin` these add up to (LG-10): `(2g/σ₀)[atanh(a/(1−λ)) − atanh(a/(1+λ))]`, `a = A/g`, which for small
//! `a` is `4Aλ/(σ₀(1−λ²))`.

use bristle_contact::{BristleParameters, ElastoPlastic, FrictionLaw, LuGre};
use glam::DVec3;

const PARAMETERS: BristleParameters = BristleParameters {
    stiffness: 2e4,
    damping: 0.0,
    viscosity: 0.0,
    mu_static: 0.43,
    mu_dynamic: 0.43,
    stribeck_speed: 0.3,
};
const NORMAL_FORCE: f64 = 1.1;
const LIMIT: f64 = 0.43 * NORMAL_FORCE;
const FREQUENCY: f64 = 20.0;
const CYCLES: usize = 10;

/// Velocity at which the law resists with `target`; the force rises with the velocity, so halving finds it.
fn velocity_for(law: &FrictionLaw, z: f64, target: f64, h: f64) -> f64 {
    let (mut low, mut high) = (-0.1, 0.1);
    while high - low > 1e-17 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let force = law.step(DVec3::X * z, DVec3::X * middle, NORMAL_FORCE, h).force.x;
        if force < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Mean velocity of the carrier after the first cycle, which only brings it to its orbit.
fn drift(law: FrictionLaw, load_ratio: f64, amplitude: f64, steps_per_cycle: usize) -> f64 {
    let h = 1.0 / (FREQUENCY * steps_per_cycle as f64);
    let (mut x, mut z, mut start) = (0.0, load_ratio * LIMIT / PARAMETERS.stiffness, 0.0);
    for i in 1..=(CYCLES + 1) * steps_per_cycle {
        let phase = std::f64::consts::TAU * i as f64 / steps_per_cycle as f64;
        let w = velocity_for(&law, z, load_ratio * LIMIT + amplitude * phase.sin(), h);
        z = law.step(DVec3::X * z, DVec3::X * w, NORMAL_FORCE, h).deflection.x;
        x += h * w;
        if i == steps_per_cycle {
            start = x;
        }
    }
    (x - start) * FREQUENCY / CYCLES as f64
}

#[test]
fn lugre_drift_under_vibration_follows_its_closed_form() {
    let law = FrictionLaw::from(LuGre::new(PARAMETERS).unwrap());
    for (load_ratio, a) in [(0.3, 0.05), (0.43, 0.1), (0.7, 0.2)] {
        let exact = FREQUENCY
            * (2.0 * LIMIT / PARAMETERS.stiffness)
            * (f64::atanh(a / (1.0 - load_ratio)) - f64::atanh(a / (1.0 + load_ratio)));
        let small_amplitude = 4.0 * a * LIMIT * FREQUENCY * load_ratio
            / (PARAMETERS.stiffness * (1.0 - load_ratio * load_ratio));
        let measured = drift(law, load_ratio, a * LIMIT, 2000);
        println!("λ {load_ratio} a {a}: {measured:e} vs {exact:e}, small amplitude {small_amplitude:e}");
        // Backward Euler sums dz/(1 ∓ F/g) at the end of each step: first order in 1/2000 of a cycle.
        assert!((measured / exact - 1.0).abs() < 5e-3, "λ {load_ratio}: {measured:e} vs {exact:e}");
        // atanh(u) = u (1 + u²/3 + …), u = a/(1 − λ): the small-amplitude form misses about that much.
        let missing = (a / (1.0 - load_ratio)).powi(2);
        assert!((small_amplitude / exact - 1.0).abs() < missing, "{small_amplitude:e} vs {exact:e}");
    }
}

#[test]
fn lugre_drift_error_is_first_order_in_the_step() {
    let law = FrictionLaw::from(LuGre::new(PARAMETERS).unwrap());
    let (load_ratio, a) = (0.7, 0.2);
    let exact = FREQUENCY
        * (2.0 * LIMIT / PARAMETERS.stiffness)
        * (f64::atanh(a / (1.0 - load_ratio)) - f64::atanh(a / (1.0 + load_ratio)));
    let error = |steps| drift(law, load_ratio, a * LIMIT, steps) - exact;
    let ratio = error(250) / error(500);
    assert!((1.8..2.2).contains(&ratio), "halving the step divided the error by {ratio}");
}

#[test]
fn elasto_plastic_does_not_drift_under_vibration() {
    let law = FrictionLaw::from(ElastoPlastic::new(PARAMETERS).unwrap());
    for (load_ratio, a) in [(0.3, 0.05), (0.43, 0.1), (0.7, 0.2)] {
        let measured = drift(law, load_ratio, a * LIMIT, 500);
        assert!(measured.abs() < 1e-9, "λ {load_ratio}: {measured:e} m/s");
    }
}
