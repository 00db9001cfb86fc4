//! All skins of one `mjData`, which step together: two fingers on one object have to know of each other.

mod constraint;
mod read;
mod simulation;
mod store;
mod takeover;

use store::numbers_of;
pub(crate) use store::{SHARED, numbers_kept};

use crate::engine::{Data, Model, Operator};
use crate::mounting::Mounting;
use crate::recipe::RecipeError;
use bristle_coupling::Coupling;
use simulation::Simulation;
use std::sync::Arc;

/// Skins of one `mjData`.
#[derive(Clone, Debug)]
pub(crate) struct DataSkins {
    skins: Vec<SkinInstance>,
    coupling: Coupling,
    /// Velocities at the start of the step.
    velocity: Vec<f64>,
    /// How the integrator turns forces into velocities in this step, if that had to be known.
    operator: Option<Operator>,
    /// What the velocities gained in the last step beside that.
    unexplained: Vec<f64>,
}

/// The skin of one plugin instance.
#[derive(Clone, Debug)]
struct SkinInstance {
    instance: usize,
    mounting: Arc<Mounting>,
    /// The numbers in `plugin_state` that its bristles were last written to or read from.
    numbers: Vec<f64>,
}

/// The instance that works for all of its kind.
pub(crate) fn leader(model: Model, instance: usize) -> usize {
    let slot = model.plugin_slot(instance);
    (0..instance).find(|i| model.plugin_slot(*i) == slot).unwrap_or(instance)
}

impl DataSkins {
    /// All skins with the plugin of `leader`; on an error also the instance it is about.
    pub(crate) fn new(model: Model, leader: usize) -> Result<Self, (usize, RecipeError)> {
        let slot = model.plugin_slot(leader);
        let instances = (leader..model.plugins()).filter(|i| model.plugin_slot(*i) == slot);
        let skins: Vec<SkinInstance> = instances
            .map(|i| SkinInstance::new(model, i).map_err(|error| (i, error)))
            .collect::<Result<_, _>>()?;
        let mounts: Vec<_> = skins.iter().map(|skin| skin.mounting.for_coupling()).collect();
        let mut coupling = Coupling::new(mounts);
        coupling.guess_mut().resize(model.velocities(), 0.0);
        let (velocity, unexplained) = (vec![0.0; model.velocities()], vec![0.0; model.velocities()]);
        Ok(Self { skins, coupling, velocity, operator: None, unexplained })
    }

    /// Lets go of everything.
    pub(crate) fn reset(&mut self) {
        self.coupling.reset();
        self.skins.iter_mut().for_each(|skin| skin.numbers.fill(0.0));
        self.unexplained.fill(0.0);
    }

    /// Finds what all skins feel and pushes both bodies of each pair. Without effect if a pose is no pose: MuJoCo tells of
    /// unstable simulations by itself.
    pub(crate) fn push<'a>(&mut self, model: Model<'a>, data: &mut Data<'a>) {
        self.recall(model, data);
        takeover::take_over(model, data, &self.skins);
        self.velocity.copy_from_slice(data.velocity());
        let Self { skins, coupling, operator, unexplained, .. } = self;
        *operator = None;
        let mut simulation = Simulation { model, data, skins, operator, unexplained };
        if coupling.solve(&mut simulation, model.step()).is_ok() {
            data.passive_force().iter_mut().zip(coupling.force()).for_each(|(f, pushed)| *f += pushed);
        }
    }

    /// Takes down how MuJoCo has really moved the bodies; what the prediction lacked is added to the next one.
    pub(crate) fn advance(&mut self, model: Model, data: &mut Data) {
        let h = model.step();
        if !self.coupling.settle(data.velocity(), h) {
            return;
        }
        self.unexplained.fill(0.0);
        if let Some(operator) = &self.operator {
            let mut acceleration = data.acceleration().to_vec();
            operator.accelerate(|i| data.total_force(i), &mut acceleration);
            let gained = data.velocity().iter().zip(&self.velocity).map(|(new, old)| new - old);
            for (unexplained, (gain, acceleration)) in
                self.unexplained.iter_mut().zip(gained.zip(acceleration))
            {
                *unexplained = gain - h * acceleration;
            }
        }
        self.remember(model, data);
    }
}

impl SkinInstance {
    fn new(model: Model, instance: usize) -> Result<Self, RecipeError> {
        let mounting = Arc::new(Mounting::new(model, instance)?);
        Ok(Self { instance, numbers: vec![0.0; numbers_of(&mounting)], mounting })
    }
}
