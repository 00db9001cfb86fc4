//! A motor: immutable, checked, on one joint.

use super::drive::Drive;
use super::profile::Profile;
use super::{
    Command, CommandError, Gear, LimitedBy, Mode, MotorBuilder, MotorState, PositionGains, Reference, Rotor,
    Telemetry, VelocityGains, Winding,
};
use crate::BodyId;

/// A motor on the one-dof joint of a body. Made by [`Motor::builder`].
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    pub(super) name: String,
    pub(super) body: BodyId,
    pub(super) drive: Drive,
    pub(super) profile: Profile,
    pub(super) position_gains: Option<PositionGains>,
    pub(super) velocity_gains: Option<VelocityGains>,
}

impl Motor {
    /// Begins a motor on the joint of `body`.
    ///
    /// With a [`Winding`] it is a direct-current motor; without one it is an ideal source of effort and needs an effort
    /// limit.
    pub fn builder(name: impl Into<String>, body: BodyId) -> MotorBuilder {
        MotorBuilder::new(name.into(), body)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The body whose joint it drives.
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// Its winding, unless it is ideal.
    pub fn winding(&self) -> Option<Winding> {
        self.drive.winding
    }

    /// Its gear.
    pub fn gear(&self) -> Gear {
        self.drive.gear
    }

    /// Its rotor.
    pub fn rotor(&self) -> Rotor {
        self.drive.rotor
    }

    /// Gains of the position controller, if it has one.
    pub fn position_gains(&self) -> Option<PositionGains> {
        self.position_gains
    }

    /// Gains of the velocity controller, if it has one.
    pub fn velocity_gains(&self) -> Option<VelocityGains> {
        self.velocity_gains
    }

    /// Largest speed of the reference \[m/s | rad/s\]; infinite if there is no limit.
    pub fn speed_limit(&self) -> f64 {
        self.profile.speed
    }

    /// Largest acceleration of the reference \[m/s² | rad/s²\]; infinite if there is no limit.
    pub fn acceleration_limit(&self) -> f64 {
        self.profile.acceleration
    }

    /// Largest effort at the joint, by the current or the effort limit \[N | N·m\].
    pub fn effort_limit(&self) -> f64 {
        self.drive.bound().0
    }

    /// Inertia of the rotor felt at the joint, `N² J` \[kg | kg·m²\].
    pub fn armature(&self) -> f64 {
        self.drive.gear.ratio * self.drive.gear.ratio * self.drive.rotor.inertia
    }

    /// Dry friction of the rotor felt at the joint \[N | N·m\], for the joint's own friction to carry: a friction that
    /// holds has a memory, and the joint keeps it.
    pub fn dry_friction(&self) -> Option<f64> {
        let force = self.drive.gear.ratio.abs() * self.drive.rotor.dry_friction;
        (force > 0.0).then_some(force)
    }

    /// At rest at `q` \[m | rad\]: held there by the position controller if there is one, else without effort.
    pub fn start(&self, q: f64) -> MotorState {
        let command = if self.position_gains.is_some() { Command::Position(q) } else { Command::Effort(0.0) };
        MotorState {
            command,
            mode: command.mode(),
            reference: Reference { position: q, velocity: 0.0 },
            integral: 0.0,
            drive_effort: 0.0,
            limited_by: LimitedBy::Nothing,
        }
    }

    /// Obeys `command` from the next step on. A refused command leaves the state as it was.
    pub fn obey(&self, state: &mut MotorState, command: Command) -> Result<(), CommandError> {
        let (mode, value) = (command.mode(), command.value());
        if value.is_nan() || value.abs() > 1e9 {
            return Err(CommandError::NotFinite { motor: self.name.clone(), mode, value });
        }
        if !self.has(mode) {
            let all = [Mode::Position, Mode::Velocity, Mode::Effort, Mode::Voltage];
            let others: Vec<_> = all.into_iter().filter(|&m| self.has(m)).map(|m| m.to_string()).collect();
            return Err(CommandError::NoController {
                motor: self.name.clone(),
                mode,
                needs: match mode {
                    Mode::Position => "position gains",
                    Mode::Velocity => "velocity gains",
                    Mode::Effort | Mode::Voltage => "winding",
                },
                others: others.join(" or "),
            });
        }
        state.command = command;
        Ok(())
    }

    /// Whether it can be controlled in this way.
    pub fn has(&self, mode: Mode) -> bool {
        match mode {
            Mode::Position => self.position_gains.is_some(),
            Mode::Velocity => self.velocity_gains.is_some(),
            Mode::Effort => true,
            Mode::Voltage => self.drive.winding.is_some(),
        }
    }

    /// What it tells about the step that led to `state` and the joint's velocity `v` \[m/s | rad/s\].
    pub fn telemetry(&self, state: &MotorState, v: f64) -> Telemetry {
        let electrical = self.drive.electrical(state.drive_effort, v);
        Telemetry {
            effort: state.drive_effort - self.drive.viscous() * v,
            current: electrical.map(|(current, _)| current),
            voltage: electrical.map(|(_, voltage)| voltage),
            reference: state.reference,
            limited_by: state.limited_by,
        }
    }
}
