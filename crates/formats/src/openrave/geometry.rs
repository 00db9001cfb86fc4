//! Geometries of bodies.

use super::body::Context;
use super::place;
use crate::error::{ErrorKind, Result};
use crate::meshes::{left_out, mesh_at, with_size};
use crate::robot::{LinkShape, Notes};
use crate::xml::{El, numbers_in, truth};
use bristle_geometry::files;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_scene::data::{Cuboid, Cylinder, MeshFile, ShapeKind, ShapeRole, Sphere};
use glam::{DQuat, DVec3};
use std::path::PathBuf;

/// The shapes of a `<Geom>`: one for both, or one to be touched and one to be looked at.
pub(super) fn read(of: El<'_>, context: &Context<'_>, notes: &mut Notes) -> Result<Vec<LinkShape>> {
    let scale = context.scale;
    let pose = place::read(of, scale)?;
    let hidden = of.attr("render").and_then(truth) == Some(false);
    let role = if hidden { ShapeRole::Collision } else { ShapeRole::Both };
    let colour = of.child("diffusecolor").map(|colour| colour.text_exactly::<3>()).transpose()?;
    let shape = |kind: ShapeKind, pose: Pose, role: ShapeRole| LinkShape {
        name: of.attr("name").unwrap_or_default().to_owned(),
        at: of.at(),
        role,
        pose,
        kind,
        colour: colour.map(|[r, g, b]| [r, g, b, 1.0].map(|x| x.clamp(0.0, 1.0))),
    };
    let child = |name: &str| of.need_child(name);
    let word = of.attr("type").unwrap_or("box").to_ascii_lowercase();
    let kind = match word.as_str() {
        "box" => {
            let (half, whole) =
                (of.child("extents").or_else(|| of.child("halfextents")), of.child("fullextents"));
            let size = match (half, whole) {
                (Some(half), _) => DVec3::from(half.text_exactly::<3>()?) * 2.0,
                (None, Some(whole)) => DVec3::from(whole.text_exactly::<3>()?),
                (None, None) => {
                    return Err(of.fault(ErrorKind::Missing, "a box needs <extents>, its half sides"));
                }
            };
            ShapeKind::Box(Cuboid { size: size * scale })
        }
        "sphere" => ShapeKind::Sphere(Sphere { radius: child("radius")?.text_number()? * scale.x }),
        "cylinder" | "capsule" => {
            let round = Cylinder {
                radius: child("radius")?.text_number()? * scale.x,
                height: child("height")?.text_number()? * scale.y,
            };
            // It stands along y.
            let upright = pose
                * Pose {
                    rotation: DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
                    translation: DVec3::ZERO,
                };
            let kind =
                if word == "cylinder" { ShapeKind::Cylinder(round) } else { ShapeKind::Capsule(round) };
            return Ok(with_size(kind, of, notes)
                .map(|kind| shape(kind, upright, role))
                .into_iter()
                .collect());
        }
        "trimesh" => return meshes(of, pose, hidden, context, notes, shape),
        "none" => return Ok(Vec::new()),
        other => {
            notes.dropped(of.at(), format!("a geometry of type {other}, which is not read"));
            return Ok(Vec::new());
        }
    };
    Ok(with_size(kind, of, notes).map(|kind| shape(kind, pose, role)).into_iter().collect())
}

fn meshes(
    of: El<'_>,
    pose: Pose,
    hidden: bool,
    context: &Context<'_>,
    notes: &mut Notes,
    shape: impl Fn(ShapeKind, Pose, ShapeRole) -> LinkShape,
) -> Result<Vec<LinkShape>> {
    if let Some(vertices) = of.child("vertices") {
        let kind = inline(vertices, context.scale)?;
        return Ok(vec![shape(kind, pose, if hidden { ShapeRole::Collision } else { ShapeRole::Both })]);
    }
    let mut file = |element: Option<El<'_>>, role: ShapeRole| -> Result<Option<ShapeKind>> {
        let Some(element) = element else { return Ok(None) };
        named(element, role, context, notes)
    };
    let solid = file(of.child("data").or_else(|| of.child("collision")), ShapeRole::Collision)?;
    let look = if hidden { None } else { file(of.child("render"), ShapeRole::Visual)? };
    Ok(match (solid, look) {
        (Some(solid), Some(look)) if solid == look => vec![shape(solid, pose, ShapeRole::Both)],
        (Some(solid), Some(look)) => {
            vec![shape(solid, pose, ShapeRole::Collision), shape(look, pose, ShapeRole::Visual)]
        }
        (Some(solid), None) => {
            vec![shape(solid, pose, if hidden { ShapeRole::Collision } else { ShapeRole::Both })]
        }
        // A mesh that is only rendered collides as well.
        (None, Some(look)) => vec![shape(look, pose, ShapeRole::Both)],
        (None, None) => Vec::new(),
    })
}

/// `file scale`, in the text or in attributes. A scale is one factor or three.
fn named(
    element: El<'_>,
    role: ShapeRole,
    context: &Context<'_>,
    notes: &mut Notes,
) -> Result<Option<ShapeKind>> {
    let words = element.words();
    let (file, rest) = match element.attr("file") {
        Some(file) => (file.to_owned(), element.attr("scale").unwrap_or_default().to_owned()),
        None => {
            let mut parts = words.splitn(2, char::is_whitespace);
            (parts.next().unwrap_or_default().to_owned(), parts.next().unwrap_or_default().to_owned())
        }
    };
    let factors = numbers_in(&rest).map_err(|word| {
        element.fault(ErrorKind::OutOfRange, format!("`{}` is no scale", crate::error::shown(word)))
    })?;
    let scale = match factors[..] {
        [] => DVec3::ONE,
        [one] => DVec3::splat(one),
        [x, y, z] => DVec3::new(x, y, z),
        _ => return Err(element.fault(ErrorKind::OutOfRange, "a scale is one number or three")),
    };
    match context.find(&file, element) {
        Ok(path) => mesh_at(&path, scale * context.scale, element, context.access, notes),
        Err(error) => left_out(error, role, element, context.access, notes),
    }
}

/// Nine numbers per triangle.
fn inline(vertices: El<'_>, scale: DVec3) -> Result<ShapeKind> {
    let numbers = vertices.text_numbers()?;
    if numbers.is_empty() || numbers.len() % 9 != 0 {
        let message = format!("<vertices> has {} numbers; it needs nine for each triangle", numbers.len());
        return Err(vertices.fault(ErrorKind::OutOfRange, message));
    }
    let points: Vec<DVec3> = numbers.chunks_exact(3).map(|p| DVec3::from_slice(p) * scale).collect();
    let triangles = (0..points.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mut mesh = TriangleMesh { vertices: points, triangles };
    mesh.weld_identical();
    Ok(ShapeKind::Mesh(MeshFile { path: PathBuf::from(files::inline(&mesh)), ..Default::default() }))
}
