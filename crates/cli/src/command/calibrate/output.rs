//! Files of a calibration: pictures first, and the material or device when all else is done.

use crate::args::CommonArgs;
use crate::error::CliError;
use crate::save;
use bristle_calibrate::{DeviceCalibration, material_toml};
use bristle_contact::ContactMaterial;
use bristle_picture::Picture;
use bristle_scene::Scene;
use bristle_transduction::Profile;
use std::path::{Path, PathBuf};

/// Where files go.
pub(super) struct Output {
    folder: PathBuf,
    name: String,
}

/// Files that were written.
pub(super) struct Saved {
    pub(super) file: PathBuf,
    pub(super) name: String,
    pub(super) pictures: Vec<PathBuf>,
}

impl Output {
    /// Finds the names, and refuses to overwrite a file before any work is done.
    pub(super) fn prepare(data: &Path, common: &CommonArgs) -> Result<Self, CliError> {
        let name = match &common.name {
            Some(name) => name.clone(),
            None => data.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        };
        if common.name.is_some() && !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
            return Err(CliError::Usage(format!(
                "--name {name} cannot name a material or device\n  fix: use letters, digits, `_` and `-`"
            )));
        }
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
            .take(60)
            .collect();
        let name = if plain.is_empty() { "pad".to_owned() } else { plain };
        let output = Self { folder: common.out.clone(), name };
        let path = output.file();
        if !common.force && path.symlink_metadata().is_ok() {
            return Err(CliError::Exists { path });
        }
        Ok(output)
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.toml", self.name))
    }

    pub(super) fn save_material(
        &self,
        material: &ContactMaterial,
        comments: &[String],
        pictures: &[(&'static str, Picture)],
    ) -> Result<Saved, CliError> {
        let text = material_toml(&self.name, material, comments);
        // A material that scenes would refuse is no result: found out before anything is written.
        Scene::parse(&text, self.file())?;
        self.save(&text, pictures)
    }

    pub(super) fn save_device(
        &self,
        found: &DeviceCalibration,
        comments: &[String],
        data: &str,
    ) -> Result<Saved, CliError> {
        let refused = |error: bristle_transduction::ProfileError| CliError::Failed(error.to_string());
        let profile = found.profile(&self.name, &format!("Calibrated from {data}"));
        let comments: String = comments.iter().map(|line| format!("# {line}\n")).collect();
        let text = comments + &profile.to_toml().map_err(refused)?;
        Profile::parse(&text).map_err(refused)?;
        self.save(&text, &found.pictures()?)
    }

    fn save(&self, text: &str, pictures: &[(&'static str, Picture)]) -> Result<Saved, CliError> {
        save::folder(&self.folder)?;
        let mut saved = Saved { file: self.file(), name: self.name.clone(), pictures: Vec::new() };
        for (kind, picture) in pictures {
            saved.pictures.extend(save::picture(&self.folder, &format!("{}-{kind}", self.name), picture)?);
        }
        save::whole(&saved.file, text.as_bytes())?;
        Ok(saved)
    }
}

/// The one material of a file.
pub(super) fn load_base(path: &Path) -> Result<ContactMaterial, CliError> {
    let scene = Scene::load(path)?;
    match scene.data().materials.as_slice() {
        [one] => Ok(one.contact()?),
        list => Err(CliError::Usage(format!(
            "--base {}: it holds {} materials where one is needed\n  fix: copy the one that is meant into a file of its own",
            path.display(),
            list.len()
        ))),
    }
}
