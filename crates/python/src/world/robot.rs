//! The robot in a world: what controllers sense.

use super::World;
use crate::errors;
use crate::percept::Percept;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// What its robot senses now. Samples of sensors are those since the last percept.
    fn percept(&self) -> PyResult<Percept> {
        let mut inner = self.lock()?;
        let inner = &mut *inner;
        let mut percept = bristle_control::Percept::default();
        inner
            .robot
            .look(inner.simulation.world(), inner.simulation.time(), &mut percept)
            .map_err(|error| errors::of_hardware(&error))?;
        Ok(Percept::new(inner.robot.shared_senses(), percept))
    }
}
