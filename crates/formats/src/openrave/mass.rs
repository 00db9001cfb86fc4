//! Masses of bodies: given, of a box or ball, or of their geometries.

use crate::error::{ErrorKind, Result};
use crate::robot::{Link, LinkMass, Notes};
use crate::xml::El;
use bristle_scene::data::{ShapeKind, ShapeRole};
use bristle_world::{Inertia, Mass};
use glam::{DMat3, DVec3};

/// What a `<Mass>` says of a link.
pub(super) fn read(of: El<'_>, link: &Link, scale: DVec3, notes: &mut Notes) -> Result<LinkMass> {
    let number =
        |name: &str| -> Result<Option<f64>> { of.child(name).map(|child| child.text_number()).transpose() };
    let (total, density) = (number("total")?, number("density")?);
    let word = of.attr("type").unwrap_or("sphere").to_ascii_lowercase();
    let inertia = match word.as_str() {
        "custom" => {
            let mass = total.unwrap_or(1.0);
            let centre = of.child("com").map_or(Ok([0.0; 3]), |com| com.text_exactly::<3>())?;
            let rows = of.child("inertia").map_or(Ok(Vec::new()), |inertia| inertia.text_numbers())?;
            let about_centre = match rows[..] {
                [] => DMat3::ZERO,
                [a, b, c, d, e, f, g, h, i] => {
                    let given =
                        DMat3::from_cols(DVec3::new(a, d, g), DVec3::new(b, e, h), DVec3::new(c, f, i));
                    (given + given.transpose()) * 0.5
                }
                _ => {
                    return Err(of.fault(
                        ErrorKind::OutOfRange,
                        format!("<inertia> needs 9 numbers and has {}", rows.len()),
                    ));
                }
            };
            Inertia { mass, centre: DVec3::from(centre) * scale, about_centre }
        }
        "box" => {
            let half = of.child("extents").map_or(Ok([1.0; 3]), |extents| extents.text_exactly::<3>())?;
            let size = DVec3::from(half) * 2.0 * scale;
            solid(ShapeKind::Box(bristle_scene::data::Cuboid { size }), total, density)
        }
        "sphere" => {
            let radius = number("radius")?.unwrap_or(1.0) * scale.x;
            solid(ShapeKind::Sphere(bristle_scene::data::Sphere { radius }), total, density)
        }
        "mimicgeom" => return Ok(of_geometries(of, link, total, density, notes)),
        other => {
            let message = format!("`{}` is no type of mass", crate::error::shown(other));
            return Err(of
                .fault_at("type", ErrorKind::OutOfRange, message)
                .with_note("allowed: custom, box, sphere, mimicgeom"));
        }
    };
    Ok(LinkMass::Given(inertia))
}

fn solid(kind: ShapeKind, total: Option<f64>, density: Option<f64>) -> Inertia {
    let mass = match (total, density) {
        (Some(total), _) => Mass::Total(total),
        (None, density) => Mass::Density(density.unwrap_or(1.0)),
    };
    kind.by_formula()
        .ok()
        .flatten()
        .and_then(|solid| Inertia::of_shape(&solid, mass).ok())
        .unwrap_or(Inertia::ZERO)
}

/// The mass of what the link looks like. Meshes have to be closed; OpenRAVE gives them none.
fn of_geometries(
    of: El<'_>,
    link: &Link,
    total: Option<f64>,
    density: Option<f64>,
    notes: &mut Notes,
) -> LinkMass {
    let shapes = || link.shapes.iter().filter(|shape| shape.role != ShapeRole::Visual);
    if shapes().any(|shape| matches!(shape.kind, ShapeKind::Mesh(_))) {
        if let Some(total) = total {
            notes.guessed(of.at(), "a mass of meshes is that of a ball of 0.1 m");
            let radius = 0.1;
            let about_centre = DMat3::from_diagonal(DVec3::splat(0.4 * total * radius * radius));
            return LinkMass::Given(Inertia { mass: total, centre: DVec3::ZERO, about_centre });
        }
        return LinkMass::Density(density.unwrap_or(1.0));
    }
    let unit = shapes().fold(Inertia::ZERO, |sum, shape| {
        sum.combined(solid(shape.kind.clone(), None, Some(1.0)).posed(shape.pose))
    });
    let factor = match (total, density) {
        (Some(total), _) if unit.mass > 0.0 => total / unit.mass,
        (_, density) => density.unwrap_or(1.0),
    };
    LinkMass::Given(Inertia {
        mass: unit.mass * factor,
        centre: unit.centre,
        about_centre: unit.about_centre * factor,
    })
}

/// What OpenRAVE gives to a body that says nothing of its mass: a ball of 1 kg and 1 m.
pub(super) fn unstated() -> Inertia {
    Inertia { mass: 1.0, centre: DVec3::ZERO, about_centre: DMat3::from_diagonal(DVec3::splat(0.4)) }
}
