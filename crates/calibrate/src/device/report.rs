//! What a calibration of a device amounts to.

use super::data::{Readings, extremes};
use super::{DeviceOptions, TransferModel};
use crate::CalibrateError;
use crate::comparison::{FittedModel, Open};
use crate::estimate::Estimate;
use crate::student::two_sided_quantile;
use bristle_picture::{LinePlot, LineStyle, Picture};
use bristle_transduction::{Counts, Layer, Noise, Profile, Transfer, Variation};
use serde::Serialize;

/// Samples of a drawn curve.
const SMOOTH: usize = 160;
/// Cells from which their differences are told.
const FEWEST_CELLS: usize = 3;

/// What the data say about a device.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DeviceCalibration {
    /// Rows of the table.
    pub rows: usize,
    /// Rows between threshold and saturation, which the curve is fitted to.
    pub fitted_rows: usize,
    /// Rows that read 0.
    pub silent_rows: usize,
    /// Rows that read full scale.
    pub saturated_rows: usize,
    /// Level of the intervals \[-\].
    pub level: f64,
    /// All curves that could be fitted, simplest first.
    pub models: Vec<FittedModel>,
    /// Index of the one that the profile is made of.
    pub chosen: usize,
    /// Counts up to this one read 0.
    pub threshold: Estimate,
    /// Force of a cell beyond which it reads no more \[N\]; none for a curve that saturates softly.
    pub saturation_force: Option<f64>,
    /// Scatter of a cell about the curve \[counts\].
    pub noise: f64,
    /// Relative deviation of the cells' gains, if there is a column of their numbers.
    pub gain_spread: Option<Estimate>,
    /// What the data leave open.
    pub open: Vec<Open>,
    /// What else is worth knowing.
    pub remarks: Vec<String>,
    #[serde(skip)]
    transfer: Transfer,
    #[serde(skip)]
    options: DeviceOptions,
    #[serde(skip)]
    readings: Readings,
}

impl DeviceCalibration {
    /// The chosen curve.
    pub fn model(&self) -> &FittedModel {
        &self.models[self.chosen]
    }

    /// Estimate of a parameter in the chosen curve.
    pub fn parameter(&self, name: &str) -> Option<&Estimate> {
        self.model().parameter(name)
    }

    /// The device as scenes use it.
    pub fn profile(&self, name: &str, source: &str) -> Profile {
        let mut layers = Vec::new();
        if let Some(spread) = &self.gain_spread {
            layers.push(Layer::Variation(Variation {
                gain_spread: rounded(spread.value),
                ..Default::default()
            }));
        }
        layers.push(Layer::Transfer(short(&self.transfer)));
        if self.noise > 0.0 {
            let deviation = rounded(self.noise);
            layers.push(Layer::Noise(Noise { deviation, correlation_time: 0.0, seed: 0 }));
        }
        layers.push(Layer::Counts(Counts {
            full_scale: self.options.greatest(),
            bits: self.options.bits,
            threshold: self.threshold.value.round() as u32,
            subtract_threshold: self.options.subtract_threshold,
        }));
        let model = self.model();
        let about =
            format!("A device of {} bits, curve `{}`: {}", self.options.bits, model.name, model.formula);
        Profile { name: name.to_owned(), about, source: source.to_owned(), layers }
    }

