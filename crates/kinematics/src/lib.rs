//! Kinematics of the robots in a model: where frames are, how they move, which joint positions put them where they are wanted, and what is then in the way.
//!
//! A [`Chain`] is the joints between two bodies. It tells the pose and the Jacobian of its tip ([`Chain::pose`], [`Chain::jacobian`]). The way back is
//! [`ClosedForm`], which has all solutions of arms with a spherical wrist or three parallel axes, and [`Numeric`] for every other chain and for targets that leave some
//! motion free. A [`JointSpace`] places all bodies of a model, and a [`Clearance`] says which of them are in collision there and how far apart they are.

mod chain;
mod closed_form;
mod collision;
mod joint_space;
mod numeric;
mod small;
mod target;

pub use chain::{Chain, ChainError, ChainJoint, Travel};
pub use closed_form::{Branch, Branches, ClosedForm, Degeneracy, NoClosedForm, Structure, Unreachable};
pub use collision::{
    Clearance, CollisionChecker, Exact, Meets, Nearest, NotSupported, Parry, Solid, SolidPair,
};
pub use joint_space::{JointSpace, JointSpaceError, SpaceJoint};
pub use numeric::{Missed, Numeric, Solved};
pub use target::{Direction, Target};
