//! The model: all that never changes.

use crate::colliders::Colliders;
use crate::contact_plan::FeltPart;
use crate::joint::{Joint, JointKind};
use crate::mechanism::{Mechanism, Source};
use crate::motor::Motor;
use crate::sensor::{Sensor, SensorKind};
use crate::{BodyId, Inertia, ModelError, ShapeId};
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Crush, Skin};
use glam::DVec3;
use std::sync::Arc;

/// A body and the joint that carries it.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its name, unique in the model.
    pub name: String,
    /// The body that carries it; none for the world.
    pub parent: Option<BodyId>,
    /// Joint frame in the parent's frame; the body's own frame lies on it while the joint is at zero. For a free body:
    /// its first pose.
    pub pose: Pose,
    /// How it may move.
    pub joint: Joint,
    /// Mass properties, in the body's frame.
    pub inertia: Inertia,
}

/// How the surface of a body yields to skins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yielding {
    /// Stiffness per area, in series with the skin's \[N/m³\].
    pub stiffness: f64,
    /// What it bears before it stays deformed; anything, if `None`.
    pub crush: Option<Crush>,
}

/// A solid on a body.
#[derive(Clone, Debug)]
pub struct MountedShape {
    /// Its name, unique in the model.
    pub name: String,
    /// The body.
    pub body: BodyId,
    /// The solid.
    pub shape: Shape,
    /// Its frame in the body's frame.
    pub pose: Pose,
}

/// A skin on a body.
#[derive(Clone, Debug)]
pub struct MountedSkin {
    /// Its name, unique in the model.
    pub name: String,
    /// The body.
    pub body: BodyId,
    /// The skin.
    pub skin: Arc<Skin>,
    /// Its frame in the body's frame.
    pub pose: Pose,
    /// What it can touch; a reading's target is an index into this list. A shape under a skin of its own body is there twice: what that skin
    /// leaves bare, and what it covers.
    pub targets: Vec<ShapeId>,
    /// Which part of each is felt, and as what.
    pub(crate) parts: Vec<FeltPart>,
}

/// An immutable model, made by a [`ModelBuilder`](crate::ModelBuilder). What changes is in [`State`](crate::State).
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) gravity: DVec3,
    pub(crate) bodies: Vec<Body>,
    pub(crate) shapes: Vec<MountedShape>,
    pub(crate) skins: Vec<MountedSkin>,
    pub(crate) yielding: Vec<(BodyId, Yielding)>,
    pub(crate) motors: Vec<Motor>,
    pub(crate) sensors: Vec<Sensor>,
    pub(crate) mechanism: Mechanism,
    /// Whether anything can move each body.
    pub(crate) movable: Vec<bool>,
    /// Bodies that pass through one another.
    pub(crate) excluded: Vec<(BodyId, BodyId)>,
    /// All shapes, made ready for contact.
    pub(crate) colliders: Colliders,
}

impl Model {
    /// Bodies that have a crush limit.
    pub fn crushable(&self) -> impl Iterator<Item = BodyId> {
        self.yielding.iter().filter(|(_, yielding)| yielding.crush.is_some()).map(|&(body, _)| body)
    }

    /// Whether two bodies touch each other without a skin, if they meet.
    pub fn may_touch(&self, a: BodyId, b: BodyId) -> bool {
        self.colliders.bodies_may_touch(a.0, b.0)
    }

    /// Gravity \[m/s²\].
    pub fn gravity(&self) -> DVec3 {
        self.gravity
    }

    /// All bodies; a [`BodyId`] is an index.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// All shapes; a [`ShapeId`] is an index.
    pub fn shapes(&self) -> &[MountedShape] {
        &self.shapes
    }

    /// All skins; a [`SkinId`](crate::SkinId) is an index.
    pub fn skins(&self) -> &[MountedSkin] {
        &self.skins
    }

    /// All motors; a [`MotorId`](crate::MotorId) is an index.
    pub fn motors(&self) -> &[Motor] {
        &self.motors
    }

    /// All sensors; a [`SensorId`](crate::SensorId) is an index.
    pub fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    /// Degrees of freedom that are solved for.
    pub fn dofs(&self) -> usize {
        self.mechanism.columns
    }

    /// Sum of all bodies' masses \[kg\].
    pub fn mass(&self) -> f64 {
        self.bodies.iter().map(|l| l.inertia.mass).sum()
    }

    /// Whether a body can move at all.
    pub fn is_movable(&self, body: BodyId) -> bool {
        self.movable.get(body.0).copied().unwrap_or(false)
    }

    /// The same model with one more sensor, for example one of a user's own beside those of a scene.
    pub fn with_sensor(mut self, sensor: Sensor) -> Result<Self, ModelError> {
        sensor.check_fit(&self.bodies, &self.skins, &self.sensors)?;
        self.sensors.push(sensor);
        Ok(self)
    }

    /// Whether a user wrote one of the sensors.
    pub(crate) fn has_own_sensors(&self) -> bool {
        self.sensors.iter().any(|sensor| matches!(sensor.kind(), SensorKind::Own(_)))
    }

    pub(crate) fn body(&self, id: BodyId) -> Result<&Body, ModelError> {
        known(&self.bodies, "body", id.0)
    }

    /// Body that owns the unknown `column`: the leader, if several joints share it.
    pub(crate) fn body_of_column(&self, column: usize) -> &str {
        let is_leader =
            |s: &Source| matches!(s, Source::Solved { column: c, ratio } if *c == column && *ratio == 1.0);
        let velocity = self.mechanism.sources.iter().position(is_leader).unwrap_or(0);
        self.mechanism.owner.get(velocity).map_or("?", |&i| &self.bodies[i].name)
    }

    /// Whether a body's joint is a revolute or prismatic one.
    pub(crate) fn has_one_dof(&self, body: usize) -> bool {
        matches!(self.bodies[body].joint.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. })
    }
}

/// The thing of that index, or which does not exist.
pub(crate) fn known<'a, T>(all: &'a [T], what: &'static str, index: usize) -> Result<&'a T, ModelError> {
    all.get(index).ok_or(ModelError::Unknown { what, index, count: all.len() })
}
