//! The PG70 over a table, and actions to try on it.

use bristle_control::log::LogWriter;
use bristle_control::simulated::{Simulated, Wiring};
use bristle_control::{
    AbstractAction, ActionController, Hardware, Outcome, ParallelGripper, Percept, Senses, SkinSense,
    Tactile, run,
};
use bristle_scene::Scene;
use bristle_world::World;

/// The work cycle's scene, with settings changed.
pub(super) fn work_cycle(settings: &str, steps_per_turn: u32) -> Simulated {
    robot("include = [\"lib:scenes/work-cycle\"]", settings, steps_per_turn)
}

/// A scene on the bench.
pub(super) fn robot(scene: &str, settings: &str, steps_per_turn: u32) -> Simulated {
    let built = Scene::parse(scene, "bench.toml").unwrap().with_settings(settings).unwrap().build().unwrap();
    let mut world = World::new(built.model.clone()).with_stepping(built.run.stepping);
    world.set_state(built.state.clone()).unwrap();
    Simulated::new(world, &Wiring::pg70_on_lift(), built.run.step, steps_per_turn).unwrap()
}

pub(super) fn controller(action: AbstractAction, robot: &Simulated) -> ActionController<ParallelGripper> {
    ActionController::new(action, ParallelGripper::pg70(), robot.senses()).unwrap()
}

/// What came of an action, what was said on the way, and its log.
pub(super) fn logged(
    action: AbstractAction,
    robot: &mut Simulated,
) -> (Outcome, ActionController<ParallelGripper>, Vec<u8>) {
    let mut controller = controller(action, robot);
    let mut log = LogWriter::new(Vec::new(), robot.senses()).unwrap();
    let outcome = run(&mut controller, robot, 60.0, |turn, _| log.write(&turn).unwrap()).unwrap();
    (outcome, controller, log.finish().unwrap())
}

/// Two pads of 2 × 3 texels.
pub(super) fn small_senses() -> Senses {
    Senses::new(["left_dsa", "right_dsa"].map(|name| SkinSense::grid(name, 2, 3)))
}

/// A percept of these, with forces evenly over the texels.
pub(super) fn percept(time: f64, opening: f64, left: f64, right: f64) -> Percept {
    let skins = [left, right].map(|sum| Tactile::new(vec![sum / 6.0; 6])).to_vec();
    let mut percept =
        Percept { time, gripper: Default::default(), arm: Default::default(), wrist: None, skins };
    percept.gripper.opening = opening;
    percept
}
