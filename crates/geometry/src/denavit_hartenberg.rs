//! Denavit–Hartenberg parameters: four numbers per joint, in either convention, and chains of them from joint axes.

use crate::Pose;
use glam::{DMat3, DQuat, DVec3};

/// In which order the four motions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DhConvention {
    /// `Rot_z(θ) Trans_z(d) Trans_x(a) Rot_x(α)`: the joint moves about the z axis of the frame *before*.
    Standard,
    /// `Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(d)`, as in Craig's book: the joint moves about the z axis of its own frame.
    Modified,
}

/// The parameters of one link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dh {
    /// Length along x \[m\].
    pub a: f64,
    /// Twist about x \[rad\].
    pub alpha: f64,
    /// Offset along z \[m\]; moved by a prismatic joint.
    pub d: f64,
    /// Angle about z \[rad\]; moved by a revolute joint.
    pub theta: f64,
}

impl Dh {
    /// Nothing is moved.
    pub const IDENTITY: Self = Self { a: 0.0, alpha: 0.0, d: 0.0, theta: 0.0 };

    /// The next frame in the one before.
    pub fn pose(self, convention: DhConvention) -> Pose {
        let about_z =
            Pose { rotation: DQuat::from_rotation_z(self.theta), translation: DVec3::new(0.0, 0.0, self.d) };
        let about_x =
            Pose { rotation: DQuat::from_rotation_x(self.alpha), translation: DVec3::new(self.a, 0.0, 0.0) };
        match convention {
            DhConvention::Standard => about_z * about_x,
            DhConvention::Modified => about_x * about_z,
        }
    }

    /// The parameters of a pose, if it has some: the x axis of one frame has to meet the z axis of the other at a right angle.
    pub fn from_pose(pose: Pose, convention: DhConvention) -> Option<Self> {
        let near = |x: f64, size: f64| x.abs() <= 1e-9 * (1.0 + size);
        let (r, t) = (pose.rotation_matrix(), pose.translation);
        let size = t.length();
        let (parameters, residual) = match convention {
            // x' = (cos θ, sin θ, 0), and the origin lies a along it and d along z.
            DhConvention::Standard => {
                let x = r.x_axis;
                let theta = x.y.atan2(x.x);
                let alpha = r.y_axis.z.atan2(r.z_axis.z);
                let a = t.x * theta.cos() + t.y * theta.sin();
                (Self { a, alpha, d: t.z, theta }, (x.z, t.y * theta.cos() - t.x * theta.sin()))
            }
            // The same for the way back.
            DhConvention::Modified => {
                let theta = (-r.y_axis.x).atan2(r.x_axis.x);
                let alpha = (-r.z_axis.y).atan2(r.z_axis.z);
                let d = t.z * alpha.cos() - t.y * alpha.sin();
                (Self { a: t.x, alpha, d, theta }, (r.z_axis.x, t.y * alpha.cos() + t.z * alpha.sin()))
            }
        };
        (near(residual.0, 1.0) && near(residual.1, size)).then_some(parameters)
    }
}

/// The axis of a joint: a line with a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointAxis {
    /// A point on it \[m\].
    pub point: DVec3,
    /// Unit vector.
    pub direction: DVec3,
}

/// A chain in standard parameters: `base · link₁(q₁) · … · linkₙ(qₙ) · tip`.
#[derive(Clone, Debug, PartialEq)]
pub struct DhChain {
    /// The first frame in the frame of the base; its z axis is the first joint's.
    pub base: Pose,
    /// A link per joint, while the joints are at zero.
    pub links: Vec<Dh>,
    /// The tip in the last frame.
    pub tip: Pose,
}

impl DhChain {
    /// The chain of joints with these axes, in the frame of the base while all joints are at zero, that ends in a tip at `tip`.
    pub fn of_axes(axes: &[JointAxis], tip: Pose) -> Self {
        let Some(first) = axes.first() else {
            return Self { base: Pose::IDENTITY, links: Vec::new(), tip };
        };
        let start = first.point + first.direction * first.direction.dot(-first.point);
        let base = frame(start, first.direction, DVec3::X);
        let (mut links, mut last) = (Vec::with_capacity(axes.len()), base);
        for pair in axes.windows(2) {
            let next = next_frame(last, pair[1]);
            let link = Dh::from_pose(last.inverse() * next, DhConvention::Standard).unwrap_or(Dh::IDENTITY);
            links.push(link);
            // As the parameters have it, so that rounding does not add up.
            last = last * link.pose(DhConvention::Standard);
        }
        // Nothing follows the last joint but the tip.
        links.push(Dh::IDENTITY);
        Self { base, links, tip: last.inverse() * tip }
    }

    /// Where the tip is; `travel` has an angle or a length per joint, as `turns` says.
    pub fn tip_pose(&self, travel: &[f64], turns: &[bool]) -> Pose {
        let mut pose = self.base;
        for ((link, q), turns) in self.links.iter().zip(travel).zip(turns) {
            let moved = match turns {
                true => Dh { theta: link.theta + q, ..*link },
                false => Dh { d: link.d + q, ..*link },
            };
            pose = pose * moved.pose(DhConvention::Standard);
        }
        pose * self.tip
    }
}

/// The frame with its origin and z axis, and x as near to `x_like` as can be.
fn frame(origin: DVec3, z: DVec3, x_like: DVec3) -> Pose {
    let flat = x_like - z * z.dot(x_like);
    let x = if flat.length() > 1e-6 { flat.normalize() } else { z.any_orthonormal_vector() };
    Pose::new(DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z)), origin)
}

