//! A household object with a waist, a shoulder, an overhang and a nozzle.

mod section;
mod silhouette;

use glam::DVec3;

use super::arc_length::ArcTable;
use super::error::{GenerateError, MOST_TRIANGLES, check_count};
use super::loft::loft;
use crate::TriangleMesh;
use section::Section;
use silhouette::{SPANS, TIP_SECTION};

use std::f64::consts::PI;

/// Fewer triangles than this cannot show the nozzle.
const LEAST_TRIANGLES: usize = 500;

/// Straight pieces in which curves are measured; vertices still lie on the curve itself.
const CURVE_STEPS: usize = 2048;

/// A spray bottle of realistic size, as one closed surface: 65 mm by 48 mm and 250 mm tall.
///
/// It stands on z = 0 about the z axis, an oval body with a waist of 44 mm by 34 mm at half height, shoulder,
/// round neck and collar, and a head that overhangs to the front (+x), with a round nozzle whose tip is at
/// x = 48 mm, z = 226 mm. The waist makes it non-convex: between hand and waist a tactile image has a gap.
/// Every horizontal section is star-shaped about the axis, so the surface does not cross itself.
///
/// * `triangles_wanted`: at least 500; the mesh comes within 15 % of it, and within 1 % when fine.
pub fn spray_bottle(triangles_wanted: usize) -> Result<TriangleMesh, GenerateError> {
    check_count("triangles_wanted", triangles_wanted, LEAST_TRIANGLES, MOST_TRIANGLES)?;
    let silhouettes: Vec<ArcTable> =
        SPANS.iter().map(|span| ArcTable::new(|t| span.at(t).silhouette_point(), 0.0, 1.0, 256)).collect();
    let height: f64 = silhouettes.iter().map(ArcTable::total).sum();
    let half_outline = half_outline();

    // Squares on the mean section: `2 · rings · segments` triangles.
    let spacing = (2.0 * height * 2.0 * half_outline.total() / triangles_wanted as f64).sqrt();
    let half_segments = (half_outline.total() / spacing).round().max(4.0) as usize;
    let bearings = both_halves(&half_outline.divide(half_segments));
    let ring_spacing = height * (2 * bearings.len()) as f64 / triangles_wanted as f64;

    let mut rings: Vec<Vec<DVec3>> = Vec::new();
    for (span, silhouette) in SPANS.iter().zip(&silhouettes) {
        let parts = (silhouette.total() / ring_spacing).round().max(1.0) as usize;
        // Each span ends with a ring, and the next one begins after it.
        for t in silhouette.divide(parts).into_iter().skip(1) {
            let section = span.at(t);
            rings.push(bearings.iter().map(|bearing| section.point(*bearing)).collect());
        }
    }
    rings.pop(); // the last ring has shrunk to the top point
    let [bottom, top] = [SPANS[0].at(0.0), SPANS[SPANS.len() - 1].at(1.0)].map(|end| DVec3::Z * end.height);
    Ok(loft(bottom, &rings, top, bearings.len()))
}

/// The right half of a mean outline, over bearings 0 ..= π: what is slim and far out gets its vertices too.
fn half_outline() -> ArcTable {
    let outline = |section: &Section| ArcTable::new(|bearing| section.point(bearing), 0.0, PI, CURVE_STEPS);
    let mut sum = outline(&TIP_SECTION);
    let ends: Vec<Section> = SPANS[..SPANS.len() - 1].iter().map(|span| span.at(1.0)).collect();
    ends.iter().for_each(|section| sum.add(&outline(section)));
    sum.scale(1.0 / (ends.len() + 1) as f64);
    sum
}

/// All bearings from those of one half, mirrored in the plane y = 0, counter-clockwise from +x.
fn both_halves(half: &[f64]) -> Vec<f64> {
    let back = half[1..half.len() - 1].iter().rev().map(|bearing| -bearing);
    half.iter().copied().chain(back).collect()
}
