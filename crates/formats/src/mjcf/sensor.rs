//! Sensors.

use super::bodies::Found;
use super::geom::Context;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Robot, Sensor, SensorKind};
use crate::xml::El;
use bristle_geometry::Pose;

/// How far a range finder without a limit sees \[m\].
const FAR: f64 = 10.0;

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    for section in context.model.sections("sensor")? {
        for element in context.model.children(section)? {
            one(element, found, robot)?;
        }
    }
    Ok(())
}

fn one(element: El<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let site = || -> Result<(String, Pose)> {
        let name = element.need_attr("site")?;
        found.sites.get(name).cloned().ok_or_else(|| {
            element.fault_at("site", ErrorKind::UnknownName, format!("there is no site `{}`", shown(name)))
        })
    };
    let joint = || -> Result<String> {
        let name = element.need_attr("joint")?;
        let known = found.motions.iter().any(|motion| motion == name);
        known.then(|| name.to_owned()).ok_or_else(|| {
            element.fault_at("joint", ErrorKind::UnknownName, format!("there is no joint `{}`", shown(name)))
        })
    };
    let kind = match element.name() {
        "accelerometer" => site().map(|(link, pose)| SensorKind::Accelerometer { link, pose })?,
        "gyro" => site().map(|(link, pose)| SensorKind::Gyro { link, pose })?,
        // Both are channels of one sensor here.
        "force" | "torque" => {
            let (link, pose) = site()?;
            let there = |sensor: &Sensor| matches!(&sensor.kind, SensorKind::ForceTorque { link: l, pose: p } if *l == link && *p == pose);
            if robot.sensors.iter().any(there) {
                return Ok(());
            }
            SensorKind::ForceTorque { link, pose }
        }
        "jointpos" => SensorKind::Encoder { motion: joint()? },
        "rangefinder" if element.attr("site").is_some() => {
            let (link, pose) = site()?;
            let range = element.number("cutoff")?.filter(|range| *range > 0.0).unwrap_or(FAR);
            SensorKind::Distance { link, pose, range }
        }
        // What the world knows of itself anyway.
        "jointvel" | "actuatorfrc" | "actuatorpos" | "actuatorvel" | "clock" | "user" => return Ok(()),
        "touch" => {
            robot.notes.dropped(element.at(), "a touch sensor: put skins on the links (--skin, `skins`)");
            return Ok(());
        }
        other => {
            robot.notes.dropped(element.at(), format!("a sensor of type {other}"));
            return Ok(());
        }
    };
    let name = element
        .attr("name")
        .map_or_else(|| format!("{}_{}", element.name(), robot.sensors.len() + 1), str::to_owned);
    let noise = element.number_or("noise", 0.0)?.max(0.0);
    robot.sensors.push(Sensor { name, at: element.at(), kind, rate: None, noise });
    Ok(())
}
