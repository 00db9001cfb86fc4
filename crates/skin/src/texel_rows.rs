//! Four readings at a time, written as they lie in memory.

use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use crate::texel_cells::TexelCells;
use bristle_geometry::lanes::{Four, WIDTH};
use std::mem::{offset_of, size_of, transmute};

/// Rows of four numbers in a reading. The last number of the last one is no number but state and target.
pub(crate) const ROWS: usize = 5;

// The order of the rows is that of the fields.
const _: () = assert!(size_of::<TexelReading>() == ROWS * size_of::<Four>());
const _: () = assert!(align_of::<TexelReading>() == align_of::<Four>());
const TAIL: usize = size_of::<TexelReading>() - size_of::<f64>();
const _: () = assert!(offset_of!(TexelReading, state) >= TAIL && offset_of!(TexelReading, target) >= TAIL);

/// State and target as they lie in the last word of a reading, with zeros between them.
#[inline(always)]
#[allow(unsafe_code)]
fn tail(state: TexelState, target: u16) -> f64 {
    // SAFETY: both are plain values, and neither leaves a byte open; the compiler refuses other sizes.
    let (state, target) =
        unsafe { (transmute::<TexelState, u8>(state), transmute::<Option<u16>, u32>(Some(target))) };
    let at = |offset: usize| 8 * (offset - TAIL);
    // Bytes of a word stand in memory from its low end on, or from its high end.
    let word = u64::from(state) << at(offset_of!(TexelReading, state))
        | u64::from(target) << at(offset_of!(TexelReading, target));
    f64::from_bits(u64::from_le(word))
}

/// Writes four readings. Row `r` of `columns` holds the numbers `4 r` to `4 r + 3` of a reading, each for all four rays; the
/// last of them is left to state and target.
///
/// A reading is 20 words; one by one, for four rays, they are as much work as a third of the contact law.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn write_four<L: Quad>(
    readings: &mut TexelCells,
    at: [usize; WIDTH],
    mut columns: [[L; WIDTH]; ROWS],
    states: [TexelState; WIDTH],
    target: u16,
) {
    // Written out: a closure over lanes would not be inlined into kernels for AVX2.
    let [a, b, c, d] = at;
    let places = [readings.place(a), readings.place(b), readings.place(c), readings.place(d)];
    let [e, f, g, h] = states;
    let tails = Four([tail(e, target), tail(f, target), tail(g, target), tail(h, target)]);
    columns[ROWS - 1][WIDTH - 1] = L::load(&tails);
    let far = readings.are_far();
    for (row, numbers) in columns.into_iter().enumerate() {
        let [a, b, c, d] = L::transpose(numbers);
        for (place, four) in places.into_iter().zip([a, b, c, d]) {
            // SAFETY: the place is that of a texel of these readings. A reading is `ROWS` times a `Four`, and as aligned. The
            // last word of the last row holds a state and a target.
            unsafe {
                let row = place.cast::<Four>().add(row);
                if far { four.stream(row) } else { row.write(four.stored()) }
            }
        }
    }
}
