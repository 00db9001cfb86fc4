//! MJCF, the format of MuJoCo.

mod actuator;
mod assets;
mod bodies;
mod bonds;
mod classes;
mod compiler;
mod constraints;
mod contacts;
mod document;
mod geom;
mod keyframe;
mod mass;
mod read;
mod sensor;
mod skins;
mod tendon;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
