//! Meshes of the model.

use super::classes::{Classes, Full};
use super::compiler::Compiler;
use super::document::Model;
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::xml::El;
use bristle_geometry::files::{self, LoadOptions};
use bristle_geometry::mesh::convex_hull;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_scene::data::MeshFile;
use glam::{DQuat, DVec3};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How the mass of a mesh is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// Over its volume, each tetrahedron counted as positive: MuJoCo's way for all meshes until it is told otherwise.
    Legacy,
    Exact,
    Convex,
    Shell,
}

/// A mesh of the model.
#[derive(Clone, Debug)]
pub(super) struct MeshAsset<'a> {
    pub(super) el: El<'a>,
    pub(super) file: MeshFile,
    /// Its own frame in the file's coordinates.
    pub(super) reference: Pose,
    pub(super) spread: Spread,
}

/// All meshes, by name. Files are looked for when they are used: a model may name some that it does not need.
#[derive(Debug, Default)]
pub(super) struct Meshes<'a>(HashMap<String, Full<'a>>);

impl<'a> Meshes<'a> {
    pub(super) fn of(model: &'a Model<'a>, classes: &Classes<'a>) -> Result<Self> {
        let mut meshes = HashMap::new();
        for section in model.sections("asset")? {
            for element in model.children(section)?.into_iter().filter(|element| element.is("mesh")) {
                let full = classes.with_defaults(element, None)?;
                let stem = |file: &str| {
                    let file = file.replace('\\', "/");
                    Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned())
                };
                let name = element.attr("name").map(str::to_owned).or_else(|| stem(full.attr("file")?));
                let needed = || element.fault(ErrorKind::Missing, "<mesh> needs a `name` or a `file`");
                meshes.insert(name.ok_or_else(needed)?, full);
            }
        }
        Ok(Self(meshes))
    }

    /// The mesh that a geom names.
    pub(super) fn find(
        &self,
        name: &str,
        by: El<'_>,
        model: &Model<'_>,
        compiler: &Compiler,
        access: &Access,
    ) -> Result<MeshAsset<'a>> {
        let full = self.0.get(name).ok_or_else(|| {
            by.fault_at(
                "mesh",
                ErrorKind::UnknownName,
                format!("there is no mesh `{}` among the assets", shown(name)),
            )
        })?;
        let el = full.el;
        let scale = full.vector("scale")?.unwrap_or(DVec3::ONE);
        let path = match full.attr("file") {
            Some(file) => resolve(file, el, model, compiler, access)?,
            None => inline(full)?,
        };
        let (position, rotation) = (full.vector("refpos")?, full.exactly::<4>("refquat")?);
        let rotation =
            rotation.map_or(DQuat::IDENTITY, |[w, x, y, z]| DQuat::from_xyzw(x, y, z, w).normalize());
        let spread = match full.attr("inertia") {
            None | Some("legacy") => Spread::Legacy,
            Some("exact") => Spread::Exact,
            Some("convex") => Spread::Convex,
            Some("shell") => Spread::Shell,
            Some(other) => {
                return Err(super::compiler::not_one_of(
                    el,
                    "inertia",
                    other,
                    "convex, exact, legacy, shell",
                ));
            }
        };
        let options = LoadOptions { scale, ..Default::default() };
        Ok(MeshAsset {
            el,
            file: MeshFile { path, options },
            reference: Pose::new(rotation, position.unwrap_or(DVec3::ZERO)),
            spread,
        })
    }
}

/// Relative to the folder of meshes, which is relative to the model.
fn resolve(
    file: &str,
    el: El<'_>,
    model: &Model<'_>,
    compiler: &Compiler,
    access: &Access,
) -> Result<PathBuf> {
    let file = file.replace('\\', "/");
    let file = match compiler.strips_paths {
        true => file.rsplit('/').next().unwrap_or(&file).to_owned(),
        false => file,
    };
    let folder = model.folder().join(compiler.mesh_folder.replace('\\', "/"));
    access.resolve_in(&file, &folder, el).or_else(|error| access.resolve(&file, el).map_err(|_| error))
}

/// Vertices and faces that stand in the model itself; without faces, the hull of the vertices.
fn inline(full: &Full<'_>) -> Result<PathBuf> {
    let el = full.el;
    let Some(numbers) = full.numbers("vertex")? else {
        return Err(el.fault(ErrorKind::Missing, "<mesh> needs a `file`, or `vertex` and `face`"));
    };
    if numbers.len() % 3 != 0 || numbers.len() < 12 {
        let message =
            format!("`vertex` has {} numbers; it needs three for each of at least four", numbers.len());
        return Err(el.fault_at("vertex", ErrorKind::OutOfRange, message));
    }
    let vertices: Vec<DVec3> = numbers.chunks_exact(3).map(DVec3::from_slice).collect();
    let mesh = match full.numbers("face")? {
        Some(faces) => {
            let fine = |x: &f64| x.fract() == 0.0 && (0.0..vertices.len() as f64).contains(x);
            if faces.len() % 3 != 0 || !faces.iter().all(fine) {
                let message =
                    format!("`face` needs three numbers from 0 to {} for each triangle", vertices.len() - 1);
                return Err(el.fault_at("face", ErrorKind::OutOfRange, message));
            }
            let triangles = faces.chunks_exact(3).map(|f| [f[0] as u32, f[1] as u32, f[2] as u32]).collect();
            TriangleMesh { vertices, triangles }
        }
        None => convex_hull(&vertices)
            .map_err(|why| el.fault(ErrorKind::Refused, format!("these vertices have no hull: {why}")))?,
    };
    Ok(PathBuf::from(files::inline(&mesh)))
}
