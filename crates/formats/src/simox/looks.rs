//! What a node looks like, and what it touches with.

use super::place;
use super::units::Units;
use crate::access::Access;
use crate::error::{ErrorKind, Result};
use crate::meshes::{left_out, mesh_at, with_size};
use crate::robot::{LinkShape, Notes};
use crate::xml::{El, truth};
use bristle_geometry::{Pose, files};
use bristle_scene::data::{Cuboid, Cylinder, ShapeKind, ShapeRole, Sphere};
use glam::{DQuat, DVec3};

/// Meshes are in millimetres.
const LENGTH: f64 = 1e-3;

/// The shapes of a node: visualization, collision model, or one for both.
pub(super) fn read(node: El<'_>, access: &Access, notes: &mut Notes) -> Result<Vec<LinkShape>> {
    let enabled = |of: &El<'_>| of.attr("enable").and_then(truth) != Some(false);
    let mut shapes = Vec::new();
    let solid = node.child("collisionmodel").filter(enabled);
    if let Some(look) = node.child("visualization").filter(enabled) {
        let both = look.child("useascollisionmodel").is_some()
            || look.attr("useascollisionmodel").and_then(truth) == Some(true);
        let role = if both && solid.is_none() { ShapeRole::Both } else { ShapeRole::Visual };
        shapes.extend(of(look, role, access, notes)?);
    }
    if let Some(solid) = solid {
        shapes.extend(of(solid, ShapeRole::Collision, access, notes)?);
    }
    Ok(shapes)
}

fn of(part: El<'_>, role: ShapeRole, access: &Access, notes: &mut Notes) -> Result<Vec<LinkShape>> {
    let shape = |element: El<'_>, pose: Pose, kind: ShapeKind| LinkShape {
        name: String::new(),
        at: element.at(),
        role,
        pose,
        kind,
        colour: None,
    };
    let mut shapes = Vec::new();
    for file in part.all("file") {
        let kind = match access.resolve_anywhere(&file.words(), file) {
            Ok(path) => mesh_at(&path, DVec3::splat(LENGTH), file, access, notes)?,
            Err(error) => left_out(error, role, file, access, notes)?,
        };
        let Some(kind) = kind else { continue };
        if file.attr("boundingbox").and_then(truth) == Some(true) {
            let (pose, kind) = bounding_box(&kind, file)?;
            shapes.push(shape(file, pose, kind));
        } else {
            shapes.push(shape(file, Pose::IDENTITY, kind));
        }
    }
    for solid in part.child("primitives").iter().flat_map(|list| list.elements()) {
        let units = Units::of(solid)?;
        let side = |key: &str| Ok(solid.need_number(key)? * units.length);
        let mut pose = place::of_child(solid)?;
        let kind = match solid.name().to_ascii_lowercase().as_str() {
            "box" => {
                ShapeKind::Box(Cuboid { size: DVec3::new(side("width")?, side("height")?, side("depth")?) })
            }
            "sphere" => ShapeKind::Sphere(Sphere { radius: side("radius")? }),
            "cylinder" => {
                // It stands along y.
                pose.rotation *= DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
                ShapeKind::Cylinder(Cylinder { radius: side("radius")?, height: side("height")? })
            }
            other => {
                notes.dropped(
                    solid.at(),
                    format!("a <{}>, which is no solid that is known", crate::error::shown(other)),
                );
                continue;
            }
        };
        shapes.extend(with_size(kind, solid, notes).map(|kind| shape(solid, pose, kind)));
    }
    Ok(shapes)
}

/// The box around a mesh.
fn bounding_box(kind: &ShapeKind, by: El<'_>) -> Result<(Pose, ShapeKind)> {
    let ShapeKind::Mesh(file) = kind else { return Ok((Pose::IDENTITY, kind.clone())) };
    let mesh = files::load(&file.path, &file.options);
    let mesh = mesh.map_err(|error| by.fault(ErrorKind::Unreadable, error.to_string()))?.mesh;
    let (low, high) = bounds(&mesh.vertices);
    // A flat mesh still has a box.
    let size = (high - low).max(DVec3::splat(1e-4));
    Ok((Pose::from_translation((low + high) * 0.5), ShapeKind::Box(Cuboid { size })))
}

/// Lowest and highest coordinates.
pub(super) fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    points.iter().fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(*p), high.max(*p)))
}
