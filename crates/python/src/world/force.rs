//! Motors, pushes and masses.

use super::World;
use crate::errors::{self, py};
use crate::numbers;
use bristle_geometry::Wrench;
use bristle_world::motor::LimitedBy;
use bristle_world::{Command, Inertia, Model, MotorId};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The one command among four.
pub(crate) fn command_of(
    position: Option<f64>,
    velocity: Option<f64>,
    effort: Option<f64>,
    voltage: Option<f64>,
) -> PyResult<Command> {
    let given = [
        position.map(Command::Position),
        velocity.map(Command::Velocity),
        effort.map(Command::Effort),
        voltage.map(Command::Voltage),
    ];
    let mut given = given.into_iter().flatten();
    match (given.next(), given.next()) {
        (Some(command), None) => Ok(command),
        _ => Err(py::CommandError::new_err(
            "a motor takes one of position, velocity, effort and voltage: give just one",
        )),
    }
}

/// Whether a motor would obey a command: it is tried on a state of no consequence.
pub(crate) fn check_command(model: &Model, motor: MotorId, command: Command) -> PyResult<()> {
    let motor = &model.motors()[motor.0];
    motor.obey(&mut motor.start(0.0), command).map_err(|error| errors::of_model(&error.into()))
}

#[pymethods]
impl World {
    /// Raises what `command` would raise, and changes nothing.
    #[pyo3(signature = (motor, *, position=None, velocity=None, effort=None, voltage=None))]
    fn check_command(
        &self,
        motor: &str,
        position: Option<f64>,
        velocity: Option<f64>,
        effort: Option<f64>,
        voltage: Option<f64>,
    ) -> PyResult<()> {
        let id = crate::names::find(&self.built.names.motors, "motor", motor)?;
        check_command(&self.built.model, id, command_of(position, velocity, effort, voltage)?)
    }

    /// Tells a motor what to do from the next step on: one of position [m or rad], velocity, effort [N or N·m] and voltage [V].
    #[pyo3(signature = (motor, *, position=None, velocity=None, effort=None, voltage=None))]
    fn command(
        &self,
        motor: &str,
        position: Option<f64>,
        velocity: Option<f64>,
        effort: Option<f64>,
        voltage: Option<f64>,
    ) -> PyResult<()> {
        let id = crate::names::find(&self.built.names.motors, "motor", motor)?;
        let command = command_of(position, velocity, effort, voltage)?;
        let mut inner = self.lock()?;
        inner.simulation.world_mut().command(id, command).map_err(|error| errors::of_model(&error))?;
        // Who commands last is obeyed.
        if let Some(robot) = &mut inner.robot {
            robot.leave(id);
        }
        Ok(())
    }

    /// What a motor is doing: effort, current, voltage, reference and what held it back.
    fn telemetry<'py>(&self, py: Python<'py>, motor: &str) -> PyResult<Bound<'py, PyDict>> {
        let id = crate::names::find(&self.built.names.motors, "motor", motor)?;
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
            force: numbers::vector_or_zero(force, "the force")?,
            torque: numbers::vector_or_zero(torque, "the torque")?,
            point: numbers::vector_or_zero(point, "the point")?,
        };
        self.lock()?.simulation.world_mut().apply(link, wrench).map_err(|error| errors::of_model(&error))
    }

    /// Adds a mass [kg] to a body, as a point in the body's frame [m]: marbles into a cup.
    #[pyo3(signature = (body, mass, at=None))]
    fn add_mass(&self, body: &str, mass: f64, at: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let link = self.body(body)?;
        let added = Inertia::point(mass, numbers::vector_or_zero(at, "the place")?);
        self.lock()?.simulation.world_mut().add_mass(link, added).map_err(|error| errors::of_model(&error))
    }
}
