//! What a friction calibration amounts to.

use super::FrictionOptions;
use super::data::Measured;
use super::model::{FrictionModel, Meaning};
use super::pictures::Drawn;
use crate::CalibrateError;
use crate::comparison::{FittedModel, Open};
use crate::estimate::Estimate;
use bristle_contact::{Basis, BristleParameters, ContactMaterial, FrictionLaw, STRIBECK_SPEED, presets};
use bristle_picture::Picture;
use serde::Serialize;

/// Bristle damping over stiffness that is assumed where none was measured \[s\].
const ASSUMED_DAMPING: f64 = 0.01;

/// What the data say about a pad's friction.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FrictionCalibration {
    /// Points of a friction–velocity curve.
    pub curve_points: usize,
    /// Samples of a record of breaking away.
    pub record_samples: usize,
    /// Level of the intervals \[-\].
    pub level: f64,
    /// All models that could be fitted, simplest first; their forces are those measured, not yet divided among texels.
    pub models: Vec<FittedModel>,
    /// Index of the one that the law is made of.
    pub chosen: usize,
    /// What the data leave open.
    pub open: Vec<Open>,
    /// What else is worth knowing.
    pub remarks: Vec<String>,
    #[serde(skip)]
    meaning: Meaning,
    #[serde(skip)]
    has_record: bool,
    #[serde(skip)]
    options: FrictionOptions,
    #[serde(skip)]
    drawn: Drawn,
}

impl FrictionCalibration {
    /// The chosen model.
    pub fn model(&self) -> &FittedModel {
        &self.models[self.chosen]
    }

    /// Estimate of a parameter in the chosen model, by the name that scenes give it.
    pub fn parameter(&self, name: &str) -> Option<&Estimate> {
        self.model().parameter(name)
    }

    /// A material of this friction on the pad `base`, or on the corrected foam of the 2013 paper.
    ///
    /// Per square metre if `base` is, or if there is none and the area is known; else per texel. A bristle that the data do not tell is as
    /// stiff as the pad is when pressed.
    pub fn material(&self, base: Option<&ContactMaterial>) -> Result<ContactMaterial, CalibrateError> {
        let basis = match base {
            Some(base) => base.basis(),
            None if self.options.area.is_some() => Basis::PerArea,
            None => Basis::PerTexel,
        };
        let share = match basis {
            Basis::PerTexel => self.options.texels.unwrap_or(1) as f64,
            Basis::PerArea => self.options.area.ok_or_else(|| CalibrateError::Option {
                problem:
                    "the pad is stated per square metre, and the area that shares the friction is not given"
                        .into(),
                fix: "give it, such as --area-mm2 900".into(),
            })?,
        };
        let foam = match basis {
            Basis::PerTexel => presets::foam_rs_55_066_corrected(),
            Basis::PerArea => presets::foam_rs_55_066_corrected_per_area(),
        };
        let pad = base.unwrap_or(&foam);
        Ok(pad.clone().with_friction(self.law(share, pad)?))
    }

    fn law(&self, share: f64, pad: &ContactMaterial) -> Result<FrictionLaw, CalibrateError> {
        let Meaning { mu_static, mu_dynamic, stribeck_speed, viscosity, stiffness, damping } = self.meaning;
        let half = 0.5 * pad.max_penetration();
        let pressing = pad.normal().elastic(half).force / half;
        let (stiffness, damping) = if self.has_record {
            (stiffness / share, damping.max(0.0) / share)
        } else {
            (pressing, ASSUMED_DAMPING * pressing)
        };
        let mu_dynamic = mu_dynamic.max(0.0);
        Ok(self.options.law.made(BristleParameters {
            stiffness,
            damping,
            viscosity: viscosity.max(0.0) / share,
            mu_static: mu_static.max(mu_dynamic),
            mu_dynamic,
            stribeck_speed: if self.model().parameter("stribeck_speed").is_some() {
                stribeck_speed
            } else {
                STRIBECK_SPEED
            },
        })?)
    }

    /// The fits and their residuals, each with a name for a file.
    pub fn pictures(&self) -> Result<Vec<(&'static str, Picture)>, CalibrateError> {
        Ok(self.drawn.pictures(&self.models, self.chosen)?)
    }
}

