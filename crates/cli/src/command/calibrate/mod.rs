//! `bristle calibrate`: from measurements to a material or device that scenes use.

mod document;
mod output;
mod words;

use crate::args::{CalibrateArgs, CalibrateWhat, DeviceArgs, FrictionArgs, StiffnessArgs};
use crate::error::CliError;
use bristle_calibrate::{
    CalibrateError, DeviceOptions, FrictionOptions, Reading, StiffnessOptions, device, friction, stiffness,
};
use bristle_contact::{Basis, ContactMaterial, FrictionLaw};
use bristle_system::input;
use output::Output;
use std::path::Path;

pub(crate) fn run(args: &CalibrateArgs) -> Result<(), CliError> {
    match &args.what {
        CalibrateWhat::Stiffness(args) => calibrate_stiffness(args),
        CalibrateWhat::Friction(args) => calibrate_friction(args),
        CalibrateWhat::Device(args) => calibrate_device(args),
    }
}

fn reading(common: &crate::args::CommonArgs) -> Reading {
    let mut reading = Reading::default().with_level(common.level).with_gravity(common.gravity);
    reading.trust_units = common.trust_units;
    reading.accept_poor_fit = common.accept_poor_fit;
    reading
}

fn calibrate_stiffness(args: &StiffnessArgs) -> Result<(), CliError> {
    let output = Output::prepare(&args.data, &args.common)?;
    let mut options = StiffnessOptions::default().with_reading(reading(&args.common));
    options.loaded_area = args.area_mm2.map(|area| area * 1e-6);
    options.thickness = args.thickness_mm.map(|thickness| thickness * 1e-3);
    options.pad = args.pad_area_mm2.zip(args.texels).map(|(area, texels)| (area * 1e-6, texels));
    options.moving_mass = args.mass_kg;
    options.model = args.law.map(|law| law.model());
    let base = args.base.as_deref().map(output::load_base).transpose()?;
    let (file, bytes) = load(&args.data)?;
    let found = stiffness(&file, &bytes, &options)?;
    // Laws are fitted per square metre; a base per texel needs the texel's area to be told apart.
    let texel_area = options.pad.map(|(area, texels)| area / texels as f64);
    let friction = base.as_ref().map(|base| per_area(base, texel_area)).transpose()?;
    let assumed_friction = friction.is_none();
    let mut material = found.material(friction)?;
    if let (true, Some(area)) = (args.per_texel, texel_area) {
        material = material.scaled(area, Basis::PerTexel)?;
    }
    let comments = words::stiffness_comments(&found, &file, assumed_friction);
    let saved = output.save_material(&material, &comments, &found.pictures()?)?;
    if args.common.json {
        return document::stiffness(&found, &file, &saved);
    }
    crate::terminal::print(&words::stiffness(&found, &file, &saved, assumed_friction))
}

fn calibrate_friction(args: &FrictionArgs) -> Result<(), CliError> {
    let output = Output::prepare(&args.data, &args.common)?;
    let mut options =
        FrictionOptions::default().with_reading(reading(&args.common)).with_law(args.law.model());
    options.normal_force = args.normal_force_n;
    options.texels = args.texels;
    options.area = args.area_mm2.map(|area| area * 1e-6);
    options.model = args.model.map(|model| model.model());
    let base = args.base.as_deref().map(output::load_base).transpose()?;
    let (file, bytes) = load(&args.data)?;
    let record = args.record.as_deref().map(load).transpose()?;
    let record = record.as_ref().map(|(file, bytes)| (file.as_str(), bytes.as_slice()));
    let found = friction(&file, &bytes, record, &options)?;
    let material = found.material(base.as_ref())?;
    let comments = words::friction_comments(&found, &file, base.is_none());
    let saved = output.save_material(&material, &comments, &found.pictures()?)?;
    if args.common.json {
        return document::friction(&found, &material, &file, &saved);
    }
    crate::terminal::print(&words::friction(&found, &material, &file, &saved, base.is_none()))
}

fn calibrate_device(args: &DeviceArgs) -> Result<(), CliError> {
    let output = Output::prepare(&args.data, &args.common)?;
    let mut options = DeviceOptions::default()
        .with_reading(reading(&args.common))
        .with_bits(args.bits)
        .with_cells(args.cells);
    options.threshold = args.threshold;
    options.subtract_threshold = args.subtracted;
    options.model = args.curve.map(|curve| curve.model());
    let (file, bytes) = load(&args.data)?;
    let found = device(&file, &bytes, &options)?;
    let saved = output.save_device(&found, &words::device_comments(&found, &file), &file)?;
    if args.common.json {
        return document::device(&found, &file, &saved);
    }
    crate::terminal::print(&words::device(&found, &file, &saved))
}

fn load(path: &Path) -> Result<(String, Vec<u8>), CliError> {
    match input::read(path, bristle_calibrate::LARGEST_FILE) {
        Ok(bytes) => Ok((path.display().to_string(), bytes)),
        Err(cause) => Err(CliError::DataFile { path: path.to_owned(), cause }),
    }
}

/// The friction of a material, per square metre.
fn per_area(base: &ContactMaterial, texel_area: Option<f64>) -> Result<FrictionLaw, CliError> {
    match (base.basis(), texel_area) {
        (Basis::PerArea, _) => Ok(*base.friction()),
        (Basis::PerTexel, Some(area)) => Ok(base.friction().scaled(1.0 / area)?),
        (Basis::PerTexel, None) => Err(CalibrateError::Option {
            problem: "the base is stated per texel, and the area of a texel is not known".into(),
            fix: "give --texels and --pad-area-mm2 of the sensor it is for".into(),
        }
        .into()),
    }
}
