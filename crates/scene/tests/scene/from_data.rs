//! Scenes that are made in code.

use bristle_contact::{Basis, FrictionLaw, MaterialDescription, Named, NormalLaw};
use bristle_geometry::Pose;
use bristle_scene::data::{
    BodyDescription, BodyMass, Cuboid, Grid, Include, JointDescription, Layout, Material, ShapeDescription,
    ShapeKind, SkinDescription,
};
use bristle_scene::{ErrorKind, Scene, SceneData, Tree, library};
use bristle_world::JointKind;
use glam::DVec3;

/// A box on a pad.
fn pad_and_box() -> SceneData {
    let mut data = SceneData::default();
    data.materials.push(Material {
        name: "foam".into(),
        parts: MaterialDescription {
            normal: Some(NormalLaw::of("linear", &[("stiffness", 730.0), ("damping", 0.3)]).unwrap()),
            friction: Some(
                FrictionLaw::of("elasto_plastic", &[("stiffness", 110.0), ("mu_static", 0.7)]).unwrap(),
            ),
            max_penetration: Some(3e-3),
            basis: Some(Basis::PerTexel),
            ..Default::default()
        },
    });
    data.bodies.push(BodyDescription { name: "stand".into(), ..Default::default() });
    data.bodies.push(BodyDescription {
        name: "box".into(),
        pose: Pose::from_translation(DVec3::new(0.0, 0.0, 0.011)),
        joint: JointDescription::new(JointKind::Free),
        mass: Some(BodyMass::Total(0.3)),
        shapes: vec![ShapeDescription {
            name: "all".into(),
            kind: ShapeKind::Box(Cuboid { size: DVec3::new(0.03, 0.02, 0.022) }),
            ..Default::default()
        }],
        ..Default::default()
    });
    data.skins.push(SkinDescription {
        name: "pad".into(),
        on: "stand".into(),
        layout: Layout::Grid(Grid { rows: 7, columns: 5, pitch: 3.4e-3, pitch_along_columns: None }),
        material: "foam".into(),
        ..Default::default()
    });
    data
}

#[test]
fn a_scene_made_in_code_is_that_of_its_text() {
    let scene = Scene::from_data(&pad_and_box()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.data(), &pad_and_box());
    let text = r#"
[materials.foam]
normal = { linear = { stiffness = 730, damping = 0.3 } }
friction = { elasto_plastic = { stiffness = 110, mu_static = 0.7 } }
max_penetration_mm = 3
basis = "per_texel"
[bodies.stand]
[bodies.box]
pose = { xyz = [0, 0, 0.011] }
joint = "free"
mass = 0.3
shapes.all = { box = { size = [0.03, 0.02, 0.022] } }
[skins.pad]
on = "stand"
layout = { grid = { rows = 7, columns = 5, pitch_mm = 3.4 } }
material = "foam"
"#;
    assert_eq!(Scene::parse(text, "same.toml").unwrap().data(), scene.data());
    assert_eq!(scene.build().unwrap().model.skins().len(), 1);
}

#[test]
fn every_scene_of_the_library_is_that_of_its_data() {
    for model in library::list() {
        let scene = Scene::parse(model.text, model.name);
        // Parts name materials or bodies that only a whole scene has.
        let Ok(scene) = scene else { continue };
        let again = Scene::from_data(scene.data()).unwrap_or_else(|error| panic!("{}: {error}", model.name));
        assert_eq!(again.data(), scene.data(), "{}", model.name);
        let text = again.to_toml();
        assert_eq!(Scene::parse(&text, "again.toml").unwrap().data(), scene.data(), "{}", model.name);
    }
}

#[test]
fn what_a_scene_includes_is_laid_in() {
    let mut data = pad_and_box();
    data.include.push(Include { prefix: "red_".into(), ..Include::of("lib:objects/cube") });
    let scene = Scene::from_data(&data).unwrap();
    assert!(scene.data().include.is_empty());
    assert!(scene.data().body("red_cube").is_some());
}

/// What is wrong, and the path that the error shows.
fn mistake(change: impl Fn(&mut SceneData)) -> (ErrorKind, String, String) {
    let mut data = pad_and_box();
    change(&mut data);
    let error = Scene::from_data(&data).unwrap_err();
    let place = error.place().map(|place| place.text.clone()).unwrap_or_default();
    (error.kind(), place, error.to_string())
}

#[test]
fn errors_name_what_is_wrong_by_its_path() {
    let (kind, place, text) = mistake(|data| data.skins[0].layout = Layout::default());
    assert_eq!((kind, place.as_str()), (ErrorKind::OutOfRange, "skins.pad.layout.grid.rows"));
    assert_eq!(
        text,
        "error: `skins.pad.layout.grid.rows` is 0, which is out of range\n  --> data: skins.pad.layout.grid.rows\n   \
         = allowed: from 1 to 10000"
    );
    // What was left empty is found, whatever it is.
    let (kind, place, _) = mistake(|data| data.materials[0].parts.normal = None);
    assert_eq!((kind, place.as_str()), (ErrorKind::Missing, "materials.foam"));
    let (kind, place, _) = mistake(|data| data.skins[0].on = String::new());
    assert_eq!((kind, place.as_str()), (ErrorKind::UnknownName, "skins.pad.on"));
    let (kind, place, text) = mistake(|data| data.skins[0].material = "faom".into());
    assert_eq!((kind, place.as_str()), (ErrorKind::UnknownName, "skins.pad.material"));
    assert!(text.contains("did you mean `foam`?"), "{text}");
    let (kind, place, _) = mistake(|data| data.bodies[1].shapes.clear());
    assert_eq!((kind, place.as_str()), (ErrorKind::Missing, "bodies.box.mass"));
    let (kind, ..) = mistake(|data| data.run.seed = u64::MAX);
    assert_eq!(kind, ErrorKind::OutOfRange);
    let (kind, ..) = mistake(|data| data.bodies.push(data.bodies[0].clone()));
    assert_eq!(kind, ErrorKind::Duplicate);
}

#[test]
fn a_tree_is_read_like_a_file_and_settings_replace_its_values() {
    let table = |key: &str, value: Tree| Tree::Table(vec![(key.to_owned(), value)]);
    let scene = Scene::from_tree(table("run", table("step", Tree::Float(7e-4))), "tree").unwrap();
    assert_eq!(scene.data().run.step, 7e-4);
    let changed = scene.with_tree("settings", table("run", table("seed", Tree::Integer(3)))).unwrap();
    assert_eq!((changed.data().run.seed, changed.data().run.step), (3, 7e-4));
    let error = scene.with_tree("settings", table("run", table("sed", Tree::Integer(3)))).unwrap_err();
    let place = error.place().unwrap();
    assert_eq!((place.file.as_str(), place.text.as_str()), ("settings", "run.sed"));
    assert!(Scene::from_tree(Tree::Integer(3), "tree").is_err());
}
