//! Where things are and how they move; putting them elsewhere.

use super::World;
use crate::errors;
use crate::numbers::{self, FARTHEST, LARGEST};
use bristle_world::ModelError;
use numpy::PyArray1;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Pose of a body: position [m] and quaternion (x, y, z, w).
    fn pose<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let link = self.body(body)?;
        let pose = self.lock()?.simulation.world().pose(link).map_err(|error| errors::of_model(&error))?;
        Ok(numbers::out(py, &numbers::of_pose(pose)))
    }

    /// Velocity of a body's origin [m/s] and its angular velocity [rad/s], in world axes.
    fn twist<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let link = self.body(body)?;
        let twist = self.lock()?.simulation.world().twist(link).map_err(|error| errors::of_model(&error))?;
        Ok(numbers::out(py, &numbers::of_twist(twist)))
    }

    /// By how much the surface of a body has receded for good [m], under the skin that crushed it most; 0 if none did.
    fn crushed(&self, body: &str) -> PyResult<f64> {
        let link = self.body(body)?;
        self.lock()?.simulation.world().crushed(link).map_err(|error| errors::of_model(&error))
    }

    /// Position [m or rad] and velocity of the joint that carries a body; zeros for joints of none or several degrees of freedom.
    fn joint(&self, body: &str) -> PyResult<(f64, f64)> {
        let link = self.body(body)?;
        let inner = self.lock()?;
        let world = inner.simulation.world();
        let both = || Ok((world.joint_position(link)?, world.joint_velocity(link)?));
        both().map_err(|error: ModelError| errors::of_model(&error))
    }

    /// Force and torque that a body's parent passes to it through its joint, about the body's origin in world axes: the mean
    /// of the last step.
    fn joint_wrench<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let link = self.body(body)?;
        let wrench =
            self.lock()?.simulation.world().joint_wrench(link).map_err(|error| errors::of_model(&error))?;
        Ok(numbers::out(py, &numbers::of_wrench(wrench)))
    }

    /// Puts a joint somewhere, or gives it a velocity: as many numbers as it has. Its motor holds it there.
    #[pyo3(signature = (body, position=None, velocity=None))]
    fn set_joint(
        &self,
        py: Python<'_>,
        body: &str,
        position: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let link = self.body(body)?;
        let read = |given: Option<&Bound<'_, PyAny>>, what: &str| {
            given.map(|given| numbers::array(given, what).map(|(values, _)| values)).transpose()
        };
        let position = read(position, "the position")?;
        let velocity = read(velocity, "the velocity")?;
        numbers::limited(position.as_deref().unwrap_or_default(), "the position", FARTHEST)?;
        numbers::limited(velocity.as_deref().unwrap_or_default(), "the velocity", LARGEST)?;
        self.change(py, |simulation| {
            simulation.world_mut().edit(|model, state| {
                if let Some(position) = &position {
                    state.set_joint_position(model, link, position)?;
                }
                match &velocity {
                    Some(velocity) => state.set_joint_velocity(model, link, velocity),
                    None => Ok(()),
                }
            })
        })
    }

    /// Puts a free body somewhere: 7 numbers (position, quaternion x y z w), 3 (position) or a 4×4 matrix.
    fn set_pose(&self, py: Python<'_>, body: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let link = self.body(body)?;
        let pose = numbers::pose(pose, "the pose")?;
        numbers::limited(&pose.translation.to_array(), "the pose", FARTHEST)?;
        self.change(py, |simulation| {
            simulation.world_mut().edit(|model, state| state.set_free_pose(model, link, pose))
        })
    }
}
