//! Solids and, where they have one, the mesh behind them.

use crate::data::{MeshFile, ShapeDescription, ShapeKind};
use bristle_geometry::files::{self, LoadNote, LoadedMesh, MeshFileError};
use bristle_geometry::mesh::generate::{self, Fineness, GenerateError};
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, ShapeError, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape, TriangleMesh};

/// A solid, ready to be touched.
pub(super) struct Solid {
    pub(super) shape: Shape,
    /// The mesh, which the prepared surface does not keep.
    pub(super) mesh: Option<TriangleMesh>,
    /// Polygons of its file, as ends of runs of triangles; none without a file.
    pub(super) polygon_ends: Vec<u32>,
    /// Its frame in the body's.
    pub(super) pose: Pose,
}

impl ShapeKind {
    /// The solid, if it is one by formula and not by a mesh.
    pub fn by_formula(&self) -> Result<Option<Shape>, ShapeError> {
        Ok(Some(match self {
            Self::Sphere(of) => Sphere::new(of.radius)?.into(),
            Self::Box(of) => Cuboid::new(of.size * 0.5)?.into(),
            Self::Cylinder(of) => Cylinder::new(of.radius, of.height * 0.5)?.into(),
            Self::Capsule(of) => Capsule::new(of.radius, of.height * 0.5)?.into(),
            Self::Ellipsoid(of) => Ellipsoid::new(of.size * 0.5)?.into(),
            Self::HalfSpace(_) => HalfSpace.into(),
            Self::Mesh(_) | Self::SprayBottle(_) => return Ok(None),
        }))
    }
}

impl Solid {
    pub(super) fn make(description: &ShapeDescription, notes: &mut Vec<String>) -> Result<Self, String> {
        let pose = description.pose;
        let words = |error: ShapeError| error.to_string();
        match &description.kind {
            ShapeKind::Mesh(file) => {
                let loaded = load(file, notes).map_err(|error| error.to_string())?;
                Ok(Self { polygon_ends: loaded.polygon_ends, ..Self::of_mesh(loaded.mesh, pose)? })
            }
            ShapeKind::SprayBottle(of) => {
                Self::of_mesh(generate::spray_bottle(of.triangles).map_err(|error| error.to_string())?, pose)
            }
            kind => match kind.by_formula().map_err(words)? {
                Some(shape) => Ok(Self { shape, mesh: None, polygon_ends: Vec::new(), pose }),
                None => Err("it has neither a formula nor a mesh".to_owned()),
            },
        }
    }

    /// Its surface with vertices about this far apart \[m\]; none for a half space, which has no end.
    pub(super) fn divided(&self, spacing: f64) -> Result<Option<TriangleMesh>, GenerateError> {
        match &self.mesh {
            Some(mesh) => generate::refined(mesh, spacing).map(Some),
            None => generate::solid(&self.shape, Fineness::Spacing(spacing)),
        }
    }

    fn of_mesh(mesh: TriangleMesh, pose: Pose) -> Result<Self, String> {
        let surface = MeshSurface::new(&mesh).map_err(|error| error.to_string())?;
        Ok(Self { shape: surface.into(), mesh: Some(mesh), polygon_ends: Vec::new(), pose })
    }
}

/// Reads a mesh file; what was noticed on the way goes to the notes.
pub(super) fn load(file: &MeshFile, notes: &mut Vec<String>) -> Result<LoadedMesh, MeshFileError> {
    load_noting(file, notes, |_| true)
}

/// The same for those who use its polygons whole: that the mesh has them cut into triangles is no news to anybody.
pub(super) fn load_polygons(file: &MeshFile, notes: &mut Vec<String>) -> Result<LoadedMesh, MeshFileError> {
    load_noting(file, notes, |note| !matches!(note, LoadNote::CutPolygons { .. }))
}

fn load_noting(
    file: &MeshFile,
    notes: &mut Vec<String>,
    matters: impl Fn(&LoadNote) -> bool,
) -> Result<LoadedMesh, MeshFileError> {
    let loaded = files::load(&file.path, &file.options)?;
    for note in loaded.notes.iter().filter(|note| matters(note)) {
        let words = format!("{}: {note}", file.path.display());
        // A body and its skin may be made from one file.
        if !notes.contains(&words) {
            notes.push(words);
        }
    }
    Ok(loaded)
}
