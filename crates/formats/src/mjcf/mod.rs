//! MJCF, the format of MuJoCo.

mod actuator;
mod assets;
mod bodies;
mod classes;
mod compiler;
mod constraints;
mod document;
mod geom;
mod keyframe;
mod mass;
mod read;
mod sensor;
mod skins;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
