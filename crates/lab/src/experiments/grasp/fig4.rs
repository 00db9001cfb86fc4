//! One pick and place over time: Fig. 4 of Romano et al. (2011).

use super::bench::{Sensing, Setup};
use super::chance::Chance;
use super::tasks::{self, Grip};
use super::trial::{Outcome, Trial};
use crate::{Experiment, Figure, LabError, Parameter, Results, Settings, Value, Watcher};
use bristle_control::Happening;
use bristle_control::grasp::{Cue, GraspState, PlaceBy};
use bristle_picture::LinePlot;
use bristle_scene::household;

pub(in crate::experiments) static EXPERIMENT: Experiment = Experiment {
    id: "grasp-fig4",
    title: "A juice bottle is picked up and put down by touch",
    source: "Romano et al. 2011, §V, Fig. 2 and 4",
    about: "A PR2 gripper closes on a full juice bottle, chooses a grip force by the hardness that it feels, lifts the bottle, brings it down, and lets go when it feels the table. Shown \
            over time: aperture, finger speed, forces of the fingertips, their disturbance, and the vibration of the palm, with the states of the controller.",
    parameters: &[
        Parameter::choice(
            "object",
            "juice-bottle-full",
            &[
                "juice-bottle-full",
                "egg",
                "coffee-mate",
                "soda-can-full",
                "soda-can-empty",
                "wood-plank",
                "towel",
                "foam-ball",
                "peach-soft",
                "apple",
                "bear",
                "stress-ball",
                "tide-bottle-full",
                "football",
                "glass-cup",
            ],
            "What is grasped: a household object of the library.",
        ),
        Parameter::choice(
            "grip",
            "published",
            &["published", "margin", "margin, three-axis"],
            "How the grip force is chosen.",
        ),
        Parameter::count("seed", 1, 0, 1_000_000, "Seed of what scatters."),
    ],
    run,
};

