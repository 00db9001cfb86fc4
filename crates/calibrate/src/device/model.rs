//! Curves from the force of a cell to its signal, and how each is fitted.

use super::data::{Readings, extremes};
use crate::comparison::FittedModel;
use crate::estimate::Parameter;
use crate::least_squares::{NoFit, fit};
use bristle_transduction::{Divider, Points, Transfer};

/// A curve of counts over force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferModel {
    /// A straight line through zero.
    Proportional,
    /// A straight line.
    Linear,
    /// A power of the force.
    Power,
    /// A power of the force above a level at rest.
    PowerOffset,
    /// A resistive cell in a voltage divider.
    Divider,
    /// The same with a cell that conducts at rest.
    DividerLeak,
}

const GAIN: Parameter = Parameter::plain("gain", "g", "counts/N");
const AT_ONE: Parameter = Parameter::positive("gain", "g", "counts/Nⁿ");
const OFFSET: Parameter = Parameter::plain("offset", "c0", "counts");
const EXPONENT: Parameter = Parameter::positive("exponent", "n", "-");
const HALF: Parameter = Parameter::positive("half_force", "fh", "N");
const LEAK: Parameter = Parameter::positive("leak", "l", "-");

/// Straight pieces that a power is written as.
const PIECES: usize = 64;

