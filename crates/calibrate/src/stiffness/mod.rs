//! How hard a pad is: from loads and compressions to a normal law.

mod data;
mod dynamic;
mod model;
mod pictures;
mod report;
mod settle;

pub use model::NormalModel;
pub use report::{DampingSource, Limit, StiffnessCalibration};

pub(crate) use data::check_times;
pub(crate) use pictures::left_over;

use crate::comparison::{FittedModel, choose, compare};
use crate::judgement::{Constant, judge};
use crate::options::within;
use crate::{CalibrateError, Reading};
use data::{Points, Record};

/// What is known of the experiment beside its data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StiffnessOptions {
    /// How data are read and judged.
    pub reading: Reading,
    /// Area that the load rests on \[m²\]; needed unless the data are pressures.
    pub loaded_area: Option<f64>,
    /// Thickness of the pad \[m\].
    pub thickness: Option<f64>,
    /// Area \[m²\] and number of texels of the sensor that the pad is for.
    pub pad: Option<(f64, usize)>,
    /// Mass that moves with the load \[kg\]: a record of settling is then one of ringing.
    pub moving_mass: Option<f64>,
    /// The law to use; the simplest that fits, unless one is given.
    pub model: Option<NormalModel>,
}

impl StiffnessOptions {
    /// The same with other rules of reading.
    #[must_use]
    pub fn with_reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The same with the area that the load rests on \[m²\].
    #[must_use]
    pub fn with_loaded_area(self, area: f64) -> Self {
        Self { loaded_area: Some(area), ..self }
    }

    /// The same with the thickness of the pad \[m\].
    #[must_use]
    pub fn with_thickness(self, thickness: f64) -> Self {
        Self { thickness: Some(thickness), ..self }
    }

    /// The same for a sensor of `area` \[m²\] with so many texels.
    #[must_use]
    pub fn with_pad(self, area: f64, texels: usize) -> Self {
        Self { pad: Some((area, texels)), ..self }
    }

    /// The same with a mass that moves with the load \[kg\].
    #[must_use]
    pub fn with_moving_mass(self, mass: f64) -> Self {
        Self { moving_mass: Some(mass), ..self }
    }

    /// The same with a law to use.
    #[must_use]
    pub fn with_model(self, model: NormalModel) -> Self {
        Self { model: Some(model), ..self }
    }

    fn check(&self) -> Result<(), CalibrateError> {
        self.reading.check()?;
        if let Some(area) = self.loaded_area {
            within("the loaded area in m²", area, 1e-8, 1.0, "804.25 mm² are 8.0425e-4 m²")?;
        }
        if let Some(thickness) = self.thickness {
            within("the thickness in m", thickness, 1e-5, 0.1, "6 mm are 0.006 m")?;
        }
        if let Some((area, texels)) = self.pad {
            within("the area of the pad in m²", area, 1e-8, 1.0, "1250 mm² are 1.25e-3 m²")?;
            within("the number of texels", texels as f64, 1.0, 1e8, "count the texels of the pad")?;
        }
        if let Some(mass) = self.moving_mass {
            within("the moving mass in kg", mass, 1e-6, 1e4, "300 g are 0.3 kg")?;
        }
        Ok(())
    }
}

/// Fits the load–compression data in `bytes`, the content of `file`.
///
/// Columns: `compression`; `load` or `pressure`; perhaps `velocity` or `time`. With a time and a constant load the data are a record of
/// settling, or of ringing if a moving mass is given.
pub fn stiffness(
    file: &str,
    bytes: &[u8],
    options: &StiffnessOptions,
) -> Result<StiffnessCalibration, CalibrateError> {
    options.check()?;
    match Record::read(file, bytes, options)? {
        Record::Points(points) => from_points(points, options),
        Record::Settling(settling) => settle::calibrate(settling, options),
    }
}

fn from_points(points: Points, options: &StiffnessOptions) -> Result<StiffnessCalibration, CalibrateError> {
    let damped = points.rates_tell();
    let mut models: Vec<FittedModel> = Vec::new();
    let mut kinds = Vec::new();
    for kind in NormalModel::ALL {
        if let Ok(model) = kind.fit(&points, damped, options.reading.level) {
            models.push(model);
            kinds.push(kind);
        }
    }
    compare(&mut models);
    let limit = report::limit(&points, &models, &kinds, options);
    let chosen = match options.model {
        Some(kind) => {
            let index = kinds.iter().position(|&k| k == kind).ok_or_else(|| points.too_few_for(kind))?;
            kind.law(&models[index], points.reference(), limit.value, 0.0)?;
            index
        }
        None => {
            let usable = |model: &FittedModel| {
                NormalModel::named(model.name).is_some_and(|kind| {
                    kind != NormalModel::Affine
                        && model.parameters.iter().filter(|p| p.name != "damping").all(|p| p.determined)
                        && kind.law(model, points.reference(), limit.value, 0.0).is_ok()
                })
            };
            choose(&models, usable)
                .or_else(|| kinds.iter().position(|&kind| kind == NormalModel::Linear))
                .ok_or_else(|| points.too_few_for(NormalModel::Linear))?
        }
    };
    let judged = judge(&mut models, chosen, Constant::Absurd, &options.reading)?;
    let mut found = report::of_points(points, models, &kinds, chosen, limit, options)?;
    found.remarks.splice(0..0, judged);
    Ok(found)
}
