//! What is said about materials is what they do.

use bristle_contact::{
    Basis, ContactMaterial, FrictionLaw, MaterialDescription, MaterialError, Named, NormalLaw, Otherwise,
    Preset,
};
use std::fmt::Debug;

/// A law made from its own numbers is itself, whatever they are.
fn reads_back<L: Named + PartialEq + Debug>() {
    for law in L::LAWS {
        let numbers = [0.7, 0.61, 0.53, 0.43, 0.23, 0.05];
        let of_range = |i: usize, low: f64| if low >= 1.0 { 1.3 + low } else { numbers[i] };
        let parameters = law.table.parameters;
        let given: Vec<(&str, f64)> =
            parameters.iter().enumerate().map(|(i, p)| (p.name, of_range(i, p.range.low))).collect();
        let made = L::of(law.name, &given).unwrap();
        assert_eq!(made.law().unwrap().name, law.name);
        let values: Vec<(&str, f64)> = law.values(&made).unwrap().map(|(p, value)| (p.name, value)).collect();
        assert_eq!(values, given, "{}", law.name);
        assert_eq!(L::of(law.name, &values).unwrap(), made);
        // Nothing that is needed has a default, and every default is allowed.
        let needed: Vec<_> = parameters.iter().filter(|p| p.otherwise == Otherwise::Needed).collect();
        let bare: Vec<(&str, f64)> =
            given.iter().filter(|(n, _)| needed.iter().any(|p| p.name == *n)).copied().collect();
        let bare = L::of(law.name, &bare).unwrap();
        for (parameter, value) in law.values(&bare).unwrap() {
            assert!(parameter.range.holds(value), "{}.{} = {value}", law.name, parameter.name);
        }
        let lacking = L::of(law.name, &[]).unwrap_err();
        assert_eq!(lacking, MaterialError::Missing { part: needed[0].name });
    }
}

#[test]
fn a_law_is_made_from_its_own_numbers() {
    reads_back::<NormalLaw>();
    reads_back::<FrictionLaw>();
}

#[test]
fn a_coefficient_at_speed_is_that_at_rest_if_it_is_left_out() {
    for name in FrictionLaw::NAMES {
        let given = [("stiffness", 110.0), ("mu_static", 0.43)];
        let given = if *name == "coulomb" { &given[1..] } else { &given[..] };
        assert_eq!(FrictionLaw::of(name, given).unwrap().parameter("mu_dynamic"), Some(0.43), "{name}");
    }
}

#[test]
fn names_that_nothing_has_are_told_with_those_that_are_there() {
    let error = FrictionLaw::of("lugree", &[]).unwrap_err().to_string();
    assert_eq!(error, "there is no law `lugree`; there are elasto_plastic, lugre, coulomb");
    let error = NormalLaw::of("linear", &[("stiffness", 3.0), ("exponent", 1.3)]).unwrap_err().to_string();
    assert_eq!(error, "the law has no parameter `exponent`; it has stiffness, damping");
}

#[test]
fn a_preset_is_its_own_description_and_its_parts_can_be_replaced() {
    for &preset in Preset::ALL {
        assert_eq!(Preset::named(preset.name()), Some(preset));
        let material = preset.material();
        let bare = MaterialDescription { preset: Some(preset), ..Default::default() };
        assert_eq!(bare.material().unwrap(), material);
        assert_eq!(MaterialDescription::from(&material).material().unwrap(), material);
        let softer = NormalLaw::of("linear", &[("stiffness", 7.0)]).unwrap();
        let changed =
            MaterialDescription { normal: Some(softer.clone()), ..bare.clone() }.material().unwrap();
        assert_eq!((changed.normal(), changed.friction()), (&softer, material.friction()));
        assert_eq!((changed.basis(), changed.saturation()), (material.basis(), material.saturation()));
        let twice = MaterialDescription { basis: Some(Basis::PerArea), ..bare };
        assert_eq!(twice.material(), Err(MaterialError::PresetHasBasis));
    }
}

#[test]
fn what_a_material_lacks_is_named() {
    let whole = MaterialDescription::from(&Preset::Table3.material());
    let lacks = |change: fn(&mut MaterialDescription)| {
        let mut parts = whole.clone();
        change(&mut parts);
        parts.material()
    };
    let missing = |part| Err::<ContactMaterial, _>(MaterialError::Missing { part });
    assert_eq!(lacks(|parts| parts.normal = None), missing("normal"));
    assert_eq!(lacks(|parts| parts.friction = None), missing("friction"));
    assert_eq!(lacks(|parts| parts.max_penetration = None), missing("max_penetration"));
    assert_eq!(lacks(|parts| parts.basis = None), missing("basis"));
}
