//! Shapes, meshes and their files, and the texel cast: the first hit along a short segment.
//!
//! This room knows nothing of materials, forces or skins.

pub mod collide;
pub mod files;
pub mod lanes;
pub mod mesh;
mod pose;
mod segment;
pub mod shape;
mod surface;
mod twist;
mod wrench;

pub use mesh::TriangleMesh;
pub use pose::Pose;
pub use segment::{Hit, Segment};
pub use shape::Shape;
pub use surface::{CastHint, MeshSurface, SurfaceError, Travel};
pub use twist::Twist;
pub use wrench::Wrench;
