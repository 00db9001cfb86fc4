//! How far it is to the next solid along an approach vector.

use super::Truth;
use super::value::MOST;
use crate::BodyId;
use bristle_geometry::{MeshSurface, Pose, Segment, Shape};
use glam::DVec3;

/// Distance from the frame's origin along its z axis to the nearest solid of another body, at most `range`.
pub(super) fn ahead(truth: &Truth, body: BodyId, pose: Pose, range: f64) -> Option<[f64; MOST]> {
    let frame = *truth.poses.get(body.0)? * pose;
    let (start, approach) = (frame.translation, frame.transform_vector(DVec3::Z));
    let nearest = truth
        .shapes
        .iter()
        .filter(|placed| placed.body != body)
        .filter_map(|placed| {
            let inward = placed.pose.inverse();
            let segment = Segment {
                origin: inward.transform_point(start),
                direction: inward.transform_vector(approach),
                length: range,
            };
            to_solid(placed.shape, &segment)
        })
        .fold(range, f64::min);
    Some([nearest, 0.0, 0.0, 0.0, 0.0, 0.0])
}

/// Distance along the segment until it is in the solid: 0 if it begins there, which an entry alone would not tell.
fn to_solid(shape: &Shape, segment: &Segment) -> Option<f64> {
    if contains(shape, segment) {
        return Some(0.0);
    }
    shape.first_entry(segment, 0.0).map(|hit| hit.distance)
}

/// Whether the segment begins inside the solid.
fn contains(shape: &Shape, segment: &Segment) -> bool {
    let p = segment.origin;
    match shape {
        Shape::HalfSpace(_) => p.z < 0.0,
        Shape::Sphere(s) => p.length() < s.radius(),
        Shape::Cuboid(s) => p.abs().cmplt(s.half_extents()).all(),
        Shape::Cylinder(s) => p.z.abs() < s.half_height() && p.truncate().length() < s.radius(),
        Shape::Capsule(s) => {
            let z = p.z.clamp(-s.half_height(), s.half_height());
            (p - DVec3::new(0.0, 0.0, z)).length() < s.radius()
        }
        Shape::Ellipsoid(s) => (p / s.semi_axes()).length_squared() < 1.0,
        Shape::Mesh(mesh) => in_mesh(mesh, segment),
    }
}

/// Walks to the first entry (or out of the mesh's box) and looks back: who meets a surface from outside on the way back
/// has come from inside.
fn in_mesh(mesh: &MeshSurface, segment: &Segment) -> bool {
    let p = segment.origin;
    if p.cmplt(mesh.lower()).any() || p.cmpgt(mesh.upper()).any() {
        return false;
    }
    // Any point beyond the box will do.
    let through = Segment { length: 2.0 * (mesh.upper() - mesh.lower()).length(), ..*segment };
    let turn = mesh.first_entry(&through, 0.0).map_or(through.length, |hit| hit.distance);
    let back = Segment { origin: segment.at(turn), direction: -segment.direction, length: turn };
    mesh.first_entry(&back, 0.0).is_some_and(|exit| exit.distance > 0.0 && exit.distance < turn)
}
