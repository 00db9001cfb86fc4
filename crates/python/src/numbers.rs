//! Numbers on their way in and out: arrays are checked for shape and for what is not a number before anything happens.
//!
//! A pose is seven numbers, position and quaternion (x, y, z, w); three stand for a position alone, and a 4×4 matrix does as
//! well. A twist is six, linear and angular; a wrench six, force and torque.

use crate::errors::py;
use bristle_geometry::{Pose, Twist, Wrench};
use glam::{DMat3, DQuat, DVec3};
use numpy::{AllowTypeChange, PyArray1, PyArrayLikeDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyMemoryError};
use pyo3::prelude::*;

/// How far a rotation may be from one.
const ROUND_OFF: f64 = 1e-6;

/// An array, row by row, and its shape.
pub(crate) fn array(given: &Bound<'_, PyAny>, what: &str) -> PyResult<(Vec<f64>, Vec<usize>)> {
    let array: PyArrayLikeDyn<'_, f64, AllowTypeChange> =
        given.extract().map_err(|error| no_numbers(given.py(), what, error))?;
    let values: Vec<f64> = array.as_array().iter().copied().collect();
    if let Some(index) = values.iter().position(|x| !x.is_finite()) {
        return Err(py::ShapeError::new_err(format!(
            "{what} holds {} at place {index}; all numbers must be finite",
            values[index]
        )));
    }
    Ok((values, array.shape().to_vec()))
}

/// Farthest from the origin that things are put \[m\], as in scenes.
pub(crate) const FARTHEST: f64 = 1e6;
/// Largest of all other quantities, in SI units, as in scenes.
pub(crate) const LARGEST: f64 = 1e12;

/// Refuses numbers beyond `most` in size.
pub(crate) fn limited(values: &[f64], what: &str, most: f64) -> PyResult<()> {
    match values.iter().find(|x| !(x.abs() <= most)) {
        None => Ok(()),
        Some(value) => Err(py::ModelError::new_err(format!(
            "{what} holds {value:e}; it must be at most {most:e} in size"
        ))),
    }
}

/// What NumPy could not read. Ctrl-C and a lack of memory are no fault of the array's, and pass.
fn no_numbers(py: Python<'_>, what: &str, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyException>(py) || error.is_instance_of::<PyMemoryError>(py) {
        return error;
    }
    let raised = py::ShapeError::new_err(format!("{what} is no array of numbers: {error}"));
    raised.set_cause(py, Some(error));
    raised
}

/// An array of a given shape.
pub(crate) fn shaped(given: &Bound<'_, PyAny>, what: &str, shape: &[usize]) -> PyResult<Vec<f64>> {
    let (values, found) = array(given, what)?;
    if found == shape { Ok(values) } else { Err(wrong_shape(what, &found, &format!("{shape:?}"))) }
}

fn wrong_shape(what: &str, found: &[usize], wanted: &str) -> PyErr {
    py::ShapeError::new_err(format!("{what} has the shape {found:?}; it must be {wanted}"))
}

pub(crate) fn vector(given: &Bound<'_, PyAny>, what: &str) -> PyResult<DVec3> {
    shaped(given, what, &[3]).map(|values| DVec3::from_slice(&values))
}

/// A vector of components up to `most` in size, zero if it is left out.
pub(crate) fn vector_or_zero(given: Option<&Bound<'_, PyAny>>, what: &str, most: f64) -> PyResult<DVec3> {
    let vector = given.map_or(Ok(DVec3::ZERO), |given| vector(given, what))?;
    limited(&vector.to_array(), what, most)?;
    Ok(vector)
}

pub(crate) fn pose(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Pose> {
    let (values, shape) = array(given, what)?;
    pose_of(&values, &shape, what)
}

fn pose_of(values: &[f64], shape: &[usize], what: &str) -> PyResult<Pose> {
    match shape {
        [3] => Ok(Pose::from_translation(DVec3::from_slice(values))),
        [7] => {
            let rotation = DQuat::from_slice(&values[3..]);
            let length = rotation.length();
            if (length - 1.0).abs() > ROUND_OFF {
                let why = format!("the quaternion of {what} has length {length}; it must be 1");
                return Err(py::ShapeError::new_err(why));
            }
            Ok(Pose::new(rotation, DVec3::from_slice(values)))
        }
        [4, 4] => from_matrix(values, what),
        _ => Err(wrong_shape(
            what,
            shape,
            "[7] (position, quaternion x y z w), [3] (position) or [4, 4] (matrix)",
        )),
    }
}

fn from_matrix(m: &[f64], what: &str) -> PyResult<Pose> {
    let rotation = DMat3::from_cols_array(&[m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]]);
    let square = rotation.transpose() * rotation;
    let near = square.abs_diff_eq(DMat3::IDENTITY, ROUND_OFF) && rotation.determinant() > 0.0;
    if !near || m[12..] != [0.0, 0.0, 0.0, 1.0] {
        let why = format!("the matrix of {what} is no pose: it needs a rotation and a last row of 0 0 0 1");
        return Err(py::ShapeError::new_err(why));
    }
    Ok(Pose::new(DQuat::from_mat3(&rotation), DVec3::new(m[3], m[7], m[11])))
}

/// A pose per row: (k, 7) or (k, 3).
pub(crate) fn poses(given: &Bound<'_, PyAny>, what: &str, count: usize) -> PyResult<Vec<Pose>> {
    let (values, shape) = array(given, what)?;
    match shape[..] {
        [rows, width @ (3 | 7)] if rows == count => values
            .chunks_exact(width)
            .enumerate()
            .map(|(i, row)| pose_of(row, &[width], &format!("row {i} of {what}")))
            .collect(),
        _ => Err(wrong_shape(what, &shape, &format!("[{count}, 7] or [{count}, 3]"))),
    }
}

pub(crate) fn twist_of(values: &[f64]) -> Twist {
    Twist { linear: DVec3::from_slice(values), angular: DVec3::from_slice(&values[3..]) }
}

pub(crate) fn of_pose(pose: Pose) -> [f64; 7] {
    let (t, r) = (pose.translation, pose.rotation);
    [t.x, t.y, t.z, r.x, r.y, r.z, r.w]
}

pub(crate) fn of_twist(twist: Twist) -> [f64; 6] {
    six(twist.linear, twist.angular)
}

pub(crate) fn of_wrench(wrench: Wrench) -> [f64; 6] {
    six(wrench.force, wrench.torque)
}

fn six(a: DVec3, b: DVec3) -> [f64; 6] {
    [a.x, a.y, a.z, b.x, b.y, b.z]
}

/// A new array of one dimension.
pub(crate) fn out<'py>(py: Python<'py>, values: &[f64]) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_slice(py, values)
}
