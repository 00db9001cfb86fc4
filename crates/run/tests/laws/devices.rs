//! Devices go on with every step, and go along with what is copied.

use crate::support::scene;
use bristle_control::{Ending, Percept, TactileUnit};
use bristle_run::{Folder, RunRecorder, Simulation, run, run_info};
use bristle_scene::Scene;
use bristle_transduction::Surroundings;
use bristle_world::SkinId;
use std::sync::Arc;

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

/// Rows and columns are the device's, in recordings and percepts alike, though cells are missing and numbered in another order.
#[test]
fn a_device_with_gaps_keeps_its_rows_and_columns() {
    let folder = tempfile::tempdir().unwrap();
    let cells = [[0, 0], [1, 0], [2, 0], [1, 1], [2, 1], [0, 2], [1, 2]];
    let row = |[row, column]: &[u32; 2]| {
        format!("{},{},64,{row},{column}\n", 8.0 * f64::from(*row), 8.0 * f64::from(*column))
    };
    let table: String = cells.iter().map(row).collect();
    std::fs::write(folder.path().join("cells.csv"), format!("x_mm,y_mm,area_mm2,row,column\n{table}"))
        .unwrap();
    let text = "run = { duration = 0.01 }\nmaterials.rubber.preset = \"table3\"\n\
        bodies.pad.shapes.box.box.size_mm = [40, 40, 10]\n\
        skins.pad = { on = \"pad\", material = \"rubber\", layout = { cells = { file = \"cells.csv\" } }, \
        device = { layers = [{ counts = { full_scale = 2.0, bits = 12 } }] } }\n";
    let scene = Scene::parse(text, folder.path().join("law.toml")).unwrap();
    let built = Arc::new(scene.build().unwrap());
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let sense = simulation.senses().skins[0].clone();
    assert_eq!((sense.rows, sense.columns, sense.cells(), &sense.cell_of[..]), (3, 3, 7, &cells[..]));

    let info = run_info(&scene, &built, "law", String::new());
    let into = folder.path().join("run");
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(&into), None).unwrap();
    run(&mut simulation, 0.01, &mut [&mut recorder]).unwrap();
    let recording = recorder.into_recording().unwrap();
    assert_eq!(recording.devices()[0].schema.grid().as_ref(), built.model.skins()[0].skin.grid());
    let told = std::fs::read_to_string(into.join("devices.csv")).unwrap();
    let found: Vec<String> = told.lines().skip(1).take(7).map(place).collect();
    let expected: Vec<String> = cells.iter().map(|[row, column]| format!("{row},{column}")).collect();
    assert_eq!(found, expected);
}

/// Row and column of a line of `devices.csv`.
fn place(line: &str) -> String {
    line.split(',').skip(4).take(2).collect::<Vec<_>>().join(",")
}

/// What a controller sees of a skin with a device: its counts, its rate, and which frames are new.
#[test]
fn percepts_show_what_the_device_says() {
    let mut simulation = Simulation::new(scene(DEVICE).1).unwrap();
    let senses = simulation.senses();
    let skin = senses.skin("dsa").unwrap();
    let sense = &senses.skins[skin];
    assert_eq!((sense.unit, sense.rate, sense.shear), (TactileUnit::Counts, Some(31.3), false));
    let mut percept = Percept::default();
    simulation.percept(&mut percept).unwrap();
    assert_eq!((percept.skins[skin].frame, percept.skins[skin].is_new), (0, false), "no frame yet");
    let mut new = Vec::new();
    for step in 1..=100 {
        simulation.step().unwrap();
        simulation.percept(&mut percept).unwrap();
        assert!(senses.are_all_in(&percept));
        let frame = &percept.skins[skin];
        if frame.is_new {
            new.push((step, frame.frame));
        }
        let said = simulation.device(sense_id(&simulation)).unwrap();
        assert_eq!((frame.values.as_slice(), frame.frame), (said.readings, said.number));
        assert_eq!(frame.sum, said.readings.iter().sum::<f64>());
    }
    assert_eq!(new, [(32, 1), (64, 2), (96, 3)], "k/31.3 s, at the end of the step in which it falls");
}

fn sense_id(simulation: &Simulation) -> SkinId {
    simulation.built().model.skin_named("dsa").unwrap()
}

const IN_COUNTS: &str = r#"
run = { duration = 4.0 }

[[include]]
file = "lib:scenes/work-cycle"
set.skins.left_dsa.device = { layers = [{ sampling = { rate = 200 } }, { counts = { full_scale = 2.0, bits = 12 } }] }
set.skins.right_dsa.device = { layers = [{ sampling = { rate = 200 } }, { counts = { full_scale = 2.0, bits = 12 } }] }

[controller]
kind = "action"
period = 0.005

[controller.parameters]
hand = { kind = "parallel", newtons_per_count = PER_COUNT }
steps = [
    { approach = { aperture = 0.95, by = [0, 0, -0.06] } },
    { grasp = { force = 12.0 } },
    { hold = { time = 0.5 } },
]
"#;

/// A force in newtons is asked for and counts come back: full scale is 2 N in 4095 counts.
#[test]
fn an_action_closes_its_loop_over_counts() {
    let (_, built) = scene(&IN_COUNTS.replace("PER_COUNT", "4.884e-4"));
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    run(&mut simulation, built.run.duration, &mut []).unwrap();
    assert_eq!(simulation.controller_ending(), Some(&Ending::Done), "{:#?}", simulation.events());
    let told: Vec<String> = simulation.events().iter().map(|event| event.what.to_string()).collect();
    let touch = told.iter().find(|words| words.contains("left_dsa touches, ")).unwrap();
    let newtons: f64 = touch.split(", ").last().unwrap().trim_end_matches(" N").parse().unwrap();
    assert!((0.2..5.0).contains(&newtons), "{touch}");
    for skin in ["left_dsa", "right_dsa"] {
        let force =
            simulation.world().reading(built.model.skin_named(skin).unwrap()).unwrap().total_normal_force();
        // Half a count for each of the 84 cells, and the tolerance of a grasp in counts.
        assert!((force - 12.0).abs() < 84.0 * 0.5 * 4.884e-4 + 0.05 * 12.0, "{skin}: {force} N");
    }
}

#[test]
fn counts_without_a_force_are_refused() {
    let text = IN_COUNTS.replace(", newtons_per_count = PER_COUNT", "");
    let error = Simulation::new(scene(&text).1).map(|_| ()).unwrap_err().to_string();
    assert!(
        error.contains("the skin `left_dsa` tells counts") && error.contains("newtons_per_count"),
        "{error}"
    );
    let one: String =
        text.lines().filter(|line| !line.contains("right_dsa")).map(|line| format!("{line}\n")).collect();
    let error = Simulation::new(scene(&one).1).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("give all skins of a hand a device, or none"), "{error}");
}
