//! A hand as the grasp controller knows it: what moves its pads, and what they feel.

use crate::embodiment::newtons_per_value;
use crate::{Command, EmbodimentError, Percept, Senses};
use serde::{Deserialize, Serialize};

/// How an actuator is told what to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Drive {
    /// By an effort at its joint, which eq. 4 finds.
    Effort,
    /// By a current, which eq. 4 finds.
    Current {
        /// Effort along the aperture per current, without losses \[N/A\].
        newtons_per_ampere: f64,
    },
    /// By a position: the drive has a controller of its own.
    Position,
}

/// A tactile pad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pad {
    /// Its skin.
    pub skin: String,
    /// Cells of the gripping surface; all unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<usize>>,
    /// Its share of the grip force: 1 for fingers that oppose each other one by one, 2 for a thumb against two parallel fingers.
    #[serde(default = "one")]
    pub share: f64,
}

fn one() -> f64 {
    1.0
}

impl Pad {
    /// All cells of a skin.
    pub fn new(skin: impl Into<String>) -> Self {
        Self { skin: skin.into(), cells: None, share: 1.0 }
    }

    /// The first cells of a skin.
    pub fn of_first(skin: impl Into<String>, cells: usize) -> Self {
        Self { cells: Some((0..cells).collect()), ..Self::new(skin) }
    }
}

/// A motor and the pads that it moves: both jaws of a gripper, or a finger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actuator {
    /// The motor.
    pub motor: String,
    /// Aperture per position of the motor's joint \[m/m | m/rad\]: 2 for a joint that is half the aperture, negative if the joint closes as it grows.
    pub aperture_per_joint: f64,
    /// How it is told what to do.
    pub drive: Drive,
    /// The most that it may push with, along the aperture \[N\].
    pub max_effort: f64,
    /// Aperture while it is open \[m\].
    pub open: f64,
    /// Aperture at which nothing can be between the pads \[m\].
    pub closed: f64,
    /// Its pads.
    pub pads: Vec<Pad>,
}

/// A hand that grasps by touch: one actuator with two pads, or several fingers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraspHand {
    /// Its actuators.
    pub actuators: Vec<Actuator>,
    /// Force of one count, for skins that tell counts \[N\].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newtons_per_count: Option<f64>,
    /// Its accelerometer, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accelerometer: Option<String>,
}

impl GraspHand {
    /// The library's PR2 gripper, `lib:grippers/pr2`, whose skins have the device `lib:devices/pps-pr2-fingertip`.
    pub fn pr2() -> Self {
        Self {
            actuators: vec![Actuator {
                motor: "gripper".into(),
                aperture_per_joint: 1.0,
                // 14 135 rad/m times 61.3 mN·m/A.
                drive: Drive::Current { newtons_per_ampere: 866.5 },
                max_effort: 100.0,
                open: 0.09,
                closed: 0.001,
                pads: ["left_tip", "right_tip"].map(Pad::new).to_vec(),
            }],
            newtons_per_count: Some(0.00625),
            accelerometer: Some("palm".into()),
        }
    }

    /// The library's PG70.
    pub fn pg70() -> Self {
        Self {
            actuators: vec![Actuator {
                motor: "jaws".into(),
                aperture_per_joint: 2.0,
                drive: Drive::Effort,
                max_effort: 100.0,
                open: 0.066,
                closed: 0.001,
                pads: ["left_dsa", "right_dsa"].map(Pad::new).to_vec(),
            }],
            newtons_per_count: None,
            accelerometer: None,
        }
    }

    /// The library's three-finger hand. Its fingers swing on circles of 60 mm, and their drives are position controllers.
    pub fn three_finger() -> Self {
        let finger = |name: &str| Actuator {
            motor: format!("{name}_motor"),
            aperture_per_joint: -0.06,
            drive: Drive::Position,
            max_effort: 60.0,
            open: 0.03,
            closed: -0.04,
            pads: vec![Pad::new(format!("{name}_pad"))],
        };
        Self {
            actuators: ["thumb", "left", "right"].map(finger).to_vec(),
            newtons_per_count: None,
            accelerometer: None,
        }
    }

    /// Finds its motors, skins and accelerometer among the robot's.
    pub(super) fn bind(&self, senses: &Senses) -> Result<BoundHand, EmbodimentError> {
        if self.actuators.is_empty() {
            return Err(EmbodimentError::Unfit("the hand has no actuator; give it at least one".into()));
        }
        let mut actuators = Vec::new();
        let mut skins = Vec::new();
        for actuator in &self.actuators {
            actuators.push(BoundActuator::new(actuator, senses, &mut skins)?);
        }
        let bound: Vec<Vec<usize>> = vec![skins.iter().map(|pad: &BoundPad| pad.skin).collect()];
        let newtons_per_value = newtons_per_value(senses, &bound, self.newtons_per_count)?;
        let accelerometer = match &self.accelerometer {
            None => None,
            Some(name) => {
                let sensor = senses.sensor(name)?;
                let axes = senses.sensors[sensor].channels.len();
                if axes != 3 {
                    let why = format!("the sensor `{name}` has {axes} channels; an accelerometer has 3");
                    return Err(EmbodimentError::Unfit(why));
                }
                Some(sensor)
            }
        };
        Ok(BoundHand { actuators, pads: skins, newtons_per_value, accelerometer })
    }
}

