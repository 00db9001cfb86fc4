//! `s` units side by side push and drag `s` times as hard: law(s·parameters, s·f_n) = s·law(parameters, f_n).

use crate::sampling::{contact_of, decades, friction_law, normal_law, runner};
use bristle_contact::{
    BristleParameters, CoulombParameters, ElastoPlastic, FrictionLaw, HuntCrossley, LinearSpringDamper,
    LuGre, NormalLaw, PowerLaw, RegularisedCoulomb, Tabulated,
};
use proptest::prelude::*;

fn close(a: f64, b: f64) -> bool {
    // A handful of roundings; the exponents of the laws do not amplify them.
    (a - b).abs() <= 1e-13 * a.abs().max(b.abs())
}

fn scale_bristle(p: BristleParameters, s: f64) -> BristleParameters {
    BristleParameters { stiffness: p.stiffness * s, damping: p.damping * s, viscosity: p.viscosity * s, ..p }
}

fn rebuilt_friction(law: &FrictionLaw, s: f64) -> FrictionLaw {
    match law {
        FrictionLaw::ElastoPlastic(l) => ElastoPlastic::new(scale_bristle(l.parameters(), s)).unwrap().into(),
        FrictionLaw::LuGre(l) => LuGre::new(scale_bristle(l.parameters(), s)).unwrap().into(),
        FrictionLaw::RegularisedCoulomb(l) => {
            let p = l.parameters();
            RegularisedCoulomb::new(CoulombParameters { viscosity: p.viscosity * s, ..p }).unwrap().into()
        }
    }
}

fn rebuilt_normal(law: &NormalLaw, s: f64) -> NormalLaw {
    match law {
        NormalLaw::Linear(l) => LinearSpringDamper::new(l.stiffness() * s, l.damping() * s).unwrap().into(),
        NormalLaw::HuntCrossley(l) => {
            HuntCrossley::new(l.stiffness() * s, l.exponent(), l.dissipation()).unwrap().into()
        }
        NormalLaw::PowerLaw(l) => {
            PowerLaw::new(l.stiffness() * s, l.exponent(), l.damping() * s).unwrap().into()
        }
        NormalLaw::Tabulated(l) => {
            let points: Vec<_> = l.points().map(|(x, y)| (x, y * s)).collect();
            Tabulated::new(&points, l.damping() * s).unwrap().into()
        }
        NormalLaw::Custom(_) => unreachable!("sampling draws built-in laws only; see custom.rs"),
    }
}

#[test]
fn friction_laws_are_homogeneous_of_degree_one() {
    runner(3000)
        .run(&(friction_law().prop_flat_map(contact_of), decades(-6.0, 3.0)), |((law, at), s)| {
            let one = law.step(at.deflection, at.slip_velocity, at.normal_force, at.h).scaled(s);
            for scaled in [rebuilt_friction(&law, s), law.scaled(s).unwrap()] {
                let many = scaled.step(at.deflection, at.slip_velocity, at.normal_force * s, at.h);
                prop_assert_eq!(many.slipping, one.slipping);
                prop_assert!(close(many.limit, one.limit));
                prop_assert!((many.force - one.force).length() <= 1e-13 * (one.force.length() + one.limit));
                prop_assert!(
                    (many.deflection - one.deflection).length()
                        <= 1e-13 * (one.deflection.length() + at.deflection.length())
                );
                prop_assert!(
                    (many.d_normal_force - one.d_normal_force).length()
                        <= 1e-13 * (1.0 + one.d_normal_force.length())
                );
                for (m, o) in
                    [(many.d_slip_velocity, one.d_slip_velocity), (many.d_deflection, one.d_deflection)]
                {
                    let v = at.slip_velocity;
                    let size = (o.isotropic.abs() + o.a.length() * o.b.length() + law.rest_stiffness() * s)
                        * v.length();
                    prop_assert!((m.apply(v) - o.apply(v)).length() <= 1e-13 * size);
                }
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn normal_laws_are_homogeneous_of_degree_one() {
    runner(3000)
        .run(&(normal_law(), 1e-6..9e-3f64, -0.5..0.5f64, decades(-6.0, 3.0)), |(law, p, rate, s)| {
            let one = law.force(p, rate).scaled(s);
            for scaled in [rebuilt_normal(&law, s), law.scaled(s).unwrap()] {
                let many = scaled.force(p, rate);
                prop_assert!(close(many.elastic, one.elastic) && close(many.damping, one.damping));
                // Flat stretches of a table leave round-off slopes on both sides.
                let floor = 1e-12 * one.elastic / p;
                prop_assert!(
                    close(many.d_penetration, one.d_penetration)
                        || (many.d_penetration - one.d_penetration).abs() < floor
                );
                prop_assert!(close(many.d_rate, one.d_rate));
                prop_assert!(close(scaled.energy(p), s * law.energy(p)));
            }
            Ok(())
        })
        .unwrap();
}
