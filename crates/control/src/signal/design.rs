//! Digital filters of low order, designed from analogue prototypes by the bilinear transform.
//!
//! The poles of the prototype (cut-off 1 rad/s) are moved to the wanted band, whose edges are pre-warped, and then to the z plane by
//! `z = (1 + s)/(1 − s)`, with `s` in units of twice the sampling rate. The results are those of SciPy's `butter` and `cheby1`.

use super::SignalError;
use super::error::positive;
use num_complex::Complex64;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The highest order: beyond it, second-order sections of a narrow band lose digits.
const HIGHEST_ORDER: usize = 12;

/// What a filter's magnitude looks like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// As flat as possible in the pass band; 3 dB down at its edges.
    Butterworth,
    /// Ripples of the stated size \[dB\] in the pass band, at whose edges it is down by as much (Chebyshev, type I).
    Chebyshev {
        /// Size of the ripples \[dB\].
        ripple_db: f64,
    },
}

/// Which frequencies pass \[Hz\].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Those below `cutoff`.
    LowPass {
        /// Edge of the band \[Hz\].
        cutoff: f64,
    },
    /// Those above `cutoff`.
    HighPass {
        /// Edge of the band \[Hz\].
        cutoff: f64,
    },
    /// Those between `low` and `high`. The filter has twice as many poles as its order says.
    BandPass {
        /// Lower edge \[Hz\].
        low: f64,
        /// Upper edge \[Hz\].
        high: f64,
    },
}

/// A filter to be made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// What its magnitude looks like.
    pub family: Family,
    /// Order of the prototype, from 1 to 12.
    pub order: usize,
    /// What passes.
    pub band: Band,
    /// Samples per second \[Hz\].
    pub rate: f64,
}

/// Coefficients of `H(z) = Σ b_k z⁻ᵏ / Σ a_k z⁻ᵏ`, with `a_0 = 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    /// Of the input.
    pub b: Vec<f64>,
    /// Of the output.
    pub a: Vec<f64>,
}

/// Zeros, poles and gain in the z plane. Complex ones come with their conjugates.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    pub(super) zeros: Vec<f64>,
    pub(super) poles: Vec<Complex64>,
    pub(super) gain: f64,
}

impl Design {
    /// A Butterworth filter.
    pub const fn butterworth(order: usize, band: Band, rate: f64) -> Self {
        Self { family: Family::Butterworth, order, band, rate }
    }

    /// A Chebyshev filter of type I with ripples of `ripple_db` \[dB\].
    pub const fn chebyshev(order: usize, ripple_db: f64, band: Band, rate: f64) -> Self {
        Self { family: Family::Chebyshev { ripple_db }, order, band, rate }
    }

    /// Refuses numbers that make no filter.
    pub fn check(&self) -> Result<(), SignalError> {
        positive("the sampling rate [Hz]", self.rate)?;
        if !(1..=HIGHEST_ORDER).contains(&self.order) {
            let allowed = format!("1 to {HIGHEST_ORDER}");
            return Err(SignalError::number("the order of the filter", self.order as f64, allowed));
        }
        if let Family::Chebyshev { ripple_db } = self.family
            && !(ripple_db > 0.0 && ripple_db <= 60.0)
        {
            return Err(SignalError::number("the ripple [dB]", ripple_db, "greater than 0 and at most 60"));
        }
        let nyquist = 0.5 * self.rate;
        let inside = |what, edge: f64, from: f64| match edge > from && edge < nyquist {
            true => Ok(()),
            false => Err(SignalError::number(
                what,
                edge,
                format!("greater than {from} and less than {nyquist}, half the sampling rate"),
            )),
        };
        match self.band {
            Band::LowPass { cutoff } | Band::HighPass { cutoff } => {
                inside("the cut-off frequency [Hz]", cutoff, 0.0)
            }
            Band::BandPass { low, high } => {
                inside("the lower edge of the band [Hz]", low, 0.0)?;
                inside("the upper edge of the band [Hz]", high, low)
            }
        }
    }

