//! A pad that settles under a constant load, or rings under a mass.

use super::StiffnessOptions;
use super::data::Settling;
use super::pictures::Drawn;
use super::report::{DampingSource, Limit, StiffnessCalibration, texel};
use crate::CalibrateError;
use crate::comparison::{FittedModel, Open, compare};
use crate::error::DataProblem;
use crate::estimate::Parameter;
use crate::judgement::{Constant, judge};
use crate::least_squares::fit;
use bristle_contact::LinearSpringDamper;

const LEAST_SAMPLES: usize = 8;

const STIFFNESS: Parameter = Parameter::positive("stiffness", "K", "N/m³");
const DAMPING: Parameter = Parameter::positive("damping", "C", "N·s/m³");
const START: Parameter = Parameter::plain("first_compression", "x0", "m");
const START_RATE: Parameter = Parameter::plain("first_rate", "v0", "m/s");

pub(super) fn calibrate(
    record: Settling,
    options: &StiffnessOptions,
) -> Result<StiffnessCalibration, CalibrateError> {
    let n = record.time.len();
    if n < LEAST_SAMPLES {
        return Err(record
            .table
            .about(DataProblem::TooFew, format!("a record of settling with {n} samples"))
            .allowed(&format!("at least {LEAST_SAMPLES} samples under the constant load"))
            .fix("sample faster; or load with several weights and leave the time out")
            .into());
    }
    let inertia = match (options.moving_mass, options.loaded_area) {
        (None, _) => None,
        (Some(mass), Some(area)) => Some(mass / area),
        (Some(_), None) => {
            return Err(CalibrateError::Option {
                problem: "a ringing mass needs the area that it rests on".into(),
                fix: "give the area of the stamp, such as --area-mm2 804.25".into(),
            });
        }
    };
    let model = fitted(&record, inertia, options.reading.level)?;
    let oscillates = inertia.is_none() && turns(&model.residuals) * 3 < n && model.r_squared < 0.98;
    let read = |parameter: &Parameter| model.parameter(parameter.name).cloned();
    let (Some(stiffness), Some(damping)) = (read(&STIFFNESS), read(&DAMPING)) else {
        return Err(CalibrateError::Option {
            problem: "the fit has no stiffness".into(),
            fix: "report this".into(),
        });
    };
    let reached = record.compression.iter().fold(0.0, |a: f64, &b| a.max(b));
    let max_penetration = match options.thickness {
        Some(value) => {
            Limit { value, reason: "the thickness of the pad, beyond which it cannot be compressed".into() }
        }
        None => Limit {
            value: reached,
            reason: "the largest compression in the data; give --thickness-mm".into(),
        },
    };
    let mut open = vec![Open {
        parameter: "law",
        why: "one load cannot tell a straight law from a bent one".into(),
        remedy: "measure the compression under several loads".into(),
        assumed: None,
    }];
    if !damping.determined {
        open.push(Open {
            parameter: "damping",
            why: "the record is over before, or sampled too slowly, to show how the pad settles".into(),
            remedy:
                "begin with the moment the load is put on, and sample at least ten times while it settles"
                    .into(),
            assumed: None,
        });
    }
    let mut remarks = Vec::new();
    if !record.table.unused.is_empty() {
        remarks.push(format!("Columns not used: {}.", record.table.unused.join(", ")));
    }
    if oscillates {
        remarks.push(
            "The compression swings about its settling curve: if a weight was put on, say its mass with --mass-kg.".into(),
        );
    }
    let mut models = vec![model];
    compare(&mut models);
    remarks.splice(0..0, judge(&mut models, 0, Constant::Possible, &options.reading)?);
    Ok(StiffnessCalibration {
        points: n,
        level: options.reading.level,
        chosen: 0,
        texel_stiffness: texel(&stiffness, options)?,
        damping_source: if inertia.is_some() { DampingSource::Ringing } else { DampingSource::Settling },
        thickness: None,
        max_penetration,
        open,
        remarks,
        law: LinearSpringDamper::new(stiffness.value, damping.value)?.into(),
        drawn: Drawn::of_settling(&record, &models[0].residuals),
        models,
        stiffness,
        damping,
    })
}

