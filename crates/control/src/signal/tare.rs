//! Zero of a tactile array: what its cells read before anything touches.

use super::SignalError;
use super::error::positive;

/// Averages the frames of the first moments, and subtracts the mean from those that follow.
///
/// Cells of a real array read something when nothing touches them, each its own (Romano et al. 2011, §III: the mean of the first 0.25 s before each
/// grasp is subtracted).
#[derive(Clone, Debug, PartialEq)]
pub struct Tare {
    duration: f64,
    began: Option<f64>,
    frames: u32,
    /// Sums while frames are collected, then means.
    zero: Vec<f64>,
    done: bool,
}

impl Tare {
    /// How long Romano et al. average \[s\].
    pub const DURATION: f64 = 0.25;

    /// Over a time \[s\] from the first frame on.
    pub fn over(duration: f64) -> Result<Self, SignalError> {
        positive("the duration of the tare [s]", duration)?;
        Ok(Self { duration, began: None, frames: 0, zero: Vec::new(), done: false })
    }

    /// Begins anew with the next frame.
    pub fn restart(&mut self) {
        (self.began, self.frames, self.done) = (None, 0, false);
        self.zero.clear();
    }

    /// Whether the zero is known.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// What each cell reads when nothing touches it; empty until it is known.
    pub fn zero(&self) -> &[f64] {
        if self.done { &self.zero } else { &[] }
    }

    /// Takes a frame of a time \[s\]: adds it to the mean while that is collected, and after that subtracts the mean from it. While it is collected
    /// all cells become 0.
    pub fn apply(&mut self, time: f64, frame: &mut [f64]) {
        if !self.done {
            let began = *self.began.get_or_insert(time);
            if time - began < self.duration || self.frames == 0 {
                self.zero.resize(frame.len(), 0.0);
                self.zero.iter_mut().zip(frame.iter()).for_each(|(sum, value)| *sum += value);
                self.frames += 1;
                frame.fill(0.0);
                return;
            }
            let frames = f64::from(self.frames);
            self.zero.iter_mut().for_each(|sum| *sum /= frames);
            self.done = true;
        }
        frame.iter_mut().zip(&self.zero).for_each(|(value, zero)| *value -= zero);
    }
}