    /// The fit and its residuals, each with a name for a file.
    pub fn pictures(&self) -> Result<Vec<(&'static str, Picture)>, CalibrateError> {
        let rows = &self.readings.all;
        let forces: Vec<f64> = rows.iter().map(|row| row.force).collect();
        let counts: Vec<f64> = rows.iter().map(|row| row.counts).collect();
        let (_, strongest) = extremes(&forces);
        let places: Vec<f64> = (0..=SMOOTH).map(|i| strongest * i as f64 / SMOOTH as f64).collect();
        let device = Counts {
            full_scale: self.options.greatest(),
            bits: self.options.bits,
            threshold: self.threshold.value.round() as u32,
            subtract_threshold: self.options.subtract_threshold,
        };
        let curve: Vec<f64> =
            places.iter().map(|&force| device.of_signal(self.transfer.of_force(force))).collect();
        let fit = LinePlot::new()
            .styled_line("measured", &forces, &counts, LineStyle::Dots)
            .line(self.model().name, &places, &curve)
            .labels("force of a cell [N]", "counts")
            .y_range(0.0, 0.0);
        let left = &self.model().residuals;
        let residuals = crate::stiffness::left_over(
            &self.readings.force,
            left,
            "force of a cell [N]",
            "model − measured [counts]",
        );
        Ok(vec![("fit", fit.render()?), ("residuals", residuals.render()?)])
    }
}

pub(super) fn of(
    readings: Readings,
    models: Vec<FittedModel>,
    kinds: Vec<TransferModel>,
    chosen: usize,
    options: &DeviceOptions,
) -> Result<DeviceCalibration, CalibrateError> {
    let (kind, model) = (kinds[chosen], &models[chosen]);
    let greatest = options.greatest();
    let transfer = kind.transfer(&model.fitted, greatest).ok_or_else(|| readings.no_curve())?;
    let silent: Vec<f64> = readings.all.iter().filter(|row| row.counts == 0.0).map(|row| row.force).collect();
    let saturated = readings.all.len() - readings.force.len() - silent.len();
    let threshold = threshold(&readings, kind, model, &silent, options);
    let mut open: Vec<Open> = Vec::new();
    if options.threshold.is_none() && silent.iter().all(|&force| force == 0.0) {
        open.push(Open {
            parameter: "threshold",
            why: "no load above 0 read 0 counts".into(),
            remedy: "measure light loads, or give the threshold that the device is set to".into(),
            assumed: Some(threshold.value),
        });
    }
    if saturated == 0 && !matches!(transfer, Transfer::Divider(_)) {
        open.push(Open {
            parameter: "saturation",
            why: "no load reached full scale; beyond the largest the curve is an extrapolation".into(),
            remedy: "load the device until it reads full scale".into(),
            assumed: kind.force_at(&model.fitted, greatest),
        });
    }
    for estimate in model.parameters.iter().filter(|estimate| !estimate.determined) {
        open.push(Open {
            parameter: estimate.name,
            why: "its interval reaches zero or beyond twice its value".into(),
            remedy: "measure more loads, over a wider range".into(),
            assumed: Some(estimate.value),
        });
    }
    let (spread, noise) = scatter(&readings, kind, model, options);
    let mut remarks = Vec::new();
    if !readings.table.unused.is_empty() {
        remarks.push(format!("Columns not used: {}.", readings.table.unused.join(", ")));
    }
    if readings.cells.iter().any(|&cells| cells > 1.0) {
        remarks.push("Each load is taken as shared evenly by its cells.".into());
    }
    Ok(DeviceCalibration {
        rows: readings.all.len(),
        fitted_rows: readings.force.len(),
        silent_rows: silent.len(),
        saturated_rows: saturated,
        level: options.reading.level,
        threshold,
        saturation_force: kind.force_at(&model.fitted, greatest),
        noise,
        gain_spread: spread,
        open,
        remarks,
        transfer,
        options: *options,
        chosen,
        models,
        readings,
    })
}

/// Between what the strongest silent load would read and the least that was read.
fn threshold(
    readings: &Readings,
    kind: TransferModel,
    model: &FittedModel,
    silent: &[f64],
    options: &DeviceOptions,
) -> Estimate {
    let named = |value: f64, low, high, determined| Estimate {
        name: "threshold",
        symbol: "T",
        value,
        unit: "counts",
        low,
        high,
        determined,
    };
    if let Some(threshold) = options.threshold {
        let given = f64::from(threshold);
        return named(given, Some(given), Some(given), true);
    }
    let (_, strongest) = extremes(silent);
    let (least, _) = extremes(&readings.signal);
    let high = (least - 1.0).max(0.0).floor();
    if !(strongest > 0.0) {
        return named(0.0, Some(0.0), Some(high), false);
    }
    let low = kind.counts(&model.fitted, strongest, options.greatest()).clamp(0.0, high);
    named((0.5 * (low + high)).round(), Some(low.floor()), Some(high), true)
}

