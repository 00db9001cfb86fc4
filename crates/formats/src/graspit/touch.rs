//! Where a hand feels: virtual contacts, and the boxes of tactile sensors on its surface.

use super::LENGTH;
use super::chain::{PALM, link_name};
use crate::error::{ErrorKind, Result};
use crate::robot::{LinkShape, Robot};
use crate::xml::{El, numbers_in};
use bristle_contact::{FrictionLaw, MaterialDescription, Named, Preset};
use bristle_geometry::{TriangleMesh, files};
use bristle_scene::data::{Layout, Material, MeshFile, ShapeKind, SkinDescription};
use glam::DVec3;
use std::path::PathBuf;

/// What feels, where GraspIt! does not say: per area, for texels differ in size.
const PRESET: Preset = Preset::FoamCorrectedPerArea;
/// Radius of a virtual contact, which is a point, at most \[m\].
const RADIUS: f64 = 3e-3;
/// Radius of a virtual contact at least \[m\].
const LEAST_RADIUS: f64 = 0.5e-3;

/// A patch that feels.
struct Patch {
    link: String,
    place: DVec3,
    normal: DVec3,
    /// \[m²\]
    area: f64,
}

/// The contacts of a `<virtual_contacts>`, on links without tactile sensors.
pub(super) fn contacts(of: El<'_>, robot: &mut Robot) -> Result<()> {
    let mut patches: Vec<Patch> = Vec::new();
    let mut friction = None;
    for contact in of.all("virtual_contact") {
        let number = |key: &str| contact.need_child(key)?.text_number();
        let place = DVec3::from(contact.need_child("location")?.text_exactly::<3>()?) * LENGTH;
        let normal = contact.need_child("normal")?;
        let Some(normal) = DVec3::from(normal.text_exactly::<3>()?).try_normalize() else {
            return Err(normal.fault(ErrorKind::OutOfRange, "the normal is zero"));
        };
        let link = link_name(number("finger_number")?, number("link_number")?);
        if robot.skins.iter().any(|skin| skin.on == link) {
            continue;
        }
        friction = contact.child("sCof").map(|of| of.text_number()).transpose()?.or(friction);
        patches.push(Patch { link, place, normal, area: 0.0 });
    }
    if patches.is_empty() {
        return Ok(());
    }
    let radii: Vec<f64> = (0..patches.len())
        .map(|i| {
            let others =
                patches.iter().enumerate().filter(|(j, other)| *j != i && other.link == patches[i].link);
            let nearest =
                others.map(|(_, other)| other.place.distance(patches[i].place)).fold(f64::MAX, f64::min);
            (0.5 * nearest).clamp(LEAST_RADIUS, RADIUS)
        })
        .collect();
    patches.iter_mut().zip(radii).for_each(|(patch, r)| patch.area = std::f64::consts::PI * r * r);
    robot.notes.guessed(
        of.at(),
        "each virtual contact becomes a texel of foam as large as a disc of 3 mm, or as its neighbours leave room for",
    );
    add(robot, "contacts", &patches, friction);
    Ok(())
}

