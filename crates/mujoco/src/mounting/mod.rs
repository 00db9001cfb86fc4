//! A skin put on a body: where it sits, and what it can touch.

mod frame;
mod shape;
mod targets;

use crate::engine::{Data, Integrator, Model};
use crate::recipe::{Channel, Recipe, RecipeError, Words};
use bristle_coupling::{SkinMount, TargetMount};
use bristle_geometry::{Pose, Shape};
use bristle_skin::Skin;
use frame::MountFrame;
use std::sync::Arc;

/// One geom that the skin can touch.
#[derive(Debug)]
pub(crate) struct TargetGeom {
    pub(crate) geom: usize,
    pub(crate) shape: Shape,
    /// The root of the rigid body that it belongs to.
    pub(crate) body: usize,
}

/// All of a mounted skin that never changes.
#[derive(Debug)]
pub(crate) struct Mounting {
    pub(crate) skin: Arc<Skin>,
    pub(crate) channels: Vec<Channel>,
    pub(crate) channel_width: usize,
    frame: MountFrame,
    offset: Pose,
    /// The body that wears it.
    pub(crate) body: usize,
    pub(crate) targets: Vec<TargetGeom>,
    pub(crate) geom_of_target: Vec<usize>,
}

/// The words of an instance.
pub(crate) fn recipe(model: Model, instance: usize) -> Result<Recipe, RecipeError> {
    Recipe::read(&Words::collect(|key| model.config(instance, key)))
}

/// Refuses ways of stepping that no prediction is right for.
pub(crate) fn check_integrator(model: Model) -> Result<(), RecipeError> {
    match model.integrator() {
        Integrator::Euler | Integrator::Implicit | Integrator::ImplicitFast => Ok(()),
        Integrator::RungeKutta => Err(RecipeError::RungeKutta),
        Integrator::Discrete => Err(RecipeError::Discrete),
        Integrator::Unknown(number) => Err(RecipeError::UnknownIntegrator(number)),
    }
}

impl Mounting {
    /// Mounts the skin of an instance.
    pub(crate) fn new(model: Model, instance: usize) -> Result<Self, RecipeError> {
        check_integrator(model)?;
        let recipe = recipe(model, instance)?;
        let channel_width = recipe.channel_width();
        let (frame, body) = frame::find(model, instance).ok_or(RecipeError::NotWorn)?;
        let targets = targets::find(model, body, &recipe)?;
        Ok(Self {
            skin: Arc::new(Skin::new(&recipe.layout, recipe.material, recipe.options)?),
            channels: recipe.channels,
            channel_width,
            frame,
            offset: recipe.offset,
            body,
            geom_of_target: targets.iter().map(|t| t.geom).collect(),
            targets,
        })
    }

    /// `X_WS`.
    pub(crate) fn pose(&self, data: &Data) -> Pose {
        self.frame.pose(data) * self.offset
    }

    /// The same for the coupling. MuJoCo knows where skin and geoms are, so their frames in their bodies are left open.
    pub(crate) fn for_coupling(&self) -> SkinMount {
        let target =
            |target: &TargetGeom| TargetMount::new(target.shape.clone(), target.body, Pose::IDENTITY);
        SkinMount {
            skin: self.skin.clone(),
            body: self.body,
            pose: Pose::IDENTITY,
            targets: self.targets.iter().map(target).collect(),
        }
    }
}
