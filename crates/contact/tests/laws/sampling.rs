//! Random laws and contact states; seeded, so a failure repeats.

use bristle_contact::{
    BristleParameters, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw, HuntCrossley,
    LinearSpringDamper, LuGre, NormalLaw, PowerLaw, RegularisedCoulomb, Tabulated,
};
use glam::DVec3;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

pub(crate) fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Log-uniform between `10^low` and `10^high`.
pub(crate) fn decades(low: f64, high: f64) -> impl Strategy<Value = f64> + Clone {
    (low..high).prop_map(|power| 10f64.powf(power))
}

pub(crate) fn unit_vector() -> impl Strategy<Value = DVec3> + Clone {
    ((-1.0..1.0f64), (0.0..std::f64::consts::TAU)).prop_map(|(z, angle)| {
        let r = (1.0 - z * z).sqrt();
        DVec3::new(r * angle.cos(), r * angle.sin(), z)
    })
}

/// Every normal law, with its own length scale of the millimetre.
pub(crate) fn normal_law() -> impl Strategy<Value = NormalLaw> + Clone {
    let k = decades(1.0, 6.0);
    let c = prop_oneof![Just(0.0), decades(-2.0, 2.0)];
    let n = prop_oneof![Just(1.0), Just(1.5), Just(2.0), 1.0..4.0f64];
    let table = (proptest::collection::vec((0.1e-3..1.3e-3f64, 0.0..900.0f64), 1..7), decades(-1.0, 1.0));
    prop_oneof![
        (k.clone(), c.clone()).prop_map(|(k, c)| LinearSpringDamper::new(k, c).unwrap().into()),
        (k.clone(), n.clone(), 0.0..3.0f64).prop_map(|(k, n, a)| HuntCrossley::new(
            k,
            Exponent::new(n).unwrap(),
            a
        )
        .unwrap()
        .into()),
        (k, n, c).prop_map(|(k, n, c)| PowerLaw::new(k, Exponent::new(n).unwrap(), c).unwrap().into()),
        table.prop_map(|(increments, c)| {
            let mut points = Vec::new();
            let (mut x, mut y) = (0.0, 0.0);
            for (dx, dy) in increments {
                (x, y) = (x + dx, y + dy);
                points.push((x, y));
            }
            Tabulated::new(&points, c).unwrap().into()
        }),
    ]
}

pub(crate) fn bristle_parameters() -> impl Strategy<Value = BristleParameters> + Clone {
    (
        decades(0.0, 5.0),
        prop_oneof![Just(0.0), decades(-3.0, 2.0)],
        0.0..2.0f64,
        0.05..1.2f64,
        0.05..1.0f64,
        decades(-2.0, 0.0),
    )
        .prop_map(|(stiffness, damping, viscosity, mu_static, ratio, stribeck_speed)| {
            BristleParameters {
                stiffness,
                damping,
                viscosity,
                mu_static,
                mu_dynamic: mu_static * ratio,
                stribeck_speed,
            }
        })
}

pub(crate) fn elasto_plastic() -> impl Strategy<Value = FrictionLaw> + Clone {
    bristle_parameters().prop_map(|p| ElastoPlastic::new(p).unwrap().into())
}

pub(crate) fn friction_law() -> impl Strategy<Value = FrictionLaw> + Clone {
    prop_oneof![
        elasto_plastic(),
        bristle_parameters().prop_map(|p| LuGre::new(p).unwrap().into()),
        (bristle_parameters(), decades(-4.0, -1.0)).prop_map(|(p, slip_speed)| {
            let BristleParameters { viscosity, mu_static, mu_dynamic, stribeck_speed, .. } = p;
            RegularisedCoulomb::new(CoulombParameters {
                slip_speed,
                viscosity,
                mu_static,
                mu_dynamic,
                stribeck_speed,
            })
            .unwrap()
            .into()
        }),
    ]
}

/// A contact state around the break-away point of a law.
#[derive(Debug, Clone)]
pub(crate) struct Contact {
    pub(crate) normal: DVec3,
    pub(crate) deflection: DVec3,
    pub(crate) slip_velocity: DVec3,
    pub(crate) normal_force: f64,
    pub(crate) h: f64,
}

/// Deflections up to 1.3 break-away deflections and speeds over four decades around Stribeck's.
pub(crate) fn contact_of(law: FrictionLaw) -> impl Strategy<Value = (FrictionLaw, Contact)> {
    let deflection = (0.0..1.3f64, 0.0..std::f64::consts::TAU);
    let speed = (decades(-3.0, 0.7), 0.0..std::f64::consts::TAU);
    (unit_vector(), deflection, speed, decades(-2.0, 2.0), decades(-5.0, -1.5)).prop_map(
        move |(normal, (depth, z_angle), (speed, w_angle), normal_force, h)| {
            let e1 = normal.any_orthonormal_vector();
            let e2 = normal.cross(e1);
            let at = |angle: f64| e1 * angle.cos() + e2 * angle.sin();
            let stiffness = law.rest_stiffness().max(1.0);
            let deflection = at(z_angle) * (depth * law.stribeck().mu_static() * normal_force / stiffness);
            let slip_velocity = at(w_angle) * (speed * law.stribeck().speed());
            (law, Contact { normal, deflection, slip_velocity, normal_force, h })
        },
    )
}
