//! A model and a state, with room to work: the usual way in.

use crate::energy::{Energy, Momentum};
use crate::mechanism::Kinematics;
use crate::model::{Model, known};
use crate::motor::{Command, Telemetry};
use crate::report::StepReport;
use crate::sensor::{PlacedShape, SensorValue, Truth};
use crate::state::State;
use crate::step_error::StepError;
use crate::touching::BodyContact;
use crate::workspace::Workspace;
use crate::{BodyId, Inertia, LoopId, ModelError, MotorId, SensorId, ShapeId, SkinId, TendonId};
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_skin::SkinReading;
use glam::DVec3;
use std::sync::Arc;

/// Steps that can be taken \[s\].
pub(crate) const STEPS: std::ops::RangeInclusive<f64> = INSTANT..=1.0;

/// So short that no bristle moves \[s\]: what laws that need a step are asked with where no time passes.
pub(crate) const INSTANT: f64 = 1e-9;

/// How time goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stepping {
    /// Implicit, by Newton's method: stable at any usual step.
    #[default]
    Newton,
    /// Explicit, as the papers do it: stable only below the advisor's largest step.
    Explicit,
}

/// A world at work.
#[derive(Clone, Debug)]
pub struct World {
    model: Arc<Model>,
    state: State,
    stepping: Stepping,
    pub(crate) work: Workspace,
    /// Where everything is now.
    pub(crate) now: Kinematics,
    twists: Vec<Twist>,
    positions: Vec<f64>,
    velocities: Vec<f64>,
    values: Vec<SensorValue>,
}

impl World {
    /// A world at rest.
    pub fn new(model: impl Into<Arc<Model>>) -> Self {
        let model = model.into();
        let state = State::new(&model);
        let mut world = Self {
            work: Workspace::new(&model, &state),
            state,
            stepping: Stepping::default(),
            now: Kinematics::new(&model.mechanism),
            twists: vec![Twist::ZERO; model.bodies.len()],
            positions: vec![0.0; model.bodies.len()],
            velocities: vec![0.0; model.bodies.len()],
            values: model.sensors.iter().map(|s| s.nothing()).collect(),
            model,
        };
        world.look();
        world
    }

