//! The joints between two bodies of a model.

use crate::small::{Frame, rotation};
use bristle_geometry::{DhChain, DhConvention, JointAxis, Pose, Twist};
use bristle_world::{BodyId, JointKind, Model};
use glam::DVec3;
use thiserror::Error;

/// How a joint of a chain moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// It turns; its position is an angle \[rad\].
    Turns,
    /// It slides; its position is a length \[m\].
    Slides,
}

/// A joint that moves the tip of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainJoint {
    /// The body that it carries; for a chain without a model, the number of the joint, from 1.
    pub name: String,
    /// How it moves.
    pub travel: Travel,
    /// Its stops \[rad or m\]; infinite if it has none.
    pub lower: f64,
    /// Its stops \[rad or m\]; infinite if it has none.
    pub upper: f64,
}

impl ChainJoint {
    /// Its range; half a turn, or a metre, to either side where it has none.
    pub fn finite_range(&self) -> (f64, f64) {
        let free = match self.travel {
            Travel::Turns => std::f64::consts::PI,
            Travel::Slides => 1.0,
        };
        (
            if self.lower.is_finite() { self.lower } else { self.upper.min(free) - 2.0 * free },
            if self.upper.is_finite() { self.upper } else { self.lower.max(-free) + 2.0 * free },
        )
    }
}

/// Why there is no such chain.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ChainError {
    /// The base does not carry the tip.
    #[error(
        "`{base}` does not carry `{tip}`: a chain runs from a body to one that hangs on it; `{tip}` is carried by {carriers}"
    )]
    NotCarried {
        /// The base.
        base: String,
        /// The tip.
        tip: String,
        /// What carries the tip.
        carriers: String,
    },
    /// A joint has no single position.
    #[error(
        "the joint of `{body}`, between base and tip, is {kind}; a chain may have revolute, prismatic and fixed joints: begin it above that body"
    )]
    Joint {
        /// The body that the joint carries.
        body: String,
        /// Its kind.
        kind: &'static str,
    },
    /// Nothing can move.
    #[error("no joint between base and tip can move: `{tip}` is fixed to {base}")]
    Rigid {
        /// The tip.
        tip: String,
        /// The base.
        base: String,
    },
    /// A number of positions that does not fit.
    #[error("{given} positions are given for a chain of {joints} joints")]
    Count {
        /// How many are given.
        given: usize,
        /// How many there are.
        joints: usize,
    },
    /// A joint that is not there.
    #[error("there is no joint {given}; the chain has {joints}, counted from 0")]
    NoJoint {
        /// The number that was given.
        given: usize,
        /// How many there are.
        joints: usize,
    },
    /// A handle of another model.
    #[error("the model has {count} bodies; number {index} is not among them")]
    NoBody {
        /// The handle.
        index: usize,
        /// How many there are.
        count: usize,
    },
}

/// One joint of the chain, in the frame of the link before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    before: Frame,
    pub(crate) axis: DVec3,
    pub(crate) travel: Travel,
    /// Which position moves it, and how: `ratio * q + offset`.
    pub(crate) variable: usize,
    pub(crate) ratio: f64,
    offset: f64,
}

/// The joints between two bodies, and a tool frame on the last.
///
/// Positions `q` have one number per joint of [`joints`](Self::joints), in the order from base to tip. A joint that follows another has none of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub(crate) links: Vec<Link>,
    pub(crate) tip: Frame,
    joints: Vec<ChainJoint>,
}

