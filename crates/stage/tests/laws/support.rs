//! Scenes for all laws.

use bristle_scene::{Built, Scene};
use bristle_stage::Stage;
use std::sync::Arc;

pub(crate) fn scene(text: &str) -> (Scene, Arc<Built>) {
    let scene = Scene::parse(text, "law.toml").unwrap();
    let built = Arc::new(scene.build().unwrap());
    (scene, built)
}

pub(crate) fn stage(text: &str) -> Stage {
    Stage::new(scene(text).1).unwrap()
}

/// The whole run.
pub(crate) fn run(stage: &mut Stage) {
    for _ in 0..stage.steps_of_run() {
        stage.step().unwrap();
    }
}
