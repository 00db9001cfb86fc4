//! Abstract actions, grippers and wirings as dictionaries, and the native controller that carries actions out.

use crate::errors::{busy, py};
use crate::numbers;
use crate::world::World;
use bristle_control::simulated::{ArmAxis, Wiring};
use bristle_control::{
    AbstractAction, ActionController as Inner, Controller, ForceGains, Next, Outcome, ParallelGripper,
    Primitive, Step,
};
use glam::DVec3;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard};

/// Carries out an action with a parallel gripper, in the world that it was made for or another of the same wiring.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct ActionController {
    inner: Mutex<Inner<ParallelGripper>>,
}

/// How an action ended: whether all was done, the step that failed, and why.
pub(crate) type Ending = (bool, Option<String>, Option<String>);

pub(crate) fn refuse(error: impl std::error::Error) -> PyErr {
    py::ActionError::new_err(error.to_string())
}

#[pymethods]
impl ActionController {
    #[new]
    #[pyo3(signature = (world, steps, time_limit, gripper=None))]
    fn new(
        world: &Bound<'_, World>,
        steps: Vec<Bound<'_, PyDict>>,
        time_limit: f64,
        gripper: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let steps = steps.iter().map(step_of).collect::<PyResult<_>>()?;
        let action = AbstractAction::new(steps, time_limit).map_err(refuse)?;
        let senses = world.get().senses()?;
        let inner = Inner::new(action, gripper_of(gripper)?, &senses).map_err(refuse)?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// Name of the present step.
    #[getter]
    fn phase(&self) -> PyResult<String> {
        Ok(self.lock()?.phase().to_owned())
    }

    /// What has happened so far: (time [s], step, words).
    #[getter]
    fn events(&self) -> PyResult<Vec<(f64, String, String)>> {
        let inner = self.lock()?;
        Ok(inner
            .events()
            .iter()
            .map(|event| (event.time, event.step.clone(), event.what.to_string()))
            .collect())
    }

    /// One turn in a world: senses, decides and gives orders. Gives how it ended, once it has.
    fn decide(&self, world: &Bound<'_, World>) -> PyResult<Option<Ending>> {
        let mut inner = self.lock()?;
        let outcome = world.get().turn(|percept| {
            let decision = inner.decide(percept);
            (decision.orders, decision.outcome)
        })?;
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Done => (true, None, None),
            Outcome::Failed { step, failure } => (false, Some(step), Some(failure.to_string())),
        }))
    }
}

impl ActionController {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner<ParallelGripper>>> {
        self.inner.try_lock().map_err(|_| busy("controller"))
    }
}

/// A dictionary whose keys are known.
struct Table<'a, 'py> {
    dict: &'a Bound<'py, PyDict>,
    what: &'a str,
}

impl<'a, 'py> Table<'a, 'py> {
    fn new(dict: &'a Bound<'py, PyDict>, what: &'a str, known: &[&str]) -> PyResult<Self> {
        for key in dict.keys() {
            let name: String = key.extract().unwrap_or_else(|_| format!("{key:?}"));
            if !known.contains(&name.as_str()) {
                let known = known.join(", ");
                let why = format!("{what} has no key `{name}`; there are {known}");
                return Err(py::ActionError::new_err(why));
            }
        }
        Ok(Self { dict, what })
    }

    /// What a key holds; `None` stands for a key that is left out.
    fn get(&self, key: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.dict.get_item(key)?.filter(|value| !value.is_none()))
    }

    fn wrong(&self, key: &str, wanted: &str) -> PyErr {
        py::ActionError::new_err(format!("`{key}` of {} must be {wanted}", self.what))
    }

    fn number(&self, key: &str) -> PyResult<Option<f64>> {
        let given = self.get(key)?;
        given.map(|value| value.extract().map_err(|_| self.wrong(key, "a number"))).transpose()
    }

    fn text(&self, key: &str) -> PyResult<Option<String>> {
        let given = self.get(key)?;
        given.map(|value| value.extract().map_err(|_| self.wrong(key, "text"))).transpose()
    }

    fn texts(&self, key: &str) -> PyResult<Option<Vec<String>>> {
        let given = self.get(key)?;
        given.map(|value| value.extract().map_err(|_| self.wrong(key, "a list of texts"))).transpose()
    }

    fn table(&self, key: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let given = self.get(key)?;
        given.map(|value| value.cast_into().map_err(|_| self.wrong(key, "a dictionary"))).transpose()
    }

    /// Replaces a number if the key is there.
    fn set(&self, key: &str, place: &mut f64) -> PyResult<()> {
        if let Some(value) = self.number(key)? {
            *place = value;
        }
        Ok(())
    }
}

/// Primitives by name, with their keys.
const PRIMITIVES: [(&str, &[&str]); 6] = [
    ("approach", &["aperture", "by"]),
    ("touch", &[]),
    ("grasp", &["force"]),
    ("carry", &["by"]),
    ("hold", &["time"]),
    ("release", &["aperture"]),
];

