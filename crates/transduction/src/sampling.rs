//! Sampling: readings come in frames.

use crate::active_layer::{Memory, Step};
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Frames at whole multiples of a period, held in between.
///
/// Layers behind a sampler are at work once per frame. A frame shows the signal at its own instant, on the straight line
/// between two steps, so that frames do not depend on how a run is cut into steps; a step may hold several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Frames per second \[Hz\].
    pub rate: f64,
}

impl Sampling {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("rate", self.rate, 1e-6, 1e6, "Hz")
    }

    /// Calls `frame` for every frame within the step, with the signal at its instant.
    pub(crate) fn frames(
        &self,
        memory: &mut Memory,
        step: &Step<'_>,
        signal: &mut [f64],
        mut frame: impl FnMut(&Step<'_>, &mut [f64]),
    ) {
        let (last, now) = memory.values.split_at_mut(signal.len());
        now.copy_from_slice(signal);
        let (begin, end) = (memory.clock, memory.clock + step.dt);
        let between = Step { dt: 1.0 / self.rate, in_frames: true, slid: &[], ..*step };
        loop {
            let due = (memory.count + 1) as f64 / self.rate;
            // A step that ends on a frame shall deliver it, in spite of rounding.
            if due > end + 1e-9 * step.dt {
                break;
            }
            let share = ((due - begin) / step.dt).clamp(0.0, 1.0);
            for ((x, a), b) in signal.iter_mut().zip(last.iter()).zip(now.iter()) {
                *x = a + share * (b - a);
            }
            memory.count += 1;
            frame(&between, signal);
        }
        last.copy_from_slice(now);
        memory.clock = end;
    }
}
