//! How a target moves past a skin, (TS-7) of docs/theory/stepping.md.

use bristle_geometry::{Pose, Twist};
use bristle_skin::RelativeMotion;
use glam::{DQuat, DVec3};

/// The frame of a skin in the middle of a step, where its rays are cast, and at the time of a motion: begin or end of the step.
///
/// Bodies that are swung about together do not move past each other; seen from the wrong frame they would, by `h ω² r / 2`,
/// and what is held would creep out of a turning grip. Arms are taken from the middle, where both bodies have been placed
/// alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinFrames {
    /// `X_WS` in the middle of the step.
    pub middle: Pose,
    /// `X_WS` at the time of the motion.
    pub then: Pose,
}

/// Where bodies are in the middle of a step, and how they move at another time of it.
#[derive(Clone, Copy, Debug)]
pub struct MovingBodies<'a> {
    /// Poses in the middle of the step.
    pub middle: &'a [Pose],
    /// Poses at the time of the twists.
    pub then: &'a [Pose],
    /// Motions of the bodies' origins, and their rotations.
    pub twists: &'a [Twist],
}

impl SkinFrames {
    /// Axes in which a motion at that time is the motion in the skin: turned once as the skin has turned since the middle, and
    /// once more because what has moved in the skin since then is carried along by its turning, too.
    pub fn axes(self) -> DQuat {
        let Self { middle, then } = self;
        match middle == then {
            true => middle.rotation,
            false => then.rotation * middle.rotation.conjugate() * then.rotation,
        }
    }

    /// From a body, given by its pose in the middle, to the skin's origin: as it is in the middle of the step, turned as
    /// the skin will have turned.
    pub fn arm(self, body: Pose) -> DVec3 {
        let Self { middle, then } = self;
        then.rotation * (middle.rotation.conjugate() * (middle.translation - body.translation))
    }

    /// Motion of body `other` past body `own`, which wears the skin.
    pub fn relative(self, bodies: MovingBodies, own: usize, other: usize) -> RelativeMotion {
        let to_skin = self.axes().conjugate();
        let velocity = |body: usize| bodies.twists[body].velocity_at(self.arm(bodies.middle[body]));
        RelativeMotion {
            velocity: to_skin * (velocity(other) - velocity(own)),
            rotation: to_skin * (bodies.twists[other].angular - bodies.twists[own].angular),
        }
    }
}

/// Where bodies are at the start and in the middle of a step, and their ways over it, per time, as motions in the middle.
#[derive(Clone, Copy, Debug)]
pub struct BodyWays<'a> {
    /// Poses at the start of the step.
    pub begin: &'a [Pose],
    /// Poses in its predicted middle.
    pub middle: &'a [Pose],
    /// Motions of the bodies' origins, and their rotations.
    pub twists: &'a [Twist],
}

/// The ways of bodies past one skin.
#[derive(Clone, Copy, Debug)]
pub struct WaysPastSkin<'a> {
    ways: BodyWays<'a>,
    /// Turn of the skin's body from the start to the middle of the step.
    turn: DQuat,
    /// The skin's origin at the start.
    origin: DVec3,
    to_skin: DQuat,
    velocity: DVec3,
    rotation: DVec3,
}

impl<'a> BodyWays<'a> {
    /// Ways past a skin at `pose` on the body `own`.
    ///
    /// Arms are those of the start, where all bodies are known to be, turned as the skin will have turned: in the predicted middle a body that
    /// is swung about is off its circle, and what is held would creep out of a turning grip.
    pub fn past_skin(self, own: usize, pose: Pose) -> WaysPastSkin<'a> {
        let turn = self.middle[own].rotation * self.begin[own].rotation.conjugate();
        let origin = self.begin[own].transform_point(pose.translation);
        let arm = turn * (origin - self.begin[own].translation);
        WaysPastSkin {
            ways: self,
            turn,
            origin,
            // Turned once more, since what moves in the skin over the step is carried along by its turning, too.
            to_skin: (turn * self.middle[own].rotation * pose.rotation).conjugate(),
            velocity: self.twists[own].velocity_at(arm),
            rotation: self.twists[own].angular,
        }
    }
}

impl WaysPastSkin<'_> {
    /// Way of a body past the skin, in the skin's axes.
    pub fn of(&self, body: usize) -> RelativeMotion {
        let twist = &self.ways.twists[body];
        let arm = self.turn * (self.origin - self.ways.begin[body].translation);
        RelativeMotion {
            velocity: self.to_skin * (twist.velocity_at(arm) - self.velocity),
            rotation: self.to_skin * (twist.angular - self.rotation),
        }
    }
}
