//! Shapes of links: what their nodes show, and what their rigid bodies are.

use super::document::{Document, rigid};
use crate::error::{ErrorKind, Result};
use crate::robot::{LinkShape, Notes};
use crate::xml::{El, truth};
use bristle_geometry::files;
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_scene::data::{Cuboid, Cylinder, MeshFile, ShapeKind, ShapeRole, Sphere};
use glam::{DMat4, DQuat, DVec3};
use std::collections::HashMap;
use std::path::PathBuf;

/// The meshes of a document by the ids of their geometries, in metres.
#[derive(Debug, Default)]
pub(super) struct Meshes(HashMap<String, TriangleMesh>);

impl Meshes {
    pub(super) fn of(bytes: &[u8], document: &Document<'_>) -> Result<Self> {
        let found = files::collada_geometries(bytes).map_err(|cause| {
            document.root.fault(ErrorKind::Refused, format!("its geometries: {}", cause.problem))
        })?;
        let metres = |(id, mut mesh): (String, TriangleMesh)| {
            mesh.vertices.iter_mut().for_each(|v| *v *= document.metres);
            (id, mesh)
        };
        Ok(Self(found.into_iter().map(metres).collect()))
    }
}

/// A shape of a link, with the id of the geometry that it came from.
pub(super) type Found = (String, LinkShape);

/// The shape of an instance of a geometry at `place` on its link; what is mirrored or stretched is worked into the mesh.
pub(super) fn instance<'a>(
    of: El<'a>,
    place: DMat4,
    document: &Document<'a>,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<Option<Found>> {
    let geometry = document.follow(of, "url", "geometry")?;
    let id = geometry.attr("id").unwrap_or_default().to_owned();
    let shape = |kind: ShapeKind, pose: Pose| LinkShape {
        name: geometry.attr("name").unwrap_or(&id).to_owned(),
        at: geometry.at(),
        role: ShapeRole::Both,
        pose,
        kind,
        colour: None,
    };
    // What OpenRAVE says of a mesh that stands for a solid.
    let info = geometry.elements().find(|e| e.is("extra") && e.attr("type") == Some("geometry_info"));
    let info = info.and_then(|extra| {
        extra.elements().find(|e| e.is("technique") && e.attr("profile") == Some("OpenRAVE"))
    });
    let visible = info
        .and_then(|info| info.child("visible"))
        .and_then(|of| truth(&of.child("bool").unwrap_or(of).words()));
    let hidden = visible == Some(false);
    if let (Some(info), Some(pose)) = (info, rigid(place))
        && let Some((kind, turned)) = solid(info, document)?
    {
        let mut made = shape(kind, pose * document.pose(info)? * turned);
        made.role = if hidden { ShapeRole::Collision } else { ShapeRole::Both };
        return Ok(Some((id, made)));
    }
    let Some(mesh) = meshes.0.get(&id) else {
        notes.dropped(geometry.at(), format!("the geometry `{id}`, which is no mesh"));
        return Ok(None);
    };
    let (mesh, pose) = match rigid(place) {
        Some(pose) => (mesh.clone(), pose),
        None => (placed(mesh, place), Pose::IDENTITY),
    };
    let file = MeshFile { path: PathBuf::from(files::inline(&mesh)), ..Default::default() };
    let mut made = shape(ShapeKind::Mesh(file), pose);
    made.role = if hidden { ShapeRole::Collision } else { ShapeRole::Both };
    Ok(Some((id, made)))
}

fn placed(mesh: &TriangleMesh, place: DMat4) -> TriangleMesh {
    let mut mesh = mesh.clone();
    mesh.vertices.iter_mut().for_each(|v| *v = place.transform_point3(*v));
    if place.determinant() < 0.0 {
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    mesh
}

/// An analytical shape of the physics part, and how it is turned. Cylinders and capsules stand along y there, `cylinderz` of OpenRAVE along z.
pub(super) fn solid<'a>(of: El<'a>, document: &Document<'a>) -> Result<Option<(ShapeKind, Pose)>> {
    let along_y = Pose { rotation: DQuat::from_rotation_arc(DVec3::Z, DVec3::Y), translation: DVec3::ZERO };
    let metres = document.metres;
    let numbers = |of: El<'a>, name: &str| -> Result<Vec<f64>> {
        of.child(name).map_or(Ok(Vec::new()), |child| child.text_numbers())
    };
    for element in of.elements() {
        let mut turned = Pose::IDENTITY;
        let kind = match element.name() {
            "box" => match numbers(element, "half_extents")?[..] {
                [x, y, z] => ShapeKind::Box(Cuboid { size: DVec3::new(x, y, z) * 2.0 * metres }),
                _ => return Err(element.fault(ErrorKind::Missing, "<box> needs three <half_extents>")),
            },
            "sphere" => match numbers(element, "radius")?[..] {
                [radius] => ShapeKind::Sphere(Sphere { radius: radius * metres }),
                _ => return Err(element.fault(ErrorKind::Missing, "<sphere> needs a <radius>")),
            },
            "cylinder" | "capsule" | "cylinderz" => {
                let (radius, height) = (numbers(element, "radius")?, numbers(element, "height")?);
                let (Some(radius), Some(height)) = (radius.first(), height.first()) else {
                    return Err(element.fault(ErrorKind::Missing, "a cylinder needs <radius> and <height>"));
                };
                let round = Cylinder { radius: radius * metres, height: height * metres };
                if !element.is("cylinderz") {
                    turned = along_y;
                }
                if element.is("capsule") { ShapeKind::Capsule(round) } else { ShapeKind::Cylinder(round) }
            }
            "plane" => ShapeKind::HalfSpace(HalfSpace),
            _ => continue,
        };
        return Ok(Some((kind, turned)));
    }
    Ok(None)
}
