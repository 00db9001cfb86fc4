//! Finished pictures.

use crate::errors;
use bristle_picture::{Picture as Inner, PictureError};
use numpy::{PyArray3, PyArrayMethods, ndarray::Array3};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A finished picture: SVG, PNG and pixels of the same drawing.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Picture {
    picture: Inner,
}

impl Picture {
    pub(crate) fn of(drawn: Result<Inner, PictureError>) -> PyResult<Self> {
        drawn.map(|picture| Self { picture }).map_err(|error| errors::of_picture(&error))
    }

    /// Width, height and pixels (red, green, blue, alpha).
    fn pixels(&self, scale: f64) -> PyResult<(usize, usize, Vec<u8>)> {
        let png = self.picture.png(scale).map_err(|error| errors::of_picture(&error))?;
        let map = tiny_skia::Pixmap::decode_png(&png).map_err(|error| {
            errors::py::PictureError::new_err(format!("the picture cannot be decoded: {error}"))
        })?;
        let colours = map.pixels().iter().flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        });
        Ok((map.width() as usize, map.height() as usize, colours.collect()))
    }
}

#[pymethods]
impl Picture {
    /// The picture as SVG text.
    #[getter]
    fn svg(&self) -> &str {
        self.picture.svg()
    }

    /// The bytes of a PNG file, `scale` pixels for each of the drawing's.
    #[pyo3(signature = (scale=2.0))]
    fn png<'py>(&self, py: Python<'py>, scale: f64) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.picture.png(scale)).map_err(|error| errors::of_picture(&error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Pixels as an array (height, width, 4) of bytes: what `matplotlib.pyplot.imshow` takes.
    #[pyo3(signature = (scale=1.0))]
    fn array<'py>(&self, py: Python<'py>, scale: f64) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (width, height, bytes) = py.detach(|| self.pixels(scale))?;
        let array = Array3::from_shape_vec((height, width, 4), bytes)
            .map_err(|error| errors::py::PictureError::new_err(error.to_string()))?;
        Ok(PyArray3::from_owned_array(py, array))
    }

    /// Writes the picture to a file that ends in `.svg` or `.png`.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.picture.save(path).map_err(|error| errors::of_picture(&error))
    }

    /// Width and height [px] at scale 1.
    #[getter]
    fn size(&self) -> (f64, f64) {
        (self.picture.width(), self.picture.height())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // Pixels are made anew each time.
        let array = self.array(py, 1.0)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array.to_dyn().clone().into_any()),
        }
    }

    fn _repr_svg_(&self) -> &str {
        self.picture.svg()
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Picture of {} × {} px>", self.picture.width(), self.picture.height())
    }
}
