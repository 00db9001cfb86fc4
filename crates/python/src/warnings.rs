//! Warnings of simulations as warnings of Python.

use crate::errors::py;
use bristle_run::{Event, Happening};
use pyo3::prelude::*;
use std::ffi::CString;

/// The first warning among what has happened.
pub(crate) fn first_of(events: &[Event]) -> Option<&str> {
    events.iter().find_map(|event| match &event.what {
        Happening::Warning(words) => Some(words.as_str()),
        _ => None,
    })
}

/// Warns of all that is worth it, in the name of whoever called the package.
pub(crate) fn warn_of(py: Python<'_>, events: &[Event]) -> PyResult<()> {
    let mut words = events.iter().filter_map(|event| first_of(std::slice::from_ref(event)));
    words.try_for_each(|words| warn(py, words))
}

/// Warns in the name of whoever called the package. Fails if warnings are errors.
pub(crate) fn warn(python: Python<'_>, words: &str) -> PyResult<()> {
    let category = python.get_type::<py::BristleWarning>();
    PyErr::warn(python, &category, &CString::new(words)?, 2)
}
