//! Marbles fall into a cup that is held: Fig. 7 of Romano et al. (2011).

use super::batch::Batch;
use super::bench::{Sensing, Setup};
use super::chance::Chance;
use super::least_force;
use super::tasks::{self, Grip};
use super::trial::{Outcome, Trial};
use crate::{Experiment, Figure, LabError, Parameter, PartWatcher, Results, Settings, Value, Watcher};
use bristle_control::grasp::{GraspConstants, GripPolicy, TaskStep};
use bristle_picture::{LinePlot, LineStyle};
use std::fmt::Write as _;

/// Weight of the cup and of a batch of fifteen marbles \[N\].
const CUP: f64 = 0.6;
const BATCH: f64 = 0.62;
const BATCHES: usize = 5;
/// Force to begin with \[N\].
const START: f64 = 5.0;
/// When the first batch falls \[s\]: the cup has been lifted by then. And the time between two.
const FIRST: f64 = 7.0;
const INTERVAL: f64 = 3.0;
/// How long the gripper is shaken after each \[s\].
const SHAKEN: f64 = 2.0;
/// Frequency \[Hz\] and amplitude \[N\] of the shaking by hand. Assumed: "lightly".
const FREQUENCY: f64 = 4.0;
const AMPLITUDE: f64 = 6.0;
const GRAVITY: f64 = 9.81;

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-fig7",
    title: "Marbles fall into a cup that is held",
    source: "Romano et al. 2011, §VI.C, Fig. 7",
    about: "A glass cup of 0.6 N is held with 5 N. Every 3 s fifteen marbles fall into it, 0.62 N, and the hand is shaken for 2 s. The published controller grips harder with every slip that it feels. \
            Beside it: the least force with which the shaken cup does not slip at each of the six weights.",
    parameters: &[
        Parameter::count("trials", 3, 1, 100, "How often the cup is filled."),
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

/// One filling of the cup.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Filling {
    /// Target of the grip force at the end of each weight \[N\].
    forces: Vec<f64>,
    slips: u32,
    dropped: bool,
    translation: f64,
}

fn setup(number: u64, seed: u64, sensing: Sensing) -> Result<(Setup, f64), LabError> {
    let mut chance = Chance::new(seed, &format!("glass-cup {number}"));
    let mut setup = Setup { sensing, ..Setup::scattered("glass-cup", &mut chance)? };
    setup.object.mass = CUP / GRAVITY;
    (setup.along, setup.across) = (0.0, 0.0);
    // People shake differently; the paper says that this makes the trials differ.
    let amplitude = AMPLITUDE * chance.between(0.7, 1.3);
    Ok((setup, amplitude))
}

fn shake(more: &mut String, from: f64, amplitude: f64) {
    // Writing to a string cannot fail.
    let _ = write!(
        more,
        "\n[[disturbances]]\nshake = {{ body = \"palm\", force = [{:.4}, 0, {amplitude:.4}], frequency = {FREQUENCY}, from = {from}, until = {} }}\n",
        0.5 * amplitude,
        from + SHAKEN
    );
}

fn steps(setup: &Setup, until: f64) -> Result<Vec<TaskStep>, LabError> {
    let mut steps = tasks::grasp(setup)?;
    steps.push(tasks::lift(setup, 0.1, 1.0)?);
    steps.push(TaskStep::Wait { time: until });
    Ok(steps)
}

fn fill(number: u64, seed: u64, grip: Grip, sensing: Sensing) -> Result<Filling, LabError> {
    let (mut setup, amplitude) = setup(number, seed, sensing)?;
    for index in 0..=BATCHES {
        let time = FIRST + INTERVAL * index as f64;
        if index > 0 {
            let _ = write!(
                setup.more,
                "\n[[disturbances]]\nadd_mass = {{ body = \"glass-cup\", mass = {:.5}, at_mm = [0, 0, {}], time = {time} }}\n",
                BATCH / GRAVITY,
                10 + 8 * index
            );
        }
        shake(&mut setup.more, time + 0.5, amplitude);
    }
    let end = FIRST + INTERVAL * (BATCHES + 1) as f64;
    let plan = steps(&setup, end)?;
    let mut forces = Vec::new();
    let mut trial = Trial::new(&setup, |senses| grip.task(&setup, plan, senses))?;
    let outcome = trial.run(|moment| {
        let due = FIRST + INTERVAL * (forces.len() + 1) as f64 - 0.01;
        if moment.percept.time >= due {
            forces.push(moment.readout().wanted);
        }
        moment.percept.time < end
    })?;
    let Outcome { slips, dropped, translation, .. } = outcome;
    Ok(Filling { forces, slips, dropped, translation })
}

