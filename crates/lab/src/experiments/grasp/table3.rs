//! Fifty household objects: Table III, Fig. 9 and Fig. 10 of Romano et al. (2011).

use super::batch::Batch;
use super::bench::{Sensing, Setup};
use super::chance::Chance;
use super::tasks::{self, Grip};
use super::trial::{Outcome, Trial};
use crate::{Experiment, LabError, Parameter, PartWatcher, Results, Settings, Value, Watcher};
use bristle_control::grasp::{GraspConstants, GripMargin};
use bristle_scene::household::{self, HouseholdObject};

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-table3",
    title: "Fifty household objects, gripped by full effort, by touch, and with a margin",
    source: "Romano et al. 2011, §VI.D, Table III, Fig. 9 and 10",
    about: "A PR2 gripper picks up fifty household objects, carries them to one side and to the other with much turning of the hand, and it is counted how many it crushes, \
            lets turn, lets slide and drops: with full motor effort, with the published controller, and with one that keeps a margin above slip.",
    parameters: &[
        Parameter::count(
            "seeds",
            5,
            1,
            1000,
            "How often every object is tried, with other chance each time.",
        ),
        Parameter::count("seed", 1, 0, 1_000_000, "Seed of the first trial of an object."),
        Parameter::choice(
            "grip",
            "all",
            &["all", "full effort", "published", "margin", "margin, three-axis"],
            "Who grips.",
        ),
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

/// Who grips, and what the table calls it.
fn grips() -> [(&'static str, Grip, Sensing); 4] {
    [
        ("full effort", Grip::FullEffort, Sensing::Pr2),
        ("published", Grip::Published(GraspConstants::paper()), Sensing::Pr2),
        ("margin", Grip::Margin(GripMargin::default()), Sensing::Truth),
        ("margin, three-axis", Grip::Margin(GripMargin::default()), Sensing::ThreeAxis),
    ]
}

fn objects() -> impl Iterator<Item = &'static HouseholdObject> {
    household::objects().iter().filter(|object| object.used_in == "table3")
}

/// One trial.
pub(super) fn trial(object: &str, seed: u64, grip: Grip, sensing: Sensing) -> Result<Outcome, LabError> {
    let mut chance = Chance::new(seed, object);
    let setup = Setup { sensing, ..Setup::scattered(object, &mut chance)? };
    let steps = tasks::carry_around(&setup, &mut chance)?;
    Trial::new(&setup, |senses| grip.task(&setup, steps, senses))?.run(|_| true)
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (seeds, first) = (settings.count("seeds")?, settings.count("seed")?);
    let threads = settings.count("threads")? as usize;
    let mut results = Results::new(EXPERIMENT.id);
    let wanted = settings.choice("grip")?;
    let grips: Vec<_> = grips().into_iter().filter(|(name, ..)| wanted == "all" || wanted == *name).collect();
    let mut all = Vec::new();
    for (index, &(name, grip, sensing)) in grips.iter().enumerate() {
        let trials: Vec<(&HouseholdObject, u64)> =
            objects().flat_map(|object| (first..first + seeds).map(move |seed| (object, seed))).collect();
        let keys: Vec<String> =
            trials.iter().map(|(object, seed)| format!("{} {seed}", object.name)).collect();
        let (from, to) = (index as f64 / grips.len() as f64, (index + 1) as f64 / grips.len() as f64);
        let batch = Batch { name, settings: String::new(), threads };
        let outcomes = batch.run(&keys, &mut PartWatcher::new(watcher, 0.95 * from, 0.95 * to), |index| {
            let (object, seed) = trials[index];
            trial(&object.name, seed, grip, sensing)
        })?;
        let outcomes: Vec<(&HouseholdObject, Outcome)> =
            trials.iter().map(|(object, _)| *object).zip(outcomes).collect();
        count(&mut results, name, &outcomes, seeds);
        all.push((name, outcomes));
    }
    Ok(results)
}

fn count(results: &mut Results, name: &str, outcomes: &[(&HouseholdObject, Outcome)], seeds: u64) {
    let mean = |of: &dyn Fn(&HouseholdObject, &Outcome) -> bool| {
        outcomes.iter().filter(|(object, outcome)| of(object, outcome)).count() as f64 / seeds as f64
    };
    for (what, found) in [
        ("crushed, of 30", mean(&|object, outcome| object.is_crushable() && outcome.crushed)),
        ("rotated, of 50", mean(&|_, outcome| outcome.rotated())),
        ("translated, of 50", mean(&|_, outcome| outcome.translated())),
        ("dropped, of 50", mean(&|_, outcome| outcome.dropped)),
        ("not held, of 50", mean(&|_, outcome| !outcome.held)),
    ] {
        results.values.push(Value::not_stated(format!("{name}: {what}"), found, "", ""));
    }
}
