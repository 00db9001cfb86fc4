//! Running the binary in a directory of its own.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// What came of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) directory: TempDir,
}

impl Run {
    /// Runs `bristle` with `arguments` in a new directory that holds `files`.
    pub(crate) fn with_files(arguments: &[&str], files: &[(&str, &[u8])]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (name, content) in files {
            std::fs::write(directory.path().join(name), content).unwrap();
        }
        let Answer { code, stdout, stderr } = bristle(directory.path(), arguments);
        Self { code, stdout, stderr, directory }
    }

    /// Runs `bristle` once more, where the files of the first run are.
    pub(crate) fn again(&self, arguments: &[&str]) -> Answer {
        bristle(self.directory.path(), arguments)
    }

    pub(crate) fn new(arguments: &[&str]) -> Self {
        Self::with_files(arguments, &[])
    }

    pub(crate) fn file(&self, name: &str) -> std::path::PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("one JSON document and nothing else")
    }
}

/// What the shell hears of a run.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `bristle` in `directory`.
pub(crate) fn bristle(directory: &Path, arguments: &[&str]) -> Answer {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_bristle")).args(arguments).current_dir(directory).output().unwrap();
    Answer {
        code: status.code().expect("no signal"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// A number of a document.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub(crate) fn vector(value: &Value) -> [f64; 3] {
    let list = value.as_array().expect("a list");
    [number(&list[0]), number(&list[1]), number(&list[2])]
}

pub(crate) fn texels(press: &Value) -> &[Value] {
    press["texels"].as_array().expect("texels")
}

pub(crate) fn is_png(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 1000)
}

pub(crate) fn is_svg(path: &Path) -> bool {
    std::fs::read_to_string(path)
        .is_ok_and(|text| text.starts_with("<svg") && text.trim_end().ends_with("</svg>"))
}

/// A tetrahedron of `size`, as STL text.
pub(crate) fn tetrahedron_stl(size: f64) -> String {
    let corners = [[0.0, 0.0, 0.0], [size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]];
    let mut text = String::from("solid tetrahedron\n");
    for face in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in face {
            let [x, y, z]: [f64; 3] = corners[corner];
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid tetrahedron\n"
}
