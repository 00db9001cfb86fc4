//! What is in the way: collisions and distances of the bodies of a model at any positions of its joints.

mod clearance;
mod exact;
mod meets;
mod parry;

pub use clearance::Clearance;
pub use exact::Exact;
pub use meets::Meets;
pub use parry::Parry;

use bristle_geometry::{Pose, Shape};
use bristle_world::BodyId;
use glam::DVec3;
use thiserror::Error;

/// A solid of a model, as checkers get it.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The body that it is on.
    pub body: BodyId,
    /// What it is called.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Its frame on the body.
    pub pose: Pose,
}

/// Two solids, by their numbers among those of a checker; the lower one first.
pub type SolidPair = [usize; 2];

/// Where two solids are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Distance of their surfaces; where they overlap, how far they have to be moved to part, negative \[m\].
    pub distance: f64,
    /// The nearest point of the first, in the world \[m\].
    pub on_first: DVec3,
    /// The nearest point of the second, in the world \[m\].
    pub on_second: DVec3,
}

/// A shape that a checker cannot deal with.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("`{solid}` is {shape}, which {checker} cannot check; {instead}")]
pub struct NotSupported {
    /// The solid.
    pub solid: String,
    /// Its kind.
    pub shape: &'static str,
    /// The checker.
    pub checker: &'static str,
    /// What can be done.
    pub instead: &'static str,
}

/// Says of two solids at given poses whether they overlap, and how far they are apart.
///
/// [`Exact`] answers by the geometry that contact is found with, [`Parry`] by the library parry3d; another library is one more implementation. Which pairs are asked about, and
/// that most of them are too far apart to be, is the business of a [`Clearance`].
pub trait CollisionChecker: Send {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Whether two solids overlap, at their poses in the world.
    fn overlap(&mut self, pair: SolidPair, poses: [Pose; 2]) -> bool;

    /// Where two solids are nearest, at their poses in the world; none if they are farther apart than `within` \[m\].
    fn nearest(&mut self, pair: SolidPair, poses: [Pose; 2], within: f64) -> Option<Nearest>;

    /// A copy that can work beside this one.
    fn boxed_clone(&self) -> Box<dyn CollisionChecker>;
}
