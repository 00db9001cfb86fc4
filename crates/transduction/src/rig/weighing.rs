//! A weight is put on, and the device is watched.

use super::RigError;
use crate::{Chain, Surroundings};

/// How a weight is put on and watched. All times count from the first frame that is not empty, as in a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighing {
    /// Time in which the load grows from nothing to all \[s\]. By hand: 0.5.
    pub ramp: f64,
    /// Step \[s\].
    pub step: f64,
    /// Time that is watched \[s\].
    pub duration: f64,
    /// What is around the pad.
    pub surroundings: Surroundings,
}

impl Default for Weighing {
    fn default() -> Self {
        Self { ramp: 0.5, step: 0.01, duration: 10.5, surroundings: Surroundings { celsius: 30.0 } }
    }
}

/// What a device said of a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// Times of the frames, from the first one that is not empty \[s\].
    pub times: Vec<f64>,
    /// Sum of each frame.
    pub sums: Vec<f64>,
    /// Texels that are not 0 in each frame.
    pub active: Vec<f64>,
    /// The frame nearest to 5 s.
    pub image: Vec<f64>,
}

impl Weighing {
    /// Puts a weight on that gives the texels `forces` \[N\] in the end.
    pub fn watch(&self, chain: &Chain, forces: &[f64]) -> Result<Weighed, RigError> {
        let mut state = chain.start();
        let mut load = vec![0.0; forces.len()];
        let mut weighed = Weighed {
            times: Vec::new(),
            sums: Vec::new(),
            active: Vec::new(),
            image: vec![0.0; forces.len()],
        };
        let mut onset = None;
        let mut frames = 0;
        // A load that never shows is watched for as long as one that shows at once.
        let steps = ((self.duration + self.ramp) / self.step).ceil() as usize;
        for step in 1..=steps {
            let time = step as f64 * self.step;
            let share = if self.ramp > 0.0 { (time / self.ramp).min(1.0) } else { 1.0 };
            load.iter_mut().zip(forces).for_each(|(load, force)| *load = share * force);
            let readings = chain.advance(&mut state, self.step, &load, &self.surroundings)?;
            let sum: f64 = readings.iter().sum();
            if onset.is_none() && sum > 0.0 {
                onset = Some(time);
            }
            if state.frames() == frames {
                continue;
            }
            frames = state.frames();
            let Some(onset) = onset else { continue };
            let since = time - onset;
            if since > self.duration {
                break;
            }
            weighed.times.push(since);
            weighed.sums.push(sum);
            weighed.active.push(state.readings().iter().filter(|&&x| x > 0.0).count() as f64);
            if since <= 5.0 {
                weighed.image.copy_from_slice(state.readings());
            }
        }
        Ok(weighed)
    }
}

impl Weighed {
    /// Mean sum from 4 s to 6 s.
    pub fn sum(&self) -> f64 {
        mean(&self.times, &self.sums, 4.0, 6.0)
    }

    /// Mean number of texels that are not 0, from 4 s to 6 s.
    pub fn active(&self) -> f64 {
        mean(&self.times, &self.active, 4.0, 6.0)
    }

    /// Sum at 10 s over sum at 1 s, each a mean over 0.3 s.
    pub fn creep_ratio(&self) -> f64 {
        mean(&self.times, &self.sums, 9.85, 10.15) / mean(&self.times, &self.sums, 0.85, 1.15)
    }
}

/// Mean of the values from one time to another; 0 if there are none.
fn mean(times: &[f64], values: &[f64], from: f64, to: f64) -> f64 {
    let inside = times.iter().zip(values).filter(|(time, _)| (from..=to).contains(*time));
    let (sum, count) = inside.fold((0.0, 0.0), |(sum, count), (_, value)| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}
