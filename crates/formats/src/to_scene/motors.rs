//! Actuators as motors.

use super::gains::Load;
use super::names::Names;
use super::spools::Spool;
use crate::robot::{Actuator, Control, Driven, Motion, Notes, Robot, TendonPath};
use bristle_scene::SceneData;
use bristle_scene::data::MotorDescription;
use bristle_world::motor::{Gear, PositionGains, Rotor, VelocityGains, Winding};
use std::collections::{HashMap, HashSet};

/// What a motor may be given: beyond, a number is no number of motors.
const SENSIBLE: (f64, f64) = (1e-9, 1e9);

fn sensible(value: Option<f64>) -> Option<f64> {
    value.filter(|x| *x > SENSIBLE.0).map(|x| x.min(SENSIBLE.1))
}

pub(super) fn add(
    data: &mut SceneData,
    robot: &Robot,
    loads: &HashMap<String, Load>,
    spools: &HashMap<String, Spool>,
    names: &mut Names,
    notes: &mut Notes,
) {
    let mut driven = HashSet::new();
    let (mut guessed_gains, mut guessed_efforts) = (Vec::new(), Vec::new());
    let mut rubbing: Vec<(&Motion, f64)> = Vec::new();
    for actuator in &robot.actuators {
        let Some((target, share)) = target(actuator, robot, spools, notes) else { continue };
        let (body, of, load) = match target {
            Target::Spool(spool) => (spool.body.clone(), None, &spool.load),
            Target::Motion(motion) => {
                let of = robot.motion(&motion);
                let (Some(body), Some(of), Some(load)) = (names.mover(&motion), of, loads.get(&motion))
                else {
                    let why = match robot.loops.iter().any(|of| of.name == motion) {
                        true => "which closes a loop: drive another joint of it",
                        false => "which is no joint with one position",
                    };
                    let text = format!("the actuator `{}`: it drives `{motion}`, {why}", actuator.name);
                    notes.dropped(&actuator.at, text);
                    continue;
                };
                if of.mimic.is_some() {
                    let text =
                        format!("the actuator `{}`: its joint `{motion}` follows another", actuator.name);
                    notes.dropped(&actuator.at, text);
                    continue;
                }
                (body.to_owned(), Some(of), load)
            }
        };
        if !driven.insert(body.clone()) {
            notes.dropped(
                &actuator.at,
                format!("the actuator `{}`: what it drives, `{body}`, has another already", actuator.name),
            );
            continue;
        }
        let limit = [actuator.effort.map(|e| e * share), of.and_then(|of| of.effort)]
            .into_iter()
            .flatten()
            .fold(f64::INFINITY, f64::min);
        let stated = sensible(Some(limit).filter(|limit| limit.is_finite()));
        // A winding has its limit: the torque at its largest current.
        let of_winding = actuator.electric.map(|of| of.torque_constant * of.current * of.gear_ratio.abs());
        let effort = stated.or(sensible(of_winding)).unwrap_or_else(|| {
            guessed_efforts.push(actuator.name.clone());
            load.effort()
        });
        if let Some(of) = of.filter(|of| of.friction > 0.3 * effort) {
            rubbing.push((of, effort));
        }
        let name = names.new_name("motor", &actuator.name);
        let mut motor = MotorDescription {
            name,
            drives: body,
            max_effort: Some(effort),
            max_speed: sensible(actuator.speed.or(of.and_then(|of| of.speed))),
            max_acceleration: sensible(actuator.acceleration.or(of.and_then(|of| of.acceleration))),
            ..Default::default()
        };
        if let Some(electric) = actuator.electric {
            motor.winding = Some(Winding {
                torque_constant: electric.torque_constant,
                resistance: electric.resistance,
                current_limit: electric.current,
                supply_voltage: electric.voltage,
            });
            motor.gear = (electric.gear_ratio != 1.0).then(|| Gear::reduction(electric.gear_ratio, 1.0));
            let rotor = Rotor { inertia: electric.rotor_inertia, viscous_friction: 0.0, dry_friction: 0.0 };
            motor.rotor = (electric.rotor_inertia > 0.0).then_some(rotor);
        }
        control(&mut motor, actuator, load, effort, share, &mut guessed_gains);
        data.motors.push(motor);
    }
    // The worst, for all.
    let share = |(of, effort): &(&Motion, f64)| of.friction / effort;
    if let Some(worst @ (of, effort)) = rubbing.iter().max_by(|a, b| share(a).total_cmp(&share(b))) {
        let most =
            format!("dry friction of `{}` takes {} of the {effort} that its motor has", of.name, of.friction);
        let more = match rubbing.len() - 1 {
            0 => String::new(),
            others => format!("; that of {others} more joints takes up to {:.0} %", 100.0 * share(worst)),
        };
        notes.doubtful(&of.at, format!("{most}{more}"));
    }
    let some = |names: &[String]| match names {
        [one] => format!("`{one}`"),
        [first, .., last] => format!("{} motors, `{first}` to `{last}`", names.len()),
        [] => String::new(),
    };
    if !guessed_gains.is_empty() {
        let text = format!(
            "the position gains of {}: all their effort at an error of 0.05 rad or 5 mm, critically damped",
            some(&guessed_gains)
        );
        notes.guessed("", text);
    }
    if !guessed_efforts.is_empty() {
        let text = format!("the largest effort of {}: ten times what gravity takes", some(&guessed_efforts));
        notes.guessed("", text);
    }
}

