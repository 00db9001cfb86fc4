//! Solids drawn with a depth buffer: what is nearer hides what is farther, to the pixel.
//!
//! Triangles are filled at four samples per pixel, with their number and distance; each pixel is then shaded once where one triangle
//! covers it, and as the mean of its samples where several do. Neighbouring triangles share no sample and leave none out, so
//! that no seam is seen. All is plain arithmetic in a fixed order: the same scene gives the same bytes.

mod buffer;
mod camera;
mod frame;
mod mesh;
mod shadow;
mod stage;

pub use frame::Frame;
pub use mesh::Solid;

pub(crate) use camera::Camera;
pub(crate) use stage::{Item, Look, Stage};
