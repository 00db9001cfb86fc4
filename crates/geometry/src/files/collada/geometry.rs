//! A `<geometry>`: positions, and polygons in the five ways COLLADA has to write them.

use super::xml::{Ids, LocalName, child, count_attribute, numbers, place};
use crate::files::MeshFileProblem;
use crate::files::polygons::Polygons;
use glam::DVec3;
use roxmltree::{Node, NodeId};
use std::collections::HashMap;

/// Reads the polygons; `None` if the geometry is of another kind (a spline or a boundary representation).
pub(super) fn read<'a, 'd>(
    geometry: Node<'a, 'd>,
    ids: &Ids<'a, 'd>,
) -> Result<Option<Polygons>, MeshFileProblem> {
    let Some(mesh) = child(geometry, "mesh") else { return Ok(None) };
    let mut part = Polygons::default();
    // Primitives of one geometry share their positions: the first vertex of each source read so far, and its length.
    let mut sources: HashMap<NodeId, (u32, u32)> = HashMap::new();
    for primitive in mesh.children().filter(Node::is_element) {
        let kind = primitive.tag_name().name();
        if !matches!(kind, "triangles" | "polylist" | "polygons" | "tristrips" | "trifans") {
            continue;
        }
        let Some(input) = vertex_input(primitive, ids)? else { continue };
        let (base, count) = match sources.get(&input.positions.id()) {
            Some(known) => *known,
            None => {
                let base = part.vertices.len() as u32;
                for (vertex, point) in positions(input.positions, ids)?.into_iter().enumerate() {
                    part.push_vertex(point, || format!("{}, vertex {vertex}", place(input.positions)))?;
                }
                let read = (base, part.vertices.len() as u32 - base);
                sources.insert(input.positions.id(), read);
                read
            }
        };
        let before = part.face_count();
        read_faces(primitive, &input, |corners| {
            if let Some(&index) = corners.iter().find(|&&c| c >= u64::from(count)) {
                return Err(MeshFileProblem::IndexOutOfRange {
                    place: place(primitive),
                    index: index as i64,
                    low: 0,
                    high: i64::from(count) - 1,
                });
            }
            part.push_face(corners.iter().map(|c| base + *c as u32));
            Ok(())
        })?;
        let stated = count_attribute(primitive, "count")?.unwrap_or(0);
        let found = part.face_count() - before;
        // Strips and fans count themselves, not their triangles, so they always have at least as many.
        if found < stated {
            let missing = format!("{} states {stated} faces and has {found}", place(primitive));
            return Err(MeshFileProblem::Truncated { missing });
        }
    }
    Ok(Some(part))
}

/// How the indices of a primitive are laid out.
struct VertexInput<'a, 'd> {
    /// The `<source>` of the positions.
    positions: Node<'a, 'd>,
    /// Which of the indices of a corner is the vertex's.
    offset: usize,
    /// How many indices a corner has.
    stride: usize,
}

fn vertex_input<'a, 'd>(
    primitive: Node<'a, 'd>,
    ids: &Ids<'a, 'd>,
) -> Result<Option<VertexInput<'a, 'd>>, MeshFileProblem> {
    let mut vertex = None;
    let mut stride = 1;
    for input in primitive.children().filter(|c| c.has_tag_name_local("input")) {
        let offset = count_attribute(input, "offset")?.unwrap_or(0);
        stride = stride.max(offset.saturating_add(1));
        if input.attribute("semantic") == Some("VERTEX") {
            vertex = Some((ids.follow(input, "source", "vertices")?, offset));
        }
    }
    let Some((vertices, offset)) = vertex else { return Ok(None) };
    let mut inputs = vertices.children().filter(|c| c.has_tag_name_local("input"));
    let input = inputs.find(|i| i.attribute("semantic") == Some("POSITION"));
    let input = input.ok_or_else(|| MeshFileProblem::Syntax {
        place: place(vertices),
        message: "has no input with the semantic POSITION".into(),
    })?;
    Ok(Some(VertexInput { positions: ids.follow(input, "source", "source")?, offset, stride }))
}

