//! No law exists with parameters that describe no material, and the refusal says how to mend them.

use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, HuntCrossley,
    LinearSpringDamper, LuGre, MaterialError, PowerLaw, RegularisedCoulomb, Stribeck, Tabulated, presets,
    texel_stiffness,
};

const GOOD: BristleParameters = presets::FOAM_FRICTION;
const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// The refusal must name the parameter, its value, what is allowed, and (after the semicolon) the way out.
fn refuses<T: std::fmt::Debug>(built: Result<T, MaterialError>, parameter: &str, value: f64, allowed: &str) {
    let error = built.expect_err(&format!("{parameter} = {value} must be refused"));
    let message = error.to_string();
    assert!(message.contains(parameter), "{message}");
    assert!(message.contains(&format!("= {value}")), "{message}");
    let (complaint, fix) = message.split_once(';').expect("a fix after the semicolon");
    assert!(complaint.contains(allowed), "{message}");
    assert!(fix.len() > 10, "{message}");
}

#[test]
fn numbers_out_of_range_are_refused_by_name_value_range_and_fix() {
    let hertz = Exponent::HERTZ;
    for bad in [0.0, -0.7, NAN, INF, -INF] {
        let positive = "finite and > 0";
        refuses(LinearSpringDamper::new(bad, 1.0), "stiffness k", bad, positive);
        refuses(HuntCrossley::new(bad, hertz, 1.0), "stiffness k", bad, positive);
        refuses(PowerLaw::new(bad, hertz, 1.0), "stiffness k", bad, positive);
        refuses(ElastoPlastic::new(BristleParameters { stiffness: bad, ..GOOD }), "sigma0", bad, positive);
        refuses(LuGre::new(BristleParameters { stiffness: bad, ..GOOD }), "sigma0", bad, positive);
        refuses(coulomb(bad, 0.0), "slip_speed", bad, positive);
        refuses(Stribeck::new(0.43, 0.3, bad), "x0", bad, "finite and >= 1e-9");
        let foam = presets::foam_rs_55_066_corrected();
        let thin = ContactMaterial::new(foam.normal().clone(), *foam.friction(), bad, Basis::PerArea);
        refuses(thin, "max_penetration", bad, positive);
        refuses(foam.clone().with_target_stiffness(bad), "target_stiffness", bad, positive);
        refuses(foam.scaled(bad, Basis::PerTexel), "factor", bad, positive);
        refuses(texel_stiffness(bad, 1.0, 84, 1.0), "pressure", bad, positive);
        refuses(texel_stiffness(1.0, bad, 84, 1.0), "pad_area", bad, positive);
        refuses(texel_stiffness(1.0, 1.0, 84, bad), "compression", bad, positive);
    }
    refuses(texel_stiffness(1.0, 1.0, 0, 1.0), "texels", 0.0, "finite and > 0");
    for bad in [-0.3, NAN, INF] {
        let non_negative = "finite and >= 0";
        refuses(LinearSpringDamper::new(1.0, bad), "damping c", bad, non_negative);
        refuses(HuntCrossley::new(1.0, hertz, bad), "dissipation a", bad, non_negative);
        refuses(PowerLaw::new(1.0, hertz, bad), "damping c", bad, non_negative);
        refuses(Tabulated::new(&[(1e-3, 1.0)], bad), "damping c", bad, non_negative);
        refuses(Tabulated::new(&[(bad, 1.0)], 0.0), "compression", bad, non_negative);
        refuses(Tabulated::new(&[(1e-3, bad)], 0.0), "pressure", bad, non_negative);
        refuses(ElastoPlastic::new(BristleParameters { damping: bad, ..GOOD }), "sigma1", bad, non_negative);
        refuses(LuGre::new(BristleParameters { viscosity: bad, ..GOOD }), "c_t", bad, non_negative);
        refuses(coulomb(1e-4, bad), "c_t", bad, non_negative);
        refuses(Stribeck::new(bad, 0.3, 0.1), "mu_static", bad, non_negative);
        refuses(Stribeck::new(0.43, bad, 0.1), "mu_dynamic", bad, non_negative);
    }
    for bad in [0.99, 10.1, -1.5, NAN, INF] {
        refuses(Exponent::new(bad), "exponent n", bad, "from 1 to 10");
    }
    refuses(Tabulated::new(&[(1e-3, 0.0), (2e-3, 0.0)], 0.0), "highest pressure", 0.0, "> 0");
}

fn coulomb(slip_speed: f64, viscosity: f64) -> Result<RegularisedCoulomb, MaterialError> {
    RegularisedCoulomb::new(CoulombParameters {
        slip_speed,
        viscosity,
        mu_static: 0.43,
        mu_dynamic: 0.3,
        stribeck_speed: 0.1,
    })
}

#[test]
fn friction_that_rises_with_speed_is_refused() {
    let swapped = BristleParameters { mu_static: 0.23, mu_dynamic: 0.435, ..GOOD };
    let expected = MaterialError::DynamicAboveStatic { mu_static: 0.23, mu_dynamic: 0.435 };
    assert_eq!(ElastoPlastic::new(swapped), Err(expected.clone()));
    assert_eq!(LuGre::new(swapped), Err(expected.clone()));
    assert!(expected.to_string().contains("0 <= mu_dynamic <= mu_static; swap"));
    assert!(Stribeck::new(0.43, 0.43, 0.1).is_ok() && Stribeck::new(0.0, 0.0, 0.1).is_ok());
}

#[test]
fn tables_that_are_no_curve_are_refused() {
    use MaterialError::*;
    let refused = |points: &[(f64, f64)]| Tabulated::new(points, 0.0).unwrap_err();
    assert_eq!(refused(&[]), TableTooShort { count: 0 });
    assert_eq!(refused(&[(0.0, 0.0)]), TableTooShort { count: 0 });
    assert_eq!(refused(&[(0.0, 3.0), (1e-3, 7.0)]), TableOffset { pressure: 3.0 });
    assert_eq!(
        refused(&[(0.3e-3, 1.0), (0.3e-3, 2.0)]),
        TableNotIncreasing { index: 1, previous: 0.3e-3, compression: 0.3e-3 }
    );
    assert_eq!(
        refused(&[(0.0, 0.0), (0.7e-3, 1.0), (0.3e-3, 2.0)]),
        TableNotIncreasing { index: 2, previous: 0.7e-3, compression: 0.3e-3 }
    );
    // Points closer than a gauge can tell would have slopes beyond any number.
    assert_eq!(
        Tabulated::new(&[(1e-320, 10.0), (2e-3, 30.0)], 0.1).unwrap_err(),
        TableNotIncreasing { index: 0, previous: 0.0, compression: 1e-320 }
    );
    let steep = Tabulated::new(&[(1e-3, 1e300)], 0.1).unwrap_err();
    assert!(
        matches!(&steep, OutOfRange(number) if number.parameter == "slope of the pressure table"),
        "{steep}"
    );
    assert_eq!(
        refused(&[(0.3e-3, 2.0), (0.7e-3, 1.1)]),
        TableFallingPressure { index: 1, previous: 2.0, pressure: 1.1 }
    );
    for points in [&[][..], &[(0.0, 3.0)], &[(0.3e-3, 1.0), (0.3e-3, 2.0)], &[(0.3e-3, 2.0), (0.7e-3, 1.1)]] {
        let message = refused(points).to_string();
        assert!(
            message.contains("must") && message.split_once(';').is_some_and(|(_, fix)| fix.len() > 10),
            "{message}"
        );
    }
}
