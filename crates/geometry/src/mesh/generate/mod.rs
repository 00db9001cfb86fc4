//! Meshes made by formula: test objects of any density, household shapes, and surfaces for skins.
//!
//! Every generator is deterministic, works in metres and answers a parameter that makes no sense with
//! [`GenerateError`]. Solids are closed and wind outward: every directed edge has exactly one partner that
//! runs the other way. Open surfaces ([`open_grid`], [`spherical_cap`], [`fingertip`]) wind so that their
//! normals point out of the pad.

mod bumpy_sphere;
mod error;
mod icosphere;
mod open_grid;

pub use bumpy_sphere::bumpy_sphere;
pub use error::GenerateError;
pub use icosphere::icosphere;
pub use open_grid::open_grid;
