//! Bodies that rest, and need not be looked at until something changes.
//!
//! A tree sleeps if the last step ended as it began, to the last bit: positions, bristles, motors. While nothing acts on it from outside, the next step would end the
//! same way, and is left out. Nothing is lost but time.

use crate::model::Model;

/// Which trees rest.
#[derive(Clone, Debug)]
pub(crate) struct Sleep {
    pub(crate) awake: Vec<bool>,
    /// A number that trees share which came to rest together.
    pub(crate) with: Vec<u32>,
    /// Whether the last step of each ended at rest: a hint where to begin, of no effect on the result.
    pub(crate) still: Vec<bool>,
    groups: u32,
    /// The step at which they rest \[s\].
    step: f64,
}

impl Sleep {
    pub(crate) fn new(model: &Model) -> Self {
        let trees = model.mechanism.trees.len();
        Self {
            awake: vec![true; trees],
            with: vec![0; trees],
            still: vec![false; trees],
            groups: 0,
            step: 0.0,
        }
    }

    /// Something has changed.
    pub(crate) fn wake_all(&mut self) {
        self.awake.fill(true);
    }

    /// A step of length `h` \[s\] begins: what rests does so for steps of one length.
    pub(crate) fn begin(&mut self, h: f64) {
        if self.step != h {
            self.wake_all();
            self.step = h;
        }
        if self.groups > u32::MAX - 1000 {
            self.wake_all();
            self.groups = 0;
        }
    }

    /// The trees of an island have come to rest together.
    pub(crate) fn fall_asleep(&mut self, trees: &[usize]) {
        self.groups += 1;
        for &tree in trees {
            (self.awake[tree], self.with[tree]) = (false, self.groups);
        }
    }
}
