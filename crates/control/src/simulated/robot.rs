//! All joints, motors, skins and sensors of a world, as a robot.

use super::device::Device;
use super::drive::{Drive, DriveMemory, effort_per_ampere};
use crate::{
    ChannelSense, Commands, HardwareError, JointMotion, JointSense, JointState, MotorSense, MotorState,
    Percept, Sample, Samples, Senses, SensorSense, SkinSense, Tactile, TactileUnit,
};
use bristle_transduction::{Chain, ChainState};
use bristle_world::{BodyId, JointKind, Model, ModelError, MotorId, SensorId, SkinId, World};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a robot remembers: commands that have to be looked after, frames of devices, samples of sensors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RobotMemory {
    drives: Vec<DriveMemory>,
    devices: Vec<(ChainState, u64)>,
    measured: Vec<Samples>,
    sampled: Vec<Option<f64>>,
    looked: Option<u64>,
}

/// A robot in a world that somebody else steps: before every step it has to [`act`](Self::act), and it is told
/// [after](Self::after_step) it.
///
/// It belongs to the model that it was made for; worlds of another refuse what it asks of them, or worse, have something else of
/// that number.
#[derive(Clone, Debug)]
pub struct Robot {
    senses: Arc<Senses>,
    joints: Vec<BodyId>,
    drives: Vec<Drive>,
    skins: Vec<SkinId>,
    devices: Vec<Device>,
    sensors: Vec<SensorId>,
    /// What sensors have measured since the last look.
    measured: Vec<Samples>,
    /// When each sensor was last sampled \[s\].
    sampled: Vec<Option<f64>>,
    /// The world's step at the last look.
    looked: Option<u64>,
}

impl Robot {
    /// All that a model has: joints of one degree of freedom, motors, skins that sense, sensors. Skins tell forces and shear.
    pub fn new(model: &Model) -> Self {
        Self::with_devices(model, [])
    }

    /// The same, with skins that tell what their devices make of their forces.
    pub fn with_devices(model: &Model, devices: impl IntoIterator<Item = (SkinId, Arc<Chain>)>) -> Self {
        let devices: Vec<_> = devices.into_iter().map(|(skin, chain)| Device::new(skin, chain)).collect();
        let mut senses = Senses::default();
        let mut joints = Vec::new();
        for (index, body) in model.bodies().iter().enumerate() {
            let motion = match body.joint.kind {
                JointKind::Prismatic { .. } => JointMotion::Prismatic,
                JointKind::Revolute { .. } => JointMotion::Revolute,
                _ => continue,
            };
            senses.joints.push(JointSense { name: body.name.clone(), motion });
            joints.push(BodyId(index));
        }
        for motor in model.motors() {
            let joint = joints.iter().position(|&body| body == motor.body()).unwrap_or(usize::MAX);
            let effort_per_ampere = effort_per_ampere(motor);
            senses.motors.push(MotorSense { name: motor.name().to_owned(), joint, effort_per_ampere });
        }
        let mut skins = Vec::new();
        for (index, mounted) in model.skins().iter().enumerate() {
            let texels = mounted.skin.texels();
            let grid = mounted.skin.grid();
            let (rows, columns) = grid.map_or((texels.len(), 1), |grid| (grid.rows, grid.columns));
            let cell_of = grid.and_then(|grid| grid.cells()).unwrap_or_default().to_vec();
            let places = texels.iter().map(|texel| texel.position.to_array()).collect();
            let device = devices.iter().find(|device| device.skin == SkinId(index));
            let (unit, rate) =
                device.map_or((TactileUnit::Newtons, None), |device| (device.unit(), device.chain.rate()));
            let (name, shear) = (mounted.name.clone(), device.is_none());
            let utilisation = device.is_none();
            senses.skins.push(SkinSense {
                name,
                rows,
                columns,
                cell_of,
                places,
                unit,
                shear,
                utilisation,
                rate,
            });
            skins.push(SkinId(index));
        }
        for sensor in model.sensors() {
            let channel = |c: &bristle_world::sensor::Channel| ChannelSense {
                name: c.name.into(),
                unit: c.unit.into(),
            };
            let channels = sensor.kind().channels().iter().map(channel).collect();
            senses.sensors.push(SensorSense {
                name: sensor.name().to_owned(),
                channels,
                rate: sensor.rate(),
            });
        }
        let count = senses.sensors.len();
        Self {
            senses: Arc::new(senses),
            joints,
            drives: (0..model.motors().len()).map(|index| Drive::new(model, MotorId(index))).collect(),
            skins,
            devices,
            sensors: (0..count).map(SensorId).collect(),
            measured: vec![Samples::default(); count],
            sampled: vec![None; count],
            looked: None,
        }
    }

    /// What it has.
    pub fn senses(&self) -> &Senses {
        &self.senses
    }

    /// What it has, to share.
    pub fn shared_senses(&self) -> Arc<Senses> {
        Arc::clone(&self.senses)
    }

