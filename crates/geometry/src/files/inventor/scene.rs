//! Walks through the nodes and collects what has a surface.

use super::node::{Node, Nodes};
use super::solids;
use super::token::syntax;
use crate::files::instances::Instances;
use crate::files::polygons::{Polygons, RawMesh};
use crate::files::triangulate::triangulate;
use crate::files::{Format, LARGEST_FILE, LoadNote, MeshFileProblem};
use glam::{DMat4, DQuat, DVec3};
use std::path::{Component, Path};

pub(super) fn read(
    bytes: &[u8],
    format: Format,
    folder: Option<&Path>,
    depth: usize,
) -> Result<RawMesh, MeshFileProblem> {
    let mut walk =
        Walk { placed: Instances::default(), folder, format, left_out: 0, not_found: 0, crossed: 0 };
    walk.file(bytes, DMat4::IDENTITY, depth)?;
    let mut raw = RawMesh { polygons: walk.placed.polygons, ..Default::default() };
    raw.note_left_out("nodes that are no surfaces", walk.left_out);
    raw.note_left_out("files that are not there", walk.not_found);
    if walk.crossed > 0 {
        raw.notes.push(LoadNote::CrossedFaces { count: walk.crossed });
    }
    Ok(raw)
}

struct Walk<'a> {
    placed: Instances,
    folder: Option<&'a Path>,
    format: Format,
    left_out: usize,
    not_found: usize,
    crossed: usize,
}

/// What nodes of Inventor change for those after them.
#[derive(Clone)]
struct State {
    matrix: DMat4,
    points: std::rc::Rc<Vec<DVec3>>,
    clockwise: bool,
    /// Length of the unit that is in force \[m\].
    unit: f64,
}

