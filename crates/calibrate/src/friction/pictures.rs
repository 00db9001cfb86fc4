//! The fit over the data, in the manner of the paper's Fig. 7, and what is left over.

use super::data::Measured;
use super::model::{BristleLaw, FrictionModel};
use crate::comparison::FittedModel;
use crate::stiffness::left_over;
use bristle_picture::{LinePlot, LineStyle, Picture, PictureError};

/// Samples of a curve.
const SMOOTH: usize = 160;

/// What is needed to draw a calibration.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    measured: Measured,
    kinds: Vec<FrictionModel>,
    law: BristleLaw,
}

impl Drawn {
    pub(super) fn new(measured: Measured, kinds: &[FrictionModel], law: BristleLaw) -> Self {
        Self { measured, kinds: kinds.to_vec(), law }
    }

    pub(super) fn pictures(
        &self,
        models: &[FittedModel],
        chosen: usize,
    ) -> Result<Vec<(&'static str, Picture)>, PictureError> {
        let mut pictures = Vec::new();
        let residuals = &models[chosen].residuals;
        let split = self.measured.curve.as_ref().map_or(0, |curve| curve.len());
        if let Some(curve) = &self.measured.curve {
            let mut fit =
                LinePlot::new().styled_line("measured", &curve.speed, &curve.friction, LineStyle::Dots);
            let fastest = curve.speed.iter().fold(0.0, |a: f64, &v| a.max(v));
            let normal = curve.normal.iter().sum::<f64>() / curve.len() as f64;
            let places: Vec<f64> = (0..=SMOOTH).map(|i| fastest * i as f64 / SMOOTH as f64).collect();
            for (index, (model, kind)) in models.iter().zip(&self.kinds).enumerate() {
                let meaning = kind.meaning(&model.fitted);
                let forces: Vec<f64> = places.iter().map(|&v| meaning.steady(v, normal)).collect();
                let name =
                    if index == chosen { format!("{} (chosen)", model.name) } else { model.name.to_owned() };
                fit = fit.line(name, &places, &forces);
            }
            let fit = fit.labels("sliding velocity [m/s]", "friction [N]").y_range(0.0, 0.0);
            pictures.push(("fit", fit.render()?));
            let left = &residuals[..split];
            let plot = left_over(&curve.speed, left, "sliding velocity [m/s]", "model − measured [N]");
            pictures.push(("residuals", plot.render()?));
        }
        if let Some(pull) = &self.measured.pull {
            let mm: Vec<f64> = pull.displacement.iter().map(|u| u * 1e3).collect();
            let modelled = self.kinds[chosen].meaning(&models[chosen].fitted).pulled(pull, self.law);
            let fit = LinePlot::new()
                .styled_line("measured", &mm, &pull.friction, LineStyle::Dots)
                .line(format!("{} bristle", models[chosen].name), &mm, &modelled)
                .labels("displacement [mm]", "friction [N]")
                .y_range(0.0, 0.0);
            pictures.push(("record-fit", fit.render()?));
            let plot = left_over(&mm[1..], &residuals[split..], "displacement [mm]", "model − measured [N]");
            pictures.push(("record-residuals", plot.render()?));
        }
        Ok(pictures)
    }
}
