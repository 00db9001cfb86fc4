//! What is recorded of one texel.

use bristle_skin::{TexelReading, TexelState};
use glam::DVec3;

/// What is recorded of one texel in one sample. Vectors are in the skin's frame; forces act *on the pad*.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TexelRecord {
    /// Force along the contact normal, damping included \[N\].
    pub normal_force: f64,
    /// The elastic part of it \[N\].
    pub elastic_force: f64,
    /// Friction on the pad \[N\].
    pub shear: DVec3,
    /// Penetration \[m\]; negative is a gap.
    pub penetration: f64,
    /// Velocity of the target past the pad in the contact plane \[m/s\].
    pub slip_velocity: DVec3,
    /// Friction over its limit.
    pub utilisation: f64,
    /// What the texel is doing.
    pub state: TexelState,
}

impl From<&TexelReading> for TexelRecord {
    fn from(reading: &TexelReading) -> Self {
        let &TexelReading {
            normal_force,
            elastic_force,
            shear,
            penetration,
            slip_velocity,
            utilisation,
            state,
            ..
        } = reading;
        Self { normal_force, elastic_force, shear, penetration, slip_velocity, utilisation, state }
    }
}

/// Columns of numbers in the table of texels, in the order of [`TexelRecord::numbers`].
pub(crate) const COLUMNS: [&str; 10] = [
    "normal_force_n",
    "elastic_force_n",
    "shear_x_n",
    "shear_y_n",
    "shear_z_n",
    "penetration_m",
    "slip_velocity_x_m_per_s",
    "slip_velocity_y_m_per_s",
    "slip_velocity_z_m_per_s",
    "friction_utilisation",
];

/// Columns that say which texel, before the numbers; the state comes after them.
pub(crate) const PLACE: [&str; 5] = [crate::names::TIME, "skin", "texel", "row", "column"];

/// The last column.
pub(crate) const STATE: &str = "state";

impl TexelRecord {
    pub(crate) fn numbers(&self) -> [f64; COLUMNS.len()] {
        let (t, v) = (self.shear, self.slip_velocity);
        let (f, e) = (self.normal_force, self.elastic_force);
        [f, e, t.x, t.y, t.z, self.penetration, v.x, v.y, v.z, self.utilisation]
    }

    pub(crate) fn of_numbers(numbers: [f64; COLUMNS.len()], state: TexelState) -> Self {
        let [normal_force, elastic_force, tx, ty, tz, penetration, vx, vy, vz, utilisation] = numbers;
        let (shear, slip_velocity) = (DVec3::new(tx, ty, tz), DVec3::new(vx, vy, vz));
        Self { normal_force, elastic_force, shear, penetration, slip_velocity, utilisation, state }
    }
}

/// The word for a state, in files.
pub(crate) fn state_word(state: TexelState) -> &'static str {
    match state {
        TexelState::NoContact => "none",
        TexelState::Stick => "stick",
        TexelState::Incipient => "incipient",
        TexelState::Slip => "slip",
        TexelState::Saturated => "saturated",
    }
}

pub(crate) fn state_of_word(word: &str) -> Option<TexelState> {
    TexelState::ALL.into_iter().find(|&state| state_word(state) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_comes_back_from_its_word() {
        for state in TexelState::ALL {
            assert_eq!(state_of_word(state_word(state)), Some(state));
        }
        assert_eq!(state_of_word("sliding"), None);
    }
}
