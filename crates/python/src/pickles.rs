//! What becomes of objects in pickles: a function that makes them again, and plain bytes.

use crate::errors::{self, py};
use crate::scene::Scene;
use crate::shape::Shape;
use crate::skin::Skin;
use crate::world::Snapshot;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, ShapeError, Sphere};
use bristle_geometry::{MeshSurface, Shape as Solid, SurfaceError, TriangleMesh};
use bristle_run::Simulation;
use bristle_skin::{SkinReading, SkinState};
use glam::DVec3;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Changes with what is stored, so that bytes of another version are refused and not misread.
const VERSION: u32 = 1;

/// What `__reduce__` gives: a function, and what it is called with.
pub(crate) type Pickle<'py, T> = (Bound<'py, PyAny>, T);

/// What a skin's pickle holds: scene, name, bytes and shapes.
pub(crate) type SkinPickle = (Py<Scene>, String, Cow<'static, [u8]>, Vec<Py<Shape>>);

/// What a snapshot's pickle holds: scene and bytes.
pub(crate) type SnapshotPickle = (Py<Scene>, Cow<'static, [u8]>);

/// A shape by its measures, or by its triangles.
#[derive(Serialize, Deserialize)]
enum StoredShape {
    Sphere(f64),
    Box([f64; 3]),
    Cylinder([f64; 2]),
    Capsule([f64; 2]),
    Ellipsoid([f64; 3]),
    HalfSpace,
    Mesh(Vec<[f64; 3]>, Vec<[u32; 3]>),
}

#[derive(Serialize, Deserialize)]
struct StoredSkin {
    state: SkinState,
    reading: SkinReading,
}

fn bytes_of(stored: &impl Serialize) -> PyResult<Cow<'static, [u8]>> {
    let failed = |error: postcard::Error| py::BristleError::new_err(format!("it cannot be stored: {error}"));
    postcard::to_stdvec(&(VERSION, stored)).map(Cow::Owned).map_err(failed)
}

fn of_bytes<T: for<'a> Deserialize<'a>>(bytes: &[u8], what: &str) -> PyResult<T> {
    match postcard::from_bytes::<(u32, T)>(bytes) {
        Ok((VERSION, stored)) => Ok(stored),
        _ => Err(py::BristleError::new_err(format!("these bytes are no {what} of this version of Bristle"))),
    }
}

/// Bytes of a shape for [`unpickled_shape`].
pub(crate) fn shape_bytes(shape: &Shape) -> PyResult<Cow<'static, [u8]>> {
    bytes_of(&match &*shape.shape {
        Solid::Sphere(of) => StoredShape::Sphere(of.radius()),
        Solid::Cuboid(of) => StoredShape::Box(of.half_extents().to_array()),
        Solid::Cylinder(of) => StoredShape::Cylinder([of.radius(), of.half_height()]),
        Solid::Capsule(of) => StoredShape::Capsule([of.radius(), of.half_height()]),
        Solid::Ellipsoid(of) => StoredShape::Ellipsoid(of.semi_axes().to_array()),
        Solid::HalfSpace(_) => StoredShape::HalfSpace,
        Solid::Mesh(_) => match &shape.mesh {
            Some(mesh) => {
                StoredShape::Mesh(mesh.vertices.iter().map(DVec3::to_array).collect(), mesh.triangles.clone())
            }
            None => return Err(py::BristleError::new_err("the shape has no triangles to store")),
        },
    })
}

/// A shape from a pickle.
#[pyfunction]
pub(crate) fn unpickled_shape(bytes: &[u8], words: String) -> PyResult<Shape> {
    let solid = |made: Result<Solid, ShapeError>| {
        let shape = made.map_err(|error| py::SkinError::new_err(error.to_string()))?;
        Ok(Shape::of(shape, words.clone()))
    };
    match of_bytes(bytes, "shape")? {
        StoredShape::Sphere(radius) => solid(Sphere::new(radius).map(Into::into)),
        StoredShape::Box(half) => solid(Cuboid::new(DVec3::from(half)).map(Into::into)),
        StoredShape::Cylinder([radius, half]) => solid(Cylinder::new(radius, half).map(Into::into)),
        StoredShape::Capsule([radius, half]) => solid(Capsule::new(radius, half).map(Into::into)),
        StoredShape::Ellipsoid(axes) => solid(Ellipsoid::new(DVec3::from(axes)).map(Into::into)),
        StoredShape::HalfSpace => solid(Ok(HalfSpace.into())),
        StoredShape::Mesh(vertices, triangles) => {
            let mesh = TriangleMesh { vertices: vertices.into_iter().map(DVec3::from).collect(), triangles };
            let failed = |error: SurfaceError| py::SkinError::new_err(error.to_string());
            let surface = MeshSurface::new(&mesh).map_err(failed)?;
            Ok(Shape::of_mesh(surface, mesh, words))
        }
    }
}

/// Bytes of a skin's bristles for [`fill_skin`].
pub(crate) fn skin_bytes(state: &SkinState, reading: &SkinReading) -> PyResult<Cow<'static, [u8]>> {
    bytes_of(&StoredSkin { state: state.clone(), reading: reading.clone() })
}

/// The bristles of a skin, and what it felt, from a pickle.
pub(crate) fn skin_of_bytes(bytes: &[u8]) -> PyResult<(SkinState, SkinReading)> {
    let StoredSkin { state, reading } = of_bytes(bytes, "skin")?;
    Ok((state, reading))
}

/// A skin from a pickle gets its bristles.
#[pyfunction]
pub(crate) fn fill_skin(
    py: Python<'_>,
    skin: &Bound<'_, Skin>,
    bytes: &[u8],
    shapes: Vec<Py<Shape>>,
) -> PyResult<()> {
    skin.get().fill(py, bytes, shapes)
}

/// A snapshot from a pickle.
#[pyfunction]
pub(crate) fn unpickled_snapshot(py: Python<'_>, scene: Py<Scene>, bytes: &[u8]) -> PyResult<Snapshot> {
    let built = scene.get().built(py)?;
    let (simulation, collector) =
        Simulation::restored(built, bytes).map_err(|error| errors::of_stored(&error))?;
    Ok(Snapshot { scene, simulation, collector })
}
