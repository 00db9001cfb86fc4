//! Steady sliding: |z| = g/σ₀ and t = g(v) + c_t v, over the whole Stribeck curve of Moisio et al. (2013), Fig. 7.

use bristle_contact::presets::FOAM_FRICTION;
use bristle_contact::{ElastoPlastic, FrictionLaw, LuGre};
use glam::DVec3;

const NORMAL_FORCE: f64 = 0.08;
const SPEEDS: [f64; 9] = [0.01, 0.03, 0.1, 0.2, 0.3, 0.43, 0.7, 1.1, 3.0];

fn slides_along_the_stribeck_curve(law: FrictionLaw) {
    let p = FOAM_FRICTION;
    for v in SPEEDS {
        let g = NORMAL_FORCE
            * (p.mu_dynamic + (p.mu_static - p.mu_dynamic) * (-(v / p.stribeck_speed).powi(2)).exp());
        let w = DVec3::new(0.6, -0.8, 0.0) * v;
        for h in [1e-4, 1e-3, 2.5e-3, 1e-2] {
            // LuGre forgets its start over the distance g/σ0, the bristle's damper over the time σ1/σ0; after forty
            // of each, e⁻⁴⁰ is below round-off.
            let duration = 40.0 * (g / (p.stiffness * v) + p.damping / p.stiffness);
            let mut z = DVec3::ZERO;
            let mut force = DVec3::ZERO;
            let mut slipping = false;
            for _ in 0..(duration / h).ceil() as usize {
                let step = law.step(z, w, NORMAL_FORCE, h);
                (z, force, slipping) = (step.deflection, step.force, step.slipping);
            }
            // Each step rounds by an epsilon or two and forgets only this share of what came before.
            let forgotten = h * p.stiffness * (v / g).min(1.0 / p.damping);
            let tolerance = 4.0 * f64::EPSILON * (1.0 + 1.0 / forgotten);
            let deflection = w.normalize() * (g / p.stiffness);
            assert!((z - deflection).length() <= tolerance * deflection.length(), "v {v} h {h}: z {z}");
            let expected = w.normalize() * (g + p.viscosity * v);
            assert!((force - expected).length() <= tolerance * expected.length(), "v {v} h {h}: t {force}");
            assert!(slipping, "v {v} h {h}");
        }
    }
}

#[test]
fn elasto_plastic_steady_sliding_follows_the_stribeck_curve() {
    slides_along_the_stribeck_curve(ElastoPlastic::new(FOAM_FRICTION).unwrap().into());
}

#[test]
fn lugre_steady_sliding_follows_the_stribeck_curve() {
    slides_along_the_stribeck_curve(LuGre::new(FOAM_FRICTION).unwrap().into());
}

/// The shortcuts around `exp` must not show: at their borders the curve agrees with the formula to the last digits.
#[test]
fn stribeck_curve_has_no_seams() {
    let curve = bristle_contact::Stribeck::new(0.435, 0.23, 0.3).unwrap();
    for u in [0.0, 1e-12, 0.99e-8, 1.01e-8, 1e-4, 0.7, 39.9, 40.1, 1e4] {
        let v = 0.3 * f64::sqrt(u);
        let expected = 0.23 + 0.205 * (-(v / 0.3).powi(2)).exp();
        // exp(−40) = 4e-18 of 0.205; the rest is a few roundings.
        assert!((curve.coefficient(v) - expected).abs() <= 4.0 * f64::EPSILON * expected, "u {u}");
    }
}
