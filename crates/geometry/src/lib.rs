//! Shapes, meshes and their files, and the texel cast: the first hit along a short segment.
//!
//! This room knows nothing of materials, forces or skins.

mod pose;
mod twist;
mod wrench;
pub mod mesh;

pub use mesh::TriangleMesh;
pub use pose::Pose;
pub use twist::Twist;
pub use wrench::Wrench;