/// How much the cells differ in force, and how much each scatters \[counts\].
fn scatter(
    readings: &Readings,
    kind: TransferModel,
    model: &FittedModel,
    options: &DeviceOptions,
) -> (Option<Estimate>, f64) {
    let greatest = options.greatest();
    let count = |force: f64| kind.counts(&model.fitted, force, greatest);
    // A row of a sum scatters less than its cells.
    let rest = |gains: &dyn Fn(usize) -> f64, parameters: usize| {
        let squares: f64 = (0..readings.force.len())
            .map(|i| readings.cells[i] * (count(readings.force[i] * gains(i)) - readings.signal[i]).powi(2))
            .sum();
        (squares / readings.force.len().saturating_sub(parameters).max(1) as f64).sqrt()
    };
    let plain = rest(&|_| 1.0, model.parameters.len());
    let Some(cells) = &readings.cell else { return (None, plain) };
    let mut numbers = cells.clone();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() < FEWEST_CELLS {
        return (None, plain);
    }
    // The gain of a cell, to first order: counts change with ln g by f dc/df.
    let slope = |force: f64| (count(force * 1.0005) - count(force * 0.9995)) / 1e-3;
    let log_gain = |number: u32| {
        let own = (0..cells.len()).filter(|&i| cells[i] == number);
        let (up, down) = own.fold((0.0, 0.0), |(up, down), i| {
            let slope = slope(readings.force[i]);
            (up + slope * (readings.signal[i] - count(readings.force[i])), down + slope * slope)
        });
        (if down > 0.0 { up / down } else { 0.0 }, down)
    };
    let gains: Vec<(f64, f64)> = numbers.iter().map(|&number| log_gain(number)).collect();
    let of = |i: usize| numbers.binary_search(&cells[i]).map_or(1.0, |at| gains[at].0.exp());
    let noise = rest(&of, model.parameters.len() + numbers.len());
    let n = numbers.len() as f64;
    let mean = gains.iter().map(|(gain, _)| gain).sum::<f64>() / n;
    let variance = gains.iter().map(|(gain, _)| (gain - mean).powi(2)).sum::<f64>() / (n - 1.0);
    // What noise alone would make of equal cells is no difference.
    let chance = gains.iter().map(|(_, down)| noise * noise / down.max(f64::MIN_POSITIVE)).sum::<f64>() / n;
    let value = (variance - chance).max(0.0).sqrt();
    // The deviation of n normal numbers is itself known to 1/√(2(n − 1)).
    let half = two_sided_quantile(options.reading.level, numbers.len() - 1) * variance.sqrt()
        / (2.0 * (n - 1.0)).sqrt();
    let spread = Estimate {
        name: "gain_spread",
        symbol: "s",
        value,
        unit: "-",
        low: Some((value - half).max(0.0)),
        high: Some(value + half),
        determined: half < value,
    };
    (Some(spread), noise)
}

/// Seven digits: far more than any measurement has, and short enough to read.
fn rounded(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

fn short(transfer: &Transfer) -> Transfer {
    let mut transfer = transfer.clone();
    match &mut transfer {
        Transfer::Divider(divider) => {
            for value in [&mut divider.half_force, &mut divider.exponent, &mut divider.leak] {
                *value = rounded(*value);
            }
        }
        Transfer::Points(points) => {
            points.forces.iter_mut().chain(&mut points.signals).for_each(|value| *value = rounded(*value));
        }
    }
    transfer
}
