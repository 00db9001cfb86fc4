//! Embree 4 as a yardstick for ray casts, loaded at run time when it happens to be there.
//!
//! Nothing in Bristle needs Embree: without it the benchmarks simply lack one row. The library is looked for where
//! the environment variable `BRISTLE_EMBREE` points (a file or a directory), then in `target/embree`, which
//! `scripts/install-embree` fills.
//!
//! ```no_run
//! # use bristle_bench::embree::{Embree, EmbreeScene};
//! # use bristle_geometry::TriangleMesh;
//! # use glam::DVec3;
//! # fn first_hit(mesh: &TriangleMesh) -> Result<(), bristle_bench::embree::EmbreeError> {
//! let embree = Embree::load()?;
//! let scene = EmbreeScene::new(&embree, mesh)?;
//! if let Some(hit) = scene.intersect(DVec3::new(0.0, 0.0, 0.05), DVec3::NEG_Z, 0.01) {
//!     println!("triangle {} after {} m", hit.triangle, hit.distance);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Embree computes in single precision: in scenes of a few centimetres its distances are good to some nanometres,
//! which is enough to compare speed and to find a wrong triangle, and not enough to judge the last digits of a
//! double-precision cast.
#![allow(unsafe_code)] // A foreign library has no other door; this is the only module that opens it.

mod abi;
mod error;
mod library;
mod locate;
mod packet;
mod ray;
mod scene;
#[cfg(test)]
mod tests;

pub use error::EmbreeError;
pub use library::Embree;
pub use packet::RayPacket;
pub use ray::{Hit, RayHit};
pub use scene::{BuildQuality, Coherence, EmbreeScene, SceneOptions, Traversal};
