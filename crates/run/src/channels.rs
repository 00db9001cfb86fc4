//! The scalar series of a recording, and where their numbers come from.

use crate::{Felt, Simulation};
use bristle_record::{Channel, ChannelKind, Unit};
use bristle_world::{BodyId, JointKind, Model, ModelError, MotorId, SensorId, SkinId};

/// The series of a run, in the order of a sample.
pub(crate) struct Channels {
    groups: Vec<Group>,
    pub(crate) list: Vec<Channel>,
}

/// Series that are read together.
#[derive(Clone, Copy)]
enum Group {
    Joint(BodyId),
    Motor(MotorId),
    Skin(SkinId),
    Body(BodyId),
    Sensor(SensorId),
    /// Its place in the scene's list.
    Signal(usize),
    Solver,
}

impl Channels {
    /// What the scene wants to have written down.
    pub(crate) fn of(simulation: &Simulation) -> Self {
        let built = simulation.built();
        let (model, record) = (&built.model, built.record);
        let mut groups = Vec::new();
        let links = || (0..model.bodies().len()).map(BodyId);
        if record.joints {
            groups.extend(links().filter(|&link| joint_unit(model, link).is_some()).map(Group::Joint));
            groups.extend((0..model.motors().len()).map(|motor| Group::Motor(MotorId(motor))));
        }
        let sensing = 0..model.skins().len();
        groups.extend(sensing.map(|skin| Group::Skin(SkinId(skin))));
        if record.bodies {
            let free = |link: &BodyId| model.bodies()[link.0].joint.kind == JointKind::Free;
            groups.extend(links().filter(free).map(Group::Body));
        }
        if record.sensors {
            groups.extend((0..model.sensors().len()).map(|sensor| Group::Sensor(SensorId(sensor))));
        }
        groups.extend((0..built.signals.len()).map(Group::Signal));
        if record.solver {
            groups.push(Group::Solver);
        }
        let mut list = groups.iter().flat_map(|group| group.describe(model, simulation)).collect();
        tell_apart(&mut list);
        Self { groups, list }
    }

    /// The numbers of a sample.
    pub(crate) fn read(&self, simulation: &Simulation, values: &mut Vec<f64>) -> Result<(), ModelError> {
        values.clear();
        self.groups.iter().try_for_each(|group| group.read(simulation, values))
    }
}

impl Group {
    fn describe(self, model: &Model, simulation: &Simulation) -> Vec<Channel> {
        let axes = |name: &str, words: &str, unit, kind| {
            ["x", "y", "z"].map(|axis| Channel::new(format!("{name}{words}{axis}"), unit, kind))
        };
        match self {
            Self::Joint(link) => {
                let name = &model.bodies()[link.0].name;
                let (position, velocity, _) = joint_unit(model, link).unwrap_or(JOINT_UNITS[0]);
                vec![
                    Channel::new(name, position, ChannelKind::JointPosition),
                    Channel::new(name, velocity, ChannelKind::JointVelocity),
                ]
            }
            Self::Motor(motor) => {
                let motor = &model.motors()[motor.0];
                let (_, _, effort) = joint_unit(model, motor.body()).unwrap_or(JOINT_UNITS[0]);
                vec![Channel::new(motor.name(), effort, ChannelKind::MotorEffort)]
            }
            Self::Skin(skin) => {
                let name = &model.skins()[skin.0].name;
                let normal = Channel::new(format!("{name} normal"), Unit::Newton, ChannelKind::Force);
                let shear = axes(name, " shear ", Unit::Newton, ChannelKind::Force);
                [normal].into_iter().chain(shear).collect()
            }
            Self::Body(link) => {
                let name = &model.bodies()[link.0].name;
                let turn = ["qx", "qy", "qz", "qw"];
                let turn =
                    turn.map(|part| Channel::new(format!("{name} {part}"), Unit::One, ChannelKind::Pose));
                axes(name, " ", Unit::Metre, ChannelKind::Pose)
                    .into_iter()
                    .chain(turn)
                    .chain(axes(name, " v", Unit::MetrePerSecond, ChannelKind::Pose))
                    .chain(axes(name, " w", Unit::RadianPerSecond, ChannelKind::Pose))
                    .collect()
            }
            Self::Sensor(sensor) => {
                let sensor = &model.sensors()[sensor.0];
                let joint = sensor.body().and_then(|link| joint_unit(model, link)).unwrap_or(JOINT_UNITS[0]);
                let channel = |part: &bristle_world::sensor::Channel| {
                    let name = format!("{} {}", sensor.name(), part.name);
                    match sensor_unit(part.unit, joint) {
                        Some(unit @ (Unit::Newton | Unit::NewtonMetre)) => {
                            Channel::new(name, unit, ChannelKind::Force)
                        }
                        Some(unit) => Channel::new(name, unit, ChannelKind::Other),
                        // A unit that only its user knows goes with the name.
                        None => {
                            Channel::new(format!("{name} [{}]", part.unit), Unit::One, ChannelKind::Other)
                        }
                    }
                };
                sensor.kind().channels().iter().map(channel).collect()
            }
            Self::Signal(place) => {
                let name = &simulation.built().signals[place].name;
                let parts = simulation.signal_at(place).map_or(&[][..], |block| block.kind().channels());
                let channel = |&(part, unit): &(&str, &str)| {
                    let unit = Unit::of_symbol(unit).unwrap_or(Unit::One);
                    let kind = if unit == Unit::Newton { ChannelKind::Force } else { ChannelKind::Other };
                    Channel::new(format!("{name} {part}").trim_end(), unit, kind)
                };
                parts.iter().map(channel).collect()
            }
            Self::Solver => {
                let energy = |name: &str| Channel::new(name, Unit::Joule, ChannelKind::Energy);
                let solver = |name: &str| Channel::new(name, Unit::One, ChannelKind::Solver);
                vec![
                    energy("kinetic energy"),
                    energy("potential energy"),
                    energy("elastic energy"),
                    solver("Newton iterations"),
                    solver("rays in contact"),
                ]
            }
        }
    }

