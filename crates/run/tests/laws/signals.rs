//! Tactile channels of scenes: fed with every new frame and sample, recorded, and copied along.

use crate::support::{scene, simulation};
use bristle_control::signal::{Band, BandForce, Design, Disturbance, Filter, SkinStretch, Vibration, total};
use bristle_run::{Folder, RunError, RunRecorder, Simulation, run, run_info};
use std::sync::Arc;

const WEIGH: &str = "include = [\"lib:scenes/weigh\"]\n";
const DEVICE: &str = "[[include]]\nfile = \"lib:scenes/weigh\"\n\
     set.skins.dsa.device = { layers = [{ sampling = { rate = 24.4 } }, { counts = { full_scale = 2.0, bits = 10 } }] }\n\n";

#[test]
fn channels_of_a_device_hear_each_of_its_frames_once() {
    let text = format!(
        "{DEVICE}[signals]\n\
         force = {{ sa1 = {{ skins = [\"dsa\"], cells = [7, 40, 41], newtons_per_count = 0.002 }} }}\n\
         change = {{ fa1 = {{ skins = [\"dsa\"], newtons_per_count = 0.002, cutoff = 4.0 }} }}\n\
         slow = {{ band_force = {{ skins = [\"dsa\"], newtons_per_count = 0.002 }} }}\n"
    );
    let mut simulation = simulation(&text);
    let skin = simulation.built().model.skin_named("dsa").unwrap();
    let mut change = Disturbance::new(84, 4.0, 24.4).unwrap();
    let mut slow = BandForce::new(BandForce::BAND, BandForce::RIPPLE_DB, 24.4).unwrap();
    let (mut frames, mut expected) = (0, [0.0; 3]);
    for _ in 0..600 {
        simulation.step().unwrap();
        let frame = simulation.device(skin).unwrap();
        if frame.number != frames {
            frames = frame.number;
            let forces: Vec<f64> = frame.readings.iter().map(|count| count * 0.002).collect();
            expected = [forces[7] + forces[40] + forces[41], change.next(&forces), slow.next(total(&forces))];
        }
        let told = ["force", "change", "slow"].map(|name| simulation.signal(name).unwrap()[0]);
        assert_eq!(told, expected);
    }
    assert_eq!(frames, 14);
    assert!(expected[0] > 0.1);
    assert_eq!(simulation.signal("weight"), None);
}

#[test]
fn channels_of_a_bare_skin_and_of_an_accelerometer_hear_every_step() {
    let text = format!(
        "{WEIGH}sensors.shaken = {{ accelerometer = {{ on = \"cube\" }}, rate = 500.0 }}\n\
         signals.stretch = {{ sa2 = {{ skins = [\"dsa\"] }} }}\n\
         signals.vibration = {{ fa2 = {{ sensor = \"shaken\" }} }}\n\
         signals.middle = {{ centroid = {{ skins = [\"dsa\"] }} }}\n\
         disturbances = [{{ shake = {{ body = \"cube\", force = [1.3, 0, 0], frequency = 60, from = 0.3, until = 0.6 }} }}]\n"
    );
    let mut simulation = simulation(&text);
    let (skin, sensor) = {
        let model = &simulation.built().model;
        (model.skin_named("dsa").unwrap(), model.sensor_named("shaken").unwrap())
    };
    let mut stretch = SkinStretch::new(5.0, 1000.0).unwrap();
    let mut vibration = Vibration::new(50.0, 500.0).unwrap();
    let (mut sampled, mut before, mut largest) = (None, f64::NAN, 0.0_f64);
    for step in 0..600 {
        simulation.step().unwrap();
        let texels = &simulation.world().reading(skin).unwrap().texels;
        let expected = stretch.next(texels.iter().map(|texel| texel.shear));
        assert_eq!(simulation.signal("stretch").unwrap(), expected.to_array());
        let value = simulation.world().sensor(sensor).unwrap();
        if value.time != sampled {
            sampled = value.time;
            vibration.next(<[f64; 3]>::try_from(value.values()).unwrap());
        }
        assert_eq!(simulation.signal("vibration").unwrap(), [vibration.value()]);
        match step {
            299 => before = vibration.value(),
            300.. => largest = largest.max(vibration.value()),
            _ => {}
        }
    }
    // At rest it feels nothing but round-off, and then the shaking.
    assert!(before < 1e-6 && largest > 0.05, "{before} {largest}");
    // The cube stands in the middle of the pad.
    assert!(simulation.signal("middle").unwrap().iter().all(|x| x.abs() < 1e-3));
}

#[test]
fn signals_are_recorded_and_go_along_with_a_copy() {
    let text = format!("{WEIGH}signals.change = {{ fa1 = {{ skins = [\"dsa\"] }} }}\nrecord.every = 0.001\n");
    let folder = tempfile::tempdir().unwrap();
    let (scene, built) = scene(&text);
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let mut copy = simulation.clone();
    let info = run_info(&scene, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder.path()), None).unwrap();
    run(&mut simulation, 0.2, &mut [&mut recorder]).unwrap();
    let recording = recorder.into_recording().unwrap();
    let channel = recording.channels().iter().position(|channel| channel.name == "change").unwrap();
    let series = recording.series(channel).unwrap();
    let mut filter = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff: 5.0 }, 1000.0)).unwrap();
    let skin = built.model.skin_named("dsa").unwrap();
    for recorded in &series[1..] {
        copy.step().unwrap();
        let sum: f64 = copy.world().reading(skin).unwrap().texels.iter().map(|t| t.elastic_force).sum();
        let told = copy.signal("change").unwrap()[0];
        assert_eq!(*recorded, told);
        // Each cell by itself, then the sum: round-off of newtons.
        assert!((told - filter.next(sum)).abs() < 1e-12);
    }
}

#[test]
fn signals_that_cannot_be_made_are_refused_with_their_line() {
    for (signal, part) in [
        ("fa1 = { skins = [\"dsa\"] }", "say what force one of them is with `newtons_per_count`"),
        (
            "fa1 = { skins = [\"dsa\"], newtons_per_count = 0.1, cutoff = 12.3 }",
            "less than 12.2, half the sampling rate",
        ),
        (
            "sa1 = { skins = [\"dsa\"], newtons_per_count = 0.1, cells = [84] }",
            "there is no cell 84; the skin has 84",
        ),
        ("sa2 = { skins = [\"dsa\"] }", "does not measure shear"),
    ] {
        let built = scene(&format!("{DEVICE}[signals.wrong]\n{signal}\n")).1;
        let Err(error @ RunError::Scene(_)) = Simulation::new(built) else { panic!("{signal}") };
        let message = error.to_string();
        assert!(message.contains(part) && message.contains("law.toml:5"), "{message}");
    }
    for (signal, part) in [
        ("sa1 = { skins = [\"das\"] }", "did you mean `dsa`?"),
        ("fa2 = { sensor = \"twist\" }", "`twist` is no accelerometer"),
        ("band_force = { skins = [\"dsa\"], low = 5, high = 5 }", "allowed: high > low"),
        ("sa1 = { skins = [\"dsa\"] }\nfa1 = { skins = [\"dsa\"] }", "has both `sa1` and `fa1`"),
    ] {
        let text =
            format!("{WEIGH}sensors.twist = {{ gyro = {{ on = \"cube\" }} }}\n[signals.wrong]\n{signal}\n");
        let message = bristle_scene::Scene::parse(&text, "law.toml").unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
}
