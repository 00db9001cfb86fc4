//! From the truth to what a sensor says.

use super::value::MOST;
use super::{Sensor, SensorKind, SensorState, SensorValue, Truth, distance, motion, noise, sampling, touch};
use crate::BodyId;
use std::f64::consts::TAU;

impl Sensor {
    /// Looks at the truth after a step, takes a sample if one is due, and gives what the sensor says from now on. Only kinds of a
    /// user's own fail, with what they say.
    pub fn measure<'s>(&self, truth: &Truth, state: &'s mut SensorState) -> Result<&'s SensorValue, String> {
        self.look(truth, state)?;
        Ok(&state.value)
    }

    fn look(&self, truth: &Truth, state: &mut SensorState) -> Result<(), String> {
        let due = sampling::due(self.rate, state.next, truth.time, truth.h);
        if due.is_none() && self.bandwidth.is_none() && state.memory.is_empty() {
            return Ok(());
        }
        // What a sensor sits on was checked when the model was built.
        let Some(()) = self.see(truth, state)? else { return Ok(()) };
        self.filter(truth.h, state);
        let Some(sample) = due else { return Ok(()) };
        state.next = sample + 1;

        let speed = |joint: BodyId| truth.velocities.get(joint.0).copied().unwrap_or(0.0);
        let driven = self.drives.iter().map(|&(joint, gain)| (gain * speed(joint)).powi(2)).sum::<f64>();
        let SensorState { value, seen, filtered, tare, .. } = state;
        let passed = if self.bandwidth.is_some() { &*filtered } else { &*seen };
        let (first, earlier) = (value.values.first().copied(), value.time);
        value.time = Some(truth.time);
        value.saturated = false;
        let channels = value.values.iter_mut().zip(&*tare).zip(passed.iter().zip(&self.bias));
        for (index, ((shown, tare), (truth, bias))) in channels.enumerate() {
            let offset = truth + bias;
            let Some(response) = self.kind.response(index) else {
                *shown = offset;
                continue;
            };
            let deviation = if driven > 0.0 { response.noise.hypot(driven.sqrt()) } else { response.noise };
            let loud = deviation > 0.0;
            let error = if loud { deviation * noise::normal(self.stream, sample, index) } else { 0.0 };
            let (told, saturated) = response.told(offset + error);
            *shown = told - tare;
            value.saturated |= saturated;
        }
        match &self.kind {
            SensorKind::Encoder { .. } => {
                let moved = value.values[0] - first.unwrap_or(0.0);
                // The first sample has nothing to differ from.
                value.values[1] = earlier.map_or(0.0, |earlier| moved / (truth.time - earlier));
            }
            SensorKind::Distance { response, .. } => {
                // Nothing within range is the range, and counts as saturated. No distance is below zero.
                value.values[0] = value.values[0].max(-tare[0]);
                value.saturated |= response.range.is_some_and(|range| seen[0] >= range);
            }
            _ => {}
        }
        Ok(())
    }

    /// Finds the truth about each channel; nothing if what it is about does not exist.
    fn see(&self, truth: &Truth, state: &mut SensorState) -> Result<Option<()>, String> {
        state.seen.resize(self.bias.len(), 0.0);
        let SensorKind::Own(own) = &self.kind else {
            let Some(numbers) = self.see_built_in(truth) else { return Ok(None) };
            state.seen.iter_mut().zip(numbers).for_each(|(seen, number)| *seen = number);
            return Ok(Some(()));
        };
        own.0.measure(truth, &mut state.memory, &mut state.seen)?;
        let channels = self.kind.channels().iter().zip(&state.seen);
        let kept = state.memory.iter().map(|number| ("what it keeps", number));
        for (what, number) in channels.map(|(channel, number)| (channel.name, number)).chain(kept) {
            if !number.is_finite() {
                return Err(format!("{what} is {number}; it must be finite"));
            }
        }
        Ok(Some(()))
    }

    fn see_built_in(&self, truth: &Truth) -> Option<[f64; MOST]> {
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
            SensorKind::Own(_) => None,
        }
    }

    /// A low-pass of first order, exact for a truth that is constant over the step; at first it is settled.
    fn filter(&self, h: f64, state: &mut SensorState) {
        let Some(bandwidth) = self.bandwidth else { return };
        let share = -(-TAU * bandwidth * h).exp_m1();
        if state.filtered.is_empty() {
            state.filtered.clone_from(&state.seen);
        }
        for (after, seen) in state.filtered.iter_mut().zip(&state.seen) {
            *after += share * (seen - *after);
        }
        // A state is not a quantity: between sticking and slipping there is no mean.
        if let SensorKind::TexelSlip { .. } = self.kind {
            state.filtered[4] = state.seen[4];
        }
    }
}
