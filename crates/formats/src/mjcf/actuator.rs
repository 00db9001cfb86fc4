//! Actuators: what drives joints and tendons, and how it is commanded.

use super::bodies::Found;
use super::classes::Full;
use super::geom::Context;
use crate::error::Result;
use crate::robot::{Actuator, Control, Driven, Robot};
use crate::xml::truth;

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    for section in context.model.sections("actuator")? {
        for element in context.model.children(section)? {
            let full = context.classes.with_defaults(element, None)?;
            let name = element
                .attr("name")
                .map_or_else(|| format!("actuator_{}", robot.actuators.len() + 1), str::to_owned);
            let Some(drives) = target(&full) else {
                robot.notes.dropped(
                    element.at(),
                    format!("the actuator `{name}`, which drives no joint and no tendon"),
                );
                continue;
            };
            if let Driven::Motion(motion) = &drives
                && !found.motions.contains(motion)
            {
                robot
                    .notes
                    .dropped(element.at(), format!("the actuator `{name}`: there is no joint `{motion}`"));
                continue;
            }
            let gear =
                full.numbers("gear")?.and_then(|gear| gear.first().copied()).unwrap_or(1.0).abs().max(1e-12);
            let Some((control, strength)) = control(&full, gear)? else {
                robot.notes.dropped(
                    element.at(),
                    format!("the actuator `{name}`: <{}> is not simulated", element.name()),
                );
                continue;
            };
            let reach = reach(&drives, gear, robot);
            let effort = effort(&full, control, Strength { gear, per_control: strength, reach })?;
            robot.actuators.push(Actuator { effort, ..Actuator::new(name, element.at(), drives, control) });
        }
    }
    Ok(())
}

fn target(full: &Full<'_>) -> Option<Driven> {
    let joint = full.el.attr("joint").or_else(|| full.el.attr("jointinparent"));
    joint
        .map(|name| Driven::Motion(name.to_owned()))
        .or_else(|| full.el.attr("tendon").map(|name| Driven::Tendon(name.to_owned())))
}

/// How it is commanded, in units of the joint, and how much effort a unit of control gives.
fn control(full: &Full<'_>, gear: f64) -> Result<Option<(Control, f64)>> {
    let position = |kp: f64, kv: f64| Control::Position {
        stiffness: kp * gear * gear,
        damping: kv * gear * gear,
        integral: 0.0,
    };
    Ok(Some(match full.el.name() {
        "motor" => (Control::Effort, gear),
        "position" => {
            let (kp, kv) = (full.number_or("kp", 1.0)?, full.number_or("kv", 0.0)?);
            match full.number("dampratio")? {
                Some(ratio) if kv == 0.0 => {
                    (Control::DampedPosition { stiffness: kp * gear * gear, ratio }, kp * gear)
                }
                _ => (position(kp, kv), kp * gear),
            }
        }
        "velocity" => {
            let kv = full.number_or("kv", 1.0)?;
            (Control::Velocity { gain: kv * gear * gear }, kv * gear)
        }
        "general" => {
            let gain = full.numbers("gainprm")?.and_then(|gain| gain.first().copied()).unwrap_or(1.0);
            let bias = full.numbers("biasprm")?.unwrap_or_default();
            let bias = |i: usize| bias.get(i).copied().unwrap_or(0.0);
            let affine = full.attr("biastype") == Some("affine");
            // `gain u + b0 + b1 length + b2 velocity`, which is a position or velocity controller by the signs of b1 and b2.
            match (affine, bias(1) < 0.0, bias(2) < 0.0) {
                (true, true, _) => (position(-bias(1), (-bias(2)).max(0.0)), gain * gear),
                (true, false, true) => (Control::Velocity { gain: -bias(2) * gear * gear }, gain * gear),
                _ => (Control::Effort, gain * gear),
            }
        }
        _ => return Ok(None),
    }))
}

/// How strong an actuator is.
#[derive(Clone, Copy)]
struct Strength {
    gear: f64,
    /// Effort at the joint per unit of control.
    per_control: f64,
    /// Between which lengths of the actuator it can be, if what it drives has stops.
    reach: Option<[f64; 2]>,
}

/// Between which lengths the stops of its joint let an actuator be.
fn reach(drives: &Driven, gear: f64, robot: &Robot) -> Option<[f64; 2]> {
    let Driven::Motion(name) = drives else { return None };
    robot.motion(name)?.limits.map(|limits| limits.map(|q| q * gear))
}

/// The largest effort at the joint: that of the actuator, or what its largest control gives.
fn effort(full: &Full<'_>, control: Control, strength: Strength) -> Result<Option<f64>> {
    let range = |range: &str, switch: &str| -> Result<Option<[f64; 2]>> {
        let on = full.attr(switch).is_none_or(|word| word == "auto" || truth(word) == Some(true));
        Ok(full.exactly::<2>(range)?.filter(|[low, high]| on && low < high))
    };
    let largest = |[low, high]: [f64; 2]| low.abs().max(high.abs());
    let per_control = strength.per_control.abs();
    let controls = range("ctrlrange", "ctrllimited")?;
    let of_control = match (control, controls) {
        (Control::Effort, Some(controls)) => Some(per_control * largest(controls)),
        // Where the joint is at one end and the control at the other.
        (Control::Position { .. } | Control::DampedPosition { .. }, Some([low, high])) => {
            let [shortest, longest] = strength.reach.unwrap_or([low, high]);
            Some(per_control * largest([low - longest, high - shortest]))
        }
        _ => None,
    };
    let of_force = range("forcerange", "forcelimited")?.map(|force| largest(force) * strength.gear);
    Ok(of_force.or(of_control).filter(|effort| *effort > 0.0))
}