/// What is plotted, a value per turn of the controller.
#[derive(Default)]
struct Trace {
    time: Vec<f64>,
    aperture: Vec<f64>,
    speed: Vec<f64>,
    forces: [Vec<f64>; 2],
    target: Vec<f64>,
    disturbance: Vec<f64>,
    vibration: Vec<f64>,
    height: Vec<f64>,
    /// States, and when each began \[s\].
    states: Vec<(f64, &'static str)>,
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let name = settings.choice("object")?;
    let (grip, sensing) = match settings.choice("grip")? {
        "margin" => (Grip::margin(), Sensing::Truth),
        "margin, three-axis" => (Grip::margin(), Sensing::ThreeAxis),
        _ => (Grip::published(), Sensing::Pr2),
    };
    let mut chance = Chance::new(settings.count("seed")?, name);
    let mut setup = Setup { sensing, ..Setup::scattered(name, &mut chance)? };
    setup.step = 1.0 / 3000.0;
    let mut steps = tasks::centre_and_grasp(&setup)?;
    steps.push(tasks::lift(&setup, 0.1, 1.5)?);
    steps.push(bristle_control::grasp::TaskStep::Wait { time: 0.5 });
    steps.push(tasks::place(&setup, -0.02, 3.0, PlaceBy::Touch)?);
    let mut trial = Trial::new(&setup, |senses| grip.task(&setup, steps, senses))?;
    let mut trace = Trace::default();
    let object = name.to_owned();
    let outcome = trial.run(|moment| {
        let readout = moment.readout();
        trace.time.push(readout.time);
        trace.aperture.push(1e3 * readout.aperture);
        trace.speed.push(1e3 * readout.rate);
        for (list, force) in trace.forces.iter_mut().zip(&readout.forces) {
            list.push(*force);
        }
        trace.target.push(readout.wanted);
        trace.disturbance.push(readout.disturbance);
        trace.vibration.push(readout.vibration);
        let world = moment.simulation.world();
        let place = world.model().body_named(&object).ok().and_then(|body| world.pose(body).ok());
        trace.height.push(place.map_or(f64::NAN, |pose| 1e3 * pose.translation.z));
        let state = moment.task.state_name();
        if trace.states.last().is_none_or(|last| last.1 != state) {
            trace.states.push((readout.time, state));
        }
        watcher.progress((readout.time / 15.0).min(0.9), state);
        true
    })?;
    let mut results = Results::new(EXPERIMENT.id);
    values(&mut results, &trial, &trace, &outcome);
    figures(&mut results, &trace, name)?;
    results.remarks.push(
        "Not published with numbers: the figure of the paper shows the order of the states, the cues between them, and that the motor's vibration hides the contact in the palm's acceleration.",
    );
    Ok(results)
}

fn values(results: &mut Results, trial: &Trial, trace: &Trace, outcome: &Outcome) {
    let values = &mut results.values;
    // Fig. 4: one state after the other, each once.
    let expected = [
        GraspState::Close,
        GraspState::Load,
        GraspState::LiftAndHold,
        GraspState::Replace,
        GraspState::Unload,
        GraspState::Open,
    ];
    let begun: Vec<&str> = trial
        .events()
        .iter()
        .filter(|event| event.what == Happening::Began && event.phase != GraspState::Idle.name())
        .map(|event| event.phase.as_str())
        .collect();
    let in_order = expected.iter().zip(&begun).filter(|(state, begun)| state.name() == **begun).count();
    values.push(Value::within(
        "states in the published order",
        in_order as f64,
        "",
        6.0,
        6.0,
        begun.join(", "),
    ));
    values.push(Value::not_stated("grip force that was chosen", outcome.first_force, "N", "eq. 10"));
    values.push(Value::not_stated(
        "grip force at the end",
        outcome.last_force,
        "N",
        format!("{} slips", outcome.slips),
    ));
    values.push(Value::not_stated(
        "time to a stable grip",
        outcome.settled,
        "s",
        "with 0.25 s for the zero of the cells",
    ));
    let mut cues = trial.events().iter().filter_map(|event| match event.what {
        Happening::Cue(cue @ (Cue::Slip | Cue::Vibration)) if event.phase == "replace" => {
            Some((event.time, cue))
        }
        _ => None,
    });
    if let Some((time, cue)) = cues.next() {
        values.push(Value::not_stated("when the table was felt", time, "s", cue.name()));
    }
    // Vibration while the fingers run, over vibration while they rest with the object held.
    let mean = |state: &str| {
        let within: Vec<f64> = trace
            .time
            .iter()
            .zip(&trace.vibration)
            .filter(|(time, _)| {
                trace.states.iter().rev().find(|(from, _)| from <= time).is_some_and(|s| s.1 == state)
            })
            .map(|(_, vibration)| *vibration)
            .collect();
        within.iter().sum::<f64>() / within.len().max(1) as f64
    };
    values.push(Value::within(
        "vibration while opening, over that while held",
        mean("open") / mean("lift and hold"),
        "",
        1.0,
        f64::INFINITY,
        "the motor's own vibration hides contacts, says §V.A",
    ));
}

fn figures(results: &mut Results, trace: &Trace, name: &str) -> Result<(), LabError> {
    let title = household::find(name).map_or(name, |object| &object.title);
    let end = trace.time.last().copied().unwrap_or(0.0);
    let plot = |label: &str| {
        let mut plot = LinePlot::new().labels("time [s]", label).size(760.0, 170.0);
        for (index, &(from, state)) in trace.states.iter().enumerate() {
            plot = plot.band(state, from, trace.states.get(index + 1).map_or(end, |next| next.0));
        }
        plot
    };
    let pictures = [
        ("aperture", "Aperture", "x_g.", plot("aperture [mm]").line("", &trace.time, &trace.aperture)),
        (
            "speed",
            "Speed of the fingers",
            "v_g, negative while they close.",
            plot("speed [mm/s]").line("", &trace.time, &trace.speed),
        ),
        (
            "forces",
            "Forces of the fingertips (SA-I)",
            "F_gl, F_gr and their target. 24.4 frames per second make steps.",
            plot("force [N]")
                .line("left", &trace.time, &trace.forces[0])
                .line("right", &trace.time, &trace.forces[1])
                .line("target", &trace.time, &trace.target),
        ),
        (
            "disturbance",
            "Disturbance of the force (FA-I)",
            "High-passed at 5 Hz: contact, lift-off, slip and the table show.",
            plot("FA-I [N]").line("", &trace.time, &trace.disturbance),
        ),
        (
            "vibration",
            "Vibration of the palm (FA-II)",
            "High-passed at 50 Hz. The motor shakes the palm while it turns; the table shows as a peak.",
            plot("FA-II [m/s²]").line("", &trace.time, &trace.vibration),
        ),
        (
            "height",
            "Height of the object",
            "The bottom of the object above the table.",
            plot("height [mm]").line("", &trace.time, &trace.height),
        ),
    ];
    for (file, what, caption, plot) in pictures {
        let picture = plot.title(format!("{what}: {title}")).render()?;
        results.figures.push(Figure::new(file, what, caption, picture));
    }
    Ok(())
}
