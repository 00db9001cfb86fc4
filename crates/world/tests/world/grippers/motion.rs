//! Motions that begin and end at rest.

use bristle_world::trajectory::Trapezoid;
use bristle_world::{Joint, Trajectory};
use glam::DVec3;

/// Of a turning wrist [rad/s].
pub(crate) const SPEED: f64 = 1.5;

/// A wrist that turns by `angle` [rad] about an axis, slowly enough that inertia is little beside weight.
pub(crate) fn turning(axis: DVec3, angle: f64, start: f64) -> Joint {
    let motion = Trapezoid { from: 0.0, to: angle, start, speed: SPEED, acceleration: 6.0 };
    Joint::revolute(axis).with_motion(Trajectory::trapezoid(motion).unwrap())
}

/// An arm that lifts by `height` [m].
pub(crate) fn lifting(height: f64, start: f64) -> Joint {
    let motion = Trapezoid { from: 0.0, to: height, start, speed: 0.1, acceleration: 1.0 };
    Joint::prismatic(DVec3::Z).with_motion(Trajectory::trapezoid(motion).unwrap())
}
