//! What a recording says of its run beside the series.

use crate::{Driver, Outcome, RunEnding, Simulation};
use bristle_record::{Ending, Fact, RunInfo, Unit};
use bristle_scene::{Built, Scene};
use bristle_world::Body;

/// What a recording says of a run from the start.
///
/// `name` is its title if the scene has none, and `command` what repeats it; it may be empty.
pub fn run_info(scene: &Scene, built: &Built, name: &str, command: String) -> RunInfo {
    let title = match scene.data().title.as_str() {
        "" => name.to_owned(),
        title => title.to_owned(),
    };
    RunInfo {
        title,
        program: concat!("bristle ", env!("CARGO_PKG_VERSION")).to_owned(),
        command,
        seed: built.run.seed,
        step: built.run.step,
        scene: scene.to_toml(),
        facts: of_scene(built),
    }
}

/// Known from the start: what there is.
fn of_scene(built: &Built) -> Vec<Fact> {
    let model = &built.model;
    let mut facts = vec![
        Fact::count("Bodies", model.bodies().len() as u64),
        Fact::count("Degrees of freedom", model.dofs() as u64),
        Fact::number("Total mass", model.mass(), Unit::Kilogram),
    ];
    let mut heavy: Vec<&Body> = model.bodies().iter().filter(|body| body.inertia.mass > 0.0).collect();
    heavy.sort_by_key(|body| &body.name);
    for Body { name, inertia, .. } in heavy {
        facts.push(Fact::number(format!("Mass of {name}"), inertia.mass, Unit::Kilogram));
    }
    facts.push(Fact::text("Stepping", format!("{:?}", built.run.stepping).to_lowercase()));
    facts
}

/// What a saved scene cannot tell of its run, as comments.
pub(crate) fn not_in_the_scene(simulation: &Simulation) -> String {
    let built = simulation.built();
    let data = built.scene.data();
    let mut text = String::new();
    let commanded = matches!(simulation.driver(), Driver::Nobody) && !data.motors.is_empty();
    match &data.controller {
        None if commanded => text += "# Motors are commanded by the program that ran this scene.\n",
        Some(of) if commanded && of.python_class().is_none() => {
            text += "# The controller of this scene was not at work: motors are commanded by the program that ran it.\n";
        }
        _ => {}
    }
    let written = |name: &str| data.sensors.iter().any(|sensor| sensor.name == name);
    for sensor in built.model.sensors().iter().filter(|sensor| !written(sensor.name())) {
        text += &format!("# The sensor `{}` was added by the program that ran this scene.\n", sensor.name());
    }
    text
}

/// Known at the end.
pub(crate) fn of_outcome(outcome: &Outcome) -> Vec<Fact> {
    let solver = &outcome.solver;
    let mut facts: Vec<Fact> = outcome
        .objects
        .iter()
        .map(|object| Fact::text(format!("At the end, {}", object.name), object.in_words()))
        .collect();
    for object in &outcome.objects {
        let phase = outcome.phases.last().map_or("run", |phase| phase.name.as_str());
        let moved = glam::DVec3::from_array(object.moved_m).length();
        // A nanometre is round-off.
        let moved = if moved < 1e-9 { 0.0 } else { moved };
        facts.push(Fact::number(format!("{} moved since {phase} began", object.name), moved, Unit::Metre));
    }
    facts.push(Fact::count("Steps", outcome.steps));
    if solver.newton_steps > 0 {
        facts.push(Fact::number("Newton iterations per step, mean", solver.iterations_per_step(), Unit::One));
        facts.push(Fact::count("Newton iterations, most in a step", solver.most_iterations as u64));
        facts.push(Fact::number(
            "Residual, largest share of the impulses",
            solver.largest_residual,
            Unit::One,
        ));
    }
    facts.push(Fact::count("Rays in contact, most at once", solver.most_contacts as u64));
    facts.push(Fact::number("Wall time", outcome.wall_s, Unit::Second));
    facts.push(Fact::number("Real-time factor", outcome.real_time_factor, Unit::One));
    facts.extend(outcome.warnings.iter().map(|warning| Fact::text("Warning", warning)));
    facts
}

/// The ending as a recording knows it.
pub(crate) fn ending(ending: &RunEnding) -> Ending {
    match ending {
        RunEnding::Completed => Ending::Completed,
        RunEnding::Unfinished => Ending::Stopped { why: "It was closed before the run was over.".to_owned() },
        RunEnding::Interrupted { why: None } => {
            Ending::Stopped { why: "The run was interrupted.".to_owned() }
        }
        RunEnding::Interrupted { why: Some(why) } => {
            Ending::Stopped { why: format!("The run was interrupted: {why}") }
        }
        RunEnding::Failed { why } => Ending::Stopped { why: format!("A step could not be taken: {why}") },
    }
}
