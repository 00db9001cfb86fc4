//! Two jaws that close on each other by one motor, a tactile skin on each.

use crate::embodiment::newtons_per_value;
use crate::{
    Arm, ArmAxis, Command, Commands, Embodiment, EmbodimentError, ForceGains, Limit, OneSided, Percept,
    Senses,
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A parallel gripper: one opening over one motor. Its force is set by a current limit \[A\].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParallelGripper {
    /// The motor that moves the jaws.
    pub motor: String,
    /// Change of the opening per motion of the motor's joint \[m/m | m/rad\]; negative if the joint grows while closing.
    pub opening_per_joint: f64,
    /// Effort at the joint per current \[N/A | N·m/A\] of a motor without a winding; one with a winding knows itself.
    pub effort_per_ampere: f64,
    /// Names of the skins on the two jaws.
    pub skins: [String; 2],
    /// From the first jaw to the second, in world axes; a unit vector.
    pub across: [f64; 3],
    /// The arm that carries it.
    pub arm: Arm,
    /// Widest opening \[m\].
    pub widest: f64,
    /// Opening below which nothing can be between the jaws \[m\].
    pub shut: f64,
    /// Rate of the opening while it closes, until touch \[m/s\].
    pub closing_speed: f64,
    /// Sum of a skin's frame above which it touches \[N\]: above the sensor's noise.
    pub touch_force: f64,
    /// Of an opening that counts as reached \[m\].
    pub opening_tolerance: f64,
    /// Of a point that the arm counts as having reached \[m\].
    pub arm_tolerance: f64,
    /// Speed below which jaws and arm count as at rest \[m/s\].
    pub rest_speed: f64,
    /// How the force is controlled; the drive is a current limit \[A\].
    pub force: ForceGains,
    /// Mean force of a count \[N\], for skins whose devices tell counts.
    #[serde(default)]
    pub newtons_per_count: Option<f64>,
    #[serde(skip)]
    bound: Bound,
}

/// Where its parts stand in a percept.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bound {
    motor: usize,
    joint: usize,
    /// Effort at the joint per ampere, if the motor has a winding.
    winding: Option<f64>,
    sides: Vec<Vec<usize>>,
    newtons_per_value: f64,
}

impl ParallelGripper {
    /// Schunk PG70 with Weiss arrays `left_dsa` and `right_dsa`, standing still: 69 mm wide, closing at 40 mm/s.
    ///
    /// 25 N per jaw and ampere is what its drive would give without much friction. A real drive gives less; that is for the tactile
    /// feedback to find out.
    pub fn pg70() -> Self {
        Self {
            motor: "jaws".to_owned(),
            // The joint is half the opening.
            opening_per_joint: 2.0,
            effort_per_ampere: 40.0,
            skins: ["left_dsa", "right_dsa"].map(str::to_owned),
            across: [1.0, 0.0, 0.0],
            arm: Arm::default(),
            widest: 0.069,
            shut: 1e-3,
            closing_speed: 0.04,
            touch_force: 0.2,
            opening_tolerance: 5e-4,
            arm_tolerance: 1e-3,
            rest_speed: 1e-3,
            force: ForceGains { drive_per_newton: 0.04, max_drive: 5.0, ..ForceGains::default() },
            newtons_per_count: None,
            bound: Bound::default(),
        }
    }

    /// The PG70 on a vertical axis with the motor `lift`.
    pub fn pg70_on_lift() -> Self {
        Self::pg70().on([ArmAxis::new("lift", DVec3::Z)])
    }

    /// The same on an arm with these axes.
    #[must_use]
    pub fn on(mut self, axes: impl IntoIterator<Item = ArmAxis>) -> Self {
        self.arm = Arm::new(axes);
        self
    }

    /// Way between the pads \[m\].
    pub fn opening(&self, percept: &Percept) -> f64 {
        self.opening_per_joint * percept.joints.get(self.bound.joint).map_or(0.0, |joint| joint.position)
    }

    /// Rate of the opening \[m/s\]; negative while closing.
    pub fn opening_rate(&self, percept: &Percept) -> f64 {
        self.opening_per_joint * percept.joints.get(self.bound.joint).map_or(0.0, |joint| joint.velocity)
    }

    /// Current of the motor \[A\]; negative while it closes.
    pub fn current(&self, percept: &Percept) -> f64 {
        let opening = self.opening_per_joint.signum();
        let Some(motor) = percept.motors.get(self.bound.motor) else { return 0.0 };
        match (motor.current, self.bound.winding) {
            (Some(current), Some(winding)) => current * (winding.signum() * opening),
            _ => motor.effort / self.effort_per_ampere.abs() * opening,
        }
    }

