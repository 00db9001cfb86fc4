//! The scene of a COLLADA file: nodes, their transforms, and the geometries they place.

use super::geometry;
use super::xml::{Ids, LocalName, child, numbers, place};
use crate::files::MeshFileProblem;
use crate::files::instances::Instances;
use crate::files::polygons::{Polygons, RawMesh};
use glam::{DMat4, DVec3};
use roxmltree::{Node, NodeId};
use std::collections::HashMap;

pub(super) fn read(root: Node) -> Result<RawMesh, MeshFileProblem> {
    let mut scene = Scene {
        ids: Ids::new(root),
        parts: HashMap::new(),
        placed: Instances::default(),
        at_rest: 0,
        other: 0,
    };
    match visual_scene(root, &scene.ids)? {
        Some(visual_scene) => scene.unfold(visual_scene)?,
        // A file without a scene is a library: take its geometries as they are.
        None => {
            for node in root.descendants().filter(|n| n.has_tag_name_local("geometry")) {
                scene.place(node, &DMat4::IDENTITY)?;
            }
        }
    }
    let mut raw = RawMesh { polygons: scene.placed.polygons, ..Default::default() };
    raw.note_left_out("skins and morph targets", scene.at_rest);
    raw.note_left_out("geometries that are no meshes", scene.other);
    Ok(raw)
}

fn visual_scene<'a, 'd>(
    root: Node<'a, 'd>,
    ids: &Ids<'a, 'd>,
) -> Result<Option<Node<'a, 'd>>, MeshFileProblem> {
    match child(root, "scene").and_then(|s| child(s, "instance_visual_scene")) {
        Some(instance) => ids.follow(instance, "url", "visual_scene").map(Some),
        None => Ok(root.descendants().find(|n| n.has_tag_name_local("visual_scene"))),
    }
}

struct Scene<'a, 'd> {
    ids: Ids<'a, 'd>,
    /// Geometries already read, since nodes may share them; `None` for those that are no meshes.
    parts: HashMap<NodeId, Option<Polygons>>,
    placed: Instances,
    at_rest: usize,
    other: usize,
}

impl<'a, 'd> Scene<'a, 'd> {
    /// Walks with a stack of its own: a chain of nodes may be deeper than the program's.
    fn unfold(&mut self, visual_scene: Node<'a, 'd>) -> Result<(), MeshFileProblem> {
        let is_node = |n: &Node| n.has_tag_name_local("node");
        let mut todo: Vec<_> =
            visual_scene.children().filter(is_node).map(|n| (n, DMat4::IDENTITY)).collect();
        todo.reverse();
        while let Some((node, parent)) = todo.pop() {
            self.placed.visit()?;
            let transform = parent * local_transform(node)?;
            let mut children = Vec::new();
            for element in node.children().filter(Node::is_element) {
                match element.tag_name().name() {
                    "node" => children.push((element, transform)),
                    "instance_node" => children.push((self.ids.follow(element, "url", "node")?, transform)),
                    "instance_geometry" => {
                        let geometry = self.ids.follow(element, "url", "geometry")?;
                        self.place(geometry, &transform)?;
                    }
                    "instance_controller" => self.place_controller(element, &transform)?,
                    _ => {}
                }
            }
            todo.extend(children.into_iter().rev());
        }
        Ok(())
    }

    fn place(&mut self, geometry: Node<'a, 'd>, transform: &DMat4) -> Result<(), MeshFileProblem> {
        if !self.parts.contains_key(&geometry.id()) {
            let part = geometry::read(geometry, &self.ids)?;
            self.parts.insert(geometry.id(), part);
        }
        match self.parts.get(&geometry.id()) {
            Some(Some(part)) => self.placed.place(part, transform),
            _ => {
                self.other += 1;
                Ok(())
            }
        }
    }

    /// A skinned or morphed geometry is taken as it is before it bends.
    fn place_controller(&mut self, instance: Node<'a, 'd>, transform: &DMat4) -> Result<(), MeshFileProblem> {
        let controller = self.ids.follow(instance, "url", "controller")?;
        let Some(binding) = child(controller, "skin").or_else(|| child(controller, "morph")) else {
            return Ok(());
        };
        let bind_shape = child(binding, "bind_shape_matrix").map_or(Ok(DMat4::IDENTITY), matrix)?;
        let geometry = self.ids.follow(binding, "source", "geometry")?;
        self.at_rest += 1;
        self.place(geometry, &(*transform * bind_shape))
    }
}

/// The transforms of a node apply in the order in which they are written, outermost first.
fn local_transform(node: Node) -> Result<DMat4, MeshFileProblem> {
    let mut transform = DMat4::IDENTITY;
    for element in node.children().filter(Node::is_element) {
        transform *= match element.tag_name().name() {
            "matrix" => matrix(element)?,
            "translate" => DMat4::from_translation(DVec3::from_array(exactly(element)?)),
            "scale" => DMat4::from_scale(DVec3::from_array(exactly(element)?)),
            "rotate" => {
                let [x, y, z, degrees] = exactly(element)?;
                match DVec3::new(x, y, z).try_normalize() {
                    Some(axis) => DMat4::from_axis_angle(axis, degrees.to_radians()),
                    None => DMat4::IDENTITY,
                }
            }
            "lookat" => look_at(exactly(element)?),
            "skew" => {
                return Err(MeshFileProblem::Unsupported { feature: format!("a skew ({})", place(element)) });
            }
            _ => continue,
        };
    }
    Ok(transform)
}

/// Rows first, as the file has it.
fn matrix(element: Node) -> Result<DMat4, MeshFileProblem> {
    Ok(DMat4::from_cols_array(&exactly(element)?).transpose())
}

/// Eye, point of interest and up: the node sits at the eye and looks along its −z.
fn look_at(v: [f64; 9]) -> DMat4 {
    let (eye, interest, up) =
        (DVec3::from_slice(&v[..3]), DVec3::from_slice(&v[3..6]), DVec3::from_slice(&v[6..]));
    let back = (eye - interest).normalize_or(DVec3::Z);
    let right = up.cross(back).normalize_or(back.any_orthonormal_vector());
    let columns = [right, back.cross(right), back];
    DMat4::from_cols(columns[0].extend(0.0), columns[1].extend(0.0), columns[2].extend(0.0), eye.extend(1.0))
}

fn exactly<const N: usize>(element: Node) -> Result<[f64; N], MeshFileProblem> {
    let values: Vec<f64> = numbers(element)?;
    let count = values.len();
    values.try_into().map_err(|_| MeshFileProblem::Syntax {
        place: place(element),
        message: format!("needs {N} numbers and has {count}"),
    })
}
