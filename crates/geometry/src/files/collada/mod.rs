//! COLLADA 1.4 and 1.5: a scene of nodes that place geometries, in a unit and with an up axis the file states.

mod geometry;
mod scene;
mod xml;

use super::polygons::{Polygons, RawMesh};
use super::{Format, MeshFileProblem, UpAxis};
use roxmltree::Node;
use xml::{Ids, LocalName, child, place};

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, MeshFileProblem> {
    let text = String::from_utf8_lossy(bytes);
    let document = xml::parse(text.strip_prefix('\u{feff}').unwrap_or(&text))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let reason = format!("its root element is `{}`", super::text::shorten(root.tag_name().name()));
        return Err(MeshFileProblem::NotThisFormat { format: Format::Collada, reason });
    }
    let asset = child(root, "asset");
    let mut raw = scene::read(root)?;
    raw.metres_per_unit = Some(metres_per_unit(asset)?);
    raw.up_axis = Some(up_axis(asset)?);
    Ok(raw)
}

/// Every geometry of a document by its id, in the file's units and axes; those that are no meshes are left out.
pub(super) fn library(bytes: &[u8]) -> Result<Vec<(String, Polygons)>, MeshFileProblem> {
    let text = String::from_utf8_lossy(bytes);
    let document = xml::parse(text.strip_prefix('\u{feff}').unwrap_or(&text))?;
    let root = document.root_element();
    let ids = Ids::new(root);
    let mut found = Vec::new();
    for node in root.descendants().filter(|node| node.has_tag_name_local("geometry")) {
        if let (Some(id), Some(part)) = (node.attribute("id"), geometry::read(node, &ids)?) {
            found.push((id.to_owned(), part));
        }
    }
    Ok(found)
}

/// The standard's word for a file that states no unit is the metre.
fn metres_per_unit(asset: Option<Node>) -> Result<f64, MeshFileProblem> {
    let Some(unit) = asset.and_then(|a| child(a, "unit")) else { return Ok(1.0) };
    let written = unit.attribute("meter").unwrap_or("1");
    written.trim().parse().map_err(|_| MeshFileProblem::Syntax {
        place: place(unit),
        message: format!("`meter=\"{}\"` is not a number", super::text::shorten(written)),
    })
}

/// The standard's word for a file that states no up axis is y.
fn up_axis(asset: Option<Node>) -> Result<UpAxis, MeshFileProblem> {
    let Some(stated) = asset.and_then(|a| child(a, "up_axis")) else { return Ok(UpAxis::Y) };
    match stated.text().unwrap_or_default().trim() {
        "X_UP" => Ok(UpAxis::X),
        "Y_UP" => Ok(UpAxis::Y),
        "Z_UP" => Ok(UpAxis::Z),
        other => Err(MeshFileProblem::Syntax {
            place: place(stated),
            message: format!("`{}` is not an up axis (X_UP, Y_UP or Z_UP)", super::text::shorten(other)),
        }),
    }
}
