//! Geometries, and the colours of their materials.

use super::{Plan, along_y, place, shapes};
use crate::error::Result;
use crate::output::surface;
use crate::robot::LinkShape;
use crate::xml_writer::{XmlWriter, a, list, number};
use bristle_geometry::{Pose, TriangleMesh};
use bristle_scene::data::{ShapeKind, ShapeRole};
use glam::DVec3;

/// A half-space as a square \[m\].
const FLOOR: f64 = 5.0;

pub(super) fn write(xml: &mut XmlWriter, plan: &Plan<'_>) -> Result<()> {
    xml.open("library_effects", &[]);
    for (i, j, shape) in all(plan) {
        let Some([r, g, b, alpha]) = shape.colour else { continue };
        xml.open("effect", &[a("id", format!("e{i}_{j}"))]);
        xml.open("profile_COMMON", &[]);
        xml.open("technique", &[a("sid", "common")]);
        xml.open("lambert", &[]);
        xml.open("diffuse", &[]);
        xml.text("color", &[], &list([r, g, b, alpha]));
        (0..5).for_each(|_| xml.close());
    }
    xml.close();
    xml.open("library_materials", &[]);
    for (i, j, _) in all(plan).filter(|(.., shape)| shape.colour.is_some()) {
        xml.open("material", &[a("id", format!("m{i}_{j}"))]);
        xml.leaf("instance_effect", &[a("url", format!("#e{i}_{j}"))]);
        xml.close();
    }
    xml.close();
    xml.open("library_geometries", &[]);
    for (i, j, shape) in all(plan) {
        let id = format!("g{i}_{j}");
        xml.open("geometry", &[a("id", &id), a("name", &shape.name)]);
        write_mesh(xml, &id, &surface(&shape.kind)?.unwrap_or_else(square));
        write_info(xml, shape);
        xml.close();
    }
    xml.close();
    Ok(())
}

pub(super) fn all<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (usize, usize, &'p LinkShape)> {
    plan.links.iter().enumerate().flat_map(|(i, of)| shapes(of.link).map(move |(j, shape)| (i, j, shape)))
}

fn square() -> TriangleMesh {
    let corner = |x: f64, y: f64| DVec3::new(x * FLOOR, y * FLOOR, 0.0);
    TriangleMesh {
        vertices: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

fn write_mesh(xml: &mut XmlWriter, id: &str, mesh: &TriangleMesh) {
    xml.open("mesh", &[]);
    xml.open("source", &[a("id", format!("{id}_positions"))]);
    let count = mesh.vertices.len();
    let array = format!("{id}_positions-array");
    let numbers = list(mesh.vertices.iter().flat_map(|v| v.to_array()));
    xml.text("float_array", &[a("id", &array), a("count", 3 * count)], &numbers);
    xml.open("technique_common", &[]);
    xml.open("accessor", &[a("count", count), a("source", format!("#{array}")), a("stride", 3)]);
    for axis in ["X", "Y", "Z"] {
        xml.leaf("param", &[a("name", axis), a("type", "float")]);
    }
    (0..3).for_each(|_| xml.close());
    xml.open("vertices", &[a("id", format!("{id}_vertices"))]);
    xml.leaf("input", &[a("semantic", "POSITION"), a("source", format!("#{id}_positions"))]);
    xml.close();
    xml.open("triangles", &[a("count", mesh.triangles.len()), a("material", "mat0")]);
    xml.leaf("input", &[a("offset", 0), a("semantic", "VERTEX"), a("source", format!("#{id}_vertices"))]);
    let corners: Vec<String> = mesh.triangles.iter().flatten().map(ToString::to_string).collect();
    xml.text("p", &[], &corners.join(" "));
    xml.close();
    xml.close();
}

/// What solid a mesh stands for, as OpenRAVE reads it.
fn write_info(xml: &mut XmlWriter, shape: &LinkShape) {
    xml.open("extra", &[a("type", "geometry_info")]);
    xml.open("technique", &[a("profile", "OpenRAVE")]);
    let mut turned = Pose::IDENTITY;
    let mut element = |name: &'static str, parts: &[(&str, String)]| {
        xml.open(name, &[]);
        parts.iter().for_each(|(name, text)| xml.text(name, &[], text));
        xml.close();
    };
    match &shape.kind {
        ShapeKind::Box(of) => element("box", &[("half_extents", list((of.size * 0.5).to_array()))]),
        ShapeKind::Sphere(of) => element("sphere", &[("radius", number(of.radius))]),
        ShapeKind::Cylinder(of) => {
            element("cylinderz", &[("radius", list([of.radius, of.radius])), ("height", number(of.height))]);
        }
        ShapeKind::Capsule(of) => {
            turned = along_y().inverse();
            element("capsule", &[("radius", list([of.radius, of.radius])), ("height", number(of.height))]);
        }
        ShapeKind::HalfSpace(_) => element("plane", &[("equation", "0 0 1 0".to_owned())]),
        ShapeKind::Mesh(_) | ShapeKind::Ellipsoid(_) | ShapeKind::SprayBottle(_) => {}
    }
    place(xml, turned);
    xml.open("visible", &[]);
    xml.text("bool", &[], if shape.role == ShapeRole::Collision { "false" } else { "true" });
    (0..3).for_each(|_| xml.close());
}
