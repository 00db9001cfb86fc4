//! Inverse kinematics in closed form: all solutions at once.

mod branches;
mod parallel;
mod subproblems;
mod wrist;

pub use branches::{Branch, Branches, Degeneracy};

use crate::Chain;
use crate::small::Frame;
use bristle_geometry::{JointAxis, Pose};
use glam::DVec3;
use parallel::ThreeParallel;
use thiserror::Error;
use wrist::SphericalWrist;

/// Axes that miss each other, or are out of parallel, by less than this share count as exact: drawings have rounding, and a calibrated arm has more.
const EXACT: f64 = 1e-9;

/// Which closed form an arm has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Three axes meet in the wrist; the second and third are parallel, as in a Puma.
    WristAndParallel,
    /// Three axes meet in the wrist, and the first two meet as well, as in an arm of seven joints whose third is held.
    WristAndShoulder,
    /// The second, third and fourth are parallel, and the last two meet, as in a UR.
    ThreeParallel,
    /// The same without the fifth: an arm of five joints, such as a Katana. It cannot reach all poses.
    FiveJoints,
}

/// Why an arm has no closed form here; [`Numeric`](crate::Numeric) solves it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NoClosedForm {
    /// Too many or too few joints.
    #[error(
        "the chain has {joints} joints; a closed form needs 6, or 5 with three parallel axes: hold {more} of them with `with_locked`, or solve it numerically",
        more = joints.saturating_sub(6)
    )]
    Joints {
        /// How many there are.
        joints: usize,
    },
    /// It slides, or follows another joint.
    #[error(
        "a joint of the chain slides or follows another; a closed form needs revolute joints of their own: solve it numerically"
    )]
    NotRevolute,
    /// Axes that do not meet and are not parallel.
    #[error(
        "its axes allow no closed form: neither do the last three meet (they miss by {wrist:.3e} m) behind two that are parallel or meet, nor are the \
         second to fourth parallel (out by {parallel:.3e} rad) before two that meet: solve it numerically"
    )]
    Axes {
        /// By how much the last three axes miss a common point \[m\].
        wrist: f64,
        /// The largest angle between second, third and fourth axis \[rad\].
        parallel: f64,
    },
}

/// Why a pose cannot be reached, whatever the joints' limits.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Unreachable {
    /// The wrist's centre cannot come there.
    #[error("the pose is out of reach: the {what} lacks {by:.6} m")]
    Position {
        /// What comes too short.
        what: &'static str,
        /// By how much \[m\].
        by: f64,
    },
    /// Not with these five joints.
    #[error(
        "an arm of five joints cannot turn its tip like this: the last axis would have to leave the arm's plane by {by:.3e} rad; give a position and a direction"
    )]
    Plane {
        /// By how much \[rad\].
        by: f64,
    },
}

/// The closed form of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedForm {
    kind: Kind,
    arm: Arm,
    chain: Chain,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Wrist(SphericalWrist),
    Parallel(ThreeParallel),
}

/// Axes and tip at zero, in the frame of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arm {
    pub(crate) k: [DVec3; 6],
    pub(crate) o: [DVec3; 6],
    pub(crate) tip: Frame,
    pub(crate) size: f64,
}