    fn command(&self, commands: &mut Commands, command: Command) {
        commands.set(self.bound.motor, command);
    }
}

impl Embodiment for ParallelGripper {
    fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[
            ("the widest opening [m]", self.widest),
            ("the opening that is shut [m]", self.shut),
            ("the closing speed [m/s]", self.closing_speed),
            ("the touch force [N]", self.touch_force),
            ("the tolerance of the opening [m]", self.opening_tolerance),
            ("the tolerance of the arm [m]", self.arm_tolerance),
            ("the speed at rest [m/s]", self.rest_speed),
        ])?;
        let allowed = "finite and not 0";
        for (what, value) in [
            ("the opening per motion of the joint", self.opening_per_joint),
            ("the effort per ampere", self.effort_per_ampere),
        ] {
            if !(value.is_finite() && value != 0.0) {
                return Err(EmbodimentError::Number { what, value, allowed });
            }
        }
        let length = DVec3::from_array(self.across).length();
        if !((length - 1.0).abs() < 1e-9) {
            let what = "the length of the direction across the jaws";
            return Err(EmbodimentError::Number { what, value: length, allowed: "1" });
        }
        self.force.check()?;
        let motor = senses.motor(&self.motor)?;
        let sense = &senses.motors[motor];
        let mut sides = Vec::new();
        for skin in &self.skins {
            sides.push(vec![senses.skin(skin)?]);
        }
        let newtons_per_value = newtons_per_value(senses, &sides, self.newtons_per_count)?;
        let (joint, winding) = (sense.joint, sense.effort_per_ampere);
        self.bound = Bound { motor, joint, winding, sides, newtons_per_value };
        self.arm.bind(senses)
    }

    fn arm(&self) -> &Arm {
        &self.arm
    }

    fn sides(&self) -> &[Vec<usize>] {
        &self.bound.sides
    }

    fn newtons_per_value(&self) -> f64 {
        self.bound.newtons_per_value
    }

    fn direction(&self, side: usize) -> DVec3 {
        let across = DVec3::from_array(self.across);
        if side == 0 { -across } else { across }
    }

    fn pad_speed(&self, percept: &Percept, _side: usize) -> f64 {
        -0.5 * self.opening_rate(percept)
    }

    fn check_one_sided(&self, reaction: OneSided) -> Result<(), EmbodimentError> {
        match reaction {
            OneSided::Ignore => Ok(()),
            OneSided::Centre => self.arm.check_way(self.across.into()),
            OneSided::Wait => Err(EmbodimentError::Unfit(
                "a jaw of a parallel gripper cannot wait for the other: one motor moves both; use `centre` with an arm that moves along \
                 the closing direction, or `ignore`"
                    .to_owned(),
            )),
        }
    }

    fn open(&self, aperture: f64, commands: &mut Commands) {
        self.command(commands, Command::Position(aperture * self.widest / self.opening_per_joint));
    }

    fn close(&self, _waiting: &[bool], commands: &mut Commands) {
        self.command(commands, Command::Velocity(-self.closing_speed / self.opening_per_joint));
    }

    fn can_squeeze(&self, touching: &[bool], reaction: OneSided) -> bool {
        match reaction {
            OneSided::Ignore => touching.contains(&true),
            OneSided::Centre | OneSided::Wait => !touching.contains(&false),
        }
    }

    fn squeeze(&self, drive: f64, commands: &mut Commands) {
        let limit = match self.bound.winding {
            Some(_) => Limit::Current(drive),
            None => Limit::Effort(drive * self.effort_per_ampere.abs()),
        };
        let velocity = -self.closing_speed / self.opening_per_joint;
        self.command(commands, Command::LimitedVelocity { velocity, limit });
    }

    fn halt(&self, commands: &mut Commands) {
        self.command(commands, Command::Halt);
    }

    fn is_open(&self, percept: &Percept, aperture: f64) -> bool {
        (self.opening(percept) - aperture * self.widest).abs() <= self.opening_tolerance
            && self.opening_rate(percept).abs() <= self.rest_speed
    }

    fn is_shut(&self, percept: &Percept) -> bool {
        self.opening(percept) <= self.shut
    }

    fn touch_force(&self) -> f64 {
        self.touch_force
    }

    fn arm_tolerance(&self) -> (f64, f64) {
        (self.arm_tolerance, self.rest_speed)
    }

    fn force_gains(&self) -> ForceGains {
        self.force.for_values_of(self.bound.newtons_per_value)
    }

    fn drive_unit(&self) -> &'static str {
        "A"
    }

    fn boxed_clone(&self) -> Box<dyn Embodiment> {
        Box::new(self.clone())
    }
}