    /// Fills a percept with what it senses, at a time \[s\] that its own clock shows.
    pub fn look(&mut self, world: &World, time: f64, percept: &mut Percept) -> Result<(), ModelError> {
        self.collect(world)?;
        percept.time = time;
        percept.motors.clear();
        percept.joints.clear();
        for &body in &self.joints {
            let position = world.joint_position(body)?;
            let velocity = world.joint_velocity(body)?;
            percept.joints.push(JointState { position, velocity, effort: 0.0 });
        }
        for (drive, sense) in self.drives.iter().zip(&self.senses.motors) {
            let told = world.telemetry(drive.motor());
            let state = told.map_or_else(MotorState::default, |told| MotorState {
                effort: told.effort,
                current: told.current,
                voltage: told.voltage,
            });
            if let Some(joint) = percept.joints.get_mut(sense.joint) {
                joint.effort += state.effort;
            }
            percept.motors.push(state);
        }
        let step = world.state().step;
        percept.skins.resize_with(self.skins.len(), Tactile::default);
        for (&skin, frame) in self.skins.iter().zip(&mut percept.skins) {
            if let Some(device) = self.devices.iter_mut().find(|device| device.skin == skin) {
                device.show(frame);
                continue;
            }
            let texels = &world.reading(skin)?.texels;
            frame.values.clear();
            frame.values.extend(texels.iter().map(|texel| texel.elastic_force));
            frame.sum = frame.values.iter().sum();
            frame.shear.clear();
            frame.shear.extend(texels.iter().map(|texel| texel.shear));
            frame.utilisation.clear();
            frame.utilisation.extend(texels.iter().map(|texel| texel.utilisation));
            frame.frame = step;
            frame.is_new = self.looked != Some(step);
        }
        self.looked = Some(step);
        // What was measured goes to the percept, and its old lists come back to be filled again.
        percept.sensors.resize_with(self.measured.len(), Samples::default);
        for (measured, shown) in self.measured.iter_mut().zip(&mut percept.sensors) {
            std::mem::swap(measured, shown);
            measured.samples.clear();
        }
        Ok(())
    }

    /// A step of `h` \[s\] was taken: devices go on, and what sensors have measured is kept.
    pub fn after_step(&mut self, world: &World, h: f64) -> Result<(), ModelError> {
        self.devices.iter_mut().try_for_each(|device| device.advance(world, h))?;
        self.collect(world)
    }

    /// A skin's device, and what it remembers.
    pub fn device(&self, skin: SkinId) -> Option<(&Chain, &ChainState)> {
        let device = self.devices.iter().find(|device| device.skin == skin)?;
        Some((&device.chain, &device.state))
    }

    fn collect(&mut self, world: &World) -> Result<(), ModelError> {
        for ((&sensor, measured), sampled) in
            self.sensors.iter().zip(&mut self.measured).zip(&mut self.sampled)
        {
            let value = world.sensor(sensor)?;
            if let Some(time) = value.time.filter(|&time| *sampled != Some(time)) {
                *sampled = Some(time);
                measured.samples.push(Sample { time, values: value.values().to_vec() });
            }
        }
        Ok(())
    }

    /// Takes down what it remembers, for a file or another process.
    pub fn memory(&self) -> RobotMemory {
        RobotMemory {
            drives: self.drives.iter().map(Drive::memory).collect(),
            devices: self.devices.iter().map(Device::memory).collect(),
            measured: self.measured.clone(),
            sampled: self.sampled.clone(),
            looked: self.looked,
        }
    }

    /// Takes up what a robot of the same model remembers.
    pub fn recall(&mut self, model: &Model, memory: RobotMemory) -> Result<(), ModelError> {
        let RobotMemory { drives, devices, measured, sampled, looked } = memory;
        let fits = drives.len() == self.drives.len()
            && devices.len() == self.devices.len()
            && measured.len() == self.measured.len()
            && sampled.len() == self.sampled.len();
        if !fits {
            let why = "belongs to another robot".to_owned();
            return Err(ModelError::BadState { what: "what the robot remembers".into(), why });
        }
        for (drive, memory) in self.drives.iter_mut().zip(drives) {
            drive.recall(model, memory)?;
        }
        for (device, memory) in self.devices.iter_mut().zip(devices) {
            device.recall(memory)?;
        }
        (self.measured, self.sampled, self.looked) = (measured, sampled, looked);
        Ok(())
    }

    /// Refuses commands that it cannot carry out.
    pub fn check(&self, world: &World, commands: &Commands) -> Result<(), HardwareError> {
        commands.iter().try_for_each(|given| {
            let drive = self.drives.get(given.motor).ok_or_else(|| HardwareError::Refused {
                command: format!("motor {}: {}", given.motor, given.command),
                why: format!("the robot has {} motors, counted from 0", self.drives.len()),
            })?;
            drive.check(world.model(), given.command).map(|_| ())
        })
    }

    /// Takes commands: all of them or, if one is refused, none.
    pub fn obey(&mut self, world: &mut World, commands: &Commands) -> Result<(), HardwareError> {
        self.check(world, commands)?;
        commands.iter().try_for_each(|given| self.drives[given.motor].take(world, given.command))
    }

    /// Lets the motors' own controllers tell the motors what to do in the next step.
    pub fn act(&mut self, world: &mut World) -> Result<(), ModelError> {
        self.drives.iter_mut().try_for_each(|drive| drive.act(world))
    }

    /// Lets go of a motor that somebody else commands from now on.
    pub fn leave(&mut self, motor: MotorId) {
        self.drives.iter_mut().filter(|drive| drive.motor() == motor).for_each(Drive::leave);
    }
}
