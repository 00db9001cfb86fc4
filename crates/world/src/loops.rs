//! Joints that close loops: two bodies that are both carried already are held together.
//!
//! A loop is held by springs that are evaluated where the step ends. Where none is stated they only correct what the loop carried in the step before: a steady load
//! leaves no error. The error is measured anew in every step: nothing drifts.

use crate::model::{Body, known};
use crate::placed::Placed;
use crate::touching::Touching;
use crate::{BodyId, ModelError};
use bristle_geometry::Pose;
use bristle_skin::{Block6, TrialLoad};
use glam::{DQuat, DVec3};

/// Springs of loops that state none \[N/m, N·m/rad\]: a load that grows by 1 N in a step opens one by 1 nm.
const HARD: LoopSpring = LoopSpring { stiffness: 1e9, turning_stiffness: 1e6, damping_time: 0.0 };

/// Loops that begin open by more than this \[m, rad\] are closed slowly, at these speeds \[m/s, rad/s\].
const OPEN: (f64, f64) = (1e-5, 1e-4);
const CLOSED_AT: (f64, f64) = (0.05, 0.5);

/// Errors below these are rounding \[m, rad\]: then a loop goes on to carry what it carried.
const CLOSED: (f64, f64) = (1e-11, 1e-10);

/// Differences of positions are rounded off at this, divided by the 1e8 to which equations are solved \[m\].
const COARSE: f64 = 1e-9;

/// Velocities that a loop does not allow change their sign from step to step, as they must where bodies go round; they shrink by this share meanwhile.
const SETTLES: f64 = 0.01;

/// What a loop leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// Nothing.
    Weld,
    /// Turning about z.
    Pin,
    /// Turning about the origin.
    Ball,
    /// Sliding along z.
    Slider,
    /// Sliding along x and y, and turning about z.
    Plane,
}

impl LoopKind {
    /// Which displacements along x, y, z, and which turns about them, are held.
    fn holds(self) -> ([bool; 3], [bool; 3]) {
        match self {
            Self::Weld => ([true; 3], [true; 3]),
            Self::Pin => ([true; 3], [true, true, false]),
            Self::Ball => ([true; 3], [false; 3]),
            Self::Slider => ([true, true, false], [true; 3]),
            Self::Plane => ([false, false, true], [true, true, false]),
        }
    }
}

/// How a loop yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopSpring {
    /// Against displacement \[N/m\].
    pub stiffness: f64,
    /// Against turning \[N·m/rad\].
    pub turning_stiffness: f64,
    /// Damping over stiffness \[s\].
    pub damping_time: f64,
}

/// A joint between two bodies that are carried otherwise. They do not touch each other.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopJoint {
    /// Unique among the loops.
    pub name: String,
    /// The two.
    pub bodies: [BodyId; 2],
    /// Its frame on each of them.
    pub frames: [Pose; 2],
    /// What it leaves free.
    pub kind: LoopKind,
    /// How it yields; hard if `None`.
    pub spring: Option<LoopSpring>,
}

impl LoopJoint {
    pub(crate) fn check(&self, bodies: &[Body]) -> Result<(), ModelError> {
        let bad = |why: &str| Err(ModelError::BadLoop { name: self.name.clone(), why: why.into() });
        for body in self.bodies {
            known(bodies, "body", body.0)?;
        }
        if self.bodies[0] == self.bodies[1] {
            return bad("joins a body to itself; name two bodies");
        }
        let is_rotation = |pose: &Pose| (pose.rotation.length() - 1.0).abs() < 1e-6;
        if !self.frames.iter().all(|pose| pose.is_finite() && is_rotation(pose)) {
            return bad("has a frame that is no pose");
        }
        let LoopSpring { stiffness, turning_stiffness, damping_time } = self.spring.unwrap_or(HARD);
        if !(stiffness > 0.0 && stiffness <= 1e12 && turning_stiffness > 0.0 && turning_stiffness <= 1e12) {
            return bad("has a stiffness beyond ]0, 1e12] N/m or N·m/rad");
        }
        if !(0.0..=10.0).contains(&damping_time) {
            return bad("has a damping time beyond [0, 10] s");
        }
        Ok(())
    }

    fn spring(&self) -> LoopSpring {
        self.spring.unwrap_or(HARD)
    }

    /// By how much the second frame is displaced and turned from the first one, in the axes of the first; zero along what is free.
    pub(crate) fn error(&self, poses: &[Pose]) -> (DVec3, DVec3) {
        let [a, b] = [0, 1].map(|i| poses[self.bodies[i].0] * self.frames[i]);
        let past = a.inverse() * b;
        let (along, about) = self.kind.holds();
        let turn = match self.kind {
            LoopKind::Ball => DVec3::ZERO,
            LoopKind::Pin | LoopKind::Plane => DVec3::Z.cross(past.rotation * DVec3::Z),
            LoopKind::Weld | LoopKind::Slider => shortest(past.rotation).to_scaled_axis(),
        };
        (held(past.translation, along), held(turn, about))
    }

    /// Energy of its springs \[J\].
    pub(crate) fn energy(&self, poses: &[Pose]) -> f64 {
        let (away, turned) = self.error(poses);
        let LoopSpring { stiffness, turning_stiffness, .. } = self.spring();
        0.5 * (stiffness * away.length_squared() + turning_stiffness * turned.length_squared())
    }
}

