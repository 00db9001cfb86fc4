//! Solids and, where they have one, the mesh behind them.

use crate::data::{MeshFile, ShapeDescription, ShapeKind};
use bristle_geometry::files;
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, ShapeError, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape, TriangleMesh};

/// A solid, ready to be touched.
pub(super) struct Solid {
    pub(super) shape: Shape,
    /// The mesh, which the prepared surface does not keep.
    pub(super) mesh: Option<TriangleMesh>,
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
            ShapeKind::Mesh(file) => Self::of_mesh(load(file, notes)?, pose),
            ShapeKind::SprayBottle(of) => {
                Self::of_mesh(generate::spray_bottle(of.triangles).map_err(|error| error.to_string())?, pose)
            }
            kind => match kind.by_formula().map_err(words)? {
                Some(shape) => Ok(Self { shape, mesh: None, pose }),
                None => Err("it has neither a formula nor a mesh".to_owned()),
            },
        }
    }

    fn of_mesh(mesh: TriangleMesh, pose: Pose) -> Result<Self, String> {
        let surface = MeshSurface::new(&mesh).map_err(|error| error.to_string())?;
        Ok(Self { shape: surface.into(), mesh: Some(mesh), pose })
    }
}

/// Reads a mesh file; what was noticed on the way goes to the notes.
pub(super) fn load(file: &MeshFile, notes: &mut Vec<String>) -> Result<TriangleMesh, String> {
    let loaded = files::load(&file.path, &file.options).map_err(|error| error.to_string())?;
    notes.extend(loaded.notes.iter().map(|note| format!("{}: {note}", file.path.display())));
    Ok(loaded.mesh)
}
