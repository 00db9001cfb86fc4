//! Meshes made by formula: test objects of any density, household shapes, and surfaces for skins.
//!
//! Every generator is deterministic, works in metres and answers a parameter that makes no sense with
//! [`GenerateError`]. Solids are closed and wind outward: every directed edge has exactly one partner that
//! runs the other way. Open surfaces ([`open_grid`], [`spherical_cap`], [`fingertip`]) wind so that their
//! normals point out of the pad.

mod arc_length;
mod bumpy_sphere;
mod cuboid;
mod cylinder;
mod error;
mod fingertip;
mod icosphere;
mod loft;
mod open_grid;
mod refined;
mod revolution;
mod solid;
mod spherical_cap;
mod spray_bottle;
mod zipper;

pub use bumpy_sphere::bumpy_sphere;
pub use cuboid::{cuboid, cuboid_divided};
pub use cylinder::cylinder;
pub use error::GenerateError;
pub use fingertip::{FingertipSize, fingertip};
pub use icosphere::icosphere;
pub use open_grid::open_grid;
pub use refined::refined;
pub use revolution::surface_of_revolution;
pub use solid::{Fineness, solid};
pub use spherical_cap::spherical_cap;
pub use spray_bottle::spray_bottle;