/// The least force with which the shaken cup stays at a weight \[N\].
fn least(weight: f64, seed: u64) -> Result<f64, LabError> {
    let (mut setup, _) = setup(0, seed, Sensing::Pr2)?;
    setup.object.mass = weight / GRAVITY;
    shake(&mut setup.more, FIRST, AMPLITUDE);
    let found = least_force::search(0.3, 20.0, |force| {
        let plan = steps(&setup, 60.0)?;
        let mut trial = Trial::new(&setup, |senses| Grip::force(force).task(&setup, plan, senses))?;
        let outcome = trial.run(|moment| moment.percept.time < FIRST + SHAKEN)?;
        Ok(outcome.held && !outcome.translated())
    })?;
    Ok(found.unwrap_or(f64::NAN))
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (trials, seed) = (settings.count("trials")?, settings.count("seed")?);
    let threads = settings.count("threads")? as usize;
    let weights: Vec<f64> = (0..=BATCHES).map(|index| CUP + BATCH * index as f64).collect();
    let keys: Vec<String> = weights.iter().map(|weight| format!("{weight:.2} N")).collect();
    let name = format!("seed {seed}");
    let batch = Batch { name: "least force", settings: name.clone(), threads };
    let minimum =
        batch.run(&keys, &mut PartWatcher::new(watcher, 0.0, 0.7), |index| least(weights[index], seed))?;
    // Eq. 10 is left out, as in the paper: the trials begin with 5 N.
    let constants = GraspConstants { hardness_gain: 1e-6, ..GraspConstants::paper() };
    let published = Grip::ByTouch(constants, GripPolicy::Hardness { hint: Some(START) });
    let fillings = [("published", published, Sensing::Pr2), ("margin", Grip::margin(), Sensing::Truth)];
    let mut results = Results::new(EXPERIMENT.id);
    for (&weight, &force) in weights.iter().zip(&minimum) {
        let value = match weight > 2.4 {
            true => Value::compared(
                format!("least force at {weight:.2} N"),
                force,
                "N",
                8.3,
                crate::Tolerance::Relative(0.2),
                "friction of glass, and how hard the hand is shaken, are assumed; Coulomb friction asks for a force in proportion to the weight, which does not level off as the published curve does",
            ),
            false => Value::not_stated(format!("least force at {weight:.2} N"), force, "N", ""),
        };
        results.values.push(value);
    }
    let mut plot =
        LinePlot::new().title("Grip force while the cup is filled").labels("weight [N]", "grip force [N]");
    plot = plot.styled_line("least force", &weights, &minimum, LineStyle::LineAndDots);
    for (index, (name, grip, sensing)) in fillings.into_iter().enumerate() {
        let keys: Vec<String> = (0..trials).map(|number| format!("{name} {number}")).collect();
        let batch = Batch { name, settings: format!("seed {seed}"), threads };
        let share = 0.7 + 0.14 * index as f64;
        let found = batch.run(&keys, &mut PartWatcher::new(watcher, share, share + 0.14), |number| {
            fill(number as u64, seed, grip, sensing)
        })?;
        for (number, filling) in found.iter().enumerate() {
            let targets =
                filling.forces.iter().map(|force| format!("{force:.1}")).collect::<Vec<_>>().join(", ");
            let fell = if filling.dropped { "; dropped" } else { "" };
            let trial = number + 1;
            let moved = 1e3 * filling.translation;
            if name == "published" {
                let above = filling.forces.iter().zip(&minimum).map(|(force, least)| force - least);
                let what = format!("{name}, trial {trial}: force above the least one, at least");
                let words = format!("{} slips felt; targets {targets} N{fell}", filling.slips);
                let least = above.fold(f64::INFINITY, f64::min);
                results
                    .values
                    .push(Value::within(what, least, "N", 0.0, f64::INFINITY, words.clone()).note(words));
            }
            let what = format!("{name}, trial {trial}: moved in the grip");
            results.values.push(Value::not_stated(what, moved, "mm", format!("targets {targets} N{fell}")));
            let count = filling.forces.len().min(weights.len());
            plot = plot.line(format!("{name} {}", number + 1), &weights[..count], &filling.forces[..count]);
        }
    }
    results.figures.push(Figure::new(
        "forces",
        "Grip force over the weight of the cup",
        "Targets of the grip force before the next batch of marbles, and the least force with which the shaken cup does not slip.",
        plot.render()?,
    ));
    results.remarks.push("How the experimenter shook the gripper is not published: 6 N at 4 Hz on the palm is assumed, 0.7 to 1.3 times that in the trials.");
    Ok(results)
}
