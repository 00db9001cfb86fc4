//! A controller of one's own: closes until both pads feel something, and tells how wide it is.

use bristle_control::log::{Log, LogPlayer, LogWriter};
use bristle_control::simulated::Simulated;
use bristle_control::{
    Command, Commands, Controller, Decision, Ending, Hardware, Percept, Senses, UnknownName, run,
};
use bristle_scene::Scene;
use bristle_world::World;

/// Measures the width of what is between the fingers.
struct Calliper {
    /// Where its joint and its motor are in percepts and commands.
    jaw: usize,
    jaws: usize,
    /// What it has found \[m\].
    width: f64,
}

impl Calliper {
    fn new(senses: &Senses) -> Result<Self, UnknownName> {
        Ok(Self { jaw: senses.joint("left_jaw")?, jaws: senses.motor("jaws")?, width: 0.0 })
    }
}

impl Controller for Calliper {
    fn decide(&mut self, percept: &Percept) -> Decision {
        if percept.skins.iter().all(|skin| skin.sum > 0.5) {
            // The joint is half the opening.
            self.width = 2.0 * percept.joints[self.jaw].position;
            return Decision::end(Commands::one(self.jaws, Command::Halt), Ending::Done);
        }
        Decision::go_on(Commands::one(self.jaws, Command::Velocity(-0.005)))
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
    let mut robot = Simulated::new(world, 1e-3, 2)?;
    let mut calliper = Calliper::new(robot.senses())?;
    let mut log = LogWriter::new(Vec::new(), robot.senses())?;
    let mut logged = Ok(());
    run(&mut calliper, &mut robot, 5.0, |turn, _| {
        if let Err(error) = log.write(&turn) {
            logged = Err(error);
        }
    })?;
    logged?;
    println!("{:.2} mm wide", 1e3 * calliper.width);
    assert!((calliper.width - 0.05).abs() < 1e-4);

    // From the log, as if it came from a robot.
    let mut player = LogPlayer::new(Log::read(&log.finish()?[..])?);
    let mut again = Calliper::new(player.senses())?;
    run(&mut again, &mut player, 5.0, |_, _| {})?;
    println!("{:.2} mm wide; {}", 1e3 * again.width, player.agreement());
    assert!(again.width == calliper.width && player.agreement().is_complete());
    Ok(())
}
