//! `bristle calibrate`, as a user runs it: the material that scenes use, and no material from bad data.

use super::run::{Answer, bristle};
use bristle_scene::Scene;
use bristle_world::World;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Runs `bristle calibrate` in a folder.
fn calibrate(folder: &Path, arguments: &[&str]) -> Answer {
    bristle(folder, &[&["calibrate"], arguments].concat())
}

/// A folder with the example data in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/data"));
    for name in ["example-foam.csv", "example-slide.csv", "example-pull.csv", "example-device.csv"] {
        std::fs::copy(data.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

const FOAM: [&str; 6] = ["stiffness", "example-foam.csv", "--area-mm2", "804.25", "--thickness-mm", "6"];
const SLIDE: [&str; 4] = ["friction", "example-slide.csv", "--normal-force-n", "5.766"];

fn json(run: &Answer) -> Value {
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("one JSON document and nothing else")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

#[test]
fn a_scene_presses_the_pad_with_the_fitted_stiffness() {
    let folder = folder();
    let document = json(&calibrate(folder.path(), &[&FOAM[..], &["--json"]].concat()));
    assert_eq!(document["law"], "linear");
    let stiffness = number(&document["stiffness"]["value"]);
    assert!(
        (number(&document["stiffness"]["low"])..number(&document["stiffness"]["high"])).contains(&1.484e6)
    );
    assert_eq!(document["material"], "calibration/example-foam.toml");

    let scene = r#"
        include = ["calibration/example-foam.toml"]
        world = { gravity = [0, 0, -9.81] }
        run = { duration = 2.0, step = 1e-3 }
        [bodies.block]
        shapes.body = { box = { size_mm = [30, 30, 40] }, pose = { xyz_mm = [0, 0, -20] } }
        [skins.pad]
        on = "block"
        layout = { grid = { rows = 10, columns = 10, pitch_mm = 3 } }
        material = "example-foam"
        [bodies.plate]
        joint = "free"
        mass = 0.31
        pose = { xyz_mm = [0, 0, 1] }
        shapes.body = { box = { size_mm = [44, 44, 4] } }
    "#;
    let path = folder.path().join("press.toml");
    std::fs::write(&path, scene).unwrap();
    let built = Scene::load(&path).unwrap_or_else(|error| panic!("{error}")).build().unwrap();
    let mut world = World::new(built.model.clone()).with_stepping(built.run.stepping);
    world.set_state(built.state.clone()).unwrap();
    for _ in 0..2000 {
        world.step(1e-3).unwrap();
    }
    let texels = &world.reading(built.model.skin_named("pad").unwrap()).unwrap().texels;
    let mean = texels.iter().map(|texel| texel.penetration).sum::<f64>() / 100.0;
    let expected = 0.31 * 9.81 / (stiffness * 100.0 * 9e-6);
    // The file has seven digits, and the plate has come to rest to far more.
    assert!((mean / expected - 1.0).abs() < 1e-5, "{mean} m for {expected} m");
}

#[test]
fn words_tell_the_law_the_intervals_and_what_is_open() {
    let folder = folder();
    let pad = ["--texels", "84", "--pad-area-mm2", "1250", "--level", "0.9"];
    let run = calibrate(folder.path(), &[&FOAM[..], &pad].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for words in [
        "* linear",
        "intervals of 90 %",
        "of a texel",
        "assumed: 1 % of K",
        "Not determined",
        "damping",
        "example-foam.toml",
    ] {
        assert!(run.stdout.contains(words), "`{words}` in: {}", run.stdout);
    }
    for name in ["fit", "residuals"] {
        for ending in ["png", "svg"] {
            let path = folder.path().join(format!("calibration/example-foam-{name}.{ending}"));
            assert!(std::fs::metadata(&path).is_ok_and(|file| file.len() > 1000), "{}", path.display());
        }
    }
}

#[test]
fn friction_goes_onto_a_pad_that_was_calibrated_before() {
    let folder = folder();
    assert_eq!(calibrate(folder.path(), &FOAM).code, 0);
    let options = [
        "--record",
        "example-pull.csv",
        "--base",
        "calibration/example-foam.toml",
        "--area-mm2",
        "1250",
        "--name",
        "pad",
        "--json",
    ];
    let document = json(&calibrate(folder.path(), &[&SLIDE[..], &options].concat()));
    assert_eq!(document["law"], "stribeck-viscous");
    let holds = |name: &str, truth: f64| {
        let models = document["models"].as_array().unwrap();
        let model = &models[document["chosen"].as_u64().unwrap() as usize];
        let parameter = model["parameters"].as_array().unwrap().iter().find(|p| p["name"] == name).unwrap();
        let (low, high) = (number(&parameter["low"]), number(&parameter["high"]));
        // Twice the interval of 95 %: one drawing of noise may miss the plain one.
        let half = (high - low) / 2.0;
        assert!((low - half..high + half).contains(&truth), "{name}: {low} to {high}");
    };
    holds("mu_static", 0.435);
    holds("mu_dynamic", 0.23);
    holds("stribeck_speed", 0.3);
    holds("viscosity", 0.84);
    holds("stiffness", 1500.0);
    holds("damping", 4.0);
    assert_eq!(document["in_material"]["basis"], "per_area");
    let scene = Scene::load(folder.path().join("calibration/pad.toml")).unwrap();
    let material = &scene.data().materials[0];
    assert_eq!(material.name, "pad");
    assert!((material.contact().unwrap().friction().stribeck().mu_static() - 0.435).abs() < 0.02);
    let bristle = material.contact().unwrap().friction().rest_stiffness();
    assert!((bristle * 1250e-6 / 1500.0 - 1.0).abs() < 0.1, "{bristle}");
}

#[test]
fn nothing_is_overwritten_unless_forced() {
    let folder = folder();
    assert_eq!(calibrate(folder.path(), &FOAM).code, 0);
    let path = folder.path().join("calibration/example-foam.toml");
    std::fs::write(&path, "mine").unwrap();
    let again = calibrate(folder.path(), &FOAM);
    assert_eq!(again.code, 2, "{}", again.stderr);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    assert_eq!(calibrate(folder.path(), &[&FOAM[..], &["--force"]].concat()).code, 0);
    assert!(std::fs::read_to_string(&path).unwrap().contains("[materials.example-foam]"));
}

#[test]
fn bad_data_give_a_clear_error_and_no_material() {
    let pressed: [(&str, &str); 14] = [
        ("compression_mm,temperature_C\n1,20\n2,21\n", "there is no column `load_N`"),
        ("compression_mm,load_N\n1,2\n", "there is 1 point"),
        ("compression_mm,load_N\n1,0\n2,0\n", "all loads are zero"),
        (
            "compression_mm,load_N\n1,1\n-2,2\n",
            "line 3, column `compression_mm`: the compression is negative",
        ),
        ("compression_mm,load_N\n1,1\n2,two\n", "line 3, column `load_N`: `two` is not a finite number"),
        ("compression_mm,load_kg\n1,120\n2.5,304\n", "which no tactile pad is loaded with"),
        ("compression_mm,load_lbs\n1,120\n2.5,304\n", "the unit `lbs` is not known"),
        ("compression_mm,load_N\n1,1\n2,NaN\n", "`NaN` is not a finite number"),
        ("", "the file is empty"),
        ("compression_mm,load_N,load_N\n1,1,1\n2,2,2\n", "have the same title"),
        ("compression,load_N\n1,1\n2,2\n", "does not name its unit"),
        ("compression_mm,load_N\n1,1\n2,2,3\n", "3 fields where there are 2 titles"),
        ("compression_mm,load_N\n1,1\n1,2\n", "all compressions are the same"),
        ("compression_mm,load_N\n1,1\n9,2\n", "exceeds the thickness"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str, words: &str, arguments: &[&str]| {
        std::fs::write(folder.path().join("bad.csv"), text).unwrap();
        let run = calibrate(folder.path(), arguments);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{text}: {}", run.stderr);
        for part in [words, "bad.csv", "allowed: ", "fix: "] {
            assert!(run.stderr.contains(part), "`{part}` in: {}", run.stderr);
        }
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        assert!(!folder.path().join("calibration").exists(), "nothing is written: {text}");
    };
    for (text, words) in pressed {
        refused(text, words, &["stiffness", "bad.csv", "--area-mm2", "804.25", "--thickness-mm", "6"]);
    }
    let slid: [(&str, &str); 4] = [
        ("velocity_mm_per_s,friction_N\n30,2\n30,2.1\n30,1.9\n", "all points are at one speed"),
        ("velocity_mm_per_s\n30\n40\n", "there is no column `friction_N`"),
        ("velocity_mm_per_s,friction_kN\n30,2\n40,2\n50,2\n", "which no pad has"),
        ("velocity_mm_per_s,friction_N\n30,0\n40,0\n50,0\n", "all friction is zero"),
    ];
    for (text, words) in slid {
        refused(text, words, &["friction", "bad.csv", "--normal-force-n", "5.77"]);
    }
}

#[test]
fn wrong_options_and_missing_files_are_told_apart_from_bad_data() {
    let folder = folder();
    let missing = calibrate(folder.path(), &["stiffness", "nowhere.csv", "--area-mm2", "804.25"]);
    assert_eq!(missing.code, 3);
    assert!(missing.stderr.contains("nowhere.csv: there is no such file"), "{}", missing.stderr);
    for (arguments, words) in [
        (&FOAM[..2], "--area-mm2"),
        (&SLIDE[..2], "--normal-force-n"),
        (&[&FOAM[..], &["--level", "95"]].concat()[..], "0.95"),
        (&[&FOAM[..], &["--name", "my/foam"]].concat()[..], "--name"),
        (&[&FOAM[..], &["--texels", "84"]].concat()[..], "--pad-area-mm2"),
        (&[&FOAM[..], &["--law", "cubic"]].concat()[..], "piecewise"),
    ] {
        let run = calibrate(folder.path(), arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "`{words}` in: {}", run.stderr);
    }
    assert!(!folder.path().join("calibration").exists());
    // A file in the way of the folder: the disk's fault, and no material.
    std::fs::write(folder.path().join("taken"), "a file").unwrap();
    let run = calibrate(folder.path(), &[&FOAM[..], &["--out", "taken/here"]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
}

#[test]
fn a_device_is_calibrated_to_a_profile_that_is_written_last() {
    let folder = folder();
    let run = calibrate(folder.path(), &["device", "example-device.csv"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for words in [
        "* divider ",
        "half force fh",
        "threshold T",
        "gain spread",
        "device = \"calibration/example-device.toml\"",
    ] {
        assert!(run.stdout.contains(words), "`{words}` in: {}", run.stdout);
    }
    let text = std::fs::read_to_string(folder.path().join("calibration/example-device.toml")).unwrap();
    assert!(text.starts_with("# Device calibrated from example-device.csv"), "{text}");
    assert_eq!(bristle_transduction::Profile::parse(&text).unwrap().layers.len(), 4);
    assert_eq!(
        calibrate(folder.path(), &["device", "example-device.csv"]).code,
        2,
        "a file is not overwritten"
    );
    let document = json(&calibrate(folder.path(), &["device", "example-device.csv", "--force", "--json"]));
    assert_eq!(document["law"], "divider");
    assert_eq!(document["device"], "calibration/example-device.toml");

    std::fs::write(folder.path().join("bad.csv"), "load_N,counts\n1,10\n2,20\n3,5000\n").unwrap();
    let run = calibrate(folder.path(), &["device", "bad.csv"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("bad.csv, line 4, column `counts`"), "{}", run.stderr);
    assert!(!folder.path().join("calibration/bad.toml").exists());
}

#[test]
fn noise_gives_no_material_unless_it_is_accepted() {
    let rows = [3.1, 2.2, 4.4, 1.7, 3.9, 2.6, 3.3, 4.1, 2.0, 3.5];
    let row = |(i, load): (usize, &f64)| format!("{},{load}\n", 0.2 * (i + 1) as f64);
    let data = "compression_mm,load_N\n".to_owned() + &rows.iter().enumerate().map(row).collect::<String>();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("noise.csv"), data).unwrap();
    let line = ["stiffness", "noise.csv", "--area-mm2", "800"];
    let refused = calibrate(folder.path(), &line);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("explains nothing") && refused.stderr.contains("--accept-poor-fit"),
        "{}",
        refused.stderr
    );
    assert!(!folder.path().join("calibration").exists());
    let accepted = calibrate(folder.path(), &[&line[..], &["--accept-poor-fit"]].concat());
    assert_eq!(accepted.code, 0, "{}", accepted.stderr);
    assert!(
        accepted.stdout.contains("Poor fit") && accepted.stdout.contains("not determined"),
        "{}",
        accepted.stdout
    );
    let file = std::fs::read_to_string(folder.path().join("calibration/noise.toml")).unwrap();
    assert!(file.contains("# Poor fit"), "{file}");
}
