//! What a stiffness calibration amounts to.

use super::data::Points;
use super::pictures::Drawn;
use super::{NormalModel, StiffnessOptions};
use crate::CalibrateError;
use crate::comparison::{FittedModel, Open};
use crate::estimate::{Estimate, Parameter};
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, FrictionLaw, NormalLaw, STRIBECK_SPEED,
    texel_stiffness,
};
use bristle_picture::Picture;
use serde::Serialize;

/// Damping over stiffness that is assumed where none was measured \[s\] (Moisio et al. 2013, §3.3.2).
pub(super) const ASSUMED_DAMPING: f64 = 0.01;
/// Friction that is assumed until it is measured.
const ASSUMED_FRICTION: f64 = 0.5;

/// Where a damping comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DampingSource {
    /// Loads at different rates of compression.
    Rates,
    /// The pad settling under a constant load.
    Settling,
    /// A mass ringing on the pad.
    Ringing,
    /// Not measured: one per cent of the stiffness, as the 2013 paper estimates it.
    Assumed,
}

/// How far the pad may be compressed, and why so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Limit {
    /// Largest penetration \[m\].
    pub value: f64,
    /// Why.
    pub reason: String,
}

/// What the data say about a pad's normal force.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StiffnessCalibration {
    /// Rows used.
    pub points: usize,
    /// Level of the intervals \[-\].
    pub level: f64,
    /// All models that could be fitted, simplest first.
    pub models: Vec<FittedModel>,
    /// Index of the one that the law is made of.
    pub chosen: usize,
    /// Stiffness per area \[N/m³\]; of a curved law the secant at half the largest compression.
    pub stiffness: Estimate,
    /// Stiffness of one texel \[N/m\] (eq. 18), if the pad is known.
    pub texel_stiffness: Option<Estimate>,
    /// Damping per area \[N·s/m³\].
    pub damping: Estimate,
    /// Where it comes from.
    pub damping_source: DampingSource,
    /// Thickness that a densifying pad shows \[m\], if the data bend enough to tell.
    pub thickness: Option<Estimate>,
    /// Largest penetration.
    pub max_penetration: Limit,
    /// What the data leave open.
    pub open: Vec<Open>,
    /// What else is worth knowing.
    pub remarks: Vec<String>,
    #[serde(skip)]
    pub(super) law: NormalLaw,
    #[serde(skip)]
    pub(super) drawn: Drawn,
}

impl StiffnessCalibration {
    /// The law per square metre.
    pub fn normal_law(&self) -> &NormalLaw {
        &self.law
    }

    /// The chosen model.
    pub fn model(&self) -> &FittedModel {
        &self.models[self.chosen]
    }

    /// A material per square metre of this law; with the friction given, or else one that is assumed: μ 0.5, as stiff in shear as
    /// in pressing.
    pub fn material(&self, friction: Option<FrictionLaw>) -> Result<ContactMaterial, CalibrateError> {
        let friction = match friction {
            Some(friction) => friction,
            None => ElastoPlastic::new(BristleParameters {
                stiffness: self.stiffness.value,
                damping: self.damping.value.max(0.0),
                viscosity: 0.0,
                mu_static: ASSUMED_FRICTION,
                mu_dynamic: ASSUMED_FRICTION,
                stribeck_speed: STRIBECK_SPEED,
            })?
            .into(),
        };
        Ok(ContactMaterial::new(self.law.clone(), friction, self.max_penetration.value, Basis::PerArea)?)
    }

    /// The fit and its residuals, each with a name for a file.
    pub fn pictures(&self) -> Result<Vec<(&'static str, Picture)>, CalibrateError> {
        Ok(self.drawn.pictures(&self.models, self.chosen)?)
    }
}

/// How far the pad may be compressed: its thickness, or what was measured.
pub(super) fn limit(
    points: &Points,
    models: &[FittedModel],
    kinds: &[NormalModel],
    options: &StiffnessOptions,
) -> Limit {
    if let Some(value) = options.thickness {
        return Limit {
            value,
            reason: "the thickness of the pad, beyond which it cannot be compressed".into(),
        };
    }
    let reached = points.reference();
    match thickness(models, kinds) {
        Some(thickness) => Limit {
            value: (0.97 * thickness.value).max(reached),
            reason:
                "97 % of the thickness that the bend of the data shows; --thickness-mm gives the real one"
                    .into(),
        },
        None => Limit {
            value: reached,
            reason: "the largest compression in the data; give --thickness-mm to go on to the thickness"
                .into(),
        },
    }
}

/// Thickness of a densifying pad, if its bend can be told from a straight line.
pub(super) fn thickness(models: &[FittedModel], kinds: &[NormalModel]) -> Option<Estimate> {
    let index = kinds.iter().position(|&kind| kind == NormalModel::Densifying)?;
    let inverse = models[index].parameter("inverse_thickness").filter(|e| e.determined && e.value > 0.0)?;
    // Better than the line by more than chance gives.
    models[index].delta_aicc.filter(|&delta| delta < 2.0)?;
    Some(Estimate {
        name: "thickness",
        symbol: "d",
        unit: "m",
        value: 1.0 / inverse.value,
        low: inverse.high.map(|high| 1.0 / high),
        high: inverse.low.filter(|&low| low > 0.0).map(|low| 1.0 / low),
        determined: true,
    })
}

