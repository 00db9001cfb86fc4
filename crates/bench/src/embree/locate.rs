//! Finding the shared library on disk.

use super::EmbreeError;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Names the library's file, or a directory that holds it.
pub(super) const VARIABLE: &str = "BRISTLE_EMBREE";

/// Deep enough for an unpacked Python wheel, shallow enough for a mistaken home directory.
const SEARCH_DEPTH: usize = 3;

/// The library to load: from the environment if it speaks, else from the workspace's `target/embree`.
pub(super) fn library_path() -> Result<PathBuf, EmbreeError> {
    // A variable that is set and wrong must not fall back in silence to another version of the library.
    let place = match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(place) => PathBuf::from(place),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/embree"),
    };
    library_in(&place).ok_or(EmbreeError::NotFound { place })
}

/// `place` itself when it is a file, else the first library below it in alphabetical order.
pub(super) fn library_in(place: &Path) -> Option<PathBuf> {
    if place.is_file() { Some(place.to_path_buf()) } else { search(place, SEARCH_DEPTH) }
}

fn search(directory: &Path, depth: usize) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let here = entries.iter().find(|path| path.is_file() && path.file_name().is_some_and(is_embree)).cloned();
    here.or_else(|| match depth {
        0 => None,
        _ => entries.iter().filter(|path| path.is_dir()).find_map(|path| search(path, depth - 1)),
    })
}

/// Wheels decorate the name with a hash (`libembree4-1a2b.so.4`), installers do not (`libembree4.so`, `embree4.dll`).
fn is_embree(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.strip_prefix("lib").unwrap_or(&name).starts_with("embree4")
        && [".so", ".dylib", ".dll"].iter().any(|ending| name.contains(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_embree_4_shared_libraries_are_recognised() {
        for name in ["libembree4-4aef3270.so.4", "libembree4.so", "libembree4.4.dylib", "embree4-0f1e.dll"] {
            assert!(is_embree(OsStr::new(name)), "{name}");
        }
        for name in
            ["libembree3.so.3", "libtbb-dcf63f8c.so.12", "embree4.h", "libembree4.a", "rtcore.cpython-311.so"]
        {
            assert!(!is_embree(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn the_error_of_a_fruitless_search_says_where_it_looked_and_what_to_do() {
        let place = PathBuf::from("no/such/place");
        assert_eq!(library_in(&place), None);
        let text = EmbreeError::NotFound { place }.to_string();
        assert!(
            text.contains("no/such/place")
                && text.contains("scripts/install-embree")
                && text.contains(VARIABLE)
        );
    }
}
