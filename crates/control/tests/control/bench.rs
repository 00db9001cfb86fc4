//! The PG70 over a table, and actions to try on it.

use bristle_control::log::LogWriter;
use bristle_control::simulated::Simulated;
use bristle_control::{
    AbstractAction, ActionController, Ending, Hardware, JointMotion, JointSense, JointState, MotorSense,
    MotorState, ParallelGripper, Percept, Senses, SkinSense, Tactile, run,
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
    Simulated::new(world, built.run.step, steps_per_turn).unwrap()
}

pub(super) fn controller(action: AbstractAction, robot: &Simulated) -> ActionController {
    ActionController::new(action, ParallelGripper::pg70_on_lift(), robot.senses()).unwrap()
}

/// What came of an action, what was said on the way, and its log.
pub(super) fn logged(action: AbstractAction, robot: &mut Simulated) -> (Ending, ActionController, Vec<u8>) {
    let mut controller = controller(action, robot);
    let mut log = LogWriter::new(Vec::new(), robot.senses()).unwrap();
    let ending = run(&mut controller, robot, 60.0, |turn, _| log.write(&turn).unwrap()).unwrap();
    (ending, controller, log.finish().unwrap())
}

/// A gripper with two pads of 2 × 3 cells.
pub(super) fn small_senses() -> Senses {
    Senses {
        joints: vec![JointSense { name: "left_jaw".to_owned(), motion: JointMotion::Prismatic }],
        motors: vec![MotorSense { name: "jaws".to_owned(), joint: 0, effort_per_ampere: Some(37.7) }],
        skins: ["left_dsa", "right_dsa"].map(|name| SkinSense::grid(name, 2, 3)).to_vec(),
        sensors: Vec::new(),
    }
}

/// What that gripper senses, with forces evenly over the cells.
pub(super) fn percept(time: f64, opening: f64, left: f64, right: f64) -> Percept {
    Percept {
        time,
        joints: vec![JointState { position: 0.5 * opening, velocity: 0.0, effort: 0.0 }],
        motors: vec![MotorState { effort: 0.0, current: Some(0.0), voltage: Some(0.0) }],
        skins: [left, right].map(|sum| Tactile::new(vec![sum / 6.0; 6])).to_vec(),
        sensors: Vec::new(),
    }
}

/// What a robot senses now.
pub(super) fn read(robot: &mut impl Hardware) -> Percept {
    let mut percept = Percept::default();
    robot.read(&mut percept).unwrap();
    percept
}