fn control(
    motor: &mut MotorDescription,
    actuator: &Actuator,
    load: &Load,
    effort: f64,
    share: f64,
    guessed: &mut Vec<String>,
) {
    match actuator.control {
        Control::Position { stiffness, damping, integral } if stiffness > SENSIBLE.0 => {
            motor.position_gains = Some(PositionGains {
                stiffness: (stiffness * share * share).min(SENSIBLE.1),
                damping: (damping * share * share).clamp(0.0, SENSIBLE.1),
                integral: integral.clamp(0.0, SENSIBLE.1),
            });
        }
        Control::DampedPosition { stiffness, ratio } if stiffness > SENSIBLE.0 => {
            let stiffness = (stiffness * share * share).min(SENSIBLE.1);
            let damping = 2.0 * ratio * (stiffness * load.inertia.max(0.0)).sqrt();
            motor.position_gains = Some(PositionGains { stiffness, damping, integral: 0.0 });
        }
        Control::Velocity { gain } if gain > SENSIBLE.0 => {
            motor.velocity_gains = Some(VelocityGains { proportional: gain.min(SENSIBLE.1), integral: 0.0 });
        }
        Control::Effort => {}
        Control::Unknown
        | Control::Position { .. }
        | Control::DampedPosition { .. }
        | Control::Velocity { .. } => {
            motor.position_gains = Some(load.gains(effort));
            guessed.push(actuator.name.clone());
        }
    }
}

/// What an actuator drives.
enum Target<'a> {
    Motion(String),
    Spool(&'a Spool),
}

/// What an actuator drives, and the share of its effort that arrives there.
fn target<'a>(
    actuator: &Actuator,
    robot: &Robot,
    spools: &'a HashMap<String, Spool>,
    notes: &mut Notes,
) -> Option<(Target<'a>, f64)> {
    let name = match &actuator.drives {
        Driven::Motion(name) => return Some((Target::Motion(name.clone()), 1.0)),
        Driven::Tendon(name) => name,
    };
    if let Some(spool) = spools.get(name) {
        return Some((Target::Spool(spool), 1.0));
    }
    let tendon = robot.tendons.iter().find(|tendon| tendon.name == *name);
    match tendon.map(|tendon| &tendon.path) {
        // Over one joint, the tendon is a gear.
        Some(TendonPath::Joints(terms)) if !terms.is_empty() => {
            let (motion, factor) = &terms[0];
            Some((Target::Motion(motion.clone()), factor.abs().max(1e-9)))
        }
        found => {
            let why = if found.is_some() { "runs over points" } else { "does not exist" };
            let text = format!("the actuator `{}`: the tendon `{name}` that it pulls {why}", actuator.name);
            notes.dropped(&actuator.at, text);
            None
        }
    }
}
