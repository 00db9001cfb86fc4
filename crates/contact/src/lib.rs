//! Contact laws of a tactile skin as pure functions: how hard the pad pushes back, and how hard it drags.
//!
//! Every law acts on **one unit** of skin, a texel or a square metre ([`Basis`]), and is homogeneous of degree
//! one in its force-like parameters: scaling stiffness, damping and normal force by an area scales every force
//! by the same area. Nothing here knows about shapes, bodies or time beyond one step.
//!
//! A law cannot exist with bad parameters (constructors return [`MaterialError`]), so evaluation never fails.
//!
//! ```
//! use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
//! use glam::DVec3;
//!
//! let pad = ContactMaterial::new(
//!     LinearSpringDamper::new(1000.0, 10.0)?,
//!     ElastoPlastic::new(BristleParameters {
//!         stiffness: 2e4,
//!         damping: 10.0,
//!         viscosity: 0.0,
//!         mu_static: 0.6,
//!         mu_dynamic: 0.3,
//!         stribeck_speed: 0.5,
//!     })?,
//!     6e-3,
//!     Basis::PerTexel,
//! )?;
//! let push = pad.normal_force(1.1e-3, 0.0);
//! assert!((push.force.total() - 1.1).abs() < 1e-12);
//!
//! // The target drags the pad along +x while the bristle still sticks.
//! let drag = pad.friction().step(DVec3::ZERO, DVec3::new(3e-3, 0.0, 0.0), push.force.total(), 1e-3);
//! assert!(!drag.slipping && drag.force.x > 0.0);
//! # Ok::<(), bristle_contact::MaterialError>(())
//! ```
//!
//! Equation addresses such as (EP-2) refer to the pages in `docs/theory`.

mod calibration;
mod check;
mod describe;
mod error;
mod facing;
mod friction;
mod material;
mod normal;
mod out_of_range;
pub mod presets;
mod root;
mod series;

pub use calibration::texel_stiffness;
pub use describe::{
    Law, MaterialDescription, Named, Otherwise, Parameter, ParameterTable, Range, SLIP_SPEED, STRIBECK_SPEED,
};
pub use error::MaterialError;
pub use friction::{
    ANTIPARALLEL, BristleParameters, CoulombParameters, ElastoPlastic, Friction, FrictionLaw, FrictionStep,
    LINEAR_BELOW, LuGre, RegularisedCoulomb, Stribeck, TangentMatrix, rotate_deflection,
};
pub use material::{Basis, BedLaw, ContactMaterial, MeanPenetration, NormalResponse, Saturation};
pub use normal::{
    CustomNormal, Elastic, ElasticCurve, Exponent, HuntCrossley, LinearSpringDamper, NormalForce, NormalLaw,
    PowerLaw, SimplePower, Tabulated,
};
pub use out_of_range::OutOfRange;
pub use presets::Preset;
pub use series::{SeriesForce, in_series_with};
