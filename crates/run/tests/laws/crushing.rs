//! Objects that are crushed.

use crate::support::{run, simulation};

/// An egg under a stamp that is pressed on it with 40 N; its shell bears 25 N.
const EGG: &str = r#"
    run = { duration = 1.0, step = 0.001 }
    world = { gravity = [0, 0, 0] }
    [materials.soft]
    normal = { linear = { stiffness = 4e7, damping = 4e5 } }
    friction = { elasto_plastic = { stiffness = 1e8, damping = 1e5, mu_static = 0.6, mu_dynamic = 0.6, stribeck_speed = 0.5 } }
    max_penetration_mm = 5.0
    basis = "per_area"
    [bodies.egg]
    surface = { stiffness = 5e8, crush_force = 25.0 }
    shapes.shell = { ellipsoid = { size_mm = [44, 44, 56] } }
    [bodies.stamp]
    joint = { kind = "prismatic", axis = [0, 0, 1] }
    pose = { xyz = [0, 0, 0.0282], rpy_deg = [180, 0, 0] }
    inertia = { mass = 0.5, moments = [1e-4, 1e-4, 1e-4] }
    [skins.pad]
    on = "stamp"
    material = "soft"
    layout = { grid = { rows = 10, columns = 10, pitch_mm = 3.0 } }
    [[disturbances]]
    push = { body = "stamp", force = [0, 0, -40], until = 0.5 }
"#;

#[test]
fn a_run_tells_once_that_an_object_is_crushed() {
    let mut whole = simulation(&EGG.replace("-40]", "-12]"));
    run(&mut whole);
    let egg = whole.world().model().body_named("egg").unwrap();
    assert!(whole.events().iter().all(|event| event.what.kind() != "crush"));
    assert_eq!(whole.world().crushed(egg).unwrap(), 0.0);

    let mut crushed = simulation(EGG);
    run(&mut crushed);
    let told: Vec<String> = crushed
        .events()
        .iter()
        .filter(|event| event.what.kind() == "crush")
        .map(|event| event.what.to_string())
        .collect();
    assert_eq!(told, ["egg is crushed"]);
    assert!(crushed.world().crushed(egg).unwrap() > 1e-6);
}
