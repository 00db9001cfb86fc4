//! From a robot to a scene that moves.

mod bodies;
mod contacts;
mod gains;
mod loops;
mod massless;
mod mimic;
mod motors;
mod names;
mod sensors;
mod skins;
mod spools;
mod tendons;
mod weights;

use crate::error::{ErrorKind, Result, error};
use crate::robot::{Notes, Robot};
use bristle_scene::data::{Base, Chain, Configuration, RobotOptions};
use bristle_scene::{Imported, SceneData};
use names::Names;

/// What a robot is as a scene, with skins where the options want them.
pub(crate) fn to_scene(mut robot: Robot, options: &RobotOptions) -> Result<Imported> {
    refuse_too_many(&robot)?;
    base(&mut robot, options.base);
    let forest = robot.forest()?;
    mimic::resolve(&mut robot, &forest);
    let mut names = Names::of(&mut robot, &forest);
    let mut notes = std::mem::take(&mut robot.notes);
    weights::check(&mut robot, &forest, options, &mut notes)?;
    massless::check(&mut robot, &forest, options, &mut notes)?;
    let mut data = SceneData { title: robot.name.clone(), ..Default::default() };
    if let Some(gravity) = robot.gravity {
        data.world.gravity = gravity;
    }
    if let Some(step) = robot.step {
        data.run.step = step;
    }
    bodies::add(&mut data, &robot, &forest, &names, options, &mut notes);
    loops::add(&mut data, &robot, &mut names, &mut notes);
    tendons::add(&mut data, &robot, &mut names, &mut notes);
    let loads = gains::loads(&robot, &forest);
    let spools = spools::add(&mut data, &robot, &loads, &mut names, &mut notes);
    motors::add(&mut data, &robot, &loads, &spools, &mut names, &mut notes);
    sensors::add(&mut data, &robot, &mut names, &mut notes);
    skins::add(&mut data, &robot, &mut names, options, &mut notes)?;
    named_parts(&mut data, &robot, &names, &mut notes);
    spools::complete(&mut data, &robot, &names, &spools);
    // A scene that Bristle has written says itself what touches.
    if robot.extension.is_none() {
        contacts::add(&mut data, options.self_contact, &mut notes);
    }
    names.report(&mut notes);
    let tree = match robot.extension {
        Some(extension) => crate::extension::laid_over(data.to_tree(), &extension),
        None => data.to_tree(),
    };
    Ok(Imported { tree, notes: notes.iter().map(ToString::to_string).collect() })
}

/// How many things of a kind a robot may have beside its links.
const MOST: usize = 20_000;

fn refuse_too_many(robot: &Robot) -> Result<()> {
    let counts = [
        ("joints", robot.joints.len()),
        ("actuators", robot.actuators.len()),
        ("sensors", robot.sensors.len()),
        ("loops", robot.loops.len()),
        ("tendons", robot.tendons.len()),
        ("exclusions", robot.exclude.len()),
        ("configurations", robot.configurations.len()),
    ];
    match counts.into_iter().find(|(_, count)| *count > MOST) {
        Some((what, count)) => {
            let message = format!("{} has {count} {what}; at most {MOST} are read", robot.in_words());
            Err(error(ErrorKind::TooMany, message))
        }
        None => Ok(()),
    }
}

/// Makes the robot stand, or lets it go.
fn base(robot: &mut Robot, wanted: Base) {
    use crate::robot::{Joint, Motion, MotionKind};
    match wanted {
        Base::FromFile => {}
        Base::Fixed => {
            for joint in robot.joints.iter_mut().filter(|joint| joint.parent.is_none()) {
                joint.motions.retain(|motion| motion.kind != MotionKind::Free);
            }
        }
        Base::Free => {
            let carried: Vec<&str> = robot.joints.iter().map(|joint| joint.child.as_str()).collect();
            let roots: Vec<Joint> = robot
                .links
                .iter()
                .filter(|link| !carried.contains(&link.name.as_str()) && !names::is_world(link))
                .map(|link| Joint {
                    name: format!("{}_free", link.name),
                    at: link.at.clone(),
                    parent: None,
                    child: link.name.clone(),
                    origin: link.pose,
                    motions: vec![Motion::new(format!("{}_free", link.name), &link.at, MotionKind::Free)],
                })
                .collect();
            let stands_in_world = |parent: &Option<String>, robot: &Robot| match parent {
                None => true,
                Some(name) => robot.link(name).is_some_and(names::is_world),
            };
            let fixed: Vec<usize> = (0..robot.joints.len())
                .filter(|&i| {
                    robot.joints[i].motions.is_empty() && stands_in_world(&robot.joints[i].parent, robot)
                })
                .collect();
            for i in fixed {
                let joint = &mut robot.joints[i];
                joint.motions.push(Motion::new(joint.name.clone(), joint.at.clone(), MotionKind::Free));
            }
            robot.joints.extend(roots);
        }
    }
}

fn named_parts(data: &mut SceneData, robot: &Robot, names: &Names, notes: &mut Notes) {
    for (a, b) in &robot.exclude {
        if let (Some(a), Some(b)) = (names.body(a), names.body(b))
            && a != b
        {
            data.exclude.push((a.to_owned(), b.to_owned()));
        }
    }
    for chain in &robot.chains {
        let (tip, base) = (names.body(&chain.tip), chain.base.as_deref().map(|base| names.body(base)));
        let Some(tip) = tip else {
            notes
                .dropped("", format!("the chain `{}`, whose tip `{}` does not exist", chain.name, chain.tip));
            continue;
        };
        let hand: Vec<(String, f64)> = chain
            .hand
            .iter()
            .filter_map(|(motion, sign)| Some((names.mover(motion)?.to_owned(), *sign)))
            .collect();
        let closing: Vec<f64> = hand.iter().map(|(_, sign)| *sign).collect();
        let silent = closing.iter().all(|sign| *sign == 0.0);
        data.chains.push(Chain {
            name: names::usable(&chain.name, "chain"),
            base: base.flatten().map(str::to_owned),
            tip: tip.to_owned(),
            tool: chain.tool,
            closing: if silent { Vec::new() } else { closing },
            hand: hand.into_iter().map(|(name, _)| name).collect(),
        });
    }
    for configuration in &robot.configurations {
        let position = |(motion, q): &(String, f64)| {
            let single = robot.motion(motion).is_some_and(|of| of.kind.is_single() && of.mimic.is_none());
            Some((names.mover(motion).filter(|_| single)?.to_owned(), *q))
        };
        data.configurations.push(Configuration {
            name: names::usable(&configuration.name, "configuration"),
            positions: configuration.positions.iter().filter_map(position).collect(),
        });
    }
    names::make_different(&mut data.chains, |chain| &mut chain.name);
    names::make_different(&mut data.configurations, |configuration| &mut configuration.name);
}
