//! All skins of one `mjData`, which step together: two fingers on one object have to know of each other.

mod advance;
mod constraint;
mod push;
mod read;
mod store;

pub(crate) use store::{SHARED, numbers_of};

use crate::engine::Model;
use crate::impulse::Exchange;
use crate::recipe::RecipeError;
use crate::wear::Outfit;
use bristle_geometry::{Pose, Twist};
use bristle_skin::{RelativeMotion, SkinMemory, SkinReading, SkinState, Target, TrialLoad};
use std::sync::Arc;

/// Skins of one `mjData`, and room to work.
#[derive(Clone, Debug)]
pub(crate) struct Crew {
    skins: Vec<Worn>,
    /// Pairs that may touch in this step.
    pairs: Vec<Pair>,
    /// Motion of each pair's target past its skin per unit of velocity, six rows per pair, in the skin's frame.
    jacobian: Vec<f64>,
    /// `M⁻¹` times these rows, with what constraints take away; and one more row for the guess.
    response: Vec<f64>,
    exchange: Exchange,
    /// Velocities at the begin of the step.
    velocity: Vec<f64>,
    /// What the velocities gained in the last step beside `h` times the acceleration: what integrators are implicit in.
    unexplained: Vec<f64>,
    /// What the skins pushed with in the last step, as a generalised force: a guess for this one.
    guess: Vec<f64>,
    pushed: Vec<f64>,
    /// Whether forces have been found that a step can be finished with.
    ready: bool,
}

/// One skin at work.
#[derive(Clone, Debug)]
struct Worn {
    outfit: Arc<Outfit>,
    instance: usize,
    pose: Pose,
    state: SkinState,
    next: SkinState,
    memory: SkinMemory,
    reading: SkinReading,
    /// For a commit whose reading nobody wants.
    aside: SkinReading,
    before: Vec<RelativeMotion>,
    after: Vec<RelativeMotion>,
    loads: Vec<TrialLoad>,
    /// The numbers in `plugin_state` that `state` was last written to or read from.
    numbers: Vec<f64>,
}

/// A skin and a rigid body near it.
#[derive(Clone, Copy, Debug)]
struct Pair {
    skin: usize,
    partner: usize,
    /// Half a step of the change of the pair's motion with constant velocities: bodies that are swung about together move
    /// along arcs, and what looks like motion past each other at the begin of the step is none.
    bend: [f64; 6],
}

/// The instance that works for all of its kind.
pub(crate) fn leader(model: Model, instance: usize) -> usize {
    let slot = model.plugin_slot(instance);
    (0..instance).find(|i| model.plugin_slot(*i) == slot).unwrap_or(instance)
}

impl Crew {
    /// All skins with the plugin of `leader`; on an error also the instance it is about.
    pub(crate) fn new(model: Model, leader: usize) -> Result<Self, (usize, RecipeError)> {
        let slot = model.plugin_slot(leader);
        let instances = (leader..model.plugins()).filter(|i| model.plugin_slot(*i) == slot);
        let skins = instances.map(|i| Worn::new(model, i).map_err(|error| (i, error)));
        Ok(Self {
            skins: skins.collect::<Result<_, _>>()?,
            pairs: Vec::new(),
            jacobian: Vec::new(),
            response: Vec::new(),
            exchange: Exchange::default(),
            velocity: vec![0.0; model.velocities()],
            unexplained: vec![0.0; model.velocities()],
            guess: vec![0.0; model.velocities()],
            pushed: vec![0.0; model.velocities()],
            ready: false,
        })
    }

    /// Lets go of everything.
    pub(crate) fn reset(&mut self) {
        self.skins.iter_mut().for_each(Worn::reset);
        self.pairs.clear();
        self.unexplained.fill(0.0);
        self.guess.fill(0.0);
        self.ready = false;
    }
}

impl Worn {
    fn new(model: Model, instance: usize) -> Result<Self, RecipeError> {
        let outfit = Outfit::new(model, instance)?;
        let place = |t: &'_ crate::wear::TargetGeom| t.shape.clone();
        let shapes: Vec<_> = outfit.targets.iter().map(place).collect();
        let targets: Vec<Target> =
            shapes.iter().map(|shape| Target { shape, pose: Pose::IDENTITY, twist: Twist::ZERO }).collect();
        let count = targets.len();
        let skin = &outfit.skin;
        Ok(Self {
            instance,
            pose: Pose::IDENTITY,
            state: SkinState::new(skin),
            next: SkinState::new(skin),
            memory: SkinMemory::new(skin, &targets),
            reading: SkinReading::new(skin, count),
            aside: SkinReading::new(skin, count),
            before: vec![RelativeMotion::default(); count],
            after: vec![RelativeMotion::default(); count],
            loads: vec![TrialLoad::ZERO; count],
            numbers: vec![0.0; store::numbers_of(skin)],
            outfit: Arc::new(outfit),
        })
    }

    fn reset(&mut self) {
        self.state = SkinState::new(&self.outfit.skin);
        self.reading = SkinReading::new(&self.outfit.skin, self.before.len());
        self.numbers.fill(0.0);
    }
}
