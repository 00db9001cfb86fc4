//! Scenes and parts of them: what is written in TOML, and the configuration of the MuJoCo plugin.

use crate::{LARGEST, text};
use bristle_run::Simulation;
use bristle_scene::data::{Layout, ShapeKind, Texels};
use bristle_scene::{Scene, SceneData, Tree};
use std::sync::Arc;

/// A scene is written as it was read; it may fail to build or to move, and then says so.
pub(crate) fn scene(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let scene = match Scene::parse(text, "fuzz.toml") {
        Ok(scene) => scene,
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("error: ") && shown.len() < 20_000, "{shown}");
            return;
        }
    };
    let again = Scene::parse(&scene.to_toml(), "again.toml").expect("what is written is a scene");
    assert!(again == scene);
    if is_small(scene.data())
        && let Ok(built) = scene.build()
        && let Ok(mut simulation) = Simulation::new(Arc::new(built))
    {
        for _ in 0..3 {
            let _ = simulation.step();
        }
    }
}

/// Whether it is quick to build.
fn is_small(data: &SceneData) -> bool {
    let shape = |kind: &ShapeKind| match kind {
        ShapeKind::Mesh(_) => false,
        ShapeKind::SprayBottle(of) => of.triangles < 2000,
        _ => true,
    };
    data.bodies.len() < 10
        && data.skins.len() < 5
        && data
            .bodies
            .iter()
            .all(|body| body.contact.is_none() && body.shapes.iter().all(|of| shape(&of.kind)))
        && data.skins.iter().all(|skin| match &skin.layout {
            Layout::Grid(of) => of.rows * of.columns * skin.samples.per_texel() < 1000,
            _ => false,
        })
}

/// A layout of texels by itself.
pub(crate) fn layout(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Ok(tree) = Tree::parse(text, "fuzz.toml") else { return };
    let Ok(texels) = Texels::from_tree(tree, "fuzz.toml") else { return };
    if is_quick(&texels) {
        let _ = texels.lay_out(&mut Vec::new());
    }
}

/// Whether it has few texels and names no file.
fn is_quick(texels: &Texels) -> bool {
    let few = match &texels.layout {
        Layout::Grid(of) => of.rows * of.columns < 1000,
        Layout::BentGrid(of) => of.rows * of.columns < 1000,
        Layout::Cap(of) => of.rings * of.segments < 1000,
        _ => false,
    };
    few && texels.samples.per_texel() < 20
}

/// The configuration of a skin in a MuJoCo model: lines of `key=value`.
pub(crate) fn plugin(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let value = |key: &str| {
        let of_key = |line: &str| line.strip_prefix(key)?.strip_prefix('=').map(str::to_owned);
        text.lines().find_map(of_key)
    };
    // Large skins take time and tell nothing new; files are the business of other targets.
    let whole = |key: &str| value(key).and_then(|text| text.trim().parse().ok()).unwrap_or(1.0f64).abs();
    let few = |layout: String| {
        let tree = Tree::parse(&format!("layout = {layout}"), "fuzz.toml");
        tree.and_then(|tree| Texels::from_tree(tree, "fuzz.toml")).is_ok_and(|texels| is_quick(&texels))
    };
    let quick = whole("rows") * whole("columns") * whole("samples") < 1000.0
        && value("mesh_file").is_none()
        && value("layout").is_none_or(few);
    #[cfg(target_os = "linux")]
    if quick && let Err(error) = bristle_mujoco::check_config(value) {
        assert!(!error.is_empty() && error.len() < 20_000, "{error}");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = quick;
}

/// A measured curve, which a scene names by its file.
pub(crate) fn curve(bytes: &[u8]) {
    if bytes.len() > LARGEST {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("curve.csv"), bytes).expect("a file");
    let text = "[materials.pad]\nbasis = \"per_area\"\nmax_penetration_mm = 3\nnormal = { tabulated = { file = \"curve.csv\" } }\n\
                friction = { coulomb = { mu_static = 0.5 } }\n";
    let _ = Scene::parse(text, folder.path().join("scene.toml"));
}
