//! Actions and hands from plain data: what scenes and Python give.

use crate::{
    AbstractAction, ActionError, ArmAxis, Embodiment, FingerHand, Next, OneSided, ParallelGripper, Primitive,
    Senses, Step,
};
use glam::DVec3;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Data that describe no controller, no action or no hand.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ParameterError {
    /// A kind of controller that does not exist.
    #[error("there is no controller `{kind}`; allowed: {known}{}", did_you_mean(near.as_deref()))]
    Kind {
        /// What was asked for.
        kind: String,
        /// What there is.
        known: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// A key that does not exist, one that is missing, or a value of another type.
    #[error("{}{why}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
    Data {
        /// Where, such as `steps[2].grasp`; empty for all of it.
        place: String,
        /// What is wrong, and what is allowed.
        why: String,
    },
    /// Steps that make no action.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl ParameterError {
    /// Something that is wrong with what stands at a place.
    pub fn new(place: impl Into<String>, why: impl ToString) -> Self {
        Self::Data { place: place.into(), why: why.to_string() }
    }

    /// Where it is among what a scene says of its controller, such as `parameters.steps[2].grasp`.
    pub fn path(&self) -> String {
        match self {
            Self::Kind { .. } => "kind".to_owned(),
            Self::Data { place, .. } => format!("parameters.{place}"),
            Self::Action(_) => "parameters.steps".to_owned(),
        }
    }
}

/// What an `action` controller is made from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionData {
    steps: Vec<Value>,
    #[serde(default = "half_a_minute")]
    time_limit: f64,
    #[serde(default)]
    hand: Map<String, Value>,
}

