//! Drift with temperature.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Zero and gain move in proportion to the pad's temperature above a reference.
///
/// `y = x · max(0, 1 + gain_per_kelvin · ΔT) + offset_per_kelvin · ΔT`. The pad follows its surroundings with the time
/// constant `lag`; it begins as warm as they are in the first step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// Where there is no drift \[°C\].
    pub reference_celsius: f64,
    /// Relative change of gain \[1/K\].
    #[serde(default)]
    pub gain_per_kelvin: f64,
    /// Shift of zero \[unit of the signal per K\].
    #[serde(default)]
    pub offset_per_kelvin: f64,
    /// Time constant of the pad's warming \[s\]; 0 for none.
    #[serde(default)]
    pub lag: f64,
}

impl Drift {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("reference_celsius", self.reference_celsius, -273.15, 1000.0, "°C")?;
        within("gain_per_kelvin", self.gain_per_kelvin, -1.0, 1.0, "1/K")?;
        within("offset_per_kelvin", self.offset_per_kelvin, -1e9, 1e9, "per K")?;
        within("lag", self.lag, 0.0, 1e9, "s")
    }
}

impl ActiveLayer for Drift {
    fn room(&self, _: usize) -> usize {
        0
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        let pad = &mut memory.clock;
        if memory.count == 0 || self.lag == 0.0 {
            *pad = step.celsius;
        } else {
            *pad += (step.celsius - *pad) * -(-step.dt / self.lag).exp_m1();
        }
        memory.count += 1;
        let warmer = *pad - self.reference_celsius;
        let gain = (1.0 + self.gain_per_kelvin * warmer).max(0.0);
        let offset = self.offset_per_kelvin * warmer;
        for x in signal {
            *x = *x * gain + offset;
        }
    }
}