/// The boxes of tactile sensors: on the palm, and on the links of each chain.
pub(super) fn filters(of: El<'_>, robot: &mut Robot) -> Result<()> {
    let mut boxes: Vec<(String, El<'_>)> = of.all("filter").map(|filter| (PALM.to_owned(), filter)).collect();
    for (index, chain) in of.all("chain").enumerate() {
        for filter in chain.all("filter") {
            boxes.push((link_name(index as f64, filter.text_number()?), filter));
        }
    }
    let mut patches = Vec::new();
    let mut last: Option<(String, Option<TriangleMesh>)> = None;
    for (link, filter) in boxes {
        let corners = filter.attr("params").map(numbers_in).transpose().ok().flatten();
        let Some(&[a, b, c, d, e, f]) = corners.as_deref() else {
            let message = "a <filter> needs `params` with two corners of a box [mm]";
            return Err(filter.fault(ErrorKind::OutOfRange, message));
        };
        let (a, b) = (DVec3::new(a, b, c) * LENGTH, DVec3::new(d, e, f) * LENGTH);
        // Filters of a link stand together: its mesh is loaded once.
        if last.as_ref().is_none_or(|(known, _)| *known != link) {
            let shape = robot.link(&link).and_then(|link| link.shapes.first());
            last = Some((link.clone(), shape.and_then(surface)));
        }
        let mesh = last.as_ref().and_then(|(_, mesh)| mesh.as_ref());
        match mesh.and_then(|mesh| inside(mesh, a.min(b), a.max(b))) {
            Some((place, normal, area)) => patches.push(Patch { link, place, normal, area }),
            None => robot.notes.dropped(filter.at(), "a <filter> that holds nothing of the link's surface"),
        }
    }
    if !patches.is_empty() {
        robot.notes.guessed(of.at(), "each <filter> becomes a texel of foam as large as the surface in it");
    }
    add(robot, "tactile", &patches, None);
    Ok(())
}

fn surface(shape: &LinkShape) -> Option<TriangleMesh> {
    let ShapeKind::Mesh(MeshFile { path, options }) = &shape.kind else { return None };
    let mut mesh = files::load(path, options).ok()?.mesh;
    mesh.vertices.iter_mut().for_each(|v| *v = shape.pose.transform_point(*v));
    Some(mesh)
}

/// Centre, normal and area of what a box holds of a surface.
fn inside(mesh: &TriangleMesh, low: DVec3, high: DVec3) -> Option<(DVec3, DVec3, f64)> {
    let (mut moment, mut normal, mut area) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    for i in 0..mesh.triangles.len() {
        let polygon = clipped(mesh.corners(i).to_vec(), low, high);
        for pair in polygon.windows(2).skip(1) {
            let (a, b, c) = (polygon[0], pair[0], pair[1]);
            let twice = (b - a).cross(c - a);
            normal += twice;
            area += 0.5 * twice.length();
            moment += (a + b + c) * (twice.length() / 6.0);
        }
    }
    Some((moment / area, normal.try_normalize()?, area)).filter(|(place, ..)| place.is_finite())
}

/// What a box leaves of a polygon.
fn clipped(mut polygon: Vec<DVec3>, low: DVec3, high: DVec3) -> Vec<DVec3> {
    for axis in 0..3 {
        for (sign, bound) in [(1.0, low[axis]), (-1.0, -high[axis])] {
            let height = |p: DVec3| sign * p[axis] - bound;
            let mut kept = Vec::with_capacity(polygon.len() + 1);
            for (i, &p) in polygon.iter().enumerate() {
                let q = polygon[(i + 1) % polygon.len()];
                let (hp, hq) = (height(p), height(q));
                if hp >= 0.0 {
                    kept.push(p);
                }
                if (hp >= 0.0) != (hq >= 0.0) {
                    kept.push(p + (q - p) * (hp / (hp - hq)));
                }
            }
            polygon = kept;
        }
    }
    polygon
}

/// A skin for each link, with a triangle for each patch.
fn add(robot: &mut Robot, name: &str, patches: &[Patch], friction: Option<f64>) {
    let mut links: Vec<&str> = Vec::new();
    patches.iter().filter(|patch| robot.link(&patch.link).is_some()).for_each(|patch| {
        if !links.contains(&patch.link.as_str()) {
            links.push(&patch.link);
        }
    });
    for link in links {
        let mut mesh = TriangleMesh::default();
        for patch in patches.iter().filter(|patch| patch.link == link) {
            // An equilateral triangle of the same area.
            let radius = (patch.area * 4.0 / (3.0 * 3f64.sqrt())).sqrt();
            let x = patch.normal.any_orthonormal_vector();
            let y = patch.normal.cross(x);
            let first = mesh.vertices.len() as u32;
            for corner in 0..3 {
                let angle = f64::from(corner) * std::f64::consts::TAU / 3.0;
                mesh.vertices.push(patch.place + (x * angle.cos() + y * angle.sin()) * radius);
            }
            mesh.triangles.push([first, first + 1, first + 2]);
        }
        let skin = SkinDescription {
            name: format!("{link}_{name}"),
            on: link.to_owned(),
            layout: Layout::Faces(MeshFile {
                path: PathBuf::from(files::inline(&mesh)),
                ..Default::default()
            }),
            ..Default::default()
        };
        crate::tactile::add(robot, skin, material(friction));
    }
}

/// Foam, with the friction that contacts have.
fn material(friction: Option<f64>) -> Material {
    let law = friction.and_then(|friction| {
        let foam = *PRESET.material().friction();
        let name = foam.law()?.name;
        let values: Vec<(&str, f64)> = foam
            .law()?
            .values(&foam)?
            .map(|(parameter, value)| match parameter.name {
                "mu_static" | "mu_dynamic" => (parameter.name, friction),
                other => (other, value),
            })
            .collect();
        FrictionLaw::of(name, &values).ok()
    });
    let parts = MaterialDescription { preset: Some(PRESET), friction: law, ..Default::default() };
    Material { name: "foam".to_owned(), parts }
}
