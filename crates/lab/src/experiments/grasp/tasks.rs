//! What the robot does in the trials.

use super::arm::HandPose;
use super::bench::{Sensing, Setup};
use super::chance::Chance;
use crate::LabError;
use bristle_control::Senses;
use bristle_control::grasp::{
    Centring, FullEffort, GraspConstants, GraspController, GraspHand, GraspTask, Grasper, GripMargin,
    GripPolicy, PlaceBy, TaskStep,
};

/// Who controls the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there are four of them")]
pub(super) enum Grip {
    /// Full motor effort.
    FullEffort,
    /// By touch.
    ByTouch(GraspConstants, GripPolicy),
}

impl Grip {
    /// As published.
    pub(super) fn published() -> Self {
        Self::ByTouch(GraspConstants::paper(), GripPolicy::default())
    }

    /// With a constant force \[N\].
    pub(super) fn force(force: f64) -> Self {
        Self::ByTouch(GraspConstants::paper(), GripPolicy::Force { force })
    }

    /// With a margin above the least force.
    pub(super) fn margin() -> Self {
        Self::ByTouch(GraspConstants::paper(), GripPolicy::Margin(GripMargin::default()))
    }

    /// The hand, with fingertips that are read so.
    pub(super) fn hand(sensing: Sensing) -> GraspHand {
        let mut hand = GraspHand::pr2();
        if sensing != Sensing::Pr2 {
            hand.newtons_per_count = None;
        }
        hand
    }

    /// The controller of the hand.
    fn grasper(self, hand: &GraspHand, senses: &Senses) -> Result<Grasper, LabError> {
        let made = match self {
            Self::FullEffort => {
                FullEffort::new(hand, GraspConstants::paper(), senses).map(Grasper::FullEffort)
            }
            Self::ByTouch(constants, policy) => {
                GraspController::new(hand, constants, policy, senses).map(Grasper::ByTouch)
            }
        };
        made.map_err(LabError::other)
    }

    /// A task with it.
    pub(super) fn task(
        self,
        setup: &Setup,
        steps: Vec<TaskStep>,
        senses: &Senses,
    ) -> Result<GraspTask, LabError> {
        let hand = Self::hand(setup.sensing);
        let grasper = self.grasper(&hand, senses)?;
        let task = GraspTask::new(grasper, steps, 60.0, senses).map_err(LabError::other)?;
        let centring = Centring::new(&hand, GraspConstants::paper(), senses).map_err(LabError::other)?;
        Ok(task.with_centring(centring))
    }
}

/// The fingertips have been running for so long when they are first looked at \[s\]: their first frames come late, and show no offsets.
const WARM_UP: f64 = 0.15;

/// Holds the arm where the trial begins, and grasps.
pub(super) fn grasp(setup: &Setup) -> Result<Vec<TaskStep>, LabError> {
    Ok(vec![
        TaskStep::Move { to: setup.arm_at(&setup.hand)?, time: 0.0, load: 1.0 },
        TaskStep::Wait { time: WARM_UP },
        TaskStep::Grasp { within: 15.0 },
    ])
}

/// Brings the hand over the object, as the reactive grasps of the paper's pipeline do (§VI.D), and grasps.
pub(super) fn centre_and_grasp(setup: &Setup) -> Result<Vec<TaskStep>, LabError> {
    let mut steps = grasp(setup)?;
    // Positive pan moves the hand away from the left finger.
    let centre =
        TaskStep::Centre { motor: "pan".to_owned(), towards_first_pad: -setup.hand.reach, within: 10.0 };
    steps.insert(2, centre);
    Ok(steps)
}

/// Moves the hand from a pose to another in a time \[s\]. A controller that looks ahead is told how much the motion adds to the weight.
pub(super) fn go(setup: &Setup, from: &HandPose, to: &HandPose, time: f64) -> Result<TaskStep, LabError> {
    // The largest acceleration of a motion of least jerk (Flash and Hogan, 1985), over that of gravity.
    let load = 1.0 + 10.0 / 3.0_f64.sqrt() * from.position().distance(to.position()) / (time * time * 9.81);
    Ok(TaskStep::Move { to: setup.arm_at(to)?, time, load })
}

/// The task of the fifty objects (§VI.D): lift, carry to the side and to the opposite side with much turning of the hand, as a randomised planner does it.
pub(super) fn carry_around(setup: &Setup, chance: &mut Chance) -> Result<Vec<TaskStep>, LabError> {
    let mut steps = centre_and_grasp(setup)?;
    let start = setup.hand;
    let lifted = HandPose { height: start.height + 0.2, ..start };
    steps.push(go(setup, &start, &lifted, 1.5)?);
    let mut at = lifted;
    let level = if start.pitch > 1.0 { start.pitch - 0.4 } else { start.pitch };
    for side in [1.0, -1.0] {
        let via = HandPose {
            pan: side * chance.between(0.5, 0.9),
            reach: 0.58,
            height: 0.32,
            pitch: level + chance.between(-0.4, 0.4),
            roll: chance.between(-1.2, 1.2),
        };
        steps.push(go(setup, &at, &via, 2.0)?);
        at = via;
    }
    let above = HandPose { pan: -0.7, ..lifted };
    steps.push(go(setup, &at, &above, 2.0)?);
    steps.push(TaskStep::Wait { time: 0.3 });
    Ok(steps)
}

/// Lifts the object by a height \[m\].
pub(super) fn lift(setup: &Setup, height: f64, time: f64) -> Result<TaskStep, LabError> {
    let lifted = HandPose { height: setup.hand.height + height, ..setup.hand };
    go(setup, &setup.hand, &lifted, time)
}

/// Brings the hand down to a height above where the object was grasped \[m\], and lets go.
pub(super) fn place(setup: &Setup, height: f64, time: f64, by: PlaceBy) -> Result<TaskStep, LabError> {
    let down = HandPose { height: setup.hand.height + height, ..setup.hand };
    Ok(TaskStep::Place { to: setup.arm_at(&down)?, time, by })
}
