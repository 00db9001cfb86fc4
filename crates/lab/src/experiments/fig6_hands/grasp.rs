//! A hand above an object on a post: the fingers close until they touch, press on, and the post goes.

use super::hands::Hand;
use crate::LabError;
use crate::staging::Staged;
use bristle_scene::Scene;
use bristle_world::{Command, World};
use glam::DVec3;
use std::fmt::Write as _;
use std::sync::Arc;

/// Height of the hand \[mm\], mass of the object \[kg\].
const HEIGHT: f64 = 400.0;
const MASS: f64 = 0.15;
const GRAVITY: f64 = 9.81;
/// A finger has touched when its skins feel so much \[N\].
const TOUCH: f64 = 0.15;
/// Speed of closing \[°/s or mm/s\], time between two commands \[s\], longest time \[s\].
const SPEED: [f64; 2] = [40.0, 20.0];
const TURN: f64 = 5e-3;
const LONGEST: f64 = 3.0;
/// When the post goes \[s\].
const RELEASE: f64 = 1.5;

/// The objects of the figure.
pub(super) const OBJECTS: [&str; 3] = ["ball", "can", "box"];

/// What came of a grasp.
pub(super) struct Held {
    pub(super) staged: Staged,
    /// Fingers that touched while they closed.
    pub(super) touched: usize,
    /// How far the object went down from where it stood \[m\].
    pub(super) sunk: f64,
    /// How far it goes in the last half second \[m\].
    pub(super) creep: f64,
    /// Sum of all forces on it, its weight included \[N\].
    pub(super) imbalance: f64,
}

/// Takes a grasp, holds until `duration`, and looks at the last half second.
pub(super) fn grasp(hand: &Hand, object: &str, step: f64, duration: f64) -> Result<Held, LabError> {
    let (touched, commands) = close(hand, object, step)?;
    let mut staged = stage(hand, object, true, step)?;
    let id = staged.world.model().body_named("object").map_err(LabError::other)?;
    let began = staged.world.pose(id)?.translation.z;
    let motors: Vec<(String, f64)> = commands
        .iter()
        .map(|(motor, _)| Ok((motor.clone(), position(&staged.world, motor)?)))
        .collect::<Result<_, LabError>>()?;
    let turns = 100;
    for turn in 1..=turns {
        let share = f64::from(turn) / f64::from(turns);
        for ((motor, from), (_, to)) in motors.iter().zip(&commands) {
            command(&mut staged.world, motor, from + share * (to - from))?;
        }
        pass(&mut staged.world, 0.01, step)?;
    }
    pass(&mut staged.world, duration - 0.5 - 1.0, step)?;
    let before = staged.world.pose(id)?;
    pass(&mut staged.world, 0.5, step)?;
    let after = staged.world.pose(id)?;
    let turned = (before.rotation.conjugate() * after.rotation).xyz().length();
    let mut sum = DVec3::new(0.0, 0.0, -GRAVITY * MASS);
    for contact in staged.world.contacts() {
        if contact.bodies.0 == id {
            sum += contact.wrench_on_first.force;
        } else if contact.bodies.1 == id {
            sum -= contact.wrench_on_first.force;
        }
    }
    Ok(Held {
        touched,
        sunk: began - after.translation.z,
        creep: (after.translation - before.translation).length().max(turned * 1e-3 * hand.radius),
        imbalance: sum.length(),
        staged,
    })
}

/// Where each finger touches the object while it cannot move, and positions a little further on: how many touched, and the command of each motor.
fn close(hand: &Hand, object: &str, step: f64) -> Result<(usize, Vec<(String, f64)>), LabError> {
    let mut world = stage(hand, object, false, step)?.world;
    let motors: Vec<String> = world.model().motors().iter().map(|motor| motor.name().to_owned()).collect();
    let mut commands: Vec<(String, f64)> = motors
        .into_iter()
        .map(|motor| Ok((motor.clone(), position(&world, &motor)?)))
        .collect::<Result<_, LabError>>()?;
    let unit = if hand.slides { 1e-3 } else { 1.0_f64.to_radians() };
    let advance = |commands: &mut Vec<(String, f64)>, finger: usize, by: f64| {
        for (joint, share) in hand.fingers[finger].closes {
            let by = by * share * unit;
            commands.iter_mut().filter(|(motor, _)| motor == joint).for_each(|(_, position)| *position += by);
        }
    };
    let mut touched = vec![false; hand.fingers.len()];
    let turns = (LONGEST / TURN) as usize;
    for _ in 0..turns {
        for finger in (0..touched.len()).filter(|&finger| !touched[finger]) {
            advance(&mut commands, finger, SPEED[usize::from(hand.slides)] * TURN);
        }
        for (motor, position) in &commands {
            command(&mut world, motor, *position)?;
        }
        pass(&mut world, TURN, step)?;
        for (touched, finger) in touched.iter_mut().zip(hand.fingers) {
            for skin in finger.skins {
                let skin = world.model().skin_named(skin).map_err(LabError::other)?;
                *touched |= world.reading(skin)?.total_normal_force() > TOUCH;
            }
        }
        if touched.iter().all(|&touched| touched) {
            break;
        }
    }
    for finger in (0..touched.len()).filter(|&finger| touched[finger]) {
        advance(&mut commands, finger, hand.squeeze);
    }
    Ok((touched.iter().filter(|&&touched| touched).count(), commands))
}

