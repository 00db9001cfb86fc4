//! Joining two rows of vertices that need not have the same number.

use std::ops::Range;

/// Fills the strip between two rows with triangles that wind counter-clockwise seen from the side on which
/// `(next − this) × (along the row)` points. Each step advances on the row that lags behind.
pub(super) fn zip_rows(this: Range<u32>, next: Range<u32>, triangles: &mut Vec<[u32; 3]>) {
    // Vertex counts are below 2³², so their products fit.
    let parts = |row: &Range<u32>| u64::from(row.end.saturating_sub(row.start + 1));
    let (this_parts, next_parts) = (parts(&this), parts(&next));
    let (mut i, mut j) = (0, 0);
    while i < this_parts || j < next_parts {
        let here = this.start + i as u32;
        let there = next.start + j as u32;
        // Compare the middles of the two candidate pieces, (i + ½) / parts, without division.
        let this_lags = (2 * i + 1) * next_parts <= (2 * j + 1) * this_parts;
        if i < this_parts && (j == next_parts || this_lags) {
            triangles.push([here, there, here + 1]);
            i += 1;
        } else {
            triangles.push([here, there, there + 1]);
            j += 1;
        }
    }
}
