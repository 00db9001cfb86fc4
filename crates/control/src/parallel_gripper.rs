//! Two jaws that close on each other by one drive, a tactile skin on each.

use crate::{Embodiment, EmbodimentError, ForceGains, Grip, GripperCommand, Percept, Senses};
use glam::DVec3;

/// A parallel gripper.
#[derive(Clone, Debug, PartialEq)]
pub struct ParallelGripper {
    /// Names of the skins on the two jaws.
    pub skins: [String; 2],
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
    /// How the force is controlled.
    pub force: ForceGains,
    bound: [usize; 2],
}

impl ParallelGripper {
    /// Schunk PG70 with Weiss arrays `left_dsa` and `right_dsa`: 69 mm wide, closing at 40 mm/s.
    ///
    /// 25 N per jaw and ampere is what its drive would give without much friction. A real drive gives less; that is for the tactile
    /// feedback to find out.
    pub fn pg70() -> Self {
        Self {
            skins: ["left_dsa", "right_dsa"].map(str::to_owned),
            widest: 0.069,
            shut: 1e-3,
            closing_speed: 0.04,
            touch_force: 0.2,
            opening_tolerance: 5e-4,
            arm_tolerance: 1e-3,
            rest_speed: 1e-3,
            force: ForceGains { amperes_per_newton: 0.04, max_current: 5.0, ..ForceGains::default() },
            bound: [0, 1],
        }
    }
}

impl Embodiment for ParallelGripper {
    fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError> {
        let positive = [
            ("the widest opening [m]", self.widest),
            ("the opening that is shut [m]", self.shut),
            ("the closing speed [m/s]", self.closing_speed),
            ("the touch force [N]", self.touch_force),
            ("the tolerance of the opening [m]", self.opening_tolerance),
            ("the tolerance of the arm [m]", self.arm_tolerance),
            ("the speed at rest [m/s]", self.rest_speed),
        ];
        for (what, value) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(EmbodimentError::Number { what, value, allowed: "positive and finite" });
            }
        }
        self.force.check()?;
        for (name, place) in self.skins.iter().zip(&mut self.bound) {
            *place = senses.skin(name).ok_or_else(|| {
                let known: Vec<_> = senses.skins.iter().map(|skin| format!("`{}`", skin.name)).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                EmbodimentError::NoSkin { skin: name.clone(), known }
            })?;
        }
        Ok(())
    }

    fn skins(&self) -> &[usize] {
        &self.bound
    }

    fn open(&self, aperture: f64) -> GripperCommand {
        GripperCommand::Opening(aperture * self.widest)
    }

    fn close(&self) -> GripperCommand {
        GripperCommand::Velocity(-self.closing_speed)
    }

    fn squeeze(&self, current: f64) -> GripperCommand {
        GripperCommand::Squeeze { current, speed: self.closing_speed }
    }

    fn grip(&self, percept: &Percept) -> Grip {
        let sum = |place: usize| percept.skins.get(place).map_or(0.0, |skin| skin.sum);
        let [a, b] = self.bound.map(sum);
        Grip { force: 0.5 * (a + b), weakest: a.min(b), strongest: a.max(b) }
    }

    fn touch_force(&self) -> f64 {
        self.touch_force
    }

    fn is_open(&self, percept: &Percept, aperture: f64) -> bool {
        let gripper = &percept.gripper;
        (gripper.opening - aperture * self.widest).abs() <= self.opening_tolerance
            && gripper.velocity.abs() <= self.rest_speed
    }

    fn is_shut(&self, percept: &Percept) -> bool {
        percept.gripper.opening <= self.shut
    }

    fn arm_is_at(&self, percept: &Percept, goal: DVec3) -> bool {
        let arm = &percept.arm;
        arm.position.distance(goal) <= self.arm_tolerance && arm.velocity.length() <= self.rest_speed
    }

    fn force_gains(&self) -> ForceGains {
        self.force
    }
}
