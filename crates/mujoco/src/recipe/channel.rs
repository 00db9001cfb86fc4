//! What of a texel's reading goes into `sensordata`.

use super::{RecipeError, Words};
use bristle_skin::{TexelReading, TexelState};

/// One quantity of a texel; vectors are in the skin's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    NormalForce,
    ElasticForce,
    Force,
    Shear,
    SlipVelocity,
    Penetration,
    Deflection,
    Point,
    Normal,
    Utilisation,
    State,
    Target,
}

use Channel::{
    Deflection, ElasticForce, Force, Normal, NormalForce, Penetration, Point, Shear, SlipVelocity, State,
    Target, Utilisation,
};

const NAMES: [(&str, Channel); 12] = [
    ("normal_force", NormalForce),
    ("elastic_force", ElasticForce),
    ("force", Force),
    ("shear", Shear),
    ("slip_velocity", SlipVelocity),
    ("penetration", Penetration),
    ("deflection", Deflection),
    ("point", Point),
    ("normal", Normal),
    ("utilisation", Utilisation),
    ("state", State),
    ("target", Target),
];

/// Force, shear and slip, if a file does not say what it wants.
const USUAL: [Channel; 5] = [NormalForce, Shear, SlipVelocity, Penetration, State];

impl Channel {
    /// Numbers per texel.
    pub(crate) fn width(self) -> usize {
        match self {
            Force | Shear | SlipVelocity | Deflection | Point | Normal => 3,
            NormalForce | ElasticForce | Penetration | Utilisation | State | Target => 1,
        }
    }

    /// Writes it.
    pub(crate) fn write(self, texel: &TexelReading, geom_of_target: &[usize], out: &mut [f64]) {
        match self {
            NormalForce => out[0] = texel.normal_force,
            ElasticForce => out[0] = texel.elastic_force,
            Force => texel.force_on_pad().write_to_slice(out),
            Shear => texel.shear.write_to_slice(out),
            SlipVelocity => texel.slip_velocity.write_to_slice(out),
            Penetration => out[0] = texel.penetration,
            Deflection => texel.deflection.write_to_slice(out),
            Point => texel.point.write_to_slice(out),
            Normal => texel.normal.write_to_slice(out),
            Utilisation => out[0] = texel.utilisation,
            State => {
                out[0] = match texel.state {
                    TexelState::NoContact => 0.0,
                    TexelState::Stick => 1.0,
                    TexelState::Incipient => 2.0,
                    TexelState::Slip => 3.0,
                    TexelState::Saturated => 4.0,
                }
            }
            Target => {
                let geom = texel.target.and_then(|t| geom_of_target.get(usize::from(t)));
                out[0] = geom.map_or(-1.0, |g| *g as f64);
            }
        }
    }
}

pub(super) fn read(words: &Words) -> Result<Vec<Channel>, RecipeError> {
    let Some(list) = words.text("channels") else { return Ok(USUAL.to_vec()) };
    let find = |word: &str| NAMES.iter().find(|(name, _)| *name == word).map(|(_, channel)| *channel);
    let channels: Option<Vec<Channel>> = list.split_whitespace().map(find).collect();
    let names = NAMES.map(|(name, _)| name).join(", ");
    channels.ok_or_else(|| words.refuse("channels", format!("a list of {names}, with blanks between them")))
}
