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

impl Mechanism {
    /// Fills poses and axes. `centres` are those of free bodies, in their frames.
    pub(crate) fn place(&self, q: &[f64], centres: &[DVec3], kinematics: &mut Kinematics) {
        let Kinematics { poses, axes, arms } = kinematics;
        poses.clear();
        axes.clear();
        arms.clear();
        for (branch, centre) in self.branches.iter().zip(centres) {
            let q = &q[branch.coordinates.clone()];
            let base = match (branch.kind, branch.parent) {
                // A free body's coordinates are its pose in the world.
                (JointKind::Free, _) => Pose::IDENTITY,
                (_, Some(parent)) => poses[parent] * branch.pose,
                (_, None) => branch.pose,
            };
            let pose = match branch.kind {
                JointKind::Fixed => base,
                JointKind::Free => joint_pose(branch.kind, q),
                kind => base * joint_pose(kind, q),
            };
            poses.push(pose);
            let arm = arm(pose.rotation, *centre);
            arms.push(arm);
            let unit = [base.rotation * DVec3::X, base.rotation * DVec3::Y, base.rotation * DVec3::Z];
            let sliding = |linear| Motion { linear, angular: DVec3::ZERO };
            let turning = |angular| Motion { linear: DVec3::ZERO, angular };
            match branch.kind {
                JointKind::Fixed => {}
                JointKind::Revolute { axis } => axes.push(turning(base.rotation * axis)),
                JointKind::Prismatic { axis } => axes.push(sliding(base.rotation * axis)),
                JointKind::Ball => axes.extend(unit.map(turning)),
                JointKind::Free => {
                    axes.extend(unit.map(sliding));
                    axes.extend(unit.map(|angular| Motion { linear: arm.cross(angular), angular }));
                }
            }
        }
    }

    /// Velocities of all bodies' origins and their rotations.
    pub(crate) fn twists(&self, kinematics: &Kinematics, v: &[f64], twists: &mut Vec<Twist>) {
        twists.clear();
        for (i, branch) in self.branches.iter().enumerate() {
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
            twists.push(twist);
        }
    }

    /// Motion of the point `point_w` of body `body` per unit of velocity `d`, which must be in the body's chain.
    #[inline]
    pub(crate) fn motion_at(&self, kinematics: &Kinematics, d: usize, point_w: DVec3) -> Motion {
        kinematics.axes[d].at(point_w - kinematics.poses[self.owner[d]].translation)
    }

    /// `q ⊕ h v`: moves along constant velocities for a time `h`. The centre of mass of what is free goes straight on, and its
    /// frame goes with it.
    pub(crate) fn advance(&self, q: &[f64], centres: &[DVec3], v: &[f64], h: f64, moved: &mut [f64]) {
        for (branch, centre) in self.branches.iter().zip(centres) {
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
                    if *centre != DVec3::ZERO && to[3..] != from[3..] {
                        let [before, after] = [&from[3..], &to[3..]].map(|q| arm(quaternion(q), *centre));
                        for (to, swung) in to.iter_mut().zip((before - after).to_array()) {
                            *to += swung;
                        }
                    }
                }
            }
        }
    }
}
