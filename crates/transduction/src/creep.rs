//! Creep and relaxation: readings go on changing under a constant load.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, accept, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One exponential of a linear viscoelastic response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreepTerm {
    /// What it adds in the end, as a share of the load: positive for creep, negative for relaxation.
    pub share: f64,
    /// Its time constant \[s\].
    pub time: f64,
}

/// Linear viscoelastic creep: a chain of Kelvin–Voigt elements behind a spring.
///
/// `y = x + Σ share · w`, `ẇ = (x − w)/time`. Under a constant load y grows by `share (1 − exp(−t/time))`. For a signal
/// that is a straight line between steps the solution is exact, whatever the step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Creep {
    /// The exponentials.
    pub terms: Vec<CreepTerm>,
}

impl Creep {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        for (i, term) in self.terms.iter().enumerate() {
            within(&format!("terms[{i}].share"), term.share, -1.0, 100.0, "")?;
            within(&format!("terms[{i}].time"), term.time, 1e-6, 1e9, "s")?;
        }
        let relaxed: f64 = self.terms.iter().map(|term| term.share.min(0.0)).sum();
        accept(relaxed >= -1.0, "sum of the negative shares", relaxed, || {
            "at least -1: no more can relax than there is".to_owned()
        })
    }
}

/// Weights of a first-order lag over a step: of its old value, of the signal at the start and at the end of the step.
fn weights(dt: f64, time: f64) -> (f64, f64, f64) {
    let z = dt / time;
    let gone = -(-z).exp_m1();
    // 1 − gone/z, which cancels for small z.
    let ramp = if z < 1e-3 { z * (0.5 - z * (1.0 / 6.0 - z / 24.0)) } else { 1.0 - gone / z };
    (1.0 - gone, gone - ramp, ramp)
}

impl ActiveLayer for Creep {
    /// The last signal, then one value per term.
    fn room(&self, texels: usize) -> usize {
        (1 + self.terms.len()) * texels
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        let texels = signal.len();
        let (last, lags) = memory.values.split_at_mut(texels);
        // `last` is needed by all terms, and `signal` becomes the sum: change places first.
        for (x, last) in signal.iter_mut().zip(last.iter_mut()) {
            std::mem::swap(x, last);
        }
        // Now `last` holds the signal at the end of the step, and `signal` that at its begin.
        for (term, lags) in self.terms.iter().zip(lags.chunks_exact_mut(texels)) {
            let (kept, begin, end) = weights(step.dt, term.time);
            for ((w, x0), x1) in lags.iter_mut().zip(signal.iter()).zip(last.iter()) {
                *w = kept * *w + begin * x0 + end * x1;
            }
        }
        signal.copy_from_slice(last);
        for (term, lags) in self.terms.iter().zip(lags.chunks_exact(texels)) {
            for (x, w) in signal.iter_mut().zip(lags) {
                *x += term.share * w;
            }
        }
    }
}
