//! Bodies, joints and time: the world that skins push on.
//!
//! A [`ModelBuilder`] collects bodies, shapes, skins, motors and sensors into a [`Model`], which never changes. A
//! [`State`] holds all that does. A [`World`] is both, with room to work: [`World::step`] lets time pass.
//!
//! Contact is soft everywhere and always by a skin: a tactile one, or the patch of a plain body. What a skin feels is
//! what its bodies are pushed with.

mod advisor;
mod builder;
mod contact_plan;
mod energy;
mod error;
mod explicit;
mod ids;
mod inertia;
mod joint;
mod joint_forces;
mod mechanism;
mod model;
pub mod motor;
mod names;
mod newton;
mod overlap;
mod pair_blocks;
mod placed;
mod report;
pub mod sensor;
mod stability;
mod state;
mod statics;
mod step_error;
mod stiff;
mod stored;
pub mod trajectory;
mod trial;
mod workspace;
mod world;

pub use advisor::{Advice, TooFast};
#[doc(no_inline)]
pub use bristle_skin::Crush;
pub use builder::{GRAVITY, ModelBuilder};
pub use energy::{Energy, Momentum};
pub use error::ModelError;
pub use ids::{BodyId, MotorId, SensorId, ShapeId, SkinId};
pub use inertia::{Inertia, Mass};
pub use joint::{DryFriction, Joint, JointKind, Limits, Mimic, Spring};
pub use model::{Body, Covering, Model, MountedShape, MountedSkin, Yielding};
pub use motor::{Command, Motor};
pub use names::{UnknownName, nearest};
pub use overlap::Overlap;
pub use report::{StepReport, TooLong};
pub use sensor::{Sensor, SensorValue};
pub use state::State;
pub use statics::StaticStability;
pub use step_error::StepError;
pub use stored::StoredWorld;
pub use trajectory::Trajectory;
pub use world::{Stepping, World};