pub(super) fn of_points(
    points: Points,
    models: Vec<FittedModel>,
    kinds: &[NormalModel],
    chosen: usize,
    limit: Limit,
    options: &StiffnessOptions,
) -> Result<StiffnessCalibration, CalibrateError> {
    const STIFFNESS: Parameter = Parameter::plain("stiffness", "K", "N/m³");
    let (kind, model) = (kinds[chosen], &models[chosen]);
    let reference = points.reference();
    let stiffness = match model.parameter("stiffness").filter(|_| kind == NormalModel::Linear) {
        Some(k) => k.clone(),
        None => {
            model.derived(STIFFNESS, |p| kind.pressure(p, 0.5 * reference, reference) / (0.5 * reference))
        }
    };
    let mut open = Vec::new();
    let (damping, damping_source) = damping(&points, model, &stiffness, &mut open);
    let law = kind.law(model, reference, limit.value, damping.value.max(0.0))?;
    let texel = texel(&stiffness, options)?;
    let thickness = thickness(&models, kinds);
    if thickness.is_none() && options.thickness.is_none() {
        open.push(Open {
            parameter: "thickness",
            why: "the data show no bend that would tell where the pad is pressed flat".into(),
            remedy: "measure the thickness with a calliper (--thickness-mm), or press on until the load rises steeply".into(),
            assumed: Some(limit.value),
        });
    }
    for parameter in model.parameters.iter().filter(|p| !p.determined && p.name != "damping") {
        open.push(Open {
            parameter: parameter.name,
            why: "its interval reaches zero or beyond twice its value".into(),
            remedy: "measure more points over a wider range of loads".into(),
            assumed: None,
        });
    }
    let remarks = remarks(&points, &models, kinds, chosen, options);
    Ok(StiffnessCalibration {
        points: points.compression.len(),
        level: options.reading.level,
        chosen,
        stiffness,
        texel_stiffness: texel,
        damping,
        damping_source,
        thickness,
        max_penetration: limit,
        open,
        remarks,
        law,
        drawn: Drawn::of_points(&points, kinds),
        models,
    })
}

/// Eq. 18 for the sensor's own texels.
pub(super) fn texel(
    stiffness: &Estimate,
    options: &StiffnessOptions,
) -> Result<Option<Estimate>, CalibrateError> {
    let Some((area, texels)) = options.pad else { return Ok(None) };
    let k = texel_stiffness(stiffness.value * 1e-3, area, texels, 1e-3)?;
    let texel = stiffness.times(k / stiffness.value, "N/m");
    Ok(Some(Estimate { name: "texel_stiffness", symbol: "k", ..texel }))
}

fn damping(
    points: &Points,
    model: &FittedModel,
    stiffness: &Estimate,
    open: &mut Vec<Open>,
) -> (Estimate, DampingSource) {
    if let Some(found) =
        model.parameter("damping").filter(|damping| damping.determined && damping.value > 0.0)
    {
        return (found.clone(), DampingSource::Rates);
    }
    let assumed = ASSUMED_DAMPING * stiffness.value;
    let why = match (&points.rate, model.parameter("damping")) {
        (None, _) => "the data have neither rates nor times".into(),
        (Some(_), None) => {
            "all points were taken at about one rate, where damping looks like an offset".into()
        }
        (Some(_), Some(found)) => format!(
            "the load hardly depends on the rate: {:.3e} N·s/m³ with an interval that reaches zero",
            found.value
        ),
    };
    open.push(Open {
        parameter: "damping",
        why,
        remedy: "press at two or more different rates (column velocity_mm_per_s), or record the compression over time under a \
                 constant load (columns time_s, compression_mm, load_N)"
            .into(),
        assumed: Some(assumed),
    });
    let damping = Estimate {
        name: "damping",
        symbol: "C",
        value: assumed,
        unit: "N·s/m³",
        low: None,
        high: None,
        determined: false,
    };
    (damping, DampingSource::Assumed)
}

fn remarks(
    points: &Points,
    models: &[FittedModel],
    kinds: &[NormalModel],
    chosen: usize,
    options: &StiffnessOptions,
) -> Vec<String> {
    let mut remarks = Vec::new();
    if !points.table.unused.is_empty() {
        remarks.push(format!("Columns not used: {}.", points.table.unused.join(", ")));
    }
    let affine = kinds.iter().position(|&kind| kind == NormalModel::Affine).map(|index| &models[index]);
    if let Some(offset) =
        affine.and_then(|affine| affine.parameter("offset")).filter(|offset| offset.determined)
    {
        let slope = affine.and_then(|affine| affine.value("stiffness")).unwrap_or(f64::NAN);
        let begin = -offset.value / slope * 1e3;
        remarks.push(if offset.value < 0.0 {
            format!(
                "The affine line meets zero load at {begin:.3} mm: the pad yields that far before it pushes. A scene can show this as \
                 the transfer curve of a skin's device."
            )
        } else {
            format!(
                "The affine line has {:.4} Pa at zero compression: was the pad loaded before the zero was taken?",
                offset.value
            )
        });
    }
    if points.rates_from_time && points.rates_tell() {
        remarks.push(
            "Rates are slopes of the measured compression over time: noise in it makes the damping come out too small. A column \
             of velocities is better."
                .into(),
        );
    }
    if models[chosen].aicc.is_none() {
        remarks.push("There are too few points to compare laws.".into());
    }
    let reached = points.reference();
    if let Some(thickness) = options.thickness.filter(|&thickness| thickness > 1.2 * reached) {
        remarks.push(format!(
            "The data end at {:.3} mm; up to the thickness of {:.3} mm the law is an extrapolation.",
            reached * 1e3,
            thickness * 1e3
        ));
    }
    remarks
}
