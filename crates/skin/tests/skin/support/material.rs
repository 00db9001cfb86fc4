//! Materials with awkward numbers.

use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, FrictionLaw, LinearSpringDamper, LuGre,
    NormalLaw,
};

/// Normal stiffness per area \[N/m³\], near that of the foam of Moisio et al. (2013).
pub(crate) const STIFFNESS: f64 = 1.3e6;
/// Largest penetration of all pads here \[m\].
pub(crate) const THICKNESS: f64 = 6e-3;

/// One coefficient at all speeds, no losses besides sliding.
pub(crate) fn dry(stiffness: f64, mu: f64) -> BristleParameters {
    BristleParameters {
        stiffness,
        damping: 0.0,
        viscosity: 0.0,
        mu_static: mu,
        mu_dynamic: mu,
        stribeck_speed: 0.3,
    }
}

pub(crate) fn elasto_plastic(parameters: BristleParameters) -> FrictionLaw {
    ElastoPlastic::new(parameters).unwrap().into()
}

pub(crate) fn lugre(parameters: BristleParameters) -> FrictionLaw {
    LuGre::new(parameters).unwrap().into()
}

pub(crate) fn spring(stiffness: f64, damping: f64) -> NormalLaw {
    LinearSpringDamper::new(stiffness, damping).unwrap().into()
}

pub(crate) fn per_texel(normal: NormalLaw, friction: FrictionLaw) -> ContactMaterial {
    ContactMaterial::new(normal, friction, THICKNESS, Basis::PerTexel).unwrap()
}

pub(crate) fn per_area(normal: NormalLaw, friction: FrictionLaw) -> ContactMaterial {
    ContactMaterial::new(normal, friction, THICKNESS, Basis::PerArea).unwrap()
}

/// A bed of springs per area, without friction or losses.
pub(crate) fn winkler() -> ContactMaterial {
    per_area(spring(STIFFNESS, 0.0), elasto_plastic(dry(STIFFNESS, 0.0)))
}

/// A pad with everything: damping, Stribeck friction, viscosity; per area.
pub(crate) fn full(law: fn(BristleParameters) -> FrictionLaw) -> ContactMaterial {
    let friction = BristleParameters {
        stiffness: 0.7 * STIFFNESS,
        damping: 3e-3 * STIFFNESS,
        viscosity: 1.1e-3 * STIFFNESS,
        mu_static: 0.43,
        mu_dynamic: 0.3,
        stribeck_speed: 0.11,
    };
    per_area(spring(STIFFNESS, 2e-3 * STIFFNESS), law(friction))
}
