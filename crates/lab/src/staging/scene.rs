//! A scene of the library, changed where an experiment asks for it.

use crate::LabError;
use bristle_scene::{Built, Scene, library};
use bristle_world::World;

/// A scene, what it was built into, and a world at its begin.
pub(crate) struct Staged {
    pub(crate) scene: Scene,
    pub(crate) built: Built,
    pub(crate) world: World,
}

impl Staged {
    /// The scene `name` of the library, e.g. `scenes/weigh`, with some values replaced as in
    /// `"bodies.cube.mass = 0.37\nrun.step = 2e-3"`.
    pub(crate) fn library(name: &str, settings: &str) -> Result<Self, LabError> {
        let model = library::find(name)
            .ok_or_else(|| LabError::Failed(format!("the library has no scene `{name}`")))?;
        Self::of(Scene::parse(model.text, format!("{name}.toml"))?.with_settings(settings)?)
    }

    /// A scene of one's own, as text.
    pub(crate) fn text(text: &str) -> Result<Self, LabError> {
        Self::of(Scene::parse(text, "experiment.toml")?)
    }

    fn of(scene: Scene) -> Result<Self, LabError> {
        let built = scene.build()?;
        let mut world = World::new(built.model.clone()).with_stepping(built.run.stepping);
        world.set_state(built.state.clone())?;
        Ok(Self { scene, built, world })
    }
}
