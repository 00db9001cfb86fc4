//! Four by four: moving between numbers of four rays side by side and four numbers of one ray.

use bristle_geometry::lanes::{Four, Lanes, WIDTH};

/// Lanes that are four.
pub(crate) trait Quad: Lanes {
    /// Lane `i` of row `j` becomes lane `j` of row `i`.
    fn transpose(rows: [Self; WIDTH]) -> [Self; WIDTH];
    /// Writes past the caches, for what is too large to stay in them. Call [`settle`](Self::settle) before others read it.
    ///
    /// # Safety
    ///
    /// The place must be one that may be written.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn stream(self, to: *mut Four) {
        // SAFETY: the caller's promise.
        unsafe { to.write(self.stored()) };
    }
    /// Makes all that was streamed visible to other threads.
    #[inline(always)]
    fn settle() {}
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