impl Walk<'_> {
    fn file(&mut self, bytes: &[u8], matrix: DMat4, depth: usize) -> Result<(), MeshFileProblem> {
        if bytes.starts_with(b"\x1f\x8b") {
            return Err(MeshFileProblem::Unsupported {
                feature: "compression by gzip (unpack it first)".into(),
            });
        }
        let text = String::from_utf8_lossy(bytes);
        let head = text.split(['\n', '\r']).next().unwrap_or_default();
        if !(head.starts_with("#Inventor") || head.starts_with("#VRML")) {
            let reason = "it does not begin with `#Inventor` or `#VRML`".to_owned();
            return Err(MeshFileProblem::NotThisFormat { format: self.format, reason });
        }
        if head.contains("binary") {
            return Err(MeshFileProblem::Unsupported {
                feature: "the binary form of Inventor (convert it with ivcat)".into(),
            });
        }
        let nodes = Nodes::parse(&text)?;
        let mut state = State { matrix, points: Default::default(), clockwise: false, unit: 1.0 };
        nodes.roots.iter().try_for_each(|&root| self.node(&nodes, root, &mut state, depth))
    }

    fn node(
        &mut self,
        nodes: &Nodes,
        index: usize,
        state: &mut State,
        depth: usize,
    ) -> Result<(), MeshFileProblem> {
        self.placed.visit()?;
        let node = nodes.get(index);
        match node.kind.as_str() {
            "Separator" | "TransformSeparator" | "Annotation" | "Selection" | "WWWAnchor" | "Anchor"
            | "Collision" | "Billboard" => {
                let mut inner = state.clone();
                self.all(nodes, &node.children, &mut inner, depth)?;
                // Coordinates of a TransformSeparator stay, its transforms do not.
                if node.kind == "TransformSeparator" {
                    state.points = inner.points;
                }
            }
            "Group" => self.all(nodes, &node.children, state, depth)?,
            "Switch" => self.switch(nodes, index, state, depth)?,
            "LevelOfDetail" | "LOD" => {
                let level = nodes.all_inside(index, "level").first().or(node.children.first());
                if let Some(&finest) = level {
                    self.node(nodes, finest, &mut state.clone(), depth)?;
                }
            }
            // VRML 2 nests; Inventor and VRML 1 change the state.
            "Transform" if !node.children.is_empty() => {
                let mut inner = State { matrix: state.matrix * transform(node), ..state.clone() };
                self.all(nodes, &node.children, &mut inner, depth)?;
            }
            "Shape" => {
                if let Some(geometry) = nodes.inside(index, "geometry") {
                    self.node(nodes, geometry, &mut state.clone(), depth)?;
                }
            }
            "File" | "Inline" | "WWWInline" => self.other_file(node, state, depth)?,
            _ if change(node, state)? => {}
            _ => self.surface(nodes, index, state)?,
        }
        Ok(())
    }

    fn all(
        &mut self,
        nodes: &Nodes,
        children: &[usize],
        state: &mut State,
        depth: usize,
    ) -> Result<(), MeshFileProblem> {
        children.iter().try_for_each(|&child| self.node(nodes, child, state, depth))
    }

    /// Inventor shows no child unless told to, VRML 2 neither.
    fn switch(
        &mut self,
        nodes: &Nodes,
        index: usize,
        state: &mut State,
        depth: usize,
    ) -> Result<(), MeshFileProblem> {
        let node = nodes.get(index);
        let choices = nodes.all_inside(index, "choice");
        let children = if choices.is_empty() { &node.children } else { choices };
        let which = node.number("whichChild", -1.0);
        if which == -3.0 {
            return self.all(nodes, children, state, depth);
        }
        let chosen = (which >= 0.0).then(|| children.get(which as usize)).flatten();
        chosen.map_or(Ok(()), |&child| self.node(nodes, child, state, depth))
    }

    /// A file that this one names, in its folder or below.
    fn other_file(&mut self, node: &Node, state: &State, depth: usize) -> Result<(), MeshFileProblem> {
        let name = node.word("name").or_else(|| node.word("url")).unwrap_or_default().replace('\\', "/");
        if depth == 0 {
            return Err(MeshFileProblem::TooMany { what: "files within files", limit: super::DEEPEST });
        }
        let inside = Path::new(&name)
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let Some(folder) = self.folder.filter(|_| inside && !name.is_empty()) else {
            return Err(MeshFileProblem::Unsupported {
                feature: format!(
                    "a file outside of its folder (`{}`, line {})",
                    crate::files::text::shorten(&name),
                    node.line
                ),
            });
        };
        match bristle_system::input::read(&folder.join(&name), LARGEST_FILE) {
            Ok(bytes) => self.file(&bytes, state.matrix, depth - 1),
            Err(_) => {
                self.not_found += 1;
                Ok(())
            }
        }
    }

    fn surface(&mut self, nodes: &Nodes, index: usize, state: &State) -> Result<(), MeshFileProblem> {
        let node = nodes.get(index);
        let (line, number) = (node.line, |name: &str, otherwise: f64| node.number(name, otherwise));
        let crossed = std::cell::Cell::new(0);
        let faces = |part: &mut Polygons, corners: &[u32]| {
            // A face that is so bent that it crosses itself is cut as a fan, as programs that draw it do.
            match triangulate(0, corners, &part.vertices, |_| {}) {
                Ok(_) => part.push_face(corners.iter().copied()),
                Err(_) => {
                    crossed.set(crossed.get() + 1);
                    corners[1..].windows(2).for_each(|pair| part.push_face([corners[0], pair[0], pair[1]]));
                }
            }
        };
        let mut clockwise = state.clockwise;
        let part = match node.kind.as_str() {
            "Sphere" => solids::ball(number("radius", 1.0), line)?,
            "Cube" => solids::cuboid(
                DVec3::new(number("width", 2.0), number("height", 2.0), number("depth", 2.0)),
                line,
            )?,
            "Box" => {
                let size = node
                    .numbers("size")
                    .filter(|size| size.len() == 3)
                    .map_or(DVec3::splat(2.0), DVec3::from_slice);
                solids::cuboid(size, line)?
            }
            "Cylinder" => solids::cylinder(number("radius", 1.0), number("height", 2.0), line)?,
            "Cone" => solids::cone(number("bottomRadius", 1.0), number("height", 2.0), line)?,
            "IndexedFaceSet" | "IndexedTriangleStripSet" => {
                clockwise ^= node.word("ccw") == Some("FALSE");
                let indices = node.numbers("coordIndex").unwrap_or_default();
                let points = points_of(nodes, index, state)?;
                let strips = node.kind == "IndexedTriangleStripSet";
                match strips {
                    true => solids::indexed_faces(&points, indices, line, solids::strip)?,
                    false => solids::indexed_faces(&points, indices, line, faces)?,
                }
            }
            "FaceSet" | "TriangleStripSet" => {
                let points = points_of(nodes, index, state)?;
                let counts = node.numbers("numVertices").unwrap_or(&[-1.0]);
                let indices = counted(counts, number("startIndex", 0.0), points.len());
                let strips = node.kind == "TriangleStripSet";
                match strips {
                    true => solids::indexed_faces(&points, &indices, line, solids::strip)?,
                    false => solids::indexed_faces(&points, &indices, line, faces)?,
                }
            }
            "QuadMesh" => {
                let points = points_of(nodes, index, state)?;
                let (columns, rows) = (number("verticesPerRow", 1.0), number("verticesPerColumn", 1.0));
                let quads = quads(columns, rows, number("startIndex", 0.0), points.len());
                solids::indexed_faces(&points, &quads, line, faces)?
            }
            "IndexedLineSet" | "LineSet" | "PointSet" | "Text2" | "Text3" | "AsciiText" | "Text"
            | "IndexedPointSet" | "NurbsSurface" | "ElevationGrid" | "Extrusion" => {
                self.left_out += 1;
                return Ok(());
            }
            // Materials, lights, cameras and the like.
            _ => return Ok(()),
        };
        self.crossed += crossed.get();
        let part = if clockwise { turned_round(&part) } else { part };
        self.placed.place(&part, &state.matrix)
    }
}

