//! How far and how fast a pad is pressed in over a step.

use bristle_geometry::lanes::Lanes;

/// What the normal law of an implicit step is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Squeeze<L> {
    /// The penetration that the force belongs to \[m\].
    pub(crate) penetration: L,
    /// Its rate \[m/s\].
    pub(crate) rate: L,
    /// ∂penetration/∂(rate at the end of the step) \[s\]; the derivative of `rate` itself is one.
    pub(crate) time: L,
}

impl<L: Lanes> Squeeze<L> {
    /// From the penetration found in the predicted middle of a step `h` \[s\], and its rates at both ends of the step.
    ///
    /// A ray that touches takes its elastic force from the mean of the step, which neither feeds nor damps an
    /// oscillation, and its damping from the end. A ray on its way to the target feels what it will have reached: else it
    /// would dive for a whole step, and push back with all of it at the next.
    #[inline(always)]
    pub(crate) fn over_step(middle: L, before: L, after: L, h: f64) -> Self {
        let begin = middle - L::splat(0.5 * h) * before;
        let quarter = L::splat(0.25 * h);
        // The prediction went on with the old rate; the mean of the step goes on with the mean of both.
        let mean = middle + quarter * (after - before);
        let touching = L::splat(0.0).at_most(begin);
        if L::bits(touching) == L::ALL {
            return Self { penetration: mean, rate: after, time: quarter };
        }
        let whole = L::splat(h);
        let reached = begin + whole * after;
        Self {
            penetration: L::select(touching, mean, reached),
            rate: L::select(touching, after, reached * L::splat(1.0 / h)),
            time: L::select(touching, quarter, whole),
        }
    }
}
