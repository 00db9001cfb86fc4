//! Motors, pushes and masses.

use super::World;
use crate::errors;
use crate::numbers::{self, FARTHEST, LARGEST};
use crate::percept::Keywords;
use bristle_control::Commands;
use bristle_geometry::Wrench;
use bristle_world::motor::LimitedBy;
use bristle_world::{Command, Inertia, Model, MotorId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Whether a motor would obey a command: it is tried on a state of no consequence.
pub(crate) fn check_command(model: &Model, motor: MotorId, command: Command) -> PyResult<()> {
    let motor = &model.motors()[motor.0];
    motor.obey(&mut motor.start(0.0), command).map_err(|error| errors::of_model(&error.into()))
}

impl World {
    fn commands(&self, motor: &str, given: Keywords) -> PyResult<Commands> {
        let id = self.built.model.motor_named(motor).map_err(errors::of_name)?;
        Ok(Commands::one(id.0, given.command()?))
    }
}

/// A method of worlds that takes a motor and its command as keywords.
macro_rules! method_with_command {
    ($(#[$about:meta])* $name:ident, $does:ident) => {
        #[pymethods]
        impl World {
            $(#[$about])*
            #[pyo3(signature = (motor, *, position=None, velocity=None, effort=None, current=None, voltage=None, max_effort=None, max_current=None, halt=false))]
            #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
            fn $name(
                &self,
                motor: &str,
                position: Option<f64>,
                velocity: Option<f64>,
                effort: Option<f64>,
                current: Option<f64>,
                voltage: Option<f64>,
                max_effort: Option<f64>,
                max_current: Option<f64>,
                halt: bool,
            ) -> PyResult<()> {
                let given =
                    Keywords { position, velocity, effort, current, voltage, max_effort, max_current, halt };
                let commands = self.commands(motor, given)?;
                self.lock()?.simulation.$does(&commands).map_err(|error| errors::of_hardware(&error))
            }
        }
    };
}

method_with_command! {
    /// Raises what `command` would raise, and changes nothing.
    check_command, check_commands
}

method_with_command! {
    /// Tells a motor what to do from the next step on: a position [m or rad], a velocity, an effort [N or N·m], a current [A] or a
    /// voltage [V]; a velocity with at most an effort or a current; or to halt, which cuts the drive and then holds the joint where it
    /// comes to rest.
    command, command
}

#[pymethods]
impl World {
    /// What a motor is doing: effort, current, voltage, reference and what held it back.
    fn telemetry<'py>(&self, py: Python<'py>, motor: &str) -> PyResult<Bound<'py, PyDict>> {
        let id = self.built.model.motor_named(motor).map_err(errors::of_name)?;
        let out = PyDict::new(py);
        if let Some(telemetry) = self.lock()?.simulation.world().telemetry(id) {
            out.set_item("effort", telemetry.effort)?;
            out.set_item("current", telemetry.current)?;
            out.set_item("voltage", telemetry.voltage)?;
            out.set_item("reference", (telemetry.reference.position, telemetry.reference.velocity))?;
            let limit = match telemetry.limited_by {
                LimitedBy::Nothing => None,
                LimitedBy::Effort => Some("effort"),
                LimitedBy::Current => Some("current"),
                LimitedBy::Voltage => Some("voltage"),
            };
            out.set_item("limited_by", limit)?;
        }
        Ok(out)
    }

    /// Pushes a body from now on, until told otherwise: force and torque in world axes, at a point of the body.
    #[pyo3(signature = (body, force=None, torque=None, point=None))]
    fn apply(
        &self,
        body: &str,
        force: Option<&Bound<'_, PyAny>>,
        torque: Option<&Bound<'_, PyAny>>,
        point: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let link = self.body(body)?;
        let wrench = Wrench {
            force: numbers::vector_or_zero(force, "the force", LARGEST)?,
            torque: numbers::vector_or_zero(torque, "the torque", LARGEST)?,
            point: numbers::vector_or_zero(point, "the point", FARTHEST)?,
        };
        self.lock()?.simulation.world_mut().apply(link, wrench).map_err(|error| errors::of_model(&error))
    }

    /// Adds a mass [kg] to a body, as a point in the body's frame [m]: marbles into a cup.
    #[pyo3(signature = (body, mass, at=None))]
    fn add_mass(&self, body: &str, mass: f64, at: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let link = self.body(body)?;
        numbers::limited(&[mass], "the mass", LARGEST)?;
        let added = Inertia::point(mass, numbers::vector_or_zero(at, "the place", FARTHEST)?);
        self.lock()?.simulation.world_mut().add_mass(link, added).map_err(|error| errors::of_model(&error))
    }
}
