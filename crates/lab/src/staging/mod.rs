//! What experiments share: scenes of the library, time that passes, laws by their names, pictures of worlds.

mod drawing;
mod laws;
mod scene;
mod time;

pub(crate) use drawing::{solid_mesh, view_of};
pub(crate) use laws::{FRICTION_LAWS, STEPPINGS, friction_law, stepping};
pub(crate) use scene::Staged;
pub(crate) use time::{pass, settle};
