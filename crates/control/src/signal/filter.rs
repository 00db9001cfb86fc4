//! A filter at work, sample by sample.

use super::design::Roots;
use super::{Design, SignalError};

/// A digital filter and what it remembers: a chain of sections of second order, in transposed direct form II.
///
/// It takes one sample at a time, so that a signal gives the same bits however it is cut into pieces. A clone goes on as the original does.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    sections: Vec<Section>,
    state: Vec<[f64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Section {
    b: [f64; 3],
    a: [f64; 2],
}

impl Filter {
    /// The filter of a design, at rest: all samples before the first were 0.
    pub fn new(design: &Design) -> Result<Self, SignalError> {
        let sections = sections(design.roots()?);
        Ok(Self { state: vec![[0.0; 2]; sections.len()], sections })
    }

    /// Takes a sample and gives what comes out.
    pub fn next(&mut self, sample: f64) -> f64 {
        let mut x = sample;
        for (Section { b, a }, state) in self.sections.iter().zip(&mut self.state) {
            let y = b[0] * x + state[0];
            state[0] = b[1] * x - a[0] * y + state[1];
            state[1] = b[2] * x - a[1] * y;
            x = y;
        }
        x
    }

    /// Filters samples in place.
    pub fn process(&mut self, samples: &mut [f64]) {
        samples.iter_mut().for_each(|sample| *sample = self.next(*sample));
    }

    /// Goes back to rest.
    pub fn reset(&mut self) {
        self.state.fill([0.0; 2]);
    }

    /// Puts it into the state that it has after a constant signal of this value. A high-pass then begins without the jump from 0.
    pub fn settle(&mut self, value: f64) {
        let mut x = value;
        for (Section { b, a }, state) in self.sections.iter().zip(&mut self.state) {
            let y = x * (b[0] + b[1] + b[2]) / (1.0 + a[0] + a[1]);
            state[1] = b[2] * x - a[1] * y;
            state[0] = b[1] * x - a[0] * y + state[1];
            x = y;
        }
    }
}

/// Poles in pairs, each with two zeros; a real pole that is left over makes a section of first order.
///
/// Sections whose poles are nearest to the unit circle come last. The whole gain is in the first.
fn sections(roots: Roots) -> Vec<Section> {
    let Roots { mut zeros, poles, gain } = roots;
    let mut real: Vec<f64> = poles.iter().filter(|pole| pole.im == 0.0).map(|pole| pole.re).collect();
    real.sort_by(f64::total_cmp);
    // Numerators: (a₁, a₂, whether the section is of second order).
    let mut denominators: Vec<([f64; 2], bool)> = poles
        .iter()
        .filter(|pole| pole.im > 0.0)
        .map(|pole| ([-2.0 * pole.re, pole.norm_sqr()], true))
        .collect();
    let pairs = real.chunks_exact(2);
    let left = pairs.remainder().first().copied();
    denominators.extend(pairs.map(|pair| ([-pair[0] - pair[1], pair[0] * pair[1]], true)));
    denominators.sort_by(|x, y| x.0[1].total_cmp(&y.0[1]));
    denominators.splice(0..0, left.map(|pole| ([-pole, 0.0], false)));
    let mut gain = gain;
    denominators
        .into_iter()
        .map(|(a, second)| {
            let one = zeros.pop().unwrap_or(0.0);
            let other = if second { zeros.pop().unwrap_or(0.0) } else { 0.0 };
            let b = [gain, -gain * (one + other), gain * one * other];
            gain = 1.0;
            Section { b, a }
        })
        .collect()
}
