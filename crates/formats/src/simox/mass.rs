//! How heavy a node is.

use super::looks::bounds;
use super::place;
use super::units::Units;
use crate::error::{ErrorKind, Result};
use crate::meshes::weighed;
use crate::robot::{Link, LinkMass, Notes};
use crate::xml::El;
use bristle_geometry::files;
use bristle_scene::data::{ShapeKind, ShapeRole};
use bristle_world::{Inertia, Mass};
use glam::{DMat3, DVec3};

/// What a `<Physics>` says. The matrix is about the centre of mass; without one, the solid is evenly filled.
pub(super) fn read(of: El<'_>, link: &Link, notes: &mut Notes) -> Result<LinkMass> {
    let Some(given) = of.child("mass") else { return Ok(LinkMass::None) };
    let mass = given.need_number("value")? * Units::of(given)?.mass;
    if mass < 0.0 {
        return Err(given.fault_at("value", ErrorKind::OutOfRange, "a mass must not be negative"));
    }
    if mass == 0.0 {
        return Ok(LinkMass::None);
    }
    let centre = match of.child("com") {
        Some(com)
            if com.attr("location").is_some_and(|at| at.eq_ignore_ascii_case("visualizationbboxcenter")) =>
        {
            middle(link)
        }
        Some(com) => Some(place::vector(com)? * Units::of(com)?.length),
        None => Some(DVec3::ZERO),
    };
    let centre = centre.unwrap_or_else(|| {
        notes.guessed(of.at(), "the centre of mass, at the origin of its node: it has no looks");
        DVec3::ZERO
    });
    let about_centre = match of.child("inertiamatrix") {
        Some(matrix) => {
            let units = Units::with_length(matrix, 1.0)?;
            let given = place::matrix(matrix)? * (units.mass * units.length * units.length);
            (given + given.transpose()) * 0.5
        }
        None => filled(link, mass).unwrap_or_else(|| {
            notes.guessed(of.at(), "the inertia of a node, as that of a ball of 50 mm: it has no shape");
            DMat3::from_diagonal(DVec3::splat(0.4 * mass * 0.05 * 0.05))
        }),
    };
    Ok(LinkMass::Given(Inertia { mass, centre, about_centre }))
}

fn filled(link: &Link, mass: f64) -> Option<DMat3> {
    let solid = link.shapes.iter().find(|shape| shape.role != ShapeRole::Visual).or(link.shapes.first())?;
    Some(weighed(&solid.kind, Mass::Total(mass))?.posed(solid.pose).about_centre)
}

/// The middle of what is looked at.
fn middle(link: &Link) -> Option<DVec3> {
    let looks = || link.shapes.iter().filter(|shape| shape.role != ShapeRole::Collision);
    let mut points = Vec::new();
    for shape in looks() {
        match &shape.kind {
            ShapeKind::Mesh(file) => {
                let mesh = files::load(&file.path, &file.options).ok()?.mesh;
                points.extend(mesh.vertices.iter().map(|v| shape.pose.transform_point(*v)));
            }
            _ => points.push(shape.pose.translation),
        }
    }
    let (low, high) = bounds(&points);
    (!points.is_empty()).then(|| (low + high) * 0.5)
}