fn positions<'a, 'd>(source: Node<'a, 'd>, ids: &Ids<'a, 'd>) -> Result<Vec<DVec3>, MeshFileProblem> {
    let accessor = child(source, "technique_common").and_then(|t| child(t, "accessor"));
    let accessor = accessor.ok_or_else(|| MeshFileProblem::Syntax {
        place: place(source),
        message: "has no technique_common/accessor".into(),
    })?;
    let array = ids.follow(accessor, "source", "float_array")?;
    let values: Vec<f64> = numbers(array)?;
    let offset = count_attribute(accessor, "offset")?.unwrap_or(0);
    let stride = count_attribute(accessor, "stride")?.unwrap_or(1);
    if stride < 3 {
        let message = format!("a stride of {stride} is too short for x, y and z");
        return Err(MeshFileProblem::Syntax { place: place(accessor), message });
    }
    let points = values.get(offset..).unwrap_or_default().chunks(stride).filter(|c| c.len() >= 3);
    let points: Vec<DVec3> = points.map(|c| DVec3::new(c[0], c[1], c[2])).collect();
    let stated = count_attribute(accessor, "count")?.unwrap_or(points.len());
    // Some programs count the numbers and not the points.
    if points.len() < stated && stated != values.len() {
        let missing = format!("{} states {stated} points and has {}", place(accessor), points.len());
        return Err(MeshFileProblem::Truncated { missing });
    }
    Ok(points)
}

fn read_faces(
    primitive: Node,
    input: &VertexInput,
    mut take: impl FnMut(&[u64]) -> Result<(), MeshFileProblem>,
) -> Result<(), MeshFileProblem> {
    let kind = primitive.tag_name().name();
    if primitive.children().any(|c| c.has_tag_name_local("ph")) {
        return Err(MeshFileProblem::Unsupported {
            feature: format!("polygons with holes ({})", place(primitive)),
        });
    }
    let lists = primitive.children().filter(|c| c.has_tag_name_local("p"));
    for list in lists {
        let indices: Vec<u64> = numbers(list)?;
        if !indices.len().is_multiple_of(input.stride) {
            let missing =
                format!("{} has {} indices, not a multiple of {}", place(list), indices.len(), input.stride);
            return Err(MeshFileProblem::Truncated { missing });
        }
        let corners: Vec<u64> = indices.chunks_exact(input.stride).map(|c| c[input.offset]).collect();
        match kind {
            "triangles" => {
                for corners in corners.chunks(3) {
                    let whole = corners.len() == 3;
                    let cut_off = || MeshFileProblem::Truncated {
                        missing: format!("{} ends in a triangle", place(list)),
                    };
                    take(if whole { corners } else { return Err(cut_off()) })?;
                }
            }
            "polylist" => polylist(primitive, &corners, &mut take)?,
            "polygons" if corners.len() < 3 => return Err(too_few(primitive, corners.len())),
            "polygons" => take(&corners)?,
            "tristrips" => {
                for (i, w) in corners.windows(3).enumerate() {
                    let triangle = if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] };
                    if w[0] != w[1] && w[1] != w[2] && w[2] != w[0] {
                        take(&triangle)?;
                    }
                }
            }
            _ => {
                for w in corners.get(1..).unwrap_or_default().windows(2) {
                    take(&[corners[0], w[0], w[1]])?;
                }
            }
        }
    }
    Ok(())
}

fn too_few(primitive: Node, corners: usize) -> MeshFileProblem {
    let message = format!("a polygon needs at least 3 corners, this one has {corners}");
    MeshFileProblem::Syntax { place: place(primitive), message }
}

fn polylist(
    primitive: Node,
    corners: &[u64],
    take: &mut impl FnMut(&[u64]) -> Result<(), MeshFileProblem>,
) -> Result<(), MeshFileProblem> {
    let Some(counts) = child(primitive, "vcount") else {
        return Err(MeshFileProblem::Syntax { place: place(primitive), message: "has no <vcount>".into() });
    };
    let mut rest = corners;
    for count in numbers::<usize>(counts)? {
        if count < 3 {
            return Err(too_few(primitive, count));
        }
        let (face, after) = rest.split_at_checked(count).ok_or_else(|| MeshFileProblem::Truncated {
            missing: format!("{} asks for more corners than the {} there are", place(counts), corners.len()),
        })?;
        take(face)?;
        rest = after;
    }
    Ok(())
}
