//! The two main gains of the published controller: Fig. 5 of Romano et al. (2011).

use super::arm::HandPose;
use super::batch::Batch;
use super::bench::Setup;
use super::chance::Chance;
use super::tasks::{self, Grip};
use super::trial::{CRUSHED, Outcome, Trial};
use crate::{Experiment, Figure, LabError, Parameter, Results, Settings, Value, Watcher};
use bristle_control::grasp::{GraspConstants, GripPolicy};
use bristle_picture::{Quantity, TactileSeries};

/// The values in the middle are published; the others could only be read from a picture, and are chosen here, in the same ratio on both sides.
const SLIP_GAINS: [f64; 5] = [1.02, 1.04, 1.08, 1.16, 1.32];
const HARDNESS_GAINS: [f64; 5] = [0.003, 0.009, 0.027, 0.081, 0.243];

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-fig5",
    title: "How two gains decide whether a canister is crushed or slips",
    source: "Romano et al. 2011, §VI.A, Fig. 5",
    about: "A flexible canister of 0.45 kg is grasped, lifted by 0.3 m and turned by 1.05 rad, with five values of KSLIP and five of KHARDNESS. It counts as crushed if the \
            fingers close by more than 10 mm after the first contact, and as slipped if it moves by more than 5 mm or 0.175 rad in the grip.",
    parameters: &[
        Parameter::count("trials", 10, 1, 1000, "Trials for each pair of gains."),
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

/// What came of a trial.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Crushed,
    Slipped,
    Successful,
}

fn fate(outcome: &Outcome) -> Fate {
    if outcome.squeezed > CRUSHED {
        Fate::Crushed
    } else if outcome.translated() || outcome.rotated() {
        Fate::Slipped
    } else {
        Fate::Successful
    }
}

fn trial(slip_gain: f64, hardness_gain: f64, number: u64, seed: u64) -> Result<Outcome, LabError> {
    // The same canister, hand and table for all gains.
    let mut chance = Chance::new(seed, &format!("coffee-mate {number}"));
    let setup = Setup::scattered("coffee-mate", &mut chance)?;
    let constants = GraspConstants { slip_gain, hardness_gain, ..GraspConstants::paper() };
    let mut steps = tasks::centre_and_grasp(&setup)?;
    let lifted = HandPose { height: setup.hand.height + 0.3, ..setup.hand };
    steps.push(tasks::go(&setup, &setup.hand, &lifted, 2.0)?);
    let turned = HandPose { roll: 1.05, ..lifted };
    steps.push(tasks::go(&setup, &lifted, &turned, 2.0)?);
    let grip = Grip::ByTouch(constants, GripPolicy::default());
    Trial::new(&setup, |senses| grip.task(&setup, steps, senses))?.run(|_| true)
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (trials, seed) = (settings.count("trials")?, settings.count("seed")?);
    let mut keys = Vec::new();
    let mut what = Vec::new();
    for slip_gain in SLIP_GAINS {
        for hardness_gain in HARDNESS_GAINS {
            for number in 0..trials {
                keys.push(format!("KSLIP {slip_gain} KHARDNESS {hardness_gain} {number}"));
                what.push((slip_gain, hardness_gain, number));
            }
        }
    }
    let batch = Batch {
        name: "gains",
        settings: format!("seed {seed}"),
        threads: settings.count("threads")? as usize,
    };
    let outcomes = batch.run(&keys, watcher, |index| {
        let (slip_gain, hardness_gain, number) = what[index];
        trial(slip_gain, hardness_gain, number, seed)
    })?;
    // Rows: KSLIP, the largest at the top. Columns: KHARDNESS.
    let map = |of: Fate| -> Vec<f64> {
        let shares: Vec<f64> = outcomes
            .chunks(trials as usize)
            .map(|cell| cell.iter().filter(|outcome| fate(outcome) == of).count() as f64 / trials as f64)
            .collect();
        shares.chunks(5).rev().flatten().copied().collect()
    };
    let (crushed, slipped, successful) = (map(Fate::Crushed), map(Fate::Slipped), map(Fate::Successful));
    let mut results = Results::new(EXPERIMENT.id);
    values(&mut results, &crushed, &slipped, &successful);
    let title =
        "Rows: KSLIP 1.32, 1.16, 1.08, 1.04, 1.02; columns: KHARDNESS 0.003, 0.009, 0.027, 0.081, 0.243 m/s";
    let maps = TactileSeries::new(5, 5)
        .title(title)
        .full_scale(1.0)
        .quantity(Quantity::plain("share of trials", "1"))
        .image("slipped", &slipped)
        .image("successful", &successful)
        .image("crushed", &crushed);
    results.figures.push(Figure::new(
        "map",
        "Outcomes over the two gains",
        format!("{title}. The published gains are in the middle. Black: all trials."),
        maps.render()?,
    ));
    results.remarks.push(
        "Of the five values of each gain the paper states the one in the middle. The others are chosen here, before the first run, by factors of three for KHARDNESS and by doubling KSLIP - 1.",
    );
    Ok(results)
}

fn values(results: &mut Results, crushed: &[f64], slipped: &[f64], successful: &[f64]) {
    let mean =
        |map: &[f64], cells: &[usize]| cells.iter().map(|&cell| map[cell]).sum::<f64>() / cells.len() as f64;
    let column = |index: usize| -> Vec<usize> { (0..5).map(|row| 5 * row + index).collect() };
    let row = |index: usize| -> Vec<usize> { (5 * index..5 * index + 5).collect() };
    let values = &mut results.values;
    values.push(
        Value::within(
            "success with the published gains",
            successful[12],
            "",
            0.8,
            1.0,
            "\"very likely to succeed\", says the paper",
        )
        .note("published in words; 0.8 is our reading"),
    );
    let largest = successful.iter().copied().fold(0.0, f64::max);
    values.push(Value::within(
        "success of the best pair less that of the published one",
        largest - successful[12],
        "",
        0.0,
        0.2,
        "the best pair of gains is another one",
    ));
    for (name, map, cells, reason) in [
        ("slipped with the lowest KHARDNESS", slipped, column(0), "too little force to begin with"),
        ("crushed with the highest KHARDNESS", crushed, column(4), "too much force to begin with"),
    ] {
        values.push(Value::within(name, mean(map, &cells), "", 0.5, 1.0, reason));
    }
    let rise = |name: &str, high: f64, low: f64, reason: &str| {
        Value::within(name, high - low, "", 0.02, 1.0, reason)
    };
    values.push(rise(
        "slipped: lowest less highest KHARDNESS",
        mean(slipped, &column(0)),
        mean(slipped, &column(4)),
        "the gain makes no difference here",
    ));
    values.push(rise(
        "crushed: highest less lowest KSLIP",
        mean(crushed, &row(0)),
        mean(crushed, &row(4)),
        "the gain makes no difference here",
    ));
    values.push(rise(
        "slipped: lowest less highest KSLIP",
        mean(slipped, &row(4)),
        mean(slipped, &row(0)),
        "the gain makes no difference here",
    ));
}
