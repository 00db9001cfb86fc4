//! Things by their names.

use crate::errors::py;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The handle of that name, or what there is instead.
pub(crate) fn find<T: Copy>(all: &BTreeMap<String, T>, what: &str, name: &str) -> PyResult<T> {
    all.get(name).copied().ok_or_else(|| unknown(what, name, all.keys()))
}

/// There is nothing of that name.
pub(crate) fn unknown<'a>(what: &str, name: &str, all: impl Iterator<Item = &'a String>) -> PyErr {
    let all: Vec<&str> = all.map(String::as_str).collect();
    let there = match all.as_slice() {
        [] => "there are none".to_owned(),
        [one] => format!("there is `{one}`"),
        many => format!("there are {}", many.join(", ")),
    };
    py::UnknownNameError::new_err(format!("there is no {what} `{name}`; {there}"))
}
