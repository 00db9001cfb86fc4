//! What must hold of data before it is drawn.

use crate::PictureError;
use glam::DVec2;

/// Most rows or columns: at one pixel each a cell can still be seen.
const FINEST: usize = 1024;

/// Largest magnitude that is drawn. Sums and products of two such numbers stay finite.
const LARGEST: f64 = 1e100;

/// Rows and columns must make a grid that can be seen.
pub(crate) fn grid(rows: usize, columns: usize) -> Result<(), PictureError> {
    if rows == 0 || columns == 0 {
        return Err(PictureError::EmptyGrid { rows, columns });
    }
    if rows > FINEST || columns > FINEST {
        return Err(PictureError::GridTooLarge { rows, columns, limit: FINEST });
    }
    Ok(())
}

/// As many values as expected.
pub(crate) fn length(what: &str, found: usize, expected: usize) -> Result<(), PictureError> {
    if found == expected {
        Ok(())
    } else {
        Err(PictureError::WrongLength { what: what.to_owned(), expected, found })
    }
}

/// Every value a number of 0 or more; `place` says where the i-th value is.
pub(crate) fn not_negative(
    values: &[f64],
    what: &str,
    place: impl Fn(usize) -> String,
) -> Result<(), PictureError> {
    match values.iter().position(|&v| !(0.0..=LARGEST).contains(&v)) {
        None => Ok(()),
        Some(i) => Err(PictureError::OutOfRange {
            what: format!("{what} {}", place(i)),
            value: values[i],
            allowed: "from 0 to 1e100",
        }),
    }
}

/// One finite value.
pub(crate) fn finite(value: f64, what: impl FnOnce() -> String) -> Result<(), PictureError> {
    if value.abs() <= LARGEST {
        Ok(())
    } else {
        Err(PictureError::OutOfRange { what: what(), value, allowed: "finite, between -1e100 and 1e100" })
    }
}

/// One value above zero.
pub(crate) fn positive(value: f64, what: impl FnOnce() -> String) -> Result<(), PictureError> {
    // Below 1e-100 a ratio of two values could overflow.
    if (1e-100..=LARGEST).contains(&value) {
        Ok(())
    } else {
        Err(PictureError::OutOfRange { what: what(), value, allowed: "above 0 (1e-100 to 1e100)" })
    }
}

/// The force of the last colour, if it is set.
pub(crate) fn full_scale(force: Option<f64>) -> Result<(), PictureError> {
    force.map_or(Ok(()), |force| positive(force, || "full scale".to_owned()))
}

/// Width and height of a picture, if they are set.
pub(crate) fn room(room: Option<DVec2>) -> Result<(), PictureError> {
    positive(room.map_or(1.0, DVec2::min_element), || "room [px]".to_owned())
}

/// Distances of neighbouring columns and rows, if they are set.
pub(crate) fn pitch(pitch: Option<DVec2>) -> Result<(), PictureError> {
    let Some(pitch) = pitch else { return Ok(()) };
    positive(pitch.x, || "pitch along x".to_owned())?;
    positive(pitch.y, || "pitch along y".to_owned())
}

/// Where a texel of a grid is, in words.
pub(crate) fn cell_place(columns: usize) -> impl Fn(usize) -> String {
    move |i| format!("at row {}, column {}", i / columns, i % columns)
}
