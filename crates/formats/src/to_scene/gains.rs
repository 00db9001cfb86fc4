//! Gains for motors of which a file says only how strong they are.

use crate::robot::{Forest, LinkMass, MotionKind, Robot};
use bristle_geometry::Pose;
use bristle_world::Inertia;
use bristle_world::motor::PositionGains;
use glam::DVec3;
use std::collections::HashMap;

/// Where a motor gives all it has \[rad or m\].
const FULL_EFFORT_AT: (f64, f64) = (0.05, 0.005);
/// A motor without a limit can carry its load so many times.
const RESERVE: f64 = 10.0;
/// The weakest motor that is guessed \[N·m, N\].
const WEAKEST: (f64, f64) = (0.1, 10.0);
const GRAVITY: f64 = 9.81;

/// What a motion has to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// Inertia about the axis, or mass \[kg·m² or kg\].
    pub(super) inertia: f64,
    /// Largest effort that gravity may take, in whatever direction \[N·m or N\].
    weight: f64,
    turns: bool,
}

impl Load {
    /// Of a tendon, by the loads of its joints and how much each lengthens it.
    pub(super) fn of_tendon(joints: impl Iterator<Item = (Self, f64)>) -> Self {
        let (mut mobility, mut weight) = (0.0, 0.0f64);
        for (load, by) in joints {
            mobility += by * by / load.inertia.max(1e-12);
            weight = weight.max(load.weight / by.abs());
        }
        Self { inertia: 1.0 / mobility, weight, turns: false }
    }

    /// An effort that is enough.
    pub(super) fn effort(&self) -> f64 {
        let weakest = if self.turns { WEAKEST.0 } else { WEAKEST.1 };
        (RESERVE * self.weight).max(weakest)
    }

    /// A stiff, critically damped controller that gives all it has at a small error.
    pub(super) fn gains(&self, effort: f64) -> PositionGains {
        let error = if self.turns { FULL_EFFORT_AT.0 } else { FULL_EFFORT_AT.1 };
        let stiffness = (effort / error).clamp(1e-9, 1e9);
        let damping = 2.0 * (stiffness * self.inertia.max(1e-9)).sqrt();
        PositionGains { stiffness, damping, integral: 0.0 }
    }
}

/// The loads of all motions with one coordinate, while all are at zero.
pub(super) fn loads(robot: &Robot, forest: &Forest) -> HashMap<String, Load> {
    let mut poses = vec![Pose::IDENTITY; robot.links.len()];
    for &i in &forest.order {
        let above = forest.parents[i].map_or(Pose::IDENTITY, |p| poses[p]);
        poses[i] = forest.carried_by[i].map_or(robot.links[i].pose, |j| above * robot.joints[j].origin);
    }
    // Everything beyond a joint as one body, in the world.
    let mut beyond: Vec<Inertia> = robot
        .links
        .iter()
        .zip(&poses)
        .map(|(link, pose)| match link.mass {
            LinkMass::Given(inertia) => inertia.posed(*pose),
            LinkMass::None | LinkMass::Density(_) => Inertia::ZERO,
        })
        .collect();
    for &i in forest.order.iter().rev() {
        if let Some(p) = forest.parents[i] {
            beyond[p] = beyond[p].combined(beyond[i]);
        }
    }
    let mut loads = HashMap::new();
    for (i, joint) in forest.carried_by.iter().enumerate() {
        for motion in joint.iter().flat_map(|&j| &robot.joints[j].motions) {
            let (body, pose) = (&beyond[i], poses[i]);
            let load = match motion.kind {
                MotionKind::Revolute(axis) => {
                    let (axis, point) = (pose.transform_vector(axis), pose.transform_point(motion.anchor));
                    let arm = body.centre - point;
                    let away: DVec3 = arm - axis * axis.dot(arm);
                    let about = axis.dot(body.about_centre * axis) + body.mass * away.length_squared();
                    Load {
                        inertia: about + motion.armature,
                        weight: body.mass * GRAVITY * away.length(),
                        turns: true,
                    }
                }
                MotionKind::Prismatic(_) => {
                    Load { inertia: body.mass + motion.armature, weight: body.mass * GRAVITY, turns: false }
                }
                MotionKind::Ball | MotionKind::Free => continue,
            };
            loads.insert(motion.name.clone(), load);
        }
    }
    loads
}
