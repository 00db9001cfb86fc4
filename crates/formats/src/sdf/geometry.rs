//! Shapes of links.

use super::frames::{Frames, pose};
use crate::access::Access;
use crate::error::Result;
use crate::meshes::{mesh_file, with_size};
use crate::robot::{LinkShape, Notes};
use crate::xml::El;
use bristle_geometry::Pose;
use bristle_geometry::shape::HalfSpace;
use bristle_scene::data::{Cuboid, Cylinder, Ellipsoid, ShapeKind, ShapeRole, Sphere};
use glam::{DQuat, DVec3};

/// A shape of a link that stands at `link_pose` in its model.
pub(super) fn read<'a>(
    of: El<'a>,
    role: ShapeRole,
    link_pose: Pose,
    frames: &mut Frames<'a>,
    access: &Access,
    notes: &mut Notes,
) -> Result<Option<LinkShape>> {
    let (own, relative_to) = pose(of)?;
    let place = match relative_to {
        Some(frame) => link_pose.inverse() * frames.find(&frame, of)? * own,
        None => own,
    };
    let geometry = of.need_child("geometry")?;
    let Some((kind, turned)) = solid(geometry, role, access, notes)? else { return Ok(None) };
    Ok(Some(LinkShape {
        name: of.attr("name").unwrap_or_default().to_owned(),
        at: of.at(),
        role,
        pose: place * turned,
        kind,
        colour: of.child("material").map_or(Ok(None), colour)?,
    }))
}

fn colour(material: El<'_>) -> Result<Option<[f64; 4]>> {
    let Some(element) = material.child("diffuse").or_else(|| material.child("ambient")) else {
        return Ok(None);
    };
    Ok(match element.text_numbers()?[..] {
        [r, g, b] => Some([r, g, b, 1.0]),
        [r, g, b, a] => Some([r, g, b, a]),
        _ => None,
    }
    .map(|rgba| rgba.map(|x| x.clamp(0.0, 1.0))))
}

fn solid(
    geometry: El<'_>,
    role: ShapeRole,
    access: &Access,
    notes: &mut Notes,
) -> Result<Option<(ShapeKind, Pose)>> {
    let Some(of) = geometry.elements().next() else { return Ok(None) };
    let round = || -> Result<Cylinder> {
        let (radius, height) = (of.need_child("radius")?, of.need_child("length")?);
        Ok(Cylinder { radius: radius.text_number()?, height: height.text_number()? })
    };
    let kind = match of.name() {
        "box" => ShapeKind::Box(Cuboid { size: DVec3::from(of.need_child("size")?.text_exactly::<3>()?) }),
        "sphere" => ShapeKind::Sphere(Sphere { radius: of.need_child("radius")?.text_number()? }),
        "cylinder" => ShapeKind::Cylinder(round()?),
        "capsule" => ShapeKind::Capsule(round()?),
        "ellipsoid" => {
            let radii = DVec3::from(of.need_child("radii")?.text_exactly::<3>()?);
            ShapeKind::Ellipsoid(Ellipsoid { size: radii * 2.0 })
        }
        "plane" => {
            let normal =
                of.child("normal").map_or(Ok([0.0, 0.0, 1.0]), |normal| normal.text_exactly::<3>())?;
            let up = DVec3::from(normal).normalize_or(DVec3::Z);
            let turned = Pose { rotation: DQuat::from_rotation_arc(DVec3::Z, up), translation: DVec3::ZERO };
            return Ok(Some((ShapeKind::HalfSpace(HalfSpace), turned)));
        }
        "mesh" => {
            let scale = of.child("scale").map_or(Ok([1.0; 3]), |scale| scale.text_exactly::<3>())?;
            if of.child("submesh").is_some() {
                notes.dropped(of.at(), "<submesh>: the whole mesh is taken");
            }
            let uri = of.need_child("uri")?;
            let kind = mesh_file(uri, &uri.words(), DVec3::from(scale), role, access, notes)?;
            return Ok(kind.map(|kind| (kind, Pose::IDENTITY)));
        }
        "empty" => return Ok(None),
        other => {
            notes.dropped(of.at(), format!("a shape <{other}>, which is not read"));
            return Ok(None);
        }
    };
    Ok(with_size(kind, of, notes).map(|kind| (kind, Pose::IDENTITY)))
}