/// (CA-2) Fits `inertia ẍ + C ẋ + K x = P`, without inertia \[kg/m²\] `C ẋ + K x = P`.
fn fitted(record: &Settling, inertia: Option<f64>, level: f64) -> Result<FittedModel, CalibrateError> {
    let Settling { time, compression, pressure, .. } = record;
    let n = time.len();
    let duration = time[n - 1];
    let rest = &compression[n - n.div_ceil(5)..];
    let rest = (rest.iter().sum::<f64>() / rest.len() as f64).max(f64::MIN_POSITIVE);
    let stiffness = pressure / rest;
    let predict = |p: &[f64]| -> Vec<f64> {
        let (k, c) = (p[0].exp(), p[1].exp());
        time.iter()
            .map(|&t| match inertia {
                None => pressure / k + (p[2] - pressure / k) * (-t * k / c).exp(),
                Some(m) => pressure / k + ringing(t, m, c, k, p[2] - pressure / k, p[3]),
            })
            .collect()
    };
    let residuals =
        |p: &[f64]| predict(p).iter().zip(compression).map(|(found, x)| found - x).collect::<Vec<_>>();
    let squares = |p: &[f64]| residuals(p).iter().map(|r| r * r).sum::<f64>();
    // Time constants from a sample to ten times the record.
    let shortest = duration / n as f64;
    let guesses = (0..40).map(|i| {
        let constant = shortest * (10.0 * n as f64).powf(f64::from(i) / 39.0);
        let mut p = vec![stiffness.ln(), (stiffness * constant).ln(), compression[0]];
        if inertia.is_some() {
            p.push(0.0);
        }
        p
    });
    let start = guesses.min_by(|a, b| squares(a).total_cmp(&squares(b))).unwrap_or_default();
    let sizes = [1.0, 1.0, rest, rest / duration];
    let refused = |error: crate::least_squares::NoFit| {
        let about = record.table.about(DataProblem::NothingToFit, error.0);
        about.allowed("a compression that settles under the load").fix("look at the record")
    };
    let solution = fit(&start, &sizes[..start.len()], &residuals).map_err(refused)?;
    let parameters: &[Parameter] = if inertia.is_some() {
        &[STIFFNESS, DAMPING, START, START_RATE]
    } else {
        &[STIFFNESS, DAMPING, START]
    };
    let (name, formula) = match inertia {
        Some(_) => ("ringing", "(m/A) x'' + C x' + K x = P"),
        None => ("settling", "C x' + K x = P"),
    };
    Ok(FittedModel::new(name, formula, parameters, &solution, compression, level))
}

/// Free motion of a damped mass from `y0` with speed `v0`.
fn ringing(t: f64, m: f64, c: f64, k: f64, y0: f64, v0: f64) -> f64 {
    let a = c / (2.0 * m);
    let square = k / m - a * a;
    let w = square.abs().sqrt();
    // Exponentials are joined before they overflow.
    let (even, odd) = if w * t < 1e-6 {
        let fading = (-a * t).exp();
        (fading, fading * t)
    } else if square > 0.0 {
        let fading = (-a * t).exp();
        (fading * (w * t).cos(), fading * (w * t).sin() / w)
    } else {
        let (slow, fast) = (((w - a) * t).exp(), ((-w - a) * t).exp());
        (0.5 * (slow + fast), 0.5 * (slow - fast) / w)
    };
    y0 * even + (v0 + a * y0) * odd
}

/// How often a series changes its sign.
fn turns(values: &[f64]) -> usize {
    values.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ringing_mass_obeys_its_equation() {
        // Under, near and over critical damping; accelerations by differences of the closed form.
        let (m, k, y0, v0): (f64, f64, f64, f64) = (0.3, 110.0, 0.7, -1.1);
        for c in [1.3, 2.0 * (m * k).sqrt(), 43.0] {
            let y = |t: f64| ringing(t, m, c, k, y0, v0);
            assert!((y(0.0) - y0).abs() < 1e-12);
            for t in [0.05, 0.11, 0.3] {
                let h = 1e-4;
                let (rate, bend) =
                    ((y(t + h) - y(t - h)) / (2.0 * h), (y(t + h) - 2.0 * y(t) + y(t - h)) / (h * h));
                // Differences err by h²/12 of the fourth derivative, about (k/m)² y: 1e-4 of the terms.
                assert!((m * bend + c * rate + k * y(t)).abs() < 1e-2 * k * y0.abs(), "c {c}, t {t}");
            }
        }
    }
}
