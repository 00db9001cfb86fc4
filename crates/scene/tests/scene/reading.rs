//! What a text says is what the data hold.

use bristle_contact::{Basis, FrictionLaw, NormalLaw};
use bristle_scene::data::BodyMass;
use bristle_scene::{ErrorKind, Scene};
use glam::{DQuat, DVec3};

fn parse(text: &str) -> Scene {
    Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn millimetres_and_degrees_say_the_same_as_metres_and_radians() {
    let si = parse(
        "[bodies.a]\npose = { xyz = [0.3, -0.7, 1.1], rpy = [0, 0, 1.5707963267948966] }\nshapes.s = { sphere = { radius = 0.017 } }",
    );
    let other = parse(
        "[bodies.a]\npose = { xyz_mm = [300, -700, 1100], rpy_deg = [0, 0, 90] }\nshapes.s = { sphere = { radius_mm = 17 } }",
    );
    assert!(si == other);
}

#[test]
fn roll_pitch_and_yaw_turn_about_fixed_axes_in_this_order() {
    let scene = parse("[bodies.a]\npose = { rpy = [0.3, -0.7, 1.1] }");
    let expected = DQuat::from_rotation_z(1.1) * DQuat::from_rotation_y(-0.7) * DQuat::from_rotation_x(0.3);
    let found = scene.data().bodies[0].pose.rotation;
    let v = DVec3::new(0.2, 0.5, -0.9);
    assert!((expected * v - found * v).length() < 1e-15, "{found}"); // a product of three rotations
}

#[test]
fn a_preset_keeps_what_is_not_replaced() {
    let scene = parse(
        "[materials.m]\npreset = \"foam_rs_55_066_as_published\"\n\
         friction = { elasto_plastic = { stiffness = 3.0, mu_static = 0.43 } }",
    );
    let contact = &scene.data().materials[0].contact().unwrap();
    let NormalLaw::Linear(law) = contact.normal() else { panic!("{contact:?}") };
    assert_eq!((law.stiffness(), law.damping()), (58.5, 0.0585));
    assert_eq!((contact.max_penetration(), contact.basis()), (0.012, Basis::PerTexel));
    assert_eq!(contact.saturation(), bristle_contact::Saturation::CutOff);
    let FrictionLaw::ElastoPlastic(law) = contact.friction() else { panic!("{contact:?}") };
    let parameters = law.parameters();
    assert_eq!((parameters.stiffness, parameters.mu_static, parameters.mu_dynamic), (3.0, 0.43, 0.43));
}

#[test]
fn a_measured_curve_is_read_from_a_csv_file_beside_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("foam.csv"),
        "compression;pressure\n# m; Pa\n1e-3; 1500\n2.5e-3; 3710\n",
    )
    .unwrap();
    let text = "[materials.m]\nnormal = { tabulated = { file = \"foam.csv\" } }\n\
                friction = { coulomb = { mu_static = 0.43 } }\nmax_penetration_mm = 6\nbasis = \"per_area\"\n";
    let path = folder.path().join("scene.toml");
    std::fs::write(&path, text).unwrap();
    let scene = Scene::load(&path).unwrap();
    let contact = scene.data().materials[0].contact().unwrap();
    let NormalLaw::Tabulated(law) = contact.normal() else { panic!() };
    assert_eq!(law.points().collect::<Vec<_>>(), [(0.0, 0.0), (1e-3, 1500.0), (2.5e-3, 3710.0)]);
    // The scene as run finds the file from anywhere.
    assert!(Scene::parse(&scene.to_toml(), "/elsewhere/again.toml").unwrap() == scene);
}

#[test]
fn children_may_stand_before_their_parents() {
    let scene = parse(
        "[bodies.tip]\nparent = \"arm\"\n[bodies.arm]\nparent = \"base\"\npose = { xyz = [0, 0, 0.3] }\n[bodies.base]\n",
    );
    let built = scene.build().unwrap();
    let names: Vec<&str> = built.model.bodies().iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["base", "arm", "tip"]);
}

#[test]
fn a_mass_is_spread_over_shapes_by_volume() {
    let scene = parse(
        "[bodies.a]\njoint = \"free\"\nmass = 0.9\n\
         shapes.small = { box = { size = [0.1, 0.1, 0.1] } }\n\
         shapes.large = { box = { size = [0.1, 0.1, 0.2] }, pose = { xyz = [0.3, 0, 0] } }\n",
    );
    assert_eq!(scene.data().bodies[0].mass, Some(BodyMass::Total(0.9)));
    let built = scene.build().unwrap();
    let inertia = built.model.bodies()[0].inertia;
    assert!((inertia.mass - 0.9).abs() < 1e-15);
    assert!((inertia.centre - DVec3::new(0.2, 0.0, 0.0)).length() < 1e-15); // two thirds of the volume at 0.3
}

#[test]
fn settings_replace_values_and_their_errors_show_the_setting() {
    let scene = parse(
        "[run]\nduration = 2.0\n[bodies.a]\njoint = \"free\"\nmass = 0.3\nshapes.s = { sphere = { radius_mm = 20 } }",
    );
    let changed = scene.with_settings("run.seed = 7\nbodies.a.density = 430.0").unwrap();
    assert_eq!((changed.data().run.seed, changed.data().run.duration), (7, 2.0));
    assert_eq!(changed.data().bodies[0].mass, Some(BodyMass::Density(430.0)));
    let error = scene.with_settings("run.step = -1.0").unwrap_err();
    assert_eq!((error.kind(), error.place().unwrap().file.as_str()), (ErrorKind::OutOfRange, "settings"));
    assert!(scene.with_settings("run.sed = 7").unwrap_err().to_string().contains("did you mean `seed`?"));
}
