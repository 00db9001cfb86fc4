//! What a run says of what was not meant.

use crate::support::{run, simulation};
use bristle_run::{EndedBy, Happening, RunEnding, Simulation};

/// The library's cube, as deep in the library's table as is said.
fn cube_in_table(depth_mm: f64) -> String {
    format!(
        r#"
        run = {{ duration = 1.0 }}
        [[include]]
        file = "lib:objects/table"
        [[include]]
        file = "lib:objects/cube"
        pose = {{ xyz_mm = [0, 0, {}] }}
        "#,
        -depth_mm
    )
}

#[test]
fn a_cube_deep_in_the_table_is_warned_of_and_ends_on_top_of_it() {
    for depth_mm in [5.0, 12.0, 30.0] {
        let mut simulation = simulation(&cube_in_table(depth_mm));
        let cube = simulation.world().model().body_named("cube").unwrap();
        let begins = simulation.world().pose(cube).unwrap().translation.z;
        run(&mut simulation);
        let rises = simulation.world().pose(cube).unwrap().translation.z - begins;
        assert!((rises - 1e-3 * depth_mm).abs() < 1e-4, "{depth_mm} mm: rises by {rises} m");
        let speed = simulation.world().twist(cube).unwrap().linear.length();
        assert!(speed < 1e-3, "{depth_mm} mm: {speed} m/s at the end");
        let words = warnings(&simulation);
        assert!(matches!(&words[..], [one] if one.contains("surfaces between them are hard")), "{words:?}");
    }
}

fn warnings(simulation: &Simulation) -> Vec<String> {
    let events = simulation.events().iter();
    let words = events.filter_map(|event| match &event.what {
        Happening::Warning(words) => Some(words.clone()),
        _ => None,
    });
    words.collect()
}

const SHOT: &str = r#"
    run = { duration = 0.05, step = 0.001 }
    world = { gravity = [0, 0, 0] }
    [materials.soft]
    preset = "table3"
    [bodies.stand]
    [skins.pad]
    on = "stand"
    layout = { grid = { rows = 8, columns = 8, pitch_mm = 3.4 } }
    material = "soft"
    [bodies.shot]
    joint = "free"
    mass = 0.1
    pose = { xyz_mm = [0, 0, 60] }
    shapes.body = { sphere = { radius_mm = 10 } }
    start = { velocity = [0, 0, -60] }
"#;

/// With Newton's method, steps are divided for what is fast: it is met, and there is nothing to warn of.
#[test]
fn what_is_fast_is_met_by_divided_steps() {
    let mut simulation = simulation(SHOT);
    let outcome = bristle_run::run(&mut simulation, 0.05, &mut []).unwrap();
    assert_eq!((outcome.solver.steps_beyond_window, warnings(&simulation)), (0, vec![]));
    assert!(outcome.skins[0].first_touch_s.is_some());
    let shot = simulation.world().model().body_named("shot").unwrap();
    assert!(simulation.world().pose(shot).unwrap().translation.z > -0.012, "it is in front of the stand");
}

/// A body that moves farther in an explicit step than a skin looks is warned of once, with its name and what helps.
#[test]
fn what_is_too_fast_for_a_skin_is_warned_of_once() {
    let mut simulation = simulation(&SHOT.replace("step = 0.001", "step = 0.001, stepping = \"explicit\""));
    let outcome = bristle_run::run(&mut simulation, 0.05, &mut []).unwrap();
    assert!(outcome.solver.steps_beyond_window > 0);
    // Another one is of the step, which is too long to be explicit.
    let mut words = warnings(&simulation);
    words.retain(|words| !words.starts_with("an explicit step of"));
    assert!(
        matches!(&words[..], [one] if ["shot/body", "`pad`", "look_ahead", "backing"].iter().all(|w| one.contains(w))),
        "{words:?}"
    );
}

/// A spring that explicit steps blow up.
const BURSTING: &str = r#"
    run = { duration = 10.0, step = 0.02, stepping = "explicit" }
    world = { gravity = [0, 0, 0] }
    [bodies.slide]
    inertia = { mass = 0.7, moments = [1, 1, 1] }
    joint = { kind = "prismatic", axis = [0, 0, 1], spring = { stiffness = 1e6, rest = 0.0 } }
    start = { position = 0.01 }
"#;

/// A run that ends with a step that cannot be taken says so, and gives the time once and without round-off.
#[test]
fn a_phase_that_ends_with_a_failed_step_says_so() {
    let mut simulation = simulation(BURSTING);
    let outcome = bristle_run::run(&mut simulation, 10.0, &mut []).unwrap();
    let RunEnding::Failed { why } = &outcome.ending else { panic!("{:?}", outcome.ending) };
    assert_eq!(outcome.phases.last().unwrap().ended_by, EndedBy::Failure);
    let time = why.strip_prefix("at ").and_then(|rest| rest.split_once(" s:")).unwrap().0;
    assert!(time.len() < 6, "{why}");
}
