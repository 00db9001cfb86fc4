//! Devices go on with every step, and go along with what is copied.

use crate::support::scene;
use bristle_run::{Folder, RunRecorder, Simulation, run, run_info};
use bristle_transduction::Surroundings;

const DEVICE: &str = "[[include]]\nfile = \"lib:scenes/weigh\"\nset.run.duration = 0.5\nset.skins.dsa.device = \"lib:devices/weiss-dsa-9205\"\n";

#[test]
fn a_device_says_what_its_chain_says_of_the_same_forces() {
    let built = scene(DEVICE).1;
    let skin = built.model.skin_named("dsa").unwrap();
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let mut plain = Simulation::new(scene("include = [\"lib:scenes/weigh\"]").1).unwrap();
    let chain = &built.devices[&skin].chain;
    let mut alone = chain.start();
    assert_eq!(simulation.device(skin).unwrap().number, 0);
    assert_eq!(plain.device(skin), None);
    for _ in 0..500 {
        simulation.step().unwrap();
        plain.step().unwrap();
        let truth = plain.world().reading(skin).unwrap();
        assert_eq!(
            simulation.world().reading(skin).unwrap().texels,
            truth.texels,
            "the truth stays what it is"
        );
        chain.feel(&mut alone, 1e-3, truth, &Surroundings::default()).unwrap();
        let frame = simulation.device(skin).unwrap();
        assert_eq!((frame.readings, frame.number), (alone.readings(), alone.frames()));
    }
    // 31.3 frames per second, each of whole counts.
    let frame = simulation.device(skin).unwrap();
    assert_eq!(frame.number, 15);
    assert!(frame.readings.iter().all(|count| count.fract() == 0.0));
    assert!(frame.readings.iter().sum::<f64>() > 1000.0);
}

#[test]
fn what_a_device_remembers_goes_along_with_a_copy() {
    let built = scene(DEVICE).1;
    let skin = built.model.skin_named("dsa").unwrap();
    let mut simulation = Simulation::new(built).unwrap();
    // Between two frames, with noise, creep and a sampler in the middle of their work.
    for _ in 0..117 {
        simulation.step().unwrap();
    }
    let mut copy = simulation.clone();
    for _ in 0..300 {
        simulation.step().unwrap();
        copy.step().unwrap();
        assert_eq!(simulation.device(skin), copy.device(skin));
    }
}

#[test]
fn every_frame_is_recorded_at_the_rate_of_the_device() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, built) = scene(DEVICE);
    let skin = built.model.skin_named("dsa").unwrap();
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let info = run_info(&scene, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder.path()), None).unwrap();
    run(&mut simulation, 0.5, &mut [&mut recorder]).unwrap();
    let recording = recorder.into_recording().unwrap();
    let [device] = recording.devices() else { panic!("{:?}", recording.devices()) };
    assert_eq!((device.schema.skin.as_str(), device.schema.device.as_str()), ("dsa", "weiss-dsa-9205"));
    assert_eq!(device.schema.rate_hz, Some(31.3));
    assert_eq!(device.frames, (1..=15).collect::<Vec<u64>>());
    // Frame k is due at k/31.3 s, and can be read at the end of the step in which it falls.
    for (time, frame) in device.times.iter().zip(&device.frames) {
        let late = time - *frame as f64 / 31.3;
        assert!((-1e-9..1e-3).contains(&late), "frame {frame} at {time} s");
    }
    assert_eq!(device.frame(14), Some(simulation.device(skin).unwrap().readings));
    assert!(folder.path().join("devices.parquet").is_file());
    let report = bristle_record::report::write(&recording).unwrap();
    assert!(std::fs::read_to_string(report.page).unwrap().contains("Readings, sum over each device"));
}

#[test]
fn a_device_without_a_rate_is_read_with_the_samples() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        DEVICE.replace("\"lib:devices/weiss-dsa-9205\"", "{ layers = [{ delay = { time = 0.002 } }] }");
    let (scene, built) = scene(&text);
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let info = run_info(&scene, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder.path()), None).unwrap();
    run(&mut simulation, 0.5, &mut [&mut recorder]).unwrap();
    let recording = recorder.into_recording().unwrap();
    assert_eq!(recording.devices()[0].times, recording.times()[1..]);
}
