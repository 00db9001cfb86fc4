//! A controller of one's own: closes until both pads feel something, and tells how wide it is.

use bristle_control::log::{Log, LogPlayer, LogWriter};
use bristle_control::simulated::{Simulated, Wiring};
use bristle_control::{Controller, Decision, GripperCommand, Hardware, Orders, Percept, run};
use bristle_scene::Scene;
use bristle_world::World;

/// Measures the width of what is between the fingers.
struct Calliper;

impl Controller for Calliper {
    type Outcome = f64;

    fn decide(&mut self, percept: &Percept) -> Decision<f64> {
        if percept.skins.iter().all(|skin| skin.sum > 0.5) {
            return Decision::end(Orders::gripper(GripperCommand::Stop), percept.gripper.opening);
        }
        Decision::go_on(Orders::gripper(GripperCommand::Velocity(-0.01)))
    }

    fn phase(&self) -> &str {
        "measure"
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A cube of 50 mm on the table, the PG70's pads beside it.
    let scene = "include = [\"lib:scenes/pg70-bench\", \"lib:objects/cube\"]";
    let built =
        Scene::parse(scene, "calliper.toml")?.with_settings("bodies.lift.start.position_mm = 0")?.build()?;
    let mut world = World::new(built.model.clone());
    world.set_state(built.state.clone())?;

    // In simulation, in steps of 1 ms and turns of 2 ms, with a log.
    let mut robot = Simulated::new(world, &Wiring::pg70_on_lift(), 1e-3, 2)?;
    let mut log = LogWriter::new(Vec::new(), robot.senses())?;
    let mut logged = Ok(());
    let width = run(&mut Calliper, &mut robot, 5.0, |turn, _| {
        if let Err(error) = log.write(&turn) {
            logged = Err(error);
        }
    })?;
    logged?;
    println!("{:.2} mm wide", 1e3 * width);
    assert!((width - 0.05).abs() < 1e-4);

    // From the log, as if it came from a robot.
    let mut player = LogPlayer::new(Log::read(&log.finish()?[..])?);
    let again = run(&mut Calliper, &mut player, 5.0, |_, _| {})?;
    println!("{:.2} mm wide; {}", 1e3 * again, player.agreement());
    assert!(again == width && player.agreement().is_complete());
    Ok(())
}