/// A hand whose parts were found in the percepts of a robot.
#[derive(Clone, Debug)]
pub(super) struct BoundHand {
    pub(super) actuators: Vec<BoundActuator>,
    /// Pads of all actuators, one after the other.
    pub(super) pads: Vec<BoundPad>,
    pub(super) newtons_per_value: f64,
    pub(super) accelerometer: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct BoundPad {
    pub(super) skin: usize,
    pub(super) name: String,
    pub(super) cells: Option<Vec<usize>>,
    pub(super) share: f64,
}

#[derive(Clone, Debug)]
pub(super) struct BoundActuator {
    pub(super) motor: usize,
    pub(super) joint: usize,
    pub(super) pads: std::ops::Range<usize>,
    aperture_per_joint: f64,
    drive: Drive,
    pub(super) max_effort: f64,
    pub(super) open: f64,
    pub(super) closed: f64,
}

impl BoundActuator {
    fn new(of: &Actuator, senses: &Senses, pads: &mut Vec<BoundPad>) -> Result<Self, EmbodimentError> {
        let motor = senses.motor(&of.motor)?;
        let per_joint = of.aperture_per_joint;
        if !(per_joint != 0.0 && per_joint.is_finite()) {
            let (what, allowed) = ("the aperture per joint", "finite and not 0");
            return Err(EmbodimentError::Number { what, value: per_joint, allowed });
        }
        EmbodimentError::unless_positive(&[("the largest effort [N]", of.max_effort)])?;
        if let Drive::Current { newtons_per_ampere } = of.drive {
            EmbodimentError::unless_positive(&[("the force per current [N/A]", newtons_per_ampere)])?;
        }
        if !(of.open > of.closed) {
            let (what, allowed) = ("the open aperture [m]", "larger than the closed one");
            return Err(EmbodimentError::Number { what, value: of.open, allowed });
        }
        if of.pads.is_empty() {
            let why = format!("the actuator `{}` has no pad; it needs one to grasp by touch", of.motor);
            return Err(EmbodimentError::Unfit(why));
        }
        let first = pads.len();
        for pad in &of.pads {
            let skin = senses.skin(&pad.skin)?;
            let there_are = senses.skins[skin].cells();
            if let Some(cell) = pad.cells.iter().flatten().find(|&&cell| cell >= there_are) {
                let why =
                    format!("the skin `{}` has no cell {cell}; it has {there_are}, counted from 0", pad.skin);
                return Err(EmbodimentError::Unfit(why));
            }
            EmbodimentError::unless_positive(&[("the share of a pad", pad.share)])?;
            let (name, cells) = (pad.skin.clone(), pad.cells.clone());
            pads.push(BoundPad { skin, name, cells, share: pad.share });
        }
        Ok(Self {
            motor,
            joint: senses.motors[motor].joint,
            pads: first..pads.len(),
            aperture_per_joint: per_joint,
            drive: of.drive,
            max_effort: of.max_effort,
            open: of.open,
            closed: of.closed,
        })
    }

    /// Aperture and its rate \[m, m/s\]; positive rates open.
    pub(super) fn aperture(&self, percept: &Percept) -> (f64, f64) {
        let joint = percept.joints.get(self.joint).copied().unwrap_or_default();
        (self.aperture_per_joint * joint.position, self.aperture_per_joint * joint.velocity)
    }

    /// The effort with which it pushes, closing positive \[N\]: by the motor's current where it is told by currents.
    pub(super) fn effort(&self, percept: &Percept) -> f64 {
        let motor = percept.motors.get(self.motor).copied().unwrap_or_default();
        match (self.drive, motor.current) {
            (Drive::Current { newtons_per_ampere }, Some(current)) => -current * newtons_per_ampere,
            _ => -motor.effort / self.aperture_per_joint,
        }
    }

    /// Whether it obeys positions rather than efforts.
    pub(super) fn is_led_by_position(&self) -> bool {
        self.drive == Drive::Position
    }

    /// The command for an effort, closing positive \[N\].
    pub(super) fn push(&self, effort: f64) -> Command {
        match self.drive {
            Drive::Effort | Drive::Position => Command::Effort(-effort * self.aperture_per_joint),
            Drive::Current { newtons_per_ampere } => {
                Command::Current(-effort * self.aperture_per_joint.signum() / newtons_per_ampere)
            }
        }
    }

    /// The command for an aperture \[m\].
    pub(super) fn go_to(&self, aperture: f64) -> Command {
        Command::Position(aperture / self.aperture_per_joint)
    }
}
