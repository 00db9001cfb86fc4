//! A robot in a world: what native controllers sense through and give orders to.

use super::World;
use crate::action::{refuse, wiring_of};
use crate::errors::py;
use bristle_control::simulated::Robot;
use bristle_control::{Orders, Percept, Senses};
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn not_wired() -> PyErr {
    py::ActionError::new_err("the world has no robot: wire one up first")
}

#[pymethods]
impl World {
    /// Says which motors, skins and sensors are the robot that native controllers lead. What is left out is that of the PG70 of
    /// the library, on its lift if there is one.
    #[pyo3(signature = (wiring=None))]
    fn wire(&self, wiring: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut inner = self.lock()?;
        if inner.simulation.phase().is_some() {
            return Err(py::ActionError::new_err(
                "the motors are led by the scene's script; make the world with script=False",
            ));
        }
        let wiring = wiring_of(wiring, self.built.names.motors.contains_key("lift"))?;
        inner.robot = Some(Robot::new(&self.built.model, &wiring).map_err(refuse)?);
        Ok(())
    }
}

impl World {
    /// What its robot has to sense with.
    pub(crate) fn senses(&self) -> PyResult<Senses> {
        self.lock()?.robot.as_ref().map(|robot| robot.senses().clone()).ok_or_else(not_wired)
    }

    /// Lets somebody decide on orders, and gives them.
    pub(crate) fn turn<T>(&self, decide: impl FnOnce(&Percept) -> (Orders, T)) -> PyResult<T> {
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let robot = inner.robot.as_mut().ok_or_else(not_wired)?;
        let percept = robot.look(inner.simulation.world(), inner.simulation.time()).map_err(refuse)?;
        let (orders, told) = decide(&percept);
        robot.obey(inner.simulation.world_mut(), &orders).map_err(refuse)?;
        Ok(told)
    }
}
