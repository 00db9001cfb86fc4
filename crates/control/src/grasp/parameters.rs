//! Grasp controllers from plain data: what scenes and Python give.

use super::{
    ArmPositions, Centring, FullEffort, GraspConstants, GraspController, GraspHand, GraspTask, Grasper,
    GripMargin, GripPolicy, PlaceBy, TaskStep,
};
use crate::parameters::read;
use crate::{ParameterError, Senses};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Kinds of grips by name.
const GRIPS: &str = "hardness, force, margin, full_effort";

/// What a `grasp` controller is made from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskData {
    steps: Vec<Value>,
    #[serde(default = "a_minute")]
    time_limit: f64,
    hand: Option<Value>,
    preset: Option<String>,
    constants: Option<Map<String, Value>>,
    grip: Option<String>,
    hint: Option<f64>,
    margin: Option<Map<String, Value>>,
}

fn a_minute() -> f64 {
    60.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepData {
    centre: Option<CentreData>,
    grasp: Option<GraspData>,
    #[serde(rename = "move")]
    motion: Option<MoveData>,
    wait: Option<WaitData>,
    place: Option<PlaceData>,
    release: Option<ReleaseData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CentreData {
    motor: String,
    towards_first_pad: f64,
    #[serde(default = "ten_seconds")]
    within: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraspData {
    #[serde(default = "ten_seconds")]
    within: f64,
}

fn ten_seconds() -> f64 {
    10.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveData {
    to: ArmPositions,
    time: f64,
    #[serde(default = "one")]
    load: f64,
}

fn one() -> f64 {
    1.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitData {
    time: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceData {
    to: ArmPositions,
    time: f64,
    #[serde(default)]
    by: PlaceWord,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlaceWord {
    #[default]
    Touch,
    Position,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReleaseData {}

/// What a hand's controller is made from, without a client.
#[derive(Default)]
struct GrasperData {
    hand: Option<Value>,
    preset: Option<String>,
    constants: Option<Map<String, Value>>,
    grip: Option<String>,
    hint: Option<f64>,
    margin: Option<Map<String, Value>>,
}

impl GraspTask {
    /// A task from plain data: a table with `steps`, and perhaps `time_limit` \[s\], `hand`, `preset`, `constants`, `grip`, `hint` and `margin`.
    /// See `docs/grasping.md` for its keys.
    pub fn from_parameters(parameters: &Value, senses: &Senses) -> Result<Self, ParameterError> {
        let TaskData { steps, time_limit, hand, preset, constants, grip, hint, margin } =
            read(parameters, "")?;
        let data = GrasperData { hand, preset, constants, grip, hint, margin };
        let centring = data.centring(senses);
        let grasper = data.make(senses)?;
        let steps = steps.iter().enumerate().map(|(index, step)| one_step(step, &format!("steps[{index}]")));
        let steps = steps.collect::<Result<_, _>>()?;
        let task = Self::new(grasper, steps, time_limit, senses);
        let task = task.map_err(|error| ParameterError::new("steps", error))?;
        // A hand that cannot be centred is told so by the step that asks for it.
        Ok(match centring {
            Ok(centring) => task.with_centring(centring),
            Err(_) => task,
        })
    }
}

/// A controller of a hand from plain data: a table with what is not as usual of `hand`, `preset`, `constants`, `grip`, `hint` and `margin`.
pub fn grasper_from_parameters(parameters: &Value, senses: &Senses) -> Result<Grasper, ParameterError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Data {
        hand: Option<Value>,
        preset: Option<String>,
        constants: Option<Map<String, Value>>,
        grip: Option<String>,
        hint: Option<f64>,
        margin: Option<Map<String, Value>>,
    }
    let Data { hand, preset, constants, grip, hint, margin } = read(parameters, "")?;
    GrasperData { hand, preset, constants, grip, hint, margin }.make(senses)
}

impl GrasperData {
    fn constants(&self) -> Result<GraspConstants, ParameterError> {
        let preset = match self.preset.as_deref() {
            None | Some("paper") => GraspConstants::paper(),
            Some("released") => GraspConstants::released(),
            Some(other) => {
                return Err(ParameterError::new(
                    "preset",
                    format!("`{other}` is no choice; allowed: paper, released"),
                ));
            }
        };
        match self.constants.clone() {
            None => Ok(preset),
            Some(changes) => with_changes(&preset, changes, "constants"),
        }
    }

    fn centring(&self, senses: &Senses) -> Result<Centring, ParameterError> {
        let hand = hand_of(self.hand.clone())?;
        Centring::new(&hand, self.constants()?, senses).map_err(|error| ParameterError::new("hand", error))
    }

    fn make(self, senses: &Senses) -> Result<Grasper, ParameterError> {
        let constants = self.constants()?;
        let hand = hand_of(self.hand)?;
        let grip = self.grip.as_deref().unwrap_or(if self.margin.is_some() { "margin" } else { "hardness" });
        let unused = |key: &str, given: bool, of: &str| match given {
            true => {
                Err(ParameterError::new(key, format!("it belongs to a grip by {of}; this one is `{grip}`")))
            }
            false => Ok(()),
        };
        unused("hint", self.hint.is_some() && !matches!(grip, "hardness" | "force"), "hardness or force")?;
        unused("margin", self.margin.is_some() && grip != "margin", "margin")?;
        let policy = match grip {
            "hardness" => GripPolicy::Hardness { hint: self.hint },
            "force" => GripPolicy::Force {
                force: self.hint.ok_or_else(|| {
                    ParameterError::new("hint", "it is missing: a grip by force needs its force [N] here")
                })?,
            },
            "margin" => {
                let margin = self.margin.unwrap_or_default();
                GripPolicy::Margin(with_changes(&GripMargin::default(), margin, "margin")?)
            }
            "full_effort" => {
                let made = FullEffort::new(&hand, constants, senses);
                return made.map(Grasper::FullEffort).map_err(|error| ParameterError::new("hand", error));
            }
            _ => return Err(ParameterError::new("grip", format!("`{grip}` is no choice; allowed: {GRIPS}"))),
        };
        let made = GraspController::new(&hand, constants, policy, senses);
        made.map(Grasper::ByTouch).map_err(|error| ParameterError::new("hand", error))
    }
}

/// A hand: the name of one of the library's, or a table; `like` names one of the library's that it differs from.
fn hand_of(value: Option<Value>) -> Result<GraspHand, ParameterError> {
    let named = |name: &str, place: &str| match name {
        "pr2" => Ok(GraspHand::pr2()),
        "pg70" => Ok(GraspHand::pg70()),
        "three_finger" => Ok(GraspHand::three_finger()),
        _ => Err(ParameterError::new(
            place,
            format!("`{name}` is no choice; allowed: pr2, pg70, three_finger"),
        )),
    };
    match value {
        None => Ok(GraspHand::pr2()),
        Some(Value::String(name)) => named(&name, "hand"),
        Some(Value::Object(mut table)) => match table.remove("like") {
            None => read(&Value::Object(table), "hand"),
            Some(Value::String(name)) => with_changes(&named(&name, "hand.like")?, table, "hand"),
            Some(_) => Err(ParameterError::new("hand.like", "it must be a name: pr2, pg70 or three_finger")),
        },
        Some(_) => Err(ParameterError::new("hand", "it must be a name, or a table")),
    }
}

/// A thing with what a table says otherwise.
fn with_changes<T: serde::Serialize + serde::de::DeserializeOwned>(
    thing: &T,
    changes: Map<String, Value>,
    place: &str,
) -> Result<T, ParameterError> {
    // By itself first: it says which key is wrong.
    let Ok(Value::Object(mut all)) = serde_json::to_value(thing) else {
        return Err(ParameterError::new(place, "it cannot be changed"));
    };
    for (key, value) in changes {
        let own = match key.chars().any(char::is_lowercase) {
            true => key.clone(),
            // A name of the paper: the one that it stands for is replaced.
            false => paper_name(&key).unwrap_or(key.as_str()).to_owned(),
        };
        match value {
            Value::Null => all.remove(&own),
            value => all.insert(own, value),
        };
    }
    read(&Value::Object(all), place)
}

/// What a constant of Table II is called here.
fn paper_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "ATHRESH" => "vibration_threshold",
        "DLIMIT" => "contact_disturbance",
        "EFRICTION" => "friction_effort",
        "FBPTHRESH" => "band_force_threshold",
        "FLIMIT" => "contact_force",
        "FTHRESH" => "force_tolerance",
        "KD" => "damping",
        "KFCLOSE" => "close_gain",
        "KFOPEN" => "open_gain",
        "KHARDNESS" => "hardness_gain",
        "KP" => "stiffness",
        "KSLIP" => "slip_gain",
        "SLIPTHRESH" => "slip_threshold",
        "TSETTLE" => "settle_time",
        "TUNLOAD" => "unload_time",
        "VCLOSE" => "close_speed",
        "VOPEN" => "open_speed",
        "VTHRESH" => "speed_tolerance",
        _ => return None,
    })
}

fn one_step(value: &Value, place: &str) -> Result<TaskStep, ParameterError> {
    let StepData { centre, grasp, motion, wait, place: put, release } = read(value, place)?;
    let given = [
        centre.map(|of| TaskStep::Centre {
            motor: of.motor,
            towards_first_pad: of.towards_first_pad,
            within: of.within,
        }),
        grasp.map(|of| TaskStep::Grasp { within: of.within }),
        motion.map(|of| TaskStep::Move { to: of.to, time: of.time, load: of.load }),
        wait.map(|of| TaskStep::Wait { time: of.time }),
        put.map(|of| TaskStep::Place {
            to: of.to,
            time: of.time,
            by: match of.by {
                PlaceWord::Touch => PlaceBy::Touch,
                PlaceWord::Position => PlaceBy::Position,
            },
        }),
        release.map(|ReleaseData {}| TaskStep::Release),
    ];
    let mut given: Vec<TaskStep> = given.into_iter().flatten().collect();
    let count = given.len();
    match (count, given.pop()) {
        (1, Some(step)) => Ok(step),
        _ => Err(ParameterError::new(
            place,
            format!("a step has {count} actions; it needs one of centre, grasp, move, wait, place, release"),
        )),
    }
}
