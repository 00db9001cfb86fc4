//! Bodies: a mesh, a material, a mass.

use super::{LENGTH, MASS, place};
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::meshes::{left_out, mesh_at, weighed};
use crate::robot::{Link, LinkMass, LinkShape, Notes};
use crate::xml::{El, Xml};
use bristle_geometry::Pose;
use bristle_scene::data::{ShapeKind, ShapeRole};
use bristle_world::{Inertia, Mass};
use glam::{DMat3, DVec3};
use std::path::Path;

/// What GraspIt! takes for a body without a mass \[kg\].
const USUAL_MASS: f64 = 0.3;
/// What GraspIt! takes a mesh for that stands alone: metres.
const ALONE: f64 = 1.0;

/// Whether a body needs a mass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// It can move.
    Needed,
    /// It stands.
    None,
}

/// The body of a file: one that describes it, or its mesh alone.
pub(super) fn from_file(
    path: &Path,
    name: &str,
    weight: Weight,
    by: El<'_>,
    access: &Access,
    notes: &mut Notes,
) -> Result<Link> {
    let is_xml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
    if is_xml {
        let text = access.text_of(path, by)?;
        let xml = Xml::parse(&text)?;
        return read(xml.root(), name, weight, access, notes);
    }
    let kind = mesh_at(path, DVec3::splat(ALONE), by, access, notes)?;
    let mut link = Link { name: name.to_owned(), at: by.at(), ..Default::default() };
    link.shapes.extend(kind.map(|kind| shape(by, Pose::IDENTITY, kind)));
    link.mass = if weight == Weight::Needed { mass(by, &link, notes)? } else { LinkMass::None };
    Ok(link)
}

/// The body that an element describes.
pub(super) fn read(
    of: El<'_>,
    name: &str,
    weight: Weight,
    access: &Access,
    notes: &mut Notes,
) -> Result<Link> {
    let mut link = Link { name: name.to_owned(), at: of.at(), ..Default::default() };
    let file = of.need_child("geometryFile")?;
    let number = |key: &str| -> Result<Option<f64>> { of.child(key).map(|e| e.text_number()).transpose() };
    let each = match number("geometryScaling")? {
        Some(all) => DVec3::splat(all),
        None => DVec3::new(
            number("geometryScalingX")?.unwrap_or(1.0),
            number("geometryScalingY")?.unwrap_or(1.0),
            number("geometryScalingZ")?.unwrap_or(1.0),
        ),
    };
    if each.min_element() <= 0.0 {
        return Err(of
            .fault(ErrorKind::OutOfRange, format!("the mesh is scaled by {each}"))
            .with_note("allowed: greater than 0"));
    }
    let pose = of.child("geometryOffset").map_or(Ok(Pose::IDENTITY), place::of_child)?;
    let kind = match access.resolve_anywhere(&file.words(), file) {
        Ok(path) => mesh_at(&path, each * LENGTH, file, access, notes)?,
        Err(error) => left_out(error, ShapeRole::Both, file, access, notes)?,
    };
    link.shapes.extend(kind.map(|kind| shape(of, pose, kind)));
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "geometryfile" | "geometryscaling" | "geometryscalingx" | "geometryscalingy"
            | "geometryscalingz" | "geometryoffset" | "mass" | "cog" | "inertia_matrix" => {}
            "material" => {
                notes.dropped(element.at(), format!("the material `{}` of bodies", shown(&element.words())))
            }
            "youngs" | "normalcompliance" | "shearcompliance" => {
                notes.dropped(element.at(), format!("<{}>: what yields is the skin", element.name()));
            }
            other => notes.dropped(element.at(), format!("<{}>", shown(other))),
        }
    }
    if weight == Weight::Needed {
        link.mass = mass(of, &link, notes)?;
    }
    Ok(link)
}

fn shape(of: El<'_>, pose: Pose, kind: ShapeKind) -> LinkShape {
    LinkShape { name: String::new(), at: of.at(), role: ShapeRole::Both, pose, kind, colour: None }
}

/// The moments stand for a unit of mass, about the centre; what is not given is that of the mesh, evenly filled.
fn mass(of: El<'_>, link: &Link, notes: &mut Notes) -> Result<LinkMass> {
    let total = match of.child("mass") {
        Some(mass) => mass.text_number()? * MASS,
        None => {
            notes
                .guessed(of.at(), format!("a mass of {USUAL_MASS} kg, as GraspIt! does where none is given"));
            USUAL_MASS
        }
    };
    if total <= 0.0 {
        return Err(of.fault(ErrorKind::OutOfRange, "<mass> must be greater than 0"));
    }
    let centre = of.child("cog").map(|cog| cog.text_exactly::<3>()).transpose()?;
    let moments = of.child("inertia_matrix").map(|moments| moments.text_exactly::<9>()).transpose()?;
    let even = || {
        let shape = link.shapes.first()?;
        Some(weighed(&shape.kind, Mass::Total(total))?.posed(shape.pose))
    };
    let filled = if centre.is_none() || moments.is_none() { even() } else { None };
    let centre = centre.map(|centre| DVec3::from(centre) * LENGTH).or(filled.map(|filled| filled.centre));
    let about_centre = moments
        .map(|moments| {
            let given = DMat3::from_cols_array(&moments) * (total * LENGTH * LENGTH);
            (given + given.transpose()) * 0.5
        })
        .or(filled.map(|filled| filled.about_centre));
    if centre.is_none() || about_centre.is_none() {
        // A ball as large as a fist.
        notes
            .guessed(of.at(), "the inertia of a body, as that of a ball of 50 mm: its mesh encloses nothing");
    }
    let ball = DMat3::from_diagonal(DVec3::splat(0.4 * total * 0.05 * 0.05));
    Ok(LinkMass::Given(Inertia {
        mass: total,
        centre: centre.unwrap_or(DVec3::ZERO),
        about_centre: about_centre.unwrap_or(ball),
    }))
}
