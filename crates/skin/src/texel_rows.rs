//! Four readings at a time, written as they lie in memory.

use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use crate::texel_cells::TexelCells;
use bristle_geometry::lanes::{Four, WIDTH};
use std::mem::{offset_of, size_of};

/// Rows of four numbers in a reading. The last number of the last one is no number but state and target.
pub(crate) const ROWS: usize = 5;

// The order of the rows is that of the fields.
const _: () = assert!(size_of::<TexelReading>() == ROWS * size_of::<Four>());
const _: () = assert!(align_of::<TexelReading>() == align_of::<Four>());
const _: () = assert!(offset_of!(TexelReading, state) == size_of::<TexelReading>() - size_of::<f64>());
const _: () = assert!(offset_of!(TexelReading, target) > offset_of!(TexelReading, state));

/// Writes four readings. Row `r` of `columns` holds the numbers `4 r` to `4 r + 3` of a reading, each for all four rays.
///
/// A reading is 20 words; one by one, for four rays, they are as much work as a third of the contact law.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn write_four<L: Quad>(
    readings: &mut TexelCells,
    at: [usize; WIDTH],
    columns: [[L; WIDTH]; ROWS],
    states: [TexelState; WIDTH],
    target: u16,
) {
    // Written out: a closure over lanes would not be inlined into kernels for AVX2.
    let [a, b, c, d] = at;
    let places = [readings.place(a), readings.place(b), readings.place(c), readings.place(d)];
    for (row, numbers) in columns.into_iter().enumerate() {
        let [a, b, c, d] = L::transpose(numbers);
        for (place, four) in places.into_iter().zip([a, b, c, d]) {
            // SAFETY: the place is that of a texel of these readings. A reading is `ROWS` times a `Four`, and as aligned. The last word of the
            // last row are state and target, which get their values before anyone looks at them again.
            unsafe { place.cast::<Four>().add(row).write(four.stored()) };
        }
    }
    for (place, state) in places.into_iter().zip(states) {
        // SAFETY: as above; both are plain bytes without a destructor.
        unsafe {
            (&raw mut (*place).state).write(state);
            (&raw mut (*place).target).write(Some(target));
        }
    }
}
