//! Where two solids touch, or are about to: for contact between bodies, and for questions about distance.
//!
//! A [`Collider`] is a shape as contact sees it. Two of them at a relative pose meet in [`Patch`]es: convex pieces of a plane with a gap at each corner. A
//! patch is covered with [`Spot`]s, the points at which a contact law is evaluated.
//!
//! Everything is computed in the frame of the first collider. The same poses give the same bits; nothing is remembered from one call to the next.

mod broad_phase;
mod collider;
mod convex;
mod gjk;
mod meeting;
mod patch;
mod polyhedron;
mod separation;
mod shell;
mod spots;
#[cfg(test)]
mod tests;

pub use broad_phase::{Bounds, MovingBoxes, StandingBoxes};
pub use collider::Collider;
pub use meeting::{Meeting, Room};
pub use patch::{Corner, Patch};
pub use spots::Spot;