    /// Its coefficients as one fraction: SciPy's `b` and `a`.
    pub fn coefficients(&self) -> Result<Coefficients, SignalError> {
        let Roots { zeros, poles, gain } = self.roots()?;
        let zeros: Vec<_> = zeros.into_iter().map(Complex64::from).collect();
        let b = polynomial(&zeros).into_iter().map(|x| gain * x).collect();
        Ok(Coefficients { b, a: polynomial(&poles) })
    }

    /// Its gain at a frequency \[Hz\].
    pub fn gain_at(&self, frequency: f64) -> Result<f64, SignalError> {
        let Roots { zeros, poles, gain } = self.roots()?;
        let z = Complex64::cis(2.0 * PI * frequency / self.rate);
        Ok(gain * product(zeros.iter().map(|&zero| z - zero)).norm()
            / product(poles.iter().map(|p| z - p)).norm())
    }

    pub(super) fn roots(&self) -> Result<Roots, SignalError> {
        self.check()?;
        let (prototype, level) = self.prototype();
        // In units of twice the sampling rate, where the bilinear transform is z = (1 + s)/(1 − s).
        let warped = |edge: f64| (PI * edge / self.rate).tan();
        let poles: Vec<Complex64> = match self.band {
            Band::LowPass { cutoff } => prototype.iter().map(|p| warped(cutoff) * p).collect(),
            Band::HighPass { cutoff } => prototype.iter().map(|p| warped(cutoff) / p).collect(),
            Band::BandPass { low, high } => {
                let (low, high) = (warped(low), warped(high));
                let (half_width, square) = (0.5 * (high - low), low * high);
                let halves = prototype.iter().map(|p| half_width * p);
                halves
                    .flat_map(|half| {
                        let root = (half * half - square).sqrt();
                        [half + root, half - root]
                    })
                    .collect()
            }
        };
        let poles: Vec<Complex64> = poles.into_iter().map(|s| (1.0 + s) / (1.0 - s)).collect();
        // Where the prototype has its frequency 0, and where its zeros at infinity have gone.
        let (centre, zeros) = match self.band {
            Band::LowPass { .. } => (Complex64::from(1.0), vec![-1.0; self.order]),
            Band::HighPass { .. } => (Complex64::from(-1.0), vec![1.0; self.order]),
            Band::BandPass { low, high } => {
                let s = Complex64::new(0.0, (warped(low) * warped(high)).sqrt());
                ((1.0 + s) / (1.0 - s), [1.0, -1.0].repeat(self.order))
            }
        };
        let there = product(poles.iter().map(|p| centre - p)) / product(zeros.iter().map(|&z| centre - z));
        Ok(Roots { zeros, poles, gain: level * there.re })
    }

    /// Poles of the analogue low-pass with its edge at 1 rad/s, and its gain at frequency 0.
    fn prototype(&self) -> (Vec<Complex64>, f64) {
        let n = self.order as f64;
        let angle = |k: usize| PI * (2.0 * k as f64 - n + 1.0) / (2.0 * n);
        let angles = (0..self.order).map(angle);
        match self.family {
            Family::Butterworth => (angles.map(|angle| -Complex64::cis(angle)).collect(), 1.0),
            Family::Chebyshev { ripple_db } => {
                let epsilon = (10_f64.powf(0.1 * ripple_db) - 1.0).sqrt();
                let mu = (1.0 / epsilon).asinh() / n;
                let poles = angles.map(|angle| -Complex64::new(mu, angle).sinh()).collect();
                // Frequency 0 lies in a valley of the ripples if their number is even.
                let level = if self.order.is_multiple_of(2) { 1.0 / epsilon.hypot(1.0) } else { 1.0 };
                (poles, level)
            }
        }
    }
}

fn product(factors: impl Iterator<Item = Complex64>) -> Complex64 {
    factors.fold(Complex64::from(1.0), |product, factor| product * factor)
}

/// Coefficients of `Π (1 − root z⁻¹)`. Roots come with their conjugates, so that they are real.
fn polynomial(roots: &[Complex64]) -> Vec<f64> {
    let mut out = vec![Complex64::from(1.0)];
    for root in roots {
        out.push(Complex64::from(0.0));
        for place in (1..out.len()).rev() {
            let before = out[place - 1];
            out[place] -= root * before;
        }
    }
    out.into_iter().map(|c| c.re).collect()
}
