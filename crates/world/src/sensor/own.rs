//! Sensors that users write.

use super::{Channel, Response, Truth};
use std::fmt::Debug;
use std::sync::Arc;

/// A kind of sensor of one's own: numbers that are found from the truth after a step.
///
/// The [`Sensor`](super::Sensor) around it adds what real ones have: sampling rate, bandwidth, bias, noise, range, resolution, tare. What it
/// tells appears wherever the built-in kinds do.
pub trait Measure: Debug + Send + Sync {
    /// Names and units of what it tells; always the same. [`Channel::list`] makes a list from names that are not known
    /// beforehand.
    fn channels(&self) -> &'static [Channel];

    /// Finds the truth about each channel after a step.
    ///
    /// It may depend on the truth and the memory only: then runs can be repeated, and restored states go on with the same bits. An
    /// error says why there is no number; the step fails with it.
    fn measure(&self, truth: &Truth, memory: &mut [f64], values: &mut [f64]) -> Result<(), String>;

    /// How many numbers it keeps from one step to the next, zero at first. They belong to the world's state. With any, it
    /// measures after every step; else only when a sample is due.
    fn memory(&self) -> usize {
        0
    }

    /// How well a channel is told; `None` for one that noise, bias and tare leave alone.
    fn response(&self, channel: usize) -> Option<&Response> {
        let _ = channel;
        Some(&Response::IDEAL)
    }
}

/// A kind that a user wrote. It is equal to its clones only.
#[derive(Clone, Debug)]
pub struct OwnKind(pub(super) Arc<dyn Measure>);

impl PartialEq for OwnKind {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
