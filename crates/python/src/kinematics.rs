//! Kinematics in Python's hands. Arrays go in and out flat; `python/bristle/kinematics.py` gives them their shapes.

use crate::errors::{self, py};
use crate::numbers;
use crate::world::World;
use bristle_geometry::Pose;
use bristle_kinematics::{Chain, Clearance, ClosedForm, Meets, Numeric, Target};
use bristle_world::BodyId;
use glam::DVec3;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Mutex;

fn refused(error: &impl std::fmt::Display) -> PyErr {
    py::ModelError::new_err(error.to_string())
}

fn vector(given: [f64; 3]) -> DVec3 {
    DVec3::from_array(given)
}

/// Rows of positions, one per configuration.
fn rows<'a>(q: &'a [f64], joints: usize) -> PyResult<std::slice::ChunksExact<'a, f64>> {
    match joints > 0 && q.len().is_multiple_of(joints) {
        true => Ok(q.chunks_exact(joints)),
        false => Err(py::ShapeError::new_err(format!(
            "{} positions are given for {joints} joints; give one per joint, or an array with a row per configuration",
            q.len()
        ))),
    }
}

/// The joints between two bodies.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct KinematicChain {
    chain: Chain,
}

#[pymethods]
impl KinematicChain {
    #[new]
    #[pyo3(signature = (world, tip, base=None, tool=None))]
    fn new(world: &World, tip: &str, base: Option<&str>, tool: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let tool = tool.map_or(Ok(Pose::IDENTITY), |tool| numbers::pose(tool, "the tool"))?;
        let (tip, base) = (world.body(tip)?, base.map(|base| world.body(base)).transpose()?);
        let chain = Chain::new(world.model(), base, tip, tool).map_err(|error| refused(&error))?;
        Ok(Self { chain })
    }

    /// The bodies whose joints make it, from base to tip.
    #[getter]
    fn joints(&self) -> Vec<String> {
        self.chain.joints().iter().map(|joint| joint.name.clone()).collect()
    }

    /// Lower and upper limit of each joint; infinite if it has none.
    #[getter]
    fn limits(&self) -> Vec<(f64, f64)> {
        self.chain.joints().iter().map(|joint| (joint.lower, joint.upper)).collect()
    }

    /// The farthest that the tip can be from the first joint [m].
    #[getter]
    fn reach(&self) -> f64 {
        self.chain.reach()
    }

    fn _poses<'py>(&self, py: Python<'py>, q: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, _) = numbers::array(q, "the positions")?;
        let poses = rows(&q, self.chain.joints().len())?.flat_map(|q| numbers::of_pose(self.chain.pose(q)));
        Ok(numbers::out(py, &poses.collect::<Vec<f64>>()))
    }

    fn _jacobians<'py>(&self, py: Python<'py>, q: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, _) = numbers::array(q, "the positions")?;
        let columns = rows(&q, self.chain.joints().len())?
            .flat_map(|q| self.chain.jacobian(q).into_iter().flat_map(numbers::of_twist));
        Ok(numbers::out(py, &columns.collect::<Vec<f64>>()))
    }

    /// The chain with one joint held at a position.
    fn _locked(&self, joint: usize, position: f64) -> PyResult<Self> {
        let chain = self.chain.with_locked(joint, position).map_err(|error| refused(&error))?;
        Ok(Self { chain })
    }

    /// The structure of its closed form, or why it has none.
    fn _structure(&self) -> (bool, String) {
        match ClosedForm::of(&self.chain) {
            Ok(form) => (true, format!("{:?}", form.structure())),
            Err(error) => (false, error.to_string()),
        }
    }

    #[pyo3(signature = (pose, within_limits, near))]
    fn _solve_all<'py>(
        &self,
        py: Python<'py>,
        pose: &Bound<'_, PyAny>,
        within_limits: bool,
        near: Vec<f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pose = numbers::pose(pose, "the pose")?;
        let form = ClosedForm::of(&self.chain).map_err(|error| refused(&error))?;
        let found = form.solve(pose).map_err(|error| refused(&error))?;
        let flat: Vec<f64> = match within_limits {
            true => found.within_limits(&self.chain, &near).concat(),
            false => found.all().iter().flat_map(|branch| branch.positions().to_vec()).collect(),
        };
        Ok(numbers::out(py, &flat))
    }

    /// Positions within the limits, and how far the tip is then from its target [m, rad]; refused if none were found.
    #[pyo3(signature = (pose, position, axis, start, posture, seed, restarts))]
    #[allow(clippy::type_complexity)]
    fn _solve<'py>(
        &self,
        py: Python<'py>,
        pose: Option<&Bound<'_, PyAny>>,
        position: Option<[f64; 3]>,
        axis: Option<([f64; 3], [f64; 3])>,
        start: Vec<f64>,
        posture: Option<Vec<f64>>,
        seed: u64,
        restarts: usize,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, f64, f64)> {
        let target = match (pose, position, axis) {
            (Some(pose), None, None) => Target::pose(numbers::pose(pose, "the pose")?),
            (None, Some(position), None) => Target::position(vector(position)),
            (None, position, Some((of_tip, along))) => {
                let target = Target::axis(vector(of_tip), vector(along));
                position.map_or(target, |position| target.at(vector(position)))
            }
            _ => {
                return Err(py::ShapeError::new_err(
                    "give a pose, or a position, or an axis with its direction, or the last two together",
                ));
            }
        };
        if let Some(posture) = &posture {
            self.chain.check(posture).map_err(|error| refused(&error))?;
        }
        let solver = Numeric { seed, restarts, ..Numeric::default() };
        let solved = py.detach(|| {
            let solved = solver.solve(&self.chain, &target, &start)?;
            Ok(match &posture {
                Some(posture) => solver.towards_posture(&self.chain, &target, &solved, posture),
                None => solved,
            })
        });
        let solved = solved.map_err(|missed: Box<bristle_kinematics::Missed>| refused(&missed))?;
        Ok((numbers::out(py, &solved.positions), solved.position_error, solved.angle_error))
    }
}

