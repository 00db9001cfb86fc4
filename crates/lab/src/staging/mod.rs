//! What experiments share: scenes of the library, time that passes, laws by their names, pictures of worlds.

mod drawing;
mod laws;
mod scene;
mod stand;
mod time;

pub(crate) use drawing::view_of;
pub(crate) use laws::{friction_law, stepping};
pub(crate) use scene::Staged;
pub(crate) use stand::{FRICTION, GRAVITY, SIDE, Stand, Standing};
pub(crate) use time::{pass, settle};
