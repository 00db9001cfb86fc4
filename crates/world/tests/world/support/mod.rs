//! What the tests of the world share: materials, bodies, pads, and time that passes.

pub(crate) mod bodies;
pub(crate) mod material;
pub(crate) mod passing;

/// Gravity of the weighing test of Moisio et al. (2013) \[m/s²\].
pub(crate) const G: f64 = 9.8;

/// Order of convergence seen between two errors, the second at a step `refinement` times finer.
pub(crate) fn order(coarse: f64, fine: f64, refinement: f64) -> f64 {
    (coarse / fine).abs().ln() / refinement.ln()
}