fn step_of(dict: &Bound<'_, PyDict>) -> PyResult<Step> {
    let known: Vec<&str> =
        ["name", "within", "then", "or_else"].into_iter().chain(PRIMITIVES.map(|(name, _)| name)).collect();
    let table = Table::new(dict, "a step", &known)?;
    let mut given = Vec::new();
    for (primitive, keys) in PRIMITIVES {
        if let Some(of) = table.table(primitive)? {
            given.push((primitive, keys, of));
        }
    }
    let [(primitive, keys, of)] = &given[..] else {
        let names = PRIMITIVES.map(|(name, _)| name).join(", ");
        let why = format!("a step has {} primitives; it needs one of {names}", given.len());
        return Err(py::ActionError::new_err(why));
    };
    let what = format!("`{primitive}`");
    let of = Table::new(of, &what, keys)?;
    let needed = |key| of.number(key)?.ok_or_else(|| of.wrong(key, "given"));
    let way = || match of.get("by")? {
        Some(by) => numbers::vector(&by, "the way"),
        None => Ok(DVec3::ZERO),
    };
    let primitive = match *primitive {
        "approach" => Primitive::Approach { aperture: needed("aperture")?, by: way()? },
        "touch" => Primitive::Touch,
        "grasp" => Primitive::Grasp { force: needed("force")? },
        "carry" => Primitive::Carry { by: way()? },
        "hold" => Primitive::Hold { time: needed("time")? },
        _ => Primitive::Release { aperture: needed("aperture")? },
    };
    let name = table.text("name")?.unwrap_or_else(|| what.trim_matches('`').to_owned());
    let mut step = Step::new(name, primitive);
    table.set("within", &mut step.time_limit)?;
    if let Some(next) = table.text("then")? {
        step = step.then(next_of(next));
    }
    if let Some(next) = table.text("or_else")? {
        step = step.or_else(next_of(next));
    }
    Ok(step)
}

/// The name of a step, or one of the two ends.
fn next_of(name: String) -> Next {
    match name.as_str() {
        "done" => Next::Done,
        "fail" => Next::Fail,
        _ => Next::Step(name),
    }
}

fn gripper_of(dict: Option<&Bound<'_, PyDict>>) -> PyResult<ParallelGripper> {
    let mut gripper = ParallelGripper::pg70();
    let Some(dict) = dict else { return Ok(gripper) };
    let known = [
        "skins",
        "widest",
        "shut",
        "closing_speed",
        "touch_force",
        "opening_tolerance",
        "arm_tolerance",
        "rest_speed",
        "force",
    ];
    let table = Table::new(dict, "a gripper", &known)?;
    if let Some(skins) = table.texts("skins")? {
        gripper.skins = skins.try_into().map_err(|_| table.wrong("skins", "two names"))?;
    }
    table.set("widest", &mut gripper.widest)?;
    table.set("shut", &mut gripper.shut)?;
    table.set("closing_speed", &mut gripper.closing_speed)?;
    table.set("touch_force", &mut gripper.touch_force)?;
    table.set("opening_tolerance", &mut gripper.opening_tolerance)?;
    table.set("arm_tolerance", &mut gripper.arm_tolerance)?;
    table.set("rest_speed", &mut gripper.rest_speed)?;
    if let Some(force) = table.table("force")? {
        gains_of(&force, &mut gripper.force)?;
    }
    Ok(gripper)
}

fn gains_of(dict: &Bound<'_, PyDict>, gains: &mut ForceGains) -> PyResult<()> {
    let known = ["amperes_per_newton", "integral", "rate", "max_current", "tolerance", "settle"];
    let table = Table::new(dict, "`force`", &known)?;
    table.set("amperes_per_newton", &mut gains.amperes_per_newton)?;
    table.set("integral", &mut gains.integral)?;
    table.set("rate", &mut gains.rate)?;
    table.set("max_current", &mut gains.max_current)?;
    table.set("tolerance", &mut gains.tolerance)?;
    table.set("settle", &mut gains.settle)
}

/// A wiring; what is left out is that of the PG70, on a lift if the world has one.
pub(crate) fn wiring_of(dict: Option<&Bound<'_, PyDict>>, has_lift: bool) -> PyResult<Wiring> {
    let mut wiring = if has_lift { Wiring::pg70_on_lift() } else { Wiring::pg70() };
    let Some(dict) = dict else { return Ok(wiring) };
    let known = ["gripper", "opening_per_joint", "effort_per_ampere", "arm", "skins", "wrist"];
    let table = Table::new(dict, "a wiring", &known)?;
    if let Some(gripper) = table.text("gripper")? {
        wiring.gripper = gripper;
    }
    table.set("opening_per_joint", &mut wiring.opening_per_joint)?;
    table.set("effort_per_ampere", &mut wiring.effort_per_ampere)?;
    if let Some(arm) = table.table("arm")? {
        let axis = |(motor, direction): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let motor =
                motor.extract().map_err(|_| table.wrong("arm", "a direction for each motor's name"))?;
            Ok(ArmAxis { motor, direction: numbers::vector(&direction, "the direction of an axis")? })
        };
        wiring.arm = arm.iter().map(axis).collect::<PyResult<_>>()?;
    }
    if let Some(skins) = table.texts("skins")? {
        wiring.skins = skins;
    }
    wiring.wrist = table.text("wrist")?;
    Ok(wiring)
}
