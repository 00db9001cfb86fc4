//! Robot files of other programs: into scenes, and out of them.
//!
//! A reader makes a [`Robot`] from a file, whatever its format; [`import`] makes a scene of that, and [`Robots`] lets scenes include such files.
//! The other way round a scene becomes a robot, and a writer a file. All mistakes are [`SceneError`]s with file and line.
//!
//! ```no_run
//! use bristle_formats::{RobotOptions, import};
//!
//! let options = RobotOptions { skins: vec!["*_tip".into()], ..Default::default() };
//! let imported = import("allegro.urdf".as_ref(), &options)?;
//! imported.notes.iter().for_each(|note| println!("{note}"));
//! # Ok::<(), bristle_formats::SceneError>(())
//! ```

mod access;
mod collada;
mod dh;
mod error;
mod export;
mod extension;
mod format;
mod formula;
mod from_scene;
mod graspit;
mod meshes;
mod mjcf;
mod openrave;
mod output;
mod part;
pub mod robot;
mod rotation;
mod sdf;
mod simox;
mod tactile;
mod to_scene;
mod tree;
mod urdf;
mod xml;
mod xml_writer;

pub use bristle_scene::data::{Base, RobotOptions, SelfContact};
pub use bristle_scene::{ErrorKind, Imported, SceneError};
pub use dh::{DhTable, dh_table};
pub use error::Result;
pub use export::export;
pub use format::Format;
pub use output::Exported;
pub use part::{Part, part};
pub use robot::Robot;

use access::Access;
use bristle_scene::{ImportRequest, Importer, Scene};
use std::path::Path;

/// Lets scenes include robot files, and be loaded from them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Robots;

impl Importer for Robots {
    fn reads(&self, path: &Path) -> bool {
        Format::of_path(path).is_some()
    }

    fn import(&self, path: &Path, how: &ImportRequest<'_>) -> Result<Imported> {
        let robot = read(path, how)?;
        to_scene::to_scene(robot, how.options)
    }
}

/// What a robot file describes, as a scene.
pub fn import(path: &Path, options: &RobotOptions) -> Result<Imported> {
    Robots.import(path, &ImportRequest { options, packages: &[] })
}

/// Reads a robot file as it is.
pub fn read(path: &Path, how: &ImportRequest<'_>) -> Result<Robot> {
    let access = Access::for_file(path, how.options, how.packages);
    Format::found(path, &access)?.read(path, &access)
}

/// Reads what is going to be written to `path`, meshes included.
fn read_written(exported: &Exported, format: Format, path: &Path) -> Result<Robot> {
    let access = Access::for_written(path, &exported.meshes);
    format.read_bytes(&exported.content, path, &access)
}

/// Loads a scene or a robot file; either may include the other.
pub fn load(path: impl AsRef<Path>) -> Result<Scene> {
    Scene::load_with(path, &Robots)
}

/// Reads a scene from memory that may include robot files.
pub fn parse(text: &str, origin: impl AsRef<Path>) -> Result<Scene> {
    Scene::parse_with(text, origin, &Robots)
}
