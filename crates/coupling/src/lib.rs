//! The implicit step of tactile skins against any physics engine.
//!
//! A skin is far stiffer than a step is long, so what it pushes with has to fit the velocities at the *end* of the step, which
//! depend on that push. Rays are cast once per step; Newton's method then tries velocities until forces and motion agree.
//! Equations: docs/theory/stepping.md.
//!
//! Two ways in:
//!
//! - An engine that gives velocities, Jacobians, a solve with its masses and a prediction implements [`Engine`]; a
//!   [`Coupling`] does the rest, in the impulses of the touching pairs. So the MuJoCo plugin does.
//! - An engine whose own forces are implicit, too, solves for all of them together: it states its [`Equations`] in its own
//!   velocities, with a [`SkinSet`] for the skins and [`Newton`] for the solution. So `bristle-world` does.
//!
//! Both solve the same equations with the same Newton steps: docs/decisions/0011-one-coupling-for-every-engine.md. A whole
//! engine in forty lines: docs/engines.md.

mod coupling;
mod dense;
mod engine;
mod facing;
mod impulses;
mod mount;
mod newton;
mod relative;
mod skin_set;

/// The example of the documentation, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/engines.md")]
struct Documentation;

pub use coupling::Coupling;
pub use dense::Matrix;
pub use engine::Engine;
pub use mount::{SkinMount, TargetMount};
pub use newton::{End, Equations, Limits, Merit, Newton, Purpose, SOLVED, Solution};
pub use relative::{BodyWays, MovingBodies, SkinFrames, WaysPastSkin};
pub use skin_set::{FastTarget, NEARLY_THE_SAME, SkinSet, TouchingPair};