/// Two bodies and how far they are apart; positions of the nearest points.
type Apart = (String, String, f64, [f64; 3], [f64; 3]);

/// Collisions and distances at any positions of a world's joints.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct CollisionQueries {
    inner: Mutex<Clearance>,
}

impl CollisionQueries {
    fn with<T>(&self, ask: impl FnOnce(&mut Clearance) -> T) -> PyResult<T> {
        Ok(ask(&mut *self.inner.try_lock().map_err(|_| errors::busy("clearance"))?))
    }

    fn name(clearance: &Clearance, body: BodyId) -> String {
        clearance.space().model().bodies()[body.0].name.clone()
    }
}

#[pymethods]
impl CollisionQueries {
    #[new]
    #[pyo3(signature = (world, checker="exact"))]
    fn new(world: &World, checker: &str) -> PyResult<Self> {
        let made = world.look(|world| match checker {
            "exact" => Ok(Clearance::new(world)),
            "parry" => Clearance::by_parry(world).map_err(|error| refused(&error)),
            _ => Err(py::UnknownNameError::new_err(format!(
                "there is no checker `{checker}`; there are `exact` and `parry`"
            ))),
        })??;
        Ok(Self { inner: Mutex::new(made) })
    }

    /// The bodies whose joints have a position here, in their order.
    #[getter]
    fn joints(&self) -> PyResult<Vec<String>> {
        self.with(|c| c.space().joints().iter().map(|joint| joint.name.clone()).collect())
    }

    /// Lower and upper limit of each joint; infinite if it has none.
    #[getter]
    fn limits(&self) -> PyResult<Vec<(f64, f64)>> {
        self.with(|c| c.space().joints().iter().map(|joint| (joint.lower, joint.upper)).collect())
    }

    /// Where the joints were when it was made.
    #[getter]
    fn present(&self) -> PyResult<Vec<f64>> {
        self.with(|c| c.space().present().to_vec())
    }

    /// Pairs of bodies that are asked about.
    #[getter]
    fn pairs(&self) -> PyResult<Vec<(String, String)>> {
        self.with(|c| c.pairs().into_iter().map(|(a, b)| (Self::name(c, a), Self::name(c, b))).collect())
    }

    /// The bodies that a joint moves.
    fn moved_by(&self, joint: &str) -> PyResult<Vec<String>> {
        self.with(|c| {
            let place = c.space().joints().iter().position(|known| known.name == joint);
            let place = place.ok_or_else(|| {
                py::UnknownNameError::new_err(format!("`{joint}` has no joint with a position of its own"))
            })?;
            Ok(c.space().moved_by(place).into_iter().map(|body| Self::name(c, body)).collect())
        })?
    }

    fn _collides(&self, py: Python<'_>, q: &Bound<'_, PyAny>) -> PyResult<Vec<Option<(String, String)>>> {
        let (q, _) = numbers::array(q, "the positions")?;
        self.with(|c| {
            let joints = c.space().joints().len();
            let all = rows(&q, joints)?;
            py.detach(|| {
                all.map(|q| {
                    let hit = c.collides(q).map_err(|error| refused(&error))?;
                    Ok(hit.map(|(a, b)| (Self::name(c, a), Self::name(c, b))))
                })
                .collect()
            })
        })?
    }

    fn _distances(&self, py: Python<'_>, q: &Bound<'_, PyAny>, within: f64) -> PyResult<Vec<Option<Apart>>> {
        let (q, _) = numbers::array(q, "the positions")?;
        self.with(|c| {
            let joints = c.space().joints().len();
            let all = rows(&q, joints)?;
            py.detach(|| {
                all.map(|q| {
                    let found = c.distance(q, within).map_err(|error| refused(&error))?;
                    Ok(found.map(|([a, b], nearest)| {
                        let name = |solid: usize| Self::name(c, c.solids()[solid].body);
                        let points = [nearest.on_first, nearest.on_second].map(|point| point.to_array());
                        (name(a), name(b), nearest.distance, points[0], points[1])
                    }))
                })
                .collect()
            })
        })?
    }

    /// Whether two bodies can meet: "never", or where they do; None if that was not found out in so many places.
    #[pyo3(signature = (a, b, places))]
    fn _meets(&self, py: Python<'_>, a: &str, b: &str, places: usize) -> PyResult<(&'static str, Vec<f64>)> {
        self.with(|c| {
            let find = |name: &str| c.space().model().body_named(name).map_err(errors::of_name);
            let (a, b) = (find(a)?, find(b)?);
            match py.detach(|| c.meets(a, b, places)).map_err(|error| refused(&error))? {
                Meets::Never => Ok(("never", Vec::new())),
                Meets::At(q) => Ok(("at", q)),
                Meets::Unknown => Ok(("unknown", Vec::new())),
            }
        })?
    }

    /// A copy without some pairs of bodies.
    fn _without(&self, pairs: Vec<(String, String)>) -> PyResult<Self> {
        self.with(|c| {
            let find = |name: &str| c.space().model().body_named(name).map_err(errors::of_name);
            let pairs: PyResult<Vec<_>> = pairs.iter().map(|(a, b)| Ok((find(a)?, find(b)?))).collect();
            Ok(Self { inner: Mutex::new(c.clone().without(&pairs?)) })
        })?
    }
}
