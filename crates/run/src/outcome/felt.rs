//! What a skin feels as a whole.

use bristle_skin::{SkinReading, TexelState};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Sums over the texels of a skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Felt {
    /// Sum of normal forces \[N\].
    pub normal_force_n: f64,
    /// Sum of the friction on the pad, in the skin's frame \[N\].
    pub shear_n: [f64; 3],
    /// Texels that touch.
    pub touching: usize,
    /// Of these, texels that slip.
    pub slipping: usize,
    /// Of these, texels compressed beyond their range.
    pub saturated: usize,
}

impl Felt {
    /// Sums up a reading.
    pub fn of(reading: &SkinReading) -> Self {
        let mut felt = Self::default();
        let mut shear = DVec3::ZERO;
        for texel in &reading.texels {
            felt.normal_force_n += texel.normal_force;
            shear += texel.shear;
            felt.touching += usize::from(texel.in_contact());
            felt.slipping += usize::from(texel.state == TexelState::Slip);
            felt.saturated += usize::from(texel.state == TexelState::Saturated);
        }
        felt.shear_n = shear.to_array();
        felt
    }

    /// Length of the summed friction \[N\].
    pub fn shear_size(&self) -> f64 {
        DVec3::from_array(self.shear_n).length()
    }
}