fn half_a_minute() -> f64 {
    30.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepData {
    name: Option<String>,
    within: Option<f64>,
    then: Option<String>,
    or_else: Option<String>,
    approach: Option<Value>,
    touch: Option<Value>,
    grasp: Option<Value>,
    carry: Option<Value>,
    hold: Option<Value>,
    release: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approach {
    aperture: f64,
    #[serde(default)]
    by: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Touch {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grasp {
    force: f64,
    #[serde(default)]
    one_sided: OneSided,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Carry {
    by: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hold {
    time: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Release {
    aperture: f64,
}

pub(crate) fn read<T: DeserializeOwned>(value: &Value, place: &str) -> Result<T, ParameterError> {
    T::deserialize(value).map_err(|error| refusal::<T>(value, place, &error.to_string()))
}

/// What serde says, in words of those who write scenes and Python, not Rust, and of the key that is to blame.
fn refusal<T: DeserializeOwned>(value: &Value, place: &str, words: &str) -> ParameterError {
    let below = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    let mut quoted = words.split('`').skip(1).step_by(2);
    let first = quoted.next().unwrap_or_default();
    let known: Vec<&str> = quoted.collect();
    let allowed = || format!("allowed: {}{}", known.join(", "), did_you_mean(nearest(first, &known)));
    if words.starts_with("unknown field") {
        return ParameterError::new(below(first), format!("there is no such key; {}", allowed()));
    }
    if words.starts_with("missing field") {
        return ParameterError::new(place, format!("`{first}` is needed"));
    }
    // Without the key that is to blame, the words are others.
    let is_to_blame = |key: &&String| {
        let mut others = value.as_object().cloned().unwrap_or_default();
        others.remove(*key);
        T::deserialize(&Value::Object(others)).err().is_none_or(|error| error.to_string() != words)
    };
    let blamed = value.as_object().and_then(|table| table.keys().find(is_to_blame));
    let place = blamed.map_or(place.to_owned(), |key| below(key));
    if words.starts_with("unknown variant") {
        return ParameterError::new(place, format!("`{first}` is no choice; {}", allowed()));
    }
    let words = words.replace("f64", "a number").replace("struct ", "a table for ");
    ParameterError::new(place, words)
}

/// The name nearest to a word, if it is near at all.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |name: &&str| strsim::jaro_winkler(name, word);
    let best = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.filter(|name| likeness(name) > 0.8)
}

fn did_you_mean(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

/// An action and its hand from a table with `steps`, and perhaps `time_limit` \[s\] and `hand`.
pub(crate) fn action_and_hand(
    parameters: &Value,
    senses: &Senses,
) -> Result<(AbstractAction, Box<dyn Embodiment>), ParameterError> {
    let ActionData { steps, time_limit, hand } = read(parameters, "")?;
    let steps =
        steps.into_iter().enumerate().map(|(index, step)| one_step(&step, &format!("steps[{index}]")));
    let action = AbstractAction::new(steps.collect::<Result<_, _>>()?, time_limit)?;
    Ok((action, hand_from(&Value::Object(hand), senses)?))
}

/// One of the primitives, from its table.
fn one_step(value: &Value, place: &str) -> Result<Step, ParameterError> {
    let data: StepData = read(value, place)?;
    let given = [
        ("approach", data.approach),
        ("touch", data.touch),
        ("grasp", data.grasp),
        ("carry", data.carry),
        ("hold", data.hold),
        ("release", data.release),
    ];
    let names = given.each_ref().map(|(name, _)| *name).join(", ");
    let mut given: Vec<_> = given.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    let count = given.len();
    let (1, Some((name, value))) = (count, given.pop()) else {
        return Err(ParameterError::new(
            place,
            format!("a step has {count} primitives; it needs one of {names}"),
        ));
    };
    let at = format!("{place}.{name}");
    let primitive = match name {
        "approach" => {
            let Approach { aperture, by } = read(&value, &at)?;
            Primitive::Approach { aperture, by: by.into() }
        }
        "touch" => {
            let Touch {} = read(&value, &at)?;
            Primitive::Touch
        }
        "grasp" => {
            let Grasp { force, one_sided } = read(&value, &at)?;
            Primitive::Grasp { force, one_sided }
        }
        "carry" => {
            let Carry { by } = read(&value, &at)?;
            Primitive::Carry { by: by.into() }
        }
        "hold" => {
            let Hold { time } = read(&value, &at)?;
            Primitive::Hold { time }
        }
        _ => {
            let Release { aperture } = read(&value, &at)?;
            Primitive::Release { aperture }
        }
    };
    let mut step = Step::new(data.name.unwrap_or_else(|| name.to_owned()), primitive);
    if let Some(limit) = data.within {
        step = step.within(limit);
    }
    if let Some(next) = data.then {
        step = step.then(next_of(next));
    }
    if let Some(next) = data.or_else {
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

/// A hand from a table: its `kind`, `parallel` unless given or `fingers`, and what is not as with the library's PG70 or three-finger
/// hand. An arm that is not given has those of the motors `slide_x`, `slide_y` and `lift` that the robot has.
pub(crate) fn hand_from(parameters: &Value, senses: &Senses) -> Result<Box<dyn Embodiment>, ParameterError> {
    let axes = [("slide_x", DVec3::X), ("slide_y", DVec3::Y), ("lift", DVec3::Z)];
    let there = axes.into_iter().filter(|(motor, _)| senses.motor(motor).is_ok());
    let axes = there.map(|(motor, way)| ArmAxis::new(motor, way));
    let mut table: Map<String, Value> = read(parameters, "hand")?;
    match table.remove("kind").as_ref().map(Value::as_str) {
        None | Some(Some("parallel")) => Ok(Box::new(changed(&ParallelGripper::pg70().on(axes), table)?)),
        Some(Some("fingers")) => Ok(Box::new(changed(&FingerHand::three_finger().on(axes), table)?)),
        _ => Err(ParameterError::new("hand.kind", "allowed: parallel, fingers")),
    }
}

/// A hand with what a table says otherwise. Gains of the force are replaced one by one, all else as a whole.
fn changed<T: serde::Serialize + DeserializeOwned>(
    hand: &T,
    table: Map<String, Value>,
) -> Result<T, ParameterError> {
    let mut all = serde_json::to_value(hand).map_err(|error| ParameterError::new("hand", error))?;
    for (key, value) in table {
        match (&mut all[&key], value) {
            (Value::Object(gains), Value::Object(given)) if key == "force" => gains.extend(given),
            (_, Value::Null) => {}
            (place, value) => *place = value,
        }
    }
    read(&all, "hand")
}
