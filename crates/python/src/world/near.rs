//! Who is near whom, and who touches whom: questions that take no step.

use super::World;
use crate::errors;
use crate::numbers::{self, FARTHEST};
use bristle_world::{BodyId, Nearness};
use numpy::PyArray1;
use pyo3::prelude::*;

/// Two bodies, their distance, the middle between their nearest points, and the unit vector from the first to the second.
type Near<'py> = (String, String, f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// Two bodies, the skin that feels it, and the wrench on the first.
type Touch<'py> = (String, String, Option<String>, Bound<'py, PyArray1<f64>>);

impl World {
    fn name_of(&self, body: BodyId) -> String {
        self.built.model.bodies()[body.0].name.clone()
    }

    fn told<'py>(&self, py: Python<'py>, near: &Nearness) -> Near<'py> {
        let (point, normal) = (near.point.to_array(), near.normal.to_array());
        let (a, b) = near.bodies;
        (self.name_of(a), self.name_of(b), near.distance, numbers::out(py, &point), numbers::out(py, &normal))
    }
}

/// A distance to look within.
fn distance(within: f64) -> PyResult<f64> {
    numbers::limited(&[within], "the distance", FARTHEST)?;
    Ok(within)
}

#[pymethods]
impl World {
    /// Where two bodies are nearest, or deepest inside each other; None if they are farther apart than `within` [m], or have no shapes.
    fn nearness_told<'py>(
        &self,
        py: Python<'py>,
        a: &str,
        b: &str,
        within: f64,
    ) -> PyResult<Option<Near<'py>>> {
        let [one, two] = [self.body(a)?, self.body(b)?];
        let inner = self.lock()?;
        let found = inner.simulation.world().nearness(one, two, distance(within)?);
        Ok(found.map_err(|error| errors::of_model(&error))?.map(|near| self.told(py, &near)))
    }

    /// All pairs of bodies that can touch and are nearer than `within` [m].
    fn near_pairs_told<'py>(&self, py: Python<'py>, within: f64) -> PyResult<Vec<Near<'py>>> {
        let inner = self.lock()?;
        let found = inner.simulation.world().near_pairs(distance(within)?);
        Ok(found.iter().map(|near| self.told(py, near)).collect())
    }

    /// All bodies that touched each other in the last step.
    fn contacts_told<'py>(&self, py: Python<'py>) -> PyResult<Vec<Touch<'py>>> {
        let inner = self.lock()?;
        let found = inner.simulation.world().contacts();
        let told = |contact: &bristle_world::BodyContact| {
            let (a, b) = contact.bodies;
            let skin = contact.skin.map(|skin| self.built.model.skins()[skin.0].name.clone());
            let wrench = numbers::out(py, &numbers::of_wrench(contact.wrench_on_first));
            (self.name_of(a), self.name_of(b), skin, wrench)
        };
        Ok(found.iter().map(told).collect())
    }
}
