//! Tactile skins.

use super::{Assembly, Device, layout, refused, unknown};
use crate::data::{Layout, SkinDescription};
use crate::error::{ErrorKind, Fault};
use bristle_contact::ContactMaterial;
use bristle_skin::Skin;
use std::sync::Arc;

impl<'a> Assembly<'a> {
    pub(super) fn add_skin(&mut self, skin: &'a SkinDescription) -> Result<(), Fault> {
        let at = self.scene.place("skins", &skin.name);
        let fault = |kind: ErrorKind, why: String| {
            Fault::new(kind, at, format!("the skin `{}` cannot be made: {why}", skin.name))
        };
        let refuse = |why: String| fault(ErrorKind::Refused, why);
        let layout = layout::made(&self.scene.data, skin, &mut self.notes)
            .map_err(|error| fault(error.kind(), error.to_string()))?;
        self.question_pitch(skin);
        let material = self.material(&skin.material)?;
        let made = Skin::new(&layout, material, skin.options).map_err(|e| refuse(e.to_string()))?;
        let wearer = self.body(&skin.on)?;
        let id =
            self.builder.skin(wearer, &skin.name, made, skin.pose).map_err(|error| refused(&error, at))?;
        self.skins.insert(&skin.name, id);
        if !skin.targets.is_empty() {
            let targets = skin.targets.iter().map(|name| self.body(name)).collect::<Result<Vec<_>, _>>()?;
            self.builder.targets(id, &targets).map_err(|error| refused(&error, at))?;
        }
        if let Some(profile) = &skin.device {
            let chain = profile.chain(&layout).map_err(|e| refuse(format!("its device: {e}")))?;
            self.devices.insert(id, Device { name: profile.name.clone(), chain: Arc::new(chain) });
        }
        Ok(())
    }

    /// Texels wider than a hand are seldom meant: metres written for millimetres, mostly.
    fn question_pitch(&mut self, skin: &SkinDescription) {
        const WIDE: f64 = 0.1;
        let pitch = match &skin.layout {
            Layout::Grid(of) => of.pitch,
            Layout::BentGrid(of) => of.pitch,
            _ => return,
        };
        if pitch > WIDE {
            self.notes.push(format!(
                "the texels of skin `{}` are {pitch} m apart; if millimetres are meant, write pitch_mm = {pitch}",
                skin.name
            ));
        }
    }

    pub(super) fn material(&self, name: &str) -> Result<ContactMaterial, Fault> {
        let found = self.scene.data.material(name).ok_or_else(|| unknown("material", name))?;
        let at = self.scene.place("materials", name);
        found.contact().map_err(|error| refused(&error, at))
    }
}