fn held(v: DVec3, which: [bool; 3]) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|i| if which[i] { v[i] } else { 0.0 }))
}

fn shortest(rotation: DQuat) -> DQuat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}

/// What is left of an error that is closed at a speed: where it is to be at the end of the step.
fn target(error: DVec3, open: f64, step: f64) -> DVec3 {
    let size = error.length();
    if size <= open { DVec3::ZERO } else { error * ((size - step).max(0.0) / size) }
}

/// A loop during a step.
#[derive(Clone, Debug)]
pub(crate) struct ActiveLoop {
    bodies: [usize; 2],
    frame: Pose,
    /// Errors at the start of the step, and where springs pull to.
    begin: (DVec3, DVec3),
    goal: (DVec3, DVec3),
    /// What a hard loop carried in the last step: force and torque on the first body, in its frame; and in the last trial.
    carried: (DVec3, DVec3),
    pub(crate) carries: (DVec3, DVec3),
    /// Share of the way from the mean force of the step to that at its end.
    towards_end: f64,
    mobility: f64,
    pub(crate) load: TrialLoad,
}

impl ActiveLoop {
    pub(crate) fn new(joint: &LoopJoint) -> Self {
        Self {
            bodies: joint.bodies.map(|body| body.0),
            frame: Pose::IDENTITY,
            begin: (DVec3::ZERO, DVec3::ZERO),
            goal: (DVec3::ZERO, DVec3::ZERO),
            carried: (DVec3::ZERO, DVec3::ZERO),
            carries: (DVec3::ZERO, DVec3::ZERO),
            towards_end: 1.0,
            mobility: 1.0,
            load: TrialLoad::ZERO,
        }
    }

    /// Prepares a step `h` \[s\].
    pub(crate) fn begin(&mut self, joint: &LoopJoint, carried: (DVec3, DVec3), placed: &Placed, h: f64) {
        self.carried = carried;
        // Errors are those of the second frame's origin, in the axes of the first: there the force acts.
        let [first, second] = [0, 1].map(|i| placed.middle.poses[self.bodies[i]] * joint.frames[i]);
        self.frame = Pose { translation: second.translation, ..first };
        self.begin = joint.error(&placed.begin.poses);
        self.goal = match joint.spring {
            None => {
                (target(self.begin.0, OPEN.0, CLOSED_AT.0 * h), target(self.begin.1, OPEN.1, CLOSED_AT.1 * h))
            }
            Some(_) => (DVec3::ZERO, DVec3::ZERO),
        };
        let LoopSpring { stiffness, damping_time, .. } = joint.spring();
        let mobility: f64 = self.bodies.iter().map(|&body| placed.inverse_mass[body]).sum();
        self.mobility = mobility;
        let stiff = 0.5 * h * stiffness * (0.5 * h + damping_time) * mobility;
        self.towards_end = if joint.spring.is_none() { 1.0 } else { stiff / (1.0 + stiff) };
    }

    /// What passes if the bodies end the step at `poses`.
    pub(crate) fn evaluate(&mut self, joint: &LoopJoint, poses: &[Pose], h: f64) {
        let LoopSpring { stiffness, turning_stiffness, damping_time } = joint.spring();
        let end = joint.error(poses);
        let at_end = self.towards_end + 0.5 * (1.0 - self.towards_end);
        let push = |begin: DVec3, end: DVec3, goal: DVec3| {
            begin * (1.0 - at_end) + end * at_end - goal + (end - begin) * (damping_time / h)
        };
        self.load.force = self.carried.0 + push(self.begin.0, end.0, self.goal.0) * stiffness;
        self.load.torque = self.carried.1 + push(self.begin.1, end.1, self.goal.1) * turning_stiffness;
        self.carries = self.carried;
        if joint.spring.is_none() {
            if end.0.length() > CLOSED.0 {
                self.carries.0 = self.load.force;
            }
            if end.1.length() > CLOSED.1 {
                self.carries.1 = self.load.torque;
            }
        }
        let time = at_end * h + damping_time;
        let (along, about) = joint.kind.holds();
        let mut block = Block6::ZERO;
        for i in 0..3 {
            block.0[i][i] = if along[i] { stiffness * time } else { 0.0 };
            block.0[i + 3][i + 3] = if about[i] { turning_stiffness * time } else { 0.0 };
        }
        self.load.damping = block;
        // What the unknowns are slowed by at the end of the step.
        let is_open = self.goal != (DVec3::ZERO, DVec3::ZERO);
        let share = if is_open { 1.0 } else { (SETTLES / (h * stiffness * time * self.mobility)).min(1.0) };
        block.0.as_flattened_mut().iter_mut().for_each(|entry| *entry *= share);
        self.load.resistance = block;
    }

    /// Squared forces that positions are too coarse to tell apart, over the masses that they move, a hundred million times: to this share loops are solved.
    pub(crate) fn coarseness(&self, joint: &LoopJoint, placed: &Placed) -> f64 {
        let force = joint.spring().stiffness * COARSE;
        self.bodies.iter().map(|&body| force * force * placed.inverse_mass[body]).sum()
    }

    pub(crate) fn touching(&self) -> Touching<'_> {
        Touching { bodies: self.bodies, frame: self.frame, load: &self.load }
    }
}
