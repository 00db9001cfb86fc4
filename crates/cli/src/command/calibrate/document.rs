//! A calibration as one JSON document.

use super::output::Saved;
use crate::error::CliError;
use bristle_calibrate::{DeviceCalibration, FrictionCalibration, StiffnessCalibration};
use bristle_contact::{Basis, ContactMaterial, FrictionLaw};
use serde::Serialize;
use serde_json::{Value, json};

pub(super) fn stiffness(found: &StiffnessCalibration, file: &str, saved: &Saved) -> Result<(), CliError> {
    print("stiffness", found, found.model().name, file, saved, json!({}))
}

pub(super) fn friction(
    found: &FrictionCalibration,
    material: &ContactMaterial,
    file: &str,
    saved: &Saved,
) -> Result<(), CliError> {
    let parameters = match material.friction() {
        FrictionLaw::ElastoPlastic(law) => Some(law.parameters()),
        FrictionLaw::LuGre(law) => Some(law.parameters()),
        FrictionLaw::RegularisedCoulomb(_) => None,
    };
    let bristle = parameters.map(|p| {
        json!({
            "basis": if material.basis() == Basis::PerArea { "per_area" } else { "per_texel" },
            "stiffness": p.stiffness, "damping": p.damping, "viscosity": p.viscosity,
            "mu_static": p.mu_static, "mu_dynamic": p.mu_dynamic, "stribeck_speed": p.stribeck_speed,
        })
    });
    print("friction", found, found.model().name, file, saved, json!({ "in_material": bristle }))
}

pub(super) fn device(found: &DeviceCalibration, file: &str, saved: &Saved) -> Result<(), CliError> {
    let layers = found.profile(&saved.name, file).layers;
    print("device", found, found.model().name, file, saved, json!({ "layers": layers }))
}

fn print(
    kind: &str,
    found: &impl Serialize,
    law: &str,
    file: &str,
    saved: &Saved,
    more: Value,
) -> Result<(), CliError> {
    let mut document = json!({ "calibration": kind, "data": file, "law": law });
    let (what, named) =
        if kind == "device" { ("device", "device_name") } else { ("material", "material_name") };
    let files = json!({ what: saved.file, named: saved.name, "pictures": saved.pictures });
    for part in [serde_json::to_value(found)?, more, files] {
        if let (Value::Object(document), Value::Object(part)) = (&mut document, part) {
            document.extend(part);
        }
    }
    crate::terminal::print(&format!("{}\n", serde_json::to_string_pretty(&document)?))
}
