//! Ageing: gain wears off with touches, and with time under load.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Gain that falls, texel by texel, with use.
///
/// `y = x · (least + (1 − least) exp(−wear))`, where the wear of a texel is
/// `touches/life_touches + ∫|x| dt/life_load`. A touch is counted when the signal rises above `touch`, and the next one
/// after it has fallen below half of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ageing {
    /// Touches after which 1/e of what can be lost remains; left out, touches do not wear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_touches: Option<f64>,
    /// Load times time after which 1/e of what can be lost remains \[unit of the signal · s\]; left out, load does not wear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_load: Option<f64>,
    /// Signal from which a touch counts.
    #[serde(default)]
    pub touch: f64,
    /// Gain that is never lost.
    #[serde(default)]
    pub least: f64,
    /// Wear at the start: 0 for a new pad.
    #[serde(default)]
    pub wear: f64,
}

impl Ageing {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("life_touches", self.life_touches.unwrap_or(1.0), 1e-3, 1e15, "touches")?;
        within("life_load", self.life_load.unwrap_or(1.0), 1e-6, 1e18, "s times the unit of the signal")?;
        within("touch", self.touch, 0.0, 1e9, "")?;
        within("least", self.least, 0.0, 1.0, "")?;
        within("wear", self.wear, 0.0, 1e3, "")
    }
}

impl ActiveLayer for Ageing {
    /// Wear, last signal, and 1 while touched.
    fn room(&self, texels: usize) -> usize {
        3 * texels
    }

    fn begin(&self, texels: usize) -> Memory {
        let mut values = vec![0.0; 3 * texels];
        values.chunks_exact_mut(3).for_each(|cell| cell[0] = self.wear);
        Memory { values, ..Memory::default() }
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        let per_touch = self.life_touches.map_or(0.0, f64::recip);
        let per_load = self.life_load.map_or(0.0, f64::recip);
        for (x, cell) in signal.iter_mut().zip(memory.values.chunks_exact_mut(3)) {
            let [wear, last, touched] = cell else { continue };
            if *touched == 0.0 && *x > self.touch {
                *touched = 1.0;
                *wear += per_touch;
            } else if *touched != 0.0 && *x <= 0.5 * self.touch {
                *touched = 0.0;
            }
            *wear += per_load * 0.5 * (x.abs() + last.abs()) * step.dt;
            *last = *x;
            *x *= self.least + (1.0 - self.least) * (-*wear).exp();
        }
    }
}
