//! What the tests of the skin share: pads, materials, targets on rails, and a rig that feels them.

pub(crate) mod block;
pub(crate) mod dice;
pub(crate) mod material;
pub(crate) mod rail;
pub(crate) mod rig;
pub(crate) mod shapes;

/// Sides of the pad of Moisio et al. (2013): 14 × 6 texels at 3.4 mm \[m\].
pub(crate) const PAD_LENGTH: f64 = 14.0 * 3.4e-3;
/// See [`PAD_LENGTH`].
pub(crate) const PAD_WIDTH: f64 = 6.0 * 3.4e-3;
/// Room for a handful of roundings.
pub(crate) const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The pad above, divided `fineness` times finer each way.
pub(crate) fn pad(fineness: usize) -> bristle_skin::SkinLayout {
    bristle_skin::SkinLayout::grid(14 * fineness, 6 * fineness, 3.4e-3 / fineness as f64).unwrap()
}

/// A small flat array at the same pitch.
pub(crate) fn array(rows: usize, columns: usize) -> bristle_skin::SkinLayout {
    bristle_skin::SkinLayout::grid(rows, columns, 3.4e-3).unwrap()
}

/// The layout with its rays spread by `pattern`.
pub(crate) fn sampled(
    layout: bristle_skin::SkinLayout,
    pattern: bristle_skin::layout::SamplePattern,
) -> bristle_skin::SkinLayout {
    layout.with_samples(pattern).unwrap()
}

/// Order of convergence seen between two errors, the second at a pitch `refinement` times finer.
pub(crate) fn order(coarse: f64, fine: f64, refinement: f64) -> f64 {
    (coarse / fine).abs().ln() / refinement.ln()
}
