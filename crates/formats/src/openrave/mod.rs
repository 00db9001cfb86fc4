//! OpenRAVE's own XML: `<Environment>`, `<Robot>` and `<KinBody>`.

mod body;
mod geometry;
mod joint;
mod mass;
mod place;
mod read;
mod robot;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
