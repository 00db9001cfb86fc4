//! Dry friction never exceeds μ f_n.

use crate::sampling::{contact_of, elasto_plastic, friction_law, runner};
use bristle_contact::FrictionLaw;
use proptest::prelude::*;

fn mu(law: &FrictionLaw, speed: f64) -> f64 {
    let s = law.stribeck();
    s.mu_dynamic() + (s.mu_static() - s.mu_dynamic()) * (-(speed / s.speed()).powi(2)).exp()
}

#[test]
fn elasto_plastic_bristle_force_stays_within_mu_times_normal_force() {
    runner(5000)
        .run(&elasto_plastic().prop_flat_map(contact_of), |(law, at)| {
            let FrictionLaw::ElastoPlastic(bristle) = law else { unreachable!() };
            let step = law.step(at.deflection, at.slip_velocity, at.normal_force, at.h);
            let dry = step.force - at.slip_velocity * bristle.parameters().viscosity;
            let limit = mu(&law, at.slip_velocity.length()) * at.normal_force;
            // Subtracting the viscous part again leaves its round-off behind.
            let tolerance = 4.0 * f64::EPSILON * (limit + step.force.length());
            prop_assert!(dry.length() <= limit + tolerance, "{} > {limit}", dry.length());
            prop_assert!((step.limit - limit).abs() <= 8.0 * f64::EPSILON * limit);
            Ok(())
        })
        .unwrap();
}

#[test]
fn slipping_elasto_plastic_bristle_pulls_exactly_at_the_limit() {
    runner(5000)
        .run(&elasto_plastic().prop_flat_map(contact_of), |(law, at)| {
            let FrictionLaw::ElastoPlastic(bristle) = law else { unreachable!() };
            let p = bristle.parameters();
            let step = law.step(at.deflection, at.slip_velocity, at.normal_force, at.h);
            // Spring and damper of the bristle make up the dry force, slipping or not (EP-6).
            let rate = (step.deflection - at.deflection) / at.h;
            let bristle_force = step.deflection * p.stiffness + rate * p.damping;
            let dry = step.force - at.slip_velocity * p.viscosity;
            let size = step.force.length()
                + p.stiffness * at.deflection.length()
                + p.damping * at.deflection.length() / at.h;
            prop_assert!((bristle_force - dry).length() <= 1e-14 * size, "{bristle_force} != {dry}");
            if step.slipping {
                prop_assert!((dry.length() - step.limit).abs() <= 1e-14 * (step.limit + step.force.length()));
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn friction_stays_in_the_tangent_plane() {
    runner(2000)
        .run(&friction_law().prop_flat_map(contact_of), |(law, at)| {
            let step = law.step(at.deflection, at.slip_velocity, at.normal_force, at.h);
            prop_assert!(step.force.dot(at.normal).abs() <= 1e-14 * (step.force.length() + step.limit));
            Ok(())
        })
        .unwrap();
}
