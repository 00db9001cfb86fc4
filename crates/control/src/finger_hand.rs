//! Fingers that each have their own motor and skins.

use crate::embodiment::newtons_per_value;
use crate::{
    Arm, ArmAxis, Command, Commands, Embodiment, EmbodimentError, ForceGains, OneSided, Percept, Senses,
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A hand of several fingers. Its force is set by how far each finger is told to press in beyond where it touched \[rad | m\]: the motors'
/// position controllers are springs, which hold an object in its place as well as squeeze it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FingerHand {
    /// Its fingers.
    pub fingers: Vec<Finger>,
    /// A motor that spreads the fingers, held at a position whenever the hand opens.
    pub spread: Option<Spread>,
    /// The arm that carries it.
    pub arm: Arm,
    /// Speed of the motors' joints while they close, until touch \[rad/s | m/s\].
    pub closing_speed: f64,
    /// Sum of a finger's frames above which it touches \[N\]: above the sensors' noise.
    pub touch_force: f64,
    /// Of a joint position that counts as reached \[rad | m\].
    pub joint_tolerance: f64,
    /// Speed below which joints count as at rest \[rad/s | m/s\].
    pub joint_rest_speed: f64,
    /// Of a point that the arm counts as having reached \[m\].
    pub arm_tolerance: f64,
    /// Speed below which the arm counts as at rest \[m/s\].
    pub rest_speed: f64,
    /// How the force is controlled; the drive is how far fingers are told to press in \[rad | m\].
    pub force: ForceGains,
    /// Mean force of a count \[N\], for skins whose devices tell counts.
    #[serde(default)]
    pub newtons_per_count: Option<f64>,
    #[serde(skip)]
    bound: Bound,
}

/// A finger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finger {
    /// Its motor.
    pub motor: String,
    /// Its tactile skins.
    pub skins: Vec<String>,
    /// Position of the motor's joint when the finger is open as far as it goes \[rad | m\].
    pub open: f64,
    /// And when it is closed so far that nothing can be in the hand.
    pub closed: f64,
    /// Where it is, seen from the middle of the hand, in world axes; a unit vector.
    pub direction: [f64; 3],
    /// Way of its pad towards the middle of the hand per motion of the joint \[m/rad | m/m\].
    pub reach: f64,
}

/// A motor that spreads fingers, and where it is held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// Its motor.
    pub motor: String,
    /// Where it is held \[rad | m\].
    pub position: f64,
}

/// Where its parts stand in a percept, and where its fingers began to squeeze.
#[derive(Clone, Debug, Default, PartialEq)]
struct Bound {
    sides: Vec<Vec<usize>>,
    newtons_per_value: f64,
    /// Motor and joint of each finger.
    fingers: Vec<(usize, usize)>,
    /// Motor and joint of the spread.
    spread: Option<(usize, usize)>,
    touched_at: Vec<f64>,
}

impl Finger {
    /// +1 or −1: the way in which its joint closes.
    fn closing(&self) -> f64 {
        (self.closed - self.open).signum()
    }

    fn check(&self) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[("the reach of a finger [m/rad]", self.reach)])?;
        let way = self.closed - self.open;
        let length = DVec3::from_array(self.direction).length();
        for (what, value, holds, allowed) in [
            (
                "the way of a finger from open to closed",
                way,
                way.is_finite() && way != 0.0,
                "finite and not 0",
            ),
            ("the length of a finger's direction", length, (length - 1.0).abs() < 1e-9, "1"),
        ] {
            if !holds {
                return Err(EmbodimentError::Number { what, value, allowed });
            }
        }
        Ok(())
    }
}

impl FingerHand {
    /// The three-finger hand of the library, fingers down, standing still: `lib:hands/three-finger`.
    pub fn three_finger() -> Self {
        let finger = |name: &str, angle: f64| Finger {
            motor: format!("{name}_motor"),
            skins: vec![format!("{name}_pad")],
            open: -0.5,
            closed: 0.5,
            direction: DVec3::new(angle.to_radians().cos(), angle.to_radians().sin(), 0.0).to_array(),
            reach: 0.06,
        };
        // Fingers point down, so that the hand's frame is turned about x: what is at +120° there is at −120° in the world.
        let fingers = vec![finger("thumb", 0.0), finger("left", -120.0), finger("right", 120.0)];
        Self {
            fingers,
            spread: Some(Spread { motor: "spread_motor".to_owned(), position: 0.0 }),
            arm: Arm::default(),
            closing_speed: 0.4,
            touch_force: 0.2,
            joint_tolerance: 0.02,
            joint_rest_speed: 0.02,
            arm_tolerance: 1e-3,
            rest_speed: 1e-3,
            force: ForceGains {
                drive_per_newton: 1.5e-3,
                max_drive: 0.15,
                rate: 20.0,
                ..ForceGains::default()
            },
            newtons_per_count: None,
            bound: Bound::default(),
        }
    }

    /// The three-finger hand on the axes `slide_x`, `slide_y` and `lift` of `lib:scenes/three-finger`.
    pub fn three_finger_on_gantry() -> Self {
        let axes = [("slide_x", DVec3::X), ("slide_y", DVec3::Y), ("lift", DVec3::Z)];
        Self::three_finger().on(axes.map(|(motor, way)| ArmAxis::new(motor, way)))
    }

    /// The same on an arm with these axes.
    #[must_use]
    pub fn on(mut self, axes: impl IntoIterator<Item = ArmAxis>) -> Self {
        self.arm = Arm::new(axes);
        self
    }

