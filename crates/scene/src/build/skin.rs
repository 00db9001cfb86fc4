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
            Layout::Grid(of) => {
                let across = of.pitch_along_columns.unwrap_or(of.pitch);
                SkinLayout::rectangular_grid(of.rows, of.columns, of.pitch, across)
            }
            Layout::Vertices(file) => {
                SkinLayout::from_used_vertices(load(file, &mut self.notes).map_err(refuse)?)
            }
            Layout::Faces(file) => {
                SkinLayout::from_face_centres(load(file, &mut self.notes).map_err(refuse)?)
            }
            Layout::Fingertip(of) => SkinLayout::fingertip(of.size, of.spacing),
            Layout::Cap(of) => SkinLayout::spherical_cap(of.radius, of.opening, of.rings, of.segments),
        };
        let layout =
            layout.and_then(|layout| layout.with_samples(skin.samples)).map_err(|e| refuse(e.to_string()))?;
        let material = self.material(&skin.material)?;
        let made = Skin::new(&layout, material, skin.options).map_err(|e| refuse(e.to_string()))?;
        let link = self.body(&skin.on)?;
        let id = self.builder.skin(link, &skin.name, made, skin.pose).map_err(|error| refused(&error, at))?;
        self.names.skins.insert(skin.name.clone(), id);
        if let Some(intensity) = skin.intensity {
            self.intensities.insert(id, intensity.intensity().map_err(|e| refuse(e.to_string()))?);
        }
        Ok(())
    }

    pub(super) fn material(&self, name: &str) -> Result<ContactMaterial, Fault> {
        let found = self.scene.data.material(name).ok_or_else(|| {
            Fault::new(ErrorKind::UnknownName, None, format!("the material `{name}` does not exist"))
        })?;
        let at = self.scene.place("materials", name);
        found.contact().map_err(|error| Fault::new(ErrorKind::Refused, at, error.to_string()))
    }
}
