//! Where bodies are and how they move.

use super::Mechanism;
use crate::joint::JointKind;
use bristle_geometry::{Pose, Twist};
use glam::{DMat3, DQuat, DVec3};

/// How a body moves per unit of one velocity: at its origin, in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Motion {
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
}

impl Motion {
    /// The same motion of the material point at `offset`.
    #[inline]
    pub(crate) fn at(self, offset: DVec3) -> Self {
        Self { linear: self.linear + self.angular.cross(offset), angular: self.angular }
    }
}

/// Poses of all bodies at one set of coordinates, and the axes of their joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinematics {
    /// `X_WL` of every body.
    pub(crate) poses: Vec<Pose>,
    /// One per velocity: motion of its own body.
    pub(crate) axes: Vec<Motion>,
    /// From every body's origin to the point that its joint's velocities move and turn it about, in world axes: to the centre of
    /// mass of what is free, else none.
    pub(crate) arms: Vec<DVec3>,
}

fn quaternion(q: &[f64]) -> DQuat {
    DQuat::from_xyzw(q[0], q[1], q[2], q[3])
}

/// The rotation by the vector `turn` \[rad\]: exactly none for none, and accurate for the smallest.
fn rotation(turn: DVec3) -> DQuat {
    let half = 0.5 * turn;
    let angle = half.length();
    // sin(x)/x; the series is exact to round-off below this.
    let (scale, w) = if angle < 1e-4 {
        let square = angle * angle;
        (1.0 - square / 6.0, 1.0 - 0.5 * square)
    } else {
        (angle.sin() / angle, angle.cos())
    };
    DQuat::from_xyzw(half.x * scale, half.y * scale, half.z * scale, w)
}

/// Position of the joint with the given coordinates: `X_JL`.
fn joint_pose(kind: JointKind, q: &[f64]) -> Pose {
    match kind {
        JointKind::Fixed => Pose::IDENTITY,
        JointKind::Revolute { axis } => Pose::from_axis_angle(axis, q[0]),
        JointKind::Prismatic { axis } => Pose::from_translation(axis * q[0]),
        JointKind::Ball => Pose { rotation: quaternion(q), translation: DVec3::ZERO },
        JointKind::Free => Pose { rotation: quaternion(&q[3..]), translation: DVec3::new(q[0], q[1], q[2]) },
    }
}

/// From a body's origin to its centre of mass, in world axes: exactly none for none.
pub(crate) fn arm(rotation: DQuat, centre: DVec3) -> DVec3 {
    if centre == DVec3::ZERO { DVec3::ZERO } else { DMat3::from_quat(rotation) * centre }
}

impl Kinematics {
    /// Room for a mechanism.
    pub(crate) fn new(mechanism: &Mechanism) -> Self {
        let bodies = mechanism.branches.len();
        Self {
            poses: vec![Pose::IDENTITY; bodies],
            axes: vec![Motion::default(); mechanism.velocities()],
            arms: vec![DVec3::ZERO; bodies],
        }
    }
}

impl Mechanism {
    /// All bodies.
    pub(crate) fn all(&self) -> Vec<usize> {
        (0..self.branches.len()).collect()
    }

    /// Fills poses and axes of some bodies, parents first; those that carry them are in place. `centres` are those of free bodies, in their frames.
    pub(crate) fn place(&self, bodies: &[usize], q: &[f64], centres: &[DVec3], to: &mut Kinematics) {
        for &i in bodies {
            let branch = &self.branches[i];
            let q = &q[branch.coordinates.clone()];
            let base = match (branch.kind, branch.parent) {
                // A free body's coordinates are its pose in the world.
                (JointKind::Free, _) => Pose::IDENTITY,
                (_, Some(parent)) => to.poses[parent] * branch.pose,
                (_, None) => branch.pose,
            };
            let pose = match branch.kind {
                JointKind::Fixed => base,
                JointKind::Free => joint_pose(branch.kind, q),
                kind => base * joint_pose(kind, q),
            };
            let arm = arm(pose.rotation, centres[i]);
            (to.poses[i], to.arms[i]) = (pose, arm);
            let axes = &mut to.axes[branch.velocities.clone()];
            let sliding = |linear| Motion { linear, angular: DVec3::ZERO };
            let turning = |angular| Motion { linear: DVec3::ZERO, angular };
            match branch.kind {
                JointKind::Fixed => {}
                JointKind::Revolute { axis } => axes[0] = turning(base.rotation * axis),
                JointKind::Prismatic { axis } => axes[0] = sliding(base.rotation * axis),
                JointKind::Ball => {
                    for (to, axis) in axes.iter_mut().zip(DVec3::AXES) {
                        *to = turning(base.rotation * axis);
                    }
                }
                JointKind::Free => {
                    for (k, axis) in DVec3::AXES.into_iter().enumerate() {
                        axes[k] = sliding(axis);
                        axes[k + 3] = Motion { linear: arm.cross(axis), angular: axis };
                    }
                }
            }
        }
    }

    /// Velocities of some bodies' origins and their rotations, parents first.
    pub(crate) fn twists(&self, bodies: &[usize], kinematics: &Kinematics, v: &[f64], twists: &mut [Twist]) {
        for &i in bodies {
            let branch = &self.branches[i];
            let mut twist = match branch.parent {
                None => Twist::ZERO,
                Some(parent) => {
                    let offset = kinematics.poses[i].translation - kinematics.poses[parent].translation;
                    let carried: Twist = twists[parent];
                    Twist { linear: carried.velocity_at(offset), angular: carried.angular }
                }
            };
            for d in branch.velocities.clone() {
                twist.linear += kinematics.axes[d].linear * v[d];
                twist.angular += kinematics.axes[d].angular * v[d];
            }
            twists[i] = twist;
        }
    }

    /// `q ⊕ h v` of some bodies: moves along constant velocities for a time `h`. The centre of mass of what is free goes straight on, and its
    /// frame goes with it.
    pub(crate) fn advance(
        &self,
        bodies: &[usize],
        (q, centres): (&[f64], &[DVec3]),
        v: &[f64],
        h: f64,
        moved: &mut [f64],
    ) {
        for &i in bodies {
            let (branch, centre) = (&self.branches[i], centres[i]);
            let (from, v) = (&q[branch.coordinates.clone()], &v[branch.velocities.clone()]);
            let to = &mut moved[branch.coordinates.clone()];
            let turn = |from: &[f64], w: &[f64], to: &mut [f64]| {
                let w = DVec3::new(w[0], w[1], w[2]);
                if w == DVec3::ZERO {
                    to.copy_from_slice(from);
                    return;
                }
                let turned = (rotation(w * h) * quaternion(from)).normalize();
                to.copy_from_slice(&turned.to_array());
            };
            match branch.kind {
                JointKind::Fixed => {}
                JointKind::Revolute { .. } | JointKind::Prismatic { .. } => to[0] = from[0] + h * v[0],
                JointKind::Ball => turn(from, v, to),
                JointKind::Free => {
                    for k in 0..3 {
                        to[k] = from[k] + h * v[k];
                    }
                    turn(&from[3..], &v[3..], &mut to[3..]);
                    if centre != DVec3::ZERO && to[3..] != from[3..] {
                        let [before, after] = [&from[3..], &to[3..]].map(|q| arm(quaternion(q), centre));
                        for (to, swung) in to.iter_mut().zip((before - after).to_array()) {
                            *to += swung;
                        }
                    }
                }
            }
        }
    }
}
