//! Stanford PLY: a head that declares elements and their properties, then the numbers, as text or binary.

mod head;
mod numbers;

use super::polygons::{Polygons, RawMesh};
use super::{Format, MeshFileProblem};
use glam::DVec3;
use head::{Element, Encoding, Property};
use numbers::Numbers;

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, MeshFileProblem> {
    let (head, body) = head::read(bytes)?;
    refuse_impossible_counts(&head, body)?;
    let mut numbers = Numbers::new(body, &head);
    let mut raw = RawMesh::default();
    for element in &head.elements {
        match element.name.as_str() {
            "vertex" => read_vertices(element, &mut numbers, &mut raw.polygons)?,
            "face" => read_faces(element, &mut numbers, &mut raw.polygons)?,
            "tristrips" => read_strips(element, &mut numbers, &mut raw.polygons)?,
            _ => {
                for index in 0..element.count {
                    numbers.begin_element(element, index);
                    for property in &element.properties {
                        numbers.property(property, |_| {})?;
                    }
                }
            }
        }
    }
    raw.polygons.check_indices(0, |face| format!("face {face}"))?;
    Ok(raw)
}

/// A head may claim four billion vertices: what it claims must fit into what follows before anything is reserved.
fn refuse_impossible_counts(head: &head::Head, body: &[u8]) -> Result<(), MeshFileProblem> {
    let mut needed = 0u128;
    for element in &head.elements {
        if element.properties.is_empty() && element.count > 0 {
            let message = format!("element `{}` has no properties", element.name);
            return Err(MeshFileProblem::NotThisFormat { format: Format::Ply, reason: message });
        }
        // As text, a number takes a digit and a space; the very last may do without the space.
        let least = |property: &Property| match head.encoding {
            Encoding::Text => 2,
            _ => property.count_kind.unwrap_or(property.kind).bytes() as u128,
        };
        needed += element.count as u128 * element.properties.iter().map(least).sum::<u128>();
    }
    if needed > body.len() as u128 + 1 {
        return Err(MeshFileProblem::Truncated {
            missing: format!(
                "the head declares at least {needed} bytes of elements, {} follow it",
                body.len()
            ),
        });
    }
    Ok(())
}

fn read_vertices<'a>(
    element: &'a Element,
    numbers: &mut Numbers<'a>,
    polygons: &mut Polygons,
) -> Result<(), MeshFileProblem> {
    let axis = |name: &str| {
        let found = element.properties.iter().position(|p| p.name == name && p.count_kind.is_none());
        found.ok_or_else(|| MeshFileProblem::NotThisFormat {
            format: Format::Ply,
            reason: format!("element `vertex` has no number `{name}`"),
        })
    };
    let axes = [axis("x")?, axis("y")?, axis("z")?];
    for index in 0..element.count {
        numbers.begin_element(element, index);
        let mut position = DVec3::ZERO;
        for (column, property) in element.properties.iter().enumerate() {
            numbers.property(property, |value| {
                if let Some(axis) = axes.iter().position(|a| *a == column) {
                    position[axis] = value;
                }
            })?;
        }
        polygons.push_vertex(position, || format!("vertex {index}"))?;
    }
    Ok(())
}

/// Reads the index list of each element and gives it on as integers.
fn read_index_lists<'a>(
    element: &'a Element,
    numbers: &mut Numbers<'a>,
    mut take: impl FnMut(usize, &[i64]) -> Result<(), MeshFileProblem>,
) -> Result<(), MeshFileProblem> {
    let is_indices =
        |p: &Property| matches!(p.name.as_str(), "vertex_indices" | "vertex_index") && p.count_kind.is_some();
    if !element.properties.iter().any(is_indices) {
        return Err(MeshFileProblem::NotThisFormat {
            format: Format::Ply,
            reason: format!("element `{}` has no list `vertex_indices`", element.name),
        });
    }
    let mut list = Vec::new();
    for index in 0..element.count {
        numbers.begin_element(element, index);
        list.clear();
        let mut whole = true;
        for property in &element.properties {
            let wanted = is_indices(property);
            numbers.property(property, |value| {
                if wanted {
                    whole &= value.fract() == 0.0;
                    list.push(value as i64);
                }
            })?;
        }
        if !whole {
            let place = format!("{} {index}", element.name);
            return Err(MeshFileProblem::Syntax {
                place,
                message: "a vertex index is not a whole number".into(),
            });
        }
        take(index, &list)?;
    }
    Ok(())
}

fn corner(place: impl FnOnce() -> String, index: i64, vertices: usize) -> Result<u32, MeshFileProblem> {
    u32::try_from(index).map_err(|_| MeshFileProblem::IndexOutOfRange {
        place: place(),
        index,
        low: 0,
        high: vertices as i64 - 1,
    })
}

fn read_faces<'a>(
    element: &'a Element,
    numbers: &mut Numbers<'a>,
    polygons: &mut Polygons,
) -> Result<(), MeshFileProblem> {
    let vertices = polygons.vertices.len();
    let mut corners = Vec::new();
    read_index_lists(element, numbers, |index, list| {
        if list.len() < 3 {
            let message = format!("a face needs at least 3 corners, this one has {}", list.len());
            return Err(MeshFileProblem::Syntax { place: format!("face {index}"), message });
        }
        corners.clear();
        for &i in list {
            corners.push(corner(|| format!("face {index}"), i, vertices)?);
        }
        polygons.push_face(corners.iter().copied());
        Ok(())
    })
}

/// Strips as in Stanford's own scans: each further corner makes a triangle, −1 begins anew.
fn read_strips<'a>(
    element: &'a Element,
    numbers: &mut Numbers<'a>,
    polygons: &mut Polygons,
) -> Result<(), MeshFileProblem> {
    let vertices = polygons.vertices.len();
    read_index_lists(element, numbers, |index, list| {
        for strip in list.split(|i| *i == -1) {
            for (at, w) in strip.windows(3).enumerate() {
                let mut c = [0; 3];
                for (slot, &i) in c.iter_mut().zip(w) {
                    *slot = corner(|| format!("strip {index}"), i, vertices)?;
                }
                // Strips use a repeated corner to turn; it is not a face.
                if c[0] != c[1] && c[1] != c[2] && c[2] != c[0] {
                    // Every second triangle of a strip runs the other way round.
                    polygons.push_face(if at % 2 == 0 { c } else { [c[1], c[0], c[2]] });
                }
            }
        }
        Ok(())
    })
}
