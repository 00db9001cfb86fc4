//! What a calibration says, on the terminal and at the head of the material file.

use super::output::Saved;
use crate::quantity::{digits, table};
use bristle_calibrate::{
    DampingSource, DeviceCalibration, Estimate, FittedModel, FrictionCalibration, Open, StiffnessCalibration,
};
use bristle_contact::{Basis, ContactMaterial, FrictionLaw};

pub(super) fn stiffness(
    found: &StiffnessCalibration,
    file: &str,
    saved: &Saved,
    assumed_friction: bool,
) -> String {
    let mut text = format!("{file}: {} points; intervals of {} %\n\n", found.points, percent(found.level));
    text += &models(&found.models, found.chosen, "Pa");
    let mut rows = vec![estimate("stiffness K per area", &found.stiffness)];
    rows.extend(found.texel_stiffness.as_ref().map(|k| estimate("stiffness k of a texel", k)));
    rows.push(match found.damping_source {
        DampingSource::Assumed => vec![
            "damping C per area".into(),
            format!("{} {}", digits(found.damping.value), found.damping.unit),
            "assumed: 1 % of K".into(),
        ],
        _ => estimate("damping C per area", &found.damping),
    });
    rows.extend(found.thickness.as_ref().map(|thickness| estimate("thickness d", thickness)));
    rows.push(vec![
        "largest penetration".into(),
        format!("{} mm", digits(found.max_penetration.value * 1e3)),
        String::new(),
    ]);
    text += "\nResult\n";
    text += &table(&rows);
    text += &format!("  largest penetration is {}\n", found.max_penetration.reason);
    text += &ending(&found.open, &found.remarks);
    text += &use_of_material(saved);
    if assumed_friction {
        text += "The file's friction is assumed (μ 0.5): `bristle calibrate friction` fits it, with --base this file.\n";
    }
    text
}

pub(super) fn friction(
    found: &FrictionCalibration,
    material: &ContactMaterial,
    file: &str,
    saved: &Saved,
    assumed_pad: bool,
) -> String {
    let count = match (found.curve_points, found.record_samples) {
        (points, 0) => format!("{points} points"),
        (0, samples) => format!("a record of {samples} samples"),
        (points, samples) => format!("{points} points and a record of {samples} samples"),
    };
    let mut text = format!("{file}: {count}; intervals of {} %\n\n", percent(found.level));
    text += &models(&found.models, found.chosen, "N");
    text += "\nResult, for the whole contact that was measured\n";
    let rows: Vec<Vec<String>> = found.model().parameters.iter().map(named).collect();
    text += &table(&rows);
    text += &format!(
        "\nIn the material, {}\n  {}\n",
        basis(material),
        bristle(material.friction(), material.basis())
    );
    text += &ending(&found.open, &found.remarks);
    text += &use_of_material(saved);
    if assumed_pad {
        text += "The file's normal force is that of the corrected foam RS-55-066: give your pad with --base FILE.\n";
    }
    text
}

pub(super) fn device(found: &DeviceCalibration, file: &str, saved: &Saved) -> String {
    let mut text = format!(
        "{file}: {} rows, {} between threshold and saturation; intervals of {} %\n\n",
        found.rows,
        found.fitted_rows,
        percent(found.level)
    );
    text += &models(&found.models, found.chosen, "counts");
    let mut rows: Vec<Vec<String>> = found.model().parameters.iter().map(named).collect();
    rows.push(named(&found.threshold));
    rows.extend(found.gain_spread.as_ref().map(named));
    rows.push(vec!["noise".into(), format!("{} counts", digits(found.noise)), String::new()]);
    if let Some(force) = found.saturation_force {
        rows.push(vec!["saturates at".into(), format!("{} N", digits(force)), String::new()]);
    }
    text += "\nResult, for one cell\n";
    text += &table(&rows);
    text += &ending(&found.open, &found.remarks);
    text += &format!("{} Use it in a scene: device = \"{}\"\n", written(saved), saved.file.display());
    text
}

/// What must not be forgotten once the file is all that is left.
fn poor_fit(remarks: &[String]) -> impl Iterator<Item = String> {
    remarks.iter().filter(|remark| remark.starts_with("Poor fit")).cloned()
}

/// All models, best marked.
fn models(models: &[FittedModel], chosen: usize, unit: &str) -> String {
    let unit =
        if models.iter().any(|model| ["settling", "ringing"].contains(&model.name)) { "m" } else { unit };
    let mut rows = vec![vec![
        "law".into(),
        "ΔAICc".into(),
        "R²".into(),
        format!("residual [{unit}]"),
        "parameters".into(),
    ]];
    for (index, model) in models.iter().enumerate() {
        let parameters = model.parameters.iter().map(|p| format!("{} {}", p.symbol, digits(p.value)));
        rows.push(vec![
            format!("{} {}", if index == chosen { "*" } else { " " }, model.name),
            model.delta_aicc.map_or("–".into(), |delta| format!("{delta:.1}")),
            format!("{:.5}", model.r_squared),
            digits(model.residual_deviation),
            parameters.collect::<Vec<_>>().join(", "),
        ]);
    }
    table(&rows) + "  * chosen; a smaller ΔAICc is better, within 2 the simpler law is taken\n"
}

