//! Dictionaries as trees of values: scenes that are built in code are read like those in files.

use crate::errors::py;
use bristle_scene::Tree;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyMapping, PySequence, PyString};

/// As deep as a TOML file may be.
const DEEPEST: usize = 80;

/// A dictionary of numbers, strings, booleans, sequences, NumPy arrays and dictionaries.
pub(crate) fn of_dictionary(value: &Bound<'_, PyAny>) -> PyResult<Tree> {
    match value.cast::<PyMapping>() {
        Ok(table) => of_table(table, "", DEEPEST),
        Err(_) => Err(refuse(format!("a scene is a dictionary, not {}", type_name(value)?))),
    }
}

fn refuse(message: String) -> PyErr {
    py::SceneError::new_err(message)
}

fn type_name(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value.get_type().name()?.to_string())
}

fn of_table(table: &Bound<'_, PyMapping>, path: &str, depth: usize) -> PyResult<Tree> {
    if depth == 0 {
        return Err(refuse("the dictionary is nested too deeply, or holds itself".to_owned()));
    }
    let mut entries = Vec::new();
    for item in table.items()?.iter() {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let Ok(word) = key.cast::<PyString>() else {
            return Err(refuse(format!("the key {} is no string", key.repr()?)));
        };
        let word = text(word)?;
        let path = if path.is_empty() { word.clone() } else { format!("{path}.{word}") };
        if value.is_none() {
            return Err(refuse(format!("`{path}` is None; leave the key out, and it has its default")));
        }
        entries.push((word, of_value(&value, &path, depth - 1)?));
    }
    Ok(Tree::Table(entries))
}

fn text(word: &Bound<'_, PyString>) -> PyResult<String> {
    let whole = word.to_str().map(str::to_owned);
    whole.or_else(|_| {
        Err(refuse(format!("{} is no text: half of a surrogate pair stands alone in it", word.repr()?)))
    })
}

fn of_value(value: &Bound<'_, PyAny>, path: &str, depth: usize) -> PyResult<Tree> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Tree::Flag(flag.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract().map(Tree::Integer).map_err(|error| {
            match error.is_instance_of::<PyOverflowError>(value.py()) {
                true => refuse(format!("`{path}` is an integer that does not fit into 64 bits")),
                false => error,
            }
        });
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Tree::Float(number.value()));
    }
    if let Ok(word) = value.cast::<PyString>() {
        return text(word).map(Tree::Text);
    }
    if let Ok(table) = value.cast::<PyMapping>() {
        return of_table(table, path, depth);
    }
    // Arrays and numbers of NumPy.
    if value.hasattr("tolist")? {
        return of_value(&value.call_method0("tolist")?, path, depth);
    }
    let is_bytes = value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>();
    if let Ok(list) = value.cast::<PySequence>()
        && !is_bytes
    {
        if depth == 0 {
            return Err(refuse("the dictionary is nested too deeply, or holds itself".to_owned()));
        }
        let item = |(i, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            of_value(&item?, &format!("{path}[{i}]"), depth - 1)
        };
        return Ok(Tree::List(list.try_iter()?.enumerate().map(item).collect::<PyResult<_>>()?));
    }
    if value.hasattr("__fspath__")? {
        return of_value(&value.call_method0("__fspath__")?, path, depth);
    }
    let what = type_name(value)?;
    Err(refuse(format!("`{path}` is a {what}; a scene holds numbers, strings, lists and dictionaries")))
}
