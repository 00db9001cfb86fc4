//! Bodies, joints and time: the world that skins push on.
//!
//! A [`ModelBuilder`] collects bodies, shapes, skins, motors and sensors into a [`Model`], which never changes. A
//! [`State`] holds all that does. A [`World`] is both, with room to work: [`World::step`] lets time pass.
//!
//! Contact is soft everywhere. A tactile skin feels what it touches, and what it feels is what its bodies are pushed with. Plain bodies touch each other by
//! the same laws, at spots found between their shapes.

mod advisor;
mod bonds;
mod builder;
mod colliders;
mod contact_plan;
mod continued;
mod energy;
mod error;
mod explicit;
mod flight;
mod ids;
mod inertia;
mod island;
mod joint;
mod joint_forces;
mod loops;
mod mechanism;
mod model;
pub mod motor;
mod names;
mod neighbours;
mod newton;
mod overlap;
mod placed;
mod plain;
mod queries;
mod report;
pub mod sensor;
mod sleep;
mod stability;
mod state;
mod statics;
mod step_error;
mod stored;
mod surface;
mod system;
mod tendons;
mod touching;
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
pub use ids::{BodyId, LoopId, MotorId, SensorId, ShapeId, SkinId, TendonId};
pub use inertia::{Inertia, Mass};
pub use joint::{DryFriction, Joint, JointKind, Limits, Mimic, Spring};
pub use loops::{LoopJoint, LoopKind, LoopSpring};
pub use model::{Body, Model, MountedShape, MountedSkin, Yielding};
pub use motor::{Command, Motor};
pub use names::{UnknownName, nearest};
pub use overlap::Overlap;
pub use queries::Nearness;
pub use report::{StepReport, TooLong};
pub use sensor::{Sensor, SensorValue};
pub use state::State;
pub use statics::StaticStability;
pub use step_error::StepError;
pub use stored::StoredWorld;
pub use surface::Surface;
pub use tendons::{Tendon, TendonKind};
pub use touching::BodyContact;
pub use trajectory::Trajectory;
pub use world::{Stepping, World};
