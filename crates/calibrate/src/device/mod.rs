//! What a device makes of forces: from loads and counts to the layers of a profile.

mod data;
mod model;
mod report;

pub use model::TransferModel;
pub use report::DeviceCalibration;

use crate::comparison::{FittedModel, choose, compare};
use crate::judgement::{Constant, judge};
use crate::options::within;
use crate::{CalibrateError, Reading};
use data::Readings;

/// What is known of the device beside its data.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeviceOptions {
    /// How data are read and judged.
    pub reading: Reading,
    /// Resolution of the converter: a cell reads 0 to `2^bits − 1`.
    pub bits: u32,
    /// Counts up to this one read 0; estimated from rows that read 0, unless given.
    pub threshold: Option<u32>,
    /// Whether the device subtracts its threshold from what it reads.
    pub subtract_threshold: bool,
    /// Cells that share a load evenly, where no column says so.
    pub cells: f64,
    /// The curve to use; the simplest that fits, unless one is given.
    pub model: Option<TransferModel>,
}

impl Default for DeviceOptions {
    fn default() -> Self {
        Self {
            reading: Reading::default(),
            bits: 12,
            threshold: None,
            subtract_threshold: false,
            cells: 1.0,
            model: None,
        }
    }
}

impl DeviceOptions {
    /// The same with other rules of reading.
    #[must_use]
    pub fn with_reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The same with another converter.
    #[must_use]
    pub fn with_bits(self, bits: u32) -> Self {
        Self { bits, ..self }
    }

    /// The same with a threshold, which the device may subtract from what it reads.
    #[must_use]
    pub fn with_threshold(self, threshold: u32, subtracted: bool) -> Self {
        Self { threshold: Some(threshold), subtract_threshold: subtracted, ..self }
    }

    /// The same with a number of cells that share each load.
    #[must_use]
    pub fn with_cells(self, cells: f64) -> Self {
        Self { cells, ..self }
    }

    /// The same with a curve to use.
    #[must_use]
    pub fn with_model(self, model: TransferModel) -> Self {
        Self { model: Some(model), ..self }
    }

    /// The greatest count of a cell.
    pub(crate) fn greatest(&self) -> f64 {
        f64::from(self.bits).exp2() - 1.0
    }

    fn check(&self) -> Result<(), CalibrateError> {
        self.reading.check()?;
        within(
            "the number of bits",
            f64::from(self.bits),
            1.0,
            32.0,
            "a converter of 12 bits reads 0 to 4095",
        )?;
        within("the number of cells", self.cells, 1e-3, 1e6, "count the cells under the load")?;
        if let Some(threshold) = self.threshold {
            let most = self.greatest() - 1.0;
            within(
                "the threshold",
                f64::from(threshold),
                0.0,
                most,
                "give it in counts, below the greatest",
            )?;
        }
        if self.subtract_threshold && self.threshold.is_none() {
            return Err(CalibrateError::Option {
                problem: "the device subtracts its threshold, and the threshold is not given".into(),
                fix:
                    "give it, such as --threshold 100: counts that were subtracted cannot be seen in the data"
                        .into(),
            });
        }
        Ok(())
    }
}

/// Fits the loads and counts in `bytes`, the content of `file`.
///
/// Columns: `load`; `counts` of a cell, or their `sum` over the `cells` that share the load; perhaps `cell`, the number of the cell, to tell how much
/// cells differ.
pub fn device(
    file: &str,
    bytes: &[u8],
    options: &DeviceOptions,
) -> Result<DeviceCalibration, CalibrateError> {
    options.check()?;
    let readings = Readings::read(file, bytes, options)?;
    let mut models: Vec<FittedModel> = Vec::new();
    let mut kinds = Vec::new();
    for kind in TransferModel::ALL {
        if let Ok(model) = kind.fit(&readings, options.greatest(), options.reading.level) {
            models.push(model);
            kinds.push(kind);
        }
    }
    compare(&mut models);
    let usable =
        |kind: TransferModel, model: &FittedModel| kind.transfer(&model.fitted, options.greatest()).is_some();
    let chosen = match options.model {
        Some(kind) => kinds
            .iter()
            .position(|&k| k == kind)
            .filter(|&at| usable(kind, &models[at]))
            .ok_or_else(|| CalibrateError::Option {
                problem: format!("the data do not allow the curve `{}`", kind.word()),
                fix: "measure more loads between threshold and saturation, or choose a simpler curve".into(),
            })?,
        None => {
            let fits = |model: &FittedModel| {
                TransferModel::named(model.name).is_some_and(|kind| usable(kind, model))
                    && model.parameters.iter().all(|p| p.determined)
            };
            choose(&models, fits).ok_or_else(|| readings.no_curve())?
        }
    };
    let judged = judge(&mut models, chosen, Constant::Absurd, &options.reading)?;
    let mut found = report::of(readings, models, kinds, chosen, options)?;
    found.remarks.splice(0..0, judged);
    Ok(found)
}
