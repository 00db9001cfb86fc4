//! What pads are made of, per texel.

use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};

/// A pad by its numbers per texel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texels {
    /// [N/m]
    pub(crate) k: f64,
    /// [N·s/m]
    pub(crate) c: f64,
    /// Bristle stiffness [N/m].
    pub sigma0: f64,
    /// Bristle damping [N·s/m].
    pub sigma1: f64,
    pub(crate) mu: f64,
    /// Thickness [m].
    pub(crate) thickness: f64,
}

impl Texels {
    /// Rubber of a 14×6 pad.
    pub(crate) const RUBBER: Self =
        Self { k: 1000.0, c: 10.0, sigma0: 2e4, sigma1: 20.0, mu: 0.6, thickness: 6e-3 };

    /// Foam damped so hard that an explicit step of a 50 g finger would have to be 12 µs.
    pub(crate) const HARD_TO_STEP: Self = Self { c: 100.0, ..Self::RUBBER };

    /// 15 texels of 50 kN/m together.
    pub(crate) const STIFF: Self =
        Self { k: 50e3 / 15.0, c: 10.0, sigma0: 50e3 / 15.0, sigma1: 10.0, mu: 0.6, thickness: 3e-3 };

    pub(crate) fn material(&self) -> ContactMaterial {
        let friction = ElastoPlastic::new(BristleParameters {
            stiffness: self.sigma0,
            damping: self.sigma1,
            viscosity: 0.0,
            mu_static: self.mu,
            mu_dynamic: self.mu,
            stribeck_speed: 0.01,
        })
        .unwrap();
        let spring = LinearSpringDamper::new(self.k, self.c).unwrap();
        ContactMaterial::new(spring, friction, self.thickness, Basis::PerTexel).unwrap()
    }
}
