//! A skin put on a body: where it sits, and what it can touch.

mod frame;
mod names;
mod shape;
mod targets;

use crate::engine::{Data, Integrator, Model, Object};
use crate::recipe::{Channel, OwnContact, Recipe, RecipeError, Words};
use bristle_coupling::{SkinMount, TargetMount};
use bristle_geometry::{Pose, Shape};
use bristle_skin::Skin;
use frame::MountFrame;
use names::Affixes;
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
    /// The root of that body's rigid body.
    pub(crate) rigid_body: usize,
    pub(crate) targets: Vec<TargetGeom>,
    /// In rising order.
    pub(crate) geom_of_target: Vec<usize>,
    pub(crate) own_contact: OwnContact,
    /// The geoms that it covers; if that is not said, it covers whatever of its rigid body is within `reach` of a texel.
    pub(crate) covers: Option<Vec<usize>>,
    /// Half the skin's extent \[m\].
    pub(crate) reach: f64,
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
        if model.solves_dual() && recipe.own_contact == OwnContact::Taken {
            return Err(RecipeError::DualSolver);
        }
        let channel_width = recipe.channel_width();
        let (frame, body) = frame::find(model, instance).ok_or(RecipeError::NotWorn)?;
        let names = Affixes::of(recipe.name.as_deref(), &model.name(Object::Plugin, instance));
        let targets = targets::find(model, body, &recipe, &names)?;
        let covers = targets::covered(model, body, &recipe, &names)?;
        let skin = Skin::new(&recipe.layout, recipe.material, recipe.options)?;
        let (low, high) = skin.bounds();
        Ok(Self {
            skin: Arc::new(skin),
            channels: recipe.channels,
            channel_width,
            frame,
            offset: frame.file_frame(model) * recipe.offset,
            body,
            rigid_body: model.weld(body),
            own_contact: recipe.own_contact,
            covers,
            reach: 0.5 * low.distance(high),
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