pub(super) fn of(
    measured: Measured,
    models: Vec<FittedModel>,
    kinds: &[FrictionModel],
    chosen: usize,
    options: &FrictionOptions,
) -> Result<FrictionCalibration, CalibrateError> {
    let kind = kinds[chosen];
    let meaning = kind.meaning(&models[chosen].fitted);
    let has_record = measured.pull.is_some();
    let open = open_questions(&measured, &models[chosen], kind);
    let remarks = remarks(&measured, &models[chosen], kind, has_record);
    Ok(FrictionCalibration {
        curve_points: measured.curve.as_ref().map_or(0, |curve| curve.len()),
        record_samples: measured.pull.as_ref().map_or(0, |pull| pull.len()),
        level: options.reading.level,
        open,
        remarks,
        meaning,
        has_record,
        options: *options,
        drawn: Drawn::new(measured, kinds, options.law),
        chosen,
        models,
    })
}

fn open_questions(measured: &Measured, model: &FittedModel, kind: FrictionModel) -> Vec<Open> {
    let mut open = Vec::new();
    let mut ask = |parameter, why: &str, remedy: &str, assumed| {
        open.push(Open { parameter, why: why.into(), remedy: remedy.into(), assumed });
    };
    if !kind.has_stribeck() {
        let why = "friction falls with speed by no more than chance gives";
        let remedy = "slide at more speeds, far slower and far faster than where friction falls";
        ask("mu_dynamic", why, remedy, model.value("mu_static"));
        ask("stribeck_speed", why, remedy, Some(STRIBECK_SPEED));
    }
    if !kind.has_viscosity() {
        ask(
            "viscosity",
            "friction rises with speed by no more than chance gives",
            "slide at higher speeds, where the viscous part is larger",
            Some(0.0),
        );
    }
    if measured.pull.is_none() {
        let why = "friction at steady speeds says nothing about the bristle: it has reached its limit";
        let remedy =
            "record time_s, displacement_mm and friction_N from rest until the pad slides (--record FILE)";
        ask("stiffness", why, remedy, None);
        ask("damping", why, remedy, None);
    }
    for estimate in model.parameters.iter().filter(|estimate| !estimate.determined) {
        let (why, remedy) = match (estimate.low.is_some(), estimate.name) {
            (false, _) => (
                "other parameters make up for any value of it",
                "slide at more speeds; break away at more than one speed",
            ),
            (true, "damping") => (
                "its interval reaches zero: the record breaks away too slowly, or too smoothly, to show it",
                "start the motion with a jerk, and sample faster while the bristle still sticks",
            ),
            (true, "viscosity") => {
                ("its interval reaches zero", "slide at higher speeds, where the viscous part is larger")
            }
            (true, _) => (
                "its interval reaches zero or beyond twice its value",
                "measure more points at speeds where it matters",
            ),
        };
        ask(estimate.name, why, remedy, None);
    }
    open
}

fn remarks(measured: &Measured, model: &FittedModel, kind: FrictionModel, has_record: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    if !measured.unused.is_empty() {
        remarks.push(format!("Columns not used: {}.", measured.unused.join(", ")));
    }
    if let (true, Some(x0), Some(curve)) =
        (kind.has_stribeck(), model.value("stribeck_speed"), &measured.curve)
    {
        let (slow, fast) =
            curve.speed.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &v| (a.min(v), b.max(v)));
        if slow > 0.5 * x0 {
            remarks.push(format!("The slowest speed is {:.2} of x0: μ_s is an extrapolation.", slow / x0));
        }
        if fast < 1.5 * x0 {
            remarks.push(format!("The fastest speed is {:.2} of x0: μ_d is an extrapolation.", fast / x0));
        }
        if curve.speed.contains(&0.0) {
            remarks.push("Points at rest are taken as the friction at which the pad breaks away.".into());
        }
    }
    if has_record {
        remarks.push(
            "The record's displacement is taken as exact: its noise would show as noise of the speed, and make the damping too small."
                .into(),
        );
    }
    remarks
}
