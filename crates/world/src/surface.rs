//! What plain bodies are made of where they touch each other.

use crate::ModelError;
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper, MaterialError,
};
use bristle_skin::SurfacePair;

/// Spring of a hard surface per area, against a rigid one \[N/m³\]. Two of them are half as stiff: a corner of a cube of 50 mm and 0.2 kg sinks by 2 µm.
const STIFFNESS: f64 = 2e10;

/// Ratio of damping to stiffness of a hard surface \[s\]: light things bounce a little, heavy ones not at all.
const RELAXATION: f64 = 1e-3;

/// How far a hard surface can be pressed before its backing is met \[m\].
const DEEPEST: f64 = 2e-3;

/// The surface of a plain body, as other plain bodies feel it.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Normal force and friction, per area.
    pub material: ContactMaterial,
    /// Radius of edges and tips \[m\]: what touches in a point or along a line stands for a disc of this radius, or a strip of twice this width.
    pub edge_radius: f64,
    /// Torque that resists rolling, over the normal force \[m\].
    pub rolling_resistance: f64,
}

impl Surface {
    /// A surface of this material, per area, with edges of 1 mm and no rolling resistance.
    pub fn new(material: ContactMaterial) -> Self {
        Self { material, edge_radius: 1e-3, rolling_resistance: 0.0 }
    }

    /// A hard surface with these coefficients of friction, at rest and sliding: wood, plastic, ceramics.
    pub fn hard(mu_static: f64, mu_dynamic: f64) -> Result<Self, MaterialError> {
        let friction = ElastoPlastic::new(BristleParameters {
            stiffness: STIFFNESS,
            damping: RELAXATION * STIFFNESS,
            viscosity: 0.0,
            mu_static,
            mu_dynamic,
            stribeck_speed: 0.01,
        })?;
        let normal = LinearSpringDamper::new(STIFFNESS, RELAXATION * STIFFNESS)?;
        let material = ContactMaterial::new(normal, friction, DEEPEST, Basis::PerArea)?;
        Ok(Self::new(material))
    }

    pub(crate) fn check(&self, body: &str) -> Result<(), ModelError> {
        let bad = |what, value| Err(ModelError::BadSurface { body: body.into(), what, value });
        if self.material.basis() != Basis::PerArea {
            return Err(ModelError::SurfaceNotPerArea { body: body.into() });
        }
        if !(self.edge_radius > 0.0 && self.edge_radius <= 0.1) {
            return bad("edge radius of the surface", self.edge_radius);
        }
        if !(self.rolling_resistance >= 0.0 && self.rolling_resistance.is_finite()) {
            return bad("rolling resistance of the surface", self.rolling_resistance);
        }
        Ok(())
    }

    /// Two surfaces against each other, in series; friction is the weaker one's, and rolling resistance the larger one's.
    pub(crate) fn against(&self, other: &Self) -> Result<SurfacePair, MaterialError> {
        Ok(SurfacePair {
            material: self.material.against(&other.material, 1.0)?,
            rolling_resistance: self.rolling_resistance.max(other.rolling_resistance),
        })
    }
}
