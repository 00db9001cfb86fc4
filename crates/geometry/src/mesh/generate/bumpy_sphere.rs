//! A smooth non-convex test object of any density.

use glam::DVec3;

use super::error::{GenerateError, MOST_TRIANGLES, check_between, check_count, check_length};
use super::icosphere::{MOST_FREQUENCY, unit_icosphere};
use crate::TriangleMesh;

/// A sphere about the origin with smooth bumps and hollows, of nearly equal triangles.
///
/// The surface is `r(d) = radius + bump_height · b(d)` over unit directions `d`, with `b` a sum of sines
/// between −1 and 1 (bumps about 0.6 radius apart). The same formula at every density: a finer mesh
/// is a better approximation of the same body.
///
/// * `radius`: mean radius \[m\].
/// * `bump_height`: at least 0 and below `radius`, so that the body stays star-shaped \[m\].
/// * `triangles_wanted`: the mesh has `20 f²` triangles, with the `f` that comes nearest.
pub fn bumpy_sphere(
    radius: f64,
    bump_height: f64,
    triangles_wanted: usize,
) -> Result<TriangleMesh, GenerateError> {
    check_length("radius", radius)?;
    if bump_height != 0.0 {
        check_between("bump_height [m]", bump_height, 0.0, radius)?;
    }
    check_count("triangles_wanted", triangles_wanted, 1, MOST_TRIANGLES)?;
    let frequency = (triangles_wanted as f64 / 20.0).sqrt().round() as usize;
    let mut mesh = unit_icosphere(frequency.clamp(1, MOST_FREQUENCY));
    mesh.vertices.iter_mut().for_each(|v| *v *= radius + bump_height * bump(*v));
    Ok(mesh)
}

/// The relief, between −1 and 1. The phases differ so that no symmetry of the sphere survives.
fn bump(direction: DVec3) -> f64 {
    let DVec3 { x, y, z } = direction;
    ((11.0 * x + 0.3).sin() + (10.0 * y - 0.7).sin() + (9.0 * z + 1.1).sin()) / 3.0
}
