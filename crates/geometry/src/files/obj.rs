//! Wavefront OBJ: vertices and faces; everything else in it (texture, normals, curves) is not shape at this level.

use super::polygons::{Polygons, RawMesh};
use super::text;
use super::{Format, MeshFileProblem};

/// The statements of the format that carry no polygons. A word that is not here is an error: to skip a damaged `v`
/// would shift every index after it.
const WITHOUT_POLYGONS: [&str; 44] = [
    "vt",
    "vn",
    "vp",
    "o",
    "g",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "l",
    "p",
    "deg",
    "cstype",
    "bmat",
    "step",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "call",
    "csh",
    "bsp",
    "bzp",
    "cdc",
    "cdp",
    "res",
    "vc",
    "usemat",
];

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, MeshFileProblem> {
    text::refuse_binary(bytes, Format::Obj)?;
    let mut polygons = Polygons::default();
    let mut face_lines = Vec::new();
    let mut raw = RawMesh::default();
    let (mut lines_and_points, mut free_forms) = (0, 0);
    for (line, statement) in statements(bytes) {
        let mut words = statement.split_whitespace();
        match words.next() {
            None => {}
            Some(word) if word.starts_with('#') => {}
            Some("v") => {
                let position = text::point(&mut words, line)?;
                polygons.push_vertex(position, || format!("line {line}"))?;
            }
            // `fo` is how the format's first version wrote a face.
            Some("f" | "fo") => {
                let corners = face(words, polygons.vertices.len(), line)?;
                polygons.push_face(corners);
                face_lines.push(line);
            }
            Some("l" | "p") => lines_and_points += 1,
            Some("curv" | "curv2" | "surf") => free_forms += 1,
            Some(word) if WITHOUT_POLYGONS.contains(&word) => {}
            Some(word) => {
                let message = format!("`{}` is not an OBJ statement", text::shorten(word));
                return Err(MeshFileProblem::Syntax { place: format!("line {line}"), message });
            }
        }
    }
    polygons.check_indices(1, |face| format!("line {}, face {face}", face_lines[face]))?;
    raw.note_left_out("lines and points", lines_and_points);
    raw.note_left_out("free-form curves and surfaces", free_forms);
    raw.polygons = polygons;
    Ok(raw)
}

/// Lines, with those that end in a backslash joined to the next; numbered by their first line.
fn statements(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let mut lines = text::lines(bytes);
    std::iter::from_fn(move || {
        let (number, first) = lines.next()?;
        let mut statement = first.into_owned();
        while let Some(continued) = statement.trim_end().strip_suffix('\\') {
            statement.truncate(continued.len());
            statement.push(' ');
            match lines.next() {
                Some((_, more)) => statement.push_str(&more),
                None => break,
            }
        }
        Some((number, statement))
    })
}

/// The vertex indices of a face, from zero. `vertices` is the number so far, from which negative ones count back.
fn face<'a>(
    words: impl Iterator<Item = &'a str>,
    vertices: usize,
    line: usize,
) -> Result<Vec<u32>, MeshFileProblem> {
    let place = || format!("line {line}");
    let mut corners = Vec::with_capacity(4);
    for word in words.take_while(|w| !w.starts_with('#')) {
        let written = word.split('/').next().unwrap_or_default();
        let index: i64 = written.parse().map_err(|_| MeshFileProblem::Syntax {
            place: place(),
            message: format!("`{}` is not a face corner (v, v/vt, v//vn or v/vt/vn)", text::shorten(word)),
        })?;
        let from_zero = if index < 0 { vertices as i64 + index } else { index - 1 };
        // A positive index may name a vertex further down, so its upper bound is checked at the end.
        let corner = u32::try_from(from_zero).map_err(|_| MeshFileProblem::IndexOutOfRange {
            place: place(),
            index,
            low: if index < 0 { -(vertices as i64) } else { 1 },
            high: if index < 0 { -1 } else { vertices as i64 },
        })?;
        corners.push(corner);
    }
    if corners.len() < 3 {
        let message = format!("a face needs at least 3 corners, this one has {}", corners.len());
        return Err(MeshFileProblem::Syntax { place: place(), message });
    }
    Ok(corners)
}