/// Every face the other way round.
fn turned_round(part: &Polygons) -> Polygons {
    let mut turned = Polygons::of_points(part.vertices.clone());
    part.faces().for_each(|face| turned.push_face(face.iter().rev().copied()));
    turned
}

fn vectors(numbers: &[f64]) -> Vec<DVec3> {
    numbers.chunks_exact(3).map(DVec3::from_slice).collect()
}

/// The points of a shape: its own, or those of the state.
fn points_of(nodes: &Nodes, index: usize, state: &State) -> Result<std::rc::Rc<Vec<DVec3>>, MeshFileProblem> {
    let own = nodes
        .inside(index, "vertexProperty")
        .and_then(|property| nodes.get(property).numbers("vertex"))
        .or_else(|| nodes.inside(index, "coord").and_then(|coord| nodes.get(coord).numbers("point")));
    let points = own.map_or_else(|| state.points.clone(), |numbers| std::rc::Rc::new(vectors(numbers)));
    match points.iter().find(|point| !point.is_finite()) {
        Some(point) => Err(syntax(nodes.get(index).line, format!("the point {point} is not finite"))),
        None => Ok(points),
    }
}

/// Indices of faces that take so many points each, one after the other.
fn counted(counts: &[f64], start: f64, points: usize) -> Vec<f64> {
    let mut indices = Vec::new();
    let mut next = start.max(0.0);
    for &count in counts {
        let count = if count < 0.0 { points as f64 - next } else { count };
        let end = next + count.min(points as f64 + 1.0);
        while next < end {
            indices.push(next);
            next += 1.0;
        }
        indices.push(-1.0);
    }
    indices
}

fn quads(columns: f64, rows: f64, start: f64, points: usize) -> Vec<f64> {
    let fits = columns >= 2.0 && rows >= 2.0 && start >= 0.0 && columns * rows + start <= points as f64;
    if !fits {
        return Vec::new();
    }
    let (columns, rows) = (columns as usize, rows as usize);
    let mut indices = Vec::with_capacity(5 * columns * rows);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = |r: usize, c: usize| start + (r * columns + c) as f64;
            indices.extend([
                at(row, column),
                at(row, column + 1),
                at(row + 1, column + 1),
                at(row + 1, column),
                -1.0,
            ]);
        }
    }
    indices
}

