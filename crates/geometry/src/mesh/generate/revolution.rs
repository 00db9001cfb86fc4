//! Bodies turned on a lathe.

use glam::{DVec2, DVec3};

use super::error::{GenerateError, LONGEST, check_count, check_triangles};
use super::loft::{circle, loft};
use crate::TriangleMesh;

/// The closed body that a profile sweeps when it turns about the z axis.
///
/// * `profile`: points (distance from the axis, height) \[m\], at least two. Only the first and the last may
///   lie on the axis; where they do not, a flat cap closes the body. The profile may run upward or downward,
///   and back and forth in height, but must not cross itself (this is not checked).
/// * `segments`: flat faces around the axis, at least 3. The vertices lie on the true surface, so the mesh is
///   inscribed.
pub fn surface_of_revolution(profile: &[DVec2], segments: usize) -> Result<TriangleMesh, GenerateError> {
    check_count("segments", segments, 3, u32::MAX as usize)?;
    check_count("profile points", profile.len(), 2, u32::MAX as usize)?;
    check_triangles([2, profile.len() + 1, segments])?;
    check_profile(profile)?;

    let upward = encloses_upward(profile)?;
    let mut points = profile.to_vec();
    if !upward {
        points.reverse();
    }
    let on_axis = |point: DVec2| DVec3::new(0.0, 0.0, point.y);
    let [bottom, top] = [points[0], points[points.len() - 1]].map(on_axis);
    let rings: Vec<Vec<DVec3>> =
        points.iter().filter(|p| p.x > 0.0).map(|p| circle(p.x, p.y, segments)).collect();
    Ok(loft(bottom, &rings, top, segments))
}

fn check_profile(profile: &[DVec2]) -> Result<(), GenerateError> {
    let last = profile.len() - 1;
    for (index, &point) in profile.iter().enumerate() {
        let on_axis_allowed = index == 0 || index == last;
        let off_axis = if on_axis_allowed { point.x >= 0.0 } else { point.x > 0.0 };
        // A comparison with "not a number" fails, as it should.
        if !(off_axis && point.x <= LONGEST && point.y.abs() <= LONGEST) {
            return Err(GenerateError::ProfilePoint { index, point });
        }
        if index > 0 && point == profile[index - 1] {
            return Err(GenerateError::RepeatedProfilePoint { index, point });
        }
    }
    Ok(())
}

/// Whether the body is on the left of a profile that is walked as given, by the sign of ∫ r² dz.
fn encloses_upward(profile: &[DVec2]) -> Result<bool, GenerateError> {
    let swept: f64 = profile
        .windows(2)
        .map(|pair| {
            let [a, b] = [pair[0], pair[1]];
            (a.x * a.x + a.x * b.x + b.x * b.x) * (b.y - a.y)
        })
        .sum();
    if swept == 0.0 { Err(GenerateError::NoVolume) } else { Ok(swept > 0.0) }
}
