//! Materials with their numbers in sight.

use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, FrictionLaw, LinearSpringDamper, LuGre,
    NormalLaw,
};

/// Compression at which the pads here give up \[m\].
pub(crate) const THICKNESS: f64 = 12e-3;
/// The same of the patches of plain bodies \[m\].
pub(crate) const PATCH_THICKNESS: f64 = 3e-3;

/// One friction coefficient at all speeds, no viscosity.
pub(crate) fn bristles(stiffness: f64, damping: f64, mu: f64) -> BristleParameters {
    BristleParameters {
        stiffness,
        damping,
        viscosity: 0.0,
        mu_static: mu,
        mu_dynamic: mu,
        stribeck_speed: 0.01,
    }
}

pub(crate) fn elasto_plastic(parameters: BristleParameters) -> FrictionLaw {
    ElastoPlastic::new(parameters).unwrap().into()
}

pub(crate) fn lugre(parameters: BristleParameters) -> FrictionLaw {
    LuGre::new(parameters).unwrap().into()
}

/// A linear pad of stiffness `k` \[N/m\] and damping `c` \[N·s/m\] per texel.
pub(crate) fn per_texel(k: f64, c: f64, friction: FrictionLaw) -> ContactMaterial {
    ContactMaterial::new(LinearSpringDamper::new(k, c).unwrap(), friction, THICKNESS, Basis::PerTexel)
        .unwrap()
}

/// A pad without friction, with any normal law per texel.
pub(crate) fn frictionless(normal: NormalLaw) -> ContactMaterial {
    ContactMaterial::new(normal, elasto_plastic(bristles(1.0, 0.0, 0.0)), THICKNESS, Basis::PerTexel).unwrap()
}

/// The patch of a plain body, of stiffness `k` \[N/m³\] and damping `c` \[N·s/m³\] per area.
pub(crate) fn per_area(k: f64, c: f64, friction: FrictionLaw) -> ContactMaterial {
    let normal = LinearSpringDamper::new(k, c).unwrap();
    ContactMaterial::new(normal, friction, PATCH_THICKNESS, Basis::PerArea).unwrap()
}

/// Hard rubber, per area: k 40 MN/m³, c 0.2 MN·s/m³, bristles of twice the stiffness, friction coefficient `mu`.
pub(crate) fn rubber(mu: f64) -> ContactMaterial {
    per_area(4e7, 2e5, elasto_plastic(bristles(8e7, 2e5, mu)))
}

/// The pad of the weighing test, per texel: k 1000 N/m, c 10 N·s/m, σ₀ 20 kN/m; bristles damped, μ 0.6.
pub(crate) fn weighing_pad() -> ContactMaterial {
    per_texel(1000.0, 10.0, elasto_plastic(bristles(2e4, 20.0, 0.6)))
}