/// By its own name and symbol.
fn named(p: &Estimate) -> Vec<String> {
    estimate(&format!("{} {}", p.name.replace('_', " "), p.symbol), p)
}

fn estimate(name: &str, estimate: &Estimate) -> Vec<String> {
    let unit = if estimate.unit == "-" { String::new() } else { format!(" {}", estimate.unit) };
    let interval = match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("{} to {}", digits(low), digits(high)),
        _ => "not bounded".into(),
    };
    let mark = if estimate.determined { "" } else { "  not determined" };
    vec![name.to_owned(), format!("{}{unit}", digits(estimate.value)), format!("{interval}{mark}")]
}

fn ending(open: &[Open], remarks: &[String]) -> String {
    let mut text = String::new();
    if !open.is_empty() {
        text += "\nNot determined by these data\n";
        for question in open {
            let assumed =
                question.assumed.map_or(String::new(), |value| format!(" Assumed: {}.", digits(value)));
            text += &format!(
                "  {}: {}.{assumed}\n    to settle it: {}\n",
                question.parameter, question.why, question.remedy
            );
        }
    }
    if !remarks.is_empty() {
        text += "\nRemarks\n";
        for remark in remarks {
            text += &format!("  {remark}\n");
        }
    }
    text
}

fn written(saved: &Saved) -> String {
    format!("\nWrote {} and {} pictures.", saved.file.display(), saved.pictures.len())
}

fn use_of_material(saved: &Saved) -> String {
    let (path, name) = (saved.file.display(), &saved.name);
    format!("{} Use it in a scene: include = [\"{path}\"], material = \"{name}\"\n", written(saved))
}

fn percent(level: f64) -> String {
    digits(level * 100.0)
}

fn basis(material: &ContactMaterial) -> &'static str {
    match material.basis() {
        Basis::PerTexel => "per texel:",
        Basis::PerArea => "per square metre:",
    }
}

fn bristle(law: &FrictionLaw, basis: Basis) -> String {
    let per = if basis == Basis::PerArea { "³" } else { "" };
    let p = match law {
        FrictionLaw::ElastoPlastic(law) => law.parameters(),
        FrictionLaw::LuGre(law) => law.parameters(),
        FrictionLaw::RegularisedCoulomb(_) => return String::new(),
    };
    format!(
        "σ0 {} N/m{per}, σ1 {} N·s/m{per}, c_t {} N·s/m{per}, μ_s {}, μ_d {}, x0 {} m/s",
        digits(p.stiffness),
        digits(p.damping),
        digits(p.viscosity),
        digits(p.mu_static),
        digits(p.mu_dynamic),
        digits(p.stribeck_speed)
    )
}

pub(super) fn stiffness_comments(
    found: &StiffnessCalibration,
    file: &str,
    assumed_friction: bool,
) -> Vec<String> {
    let model = found.model();
    let mut lines = vec![
        format!(
            "Pad calibrated from {file}: {} points, law `{}`, {}.",
            found.points, model.name, model.formula
        ),
        String::new(),
        interval_line("stiffness per area", &found.stiffness, found.level),
        match found.damping_source {
            DampingSource::Assumed => "damping: assumed, 1 % of the stiffness".into(),
            _ => interval_line("damping per area", &found.damping, found.level),
        },
        format!("largest penetration: {}", found.max_penetration.reason),
    ];
    if assumed_friction {
        lines.push("friction: assumed, not measured".into());
    }
    lines.extend(poor_fit(&found.remarks));
    lines
}

pub(super) fn friction_comments(found: &FrictionCalibration, file: &str, assumed_pad: bool) -> Vec<String> {
    let model = found.model();
    let mut lines = vec![
        format!("Friction calibrated from {file}: model `{}`, {}.", model.name, model.formula),
        String::new(),
        "Of the whole contact that was measured:".into(),
    ];
    lines.extend(model.parameters.iter().map(|p| interval_line(p.name, p, found.level)));
    for question in &found.open {
        lines.push(format!("{}: not determined by the data", question.parameter));
    }
    if assumed_pad {
        lines.push("normal force: of the corrected foam RS-55-066, not measured".into());
    }
    lines.extend(poor_fit(&found.remarks));
    lines
}

pub(super) fn device_comments(found: &DeviceCalibration, file: &str) -> Vec<String> {
    let model = found.model();
    let mut lines = vec![
        format!(
            "Device calibrated from {file}: {} of {} rows, curve `{}`, {}.",
            found.fitted_rows, found.rows, model.name, model.formula
        ),
        String::new(),
    ];
    let estimates = model.parameters.iter().chain([&found.threshold]).chain(&found.gain_spread);
    lines.extend(estimates.map(|p| interval_line(p.name, p, found.level)));
    lines.extend(poor_fit(&found.remarks));
    lines
}

fn interval_line(name: &str, estimate: &Estimate, level: f64) -> String {
    let unit = if estimate.unit == "-" { String::new() } else { format!(" {}", estimate.unit) };
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!(
            "{name}: {}{unit}, {} % interval {} to {}",
            digits(estimate.value),
            percent(level),
            digits(low),
            digits(high)
        ),
        _ => format!("{name}: {}{unit}, not determined by the data", digits(estimate.value)),
    }
}