impl TransferModel {
    /// All of them, simplest first.
    pub const ALL: [Self; 6] =
        [Self::Proportional, Self::Linear, Self::Power, Self::Divider, Self::PowerOffset, Self::DividerLeak];

    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proportional => "proportional",
            Self::Linear => "linear",
            Self::Power => "power",
            Self::PowerOffset => "power_offset",
            Self::Divider => "divider",
            Self::DividerLeak => "divider_leak",
        }
    }

    /// Its equation: counts c over the force f of a cell.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Proportional => "c = g f",
            Self::Linear => "c = c0 + g f",
            Self::Power => "c = g f^n",
            Self::PowerOffset => "c = c0 + g f^n",
            Self::Divider => "c = C r/(1 + r), r = (f/fh)^n, C the greatest count",
            Self::DividerLeak => "c = C r/(1 + r), r = l + (f/fh)^n, C the greatest count",
        }
    }

    /// The curve of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.word() == word)
    }

    fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Proportional => &[GAIN],
            Self::Linear => &[GAIN, OFFSET],
            Self::Power => &[AT_ONE, EXPONENT],
            Self::PowerOffset => &[AT_ONE, EXPONENT, OFFSET],
            Self::Divider => &[HALF, EXPONENT],
            Self::DividerLeak => &[HALF, EXPONENT, LEAK],
        }
    }

    /// (CA-7) Counts at a force for parameters as fitted.
    pub(super) fn counts(self, p: &[f64], force: f64, greatest: f64) -> f64 {
        let divided = |r: f64| greatest * r / (1.0 + r);
        match self {
            Self::Proportional => p[0] * force,
            Self::Linear => p[1] + p[0] * force,
            Self::Power => (p[0] + p[1].exp() * force.max(1e-30).ln()).exp(),
            Self::PowerOffset => p[2] + (p[0] + p[1].exp() * force.max(1e-30).ln()).exp(),
            Self::Divider => divided(power(force, p)),
            Self::DividerLeak => divided(p[2].exp() + power(force, p)),
        }
    }

    /// Fits it to the readings.
    pub(super) fn fit(self, readings: &Readings, greatest: f64, level: f64) -> Result<FittedModel, NoFit> {
        let (force, signal) = (&readings.force, &readings.signal);
        let residuals = |p: &[f64]| -> Vec<f64> {
            let each = force.iter().zip(signal);
            each.map(|(&f, &c)| (self.counts(p, f, greatest) - c) / greatest).collect()
        };
        let start = self.start(force, signal, greatest);
        let sizes: Vec<f64> = self
            .parameters()
            .iter()
            .zip(&start)
            .map(|(parameter, start)| match parameter.name {
                "offset" => greatest,
                _ if parameter.scale == crate::estimate::Scale::Plain => start.abs(),
                _ => 1.0,
            })
            .collect();
        let mut solution = fit(&start, &sizes, &residuals)?;
        // In counts again.
        solution.residuals.iter_mut().for_each(|r| *r *= greatest);
        solution.sum_of_squares *= greatest * greatest;
        Ok(FittedModel::new(self.word(), self.formula(), self.parameters(), &solution, signal, level))
    }

    fn start(self, force: &[f64], signal: &[f64], greatest: f64) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let gain = dot(force, signal) / dot(force, force);
        let (_, strongest) = extremes(force);
        let (_, top) = extremes(signal);
        // Half of full scale, from the strongest reading by a straight conductance.
        let half = strongest * (greatest - top).max(0.02 * greatest) / top;
        match self {
            Self::Proportional => vec![gain],
            Self::Linear => vec![gain, 0.0],
            Self::Power => vec![gain.ln(), 0.0],
            Self::PowerOffset => vec![gain.ln(), 0.0, 0.0],
            Self::Divider => vec![half.ln(), 0.0],
            Self::DividerLeak => vec![half.ln(), 0.0, (0.01f64).ln()],
        }
    }

    /// The curve as a layer, in counts up to the greatest; none if it falls or never rises.
    pub(super) fn transfer(self, p: &[f64], greatest: f64) -> Option<Transfer> {
        let counts = |force: f64| self.counts(p, force, greatest);
        match self {
            Self::Divider | Self::DividerLeak => {
                let leak = p.get(2).map_or(0.0, |leak| leak.exp());
                let divider =
                    Divider { full_scale: greatest, half_force: p[0].exp(), exponent: p[1].exp(), leak };
                let sound = (0.05..=20.0).contains(&divider.exponent) && divider.leak <= 1.0;
                (sound && (1e-9..=1e9).contains(&divider.half_force)).then_some(Transfer::Divider(divider))
            }
            _ => {
                let full = self.force_at(p, greatest).filter(|force| (1e-9..=1e9).contains(force))?;
                let pieces = if self.exponent(p) == 1.0 { 1 } else { PIECES };
                let forces: Vec<f64> =
                    (0..=pieces).map(|i| full * (i as f64 / pieces as f64).powi(2)).collect();
                let signals: Vec<f64> =
                    forces.iter().map(|&f| if f > 0.0 { counts(f) } else { self.at_rest(p) }).collect();
                let sound = signals.windows(2).all(|pair| pair[1] >= pair[0])
                    && signals.iter().all(|s| s.is_finite());
                sound.then_some(Transfer::Points(Points { forces, signals }))
            }
        }
    }

    fn exponent(self, p: &[f64]) -> f64 {
        match self {
            Self::Proportional | Self::Linear => 1.0,
            _ => p[1].exp(),
        }
    }

    /// Counts of a cell that nothing touches.
    pub(super) fn at_rest(self, p: &[f64]) -> f64 {
        match self {
            Self::Linear => p[1],
            Self::PowerOffset => p[2],
            _ => 0.0,
        }
    }

    /// Force at which a curve without a limit of its own reaches a count \[N\].
    pub(super) fn force_at(self, p: &[f64], counts: f64) -> Option<f64> {
        let above = counts - self.at_rest(p);
        let force = match self {
            Self::Proportional | Self::Linear => above / p[0],
            Self::Power | Self::PowerOffset => ((above.ln() - p[0]) / p[1].exp()).exp(),
            Self::Divider | Self::DividerLeak => return None,
        };
        (force.is_finite() && force > 0.0).then_some(force)
    }
}

/// (f/fh)^n
fn power(force: f64, p: &[f64]) -> f64 {
    (p[1].exp() * (force.max(1e-30).ln() - p[0])).exp()
}
