//! What the robot does in the trials.

use super::arm::HandPose;
use super::bench::{Sensing, Setup};
use super::chance::Chance;
use crate::LabError;
use bristle_control::Senses;
use bristle_control::grasp::{
    Centring, FullEffort, GraspConstants, GraspController, GraspHand, GraspTask, Grasper, GripMargin,
    GripPolicy, TaskStep,
};

/// Who controls the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grip {
    /// Full motor effort.
    FullEffort,
    /// The published controller, with some constants.
    Published(GraspConstants),
    /// The one that keeps a margin.
    Margin(GripMargin),
}

impl Grip {
    /// What its fingertips tell.
    pub(super) fn hand(self, sensing: Sensing) -> GraspHand {
        let mut hand = GraspHand::pr2();
        if sensing != Sensing::Pr2 {
            hand.newtons_per_count = None;
        }
        hand
    }

    /// The controller of the hand.
    pub(super) fn grasper(self, sensing: Sensing, senses: &Senses) -> Result<Grasper, LabError> {
        let hand = self.hand(sensing);
        let made = match self {
            Self::FullEffort => {
                FullEffort::new(&hand, GraspConstants::paper(), senses).map(Grasper::FullEffort)
            }
            Self::Published(constants) => {
                GraspController::new(&hand, constants, GripPolicy::default(), senses).map(Grasper::ByTouch)
            }
            Self::Margin(margin) => {
                let policy = GripPolicy::Margin(margin);
                GraspController::new(&hand, GraspConstants::paper(), policy, senses).map(Grasper::ByTouch)
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
        let grasper = self.grasper(setup.sensing, senses)?;
        let task = GraspTask::new(grasper, steps, 60.0, senses).map_err(LabError::other)?;
        let hand = self.hand(setup.sensing);
        let centring = Centring::new(&hand, GraspConstants::paper(), senses).map_err(LabError::other)?;
        Ok(task.with_centring(centring))
    }
}

/// Holds the arm where the trial begins, and grasps.
pub(super) fn grasp(setup: &Setup) -> Result<Vec<TaskStep>, LabError> {
    Ok(vec![
        TaskStep::Move { to: setup.arm_at(&setup.hand)?, time: 0.0, load: 1.0 },
        TaskStep::Grasp { within: 15.0 },
    ])
}

/// Brings the hand over the object, as the reactive grasps of the paper's pipeline do (§VI.D), and grasps.
pub(super) fn centre_and_grasp(setup: &Setup) -> Result<Vec<TaskStep>, LabError> {
    let mut steps = grasp(setup)?;
    // Positive pan moves the hand away from the left finger.
    let centre =
        TaskStep::Centre { motor: "pan".to_owned(), towards_first_pad: -setup.hand.reach, within: 10.0 };
    steps.insert(1, centre);
    Ok(steps)
}

/// Moves the hand in a time \[s\].
pub(super) fn go(setup: &Setup, to: &HandPose, time: f64) -> Result<TaskStep, LabError> {
    Ok(TaskStep::Move { to: setup.arm_at(to)?, time, load: 1.0 })
}

/// The task of the fifty objects (§VI.D): lift, carry to the side and to the opposite side with much turning of the hand, as a randomised planner does it.
pub(super) fn carry_around(setup: &Setup, chance: &mut Chance) -> Result<Vec<TaskStep>, LabError> {
    let mut steps = centre_and_grasp(setup)?;
    let start = setup.hand;
    let lifted = HandPose { height: start.height + 0.2, ..start };
    steps.push(go(setup, &lifted, 1.5)?);
    let level = if start.pitch > 1.0 { start.pitch - 0.4 } else { start.pitch };
    for side in [1.0, -1.0] {
        let via = HandPose {
            pan: side * chance.between(0.5, 0.9),
            reach: 0.58,
            height: 0.32,
            pitch: level + chance.between(-0.4, 0.4),
            roll: chance.between(-1.2, 1.2),
        };
        steps.push(go(setup, &via, 2.0)?);
    }
    let above = HandPose { pan: -0.7, ..lifted };
    steps.push(go(setup, &above, 2.0)?);
    steps.push(TaskStep::Wait { time: 0.3 });
    Ok(steps)
}
