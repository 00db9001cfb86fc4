//! Four readings at a time, written as they lie in memory.

use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
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
    readings: &mut [TexelReading],
    at: [usize; WIDTH],
    columns: [[L; WIDTH]; ROWS],
    states: [TexelState; WIDTH],
    target: u16,
) {
    assert!(at.iter().all(|&index| index < readings.len()), "a texel beyond the reading");
    let first = readings.as_mut_ptr();
    for (row, numbers) in columns.into_iter().enumerate() {
        let [a, b, c, d] = L::transpose(numbers);
        for (index, four) in at.into_iter().zip([a, b, c, d]) {
            // SAFETY: the index was checked above. A reading is `ROWS` times a `Four`, and as aligned. The last word of the
            // last row are state and target, which get their values before anyone looks at them again.
            unsafe { first.add(index).cast::<Four>().add(row).write(four.stored()) };
        }
    }
    for (index, state) in at.into_iter().zip(states) {
        // SAFETY: as above; both are plain bytes without a destructor.
        unsafe {
            (&raw mut (*first.add(index)).state).write(state);
            (&raw mut (*first.add(index)).target).write(Some(target));
        }
    }
}
