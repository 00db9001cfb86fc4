//! A skin put on a body: where it sits, and what it can touch.

mod frame;
mod shape;
mod targets;

use crate::engine::{Data, Model};
use crate::recipe::{Channel, Recipe, RecipeError, Words};
use bristle_contact::Saturation;
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Skin, Target};
use frame::Seat;
use glam::DVec3;

/// One geom that the skin can touch.
#[derive(Debug)]
pub(crate) struct TargetGeom {
    pub(crate) geom: usize,
    pub(crate) shape: Shape,
    /// Index of the rigid body it belongs to among [`Outfit::partners`].
    pub(crate) partner: usize,
}

/// All of a worn skin that never changes.
#[derive(Debug)]
pub(crate) struct Outfit {
    pub(crate) skin: Skin,
    pub(crate) channels: Vec<Channel>,
    pub(crate) channel_width: usize,
    seat: Seat,
    offset: Pose,
    /// The body that wears it.
    pub(crate) body: usize,
    pub(crate) targets: Vec<TargetGeom>,
    pub(crate) geom_of_target: Vec<usize>,
    /// Rigid bodies that the targets belong to, each by its root body.
    pub(crate) partners: Vec<usize>,
    /// Of a ball in S that holds all rays.
    centre: DVec3,
    radius: f64,
}

/// The words of an instance.
pub(crate) fn recipe(model: Model, instance: usize) -> Result<Recipe, RecipeError> {
    Recipe::read(&Words::collect(|key| model.config(instance, key)))
}

impl Outfit {
    /// Puts the skin of an instance on.
    pub(crate) fn new(model: Model, instance: usize) -> Result<Self, RecipeError> {
        if model.is_runge_kutta() {
            return Err(RecipeError::RungeKutta);
        }
        let recipe = recipe(model, instance)?;
        let channel_width = recipe.channel_width();
        let (seat, body) = frame::seat(model, instance).ok_or(RecipeError::NotWorn)?;
        let (targets, partners) = targets::find(model, body, &recipe)?;
        let (centre, radius) = ball(&recipe);
        Ok(Self {
            skin: Skin::new(&recipe.layout, recipe.material, recipe.options)?,
            channels: recipe.channels,
            channel_width,
            seat,
            offset: recipe.offset,
            body,
            geom_of_target: targets.iter().map(|t| t.geom).collect(),
            targets,
            partners,
            centre,
            radius,
        })
    }

    /// `X_WS`.
    pub(crate) fn pose(&self, data: &Data) -> Pose {
        self.seat.pose(data) * self.offset
    }

    /// The targets where they are now.
    pub(crate) fn place_targets<'a>(&'a self, data: &Data) -> Vec<Target<'a>> {
        let place = |target: &'a TargetGeom| Target {
            shape: &target.shape,
            pose: data.geom_pose(target.geom),
            twist: bristle_geometry::Twist::ZERO,
        };
        self.targets.iter().map(place).collect()
    }

    /// Whether a ray might meet the target.
    pub(crate) fn is_near(&self, pose: Pose, target: &Target) -> bool {
        let centre = target.pose.inverse().transform_point(pose.transform_point(self.centre));
        target.shape.may_touch_ball(centre, self.radius)
    }
}

/// A ball that holds all rays of a skin.
fn ball(recipe: &Recipe) -> (DVec3, f64) {
    let (samples, material) = (&recipe.layout.samples, &recipe.material);
    let middle = samples.iter().map(|s| s.position).sum::<DVec3>() / samples.len().max(1) as f64;
    let spread = samples.iter().map(|s| s.position.distance(middle)).fold(0.0, f64::max);
    let limit = material.max_penetration();
    let backing = if material.saturation() == Saturation::Hold { limit } else { 0.0 };
    let yielding = material.target_stiffness().map_or(0.0, |k2| material.normal().elastic(limit).force / k2);
    (middle, spread + (limit + backing + yielding).max(recipe.options.look_ahead))
}
