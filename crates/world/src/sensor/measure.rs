//! From the truth to what a sensor says.

use super::value::MOST;
use super::{Sensor, SensorKind, SensorState, SensorValue, Truth, distance, motion, noise, sampling, touch};
use std::f64::consts::TAU;

impl Sensor {
    /// Looks at the truth after a step, takes a sample if one is due, and gives what the sensor says from now on.
    pub fn measure(&self, truth: &Truth, state: &mut SensorState) -> SensorValue {
        self.look(truth, state);
        state.value
    }

    fn look(&self, truth: &Truth, state: &mut SensorState) {
        let due = sampling::due(self.rate, state.next, truth.time, truth.h);
        if due.is_none() && self.bandwidth.is_none() {
            return;
        }
        // What a sensor sits on was checked when the model was built.
        let Some(seen) = self.see(truth) else { return };
        let passed = self.filter(seen, truth.h, state);
        let Some(sample) = due else { return };
        state.next = sample + 1;

        let before = state.value;
        state.value.time = Some(truth.time);
        state.value.saturated = false;
        let shown = passed.iter().zip(&self.bias).take(self.kind.channels().len());
        for (index, (truth, bias)) in shown.enumerate() {
            let offset = truth + bias;
            let Some(response) = self.kind.response(index) else {
                state.value.values[index] = offset;
                continue;
            };
            let loud = response.noise > 0.0;
            let error = if loud { response.noise * noise::normal(self.stream, sample, index) } else { 0.0 };
            let (told, saturated) = response.told(offset + error);
            state.value.values[index] = told - state.tare[index];
            state.value.saturated |= saturated;
        }
        match self.kind {
            SensorKind::Encoder { .. } => {
                let moved = state.value.values[0] - before.values[0];
                // The first sample has nothing to differ from.
                let speed = before.time.map_or(0.0, |earlier| moved / (truth.time - earlier));
                state.value.values[1] = speed;
            }
            SensorKind::Distance { response, .. } => {
                // Nothing within range is the range, and counts as saturated. No distance is below zero.
                state.value.values[0] = state.value.values[0].max(-state.tare[0]);
                state.value.saturated |= response.range.is_some_and(|range| seen[0] >= range);
            }
            _ => {}
        }
    }

    /// The truth about each channel.
    fn see(&self, truth: &Truth) -> Option<[f64; MOST]> {
        match self.kind {
            SensorKind::ForceTorque { body, pose, .. } => motion::load(truth, body, pose),
            SensorKind::Accelerometer { body, pose, .. } => motion::proper_acceleration(truth, body, pose),
            SensorKind::Gyro { body, pose, .. } => motion::turn(truth, body, pose),
            SensorKind::Encoder { body, .. } => {
                truth.positions.get(body.0).map(|&q| [q, 0.0, 0.0, 0.0, 0.0, 0.0])
            }
            SensorKind::Touch { skin, .. } => touch::sum(truth, skin),
            SensorKind::TexelSlip { skin, texel } => touch::slip(truth, skin, texel),
            SensorKind::Distance { body, pose, response } => {
                distance::ahead(truth, body, pose, response.range?)
            }
        }
    }

    /// A low-pass of first order, exact for a truth that is constant over the step; at first it is settled.
    fn filter(&self, seen: [f64; MOST], h: f64, state: &mut SensorState) -> [f64; MOST] {
        let Some(bandwidth) = self.bandwidth else { return seen };
        let share = -(-TAU * bandwidth * h).exp_m1();
        let before = state.filtered.unwrap_or(seen);
        let mut after = std::array::from_fn(|i| before[i] + share * (seen[i] - before[i]));
        // A state is not a quantity: between sticking and slipping there is no mean.
        if let SensorKind::TexelSlip { .. } = self.kind {
            after[4] = seen[4];
        }
        state.filtered = Some(after);
        after
    }
}
