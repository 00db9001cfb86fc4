//! Delay: readings are late.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What comes out is what went in `time` seconds ago; zero before anything did.
///
/// Exact for a signal that is a straight line between steps, whatever the step. Behind a sampler frames hold their values,
/// so a delay there counts as whole frames, rounded up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delay {
    /// The delay \[s\].
    pub time: f64,
}

/// Steps that are shorter than the delay by more than this are not kept one by one: memory stays bounded.
const FINEST: f64 = 4096.0;

impl Delay {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("time", self.time, 0.0, 3600.0, "s")
    }
}

impl ActiveLayer for Delay {
    fn room(&self, texels: usize) -> usize {
        16 * (texels + 1)
    }

    fn begin(&self, texels: usize) -> Memory {
        // One row: nothing, at time 0.
        Memory { values: vec![0.0; self.room(texels)], length: 1, ..Memory::default() }
    }

    fn fits(&self, memory: &Memory, texels: usize) -> bool {
        let rows = memory.values.len() / (texels + 1);
        let whole = memory.values.len() == rows * (texels + 1);
        whole && rows >= 2 && memory.first < rows && (1..=rows).contains(&memory.length)
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        memory.clock += step.dt;
        let now = memory.clock;
        let mut ring = Ring { width: signal.len() + 1, memory };
        ring.push(now, signal, self.time / FINEST);
        // Frame times are multiples of a period, up to rounding.
        let wanted = now - self.time + if step.in_frames { 1e-6 * step.dt } else { 0.0 };
        while ring.memory.length > 1 && ring.row(1)[0] <= wanted {
            ring.drop_first();
        }
        let (before, after) = (ring.row(0), if ring.memory.length > 1 { ring.row(1) } else { ring.row(0) });
        let gap = after[0] - before[0];
        let share = if step.in_frames || gap <= 0.0 { 0.0 } else { (wanted - before[0]) / gap };
        let share = share.clamp(0.0, 1.0);
        for ((x, a), b) in signal.iter_mut().zip(&before[1..]).zip(&after[1..]) {
            *x = a + share * (b - a);
        }
    }
}

/// Rows of a time and a value per texel, oldest first, that wander round in a memory.
struct Ring<'m> {
    memory: &'m mut Memory,
    width: usize,
}

impl Ring<'_> {
    fn rows(&self) -> usize {
        self.memory.values.len() / self.width
    }

    fn begin_of(&self, number: usize) -> usize {
        (self.memory.first + number) % self.rows() * self.width
    }

    fn row(&self, number: usize) -> &[f64] {
        let begin = self.begin_of(number);
        &self.memory.values[begin..begin + self.width]
    }

    fn drop_first(&mut self) {
        self.memory.first = (self.memory.first + 1) % self.rows();
        self.memory.length -= 1;
    }

    /// Adds a row, or puts it in the place of the last one if that is not `apart` from the one before.
    fn push(&mut self, time: f64, signal: &[f64], apart: f64) {
        let length = self.memory.length;
        let crowded = length >= 2 && self.row(length - 1)[0] - self.row(length - 2)[0] < apart;
        if !crowded {
            if length == self.rows() {
                self.grow();
            }
            self.memory.length += 1;
        }
        let begin = self.begin_of(self.memory.length - 1);
        let row = &mut self.memory.values[begin..begin + self.width];
        row[0] = time;
        row[1..].copy_from_slice(signal);
    }

    fn grow(&mut self) {
        let first = self.memory.first * self.width;
        self.memory.values.rotate_left(first);
        self.memory.first = 0;
        let twice = 2 * self.memory.values.len();
        self.memory.values.resize(twice, 0.0);
    }
}
