//! What a skin feels, in a few numbers.

use super::Truth;
use super::value::{MOST, code_of};
use crate::SkinId;

/// Sum of the normal forces, and the share of the texels that touch.
pub(super) fn sum(truth: &Truth, skin: SkinId) -> Option<[f64; MOST]> {
    let reading = truth.readings.get(skin.0)?;
    let touching = reading.texels.iter().filter(|texel| texel.in_contact()).count();
    let share = touching as f64 / reading.texels.len().max(1) as f64;
    Some([reading.total_normal_force(), share, 0.0, 0.0, 0.0, 0.0])
}

/// Slip velocity, utilisation and state of one texel.
pub(super) fn slip(truth: &Truth, skin: SkinId, texel: usize) -> Option<[f64; MOST]> {
    let texel = truth.readings.get(skin.0)?.texels.get(texel)?;
    let slip = texel.slip_velocity;
    Some([slip.x, slip.y, slip.z, texel.utilisation, code_of(texel.state), 0.0])
}
