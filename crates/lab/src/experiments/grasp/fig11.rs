//! A full can is set down by position and by touch: Fig. 11 and 12 of Romano et al. (2011).

use super::batch::Batch;
use super::bench::Setup;
use super::chance::Chance;
use super::drawing::mean_and_spread;
use super::tasks::{self, Grip};
use super::trial::Trial;
use crate::{
    Experiment, Figure, LabError, Parameter, PartWatcher, Range, Results, Settings, Tolerance, Value, Watcher,
};
use bristle_control::Happening;
use bristle_control::grasp::{Cue, PlaceBy, TaskStep};
use bristle_picture::{LinePlot, LineStyle};

/// Error of the table's height as cameras and lasers tell it: mean and standard deviation \[m\]. The paper says that 4 of 25 cans were released in the air and 21 pressed into
/// the table: with a mean of one standard deviation below the table, 4 of 25 are above it. The deviation itself is assumed.
const HEIGHT_ERROR: (f64, f64) = (-0.010, 0.010);
/// By touch, the arm is told to go so far below the table that it meets it in any case \[m\].
const SEARCH_DEPTH: f64 = -0.03;
/// What a can stands on: the rim of its bottom, 48 mm in diameter and 2 mm wide \[m²\]. Assumed.
const RIM_AREA: f64 = 3.0e-4;
/// Less than this is no contact \[N\].
const TOUCHES: f64 = 0.05;
/// The film shows pressures in this range \[kPa\].
const FILM: (f64, f64) = (13.8, 138.0);

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-fig11",
    title: "A full can is set down by position and by touch",
    source: "Romano et al. 2011, §VI.E, Fig. 11 and 12",
    about: "A full soda can is lifted and put down, 25 times at the height where cameras think the table is, and 25 times by the published controller, which lets go when it feels slip or \
            vibration. Compared are the pressure under the can, and the torque of the elbow.",
    parameters: &[
        Parameter::count("trials", 25, 1, 1000, "Trials for each way."),
        Parameter::number(
            "descent",
            "s",
            6.0,
            Range::new(0.5, 60.0),
            "How long the arm takes to bring the can down; the paper says: at a moderate speed.",
        ),
        Parameter::count("seed", 1, 0, 1_000_000, "Seed of what scatters."),
        Parameter::count(
            "threads",
            0,
            0,
            1024,
            "Threads; 0 for one per processor. The results do not depend on it.",
        ),
    ],
    run,
};

/// What came of setting down a can.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct Placement {
    /// Peak of the mean pressure under the rim \[kPa\].
    pressure: f64,
    /// Largest change of the elbow's torque after the descent began \[N·m\].
    torque: f64,
    /// Which cue let go; empty if none did.
    cue: String,
    /// Whether the can touched the table when the gripper began to let go.
    touched: bool,
    dropped: bool,
    /// Time since the descent began \[s\], torque \[N·m\], vibration \[m/s²\].
    time: Vec<f64>,
    elbow: Vec<f64>,
    vibration: Vec<f64>,
}

