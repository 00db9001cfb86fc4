//! Force by a drive, with touch as feedback.
//!
//! What the drive is set to, a current limit \[A\] or how far a finger is told to press in \[rad\], is `a (r + s)`: `a` is what the
//! maker says of the drive, `r` the wanted force as it grows, and `s` the integral of what is missing, `s' = g (r − f)`. Friction in the drive, or an `a` that is wrong, leave no error once `s` has settled: for a drive
//! that gives `f = γ (r + s)` the error falls as `exp(−γ g t)`.

use crate::EmbodimentError;
use serde::{Deserialize, Serialize};

/// How force is controlled. `drive` is what the hand's force is set by: a current \[A\], an effort \[N | N·m\] or an angle \[rad\].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceGains {
    /// What the drive needs for a force on each side, as far as it is known \[A/N | rad/N\].
    pub drive_per_newton: f64,
    /// How fast what is missing is made up for \[1/s\].
    pub integral: f64,
    /// How fast the wanted force grows \[N/s\].
    pub rate: f64,
    /// The most that the drive may be set to \[A | rad\].
    pub max_drive: f64,
    /// Share of the wanted force within which it counts as reached; at least 5 % for skins that tell counts.
    pub tolerance: f64,
    /// How long it must stay there \[s\]; and how long the limit must be reached to count as a failure.
    pub settle: f64,
}

impl Default for ForceGains {
    fn default() -> Self {
        Self {
            drive_per_newton: 0.04,
            integral: 12.0,
            rate: 60.0,
            max_drive: 5.0,
            tolerance: 1e-3,
            settle: 0.1,
        }
    }
}

/// Counts are coarse and noisy: a force told by them counts as reached within this share at least.
const COUNTS_TOLERANCE: f64 = 0.05;

impl ForceGains {
    /// The same for skins whose values are not newtons but `newtons_per_value` each.
    pub(crate) fn for_values_of(self, newtons_per_value: f64) -> Self {
        if newtons_per_value == 1.0 {
            return self;
        }
        Self { tolerance: self.tolerance.max(COUNTS_TOLERANCE), ..self }
    }

    /// Refuses numbers that cannot be.
    pub fn check(&self) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[
            ("the drive per newton", self.drive_per_newton),
            ("the integral gain [1/s]", self.integral),
            ("the rate of the force [N/s]", self.rate),
            ("the largest drive", self.max_drive),
            ("the tolerance of the force", self.tolerance),
            ("the time to settle [s]", self.settle),
        ])
    }
}

/// A force under control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceControl {
    gains: ForceGains,
    wanted: f64,
    /// The wanted force as it grows \[N\].
    reference: f64,
    /// What is added to it, to make up for the drive \[N\].
    correction: f64,
    drive: f64,
    /// For how long the force has been right \[s\].
    right: f64,
    /// For how long the drive has been at its limit with too little force \[s\].
    at_limit: f64,
}

impl ForceControl {
    /// Begins at the force that is measured now.
    pub fn new(gains: ForceGains, wanted: f64, measured: f64) -> Self {
        let reference = measured.clamp(0.0, wanted);
        let drive = (gains.drive_per_newton * reference).min(gains.max_drive);
        Self { gains, wanted, reference, correction: 0.0, drive, right: 0.0, at_limit: 0.0 }
    }

    /// What to set the drive to in the next turn, `dt` \[s\] after the last, given the force measured on each side \[N\].
    pub fn advance(&mut self, dt: f64, measured: f64) -> f64 {
        let gains = &self.gains;
        let reached = |time: f64, holds: bool| if holds { time + dt } else { 0.0 };
        self.reference = (self.reference + gains.rate * dt).min(self.wanted);
        let error = self.reference - measured;
        self.correction += gains.integral * error * dt;
        let wish = gains.drive_per_newton * (self.reference + self.correction);
        self.drive = wish.clamp(0.0, gains.max_drive);
        if self.drive != wish {
            // What cannot be given must not pile up.
            self.correction = self.drive / gains.drive_per_newton - self.reference;
        }
        let missing = self.wanted - measured;
        let allowed = gains.tolerance * self.wanted;
        self.right = reached(self.right, missing.abs() <= allowed);
        self.at_limit = reached(self.at_limit, missing > allowed && self.drive >= gains.max_drive);
        self.drive
    }

    /// What the drive is set to now.
    pub fn drive(&self) -> f64 {
        self.drive
    }

    /// The force that is wanted on each side \[N\].
    pub fn wanted(&self) -> f64 {
        self.wanted
    }

    /// Whether the force has been right for long enough.
    pub fn is_settled(&self) -> bool {
        self.right >= self.gains.settle
    }

    /// Whether the limit has kept the force too small for long enough.
    pub fn is_at_limit(&self) -> bool {
        self.at_limit >= self.gains.settle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Force of a drive that gives the share `gamma` of what its maker says, after `time` \[s\].
    fn driven(gains: ForceGains, gamma: f64, wanted: f64, time: f64) -> (ForceControl, f64) {
        let (dt, mut force) = (1e-3, 0.0);
        let mut control = ForceControl::new(gains, wanted, force);
        for _ in 0..(time / dt) as usize {
            force = gamma * control.advance(dt, force) / gains.drive_per_newton;
        }
        (control, force)
    }

    #[test]
    fn the_error_of_a_weak_drive_falls_exponentially_with_gamma_times_the_gain() {
        let gains = ForceGains { rate: 1e9, integral: 7.0, ..ForceGains::default() };
        let (gamma, wanted) = (0.63, 13.7);
        let error = |time| wanted - driven(gains, gamma, wanted, time).1;
        let slope = (error(0.3) / error(0.7)).ln() / 0.4;
        // The loop in steps of 1 ms is a decay by 1 − γ g h per step: γ g (1 + γ g h / 2 + …), and h late.
        let expected = gamma * 7.0;
        assert!((slope / expected - 1.0).abs() < expected * 1e-3, "{slope} for {expected}");
        assert!(driven(gains, gamma, wanted, 3.0).0.is_settled());
    }

    #[test]
    fn a_force_beyond_the_limit_is_told_and_does_not_wind_up() {
        let gains = ForceGains { max_drive: 0.3, ..ForceGains::default() };
        let (mut control, force) = driven(gains, 0.8, 11.0, 20.0);
        assert!(control.is_at_limit() && !control.is_settled());
        assert!((force - 0.8 * 0.3 / gains.drive_per_newton).abs() < 1e-9, "{force}");
        // Twenty seconds at the limit, and it still answers at once to too large a force.
        let turns = (0..200).take_while(|_| control.advance(1e-3, 14.0) >= 0.3).count();
        assert!(turns <= 1, "{turns}");
    }

    #[test]
    fn gains_that_cannot_be_are_refused() {
        for gains in [
            ForceGains { integral: 0.0, ..ForceGains::default() },
            ForceGains { max_drive: f64::NAN, ..ForceGains::default() },
            ForceGains { rate: f64::INFINITY, ..ForceGains::default() },
        ] {
            let message = gains.check().unwrap_err().to_string();
            assert!(message.contains("must be positive and finite"), "{message}");
        }
    }
}