impl Chain {
    /// The chain from `base` (the world if none) to `tip`, with a `tool` frame on the tip.
    pub fn new(model: &Model, base: Option<BodyId>, tip: BodyId, tool: Pose) -> Result<Self, ChainError> {
        let bodies = model.bodies();
        let known = |id: BodyId| match bodies.get(id.0) {
            Some(body) => Ok(body),
            None => Err(ChainError::NoBody { index: id.0, count: bodies.len() }),
        };
        known(tip)?;
        let base_name = match base {
            Some(base) => format!("`{}`", known(base)?.name),
            None => "the world".to_owned(),
        };
        let mut path = Vec::new();
        let mut here = Some(tip);
        while here != base {
            let Some(body) = here else {
                let carriers: Vec<String> =
                    path.iter().skip(1).map(|&id: &BodyId| format!("`{}`", bodies[id.0].name)).collect();
                return Err(ChainError::NotCarried {
                    base: base.map_or_else(String::new, |base| bodies[base.0].name.clone()),
                    tip: bodies[tip.0].name.clone(),
                    carriers: match carriers.is_empty() {
                        true => "the world alone".to_owned(),
                        false => carriers.join(", "),
                    },
                });
            };
            path.push(body);
            here = bodies[body.0].parent;
        }
        let mut links = Vec::new();
        let mut joints: Vec<ChainJoint> = Vec::new();
        let mut leaders: Vec<BodyId> = Vec::new();
        let mut before = Frame::IDENTITY;
        for &id in path.iter().rev() {
            let body = &bodies[id.0];
            before = before * Frame::of(body.pose);
            let (axis, travel) = match body.joint.kind {
                JointKind::Fixed => continue,
                JointKind::Revolute { axis } => (axis, Travel::Turns),
                JointKind::Prismatic { axis } => (axis, Travel::Slides),
                kind @ (JointKind::Ball | JointKind::Free) => {
                    return Err(ChainError::Joint { body: body.name.clone(), kind: kind.name() });
                }
            };
            let (leader, ratio, offset) = resolved(model, id);
            let variable = leaders.iter().position(|&known| known == leader).unwrap_or_else(|| {
                leaders.push(leader);
                joints.push(joint_of(model, leader));
                leaders.len() - 1
            });
            links.push(Link { before, axis, travel, variable, ratio, offset });
            before = Frame::IDENTITY;
        }
        if joints.is_empty() {
            return Err(ChainError::Rigid { tip: bodies[tip.0].name.clone(), base: base_name });
        }
        Ok(Self { links, tip: before * Frame::of(tool), joints })
    }

    /// The chain of revolute joints with these axes, in the frame of the base while all joints are at zero, that ends in a tip at `tip`.
    pub fn of_axes(axes: &[JointAxis], tip: Pose) -> Self {
        let mut last = DVec3::ZERO;
        let link = |(i, axis): (usize, &JointAxis)| {
            let before = Frame { at: axis.point - last, ..Frame::IDENTITY };
            last = axis.point;
            let axis = axis.direction.normalize_or(DVec3::Z);
            Link { before, axis, travel: Travel::Turns, variable: i, ratio: 1.0, offset: 0.0 }
        };
        let links: Vec<Link> = axes.iter().enumerate().map(link).collect();
        let joint = |i: usize| ChainJoint {
            name: (i + 1).to_string(),
            travel: Travel::Turns,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
        };
        let tip = Pose { translation: tip.translation - last, ..tip };
        Self { joints: (0..links.len()).map(joint).collect(), links, tip: Frame::of(tip) }
    }

    /// The chain of a table of Denavit–Hartenberg parameters in the standard convention, all joints revolute.
    pub fn of_table(table: &DhChain) -> Self {
        let mut pose = table.base;
        let mut axes = Vec::with_capacity(table.links.len());
        for link in &table.links {
            axes.push(JointAxis { point: pose.translation, direction: pose.rotation * DVec3::Z });
            pose = pose * link.pose(DhConvention::Standard);
        }
        Self::of_axes(&axes, pose * table.tip)
    }

    /// The same with other stops.
    #[must_use]
    pub fn with_limits(mut self, limits: &[(f64, f64)]) -> Self {
        for (joint, &(lower, upper)) in self.joints.iter_mut().zip(limits) {
            (joint.lower, joint.upper) = (lower, upper);
        }
        self
    }

    /// The same with one joint held at a position: it is no joint of the chain any more.
    pub fn with_locked(&self, joint: usize, position: f64) -> Result<Self, ChainError> {
        if joint >= self.joints.len() {
            return Err(ChainError::NoJoint { given: joint, joints: self.joints.len() });
        }
        let mut joints = self.joints.clone();
        joints.remove(joint);
        let mut links: Vec<Link> = Vec::new();
        let mut held = Frame::IDENTITY;
        for link in &self.links {
            if link.variable == joint {
                held = held * link.before * link.moved(position);
                continue;
            }
            let variable = link.variable - usize::from(link.variable > joint);
            links.push(Link { before: held * link.before, variable, ..link.clone() });
            held = Frame::IDENTITY;
        }
        Ok(Self { links, tip: held * self.tip, joints })
    }

    /// Its joints, from base to tip.
    pub fn joints(&self) -> &[ChainJoint] {
        &self.joints
    }

    /// Checks the number of positions.
    pub fn check(&self, q: &[f64]) -> Result<(), ChainError> {
        match q.len() == self.joints.len() {
            true => Ok(()),
            false => Err(ChainError::Count { given: q.len(), joints: self.joints.len() }),
        }
    }

    /// Whether all positions are within the stops, to rounding.
    pub fn is_within_limits(&self, q: &[f64]) -> bool {
        let within = |(joint, &q): (&ChainJoint, &f64)| q >= joint.lower - 1e-12 && q <= joint.upper + 1e-12;
        q.len() == self.joints.len() && self.joints.iter().zip(q).all(within)
    }

