//! The fit over the data, in the manner of the paper's Fig. 6, and what is left over.

use super::NormalModel;
use super::data::{Points, Settling};
use crate::comparison::FittedModel;
use bristle_picture::{LinePlot, LineStyle, Picture, PictureError};

/// Samples of a curve.
const SMOOTH: usize = 120;

/// What is needed to draw a calibration.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    x: Vec<f64>,
    y: Vec<f64>,
    kinds: Vec<NormalModel>,
    reference: f64,
    settling: bool,
}

impl Drawn {
    pub(super) fn of_points(points: &Points, kinds: &[NormalModel]) -> Self {
        Self {
            x: points.compression.clone(),
            y: points.pressure.clone(),
            kinds: kinds.to_vec(),
            reference: points.reference(),
            settling: false,
        }
    }

    pub(super) fn of_settling(record: &Settling, _residuals: &[f64]) -> Self {
        let (x, y) = (record.time.clone(), record.compression.clone());
        Self { x, y, kinds: Vec::new(), reference: 0.0, settling: true }
    }

    pub(super) fn pictures(
        &self,
        models: &[FittedModel],
        chosen: usize,
    ) -> Result<Vec<(&'static str, Picture)>, PictureError> {
        let residuals = &models[chosen].residuals;
        if self.settling {
            let mm = |values: &[f64]| values.iter().map(|x| x * 1e3).collect::<Vec<_>>();
            let modelled: Vec<f64> = self.y.iter().zip(residuals).map(|(y, r)| y + r).collect();
            let fit = LinePlot::new()
                .styled_line("measured", &self.x, &mm(&self.y), LineStyle::Dots)
                .line(models[chosen].name, &self.x, &mm(&modelled))
                .labels("time [s]", "compression [mm]");
            let left = left_over(&self.x, &mm(residuals), "time [s]", "model − measured [mm]");
            return Ok(vec![("fit", fit.render()?), ("residuals", left.render()?)]);
        }
        let mm: Vec<f64> = self.x.iter().map(|x| x * 1e3).collect();
        let (size, unit) = size_of(&self.y);
        let in_unit = |values: &[f64]| values.iter().map(|p| p / size).collect::<Vec<_>>();
        let mut fit = LinePlot::new().styled_line("measured", &mm, &in_unit(&self.y), LineStyle::Dots);
        let places: Vec<f64> = (0..=SMOOTH).map(|i| self.reference * i as f64 / SMOOTH as f64).collect();
        let places_mm: Vec<f64> = places.iter().map(|x| x * 1e3).collect();
        for (index, (model, &kind)) in models.iter().zip(&self.kinds).enumerate() {
            let curve: Vec<f64> =
                places.iter().map(|&x| kind.pressure(&model.fitted, x, self.reference)).collect();
            let name =
                if index == chosen { format!("{} (chosen)", model.name) } else { model.name.to_owned() };
            fit = fit.line(name, &places_mm, &in_unit(&curve));
        }
        let fit = fit.labels("compression [mm]", format!("pressure [{unit}]")).y_range(0.0, 0.0);
        let left =
            left_over(&mm, &in_unit(residuals), "compression [mm]", &format!("model − measured [{unit}]"));
        Ok(vec![("fit", fit.render()?), ("residuals", left.render()?)])
    }
}

/// Residuals as dots about zero.
pub(crate) fn left_over(x: &[f64], residuals: &[f64], x_label: &str, y_label: &str) -> LinePlot {
    let (low, high) = x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
    LinePlot::new()
        .styled_line("", x, residuals, LineStyle::Dots)
        .line("", &[low, high], &[0.0, 0.0])
        .labels(x_label, y_label)
}

/// A unit in which the largest value reads well.
fn size_of(pressures: &[f64]) -> (f64, &'static str) {
    if pressures.iter().any(|p| p.abs() >= 1e3) { (1e3, "kPa") } else { (1.0, "Pa") }
}