/// Changes the state; whether the node is one that does.
fn change(node: &Node, state: &mut State) -> Result<bool, MeshFileProblem> {
    let three = |name: &str, otherwise: DVec3| {
        node.numbers(name).filter(|numbers| numbers.len() == 3).map_or(otherwise, DVec3::from_slice)
    };
    match node.kind.as_str() {
        "Transform" => state.matrix *= transform(node),
        "Translation" => state.matrix *= DMat4::from_translation(three("translation", DVec3::ZERO)),
        "Scale" => state.matrix *= DMat4::from_scale(three("scaleFactor", DVec3::ONE)),
        "Rotation" => state.matrix *= DMat4::from_quat(rotation(node.numbers("rotation"))),
        "RotationXYZ" => {
            let angle = node.number("angle", 0.0);
            state.matrix *= match node.word("axis") {
                Some("Y") => DMat4::from_rotation_y(angle),
                Some("Z") => DMat4::from_rotation_z(angle),
                _ => DMat4::from_rotation_x(angle),
            };
        }
        "MatrixTransform" => {
            let numbers = node.numbers("matrix").unwrap_or_default();
            let rows: [f64; 16] =
                numbers.try_into().map_err(|_| syntax(node.line, "a matrix needs 16 numbers"))?;
            // Rows of the file are those of row vectors: columns here.
            state.matrix *= DMat4::from_cols_array(&rows);
        }
        "ResetTransform" => state.matrix = DMat4::IDENTITY,
        "Units" => {
            let unit = match node.word("units") {
                Some("MILLIMETERS") => 1e-3,
                Some("CENTIMETERS") => 1e-2,
                Some("MICROMETERS") => 1e-6,
                Some("KILOMETERS") => 1e3,
                Some("INCHES") => 0.0254,
                Some("FEET") => 0.3048,
                Some("YARDS") => 0.9144,
                Some("POINTS") => 0.0254 / 72.0,
                _ => 1.0,
            };
            state.matrix *= DMat4::from_scale(DVec3::splat(unit / state.unit));
            state.unit = unit;
        }
        "Coordinate3" => state.points = std::rc::Rc::new(vectors(node.numbers("point").unwrap_or_default())),
        "VertexProperty" => {
            if let Some(numbers) = node.numbers("vertex") {
                state.points = std::rc::Rc::new(vectors(numbers));
            }
        }
        "ShapeHints" => match node.word("vertexOrdering") {
            Some("CLOCKWISE") => state.clockwise = true,
            Some(_) => state.clockwise = false,
            None => {}
        },
        _ => return Ok(false),
    }
    Ok(true)
}

/// Axis and angle \[rad\].
fn rotation(numbers: Option<&[f64]>) -> DQuat {
    match numbers {
        Some(&[x, y, z, angle]) => match DVec3::new(x, y, z).try_normalize() {
            Some(axis) => DQuat::from_axis_angle(axis, angle),
            None => DQuat::IDENTITY,
        },
        _ => DQuat::IDENTITY,
    }
}

/// `T C R SR S SR⁻¹ C⁻¹`.
fn transform(node: &Node) -> DMat4 {
    let three = |names: [&str; 2], otherwise: DVec3| {
        let numbers = node.numbers(names[0]).or_else(|| node.numbers(names[1]));
        numbers.filter(|numbers| numbers.len() == 3).map_or(otherwise, DVec3::from_slice)
    };
    let centre = three(["center", "center"], DVec3::ZERO);
    let oriented = DMat4::from_quat(rotation(node.numbers("scaleOrientation")));
    DMat4::from_translation(three(["translation", "translation"], DVec3::ZERO) + centre)
        * DMat4::from_quat(rotation(node.numbers("rotation")))
        * oriented
        * DMat4::from_scale(three(["scaleFactor", "scale"], DVec3::ONE))
        * oriented.inverse()
        * DMat4::from_translation(-centre)
}