fn position(world: &World, motor: &str) -> Result<f64, LabError> {
    let id = world.model().motor_named(motor).map_err(LabError::other)?;
    Ok(world.joint_position(world.model().motors()[id.0].body())?)
}

fn command(world: &mut World, motor: &str, position: f64) -> Result<(), LabError> {
    let id = world.model().motor_named(motor).map_err(LabError::other)?;
    Ok(world.command(id, Command::Position(position))?)
}

fn pass(world: &mut World, time: f64, step: f64) -> Result<(), LabError> {
    for _ in 0..(time / step).round() as usize {
        world.step(step).map_err(LabError::other)?;
    }
    Ok(())
}

/// The hand upside down, its object on a post below, free or fixed.
fn stage(hand: &Hand, object: &str, is_free: bool, step: f64) -> Result<Staged, LabError> {
    let model = format!("lib:{}", hand.model);
    let bodies = Scene::parse(&format!("include = [\"{model}\"]"), "hand.toml").map_err(LabError::other)?;
    let [x, y, z] = [hand.centre[0], -hand.centre[1], HEIGHT - hand.centre[2]];
    let r = hand.radius;
    let (shape, half) = match (object, hand.across) {
        ("ball", _) => (format!("sphere = {{ radius_mm = {} }}", hand.ball), hand.ball),
        ("can", Some(length)) => (
            format!(
                "cylinder = {{ radius_mm = {}, height_mm = {length} }}, pose = {{ rpy_deg = [90, 0, 0] }}",
                0.9 * r
            ),
            0.9 * r,
        ),
        ("can", None) => (format!("cylinder = {{ radius_mm = {}, height_mm = {} }}", 0.8 * r, 2.0 * r), r),
        (_, across) => {
            let size = [1.5 * r, across.unwrap_or(1.5 * r), 1.8 * r];
            (format!("box = {{ size_mm = {size:?} }}"), 0.9 * r)
        }
    };
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{words}").map_err(LabError::other);
    let passed: Vec<String> =
        bodies.data().bodies.iter().map(|body| format!("[\"post\", \"{}\"]", body.name)).collect();
    line(format!("exclude = [{}]\nstart = \"begin\"", passed.join(", ")))?;
    line(format!(
        "include = [{{ file = \"{model}\", attach = \"mount\", pose = {{ rpy_deg = [180, 0, 0] }} }}]"
    ))?;
    line(format!("run = {{ duration = 6.0, step = {step} }}"))?;
    let unit = if hand.slides { "mm" } else { "deg" };
    let open: Vec<String> = hand.open.iter().map(|(joint, at)| format!("{joint} = {at}")).collect();
    line(format!("[configurations.begin]\npositions_{unit} = {{ {} }}", open.join(", ")))?;
    line(format!("[bodies.mount]\npose = {{ xyz_mm = [0, 0, {HEIGHT}] }}"))?;
    let joint = if is_free { "free" } else { "fixed" };
    line(format!(
        "[bodies.object]\njoint = \"{joint}\"\npose = {{ xyz_mm = [{x}, {y}, {z}] }}\nmass = {MASS}\nshapes.body = {{ {shape} }}"
    ))?;
    line(format!(
        "[bodies.post]\npose = {{ xyz_mm = [{x}, {y}, {}] }}\nmass = 1.0\nshapes.top = {{ cylinder = {{ radius_mm = {}, height_mm = 40 }} }}\n\
         joint = {{ kind = \"prismatic\", axis = [0, 0, 1], motion = {{ trapezoid = {{ to_mm = -150, speed = 0.1, acceleration = 0.5, start = {RELEASE} }} }} }}",
        z - half - 20.0,
        (0.6 * r).min(15.0)
    ))?;
    let scene = Scene::parse(&text, "grasp.toml").map_err(LabError::other)?;
    let built = Arc::new(scene.build().map_err(LabError::other)?);
    let mut world = World::new(Arc::clone(&built.model));
    world.set_state(built.state.clone())?;
    Ok(Staged { scene, built, world })
}
