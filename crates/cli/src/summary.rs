//! What a whole reading amounts to.

use crate::sensor::Sensor;
use bristle_geometry::Wrench;
use bristle_skin::{SkinReading, TexelState};
use glam::DVec3;

/// Sums and extremes over the texels. Vectors are in the skin's frame, forces act on the pad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    /// Sum of the texels' normal forces \[N\].
    pub(crate) normal_force: f64,
    /// Sum of the texels' friction \[N\].
    pub(crate) shear: DVec3,
    /// Sum of the texels' whole forces \[N\].
    pub(crate) force: DVec3,
    /// Where the normal forces act on average \[m\]; none without contact.
    pub(crate) centre_of_pressure: Option<DVec3>,
    pub(crate) states: StateCounts,
    pub(crate) touching: usize,
    pub(crate) texels: usize,
    /// The texel that is pressed hardest, if any is.
    pub(crate) hardest: Option<Hardest>,
    /// Deepest penetration of a texel \[m\].
    pub(crate) deepest: f64,
    pub(crate) wrench_on_skin: Wrench,
    pub(crate) wrench_on_object: Wrench,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Hardest {
    pub(crate) texel: usize,
    /// Row and column, counted from 0, in an array.
    pub(crate) cell: Option<(usize, usize)>,
    /// Its normal force \[N\].
    pub(crate) normal_force: f64,
}

/// How many texels are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StateCounts {
    pub(crate) stick: usize,
    pub(crate) incipient: usize,
    pub(crate) slip: usize,
    pub(crate) saturated: usize,
}

impl Summary {
    /// Of a reading with one target, the skin standing still at the origin.
    pub(crate) fn of(sensor: &Sensor, reading: &SkinReading) -> Self {
        let texels = &reading.texels;
        let normal_force = reading.total_normal_force();
        let moment: DVec3 = texels.iter().map(|t| t.point * t.normal_force).sum();
        let hardest = (0..texels.len())
            .filter(|&i| texels[i].normal_force > 0.0)
            .max_by(|&a, &b| texels[a].normal_force.total_cmp(&texels[b].normal_force))
            .map(|texel| Hardest {
                texel,
                cell: sensor.grid().map(|grid| grid.cell(texel)),
                normal_force: texels[texel].normal_force,
            });
        let nothing = Wrench::zero_at(DVec3::ZERO);
        let (on_skin, on_object) = reading
            .pairs
            .first()
            .map_or((nothing, nothing), |pair| (pair.wrench_on_skin_w, pair.wrench_on_target_w));
        Self {
            normal_force,
            shear: texels.iter().map(|t| t.shear).sum(),
            force: reading.total_force(),
            centre_of_pressure: (normal_force > 0.0).then(|| moment / normal_force),
            states: StateCounts::of(texels.iter().map(|t| t.state)),
            touching: texels.iter().filter(|t| t.in_contact()).count(),
            texels: texels.len(),
            hardest,
            deepest: texels.iter().map(|t| t.penetration).fold(0.0, f64::max),
            wrench_on_skin: on_skin,
            wrench_on_object: on_object,
        }
    }
}

impl StateCounts {
    fn of(states: impl Iterator<Item = TexelState>) -> Self {
        states.fold(Self::default(), |mut counts, state| {
            match state {
                TexelState::NoContact => {}
                TexelState::Stick => counts.stick += 1,
                TexelState::Incipient => counts.incipient += 1,
                TexelState::Slip => counts.slip += 1,
                TexelState::Saturated => counts.saturated += 1,
            }
            counts
        })
    }
}