/// The frame on the axis of the next joint: its x axis is the common normal of both.
fn next_frame(last: Pose, axis: JointAxis) -> Pose {
    let (z, origin) = (last.transform_vector(DVec3::Z), last.translation);
    let between = axis.point - origin;
    let cross = z.cross(axis.direction);
    if cross.length() > 1e-9 {
        // Where the common normal meets the next axis.
        let along = between.cross(z).dot(cross) / cross.length_squared();
        let foot = axis.point + axis.direction * along;
        let offset = (foot - origin) - z * z.dot(foot - origin);
        let x = if offset.length() > 1e-9 { offset } else { cross };
        // The common normal itself, not the rounded difference of two points.
        let x = cross.normalize() * x.dot(cross).signum();
        return frame(foot, axis.direction, x);
    }
    // Parallel axes have many normals: that through the last origin.
    let foot = axis.point + axis.direction * axis.direction.dot(origin - axis.point);
    let offset = foot - origin;
    let x = if offset.length() > 1e-9 { offset } else { last.transform_vector(DVec3::X) };
    frame(foot, axis.direction, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONVENTIONS: [DhConvention; 2] = [DhConvention::Standard, DhConvention::Modified];
    const LINK: Dh = Dh { a: 0.3, alpha: -0.7, d: 1.1, theta: 2.3 };

    fn apart(a: Pose, b: Pose) -> f64 {
        (a.translation - b.translation).length()
            + (a.rotation_matrix() - b.rotation_matrix()).to_cols_array().iter().map(|x| x.abs()).sum::<f64>()
    }

    #[test]
    fn the_matrix_is_that_of_the_textbooks() {
        let (ca, sa, ct, st) = (LINK.alpha.cos(), LINK.alpha.sin(), LINK.theta.cos(), LINK.theta.sin());
        let standard = LINK.pose(DhConvention::Standard);
        assert!((standard.translation - DVec3::new(LINK.a * ct, LINK.a * st, LINK.d)).length() < 1e-15);
        assert!((standard.rotation_matrix().y_axis - DVec3::new(-st * ca, ct * ca, sa)).length() < 1e-15);
        let modified = LINK.pose(DhConvention::Modified);
        assert!((modified.translation - DVec3::new(LINK.a, -LINK.d * sa, LINK.d * ca)).length() < 1e-15);
        assert!((modified.rotation_matrix().x_axis - DVec3::new(ct, st * ca, st * sa)).length() < 1e-15);
    }

    #[test]
    fn parameters_come_back_from_their_pose_and_other_poses_have_none() {
        for convention in CONVENTIONS {
            let found = Dh::from_pose(LINK.pose(convention), convention).unwrap();
            for (a, b) in
                [(found.a, LINK.a), (found.alpha, LINK.alpha), (found.d, LINK.d), (found.theta, LINK.theta)]
            {
                assert!((a - b).abs() < 1e-14, "{found:?}");
            }
            let crooked =
                LINK.pose(convention) * Pose::new(DQuat::from_rotation_y(0.2), DVec3::new(0.0, 0.1, 0.3));
            assert_eq!(Dh::from_pose(crooked, convention), None);
        }
    }

    /// Skew, crossing, parallel and coincident axes, turning and sliding: the tip is where the axes alone put it.
    #[test]
    fn a_chain_of_axes_moves_like_its_parameters() {
        let unit = |x: f64, y: f64, z: f64| DVec3::new(x, y, z).normalize();
        let axes = [
            JointAxis { point: DVec3::new(0.3, -0.7, 1.1), direction: unit(0.2, 0.1, 0.9) },
            JointAxis { point: DVec3::new(-0.4, 0.2, 0.6), direction: unit(0.7, -0.3, 0.1) },
            JointAxis { point: DVec3::new(0.1, 0.2, 0.9), direction: unit(0.7, -0.3, 0.1) },
            JointAxis { point: DVec3::new(0.1, 0.2, 0.9), direction: unit(0.0, 1.0, 0.0) },
            JointAxis { point: DVec3::new(0.1, 0.5, 0.9), direction: unit(0.0, -1.0, 0.0) },
            JointAxis { point: DVec3::new(0.1, -0.4, 0.9), direction: unit(0.0, -1.0, 0.0) },
        ];
        let turns = [true, false, true, true, false, true];
        let tip = Pose::new(DQuat::from_xyzw(0.1, -0.4, 0.3, 0.9), DVec3::new(0.5, 0.3, -0.2));
        let chain = DhChain::of_axes(&axes, tip);
        for travel in [[0.0; 6], [0.3, -0.7, 1.1, 0.43, 0.2, -2.1]] {
            // The product of exponentials: every joint moves all that follows it.
            let mut expected = tip;
            for ((axis, q), turns) in axes.iter().zip(travel).zip(turns).rev() {
                let moved = match turns {
                    true => {
                        let turn = DQuat::from_axis_angle(axis.direction, q);
                        Pose { rotation: turn, translation: axis.point - turn * axis.point }
                    }
                    false => Pose::from_translation(axis.direction * q),
                };
                expected = moved * expected;
            }
            let found = chain.tip_pose(&travel, &turns);
            assert!(apart(found, expected) < 1e-12, "{travel:?}: {found:?} and not {expected:?}");
        }
    }
}
