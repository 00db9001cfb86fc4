//! What OpenRAVE adds to articulated systems and models: manipulators, sensors, actuators, pairs that do not collide.

use super::bindings::Instance;
use super::document::Document;
use super::model::Made;
use crate::error::{ErrorKind, Result};
use crate::robot::{Actuator, Control, Driven, Electric, NamedChain, Robot, Sensor, SensorKind};
use crate::tactile;
use crate::xml::El;

const OPENRAVE: &str = "OpenRAVE";
/// What Bristle alone reads.
pub(super) const BRISTLE: &str = "Bristle";

/// The technique of a profile in an extra.
pub(super) fn technique<'a>(extra: El<'a>, profile: &str) -> Option<El<'a>> {
    extra.elements().find(|e| e.is("technique") && e.attr("profile") == Some(profile))
}

pub(super) fn read<'a>(
    instance: &Instance<'a>,
    document: &Document<'a>,
    made: &Made<'a>,
    robot: &mut Robot,
) -> Result<()> {
    let holders = instance.systems().chain([instance.model]);
    for extra in holders.flat_map(|holder| holder.elements().filter(|e| e.is("extra")).collect::<Vec<_>>()) {
        let Some(technique) = technique(extra, OPENRAVE) else { continue };
        let mut reader = Extras { document, made, robot, extra };
        match extra.attr("type") {
            Some("manipulator") => reader.manipulator(technique)?,
            Some("attach_sensor") => reader.sensor(technique)?,
            Some("attach_actuator") => reader.actuator(technique)?,
            Some("collision") => reader.collision(technique)?,
            Some("interface_type" | "link_info" | "joint_info" | "library_sensors" | "library_actuators")
            | None => {}
            Some(other) => reader.robot.notes.dropped(extra.at(), format!("<extra> of type {other}")),
        }
    }
    Ok(())
}

struct Extras<'a, 'r> {
    document: &'r Document<'a>,
    made: &'r Made<'a>,
    robot: &'r mut Robot,
    extra: El<'a>,
}

