//! What can be wrong with a generator's parameters.

use glam::DVec2;

/// Largest length a generator accepts \[m\]; anything beyond is a unit slip, and far below overflow.
pub(super) const LONGEST: f64 = 1e6;

/// Most triangles a generator makes; vertex indices stay far inside `u32`.
pub(super) const MOST_TRIANGLES: usize = 64_000_000;

/// A parameter that no mesh can be made from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// A length that is zero, negative, not a number or absurdly large.
    #[error("{name} is {value} m; it must be greater than 0 and at most {LONGEST} m")]
    Length {
        /// The parameter.
        name: &'static str,
        /// What was given \[m\].
        value: f64,
    },
    /// A number outside the range in which the shape exists.
    #[error("{name} is {value}; it must lie between {low} and {high} (both excluded)")]
    OutOfRange {
        /// The parameter, with its unit.
        name: &'static str,
        /// What was given.
        value: f64,
        /// The value must be greater than this.
        low: f64,
        /// The value must be less than this.
        high: f64,
    },
    /// Too few or too many divisions.
    #[error("{name} is {value}; it must lie between {least} and {most}")]
    Count {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: usize,
        /// The smallest count allowed.
        least: usize,
        /// The largest count allowed.
        most: usize,
    },
    /// A profile point that is on the wrong side of the axis, on it midway, or not a number.
    #[error(
        "profile point {index} is at radius {}, height {} m; the radius must be greater than 0 (or 0 at \
         either end), and both within {LONGEST} m", point.x, point.y
    )]
    ProfilePoint {
        /// Which point.
        index: usize,
        /// Radius and height \[m\].
        point: DVec2,
    },
    /// Two profile points at one place.
    #[error(
        "profile point {index} repeats the point before it (radius {}, height {} m); drop one",
        point.x, point.y
    )]
    RepeatedProfilePoint {
        /// The second of the two.
        index: usize,
        /// Radius and height \[m\].
        point: DVec2,
    },
    /// A profile that encloses nothing.
    #[error("the profile encloses no volume; it must rise or fall away from the axis")]
    NoVolume,
    /// The parameters together ask for more triangles than a mesh may have.
    #[error(
        "this would take {triangles} triangles; at most {most} are made: ask for a coarser mesh or a wider spacing"
    )]
    TooFine {
        /// Triangles that would be made.
        triangles: usize,
        /// The largest number allowed.
        most: usize,
    },
}

pub(super) fn check_length(name: &'static str, value: f64) -> Result<(), GenerateError> {
    if value > 0.0 && value <= LONGEST { Ok(()) } else { Err(GenerateError::Length { name, value }) }
}

pub(super) fn check_between(
    name: &'static str,
    value: f64,
    low: f64,
    high: f64,
) -> Result<(), GenerateError> {
    if low < value && value < high {
        Ok(())
    } else {
        Err(GenerateError::OutOfRange { name, value, low, high })
    }
}

pub(super) fn check_count(
    name: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), GenerateError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(GenerateError::Count { name, value, least, most })
    }
}

/// Refuses a mesh that would have more than [`MOST_TRIANGLES`]; `factors` multiply to its triangle count.
pub(super) fn check_triangles<const N: usize>(factors: [usize; N]) -> Result<(), GenerateError> {
    let triangles = factors.into_iter().fold(1, usize::saturating_mul);
    let most = MOST_TRIANGLES;
    if triangles <= most { Ok(()) } else { Err(GenerateError::TooFine { triangles, most }) }
}
