//! One trial: a task that is carried out on the bench, and what came of it.

use super::bench::{Sensing, Setup};
use super::three_axis::ThreeAxis;
use crate::LabError;
use bristle_control::grasp::{GraspReadout, GraspState, GraspTask, Grasper};
use bristle_control::{Controller, Ending, Event, Percept};
use bristle_geometry::Pose;
use bristle_run::{Driver, Simulation};
use bristle_scene::household::Crush;
use bristle_world::{BodyId, StepError};
use glam::DVec3;

/// Farther than this from its grip an object is dropped \[m\].
const DROPPED: f64 = 0.04;
/// The paper's measure of slip (§VI.A): translation \[m\] and rotation \[rad\].
pub(super) const SLIPPED: f64 = 5e-3;
pub(super) const ROTATED: f64 = 0.175;
/// And of crushing: how far the fingers close beyond the first contact \[m\].
pub(super) const CRUSHED: f64 = 10e-3;

/// What came of a trial.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Outcome {
    /// Whether a stable grip was reached.
    pub(super) held: bool,
    /// Whether the object stayed deformed.
    pub(super) crushed: bool,
    /// Whether it fell.
    pub(super) dropped: bool,
    /// Largest translation in the grip \[m\], and rotation \[rad\].
    pub(super) translation: f64,
    pub(super) rotation: f64,
    /// How far the fingers closed beyond the first contact \[m\].
    pub(super) squeezed: f64,
    /// Grip force that was chosen at first, and at last \[N\].
    pub(super) first_force: f64,
    pub(super) last_force: f64,
    /// Mean true force on a finger while it was held \[N\].
    pub(super) mean_force: f64,
    /// Mean share of its friction that the pad used which used more of it, while it was held.
    pub(super) used: f64,
    /// Mean motor effort while it was held, as a share of the largest.
    pub(super) effort: f64,
    /// Slips that were felt.
    pub(super) slips: u32,
    /// How long it took to reach a stable grip \[s\].
    pub(super) settled: f64,
    /// Steps that could not be taken as a whole.
    pub(super) divided_steps: u32,
    /// Simulated time \[s\].
    pub(super) time: f64,
}

impl Outcome {
    /// Whether it slid in the grip, or out of it.
    pub(super) fn translated(&self) -> bool {
        self.dropped || self.translation > SLIPPED
    }

    /// Whether it turned in the grip.
    pub(super) fn rotated(&self) -> bool {
        self.rotation > ROTATED
    }
}

/// What somebody who watches a trial is shown after every turn.
pub(super) struct Moment<'a> {
    pub(super) simulation: &'a Simulation,
    pub(super) percept: &'a Percept,
    pub(super) task: &'a GraspTask,
}

impl Moment<'_> {
    pub(super) fn readout(&self) -> GraspReadout {
        self.task.readout(self.percept)
    }
}

/// A trial under way.
pub(super) struct Trial {
    simulation: Simulation,
    task: GraspTask,
    percept: Percept,
    /// What the fingertips are read by, unless by the skin itself.
    array: Option<ThreeAxis>,
    object: BodyId,
    palm: BodyId,
    /// Width of the object \[m\], and whether it counts as crushed by how far it is squeezed.
    width: f64,
    crushed_by_depth: bool,
    /// Where the object was in the hand when the grip was stable.
    reference: Option<Pose>,
    /// Aperture at the first contact \[m\].
    contact: Option<f64>,
    outcome: Outcome,
    held_turns: u32,
    grasp_began: Option<f64>,
}

/// The middle of the pads, in the palm's frame.
const GRIP: DVec3 = DVec3::new(0.0, 0.0, super::arm::TOOL);
/// Time between two decisions \[s\]: the paper's 1 kHz.
const PERIOD: f64 = 1e-3;

impl Trial {
    /// At its start; `task` is made for the senses of the bench.
    pub(super) fn new(
        setup: &Setup,
        task: impl FnOnce(&bristle_control::Senses) -> Result<GraspTask, LabError>,
    ) -> Result<Self, LabError> {
        let built = setup.build()?;
        let simulation = Simulation::driven_by(built, Driver::Nobody).map_err(LabError::other)?;
        let mut senses = simulation.senses().as_ref().clone();
        if setup.sensing == Sensing::ThreeAxis {
            senses.skins.iter_mut().for_each(ThreeAxis::describe);
        }
        let task = task(&senses)?;
        let model = &simulation.built().model;
        let known = |name: &str| model.body_named(name).map_err(LabError::other);
        let (object, palm) = (known(&setup.object.name)?, known("palm")?);
        Ok(Self {
            object,
            palm,
            width: if setup.object.solid.size().x > 0.09 { setup.object.solid.size().x } else { 0.0 },
            crushed_by_depth: matches!(setup.object.crush, Some(Crush::Depth(_))),
            simulation,
            task,
            percept: Percept::default(),
            array: (setup.sensing == Sensing::ThreeAxis).then(|| ThreeAxis::new(setup.seed)),
            reference: None,
            contact: None,
            outcome: Outcome::default(),
            held_turns: 0,
            grasp_began: None,
        })
    }

    /// Where the object is in the hand.
    fn in_hand(&self) -> Result<Pose, LabError> {
        let world = self.simulation.world();
        Ok(world.pose(self.palm)?.inverse() * world.pose(self.object)?)
    }

