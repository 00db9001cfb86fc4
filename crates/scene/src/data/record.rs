//! What is written down.

use crate::error::Fault;
use crate::view::View;

/// What a run writes down, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Time between two records \[s\].
    pub every: f64,
    /// Every texel of every skin.
    pub texels: bool,
    /// Joints and motors.
    pub joints: bool,
    /// Poses and velocities of bodies.
    pub bodies: bool,
    /// Readings of sensors.
    pub sensors: bool,
    /// Energy and what the solver did.
    pub solver: bool,
}

impl Record {
    pub(super) fn read(view: View<'_>) -> Result<Self, Fault> {
        Ok(Self {
            every: view.number("every")?,
            texels: view.flag("texels")?,
            joints: view.flag("joints")?,
            bodies: view.flag("bodies")?,
            sensors: view.flag("sensors")?,
            solver: view.flag("solver")?,
        })
    }
}
