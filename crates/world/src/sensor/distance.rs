//! How far it is to the next solid along an approach vector.

use super::Truth;
use super::value::MOST;
use crate::BodyId;
use bristle_geometry::{Pose, Segment, Shape};
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
    if shape.contains_start_of(segment) {
        return Some(0.0);
    }
    shape.first_entry(segment, 0.0).map(|hit| hit.distance)
}
