//! What a scene means, in words.

use super::findings::{BodyFinding, ControllerFinding, Findings, SkinFinding};
use crate::quantity::quantity;
use std::fmt::Write;

// Writing to a string cannot fail, so its results are passed over.
pub(super) fn of(found: &Findings) -> String {
    let mut text = match found.title.as_str() {
        "" => format!("{}\n", found.scene),
        title => format!("{title} ({})\n", found.scene),
    };
    let _ = writeln!(
        text,
        "{} in steps of {}, {} stepping, seed {}",
        quantity(found.duration_s, "s"),
        quantity(found.step_s, "s"),
        found.stepping,
        found.seed
    );
    let _ = writeln!(
        text,
        "\nBodies: {}, {} in all, {} degrees of freedom",
        found.bodies.len(),
        quantity(found.mass_kg, "kg"),
        found.degrees_of_freedom
    );
    found.bodies.iter().for_each(|body| text += &body_line(body));
    if !found.skins.is_empty() {
        text += "\nTactile skins\n";
        found.skins.iter().for_each(|skin| text += &skin_line(skin, "texels"));
    }
    if !found.motors.is_empty() {
        text += "\nMotors\n";
        for motor in &found.motors {
            let joint = found.bodies.iter().find(|body| body.name == motor.drives).map(|body| body.joint);
            let unit = if joint == Some("revolute") { "N·m" } else { "N" };
            let limit = motor.effort_limit.map(|limit| format!(", at most {}", quantity(limit, unit)));
            let _ = writeln!(text, "  {} drives {}{}", motor.name, motor.drives, limit.unwrap_or_default());
        }
    }
    if !found.sensors.is_empty() {
        text += "\nSensors\n";
        for sensor in &found.sensors {
            let _ = writeln!(text, "  {}: {}", sensor.name, sensor.channels.join(", "));
        }
    }
    if !found.phases.is_empty() {
        text += "\nScript\n";
        for phase in &found.phases {
            let _ = match &phase.until {
                None => writeln!(text, "  {}: for {}", phase.name, quantity(phase.at_most_s, "s")),
                Some(until) => {
                    writeln!(
                        text,
                        "  {}: until {until}, at most {}",
                        phase.name,
                        quantity(phase.at_most_s, "s")
                    )
                }
            };
        }
    }
    if let Some(ControllerFinding { kind, class, period_s }) = &found.controller {
        let class = class.as_ref().map_or(String::new(), |class| format!(" ({class})"));
        let _ = writeln!(text, "\nController: {kind}{class}, asked every {}", quantity(*period_s, "s"));
    }
    if found.disturbances > 0 {
        let _ = writeln!(text, "\nDisturbances: {}", found.disturbances);
    }
    text += "\nThe advisor, at the start\n";
    for line in found.advice.words.lines() {
        let _ = writeln!(text, "  {line}");
    }
    for warning in &found.warnings {
        let _ = writeln!(text, "\nwarning: {warning}");
    }
    text
}

fn body_line(body: &BodyFinding) -> String {
    let on = match (&body.parent, body.joint) {
        (_, "free") => "free".to_owned(),
        (None, "fixed") => "fixed to the world".to_owned(),
        (Some(parent), "fixed") => format!("fixed to {parent}"),
        (parent, joint) => format!("{joint} on {}", parent.as_deref().unwrap_or("the world")),
    };
    let mut parts = vec![on];
    if body.mass_kg > 0.0 {
        parts.push(quantity(body.mass_kg, "kg"));
    } else if body.movable {
        parts.push("no mass of its own".to_owned());
    }
    parts.extend(body.led_by.clone());
    parts.extend(body.shapes.iter().cloned());
    format!("  {}: {}\n", body.name, parts.join(", "))
}

fn skin_line(skin: &SkinFinding, what: &str) -> String {
    let size = match (skin.rows, skin.columns) {
        (Some(rows), Some(columns)) if rows * columns != skin.texels => {
            format!("{} {what} in {rows} rows and {columns} columns", skin.texels)
        }
        (Some(rows), Some(columns)) => format!("{rows} × {columns} {what}"),
        _ => format!("{} {what}", skin.texels),
    };
    let rays = if skin.rays == skin.texels { String::new() } else { format!(" with {} rays", skin.rays) };
    let feels = if skin.feels.is_empty() { "nothing".to_owned() } else { skin.feels.join(", ") };
    let device = skin.device.as_ref().map(|device| {
        let rate =
            device.rate_hz.map_or("in every step".to_owned(), |rate| format!("at {}", quantity(rate, "Hz")));
        format!("; device {}: {} {rate}", device.name, device.readings)
    });
    format!("  {} on {}: {size}{rays}; feels {feels}{}\n", skin.name, skin.body, device.unwrap_or_default())
}
