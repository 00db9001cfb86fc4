//! Laws of geometry.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod cast_oracle;
// Every format is compared with every other.
#[cfg(feature = "gltf")]
mod files;
mod generate_bottle;
mod generate_common;
mod generate_from_shape;
mod generate_sheets;
mod generate_solids;
mod generate_spheres;
mod mesh_hull;
mod mesh_mass;
mod mesh_report;
mod support;
