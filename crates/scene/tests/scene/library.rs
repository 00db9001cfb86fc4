//! The models that come with the program, and what a scene is after it was written down.

use bristle_scene::{Scene, library};

fn scene_of(name: &str) -> Scene {
    Scene::parse(&format!("include = [\"lib:{name}\"]"), "test.toml")
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_model_of_the_library_loads_builds_and_says_what_it_is() {
    for model in library::list() {
        let scene = scene_of(model.name);
        scene.build().unwrap_or_else(|error| panic!("{}: {error}", model.name));
        assert!(model.summary().len() > 20, "{}: {:?}", model.name, model.summary());
    }
}

#[test]
fn a_scene_as_run_reads_back_as_the_same_scene() {
    for model in library::list() {
        let scene = scene_of(model.name);
        let text = scene.to_toml();
        let again = Scene::parse(&text, "again.toml")
            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", model.name));
        assert!(scene == again, "{}:\n{text}", model.name);
        assert_eq!(text, again.to_toml(), "{}", model.name);
        assert!(!text.contains("include"), "{text}");
    }
}

#[test]
fn every_file_of_the_models_folder_is_in_the_library() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut on_disk = Vec::new();
    // Profiles of devices and measurements are no parts of scenes; others read them.
    let holds_parts =
        |path: &std::path::PathBuf| path.is_dir() && !path.ends_with("devices") && !path.ends_with("data");
    for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(holds_parts) {
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.strip_prefix(&root).unwrap().with_extension("").to_str().unwrap().to_owned();
            assert!(library::find(&name).is_some(), "{name} is not embedded");
            on_disk.push(name);
        }
    }
    // Household objects are made from their table.
    let made = library::list().filter(|model| model.name.starts_with("household/")).count();
    assert_eq!(on_disk.len() + made, library::list().count());
}

#[test]
fn the_pg70_has_two_pads_that_face_each_other_and_one_drive() {
    let built = scene_of("grippers/pg70").build().unwrap();
    let model = &built.model;
    assert_eq!(model.dofs(), 1);
    assert!((model.mass() - 1.4).abs() < 1e-12); // a sum of three masses
    let facing: Vec<_> = ["left_dsa", "right_dsa"]
        .iter()
        .map(|name| {
            let skin = &model.skins()[built.model.skin_named(name).unwrap().0];
            assert_eq!(skin.skin.texels().len(), 84);
            let sensor = &model.bodies()[skin.body.0];
            // Jaws are not turned against the palm, so the sensor's pose on its jaw is its attitude in the palm.
            sensor.pose.transform_vector(skin.pose.transform_vector(glam::DVec3::Z))
        })
        .collect();
    assert!(
        (facing[0] - glam::DVec3::X).length() < 1e-15 && (facing[1] + glam::DVec3::X).length() < 1e-15,
        "{facing:?}"
    );
    let jaw = &model.bodies()[built.model.body_named("left_jaw").unwrap().0];
    let limits = jaw.joint.limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (0.0, 0.0345));
    let motor = &model.motors()[built.model.motor_named("jaws").unwrap().0];
    assert_eq!(
        (motor.effort_limit(), motor.speed_limit(), motor.acceleration_limit()),
        (200.0, 0.0415, 0.16)
    );
}

#[test]
fn the_arrays_have_the_size_of_the_device() {
    for (name, rows) in [("sensors/weiss-dsa-9205", 14), ("sensors/weiss-dsa-9205-13x6", 13)] {
        let built = scene_of(name).build().unwrap();
        let skin = &built.model.skins()[0].skin;
        let grid = skin.grid().unwrap();
        assert_eq!((grid.rows, grid.columns), (rows, 6));
        assert!((skin.texels()[6].position - skin.texels()[0].position).x - 0.0034 < 1e-17);
    }
}
