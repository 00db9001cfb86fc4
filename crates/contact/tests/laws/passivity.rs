//! Friction never gives back more than the bristle stored.

use crate::sampling::{elasto_plastic, runner};
use bristle_contact::{FrictionLaw, rotate_deflection};
use glam::DVec3;
use proptest::prelude::*;

/// One leg of a random walk: a displacement in plane coordinates, a tilt of the plane and a normal force.
fn leg() -> impl Strategy<Value = (f64, f64, [f64; 3], f64)> {
    let tilt = [-0.3..0.3f64, -0.3..0.3, -0.3..0.3];
    (-1.0..1.0f64, -1.0..1.0f64, tilt, prop_oneof![4 => 0.0..3.0f64, 1 => Just(0.0)])
}

#[test]
fn elasto_plastic_friction_creates_no_energy_on_closed_paths() {
    let walk = (elasto_plastic(), proptest::collection::vec(leg(), 3..40), -4.0..-1.0f64, -5.0..-2.0f64);
    runner(1500)
        .run(&walk, |(law, legs, log_reach, log_h)| {
            let (reach, h) = (10f64.powf(log_reach), 10f64.powf(log_h));
            let FrictionLaw::ElastoPlastic(bristle) = law else { unreachable!() };
            // Deflections comparable to break-away, so that sticking and slipping both occur.
            let reach = reach.max(0.1 * bristle.parameters().mu_static / bristle.parameters().stiffness);
            let mut normal = DVec3::new(0.3, -0.7, 1.1).normalize();
            let (mut z, mut position, mut work) = (DVec3::ZERO, (0.0, 0.0), 0.0);
            let steps = legs.len();
            for (i, (du, dv, tilt, force)) in legs.into_iter().enumerate() {
                let turned = (normal + DVec3::from_array(tilt)).normalize();
                z = rotate_deflection(z, normal, turned);
                normal = turned;
                // The last leg leads home: a closed path in the coordinates of the plane.
                let (du, dv) = if i + 1 == steps { (-position.0, -position.1) } else { (du, dv) };
                position = (position.0 + du, position.1 + dv);
                let e1 = normal.any_orthonormal_vector();
                let w = (e1 * du + normal.cross(e1) * dv) * (reach / h);
                let step = law.step(z, w, force, h);
                let done = h * step.force.dot(w);
                let gained = law.energy(step.deflection) - law.energy(z);
                // Round-off of the terms that nearly cancel.
                let tolerance = 1e-13 * (done.abs() + law.energy(step.deflection) + law.energy(z));
                prop_assert!(done >= gained - tolerance, "step {i}: work {done:e} < stored {gained:e}");
                work += done;
                z = step.deflection;
            }
            let stored = law.energy(z);
            prop_assert!(work >= stored - 1e-12 * (work.abs() + stored), "work {work:e} < stored {stored:e}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn an_elasto_plastic_bristle_that_sticks_gives_its_energy_back() {
    let p = bristle_contact::BristleParameters {
        damping: 0.0,
        viscosity: 0.0,
        ..bristle_contact::presets::FOAM_FRICTION
    };
    let law = FrictionLaw::from(bristle_contact::ElastoPlastic::new(p).unwrap());
    let (f, h, n) = (0.08, 1e-4, 4000);
    let reach = 0.7 * p.mu_static * f / p.stiffness;
    let (mut z, mut work, mut peak) = (DVec3::ZERO, 0.0, 0.0f64);
    for i in 0..2 * n {
        let w = DVec3::X * (reach / (n as f64 * h)) * if i < n { 1.0 } else { -1.0 };
        let step = law.step(z, w, f, h);
        assert!(!step.slipping);
        work += h * step.force.dot(w);
        peak = peak.max(work);
        z = step.deflection;
    }
    // Backward Euler loses ½ σ0 δ² per step of length δ: 2n of them make peak · 2/n.
    assert!(work >= 0.0 && work < 2.1 * peak / n as f64, "net work {work:e}, peak {peak:e}");
}
