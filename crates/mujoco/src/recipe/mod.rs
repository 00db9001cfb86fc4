//! What a skin is to be, as the model file says it: `<config key="…" value="…"/>`.

mod channel;
mod error;
mod layout;
mod material;
mod words;

pub(crate) use channel::Channel;
pub(crate) use error::RecipeError;
pub(crate) use words::Words;

use bristle_contact::ContactMaterial;
use bristle_geometry::Pose;
use bristle_skin::{SkinLayout, SkinOptions};
use glam::{DQuat, DVec3};
use std::ffi::CStr;

/// All keys that a file may use. MuJoCo refuses others by itself. The Python module looks for `channels` in its place: new keys go to the end.
pub(crate) const KEYS: &[&CStr] = &[
    c"rows",
    c"columns",
    c"pitch",
    c"mesh_file",
    c"mesh_unit",
    c"texels",
    c"samples",
    c"preset",
    c"basis",
    c"stiffness",
    c"damping",
    c"dissipation",
    c"exponent",
    c"max_penetration",
    c"saturation",
    c"target_stiffness",
    c"friction_law",
    c"shear_stiffness",
    c"shear_damping",
    c"viscosity",
    c"mu_static",
    c"mu_dynamic",
    c"stribeck_speed",
    c"slip_speed",
    c"look_ahead",
    c"pos",
    c"quat",
    c"targets",
    c"contact",
    c"channels",
    c"layout",
    c"sampling",
    c"backing_stiffness",
    c"covers",
    c"name",
];

/// Whether a pair that the skin takes care of may also meet in MuJoCo's own contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnContact {
    /// It may not: the skin takes their contacts over.
    Taken,
    /// It may: both forces act, and the skin feels its own only.
    Kept,
}

/// A skin before it is put on.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) layout: SkinLayout,
    pub(crate) material: ContactMaterial,
    pub(crate) options: SkinOptions,
    /// `X_OS`: the skin in the frame of the site, geom or body that wears it.
    pub(crate) offset: Pose,
    /// Names of bodies and geoms, or groups; empty for all.
    pub(crate) targets: Vec<String>,
    pub(crate) own_contact: OwnContact,
    /// Names of the geoms that it covers.
    pub(crate) covers: Option<Vec<String>>,
    /// The instance's name when all this was written.
    pub(crate) name: Option<String>,
    pub(crate) channels: Vec<Channel>,
}

impl Recipe {
    /// Reads the words of one instance.
    pub(crate) fn read(words: &Words) -> Result<Self, RecipeError> {
        let material = material::read(words)?;
        let look_ahead = words.number("look_ahead")?;
        Ok(Self {
            layout: layout::read(words)?,
            material,
            options: SkinOptions { look_ahead, ..Default::default() },
            offset: offset(words)?,
            targets: match words.text("targets") {
                None | Some("all") => Vec::new(),
                Some(list) => list.split_whitespace().map(str::to_owned).collect(),
            },
            own_contact: match words.choice("contact", &["taken", "kept"])? {
                Some("kept") => OwnContact::Kept,
                _ => OwnContact::Taken,
            },
            covers: words.text("covers").map(|list| list.split_whitespace().map(str::to_owned).collect()),
            name: words.text("name").map(str::to_owned),
            channels: channel::read(words)?,
        })
    }

    /// Numbers per texel in `sensordata`.
    pub(crate) fn channel_width(&self) -> usize {
        self.channels.iter().map(|c| c.width()).sum()
    }
}

fn offset(words: &Words) -> Result<Pose, RecipeError> {
    let translation = words.numbers::<3>("pos")?.map_or(DVec3::ZERO, DVec3::from_array);
    let Some([w, x, y, z]) = words.numbers::<4>("quat")? else {
        return Ok(Pose::from_translation(translation));
    };
    let rotation = DQuat::from_xyzw(x, y, z, w);
    if rotation.length() < 1e-9 {
        return Err(words.refuse("quat", "four numbers w x y z that are not all zero"));
    }
    Ok(Pose::new(rotation, translation))
}

#[cfg(test)]
mod tests;
