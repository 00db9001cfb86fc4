//! Phases follow one another.

use crate::support::{run, scene, simulation};
use bristle_run::{Driver, EndedBy, Happening, Simulation};

/// A mass on a slide, pulled by its motor.
const PULL: &str = r#"
    run = { duration = 1.0, step = 0.007 }
    world = { gravity = [0, 0, 0] }
    [bodies.slide]
    inertia = { mass = 0.7, moments = [1, 1, 1] }
    joint = { kind = "prismatic", axis = [0, 0, 1] }
    [motors.pull]
    drives = "slide"
    max_effort = 10.0
    [[controller.phases]]
    name = "wait"
    duration = 0.21
    [[controller.phases]]
    name = "pull"
    until = { joint_position = { body = "slide", above = 0.05 } }
    at_most = 0.5
    commands = { pull = { effort = 4.3 } }
    [[controller.phases]]
    name = "hope"
    until = { joint_position = { body = "slide", above = 9.0 } }
    at_most = 0.14
    commands = { pull = { effort = 0.0 } }
    [[controller.phases]]
    name = "end"
    duration = 0.01
"#;

#[test]
fn phases_follow_one_another_by_time_by_event_and_by_lost_patience() {
    let mut simulation = simulation(PULL);
    run(&mut simulation);
    let phase = |event: &bristle_run::Event| match &event.what {
        Happening::Phase { name, before } => {
            (event.time, name.clone(), before.as_ref().map(|before| before.by))
        }
        other => panic!("{other}"),
    };
    let told: Vec<_> = simulation.events().iter().map(phase).collect();
    assert_eq!(told[0], (0.0, "wait".to_owned(), None));
    assert_eq!(told[1], (0.21, "pull".to_owned(), Some(EndedBy::Time)));
    // ½ a t² = 0.05 m with a = 4.3/0.7 m/s²: 0.1276 s, 19 steps, of which implicit steps run half a step ahead.
    assert_eq!((told[2].1.as_str(), told[2].2), ("hope", Some(EndedBy::Event)));
    assert!((told[2].0 - 0.21 - 0.1276).abs() < 0.0105, "{}", told[2].0);
    assert_eq!((told[3].1.as_str(), told[3].2), ("end", Some(EndedBy::AtMost)));
    assert!((told[3].0 - told[2].0 - 0.14).abs() < 1e-9);
    assert_eq!(told.len(), 4);
    assert_eq!(simulation.phase(), Some("end"), "the last phase lasts as long as the run");
}

#[test]
fn without_its_script_a_scene_gives_no_commands() {
    let mut simulation = Simulation::driven_by(scene(PULL).1, Driver::Nobody).unwrap();
    run(&mut simulation);
    let slide = simulation.built().model.body_named("slide").unwrap();
    assert_eq!(simulation.world().joint_position(slide).unwrap(), 0.0);
    assert_eq!((simulation.phase(), simulation.events()), (None, &[][..]));
    // 143 steps of 7 ms are nearest to a second.
    assert_eq!(simulation.time(), 1.001);
}

/// A step of 5 ms is far too long for the contact of cube and table, and for what the pads feel: it settles all the same.
#[test]
fn scenes_of_the_library_come_to_the_same_end_at_every_step() {
    let height = |text: &str, body: &str| {
        let mut simulation = simulation(text);
        run(&mut simulation);
        let world = simulation.world();
        world.pose(world.model().body_named(body).unwrap()).unwrap().translation.z
    };
    for step in ["0.001", "0.002", "0.005"] {
        let rest = format!(
            "include = [\"lib:objects/table\", \"lib:objects/cube\"]\nrun = {{ duration = 2.0, step = {step} }}"
        );
        let sag = height(&rest, "cube");
        // m g over 1e10 N/m³ of the face and a disc of 1 mm.
        let expected = -0.2 * 9.81 / (1e10 * (2.5e-3 + std::f64::consts::PI * 1e-6));
        assert!((sag / expected - 1.0).abs() < 1e-6, "{step} s: the cube is at {sag:e} m");
        let pick = format!("[[include]]\nfile = \"lib:scenes/pick-cube\"\nset.run.step = {step}");
        let lifted = height(&pick, "cube");
        assert!((lifted - 0.099_979_652).abs() < 1e-8, "{step} s: the cube is held at {lifted} m");
    }
}
