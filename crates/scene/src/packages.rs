//! `package://name/path`, as ROS names files.

use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// How such names begin; `model://` is the same in SDF.
const SCHEMES: [&str; 2] = ["package://", "model://"];

/// How many folders above a file are searched for packages.
const HEIGHT: usize = 16;

/// Why a package was not found.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no package `{package}`")]
pub struct NoPackage {
    /// Its name.
    pub package: String,
}

/// Whether this is the name of a file in a package.
pub fn is_in_package(name: &str) -> bool {
    SCHEMES.iter().any(|scheme| name.starts_with(scheme))
}

/// The folder of the package that a name such as `package://hand/meshes/tip.stl` speaks of, and the path of the file in it.
///
/// A package is a folder of its name: one of the `roots`, in one of them, or in a folder above `folder`, where the name is written; last in one that
/// the environment variable `ROS_PACKAGE_PATH` lists. `None` if the name is not of this kind.
pub fn find_package(
    name: &str,
    folder: &Path,
    roots: &[PathBuf],
) -> Option<Result<(PathBuf, PathBuf), NoPackage>> {
    let rest = SCHEMES.iter().find_map(|scheme| name.strip_prefix(scheme))?.trim_start_matches('/');
    let (package, path) = rest.split_once('/').unwrap_or((rest, ""));
    let fine =
        !package.is_empty() && Path::new(package).components().all(|c| matches!(c, Component::Normal(_)));
    let from_environment: Vec<PathBuf> = std::env::var_os("ROS_PACKAGE_PATH")
        .map(|paths| std::env::split_paths(&paths).collect())
        .unwrap_or_default();
    let above = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let candidates = roots
        .iter()
        .map(PathBuf::as_path)
        .chain(above.ancestors().take(HEIGHT))
        .chain(from_environment.iter().map(PathBuf::as_path));
    let found = candidates.filter(|_| fine).find_map(|root| {
        let inside = root.join(package);
        if inside.is_dir() {
            return Some(inside);
        }
        (root.file_name().is_some_and(|last| last == package) && root.is_dir()).then(|| root.to_owned())
    });
    Some(match found {
        Some(root) => Ok((root, PathBuf::from(path))),
        None => Err(NoPackage { package: package.to_owned() }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_in_roots_and_above_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        for path in ["src/hand/urdf", "src/hand/meshes", "src/arm", "elsewhere/tool"] {
            std::fs::create_dir_all(base.join(path)).unwrap();
        }
        let find =
            |name: &str, roots: &[PathBuf]| find_package(name, &base.join("src/hand/urdf"), roots).unwrap();
        let mesh = PathBuf::from("meshes/tip.stl");
        // Itself, its neighbour, and one that is named as a root or lies in one.
        assert_eq!(find("package://hand/meshes/tip.stl", &[]), Ok((base.join("src/hand"), mesh.clone())));
        assert_eq!(find("model://arm/meshes/tip.stl", &[]), Ok((base.join("src/arm"), mesh.clone())));
        let tool = base.join("elsewhere/tool");
        for root in [&tool, &base.join("elsewhere")] {
            assert_eq!(
                find("package://tool/meshes/tip.stl", std::slice::from_ref(root)),
                Ok((tool.clone(), mesh.clone()))
            );
        }
        for name in ["package://tool/x.stl", "package://../x.stl", "package:///", "package://"] {
            assert!(find(name, &[]).is_err(), "{name}");
        }
        assert_eq!(find_package("meshes/tip.stl", &base, &[]), None);
    }
}