fn put_down(number: u64, seed: u64, descent: f64, by: PlaceBy) -> Result<Placement, LabError> {
    let mut chance = Chance::new(seed, &format!("soda-can-full {number}"));
    let mut setup = Setup::scattered("soda-can-full", &mut chance)?;
    // The accelerometer takes 3000 samples a second.
    setup.step = 1.0 / 3000.0;
    let error = HEIGHT_ERROR.0 + HEIGHT_ERROR.1 * chance.normal();
    let depth = match by {
        PlaceBy::Touch => SEARCH_DEPTH,
        PlaceBy::Position => error,
    };
    let mut steps = tasks::centre_and_grasp(&setup)?;
    steps.push(tasks::lift(&setup, 0.08, 1.0)?);
    steps.push(TaskStep::Wait { time: 0.3 });
    let descends = steps.len();
    steps.push(tasks::place(&setup, depth, descent, by)?);
    let mut trial = Trial::new(&setup, |senses| Grip::published().task(&setup, steps, senses))?;
    let mut placement = Placement::default();
    let (mut began, mut before, mut released) = (None, None, false);
    let outcome = trial.run(|moment| {
        if moment.task.step() < descends {
            return true;
        }
        let (world, time) = (moment.simulation.world(), moment.percept.time);
        let table = world.model().body_named("table").ok();
        let force =
            table.and_then(|table| world.joint_wrench(table).ok()).map_or(0.0, |wrench| wrench.force.z.abs());
        let senses = moment.simulation.senses();
        let elbow = senses.motor("elbow").map_or(0.0, |motor| moment.percept.motors[motor].effort);
        let (began, before) = (*began.get_or_insert(time), *before.get_or_insert(elbow));
        placement.pressure = placement.pressure.max(1e-3 * force / RIM_AREA);
        placement.torque = placement.torque.max((elbow - before).abs());
        if number == 0 {
            placement.time.push(time - began);
            placement.elbow.push(elbow);
            placement.vibration.push(moment.readout().vibration);
        }
        if !released && moment.task.grasper().is_letting_go() {
            released = true;
            placement.touched = force > TOUCHES;
        }
        true
    })?;
    let cue = trial.events().iter().find_map(|event| match event.what {
        Happening::Cue(cue @ (Cue::Slip | Cue::Vibration)) if event.phase == "replace" => Some(cue),
        _ => None,
    });
    placement.cue = cue.map_or(String::new(), |cue| cue.name().to_owned());
    placement.dropped = outcome.dropped;
    Ok(placement)
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (trials, seed) = (settings.count("trials")?, settings.count("seed")?);
    let descent = settings.number("descent")?;
    let threads = settings.count("threads")? as usize;
    let mut ways = Vec::new();
    for (name, by, from) in [("by position", PlaceBy::Position, 0.0), ("by touch", PlaceBy::Touch, 0.49)] {
        let keys: Vec<String> = (0..trials).map(|number| format!("{name} {number}")).collect();
        let batch = Batch { name, settings: format!("seed {seed} descent {descent}"), threads };
        let mut part = PartWatcher::new(watcher, from, from + 0.49);
        ways.push(batch.run(&keys, &mut part, |number| put_down(number as u64, seed, descent, by))?);
    }
    let [position, touch] = &ways[..] else {
        return Err(LabError::Failed("there are two ways to set down a can".to_owned()));
    };
    let mut results = Results::new(EXPERIMENT.id);
    values(&mut results, position, touch);
    figures(&mut results, position, touch)?;
    results.remarks.push(
        "The paper shows scans of pressure-sensitive film, which has a range of 13.8 to 138 kPa, and no numbers. Here, the pressure is the force on the table over the area of the can's rim.",
    );
    results.remarks.push(
        "By touch, the arm goes on until the fingertips tell of the table, about 0.1 s later: the faster it moves, the harder it presses. With a descent of 2.5 s it presses harder by touch than by position.",
    );
    Ok(results)
}

