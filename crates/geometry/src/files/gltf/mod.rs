//! glTF 2.0: a scene of nodes that place meshes, whose numbers live in buffers. Metres and y up by definition.
//!
//! The `gltf` crate reads and validates the JSON. The container and the buffers are read here, because the crate
//! trusts the lengths they state and panics when they lie.

mod accessor;
mod buffers;
mod document;

use super::instances::Instances;
use super::polygons::{Polygons, RawMesh};
use super::{FileReach, MeshFileProblem, UpAxis};
use ::gltf::mesh::{Mode, Semantic};
use ::gltf::scene::Transform;
use buffers::Buffers;
use glam::{DMat4, DQuat, Quat, Vec3};
use std::path::Path;

pub(super) fn read(
    bytes: &[u8],
    folder: Option<&Path>,
    reach: FileReach,
) -> Result<RawMesh, MeshFileProblem> {
    let (json, blob) = buffers::split_container(bytes)?;
    let document = document::validated(json)?;
    let mut scene = Scene {
        buffers: Buffers::new(blob, folder, reach),
        parts: vec![None; document.meshes().len()],
        placed: Instances::default(),
        not_triangles: 0,
        at_rest: 0,
    };
    let chosen = document.default_scene().or_else(|| document.scenes().next());
    match chosen {
        Some(chosen) => scene.unfold(chosen.nodes().collect())?,
        // A file without scenes is a library: take its meshes as they are.
        None => {
            for mesh in document.meshes() {
                scene.place(&mesh, &DMat4::IDENTITY)?;
            }
        }
    }
    let mut raw = RawMesh {
        polygons: scene.placed.polygons,
        metres_per_unit: Some(1.0),
        up_axis: Some(UpAxis::Y),
        ..Default::default()
    };
    raw.note_left_out("primitives of points or lines", scene.not_triangles);
    raw.note_left_out("skins and morph targets", scene.at_rest);
    Ok(raw)
}

struct Scene<'a> {
    buffers: Buffers<'a>,
    /// Meshes already read, since nodes may share them.
    parts: Vec<Option<Polygons>>,
    placed: Instances,
    not_triangles: usize,
    at_rest: usize,
}

impl Scene<'_> {
    /// Walks with a stack of its own: a chain of nodes may be deeper than the program's.
    fn unfold(&mut self, roots: Vec<::gltf::Node>) -> Result<(), MeshFileProblem> {
        let mut todo: Vec<_> = roots.into_iter().rev().map(|node| (node, DMat4::IDENTITY)).collect();
        while let Some((node, parent)) = todo.pop() {
            self.placed.visit()?;
            let transform = parent * local_transform(&node);
            if let Some(mesh) = node.mesh() {
                self.at_rest += usize::from(node.skin().is_some());
                self.place(&mesh, &transform)?;
            }
            let children: Vec<_> = node.children().collect();
            todo.extend(children.into_iter().rev().map(|child| (child, transform)));
        }
        Ok(())
    }

    fn place(&mut self, mesh: &::gltf::Mesh, transform: &DMat4) -> Result<(), MeshFileProblem> {
        let index = mesh.index();
        if self.parts[index].is_none() {
            self.parts[index] = Some(self.read_mesh(mesh)?);
        }
        match &self.parts[index] {
            Some(part) => self.placed.place(part, transform),
            None => Ok(()),
        }
    }

    fn read_mesh(&mut self, mesh: &::gltf::Mesh) -> Result<Polygons, MeshFileProblem> {
        let mut part = Polygons::default();
        for primitive in mesh.primitives() {
            let place = || format!("mesh {}, primitive {}", mesh.index(), primitive.index());
            if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
                self.not_triangles += 1;
                continue;
            }
            self.at_rest += usize::from(primitive.morph_targets().len() > 0);
            let Some(positions) = primitive.get(&Semantic::Positions) else { continue };
            let base = part.vertices.len() as u32;
            let points = accessor::points(&positions, &mut self.buffers)?;
            let count = points.len() as u32;
            for (vertex, point) in points.into_iter().enumerate() {
                part.push_vertex(point, || format!("{}, vertex {vertex}", place()))?;
            }
            let indices = match primitive.indices() {
                Some(indices) => accessor::indices(&indices, &mut self.buffers)?,
                None => (0..count).collect(),
            };
            if let Some(&index) = indices.iter().find(|&&i| i >= count) {
                return Err(MeshFileProblem::IndexOutOfRange {
                    place: place(),
                    index: i64::from(index),
                    low: 0,
                    high: i64::from(count) - 1,
                });
            }
            for triangle in triangles(primitive.mode(), &indices) {
                part.push_face(triangle.map(|i| base + i));
            }
        }
        Ok(part)
    }
}

/// In double precision, with the quaternion made a unit one: the file has it in single.
fn local_transform(node: &::gltf::Node) -> DMat4 {
    match node.transform() {
        Transform::Matrix { matrix } => {
            DMat4::from_cols_array_2d(&matrix.map(|column| column.map(f64::from)))
        }
        Transform::Decomposed { translation, rotation, scale } => DMat4::from_scale_rotation_translation(
            Vec3::from_array(scale).as_dvec3(),
            unit(Quat::from_array(rotation).as_dquat()),
            Vec3::from_array(translation).as_dvec3(),
        ),
    }
}

fn unit(q: DQuat) -> DQuat {
    if q.length_squared() > 0.0 { q.normalize() } else { DQuat::IDENTITY }
}

fn triangles(mode: Mode, indices: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::TriangleStrip => {
            let alternate =
                |(i, w): (usize, &[u32])| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] };
            let distinct = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
            indices.windows(3).enumerate().map(alternate).filter(distinct).collect()
        }
        Mode::TriangleFan => {
            indices.get(1..).unwrap_or_default().windows(2).map(|w| [indices[0], w[0], w[1]]).collect()
        }
        _ => indices.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
    }
}
