//! Scenes by file or by name.

use crate::args::RunOptions;
use crate::error::CliError;
use crate::terminal;
use bristle_formats::Robots;
use bristle_scene::data::Layout;
use bristle_scene::library::{self, LibraryModel};
use bristle_scene::{Importer, Scene, SceneError, Tree};
use bristle_skin::layout::estimated_memory;
use bristle_system::Bytes;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Where a scene comes from.
#[derive(Clone, Debug)]
pub(crate) enum SceneFile {
    File(PathBuf),
    Library(&'static LibraryModel),
}

impl SceneFile {
    /// The file of that name, or else the scene or model of the library.
    pub(crate) fn find(name: impl AsRef<OsStr>) -> Result<Self, CliError> {
        let path = Path::new(&name);
        let name = path.to_string_lossy();
        let in_library = library::find(&name).or_else(|| library::find(&format!("scenes/{name}")));
        match in_library {
            Some(model) if !path.is_file() => Ok(Self::Library(model)),
            // Whatever is there (a folder, a link to nothing, a file that may not be read) is told by the reader of scenes.
            _ if path.symlink_metadata().is_ok() || looks_like_a_file(&name) => {
                Ok(Self::File(path.to_owned()))
            }
            _ => Err(unknown(&name)),
        }
    }

    /// What a person calls it.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::File(path) => path.to_string_lossy(),
            Self::Library(model) => model.name.into(),
        }
    }

    pub(crate) fn load(&self) -> Result<Scene, SceneError> {
        match self {
            Self::File(path) => bristle_formats::load(path),
            Self::Library(model) => Scene::parse(model.text, format!("lib:{}", model.name)),
        }
    }

    /// The scene with what the options change laid over it.
    pub(crate) fn load_with(&self, options: &RunOptions) -> Result<Scene, SceneError> {
        // Alone first: a mistake in the file is then told as such.
        let scene = self.load()?;
        let changes = changes(options);
        if changes.is_empty() {
            return Ok(scene);
        }
        scene.with_tree("options", Tree::Table(vec![("run".to_owned(), Tree::Table(changes))]))
    }
}

/// What is larger is announced before it is taken \[bytes\].
const LARGE: u64 = 1 << 30;

/// Says how much memory large skins will take, before they are built: that takes a while.
pub(crate) fn announce_large_skins(scene: &Scene) {
    for skin in &scene.data().skins {
        let texels = match &skin.layout {
            Layout::Grid(of) => of.rows * of.columns,
            Layout::BentGrid(of) => of.rows * of.columns,
            Layout::Cap(of) => of.rings * of.segments,
            _ => continue,
        };
        let needed = estimated_memory(texels, skin.samples.per_texel());
        if needed >= LARGE {
            let (name, needed) = (&skin.name, Bytes(needed));
            terminal::note(&format!(
                "note: skin `{name}` has {texels} texels and takes about {needed} of memory"
            ));
        }
    }
}

/// Keys of `[run]`, as the options have them.
fn changes(options: &RunOptions) -> Vec<(String, Tree)> {
    let changes = [
        ("duration", options.duration.map(Tree::Float)),
        ("step", options.step.map(Tree::Float)),
        ("stepping", options.stepping.map(|stepping| Tree::Text(stepping.word().to_owned()))),
        // What does not fit becomes negative, which the check refuses.
        ("seed", options.seed.map(|seed| Tree::Integer(seed as i64))),
    ];
    changes.into_iter().filter_map(|(key, tree)| Some((key.to_owned(), tree?))).collect()
}

fn looks_like_a_file(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml") || Robots.reads(Path::new(name))
}

fn unknown(name: &str) -> CliError {
    let scenes: Vec<&str> = library::list().filter_map(|model| model.name.strip_prefix("scenes/")).collect();
    // A name that shares a beginning of three letters, or holds or is held by the other.
    let alike = |scene: &&str| {
        let begin = name.chars().take(3).collect::<String>();
        begin.len() >= 3 && scene.starts_with(&begin) || scene.contains(name) || name.contains(*scene)
    };
    let near = bristle_world::nearest(name, scenes.iter().copied())
        .or_else(|| scenes.iter().copied().find(|scene| alike(scene)));
    let near = near.map(str::to_owned);
    CliError::NoScene { name: name.to_owned(), known: scenes.join(", "), near }
}