    /// The pose of the tip in the frame of the base. Positions that are left out count as zero.
    pub fn pose(&self, q: &[f64]) -> Pose {
        self.frame(q).pose()
    }

    pub(crate) fn frame(&self, q: &[f64]) -> Frame {
        let mut frame = Frame::IDENTITY;
        for link in &self.links {
            frame = frame * link.before * link.at(q);
        }
        frame * self.tip
    }

    /// How the tip moves per unit of each joint's velocity: the velocity of its origin and its angular velocity, in the axes of the base. One column per joint.
    pub fn jacobian(&self, q: &[f64]) -> Vec<Twist> {
        let mut columns = vec![Twist::ZERO; self.joints.len()];
        self.frame_and_columns(q, &mut columns);
        columns
    }

    /// The same with the pose, into columns that are there.
    pub(crate) fn frame_and_columns(&self, q: &[f64], columns: &mut [Twist]) -> Frame {
        columns.fill(Twist::ZERO);
        let mut frame = Frame::IDENTITY;
        // About the origin of the base at first: ω × (p − c) = ω × p + (c × ω).
        for link in &self.links {
            frame = frame * link.before;
            let axis = frame.turn * link.axis * link.ratio;
            let column = &mut columns[link.variable];
            match link.travel {
                Travel::Turns => {
                    column.linear += frame.at.cross(axis);
                    column.angular += axis;
                }
                Travel::Slides => column.linear += axis,
            }
            frame = frame * link.at(q);
        }
        let frame = frame * self.tip;
        for column in columns {
            column.linear += column.angular.cross(frame.at);
        }
        frame
    }

    /// The farthest that the tip can be from the first joint \[m\], whatever the joints' positions; infinite with a slide without stops.
    pub fn reach(&self) -> f64 {
        let slides = |link: &Link| match link.travel {
            Travel::Turns => 0.0,
            Travel::Slides => {
                let joint = &self.joints[link.variable];
                let at = |q: f64| (link.ratio * q + link.offset).abs();
                at(joint.lower).max(at(joint.upper))
            }
        };
        let lengths: f64 = self.links.iter().skip(1).map(|link| link.before.at.length()).sum();
        lengths + self.links.iter().map(slides).sum::<f64>() + self.tip.at.length()
    }

    /// Where the first joint is, in the frame of the base \[m\].
    pub fn root(&self) -> DVec3 {
        self.links.first().map_or(DVec3::ZERO, |link| link.before.at)
    }

    /// The axes of all joints in the frame of the base while they are at zero; none if one of them slides, or follows another.
    pub fn axes(&self) -> Option<Vec<JointAxis>> {
        let plain = |(i, link): (usize, &Link)| {
            link.travel == Travel::Turns && link.variable == i && link.ratio == 1.0 && link.offset == 0.0
        };
        if !self.links.iter().enumerate().all(plain) {
            return None;
        }
        let mut frame = Frame::IDENTITY;
        let axis = |link: &Link| {
            frame = frame * link.before;
            JointAxis { point: frame.at, direction: frame.turn * link.axis }
        };
        Some(self.links.iter().map(axis).collect())
    }
}

impl Link {
    fn at(&self, q: &[f64]) -> Frame {
        self.moved(q.get(self.variable).copied().unwrap_or(0.0))
    }

    fn moved(&self, q: f64) -> Frame {
        let position = self.ratio * q + self.offset;
        match self.travel {
            Travel::Turns => Frame { turn: rotation(self.axis, position), at: DVec3::ZERO },
            Travel::Slides => Frame { at: self.axis * position, ..Frame::IDENTITY },
        }
    }
}

/// The joint that leads a joint in the end, and how it follows: `ratio * q + offset`.
pub(crate) fn resolved(model: &Model, body: BodyId) -> (BodyId, f64, f64) {
    let (mut leader, mut ratio, mut offset) = (body, 1.0, 0.0);
    while let Some(mimic) = model.bodies()[leader.0].joint.mimic {
        offset += ratio * mimic.offset;
        ratio *= mimic.ratio;
        leader = mimic.body;
    }
    (leader, ratio, offset)
}

fn joint_of(model: &Model, body: BodyId) -> ChainJoint {
    let carried = &model.bodies()[body.0];
    let limits = carried.joint.limits;
    ChainJoint {
        name: carried.name.clone(),
        travel: match carried.joint.kind {
            JointKind::Prismatic { .. } => Travel::Slides,
            _ => Travel::Turns,
        },
        lower: limits.map_or(f64::NEG_INFINITY, |limits| limits.lower),
        upper: limits.map_or(f64::INFINITY, |limits| limits.upper),
    }
}
