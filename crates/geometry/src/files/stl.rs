//! STL: a soup of triangles, as text or binary. Facet normals are ignored: the winding has the word.

use super::polygons::{Polygons, RawMesh};
use super::text;
use super::{Format, MeshFileProblem};
use glam::DVec3;

/// Free text of 80 bytes, then the number of facets.
const HEAD: usize = 84;
/// Normal and three corners as 32-bit floats, and two bytes of attributes.
const FACET: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, MeshFileProblem> {
    // Many exporters begin a binary file with "solid" too, so the length decides before the first word does.
    let polygons = if !has_exact_binary_length(bytes) && begins_with_solid(bytes) && !bytes.contains(&0) {
        read_text(bytes)?
    } else {
        read_binary(bytes)?
    };
    Ok(RawMesh { polygons, ..Default::default() })
}

fn facet_count(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEAD - 4..HEAD)?.try_into().ok()?;
    Some(u32::from_le_bytes(count) as usize)
}

/// Whether the length is just what a binary STL with that count has.
pub(super) fn has_exact_binary_length(bytes: &[u8]) -> bool {
    facet_count(bytes).is_some_and(|count| count > 0 && HEAD + FACET * count == bytes.len())
}

fn begins_with_solid(bytes: &[u8]) -> bool {
    text::trim_start(bytes).get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

/// Whether this is the beginning of a text STL.
pub(super) fn looks_like_text(bytes: &[u8]) -> bool {
    let head = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    let holds = |needle: &[u8]| head.windows(needle.len()).any(|w| w == needle);
    begins_with_solid(bytes) && !head.contains(&0) && (holds(b"facet") || holds(b"endsolid"))
}

fn read_binary(bytes: &[u8]) -> Result<Polygons, MeshFileProblem> {
    let Some(count) = facet_count(bytes) else {
        return Err(MeshFileProblem::Truncated {
            missing: format!("a binary STL begins with {HEAD} bytes, this file has {}", bytes.len()),
        });
    };
    let needed = HEAD + FACET * count;
    if bytes.len() < needed {
        return Err(MeshFileProblem::Truncated {
            missing: format!("{count} facets take {needed} bytes, this file has {}", bytes.len()),
        });
    }
    if count > u32::MAX as usize / 3 {
        return Err(MeshFileProblem::TooMany { what: "facets", limit: u32::MAX as usize / 3 });
    }
    // Bytes after the last facet are let pass: some exporters append a colour table there.
    let mut polygons = Polygons::default();
    for (facet, record) in bytes[HEAD..needed].chunks_exact(FACET).enumerate() {
        let mut numbers =
            record[12..48].chunks_exact(4).map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        let mut next = || numbers.next().unwrap_or(f64::NAN);
        for corner in 0..3 {
            let position = DVec3::new(next(), next(), next());
            polygons.push_vertex(position, || format!("facet {facet}, corner {corner}"))?;
        }
        let first = 3 * facet as u32;
        polygons.push_face(first..first + 3);
    }
    Ok(polygons)
}

fn read_text(bytes: &[u8]) -> Result<Polygons, MeshFileProblem> {
    text::refuse_binary(bytes, Format::Stl)?;
    let mut polygons = Polygons::default();
    let mut in_solid = false;
    let mut loop_start = None;
    for (line, content) in text::lines(bytes) {
        let syntax = |message: &str| MeshFileProblem::Syntax {
            place: format!("line {line}"),
            message: message.into(),
        };
        let mut words = content.split_whitespace();
        let Some(keyword) = words.next() else { continue };
        match keyword.to_ascii_lowercase().as_str() {
            "solid" if !in_solid => in_solid = true,
            "endsolid" if in_solid && loop_start.is_none() => in_solid = false,
            "facet" | "endfacet" if in_solid && loop_start.is_none() => {}
            "outer" if in_solid && loop_start.is_none() => loop_start = Some(polygons.vertices.len()),
            "vertex" if loop_start.is_some() => {
                let position = text::point(&mut words, line)?;
                polygons.push_vertex(position, || format!("line {line}"))?;
            }
            "endloop" => {
                let start = loop_start.take().ok_or_else(|| syntax("`endloop` without `outer loop`"))?;
                let end = polygons.vertices.len();
                if end < start + 3 {
                    return Err(syntax("a facet needs three `vertex` lines"));
                }
                polygons.push_face(start as u32..end as u32);
            }
            other => {
                return Err(syntax(&format!(
                    "`{}` is not expected here (in order: solid, facet, outer loop, vertex ×3, endloop, endfacet, endsolid)",
                    text::shorten(other)
                )));
            }
        }
    }
    if in_solid {
        let missing = format!("`endsolid` is missing after {} facets", polygons.face_count());
        return Err(MeshFileProblem::Truncated { missing });
    }
    Ok(polygons)
}
