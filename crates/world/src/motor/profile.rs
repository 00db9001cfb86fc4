//! The reference of a drive: it moves towards a goal as fast as its limits allow, and never faster.

use super::Reference;

/// Limits of a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    /// \[m/s | rad/s\]; infinite if there is none.
    pub speed: f64,
    /// \[m/s² | rad/s²\]; infinite if there is none.
    pub acceleration: f64,
}

impl Profile {
    /// The reference after `h`, on the quickest way to rest at `goal`.
    ///
    /// The quickest way from a point of the quickest way is the rest of it, so that planning anew in every step follows
    /// one and the same profile, and a goal that changes on the way needs no special case.
    pub(super) fn towards_position(&self, now: Reference, goal: f64, h: f64) -> Reference {
        let arrived = Reference { position: goal, velocity: 0.0 };
        if now == arrived {
            return arrived;
        }
        if self.acceleration.is_infinite() {
            let way = goal - now.position;
            return if way.abs() <= self.speed * h {
                arrived
            } else {
                let velocity = self.speed.copysign(way);
                Reference { position: now.position + velocity * h, velocity }
            };
        }
        let a = self.acceleration;
        let (d, s) = (goal - now.position, now.velocity);
        // Full braking would stop here; beyond or short of the goal decides which way to accelerate first.
        let beyond = d - s * s.abs() / (2.0 * a);
        let side = if beyond == 0.0 { 1.0f64.copysign(s) } else { 1.0f64.copysign(beyond) };
        let (d, s) = (d * side, s * side);
        let peak = (a * d + 0.5 * s * s).max(0.0).sqrt().max(s).min(self.speed);
        let speed_up = (peak - s) / a;
        let slow_down = peak / a;
        let covered = 0.5 * (peak + s) * speed_up + 0.5 * peak * slow_down;
        let cruise = if peak < self.speed { 0.0 } else { ((d - covered) / peak).max(0.0) };
        if speed_up + cruise + slow_down <= h {
            return arrived;
        }
        let (way, velocity) = if h < speed_up {
            (s * h + 0.5 * a * h * h, (s + a * h).min(peak))
        } else if h < speed_up + cruise {
            (0.5 * (peak + s) * speed_up + peak * (h - speed_up), peak)
        } else {
            let braking = h - speed_up - cruise;
            let way = 0.5 * (peak + s) * speed_up + peak * cruise;
            (way + braking * (peak - 0.5 * a * braking), peak - a * braking)
        };
        Reference { position: now.position + side * way, velocity: side * velocity }
    }

    /// The reference after `h`, on the quickest way to a velocity.
    pub(super) fn towards_velocity(&self, now: Reference, goal: f64, h: f64) -> Reference {
        let goal = self.slow_enough(goal);
        let change = goal - now.velocity;
        // Time until the goal is reached; 0 without a limit of acceleration.
        let ramp = change.abs() / self.acceleration;
        let (way, velocity) = if ramp <= h {
            (0.5 * (now.velocity + goal) * ramp + goal * (h - ramp), goal)
        } else {
            let velocity = now.velocity + self.acceleration.copysign(change) * h;
            (0.5 * (now.velocity + velocity) * h, velocity)
        };
        Reference { position: now.position + way, velocity }
    }

    /// `velocity`, held within the limit of speed.
    pub(super) fn slow_enough(&self, velocity: f64) -> f64 {
        velocity.clamp(-self.speed, self.speed)
    }
}
