//! Tactile skins.

use super::solid::load;
use super::{Assembly, refused};
use crate::data::{Layout, SkinDescription};
use crate::error::{ErrorKind, Fault};
use bristle_contact::ContactMaterial;
use bristle_skin::{Skin, SkinLayout};

impl Assembly<'_> {
    pub(super) fn add_skin(&mut self, skin: &SkinDescription) -> Result<(), Fault> {
        let at = self.scene.place("skins", &skin.name);
        let refuse = |why: String| {
            Fault::new(ErrorKind::Refused, at, format!("the skin `{}` cannot be made: {why}", skin.name))
        };
        let layout = match &skin.layout {
            Layout::Grid { rows, columns, pitch_row, pitch_column } => {
                SkinLayout::rectangular_grid(*rows, *columns, *pitch_row, *pitch_column)
            }
            Layout::Vertices(file) => {
                SkinLayout::from_used_vertices(load(file, &mut self.notes).map_err(refuse)?)
            }
            Layout::Faces(file) => {
                SkinLayout::from_face_centres(load(file, &mut self.notes).map_err(refuse)?)
            }
            Layout::Fingertip { size, spacing } => SkinLayout::fingertip(*size, *spacing),
            Layout::Cap { radius, opening, rings, segments } => {
                SkinLayout::spherical_cap(*radius, *opening, *rings, *segments)
            }
        };
        let layout =
            layout.and_then(|layout| layout.with_samples(skin.samples)).map_err(|e| refuse(e.to_string()))?;
        let material = self.material(&skin.material)?;
        let made = Skin::new(&layout, material, skin.options).map_err(|e| refuse(e.to_string()))?;
        let link = self.body(&skin.on)?;
        let id = self.builder.skin(link, &skin.name, made, skin.pose).map_err(|error| refused(&error, at))?;
        self.names.skins.insert(skin.name.clone(), id);
        if let Some(intensity) = skin.intensity {
            self.intensities.insert(id, intensity);
        }
        Ok(())
    }

    pub(super) fn material(&self, name: &str) -> Result<ContactMaterial, Fault> {
        let found = self.scene.data.material(name).map(|material| material.contact.clone());
        found.ok_or_else(|| {
            Fault::new(ErrorKind::UnknownName, None, format!("the material `{name}` does not exist"))
        })
    }
}
