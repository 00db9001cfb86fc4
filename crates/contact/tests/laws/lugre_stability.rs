//! The implicit LuGre bristle settles where forward Euler blows up.

use bristle_contact::presets::FOAM_FRICTION;
use bristle_contact::{FrictionLaw, LuGre};
use glam::DVec3;

#[test]
fn lugre_is_stable_where_forward_euler_diverges() {
    let p = FOAM_FRICTION;
    let law = FrictionLaw::from(LuGre::new(p).unwrap());
    let (f, h) = (1e-4, 1e-3);
    // Forward Euler multiplies the error by 1 − hσ0|w|/g each step: beyond 2g/(σ0 h) it grows.
    let w = 3.0 * p.mu_static * f / (p.stiffness * h);
    let g = f * law.stribeck().coefficient(w);
    assert!(w > 2.0 * g / (p.stiffness * h));
    let (mut implicit, mut explicit) = (DVec3::ZERO, 0.0f64);
    for _ in 0..200 {
        implicit = law.step(implicit, DVec3::Y * w, f, h).deflection;
        explicit += h * (w - p.stiffness * w / g * explicit);
    }
    let steady = g / p.stiffness;
    assert!(explicit.abs() > 1e6 * steady, "forward Euler should have diverged: {explicit:e}");
    assert!((implicit.y - steady).abs() < 1e-14 * steady, "{} vs {steady}", implicit.y);
}

/// At touch and lift-off the forward-Euler limit goes to zero; the implicit bristle stays within its bounds.
#[test]
fn lugre_bristle_never_exceeds_its_largest_possible_deflection() {
    let p = FOAM_FRICTION;
    let law = FrictionLaw::from(LuGre::new(p).unwrap());
    let mut z = DVec3::ZERO;
    for i in 0..2000 {
        let phase = f64::from(i) * 0.0137;
        let f = 0.08 * phase.sin().abs().powi(8);
        let w = DVec3::new((1.1 * phase).cos(), (0.7 * phase).sin(), 0.0) * 3.0;
        let step = law.step(z, w, f, 5e-3);
        // z' is a mean of z and a vector of length g/σ0, weighted by 1 and hΛ.
        let bound = z.length().max(step.limit / p.stiffness);
        assert!(step.deflection.length() <= bound * (1.0 + 1e-14), "step {i}");
        assert!(step.force.is_finite());
        z = step.deflection;
    }
}
