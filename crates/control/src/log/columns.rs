//! The columns of a log.

use crate::Senses;

/// What the line with the robot's senses begins with.
pub(super) const SENSES: &str = "# senses ";

/// The head of a log.
pub(super) fn head(senses: &Senses) -> Vec<String> {
    let mut head = vec!["time".to_owned(), "phase".to_owned()];
    let mut add = |kind: &str, name: &str, fields: &[&str]| {
        head.extend(fields.iter().map(|field| format!("{kind}.{name}{field}")));
    };
    for joint in &senses.joints {
        add("joint", &joint.name, &[".position", ".velocity", ".effort"]);
    }
    for motor in &senses.motors {
        add("motor", &motor.name, &[".effort", ".current", ".voltage"]);
    }
    for skin in &senses.skins {
        add("skin", &skin.name, &[".frame", ".new", ".values", ".shear"]);
        if skin.utilisation {
            add("skin", &skin.name, &[".utilisation"]);
        }
    }
    for sensor in &senses.sensors {
        add("sensor", &sensor.name, &[""]);
    }
    for motor in &senses.motors {
        add("command", &motor.name, &[""]);
    }
    head
}
