//! Solids that a skin can touch.

use crate::errors::py;
use crate::numbers;
use crate::patience::interruptible;
use crate::pickles::{self, Pickle};
use bristle_geometry::files::{FileReach, LoadOptions, Unit, load};
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{MeshSurface, Shape as Inner, TriangleMesh};
use glam::DVec3;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// A solid in its own frame.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Shape {
    pub(crate) shape: Arc<Inner>,
    /// The triangles of a mesh, which the prepared surface does not keep: for pickles.
    pub(crate) mesh: Option<TriangleMesh>,
    words: String,
}

impl Shape {
    pub(crate) fn of(shape: Inner, words: String) -> Self {
        Self { shape: Arc::new(shape), mesh: None, words }
    }

    pub(crate) fn of_mesh(surface: MeshSurface, mesh: TriangleMesh, words: String) -> Self {
        Self { mesh: Some(mesh), ..Self::of(Inner::Mesh(Arc::new(surface)), words) }
    }
}

fn refuse(error: impl std::error::Error) -> PyErr {
    py::SkinError::new_err(error.to_string())
}

#[pymethods]
impl Shape {
    /// A ball about the origin [m].
    #[staticmethod]
    fn sphere(radius: f64) -> PyResult<Self> {
        Ok(Self::of(Sphere::new(radius).map_err(refuse)?.into(), format!("sphere of radius {radius} m")))
    }

    /// A box about the origin, by its whole sides [m].
    #[staticmethod]
    #[pyo3(name = "box")]
    fn cuboid(size: &Bound<'_, PyAny>) -> PyResult<Self> {
        let size = numbers::vector(size, "the size")?;
        Ok(Self::of(Cuboid::new(size / 2.0).map_err(refuse)?.into(), format!("box of {size} m")))
    }

    /// A cylinder about z, the origin in its middle [m].
    #[staticmethod]
    fn cylinder(radius: f64, height: f64) -> PyResult<Self> {
        let words = format!("cylinder of radius {radius} m and height {height} m");
        Ok(Self::of(Cylinder::new(radius, height / 2.0).map_err(refuse)?.into(), words))
    }

    /// A cylinder about z with round ends; `height` is that between the ends' centres [m].
    #[staticmethod]
    fn capsule(radius: f64, height: f64) -> PyResult<Self> {
        let words = format!("capsule of radius {radius} m and height {height} m");
        Ok(Self::of(Capsule::new(radius, height / 2.0).map_err(refuse)?.into(), words))
    }

    /// A ball stretched along the axes, by its whole axes [m].
    #[staticmethod]
    fn ellipsoid(size: &Bound<'_, PyAny>) -> PyResult<Self> {
        let size = numbers::vector(size, "the size")?;
        Ok(Self::of(Ellipsoid::new(size / 2.0).map_err(refuse)?.into(), format!("ellipsoid of {size} m")))
    }

    /// Everything below z = 0.
    #[staticmethod]
    fn half_space() -> Self {
        Self::of(HalfSpace.into(), "half space".to_owned())
    }

    /// Triangles: vertices (n, 3) [m], and three indices per triangle, counter-clockwise seen from outside.
    #[staticmethod]
    fn mesh(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let three = |given: &Bound<'_, PyAny>, what: &str| {
            let (values, shape) = numbers::array(given, what)?;
            match shape[..] {
                [_, 3] => Ok(values),
                _ => Err(py::ShapeError::new_err(format!(
                    "the {what} have the shape {shape:?}; it must be [n, 3]"
                ))),
            }
        };
        let points = three(vertices, "vertices")?;
        let corners = three(triangles, "triangles")?;
        let count = points.len() / 3;
        if let Some(bad) = corners.iter().find(|&&c| c.fract() != 0.0 || c < 0.0 || c >= count as f64) {
            let why = format!(
                "a triangle has the corner {bad}; it must be a whole number from 0 to {}",
                count as f64 - 1.0
            );
            return Err(py::ShapeError::new_err(why));
        }
        let mesh = TriangleMesh {
            vertices: points.chunks_exact(3).map(DVec3::from_slice).collect(),
            triangles: corners.chunks_exact(3).map(|c| [c[0] as u32, c[1] as u32, c[2] as u32]).collect(),
        };
        let words = format!("mesh of {} triangles", mesh.triangles.len());
        let surface = MeshSurface::new(&mesh).map_err(refuse)?;
        Ok(Self::of_mesh(surface, mesh, words))
    }

    /// A mesh file: STL, OBJ, PLY, glTF or COLLADA. `unit` is one of m, cm, mm and inch, or None for what the file says. The buffers of a glTF file have
    /// to be in its `folder`, or may be `anywhere`.
    #[staticmethod]
    #[pyo3(signature = (path, unit=None, *, buffers="folder"))]
    fn load(py: Python<'_>, path: PathBuf, unit: Option<&str>, buffers: &str) -> PyResult<Self> {
        let buffers = match buffers {
            "folder" => FileReach::Folder,
            "anywhere" => FileReach::Anywhere,
            other => {
                let why = format!("buffers is `{other}`; it must be folder or anywhere");
                return Err(py::SkinError::new_err(why));
            }
        };
        let unit = match unit {
            None => Unit::FromFile,
            Some("m") => Unit::Metre,
            Some("cm") => Unit::Centimetre,
            Some("mm") => Unit::Millimetre,
            Some("inch") => Unit::Inch,
            Some(other) => {
                let why = format!("the unit is `{other}`; it must be one of m, cm, mm and inch");
                return Err(py::SkinError::new_err(why));
            }
        };
        let options = LoadOptions { unit, buffers, ..LoadOptions::default() };
        interruptible(py, move || {
            let mesh = load(path, &options).map_err(refuse)?.mesh;
            let words = format!("mesh of {} triangles", mesh.triangles.len());
            let surface = MeshSurface::new(&mesh).map_err(refuse)?;
            Ok(Self::of_mesh(surface, mesh, words))
        })?
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickle<'py, (Cow<'static, [u8]>, String)>> {
        let make = py.import("bristle._native")?.getattr("unpickled_shape")?;
        Ok((make, (pickles::shape_bytes(self)?, self.words.clone())))
    }

    /// A shape never changes.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// A shape never changes.
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Shape: {}>", self.words)
    }
}
