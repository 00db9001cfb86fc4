//! When a sample is due.

/// The index of the sample to take at `time`, if one is due; `next` is the first not yet taken.
///
/// Sample `k` belongs to the time `k/rate`, computed anew each time: a schedule of sums would drift. Times of steps are
/// good to round-off only, so a sample may be early by a thousandth of a step.
pub(super) fn due(rate: Option<f64>, next: u64, time: f64, h: f64) -> Option<u64> {
    let Some(rate) = rate else { return Some(next) };
    let reached = ((time + 1e-3 * h.min(1.0 / rate)) * rate).floor();
    // A rate above that of the steps makes several due at once: the truth is known for the last of them only.
    (reached >= next as f64).then_some(reached as u64)
}
