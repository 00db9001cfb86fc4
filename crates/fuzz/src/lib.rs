//! What every reader has to withstand: any bytes at all.
//!
//! Each function feeds bytes to one reader. It must not panic, hang or take memory out of proportion; what it accepts must be consistent and, where
//! there is a writer, must be read back unchanged. The programs in `fuzz/fuzz_targets` call these functions under a fuzzer, and the tests of this
//! crate call them with the files in `fuzz/corpus` and with mutations of them.
//!
//! A panic here is how a fuzzer learns of a defect.

mod meshes;
mod runs;
mod scenes;
mod tables;

use bristle_geometry::files::Format;

/// A reader: the name of its corpus, and what feeds it.
pub type Target = (&'static str, fn(&[u8]));

/// All readers.
pub const TARGETS: &[Target] = &[
    ("stl", |bytes| meshes::mesh(bytes, Format::Stl)),
    ("obj", |bytes| meshes::mesh(bytes, Format::Obj)),
    ("ply", |bytes| meshes::mesh(bytes, Format::Ply)),
    ("gltf", |bytes| meshes::mesh(bytes, Format::Gltf)),
    ("collada", |bytes| meshes::mesh(bytes, Format::Collada)),
    ("scene", scenes::scene),
    ("layout", scenes::layout),
    ("plugin", scenes::plugin),
    ("curve", scenes::curve),
    ("cells", tables::cells),
    ("profile", tables::profile),
    ("stiffness", tables::stiffness_and_device),
    ("friction", tables::friction),
    ("recording", runs::recording),
    ("control_log", runs::control_log),
    ("action", runs::action),
    ("stored", runs::stored),
];

pub use runs::ball;

/// Feeds bytes to the reader of that name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.0 == name);
    target.unwrap_or_else(|| panic!("no target is called {name}")).1(bytes);
}

/// Larger inputs find nothing that small ones do not.
const LARGEST: usize = 1 << 16;

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() < LARGEST)
}
