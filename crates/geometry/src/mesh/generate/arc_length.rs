//! Cutting a curve into pieces of equal length.

use glam::DVec3;

/// Arc length of a curve, tabulated over its parameter.
pub(super) struct ArcTable {
    parameters: Vec<f64>,
    /// Length from the start to each parameter \[m\]; never falls.
    lengths: Vec<f64>,
}

impl ArcTable {
    /// Walks `curve` from parameter `from` to `to` in `steps` straight pieces.
    pub(super) fn new(curve: impl Fn(f64) -> DVec3, from: f64, to: f64, steps: usize) -> Self {
        let parameters: Vec<f64> =
            (0..=steps).map(|step| from + (to - from) * step as f64 / steps as f64).collect();
        let mut lengths = vec![0.0; steps + 1];
        let mut last = curve(from);
        for step in 1..=steps {
            let here = curve(parameters[step]);
            lengths[step] = lengths[step - 1] + here.distance(last);
            last = here;
        }
        Self { parameters, lengths }
    }

    /// The whole length \[m\].
    pub(super) fn total(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Adds the lengths of another table over the same parameters, for a division that suits both curves.
    pub(super) fn add(&mut self, other: &Self) {
        self.lengths.iter_mut().zip(&other.lengths).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Multiplies all lengths.
    pub(super) fn scale(&mut self, factor: f64) {
        self.lengths.iter_mut().for_each(|length| *length *= factor);
    }

    /// The `parts + 1` parameters that cut the curve into parts of equal length, both ends included.
    pub(super) fn divide(&self, parts: usize) -> Vec<f64> {
        let last = self.lengths.len() - 1;
        let mut cuts = Vec::with_capacity(parts + 1);
        cuts.push(self.parameters[0]);
        for part in 1..parts {
            let wanted = self.total() * part as f64 / parts as f64;
            let above = self.lengths.partition_point(|l| *l < wanted).clamp(1, last);
            let (low, high) = (self.lengths[above - 1], self.lengths[above]);
            let share = if high > low { (wanted - low) / (high - low) } else { 0.0 };
            let (from, to) = (self.parameters[above - 1], self.parameters[above]);
            cuts.push(from + (to - from) * share);
        }
        cuts.push(self.parameters[last]);
        cuts
    }
}
