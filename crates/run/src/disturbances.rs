//! Pushes, shakes and added masses, at their times.

use bristle_geometry::Wrench;
use bristle_scene::Built;
use bristle_scene::data::{AddMass, Disturbance, Push, Shake};
use bristle_world::{BodyId, Inertia, ModelError, World};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// What is under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Disturbances {
    /// Whether each disturbance of the scene acts now, or its mass has been added.
    begun: Vec<bool>,
    /// Bodies that are pushed at some time.
    pushed: Vec<BodyId>,
}

impl Disturbances {
    pub(crate) fn of(built: &Built) -> Self {
        let mut pushed: Vec<BodyId> = built
            .disturbances
            .iter()
            .filter(|disturbance| !matches!(disturbance, Disturbance::AddMass(_)))
            .filter_map(|disturbance| built.model.body_named(disturbance.body()).ok())
            .collect();
        pushed.sort_unstable();
        pushed.dedup();
        Self { begun: vec![false; built.disturbances.len()], pushed }
    }

    /// Whether these, wherever they come from, are those of a scene.
    pub(crate) fn fit(&self, built: &Built) -> bool {
        let own = Self::of(built);
        self.begun.len() == own.begun.len() && self.pushed == own.pushed
    }

    /// Whether something begins or ends in the step about `middle` \[s\].
    pub(crate) fn turn_at(&self, built: &Built, middle: f64) -> bool {
        let turns = |(disturbance, begun): (&Disturbance, &bool)| acts_at(disturbance, middle) != *begun;
        built.disturbances.iter().zip(&self.begun).any(turns)
    }

    /// Lets act what acts during the step about `middle` \[s\]; tells in words what begins or ends.
    ///
    /// The force of the middle stands for the whole step: a push then passes on its impulse to half a step.
    pub(crate) fn act(
        &mut self,
        built: &Built,
        world: &mut World,
        middle: f64,
        mut tell: impl FnMut(String),
    ) -> Result<(), ModelError> {
        for (disturbance, begun) in built.disturbances.iter().zip(&mut self.begun) {
            let body = disturbance.body();
            let acts = acts_at(disturbance, middle);
            if acts == *begun {
                continue;
            }
            *begun = acts;
            match disturbance {
                Disturbance::Push(push) if acts => tell(format!("push on {body}: {} N", push.force)),
                Disturbance::Shake(shake) if acts => {
                    tell(format!("shake of {body}: {} N at {} Hz", shake.force, shake.frequency));
                }
                Disturbance::Push(_) => tell(format!("push on {body} ends")),
                Disturbance::Shake(_) => tell(format!("shake of {body} ends")),
                Disturbance::AddMass(added) => {
                    world.add_mass(built.model.body_named(body)?, Inertia::point(added.mass, added.at))?;
                    tell(format!("{} kg added to {body}", added.mass));
                }
            }
        }
        for &link in &self.pushed {
            let wrench = self.wrench(built, world, link, middle)?;
            world.apply(link, wrench)?;
        }
        Ok(())
    }

    /// All that pushes a body, about its origin in world axes.
    fn wrench(&self, built: &Built, world: &World, link: BodyId, time: f64) -> Result<Wrench, ModelError> {
        let pose = world.pose(link)?;
        let mut sum = Wrench::zero_at(DVec3::ZERO);
        for disturbance in &built.disturbances {
            if built.model.body_named(disturbance.body())? != link {
                continue;
            }
            if let Disturbance::Push(Push { at, .. }) | Disturbance::Shake(Shake { at, .. }) = *disturbance {
                let force = disturbance.force_at(time);
                sum.force += force;
                sum.torque += pose.transform_vector(at).cross(force);
            }
        }
        Ok(sum)
    }
}

/// Whether it acts at a time \[s\], or its mass has been added by then.
fn acts_at(disturbance: &Disturbance, time: f64) -> bool {
    match *disturbance {
        Disturbance::Push(Push { from, until, .. }) | Disturbance::Shake(Shake { from, until, .. }) => {
            (from..until).contains(&time)
        }
        Disturbance::AddMass(AddMass { time: added, .. }) => time >= added,
    }
}
