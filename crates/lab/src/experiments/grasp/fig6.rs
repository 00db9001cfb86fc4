//! The grip force that is chosen by hardness, between the least force and the one that crushes: Fig. 6 of Romano et al. (2011).

use super::batch::Batch;
use super::bench::Setup;
use super::chance::Chance;
use super::drawing::mean_and_spread;
use super::least_force;
use super::tasks::{self, Grip};
use super::trial::{Outcome, Trial};
use crate::{Experiment, Figure, LabError, Parameter, PartWatcher, Results, Settings, Value, Watcher};
use bristle_picture::{LinePlot, LineStyle};
use bristle_scene::household;

/// The eight objects, in the order of the figure.
const OBJECTS: [&str; 8] = [
    "paper-cup",
    "tea-box-paper",
    "banana-ripe",
    "soda-can-empty",
    "egg",
    "tennis-ball",
    "glass-bottle",
    "soda-can-full",
];
/// Forces between which the least one is looked for \[N\].
const LEAST: (f64, f64) = (0.1, 12.9);
/// And the one that crushes \[N\].
const CRUSHING: (f64, f64) = (1.0, 45.0);

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-fig6",
    title: "The chosen grip force between slipping and crushing",
    source: "Romano et al. 2011, §VI.B, Fig. 6",
    about: "For eight objects: the least grip force, in steps of 0.1 N, with which a lift by 10 cm does not slip; the force that the published controller chooses by the hardness of the contact; \
            and the force that crushes.",
    parameters: &[
        Parameter::count("trials", 8, 1, 1000, "Trials per object."),
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

/// Forces of one trial of an object \[N\].
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Forces {
    least: Option<f64>,
    chosen: f64,
    crushed: bool,
    /// Looked for in the first trial of an object, as in the paper.
    crushing: Option<f64>,
}

fn attempt(setup: &Setup, grip: Grip, lift: bool) -> Result<Outcome, LabError> {
    let mut steps = tasks::grasp(setup)?;
    if lift {
        steps.push(tasks::lift(setup, 0.1, 1.0)?);
    }
    Trial::new(setup, |senses| grip.task(setup, steps, senses))?.run(|_| true)
}

fn forces(object: &str, number: u64, seed: u64) -> Result<Forces, LabError> {
    let mut chance = Chance::new(seed, &format!("{object} {number}"));
    let mut setup = Setup::scattered(object, &mut chance)?;
    // "placing each object in a known location and orientation"
    (setup.along, setup.across, setup.yaw) = (0.0, 0.0, 0.0);
    let least = least_force::search(LEAST.0, LEAST.1, |force| {
        let outcome = attempt(&setup, Grip::force(force), true)?;
        Ok(outcome.held && !outcome.translated() && !outcome.rotated())
    })?;
    let chosen = attempt(&setup, Grip::published(), true)?;
    let crushable = number == 0 && setup.object.is_crushable();
    let crushing = match crushable {
        true => least_force::search(CRUSHING.0, CRUSHING.1, |force| {
            Ok(attempt(&setup, Grip::force(force), false)?.crushed)
        })?,
        false => None,
    };
    Ok(Forces { least, chosen: chosen.first_force, crushed: chosen.crushed, crushing })
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (trials, seed) = (settings.count("trials")?, settings.count("seed")?);
    let all: Vec<(&str, u64)> =
        OBJECTS.iter().flat_map(|&object| (0..trials).map(move |number| (object, number))).collect();
    let keys: Vec<String> = all.iter().map(|(object, number)| format!("{object} {number}")).collect();
    let batch = Batch {
        name: "grip force",
        settings: format!("seed {seed}"),
        threads: settings.count("threads")? as usize,
    };
    let found = batch.run(&keys, &mut PartWatcher::new(watcher, 0.0, 0.98), |index| {
        let (object, number) = all[index];
        forces(object, number, seed)
    })?;
    let mut results = Results::new(EXPERIMENT.id);
    let mut bars = Bars::default();
    for (index, (&name, trials)) in OBJECTS.iter().zip(found.chunks(trials as usize)).enumerate() {
        let title = household::find(name).map_or(name, |object| &object.title);
        let least: Vec<f64> = trials.iter().filter_map(|of| of.least).collect();
        let chosen: Vec<f64> = trials.iter().map(|of| of.chosen).collect();
        let (minimum, minimum_spread) = mean_and_spread(&least);
        let (grip, grip_spread) = mean_and_spread(&chosen);
        let values = &mut results.values;
        values.push(Value::not_stated(
            format!("{title}: least force"),
            minimum,
            "N",
            format!("± {minimum_spread:.2} N"),
        ));
        values.push(
            Value::within(
                format!("{title}: chosen force over least force"),
                grip / minimum,
                "",
                1.0,
                f64::INFINITY,
                "the chosen force is too low to hold the object without slip",
            )
            .note(format!("chosen {grip:.2} ± {grip_spread:.2} N")),
        );
        bars.add(index, minimum, grip, grip_spread);
        let Some(crushing) = trials.iter().find_map(|of| of.crushing) else { continue };
        bars.crushing(index, crushing);
        let crushed = trials.iter().filter(|of| of.crushed).count();
        let name_of = format!("{title}: chosen force over crushing force");
        let words = format!("crushes at {crushing:.1} N; crushed in {crushed} of {} trials", trials.len());
        values.push(match name {
            // The egg was crushed in three of eight trials.
            "egg" => Value::not_stated(name_of, grip / crushing, "", format!("{words}; published: 3 of 8")),
            _ => Value::within(name_of, grip / crushing, "", 0.0, 1.0, words.clone()).note(words),
        });
    }
    results.figures.push(Figure::new(
        "forces",
        "Least, chosen and crushing force",
        format!(
            "Objects: {}. Bars of the chosen force: one standard deviation.",
            OBJECTS.map(|name| household::find(name).map_or(name, |o| &o.title)).join(", ")
        ),
        bars.plot().render()?,
    ));
    results.remarks.push(
        "The least force is looked for by halving on the paper's grid of 0.1 N, not by counting up from below: it is the same force, in fewer trials.",
    );
    Ok(results)
}

/// The three kinds of forces over the number of the object.
#[derive(Default)]
struct Bars {
    least: (Vec<f64>, Vec<f64>),
    chosen: (Vec<f64>, Vec<f64>),
    spread: (Vec<f64>, Vec<f64>),
    crushing: (Vec<f64>, Vec<f64>),
}

impl Bars {
    fn add(&mut self, index: usize, least: f64, chosen: f64, spread: f64) {
        let at = (index + 1) as f64;
        push(&mut self.least, at - 0.12, least);
        push(&mut self.chosen, at, chosen);
        for y in [chosen - spread, chosen + spread, f64::NAN] {
            push(&mut self.spread, at, y);
        }
    }

    fn crushing(&mut self, index: usize, force: f64) {
        push(&mut self.crushing, index as f64 + 1.12, force);
    }

    fn plot(&self) -> LinePlot {
        LinePlot::new()
            .title("Grip force of eight objects")
            .labels("object", "grip force [N]")
            .x_range(0.5, 8.5)
            .styled_line("least force", &self.least.0, &self.least.1, LineStyle::Dots)
            .styled_line("chosen force", &self.chosen.0, &self.chosen.1, LineStyle::Dots)
            .styled_line("crushing force", &self.crushing.0, &self.crushing.1, LineStyle::Dots)
            .line("spread of the chosen force", &self.spread.0, &self.spread.1)
    }
}

fn push(list: &mut (Vec<f64>, Vec<f64>), x: f64, y: f64) {
    list.0.push(x);
    list.1.push(y);
}