impl<'a> Extras<'a, '_> {
    fn name(&self, otherwise: &str) -> String {
        self.extra.attr("name").unwrap_or(otherwise).to_owned()
    }

    /// The link that an attribute names by its sid.
    fn link(&self, of: El<'a>, attribute: &str) -> Result<Option<String>> {
        let Some(path) = of.attr(attribute) else { return Ok(None) };
        let found = self.document.by_sid(path, self.extra)?;
        Ok(found.and_then(|found| self.made.links.get(&found.key())).map(|link| link.name.clone()))
    }

    /// The motion of the joint that an attribute names.
    fn motion(&self, of: El<'a>, attribute: &str) -> Result<Option<String>> {
        let Some(path) = of.attr(attribute) else { return Ok(None) };
        let found = self.document.by_sid(path, self.extra)?;
        let joint =
            found.map(|found| if found.is("joint") { found } else { found.parent().unwrap_or(found) });
        Ok(joint
            .and_then(|joint| self.made.motions.get(&joint.key()))
            .and_then(|names| names.first().cloned()))
    }

    fn manipulator(&mut self, of: El<'a>) -> Result<()> {
        let name = self.name("manipulator");
        let Some(tip) = of.child("frame_tip") else { return Ok(()) };
        let Some(link) = self.link(tip, "link")? else {
            self.robot
                .notes
                .dropped(self.extra.at(), format!("the manipulator `{name}`, whose tip does not exist"));
            return Ok(());
        };
        let base = of.child("frame_origin").map_or(Ok(None), |origin| self.link(origin, "link"))?;
        let mut hand = Vec::new();
        for joint in of.elements().filter(|e| e.is("gripper_joint")) {
            let Some(motion) = self.motion(joint, "joint")? else { continue };
            let closing = joint.child("closing_direction").map_or(Ok(0.0), |of| self.document.number(of))?;
            hand.push((motion, if closing == 0.0 { 0.0 } else { closing.signum() }));
        }
        self.robot.chains.push(NamedChain { name, base, tip: link, tool: self.document.pose(tip)?, hand });
        Ok(())
    }

    fn sensor(&mut self, of: El<'a>) -> Result<()> {
        let name = self.name("sensor");
        let origin = of.child("frame_origin");
        let link = origin.map_or(Ok(None), |origin| self.link(origin, "link"))?;
        let instance = of.child("instance_sensor");
        let sensor = instance.map_or(Ok(None), |of| self.document.follow(of, "url", "sensor").map(Some))?;
        let (Some(origin), Some(link), Some(sensor)) = (origin, link, sensor) else {
            self.robot
                .notes
                .dropped(self.extra.at(), format!("the sensor `{name}`, whose link does not exist"));
            return Ok(());
        };
        let pose = self.document.pose(origin)?;
        let at = self.extra.at();
        let mut add = |name: String, kind: SensorKind| {
            self.robot.sensors.push(Sensor { name, at: at.clone(), kind, rate: None, noise: 0.0 });
        };
        match sensor.attr("type").unwrap_or_default() {
            "base_force6d" => add(name, SensorKind::ForceTorque { link, pose }),
            "base_imu" => {
                add(format!("{name}_acceleration"), SensorKind::Accelerometer { link: link.clone(), pose });
                add(format!("{name}_turning"), SensorKind::Gyro { link, pose });
            }
            kind if tactile::is_tactile(kind) => {
                let (skin, material) = tactile::read(sensor, &name, &link, pose)?;
                tactile::add(self.robot, skin, material);
            }
            other => self.robot.notes.dropped(at, format!("the sensor `{name}` of type {other}")),
        }
        Ok(())
    }

    fn actuator(&mut self, of: El<'a>) -> Result<()> {
        let name = self.name("motor");
        let bound = of.child("bind_actuator").map_or(Ok(None), |bind| self.motion(bind, "joint"))?;
        let Some(motion) = bound else {
            self.robot
                .notes
                .dropped(self.extra.at(), format!("the actuator `{name}`, whose joint does not exist"));
            return Ok(());
        };
        let model = of
            .child("instance_actuator")
            .map_or(Ok(None), |of| self.document.follow(of, "url", "actuator").map(Some))?;
        let electric = model.map_or(Ok(None), |model| electric(model, self.document))?;
        let actuator = Actuator::new(name, self.extra.at(), Driven::Motion(motion), Control::Unknown);
        self.robot.actuators.push(Actuator { electric, ..actuator });
        Ok(())
    }

    fn collision(&mut self, of: El<'a>) -> Result<()> {
        for pair in of.elements().filter(|e| e.is("ignore_link_pair")) {
            if let (Some(a), Some(b)) = (self.link(pair, "link0")?, self.link(pair, "link1")?) {
                self.robot.exclude.push((a, b));
            }
        }
        Ok(())
    }
}

/// The data of an electric motor, at its shaft.
fn electric<'a>(of: El<'a>, document: &Document<'a>) -> Result<Option<Electric>> {
    if of.attr("type") != Some("electric_motor") {
        return Err(of.fault(ErrorKind::Refused, "an actuator that is no electric_motor is not read"));
    }
    let number = |name: &str| -> Result<Option<f64>> {
        of.child(name).map(|child| document.number(child)).transpose()
    };
    let (constant, resistance, voltage) =
        (number("torque_constant")?, number("terminal_resistance")?, number("nominal_voltage")?);
    let (Some(torque_constant), Some(resistance), Some(voltage)) = (constant, resistance, voltage) else {
        return Ok(None);
    };
    let current = number("starting_current")?.unwrap_or(voltage / resistance);
    Ok(Some(Electric {
        torque_constant,
        resistance,
        voltage,
        current,
        gear_ratio: number("gear_ratio")?.unwrap_or(1.0),
        rotor_inertia: number("rotor_inertia")?.unwrap_or(0.0),
    }))
}
