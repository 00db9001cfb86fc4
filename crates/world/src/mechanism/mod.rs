//! The tree of bodies: where everything is, how it moves, what it takes to move it.
//!
//! All vectors are in world axes; motions and forces of a body are taken at its own origin, which lies on its joint. Velocities
//! of a free joint are those of its body's centre of mass, so that flight does not depend on where the body's frame is.

mod inverse_dynamics;
mod kinematics;
mod spatial;
#[cfg(test)]
mod tests;
mod tree_factor;
mod trees;

pub(crate) use inverse_dynamics::{Dynamics, JointMotions, Loads};
pub(crate) use kinematics::{Kinematics, Motion, arm};
pub(crate) use spatial::{about_point, inertia_about, moved_to};
pub(crate) use tree_factor::{JointAxis, Singular, Six, TreeFactor, dot, six};
pub(crate) use trees::{Groups, Tree, find_trees};

use crate::joint::{Joint, JointKind};
use bristle_geometry::Pose;
use std::ops::Range;

/// One body of the tree, as the recursions need it. Parents come before their children.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) parent: Option<usize>,
    /// Joint frame in the parent's (or the world's) frame.
    pub(crate) pose: Pose,
    pub(crate) kind: JointKind,
    pub(crate) coordinates: Range<usize>,
    pub(crate) velocities: Range<usize>,
    /// Whether anything moves it: its own joint, or one that carries it.
    pub(crate) moves: bool,
}

/// How a velocity of a joint comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// `ratio` times unknown `column` of the solve; the ratio is 1 but for a joint that follows another.
    Solved { column: usize, ratio: f64 },
    /// `ratio` times the trajectory of the joint of body `leader`.
    Given { leader: usize, ratio: f64 },
}

/// The tree.
#[derive(Clone, Debug)]
pub(crate) struct Mechanism {
    pub(crate) branches: Vec<Branch>,
    pub(crate) joints: Vec<Joint>,
    /// One per velocity.
    pub(crate) sources: Vec<Source>,
    /// The body whose joint has this velocity.
    pub(crate) owner: Vec<usize>,
    pub(crate) coordinates: usize,
    /// Number of unknowns.
    pub(crate) columns: usize,
    pub(crate) trees: Vec<Tree>,
    /// The tree of each body; none for what is fixed to the world.
    pub(crate) tree_of: Vec<Option<usize>>,
}

impl Mechanism {
    /// Number of velocities of all joints.
    pub(crate) fn velocities(&self) -> usize {
        self.sources.len()
    }
}
