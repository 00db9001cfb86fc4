//! Four by four: moving between numbers of four rays side by side and four numbers of one ray.

use bristle_geometry::lanes::{Lanes, WIDTH};

/// Lanes that are four.
pub(crate) trait Quad: Lanes {
    /// Lane `i` of row `j` becomes lane `j` of row `i`.
    fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH];
    /// The sum of each row, in the order of [`Four::total`](bristle_geometry::lanes::Four::total).
    fn totals(rows: [Self; WIDTH]) -> Self;
}

impl Quad for wide::f64x4 {
    #[inline(always)]
    fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH] {
        let [a, b, c, d] = rows.map(wide::f64x4::to_array);
        std::array::from_fn(|i| Self::new([a[i], b[i], c[i], d[i]]))
    }

    #[inline(always)]
    fn totals(rows: [Self; WIDTH]) -> Self {
        Self::new(rows.map(|row| row.stored().total()))
    }
}