    /// What has happened in the task so far.
    pub(super) fn events(&self) -> &[Event] {
        self.task.events()
    }

    /// Carries the trial out to its end, or until the object is lost; `look` sees every turn, and ends it with `false`.
    pub(super) fn run(&mut self, mut look: impl FnMut(&Moment<'_>) -> bool) -> Result<Outcome, LabError> {
        let steps = (PERIOD / self.simulation.built().run.step).round().max(1.0) as u32;
        loop {
            self.simulation.percept(&mut self.percept)?;
            if let Some(array) = &mut self.array {
                array.show(&mut self.percept);
            }
            let decision = self.task.decide(&self.percept);
            self.simulation.command(&decision.commands).map_err(LabError::other)?;
            self.note()?;
            let moment = Moment { simulation: &self.simulation, percept: &self.percept, task: &self.task };
            let goes_on = look(&moment);
            let lost = self.outcome.dropped;
            if decision.ending.is_some() || !goes_on || lost {
                return Ok(self.conclude(decision.ending.as_ref()));
            }
            (0..steps).try_for_each(|_| self.step())?;
        }
    }

    /// A step of the scene's length; one that cannot be taken is taken in ten parts.
    fn step(&mut self) -> Result<(), LabError> {
        match self.simulation.step() {
            Ok(_) => Ok(()),
            Err(StepError::Model(error)) => Err(error.into()),
            Err(_) => {
                self.outcome.divided_steps += 1;
                let part = self.simulation.built().run.step / 10.0;
                (0..10).try_for_each(|_| Ok(self.simulation.step_by(part).map(drop)?))
            }
        }
    }

    /// Notes what is true in this turn.
    fn note(&mut self) -> Result<(), LabError> {
        let time = self.percept.time;
        let world = self.simulation.world();
        let model = world.model();
        let felt = |name: &str| -> Result<(f64, f64), LabError> {
            let skin = model.skin_named(name).map_err(LabError::other)?;
            let reading = world.reading(skin)?;
            let force = reading.total_normal_force();
            let used = reading.texels.iter().map(|texel| texel.normal_force * texel.utilisation).sum::<f64>();
            Ok((force, if force > 0.0 { used / force } else { 0.0 }))
        };
        let (left, right) = (felt("left_tip")?, felt("right_tip")?);
        let forces = [left.0, right.0];
        let joint = model.body_named("gripper").map_err(LabError::other)?;
        let aperture = world.joint_position(joint)?;
        let crushed = world.crushed(self.object)? > 0.0;
        self.outcome.crushed |= crushed;
        if self.contact.is_none() && forces.iter().all(|&force| force > 0.0) {
            // What is wider than the gripper opens was touched before it came in.
            self.contact = Some(aperture.max(self.width));
        }
        if let Some(contact) = self.contact {
            self.outcome.squeezed = self.outcome.squeezed.max(contact - aperture);
            self.outcome.crushed |= self.crushed_by_depth && self.outcome.squeezed > CRUSHED;
        }
        let grasper = self.task.grasper();
        if self.grasp_began.is_none() && !grasper.is_idle() {
            self.grasp_began = Some(time);
        }
        if !grasper.is_holding() {
            return Ok(());
        }
        if self.reference.is_none() {
            self.reference = Some(self.in_hand()?);
            self.outcome.held = true;
            self.outcome.settled = time - self.grasp_began.unwrap_or(time);
            if let Grasper::ByTouch(inner) = self.task.grasper() {
                self.outcome.first_force = inner.grip_force();
            }
        }
        let readout = self.task.readout(&self.percept);
        self.held_turns += 1;
        self.outcome.effort += readout.effort.abs().min(100.0) / 100.0;
        self.outcome.mean_force += 0.5 * (forces[0] + forces[1]);
        self.outcome.used += left.1.max(right.1);
        if let Grasper::ByTouch(inner) = self.task.grasper() {
            self.outcome.last_force = inner.grip_force();
            self.outcome.slips = inner.slips();
        }
        if let Some(reference) = self.reference {
            let now = self.in_hand()?;
            // The point of the object that was in the middle of the grip.
            let point = reference.inverse().transform_point(GRIP);
            let moved = now.transform_point(point).distance(GRIP);
            let turned = (now.rotation * reference.rotation.inverse()).to_axis_angle().1.abs();
            let turned = turned.min(std::f64::consts::TAU - turned);
            self.outcome.translation = self.outcome.translation.max(moved);
            if moved < DROPPED {
                self.outcome.rotation = self.outcome.rotation.max(turned);
            }
            self.outcome.dropped |= moved > DROPPED;
        }
        Ok(())
    }

    fn conclude(&mut self, ending: Option<&Ending>) -> Outcome {
        let mut outcome = self.outcome.clone();
        let turns = f64::from(self.held_turns.max(1));
        outcome.effort /= turns;
        outcome.mean_force /= turns;
        outcome.used /= turns;
        outcome.time = self.simulation.time();
        // What was never held, or is no longer touched, was not carried.
        outcome.dropped |= !outcome.held;
        let carried = outcome.held && ending.is_none_or(Ending::is_done);
        let let_go = match self.task.grasper() {
            Grasper::ByTouch(inner) => {
                matches!(inner.state(), GraspState::Idle | GraspState::Open | GraspState::Unload)
            }
            Grasper::FullEffort(inner) => inner.is_idle(),
        };
        outcome.dropped |= !carried && !let_go;
        outcome
    }
}
