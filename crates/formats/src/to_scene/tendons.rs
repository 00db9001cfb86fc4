//! Tendons as scenes have them: a spring, stops and dry friction are tendons of their own, and what a motor pulls is a spool.

use super::names::Names;
use crate::robot::{Motion, Notes, Robot, Tendon, TendonPath};
use bristle_scene::SceneData;
use bristle_scene::data::{TendonDescription, TendonJoint};

/// Stops of a tendon \[N/m, and per second\], and what it is held with: by the radius of a pulley, forces are larger than at joints.
const STOP: (f64, f64) = (1e6, 1e2);
pub(super) const HELD: f64 = 1e6;
/// Stiffness of dry friction while it holds.
const HOLDING: f64 = 1e5;
/// The weakest spring that scenes have, where a tendon only damps.
const NO_SPRING: f64 = 1e-6;
/// Lengths beyond these are none.
const ENDLESS: f64 = 1e6;

pub(super) fn add(data: &mut SceneData, robot: &Robot, names: &mut Names, notes: &mut Notes) {
    let mut idle = Vec::new();
    for tendon in &robot.tendons {
        match terms(tendon, robot, notes) {
            Some(terms) => one(data, tendon, &terms, robot, names, &mut idle),
            None => {
                let points = if let TendonPath::Points(points) = &tendon.path { points.len() } else { 0 };
                let text = format!(
                    "the tendon `{}` over {points} points: tendons of scenes run over joints",
                    tendon.name
                );
                notes.dropped(&tendon.at, text);
            }
        }
    }
    let text = match idle.as_slice() {
        [] => return,
        [one] => format!("the range of the tendon `{one}`, which its joints never leave"),
        [first, .., last] => {
            format!(
                "the ranges of {} tendons, `{first}` to `{last}`, which their joints never leave",
                idle.len()
            )
        }
    };
    notes.dropped("", text);
}

/// The motions that lengthen a tendon, each once; none if it runs over points.
pub(super) fn terms<'a>(
    tendon: &Tendon,
    robot: &'a Robot,
    notes: &mut Notes,
) -> Option<Vec<(&'a Motion, f64)>> {
    let TendonPath::Joints(given) = &tendon.path else { return None };
    let mut terms: Vec<(&Motion, f64)> = Vec::new();
    for (name, factor) in given {
        let Some(motion) = robot.motion(name).filter(|motion| motion.kind.is_single()) else {
            let text =
                format!("`{name}` of the tendon `{}`, which is no joint with one position", tendon.name);
            notes.dropped(&tendon.at, text);
            continue;
        };
        match terms.iter_mut().find(|(known, _)| known.name == *name) {
            Some((_, sum)) => *sum += factor,
            None => terms.push((motion, *factor)),
        }
    }
    terms.retain(|(_, factor)| *factor != 0.0);
    Some(terms)
}

/// Shortest and longest that the stops of its joints let it be.
fn reach(terms: &[(&Motion, f64)]) -> [f64; 2] {
    terms.iter().fold([0.0, 0.0], |[low, high], (motion, factor)| {
        let [a, b] = motion.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]).map(|q| q * factor);
        [low + a.min(b), high + a.max(b)]
    })
}

fn one(
    data: &mut SceneData,
    tendon: &Tendon,
    terms: &[(&Motion, f64)],
    robot: &Robot,
    names: &mut Names,
    idle: &mut Vec<String>,
) {
    let joints = |sign: f64| -> Vec<TendonJoint> {
        let joint = |(motion, factor): &(&Motion, f64)| {
            Some(TendonJoint { body: names.mover(&motion.name)?.to_owned(), by: sign * factor })
        };
        terms.iter().filter_map(joint).collect()
    };
    let (along, back) = (joints(1.0), joints(-1.0));
    if along.is_empty() {
        return;
    }
    let mut made: Vec<TendonDescription> = Vec::new();
    let mut make =
        |suffix: &str, kind: &str, joints: &[TendonJoint], rest: f64, (stiffness, damping): (f64, f64)| {
            let name = names.new_name("tendon", &format!("{}{suffix}", tendon.name));
            let joints = joints.to_vec();
            made.push(TendonDescription {
                name,
                kind: kind.to_owned(),
                joints,
                rest_length: rest.clamp(-ENDLESS, ENDLESS),
                stiffness: stiffness.clamp(NO_SPRING, 1e12),
                damping: damping.clamp(0.0, 1e12),
                slips_at: None,
            });
        };
    // The first has the name of the file.
    let mut first = true;
    let mut suffix = |of: &'static str| if std::mem::take(&mut first) { "" } else { of };
    if let Some(length) = tendon.held {
        make(suffix("_held"), "rod", &along, length, (HELD, 0.0));
    }
    let spring = (tendon.stiffness, tendon.damping);
    let [low, high] = tendon.rest;
    match (tendon.stiffness > 0.0, low < high) {
        (false, _) if tendon.damping > 0.0 => make(suffix("_damper"), "rod", &along, 0.0, spring),
        (false, _) => {}
        (true, false) => make(suffix("_spring"), "rod", &along, low, spring),
        (true, true) => {
            if high < ENDLESS {
                make(suffix("_spring"), "cord", &along, high, spring);
            }
            if low > -ENDLESS {
                make(suffix("_back"), "cord", &back, -low, (tendon.stiffness, 0.0));
            }
        }
    }
    if tendon.friction > 0.0 {
        make(suffix("_friction"), "clutch", &along, 0.0, (HOLDING, 0.0));
    }
    if let Some([low, high]) = tendon.limits {
        let [shortest, longest] = reach(terms);
        let slack = 1e-9 * (high - low);
        if longest > high + slack && high < ENDLESS {
            make(suffix("_longest"), "cord", &along, high, STOP);
        }
        if shortest < low - slack && low > -ENDLESS {
            make(suffix("_shortest"), "cord", &back, -low, STOP);
        }
        if first && !is_driven(tendon, robot) {
            idle.push(tendon.name.clone());
        }
    }
    if let Some(clutch) = made.iter_mut().find(|of| of.kind == "clutch") {
        clutch.slips_at = Some(tendon.friction.clamp(1e-6, 1e12));
    }
    data.tendons.append(&mut made);
}

fn is_driven(tendon: &Tendon, robot: &Robot) -> bool {
    robot.actuators.iter().any(|of| of.drives == crate::robot::Driven::Tendon(tendon.name.clone()))
}
