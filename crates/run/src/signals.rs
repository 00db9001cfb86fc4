//! The tactile channels of a scene, at work.

use crate::RunError;
use bristle_control::TactileUnit;
use bristle_control::signal::{Block, BlockKind, Cells, SignalError, Tare};
use bristle_control::simulated::Robot;
use bristle_scene::Built;
use bristle_scene::data::{SignalCells, SignalDescription, SignalKind};
use bristle_world::{ModelError, SensorId, SkinId, World};
use glam::DVec3;

/// All signals of a scene, and what they remember.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    list: Vec<Signal>,
    /// Values and shear of a skin without a device.
    values: Vec<f64>,
    shear: Vec<DVec3>,
}

#[derive(Clone, Debug)]
struct Signal {
    block: Block,
    /// Skins that it listens to, and the number of the last frame of each.
    skins: Vec<(SkinId, u64)>,
    /// The accelerometer that it listens to, and when its last sample was taken \[s\].
    sensor: Option<(SensorId, Option<f64>)>,
}

impl Signals {
    /// Those of a scene, before the first step.
    pub(crate) fn of(built: &Built, robot: &Robot) -> Result<Self, RunError> {
        let make = |described: &SignalDescription| {
            Signal::new(described, built, robot).map_err(|error| {
                let path = format!("signals.{}", described.name);
                RunError::from(built.scene.refuse(&path, format!("the signal cannot be made: {error}")))
            })
        };
        let list = built.signals.iter().map(make).collect::<Result<_, _>>()?;
        Ok(Self { list, ..Self::default() })
    }

    /// The block of a signal, by its place in the scene.
    pub(crate) fn block(&self, place: usize) -> Option<&Block> {
        self.list.get(place).map(|signal| &signal.block)
    }

    /// A step was taken: what is new goes through the blocks. `time` \[s\] is its end.
    pub(crate) fn after_step(&mut self, world: &World, robot: &Robot, time: f64) -> Result<(), ModelError> {
        let Self { list, values, shear } = self;
        for Signal { block, skins, sensor } in list {
            for (place, (skin, seen)) in skins.iter_mut().enumerate() {
                if let Some((_, state)) = robot.device(*skin) {
                    if std::mem::replace(seen, state.frames()) != state.frames() {
                        block.frame(place, time, state.readings(), &[]);
                    }
                    continue;
                }
                let texels = &world.reading(*skin)?.texels;
                values.clear();
                values.extend(texels.iter().map(|texel| texel.elastic_force));
                shear.clear();
                shear.extend(texels.iter().map(|texel| texel.shear));
                block.frame(place, time, values, shear);
            }
            if let Some((sensor, seen)) = sensor {
                let value = world.sensor(*sensor)?;
                if value.time.is_some() && std::mem::replace(seen, value.time) != value.time {
                    block.sample(value.values());
                }
            }
        }
        Ok(())
    }
}

impl Signal {
    fn new(described: &SignalDescription, built: &Built, robot: &Robot) -> Result<Self, SignalError> {
        let (kind, on) = match &described.kind {
            SignalKind::Fa2(fa2) => {
                let sensor = built
                    .model
                    .sensor_named(&fa2.sensor)
                    .map_err(|error| SignalError::Unfit(error.to_string()))?;
                let rate = heard(built.model.sensors()[sensor.0].rate(), built);
                let block = Block::of_accelerometer(fa2.cutoff, rate)?;
                return Ok(Self { block, skins: Vec::new(), sensor: Some((sensor, None)) });
            }
            SignalKind::Sa1(sa1) => (BlockKind::Force, &sa1.on),
            SignalKind::Fa1(fa1) => (BlockKind::Disturbance { cutoff: fa1.cutoff }, &fa1.on),
            SignalKind::Sa2(sa2) => (BlockKind::SkinStretch { cutoff: sa2.cutoff }, &sa2.on),
            SignalKind::BandForce(of) => {
                (BlockKind::BandForce { band: (of.low, of.high), ripple_db: of.ripple_db }, &of.on)
            }
            SignalKind::Centroid(of) => (BlockKind::Centroid, &of.on),
        };
        let mut skins = Vec::new();
        let mut parts = Vec::new();
        let mut rates = Vec::new();
        for name in &on.skins {
            let skin = built.model.skin_named(name).map_err(|error| SignalError::Unfit(error.to_string()))?;
            let senses = robot.senses();
            let sense = senses.skin(name).map_err(|error| SignalError::Unfit(error.to_string()))?;
            let sense = &senses.skins[sense];
            if matches!(kind, BlockKind::SkinStretch { .. }) && !sense.shear {
                return Err(SignalError::Unfit(format!(
                    "the device of the skin `{name}` does not measure shear; leave the device out"
                )));
            }
            rates.push(heard(sense.rate, built));
            parts.push((
                cells(on, name, sense.unit)?,
                sense.places.iter().map(|&place| place.into()).collect(),
            ));
            skins.push((skin, 0));
        }
        let rate = rates.first().copied().unwrap_or(1.0);
        if rates.iter().any(|&other| other != rate) {
            return Err(SignalError::Unfit(
                "its skins are read at different rates; make a signal of each".into(),
            ));
        }
        Ok(Self { block: Block::of_skins(kind, parts, rate)?, skins, sensor: None })
    }
}

/// Samples per second that arrive \[Hz\]: at most one per step.
fn heard(rate: Option<f64>, built: &Built) -> f64 {
    let steps = 1.0 / built.run.step;
    rate.map_or(steps, |rate| rate.min(steps))
}

fn cells(on: &SignalCells, skin: &str, unit: TactileUnit) -> Result<Cells, SignalError> {
    let mut cells = on.cells.clone().map_or_else(Cells::all, Cells::these);
    match (unit, on.newtons_per_count) {
        (TactileUnit::Newtons, None) => {}
        (_, Some(newtons)) => cells = cells.scaled(newtons)?,
        (unit, None) => {
            return Err(SignalError::Unfit(format!(
                "the skin `{skin}` tells {}; say what force one of them is with `newtons_per_count`",
                unit.symbol()
            )));
        }
    }
    Ok(match on.tare {
        Some(duration) => cells.tared(Tare::over(duration)?),
        None => cells,
    })
}