    /// The same with another way of stepping.
    #[must_use]
    pub fn with_stepping(mut self, stepping: Stepping) -> Self {
        self.stepping = stepping;
        self
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to share with other worlds.
    pub fn shared_model(&self) -> Arc<Model> {
        Arc::clone(&self.model)
    }

    /// The state: clone it for a snapshot.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How time goes on.
    pub fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// Puts the world into a state, for example one taken down before. It continues from there bit for bit.
    pub fn set_state(&mut self, state: State) -> Result<(), ModelError> {
        state.check_fit(&self.model)?;
        self.state = state;
        self.work.sleep.wake_all();
        self.look();
        for (value, sensor) in self.values.iter_mut().zip(&self.state.sensors) {
            value.take(sensor.value());
        }
        Ok(())
    }

    /// Changes the state in place: positions, velocities, masses.
    pub fn edit<R>(
        &mut self,
        change: impl FnOnce(&Model, &mut State) -> Result<R, ModelError>,
    ) -> Result<R, ModelError> {
        let mut state = self.state.clone();
        let result = change(&self.model, &mut state)?;
        self.set_state(state)?;
        Ok(result)
    }

    /// Lets the time `h` \[s\] pass. On an error nothing has changed, but that skins may tell of a trial.
    pub fn step(&mut self, h: f64) -> Result<StepReport, StepError> {
        if !STEPS.contains(&h) {
            return Err(StepError::BadStep { h });
        }
        // Only sensors that users wrote can fail when the step is done.
        let before = self.model.has_own_sensors().then(|| (self.state.clone(), self.values.clone()));
        let Self { model, state, work, .. } = self;
        let report = match self.stepping {
            Stepping::Newton => work.newton_step(model, state, h),
            Stepping::Explicit => match model.needs_newton() {
                Some(name) => Err(StepError::Model(ModelError::NeedsNewton { name: name.into() })),
                None => work.explicit_step(model, state, h),
            },
        }
        .inspect_err(|_| work.sleep.wake_all())?;
        self.look_at_what_moved();
        if let Err(error) = self.measure(h) {
            if let Some((state, values)) = before {
                (self.state, self.values) = (state, values);
                self.work.sleep.wake_all();
                self.look();
            }
            return Err(error);
        }
        Ok(report)
    }

    /// Finds what skins and sensors tell of the present state, without letting time pass: for the first moment of a run, where no
    /// step has been taken yet, or after [`edit`](Self::edit). What follows has the same bits with and without it.
    ///
    /// The state stays as it is, motors' telemetry and sensors' own filters included: those belong to steps.
    pub fn sense(&mut self) -> Result<StepReport, StepError> {
        self.work.sleep.wake_all();
        self.work.accelerate(&self.model, &self.state, INSTANT)?;
        // Filters and delays go on with steps only, so that sensors are asked on a copy of what they remember.
        let remembered = self.state.sensors.clone();
        let measured = self.measure(INSTANT);
        self.state.sensors = remembered;
        measured?;
        Ok(StepReport { evaluations: 1, contacts: self.work.contacts(), ..StepReport::default() })
    }

    /// Takes back all commands: motors are as if none had ever been given.
    pub fn release_motors(&mut self) {
        let (model, state) = (&self.model, &mut self.state);
        for (motor, told) in model.motors.iter().zip(&mut state.motors) {
            let place = model.mechanism.branches[motor.body().0].coordinates.start;
            *told = motor.start(state.q[place]);
        }
        self.work.sleep.wake_all();
    }

    /// Tells a motor what to do from the next step on.
    pub fn command(&mut self, motor: MotorId, command: Command) -> Result<(), ModelError> {
        let driven = known(&self.model.motors, "motor", motor.0)?;
        let before = self.state.motors[motor.0];
        driven.obey(&mut self.state.motors[motor.0], command)?;
        if self.state.motors[motor.0] != before {
            self.work.sleep.wake_all();
        }
        Ok(())
    }

    /// What a motor is doing.
    pub fn telemetry(&self, motor: MotorId) -> Option<Telemetry> {
        let (motor, state) = (self.model.motors.get(motor.0)?, self.state.motors.get(motor.0)?);
        Some(motor.telemetry(state, self.velocities[motor.body().0]))
    }

    /// Force and torque on a body from outside, until replaced: in world axes, at `point` in the body's frame.
    pub fn apply(&mut self, body: BodyId, wrench: Wrench) -> Result<(), ModelError> {
        self.state.apply(&self.model, body, wrench)?;
        self.work.sleep.wake_all();
        Ok(())
    }

    /// Adds mass to a body, given in the body's frame.
    pub fn add_mass(&mut self, body: BodyId, added: Inertia) -> Result<(), ModelError> {
        self.state.add_mass(&self.model, body, added)?;
        self.work.sleep.wake_all();
        Ok(())
    }

    /// By how much the surface of a body has receded for good \[m\], under the skin that crushed it most; 0 if none did.
    pub fn crushed(&self, body: BodyId) -> Result<f64, ModelError> {
        self.model.body(body)?;
        let skins = self.model.skins.iter().zip(&self.state.skins);
        let receded = skins.flat_map(|(mounted, state)| {
            let own = move |(i, shape): (usize, &ShapeId)| {
                (self.model.shapes[shape.0].body == body).then(|| state.receded(i))
            };
            mounted.targets.iter().enumerate().filter_map(own)
        });
        Ok(receded.fold(0.0, f64::max))
    }

    /// What a skin felt in the last step or when the world was last asked to [`sense`](Self::sense), in its own frame.
    pub fn reading(&self, skin: SkinId) -> Result<&SkinReading, ModelError> {
        known(&self.work.skins.readings, "skin", skin.0)
    }

    /// All bodies that touched each other in the last step.
    pub fn contacts(&self) -> Vec<BodyContact> {
        self.work.body_contacts(&self.model, &self.state)
    }

    /// By how much a loop is open: displacement \[m\] and rotation \[rad\] of its second frame from the first, in the axes of that; zero along what is free.
    pub fn loop_error(&self, joint: LoopId) -> Result<(DVec3, DVec3), ModelError> {
        Ok(known(&self.model.loops, "loop", joint.0)?.error(&self.now.poses))
    }

    /// What the first body of a loop feels of it, in world axes: that of the last step.
    pub fn loop_wrench(&self, joint: LoopId) -> Result<Wrench, ModelError> {
        Ok(known(&self.work.bonds.loops, "loop", joint.0)?.touching().wrench_on_first())
    }

    /// Length of a tendon \[m\].
    pub fn tendon_length(&self, tendon: TendonId) -> Result<f64, ModelError> {
        Ok(known(&self.model.tendons, "tendon", tendon.0)?.length(&self.model.mechanism, &self.state.q))
    }

    /// What a tendon pulls with: that of the last step \[N\].
    pub fn tendon_force(&self, tendon: TendonId) -> Result<f64, ModelError> {
        Ok(known(&self.work.bonds.tendons, "tendon", tendon.0)?.force)
    }

    /// Pose of a body.
    pub fn pose(&self, body: BodyId) -> Result<Pose, ModelError> {
        known(&self.now.poses, "body", body.0).copied()
    }

    /// Motion of a body: of its origin, and its rotation.
    pub fn twist(&self, body: BodyId) -> Result<Twist, ModelError> {
        known(&self.twists, "body", body.0).copied()
    }

    /// Position of a revolute or prismatic joint \[rad or m\]; zero for others.
    pub fn joint_position(&self, body: BodyId) -> Result<f64, ModelError> {
        known(&self.positions, "body", body.0).copied()
    }

    /// Velocity of a revolute or prismatic joint \[rad/s or m/s\]; zero for others.
    pub fn joint_velocity(&self, body: BodyId) -> Result<f64, ModelError> {
        known(&self.velocities, "body", body.0).copied()
    }

    /// What the parent passes to a body through its joint, about the body's origin in world axes: the mean of the last
    /// step.
    pub fn joint_wrench(&self, body: BodyId) -> Result<Wrench, ModelError> {
        self.model.body(body)?;
        Ok(match self.model.mechanism.branches[body.0].moves {
            true => self.work.trial.loads.joint_wrenches[body.0],
            false => self.work.static_load(&self.model, &self.state, body.0),
        })
    }

    /// What a sensor shows.
    pub fn sensor(&self, sensor: SensorId) -> Result<&SensorValue, ModelError> {
        known(&self.values, "sensor", sensor.0)
    }

    /// Lets a sensor take what it shows now for its zero.
    pub fn tare(&mut self, sensor: SensorId) -> Result<(), ModelError> {
        known(&self.model.sensors, "sensor", sensor.0)?.tare(&mut self.state.sensors[sensor.0]);
        Ok(())
    }

    /// Kinetic, potential and elastic energy.
    pub fn energy(&self) -> Energy {
        Energy::of(&self.model, &self.state, &self.now.poses, &self.twists)
    }

    /// Momentum of all bodies, and their angular momentum about the world's origin.
    pub fn momentum(&self) -> Momentum {
        Momentum::of(&self.state, &self.now.poses, &self.twists)
    }

    /// Finds where everything is.
    fn look(&mut self) {
        self.look_at(&self.model.mechanism.all());
    }

    /// Finds where all is that does not sleep.
    fn look_at_what_moved(&mut self) {
        let model = Arc::clone(&self.model);
        for (index, tree) in model.mechanism.trees.iter().enumerate() {
            if self.work.sleep.awake[index] {
                self.look_at(&tree.bodies);
            }
        }
    }

    fn look_at(&mut self, bodies: &[usize]) {
        let mechanism = &self.model.mechanism;
        mechanism.place(bodies, &self.state.q, &self.state.centres, &mut self.now);
        mechanism.twists(bodies, &self.now, &self.state.v, &mut self.twists);
        for &i in bodies {
            if self.model.has_one_dof(i) {
                let branch = &mechanism.branches[i];
                self.positions[i] = self.state.q[branch.coordinates.start];
                self.velocities[i] = self.state.v[branch.velocities.start];
            }
        }
    }

    fn measure(&mut self, h: f64) -> Result<(), StepError> {
        let Self { model, state, work, .. } = self;
        if model.sensors.is_empty() {
            return Ok(());
        }
        for body in model.sensors.iter().filter_map(|sensor| sensor.weighs()) {
            if !model.mechanism.branches[body].moves {
                work.trial.loads.joint_wrenches[body] = work.static_load(model, state, body);
            }
        }
        let placed = |shape: &'_ crate::model::MountedShape| self.now.poses[shape.body.0] * shape.pose;
        let shapes: Vec<PlacedShape> = model
            .shapes
            .iter()
            .map(|s| PlacedShape { shape: &s.shape, pose: placed(s), body: s.body })
            .collect();
        let truth = Truth {
            time: state.time,
            h,
            gravity: model.gravity,
            poses: &self.now.poses,
            twists: &self.twists,
            accelerations: &work.trial.loads.accelerations,
            joint_wrenches: &work.trial.loads.joint_wrenches,
            positions: &self.positions,
            velocities: &self.velocities,
            readings: &work.skins.readings,
            shapes: &shapes,
        };
        for ((sensor, sensor_state), value) in
            model.sensors.iter().zip(&mut state.sensors).zip(&mut self.values)
        {
            let told = sensor.measure(&truth, sensor_state);
            value.take(told.map_err(|why| StepError::Sensor {
                time: truth.time,
                sensor: sensor.name().into(),
                why,
            })?);
        }
        Ok(())
    }
}
