//! What can only be judged when the whole scene is known.

use crate::data::{BodyDescription, SceneData, fitting_unit};
use crate::error::{ErrorKind, Fault};
use crate::order::order;
use crate::view::View;
use bristle_world::JointKind;
use std::collections::HashSet;

/// Checks that parts of the scene fit one another.
pub(crate) fn validate(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    order(data, |name| scene.named("bodies", name).map(|(at, _)| at))?;
    masses(data, scene)?;
    mimics(data, scene)?;
    chains(data, scene)?;
    configurations(data, scene)?;
    motors(data, scene)?;
    for sensor in &data.sensors {
        scene.named("sensors", &sensor.name).map_or(Ok(()), |(_, view)| sensor.check(view, data))?;
    }
    for signal in &data.signals {
        scene.named("signals", &signal.name).map_or(Ok(()), |(_, view)| signal.check(view, data))?;
    }
    disturbances(data, scene)?;
    match (&data.controller, scene.table("controller")) {
        (Some(controller), Some(view)) => controller.check(view, data),
        _ => Ok(()),
    }
}

/// A free body weighs something, or carries what does.
fn masses(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    let mut heavy: HashSet<&str> = HashSet::new();
    for body in data.bodies.iter().filter(|body| body.mass.is_some()) {
        let mut carrier = Some(body);
        while let Some(of) = carrier.filter(|of| heavy.insert(&of.name)) {
            carrier = of.parent.as_deref().and_then(|parent| data.body(parent));
        }
    }
    let weighs_nothing =
        |body: &&BodyDescription| body.joint.kind == JointKind::Free && !heavy.contains(body.name.as_str());
    data.bodies.iter().find(weighs_nothing).map_or(Ok(()), |body| {
        let message = format!("the free body `{}` has no mass", body.name);
        let at = scene.named("bodies", &body.name).map(|(at, _)| at);
        Err(Fault::new(ErrorKind::Missing, at, message)
            .note("help: give `mass`, `density` or `inertia`, or make its joint \"fixed\""))
    })
}

fn mimics(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    for body in &data.bodies {
        let Some(mimic) = &body.joint.mimic else { continue };
        let Some(leader) = data.body(&mimic.body) else { continue };
        let at = scene
            .named("bodies", &body.name)
            .and_then(|(_, view)| view.table("joint")?.table("mimic"))
            .map(|view| view.at_key("body"));
        let refuse = |why: &str| {
            let message = format!("`{}` cannot follow `{}`, {why}", body.name, leader.name);
            Err(Fault::new(ErrorKind::Conflict, at, message))
        };
        if leader.joint.kind.velocities() != 1 {
            return refuse("which has no revolute or prismatic joint");
        }
        if leader.joint.mimic.is_some() {
            return refuse("which itself follows another: name that one");
        }
        if body.start.position.is_some() || body.start.speed.is_some() {
            let message =
                format!("`{}` follows `{}`, so it begins where that puts it", body.name, leader.name);
            return Err(
                Fault::new(ErrorKind::Conflict, at, message).note("help: give the leader a `start` instead")
            );
        }
    }
    Ok(())
}

fn chains(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    for chain in &data.chains {
        let Some((at, view)) = scene.named("chains", &chain.name) else { continue };
        let mut below = data.body(&chain.tip);
        let is_base = |body: &BodyDescription| chain.base.as_ref() == Some(&body.name);
        while let Some(body) = below.filter(|body| !is_base(body)) {
            below = body.parent.as_deref().and_then(|parent| data.body(parent));
        }
        if let (Some(base), None) = (&chain.base, below) {
            let message = format!("no chain leads from `{base}` to `{}`", chain.tip);
            return Err(view
                .fault(ErrorKind::Conflict, "base", message)
                .note("help: `base` is a body that the tip hangs on, through others"));
        }
        if !chain.closing.is_empty() && chain.closing.len() != chain.hand.len() {
            let (closing, hand) = (chain.closing.len(), chain.hand.len());
            let message = format!("there are {closing} directions for the {hand} joints of the hand");
            return Err(Fault::new(ErrorKind::Conflict, at, message).note("help: give as many of each"));
        }
    }
    Ok(())
}

fn configurations(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    for configuration in &data.configurations {
        let view = scene.named("configurations", &configuration.name).map(|(_, view)| view);
        let Some(view) = view else { continue };
        for (name, _) in &configuration.positions {
            let Some(body) = data.body(name) else { continue };
            let refuse = |why: &str| {
                let message = format!("the joint of `{name}` {why}");
                Err(view.fault(ErrorKind::Conflict, "positions", message))
            };
            if body.joint.kind.velocities() != 1 {
                return refuse("has no one position: it is neither revolute nor prismatic");
            }
            if let Some(mimic) = &body.joint.mimic {
                return refuse(&format!("follows that of `{}`: name that one", mimic.body));
            }
            fitting_unit(view, "positions", body.joint.kind)?;
        }
    }
    Ok(())
}

fn motors(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    for motor in &data.motors {
        let Some(body) = data.body(&motor.drives) else { continue };
        let Some((at, view)) = scene.named("motors", &motor.name) else { continue };
        let refuse = |why: &str, help: &str| {
            let message = format!("the motor `{}` cannot drive `{}`, {why}", motor.name, body.name);
            Err(Fault::new(ErrorKind::Conflict, view.at_key("drives"), message).note(help))
        };
        if body.joint.kind.velocities() != 1 {
            return refuse("which has no revolute or prismatic joint", "help: only such joints have motors");
        }
        if body.joint.motion.is_some() {
            return refuse("whose motion is prescribed", "help: leave one of the two out");
        }
        if motor.max_effort.is_none() && motor.winding.is_none() {
            let message = format!("the motor `{}` has no limit", motor.name);
            return Err(Fault::new(ErrorKind::Missing, at, message)
                .note("help: give `max_effort`, or the data of its `winding`"));
        }
    }
    Ok(())
}

fn disturbances(data: &SceneData, scene: View<'_>) -> Result<(), Fault> {
    for (disturbance, view) in data.disturbances.iter().zip(scene.tables("disturbances")) {
        let begin = disturbance.begin();
        if begin > data.run.duration {
            let message =
                format!("this happens at {begin} s, after the run of {} s is over", data.run.duration);
            return Err(Fault::new(ErrorKind::OutOfRange, view.at(), message)
                .note("help: make `run.duration` longer"));
        }
    }
    Ok(())
}
