//! What an export writes: one file, and meshes beside it. Nothing leaves its folder.

use crate::access::LARGEST_FILE;
use crate::error::{ErrorKind, Result, error};
use bristle_geometry::files::{self, Format, Unit, UpAxis};
use bristle_geometry::mesh::generate::{self, Fineness};
use bristle_geometry::{Shape, TriangleMesh};
use bristle_scene::data::{MeshFile, ShapeKind};
use bristle_system::input;
use glam::DVec3;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A robot file as text or bytes, and the meshes that go with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The file itself.
    pub content: Vec<u8>,
    /// Meshes, by their paths relative to the folder of the file.
    pub meshes: Vec<(PathBuf, Vec<u8>)>,
    /// What the format cannot say and other programs will not see.
    pub notes: Vec<String>,
}

impl Exported {
    /// All files of an export to `path`, the robot file last.
    pub fn files<'a>(&'a self, path: &Path) -> Vec<(PathBuf, &'a [u8])> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let meshes = self.meshes.iter().map(|(name, bytes)| (folder.join(name), bytes.as_slice()));
        meshes.chain([(path.to_owned(), self.content.as_slice())]).collect()
    }
}

/// Collects meshes for a file that is going to be at a path.
#[derive(Debug)]
pub(crate) struct Output {
    folder: PathBuf,
    /// Name of the folder for meshes.
    beside: String,
    meshes: Vec<(PathBuf, Vec<u8>)>,
    /// What was written for which mesh, so that it is written once.
    known: HashMap<(PathBuf, String), MeshRef>,
}

/// How a written mesh is named.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeshRef {
    /// Relative to the file, with slashes.
    pub(crate) file: String,
    /// To be applied to it.
    pub(crate) scale: DVec3,
}

impl Output {
    /// For a file at `path`.
    pub(crate) fn beside(path: &Path) -> Self {
        let stem = path.file_stem().map_or("robot".into(), |stem| stem.to_string_lossy().into_owned());
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, beside: format!("{stem}_meshes"), meshes: Vec::new(), known: HashMap::new() }
    }

    /// The meshes, when the file is done.
    pub(crate) fn into_meshes(self) -> Vec<(PathBuf, Vec<u8>)> {
        self.meshes
    }

    /// How to name a mesh file in formats that know the `allowed` ones. One that lies below the file is named as it is, others are copied; what the
    /// format could not say of it (an axis, a unit) is worked in.
    pub(crate) fn mesh(&mut self, mesh: &MeshFile, name: &str, allowed: &[Format]) -> Result<MeshRef> {
        let key = (mesh.path.clone(), format!("{:?}", mesh.options));
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let made = match self.as_it_is(mesh, allowed)? {
            Some(found) => found,
            None => {
                let loaded = files::load(&mesh.path, &mesh.options)
                    .map_err(|cause| error(ErrorKind::Unreadable, cause.to_string()))?;
                self.write(&loaded.mesh, name)
            }
        };
        self.known.insert(key, made.clone());
        Ok(made)
    }

    /// The surface of a shape as a mesh file; none for a half-space.
    pub(crate) fn surface(&mut self, kind: &ShapeKind, name: &str) -> Result<Option<MeshRef>> {
        let key = (PathBuf::from(name), format!("{kind:?}"));
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(known.clone()));
        }
        let Some(mesh) = surface(kind)? else { return Ok(None) };
        let made = self.write(&mesh, name);
        self.known.insert(key, made.clone());
        Ok(Some(made))
    }

    /// Writes a mesh in metres.
    fn write(&mut self, mesh: &TriangleMesh, name: &str) -> MeshRef {
        let file = self.free(name, "obj");
        self.meshes.push((PathBuf::from(&file), files::write::obj(mesh).into_bytes()));
        MeshRef { file, scale: DVec3::ONE }
    }

    fn free(&self, name: &str, extension: &str) -> String {
        let fine = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
        let name: String = name.chars().map(fine).take(60).collect();
        let numbered = |i: usize| match i {
            1 => format!("{}/{name}.{extension}", self.beside),
            _ => format!("{}/{name}_{i}.{extension}", self.beside),
        };
        let taken = |file: &str| self.meshes.iter().any(|(path, _)| path == Path::new(file));
        (1..).map(numbered).find(|file| !taken(file)).unwrap_or_default()
    }

    /// The file itself, if the format can say how it is to be read.
    fn as_it_is(&mut self, mesh: &MeshFile, allowed: &[Format]) -> Result<Option<MeshRef>> {
        let options = &mesh.options;
        let Ok(named) = Format::from_path(&mesh.path) else { return Ok(None) };
        let plain = !files::is_inline(&mesh.path)
            && allowed.contains(&named)
            && options.format.is_none_or(|format| format == named)
            && match named {
                Format::Collada => options.up_axis == UpAxis::Z && options.unit == Unit::FromFile,
                _ => matches!(options.up_axis, UpAxis::FromFile | UpAxis::Z),
            };
        if !plain {
            return Ok(None);
        }
        let scale = options.scale * options.unit.metres().unwrap_or(1.0);
        let real = |path: &Path| path.canonicalize().ok();
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let below = real(&mesh.path)
            .zip(real(folder))
            .and_then(|(file, folder)| file.strip_prefix(folder).map(Path::to_owned).ok());
        if let Some(path) = below {
            return Ok(Some(MeshRef { file: slashes(&path), scale }));
        }
        let bytes = input::read(&mesh.path, LARGEST_FILE).map_err(|problem| {
            error(ErrorKind::Unreadable, format!("cannot read `{}`: {problem}", mesh.path.display()))
        })?;
        let stem = mesh.path.file_stem().map_or("mesh".into(), |stem| stem.to_string_lossy().into_owned());
        let extension =
            mesh.path.extension().map_or("stl".into(), |e| e.to_string_lossy().to_ascii_lowercase());
        let file = self.free(&stem, &extension);
        self.meshes.push((PathBuf::from(&file), bytes));
        Ok(Some(MeshRef { file, scale }))
    }
}

/// A path as seen from a folder; the path itself, if the two have nothing in common but the root.
pub(crate) fn relative(path: &Path, folder: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Some(folder) = folder.canonicalize().ok().or_else(|| std::path::absolute(folder).ok()) else {
        return path.display().to_string();
    };
    let common: PathBuf =
        path.components().zip(folder.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    if common.components().count() < 2 {
        return path.display().to_string();
    }
    let up = folder.components().count() - common.components().count();
    let down = path.strip_prefix(&common).unwrap_or(path);
    format!("{}{}", "../".repeat(up), slashes(down))
}

fn slashes(path: &Path) -> String {
    path.components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join("/")
}

/// The surface of a shape in metres, in its own frame; none for a half-space.
pub(crate) fn surface(kind: &ShapeKind) -> Result<Option<TriangleMesh>> {
    let refused = |why: String| error(ErrorKind::Refused, why);
    match kind {
        ShapeKind::Mesh(file) => {
            let loaded =
                files::load(&file.path, &file.options).map_err(|cause| refused(cause.to_string()))?;
            Ok(Some(loaded.mesh))
        }
        kind => match kind.by_formula().map_err(|cause| refused(cause.to_string()))? {
            None | Some(Shape::HalfSpace(_)) => Ok(None),
            Some(solid) => {
                generate::solid(&solid, Fineness::Drawn).map_err(|cause| refused(cause.to_string()))
            }
        },
    }
}