    /// Each finger with its motor and the state of its joint.
    fn each<'a>(&'a self, percept: &'a Percept) -> impl Iterator<Item = (&'a Finger, crate::JointState)> {
        let joint = |&(_, joint): &(usize, usize)| percept.joints.get(joint).copied().unwrap_or_default();
        self.fingers.iter().zip(self.bound.fingers.iter().map(joint))
    }
}

impl Embodiment for FingerHand {
    fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[
            ("the number of fingers", self.fingers.len() as f64),
            ("the closing speed [rad/s]", self.closing_speed),
            ("the touch force [N]", self.touch_force),
            ("the tolerance of a joint [rad]", self.joint_tolerance),
            ("the speed of a joint at rest [rad/s]", self.joint_rest_speed),
            ("the tolerance of the arm [m]", self.arm_tolerance),
            ("the speed at rest [m/s]", self.rest_speed),
        ])?;
        self.force.check()?;
        let mut bound = Bound::default();
        let find = |motor: &str| senses.motor(motor).map(|motor| (motor, senses.motors[motor].joint));
        for finger in &self.fingers {
            finger.check()?;
            bound.fingers.push(find(&finger.motor)?);
            let skins = finger.skins.iter().map(|skin| senses.skin(skin)).collect::<Result<_, _>>()?;
            bound.sides.push(skins);
            bound.touched_at.push(finger.open);
        }
        bound.spread = self.spread.as_ref().map(|spread| find(&spread.motor)).transpose()?;
        bound.newtons_per_value = newtons_per_value(senses, &bound.sides, self.newtons_per_count)?;
        self.bound = bound;
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
        self.fingers.get(side).map_or(DVec3::ZERO, |finger| finger.direction.into())
    }

    fn pad_speed(&self, percept: &Percept, side: usize) -> f64 {
        let finger = self.each(percept).nth(side);
        finger.map_or(0.0, |(finger, joint)| finger.reach * finger.closing() * joint.velocity)
    }

    fn check_one_sided(&self, reaction: OneSided) -> Result<(), EmbodimentError> {
        match reaction {
            OneSided::Ignore | OneSided::Wait => Ok(()),
            OneSided::Centre => {
                self.fingers.iter().try_for_each(|finger| self.arm.check_way(finger.direction.into()))
            }
        }
    }

    fn open(&self, aperture: f64, commands: &mut Commands) {
        for (finger, &(motor, _)) in self.fingers.iter().zip(&self.bound.fingers) {
            commands.set(motor, Command::Position(finger.closed + aperture * (finger.open - finger.closed)));
        }
        if let (Some(spread), Some((motor, _))) = (&self.spread, self.bound.spread) {
            commands.set(motor, Command::Position(spread.position));
        }
    }

    fn close(&self, waiting: &[bool], commands: &mut Commands) {
        for (side, (finger, &(motor, _))) in self.fingers.iter().zip(&self.bound.fingers).enumerate() {
            let waits = waiting.get(side).is_some_and(|&waits| waits);
            let command = match waits {
                true => Command::Position(self.bound.touched_at[side]),
                false => Command::Velocity(finger.closing() * self.closing_speed),
            };
            commands.set(motor, command);
        }
    }

    fn can_squeeze(&self, touching: &[bool], _reaction: OneSided) -> bool {
        !touching.contains(&false)
    }

    fn note_touch(&mut self, percept: &Percept, side: usize) {
        let position = self.each(percept).nth(side).map(|(_, joint)| joint.position);
        if let (Some(place), Some(position)) = (self.bound.touched_at.get_mut(side), position) {
            *place = position;
        }
    }

    /// Fingers squeeze from where they touched, or from further on if they have pushed the object since.
    fn begin_squeeze(&mut self, percept: &Percept) {
        let furthest = |((finger, joint), &touched): ((&Finger, crate::JointState), &f64)| {
            let further = finger.closing() * (joint.position - touched) > 0.0;
            if further { joint.position } else { touched }
        };
        let at = self.each(percept).zip(&self.bound.touched_at).map(furthest).collect();
        self.bound.touched_at = at;
    }

    fn squeeze(&self, drive: f64, commands: &mut Commands) {
        let begun = self.bound.fingers.iter().zip(&self.bound.touched_at);
        for (finger, (&(motor, _), &at)) in self.fingers.iter().zip(begun) {
            commands.set(motor, Command::Position(at + finger.closing() * drive));
        }
    }

    fn halt(&self, commands: &mut Commands) {
        for &(motor, _) in &self.bound.fingers {
            commands.set(motor, Command::Halt);
        }
    }

    fn is_open(&self, percept: &Percept, aperture: f64) -> bool {
        let at = |position: f64, goal: f64, speed: f64| {
            (position - goal).abs() <= self.joint_tolerance && speed.abs() <= self.joint_rest_speed
        };
        let spread = match (&self.spread, self.bound.spread) {
            (Some(spread), Some((_, joint))) => percept
                .joints
                .get(joint)
                .is_some_and(|joint| at(joint.position, spread.position, joint.velocity)),
            _ => true,
        };
        spread
            && self.each(percept).all(|(finger, joint)| {
                let goal = finger.closed + aperture * (finger.open - finger.closed);
                at(joint.position, goal, joint.velocity)
            })
    }

    fn is_shut(&self, percept: &Percept) -> bool {
        self.each(percept).any(|(finger, joint)| finger.closing() * (joint.position - finger.closed) >= 0.0)
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
        "rad"
    }

    fn boxed_clone(&self) -> Box<dyn Embodiment> {
        Box::new(self.clone())
    }
}