    fn read(self, simulation: &Simulation, values: &mut Vec<f64>) -> Result<(), ModelError> {
        let world = simulation.world();
        match self {
            Self::Joint(link) => values.extend([world.joint_position(link)?, world.joint_velocity(link)?]),
            Self::Motor(motor) => values.push(world.telemetry(motor).map_or(0.0, |told| told.effort)),
            Self::Skin(skin) => {
                let felt = Felt::of(world.reading(skin)?);
                values.push(felt.normal_force_n);
                values.extend(felt.shear_n);
            }
            Self::Body(link) => {
                let (pose, twist) = (world.pose(link)?, world.twist(link)?);
                values.extend(pose.translation.to_array());
                values.extend(pose.rotation.to_array());
                values.extend(twist.linear.to_array());
                values.extend(twist.angular.to_array());
            }
            Self::Sensor(sensor) => values.extend(world.sensor(sensor)?.values()),
            Self::Signal(place) => {
                values.extend(simulation.signal_at(place).map_or(&[][..], |block| block.values()));
            }
            Self::Solver => {
                let report = simulation.report();
                let energy = world.energy();
                values.extend([energy.kinetic, energy.potential, energy.elastic]);
                values.extend([report.iterations, report.contacts].map(|n| n as f64));
            }
        }
        Ok(())
    }
}

/// Units of position, velocity and effort of a slide and of a hinge.
const JOINT_UNITS: [(Unit, Unit, Unit); 2] = [
    (Unit::Metre, Unit::MetrePerSecond, Unit::Newton),
    (Unit::Radian, Unit::RadianPerSecond, Unit::NewtonMetre),
];

fn joint_unit(model: &Model, link: BodyId) -> Option<(Unit, Unit, Unit)> {
    match model.bodies().get(link.0)?.joint.kind {
        JointKind::Prismatic { .. } => Some(JOINT_UNITS[0]),
        JointKind::Revolute { .. } => Some(JOINT_UNITS[1]),
        _ => None,
    }
}

fn sensor_unit(symbol: &str, joint: (Unit, Unit, Unit)) -> Option<Unit> {
    match symbol {
        "m|rad" => Some(joint.0),
        "m/s|rad/s" => Some(joint.1),
        _ => Unit::of_symbol(symbol),
    }
}

/// Numbers series whose columns would be called the same.
fn tell_apart(channels: &mut Vec<Channel>) {
    let mut taken = std::collections::HashSet::new();
    for channel in channels {
        let base = channel.name.clone();
        let mut number = 2;
        while !taken.insert(channel.column()) {
            channel.name = format!("{base} {number}");
            number += 1;
        }
    }
}
