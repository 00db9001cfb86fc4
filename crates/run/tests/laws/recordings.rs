//! A recording holds what the simulation went through.

use crate::support::scene;
use bristle_record::{Ending, Recording};
use bristle_run::{Folder, Outcome, RecordOptions, RunRecorder, Simulation, run, run_info};
use std::path::Path;

/// A gripper that closes, to its first touch.
const GRASP: &str = "include = [{ file = \"lib:scenes/pick-cube\", set.run.duration = 1.1 }]";

fn record(text: &str, folder: &Path, options: Option<RecordOptions>) -> (Outcome, Recording) {
    let (scene, built) = scene(text);
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let info = run_info(&scene, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder), options).unwrap();
    let outcome = run(&mut simulation, built.run.duration, &mut [&mut recorder]).unwrap();
    (outcome, recorder.into_recording().unwrap())
}

#[test]
fn samples_are_those_of_steps_taken_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (outcome, recording) = record(GRASP, folder.path(), None);
    assert_eq!(recording.ending(), &Ending::Completed);
    let built = scene(GRASP).1;
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let skin = built.model.skin_named("left_dsa").unwrap();
    for (index, frame) in recording.frames().unwrap().enumerate() {
        let frame = frame.unwrap();
        while simulation.time() < frame.time {
            simulation.step().unwrap();
        }
        assert_eq!(simulation.time(), recording.times()[index]);
        let texels = &simulation.world().reading(skin).unwrap().texels;
        assert!(
            texels.iter().zip(&frame.skins[0]).all(|(felt, told)| felt.normal_force == told.normal_force)
        );
    }
    assert_eq!(simulation.time(), outcome.simulated_s);
    // Touches and phases stand in both, at the same times.
    let told: Vec<(f64, String)> =
        recording.events().iter().map(|event| (event.time, event.name.clone())).collect();
    let happened = simulation.events().iter().map(|event| {
        let words = event.what.to_string();
        (event.time, words.split(';').next().unwrap_or_default().to_owned())
    });
    assert_eq!(told, happened.collect::<Vec<_>>());
    assert_eq!(
        outcome.skins[0].first_touch_s,
        told.iter().find(|(_, name)| name == "left_dsa touches").map(|e| e.0)
    );
}

/// Polygons, cells and vertices are drawn as they are cut, so a recording has to know how.
#[test]
fn a_recording_holds_the_outlines_of_texels() {
    let folder = tempfile::tempdir().unwrap();
    let cap = "include = [{ file = \"lib:scenes/weigh\", set.run.duration = 0.01, \
               set.skins.dsa = { layout = { cap = { radius_mm = 40, opening_deg = 30, rings = 2, segments = 6 } }, samples = 1 } }]";
    let (_, recording) = record(cap, folder.path(), None);
    let built = scene(cap).1;
    let outlines = built.model.skins()[built.model.skin_named("dsa").unwrap().0].skin.outlines();
    assert!(outlines.len() > 6 && outlines.iter().all(|outline| outline.len() > 3));
    assert_eq!(recording.skins()[0].outlines, outlines);
}

#[test]
fn a_recording_can_be_thinner_than_its_scene_says() {
    let folder = tempfile::tempdir().unwrap();
    let options = RecordOptions { every: 0.1, texels: false };
    let (_, recording) = record("include = [\"lib:scenes/weigh\"]", folder.path(), Some(options));
    assert_eq!((recording.times().len(), recording.frame_count()), (21, 0));
    assert_eq!(recording.times()[3], 0.3);
}

#[test]
fn a_run_owns_its_folder_and_the_next_takes_another() {
    let place = tempfile::tempdir().unwrap();
    let usual = place.path().join("out");
    let (scene, built) = scene("include = [\"lib:scenes/starter\"]");
    let simulation = Simulation::new(built.clone()).unwrap();
    let open = |folder| {
        let info = run_info(&scene, &built, "law", String::new());
        RunRecorder::open(&simulation, info, folder, None)
    };
    let name = |recorder: &RunRecorder| recorder.folder().unwrap().file_name().unwrap().to_owned();
    let first = open(Folder::Usual(&usual)).unwrap();
    let second = open(Folder::Usual(&usual)).unwrap();
    assert_eq!((name(&first), name(&second)), ("out".into(), "out-2".into()));
    for folder in [Folder::New(&usual), Folder::Replaced(&usual)] {
        let error = open(folder).err().unwrap().to_string();
        assert!(error.contains("is in use"), "{error}");
    }
    // One that is over gives its folder back; what the second recorded is nobody's to replace.
    drop((first, second));
    let third = open(Folder::Usual(&usual)).unwrap();
    let fourth = open(Folder::Usual(&usual)).unwrap();
    assert_eq!((name(&third), name(&fourth)), ("out".into(), "out-3".into()));
}

/// A run that goes wrong says so when it does: as an event, in the outcome, and in the recording from which reports are made.
#[test]
fn steps_beyond_the_stable_limit_are_told_in_outcome_and_recording() {
    let folder = tempfile::tempdir().unwrap();
    let fast = "include = [{ file = \"lib:scenes/weigh\", set.run = { stepping = \"explicit\", step = 2e-3, duration = 0.1 } }]";
    let (outcome, recording) = record(fast, folder.path(), None);
    let [warning] = &outcome.warnings[..] else { panic!("{:?}", outcome.warnings) };
    assert!(warning.contains("explicit step of 2.000 ms is longer than"), "{warning}");
    let told = recording.events().iter().filter(|event| event.name.starts_with("warning: an explicit step"));
    assert_eq!(told.count(), 1);
    assert!(recording.facts().iter().any(|fact| fact.label == "Warning"));
}
