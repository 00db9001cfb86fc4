//! `FrictionStep::d_*` are the derivatives of the force, for every law and branch.

use crate::sampling::{Contact, contact_of, friction_law, runner};
use bristle_contact::{FrictionLaw, FrictionStep};
use glam::DVec3;
use proptest::prelude::*;

/// As for the normal laws: (1e-5)² from truncation and 2e-16/1e-5 from round-off, times force over scale, with a
/// factor for the constants of the third derivatives (measured: worst 3e-10).
const STEP: f64 = 1e-5;
const TOLERANCE: f64 = 5e-9;

/// The slip velocity over which the force changes by its own size.
fn speed_scale(law: &FrictionLaw, at: &Contact, step: &FrictionStep) -> f64 {
    let speed = at.slip_velocity.length();
    match law {
        FrictionLaw::ElastoPlastic(law) => {
            let p = law.parameters();
            let qh = p.stiffness * at.h + p.damping;
            let trial = at.deflection * p.stiffness + at.slip_velocity * qh;
            p.stribeck_speed.min(speed).min(trial.length() / qh)
        }
        FrictionLaw::LuGre(law) => {
            let p = law.parameters();
            p.stribeck_speed.min(speed).min(step.limit / (p.stiffness * at.h))
        }
        FrictionLaw::RegularisedCoulomb(law) => {
            law.parameters().stribeck_speed.min(law.parameters().slip_speed)
        }
    }
}

#[test]
fn friction_derivatives_match_central_differences() {
    let (cases, skipped, sliding) = (6000, std::cell::Cell::new(0), std::cell::Cell::new(0));
    runner(cases)
        .run(&friction_law().prop_flat_map(contact_of), |(law, at)| {
            let Contact { normal, deflection: z, slip_velocity: w, normal_force: f, h } = at;
            let here = law.step(z, w, f, h);
            sliding.set(sliding.get() + usize::from(here.slipping));
            let elastic_plastic = matches!(law, FrictionLaw::ElastoPlastic(_));
            let crosses_kink =
                |a: &FrictionStep, b: &FrictionStep| elastic_plastic && a.slipping != b.slipping;
            let size = here.force.length() + here.limit + law.rest_stiffness() * z.length();

            let e1 = normal.any_orthonormal_vector();
            for along in [e1, normal.cross(e1)] {
                let scale = speed_scale(&law, &at, &here);
                let dw = STEP * scale;
                let (plus, minus) = (law.step(z, w + along * dw, f, h), law.step(z, w - along * dw, f, h));
                if crosses_kink(&plus, &minus) {
                    skipped.set(skipped.get() + 1);
                    return Ok(());
                }
                let numeric = (plus.force - minus.force) / (2.0 * dw);
                let error = (numeric - here.d_slip_velocity.apply(along)).length();
                prop_assert!(
                    error <= TOLERANCE * size / scale,
                    "d_slip_velocity: {here:?}, numeric {numeric}"
                );

                let scale = (here.limit / law.rest_stiffness().max(1.0)).min(z.length() + 1e-3 * here.limit);
                let scale = match law {
                    // The direction of the slipping force turns within one trial force.
                    FrictionLaw::ElastoPlastic(ep) => {
                        let p = ep.parameters();
                        let trial = z * p.stiffness + w * (p.stiffness * h + p.damping);
                        scale.min(trial.length() / p.stiffness)
                    }
                    _ => scale,
                };
                let dz = STEP * scale;
                let (plus, minus) = (law.step(z + along * dz, w, f, h), law.step(z - along * dz, w, f, h));
                if crosses_kink(&plus, &minus) {
                    skipped.set(skipped.get() + 1);
                    return Ok(());
                }
                let numeric = (plus.force - minus.force) / (2.0 * dz);
                let error = (numeric - here.d_deflection.apply(along)).length();
                prop_assert!(error <= TOLERANCE * size / scale, "d_deflection: {here:?}, numeric {numeric}");
            }

            let df = STEP * f;
            let (plus, minus) = (law.step(z, w, f + df, h), law.step(z, w, f - df, h));
            if crosses_kink(&plus, &minus) {
                skipped.set(skipped.get() + 1);
                return Ok(());
            }
            let numeric = (plus.force - minus.force) / (2.0 * df);
            let error = (numeric - here.d_normal_force).length();
            prop_assert!(error <= TOLERANCE * size / f, "d_normal_force: {here:?}, numeric {numeric}");
            Ok(())
        })
        .unwrap();
    assert!(skipped.get() * 100 < cases, "{} of {cases} skipped", skipped.get());
    let share = sliding.get() as f64 / f64::from(cases);
    assert!((0.1..0.9).contains(&share), "both branches must be visited: {share} slipping");
}

/// At rest |w| has a corner for LuGre; every law must still hand finite numbers to the solver.
#[test]
fn derivatives_are_finite_at_rest_and_without_friction() {
    runner(500)
        .run(&friction_law().prop_flat_map(contact_of), |(law, at)| {
            for (z, w, f) in [
                (DVec3::ZERO, DVec3::ZERO, at.normal_force),
                (at.deflection, DVec3::ZERO, at.normal_force),
                (DVec3::ZERO, at.slip_velocity, at.normal_force),
                (at.deflection, at.slip_velocity * 1e-300, at.normal_force),
                (at.deflection, at.slip_velocity, 1e-300),
            ] {
                let step = law.step(z, w, f, at.h);
                let matrices = [step.d_slip_velocity, step.d_deflection, step.damping(at.h)];
                let finite = step.force.is_finite()
                    && step.deflection.is_finite()
                    && step.limit.is_finite()
                    && step.d_normal_force.is_finite()
                    && matrices.iter().all(|m| m.in_plane_of(at.normal).is_finite());
                prop_assert!(finite, "{step:?} at z {z}, w {w}, f {f}");
            }
            for f in [0.0, -0.3] {
                prop_assert_eq!(law.step(at.deflection, at.slip_velocity, f, at.h), FrictionStep::FREE);
            }
            Ok(())
        })
        .unwrap();
}

/// The split an implicit solver relies on: spring and damper together make the whole derivative.
#[test]
fn damping_and_stiffness_add_up_to_the_slip_derivative() {
    runner(500)
        .run(&friction_law().prop_flat_map(contact_of), |(law, at)| {
            let step = law.step(at.deflection, at.slip_velocity, at.normal_force, at.h);
            let v = at.normal.any_orthonormal_vector() * 0.7 + at.slip_velocity;
            let whole = step.d_slip_velocity.apply(v);
            let parts = step.damping(at.h).apply(v) + step.d_deflection.apply(v) * at.h;
            // A handful of roundings of terms no larger than the isotropic and rank-one parts.
            let size = (step.d_slip_velocity.isotropic
                + step.d_slip_velocity.a.length() * step.d_slip_velocity.b.length())
                * v.length();
            prop_assert!((whole - parts).length() <= 1e-14 * size, "{whole} != {parts}");
            // The 3×3 form agrees on tangent vectors and ignores the normal.
            let matrix = step.d_slip_velocity.in_plane_of(at.normal);
            prop_assert!(
                (matrix * (v + at.normal * 0.3) - whole).length() <= 1e-14 * size * (1.0 + 0.3 / v.length())
            );
            Ok(())
        })
        .unwrap();
}
