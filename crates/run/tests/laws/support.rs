//! Scenes for all laws.

use bristle_run::{RunEnding, Simulation};
use bristle_scene::{Built, Scene};
use std::sync::Arc;

pub(crate) fn scene(text: &str) -> (Scene, Arc<Built>) {
    let scene = Scene::parse(text, "law.toml").unwrap();
    let built = Arc::new(scene.build().unwrap());
    (scene, built)
}

pub(crate) fn simulation(text: &str) -> Simulation {
    Simulation::new(scene(text).1).unwrap()
}

/// The whole run.
pub(crate) fn run(simulation: &mut Simulation) {
    let duration = simulation.built().run.duration;
    let outcome = bristle_run::run(simulation, duration, &mut []).unwrap();
    assert_eq!(outcome.ending, RunEnding::Completed);
}