impl ClosedForm {
    /// Looks for the structure of a chain.
    pub fn of(chain: &Chain) -> Result<Self, NoClosedForm> {
        let joints = chain.joints().len();
        if !matches!(joints, 5 | 6) {
            return Err(NoClosedForm::Joints { joints });
        }
        let axes = chain.axes().ok_or(NoClosedForm::NotRevolute)?;
        let mut arm = Arm {
            k: [DVec3::Z; 6],
            o: [DVec3::ZERO; 6],
            tip: chain.frame(&vec![0.0; joints]),
            size: chain.reach().max(1e-3),
        };
        for (i, axis) in axes.iter().enumerate() {
            (arm.k[i], arm.o[i]) = (axis.direction, axis.point);
        }
        let out = |a: DVec3, b: DVec3| a.cross(b).length();
        let parallel = out(arm.k[1], arm.k[2]).max(out(arm.k[1], arm.k[3]));
        let near = |distance: f64| distance <= EXACT * arm.size;
        let missing = |wrist: f64| NoClosedForm::Axes { wrist, parallel };
        if joints == 5 {
            let fits = parallel <= EXACT && out(arm.k[0], arm.k[1]) > 1e-6 && out(arm.k[4], arm.k[1]) > 1e-6;
            let kind = Kind::Parallel(ThreeParallel { centre: arm.o[4], has_fifth: false });
            return match fits {
                true => Ok(Self { kind, arm, chain: chain.clone() }),
                false => Err(missing(f64::INFINITY)),
            };
        }
        let (centre, wrist) = meeting_point(&axes[3..]);
        let turning = out(arm.k[3], arm.k[4]) > 1e-6 && out(arm.k[4], arm.k[5]) > 1e-6;
        if near(wrist) && turning {
            let (shoulder, apart) = meeting_point(&axes[..2]);
            let kind = if out(arm.k[1], arm.k[2]) <= EXACT && out(arm.k[0], arm.k[1]) > 1e-6 {
                Some(SphericalWrist { centre, shoulder: None })
            } else if near(apart) && out(arm.k[0], arm.k[1]) > 1e-6 {
                Some(SphericalWrist { centre, shoulder: Some(shoulder) })
            } else {
                None
            };
            if let Some(kind) = kind {
                return Ok(Self { kind: Kind::Wrist(kind), arm, chain: chain.clone() });
            }
        }
        let (centre, apart) = meeting_point(&axes[4..]);
        let turning = out(arm.k[0], arm.k[1]) > 1e-6
            && out(arm.k[4], arm.k[1]) > 1e-6
            && out(arm.k[4], arm.k[5]) > 1e-6;
        if parallel <= EXACT && near(apart) && turning {
            let kind = Kind::Parallel(ThreeParallel { centre, has_fifth: true });
            return Ok(Self { kind, arm, chain: chain.clone() });
        }
        Err(missing(wrist))
    }

    /// Which it is.
    pub fn structure(&self) -> Structure {
        match self.kind {
            Kind::Wrist(SphericalWrist { shoulder: None, .. }) => Structure::WristAndParallel,
            Kind::Wrist(SphericalWrist { shoulder: Some(_), .. }) => Structure::WristAndShoulder,
            Kind::Parallel(ThreeParallel { has_fifth: true, .. }) => Structure::ThreeParallel,
            Kind::Parallel(_) => Structure::FiveJoints,
        }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// All joint positions, each from −π to π, that put the tip at a pose in the frame of the base, whatever the limits; see [`Branches::within_limits`].
    pub fn solve(&self, pose: Pose) -> Result<Branches, Unreachable> {
        let target = Frame::of(pose);
        let mut branches = Branches::new(self.chain.joints().len());
        match &self.kind {
            Kind::Wrist(wrist) => wrist.solve(&self.arm, target, &mut branches),
            Kind::Parallel(parallel) => parallel.solve(&self.arm, target, &mut branches),
        }?;
        branches.drop_doubles();
        Ok(branches)
    }
}

/// The point nearest to some lines, and how far the farthest of them is from it; infinite if they are parallel.
fn meeting_point(lines: &[JointAxis]) -> (DVec3, f64) {
    let mut sum = glam::DMat3::ZERO;
    let mut right = DVec3::ZERO;
    let start = lines.first().map_or(DVec3::ZERO, |line| line.point);
    for line in lines {
        let k = line.direction;
        let across = glam::DMat3::IDENTITY - glam::DMat3::from_cols(k * k.x, k * k.y, k * k.z);
        sum += across;
        right += across * (line.point - start);
    }
    if sum.determinant().abs() < 1e-9 {
        return (start, f64::INFINITY);
    }
    let point = sum.inverse() * right + start;
    let from = |line: &JointAxis| line.direction.cross(point - line.point).length();
    (point, lines.iter().map(from).fold(0.0, f64::max))
}