fn values(results: &mut Results, position: &[Placement], touch: &[Placement]) {
    let values = &mut results.values;
    let of_25 = |list: &[Placement], counts: &dyn Fn(&Placement) -> bool| {
        25.0 * list.iter().filter(|p| counts(p)).count() as f64 / list.len() as f64
    };
    let peaks = |list: &[Placement]| -> Vec<f64> { list.iter().map(|p| p.pressure).collect() };
    let (hard, hard_spread) = mean_and_spread(&peaks(position));
    let (soft, soft_spread) = mean_and_spread(&peaks(touch));
    values.push(Value::compared(
        "by position: released in the air, of 25",
        of_25(position, &|p| !p.touched),
        "",
        4.0,
        Tolerance::Absolute(2.0),
        "a matter of chance: the error of the table's height is drawn so that 4 of 25 are expected",
    ));
    values.push(Value::not_stated(
        "by position: peak pressure",
        hard,
        "kPa",
        format!("± {hard_spread:.1} kPa"),
    ));
    values.push(Value::not_stated("by touch: peak pressure", soft, "kPa", format!("± {soft_spread:.1} kPa")));
    let pressed: Vec<f64> = position.iter().filter(|p| p.touched).map(|p| p.pressure).collect();
    let (pressed, _) = mean_and_spread(&pressed);
    values.push(Value::not_stated(
        "peak pressure by touch over that by position where it pressed",
        soft / pressed,
        "",
        "published as pictures: dark prints against hardly any",
    ));
    values.push(Value::not_stated(
        "by position: torque of the elbow",
        mean_and_spread(&position.iter().map(|p| p.torque).collect::<Vec<_>>()).0,
        "N·m",
        "largest change while setting down",
    ));
    values.push(Value::not_stated(
        "by touch: torque of the elbow",
        mean_and_spread(&touch.iter().map(|p| p.torque).collect::<Vec<_>>()).0,
        "N·m",
        "largest change while setting down",
    ));
    for (cue, published) in [(Cue::Slip, 4.0), (Cue::Vibration, 21.0)] {
        values.push(Value::compared(
            format!("by touch: let go by {cue}, of 25"),
            of_25(touch, &|p| p.cue == cue.name()),
            "",
            published,
            Tolerance::Absolute(4.0),
            "which of the two comes first depends on the speed of the arm and its stiffness, and on when the next frame of the fingertips comes",
        ));
    }
    values.push(Value::at_most(
        "by touch: let go before the can touched the table, of 25",
        of_25(touch, &|p| !p.touched),
        "",
        1.0,
        "noise of the arm's drives while it moves, or the fingertips",
    ));
}

fn figures(results: &mut Results, position: &[Placement], touch: &[Placement]) -> Result<(), LabError> {
    let numbers = |list: &[Placement]| -> Vec<f64> { (1..=list.len()).map(|number| number as f64).collect() };
    let peaks = |list: &[Placement]| -> Vec<f64> { list.iter().map(|p| p.pressure).collect() };
    let end = position.len().max(touch.len()) as f64 + 1.0;
    let pressures = LinePlot::new()
        .title("Peak pressure under the can")
        .labels("trial", "pressure [kPa]")
        .styled_line("by position", &numbers(position), &peaks(position), LineStyle::Dots)
        .styled_line("by touch", &numbers(touch), &peaks(touch), LineStyle::Dots)
        .line("least that the film shows", &[0.0, end], &[FILM.0, FILM.0]);
    results.figures.push(Figure::new(
        "fig11-pressure",
        "Peak pressure under the can",
        "Fig. 11 of the paper shows prints on film. What is below the line would leave none.",
        pressures.render()?,
    ));
    let (Some(first), Some(second)) = (position.first(), touch.first()) else { return Ok(()) };
    if first.time.is_empty() || second.time.is_empty() {
        // The first can was not even lifted.
        return Ok(());
    }
    let torque = LinePlot::new()
        .title("Torque of the elbow while a can is set down")
        .labels("time since the descent began [s]", "torque [N·m]")
        .line("by position", &first.time, &first.elbow)
        .line("by touch", &second.time, &second.elbow);
    let vibration = LinePlot::new()
        .title("Vibration of the palm while a can is set down")
        .labels("time since the descent began [s]", "FA-II [m/s²]")
        .line("by position", &first.time, &first.vibration)
        .line("by touch", &second.time, &second.vibration);
    results.figures.push(Figure::new(
        "fig12-torque",
        "Torque of the elbow",
        "Fig. 12 of the paper, above: pressed into the table, the arm pushes on.",
        torque.render()?,
    ));
    results.figures.push(Figure::new(
        "fig12-vibration",
        "Vibration of the palm",
        "Fig. 12 of the paper, below.",
        vibration.render()?,
    ));
    Ok(())
}
