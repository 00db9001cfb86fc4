//! Hysteresis: readings lag behind on the way up and on the way down.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, accept, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A share of the signal that is dragged along with play, as by a pin in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Share of the signal, above 0; all shares together at most 1.
    pub share: f64,
    /// Half the width of the slot, in the unit of the signal (\[N\] before a transfer curve).
    pub width: f64,
}

/// Hysteresis after Prandtl and Ishlinskii: a sum of play operators.
///
/// `y = (1 − Σ share) x + Σ share · p`, where every `p` stays within `width` of x and moves only when it must. It does not
/// depend on speed. Between x₀ and x₀ + 2a one play with width r ≤ a encloses a loop of the area `4 · share · r (a − r)`.
/// After a load is gone, up to `Σ share · width` remains: the after-image of a real pad.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hysteresis {
    /// The play operators.
    pub terms: Vec<Play>,
}

impl Hysteresis {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        for (i, term) in self.terms.iter().enumerate() {
            within(&format!("terms[{i}].share"), term.share, 0.0, 1.0, "")?;
            within(&format!("terms[{i}].width"), term.width, 0.0, 1e9, "")?;
        }
        let sum: f64 = self.terms.iter().map(|term| term.share).sum();
        accept(sum <= 1.0 + 1e-12, "sum of the shares", sum, || "at most 1".to_owned())
    }
}

impl ActiveLayer for Hysteresis {
    fn room(&self, texels: usize) -> usize {
        self.terms.len() * texels
    }

    fn advance(&self, memory: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        let plays = self.terms.len();
        if plays == 0 {
            return;
        }
        let direct = 1.0 - self.terms.iter().map(|term| term.share).sum::<f64>();
        for (x, pins) in signal.iter_mut().zip(memory.values.chunks_exact_mut(plays)) {
            let mut y = direct * *x;
            for (pin, term) in pins.iter_mut().zip(&self.terms) {
                *pin = pin.max(*x - term.width).min(*x + term.width);
                y += term.share * *pin;
            }
            *x = y;
        }
    }
}
