//! `bristle run`: the world, its recording and its report.

use super::run::{Run, is_png, number};
use bristle_record::{Ending, Recording};

#[test]
fn a_kilogram_weighs_its_mass_times_gravity() {
    let run = Run::new(&["run", "weigh", "--json", "--out", "weighed"]);
    let document = run.json();
    // The scene lets 1 kg stand for 2 s at 9.8 m/s²; what is left of the bounce is below 1e-6 N by then.
    let skin = &document["skins"][0];
    assert_eq!(skin["name"], "dsa");
    assert!((number(&skin["end"]["normal_force_n"]) - 9.8).abs() < 1e-6, "{skin}");
    assert_eq!(document["ending"]["state"], "completed");
    assert!((number(&document["simulated_s"]) - 2.0).abs() < 1e-12);
    assert_eq!(document["objects"][0]["hold"], "held");
    assert!(document["warnings"].as_array().unwrap().is_empty(), "{}", document["warnings"]);
    for file in
        ["report.html", "forces.png", "signals.csv", "texels.csv", "signals.parquet", "texels.parquet"]
    {
        let size = std::fs::metadata(run.file(&format!("weighed/{file}"))).unwrap().len();
        assert!(size > 1000, "{file} has {size} bytes");
    }
    let recording = Recording::open(run.file("weighed")).unwrap();
    assert_eq!(recording.ending(), &Ending::Completed);
    // Every 10 ms from 0 to 2 s, both ends included, and times without round-off.
    assert_eq!(recording.times().len(), 201);
    assert_eq!(recording.times()[7], 0.07);
    let last = recording.frames().unwrap().last().unwrap().unwrap();
    let sum: f64 = last.skins[0].iter().map(|texel| texel.normal_force).sum();
    assert!((sum - 9.8).abs() < 1e-6, "{sum} N");
    let column = recording.series_named("dsa_normal_n").unwrap();
    assert!((column.last().unwrap() - sum).abs() < 1e-12);
}

#[test]
fn the_scene_as_run_repeats_the_run_to_the_last_bit() {
    let run =
        Run::new(&["run", "starter", "--duration", "0.21", "--step", "0.0007", "--quiet", "--out", "a"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let again = run.again(&["run", "a/scene.toml", "--quiet", "--out", "b"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    for table in ["signals.csv", "texels.csv", "events.csv", "scene.toml"] {
        let read = |folder: &str| std::fs::read(run.file(&format!("{folder}/{table}"))).unwrap();
        assert!(read("a") == read("b"), "{table} differs");
    }
}

/// A ball with a noisy accelerometer.
const NOISY: &str = r#"
run = { duration = 0.03 }
[bodies.ball]
joint = "free"
mass = 0.3
shapes.body = { sphere = { radius = 0.02 } }
[sensors.shake]
accelerometer = { on = "ball", noise = 0.1 }
"#;

#[test]
fn a_seed_gives_the_same_noise_and_another_seed_another() {
    let run = Run::with_files(
        &["run", "noisy.toml", "--seed", "7", "--quiet", "--out", "a"],
        &[("noisy.toml", NOISY.as_bytes())],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.again(&["run", "noisy.toml", "--seed", "7", "--quiet", "--out", "b"]).code, 0);
    assert_eq!(run.again(&["run", "noisy.toml", "--seed", "8", "--quiet", "--out", "c"]).code, 0);
    let read = |folder: &str| std::fs::read(run.file(&format!("{folder}/signals.csv"))).unwrap();
    assert!(read("a") == read("b"));
    assert!(read("a") != read("c"));
}

#[test]
fn the_default_is_a_gripper_that_picks_a_bottle() {
    let document = Run::new(&["--json", "--no-report", "--duration", "0.01"]).json();
    assert_eq!(document["title"], "PG70 picks a spray bottle");
}

#[test]
fn a_gripper_picks_a_cube_and_holds_it() {
    let run = Run::new(&["run", "pick-cube", "--json", "--no-report"]);
    let document = run.json();
    let phases: Vec<&str> =
        document["phases"].as_array().unwrap().iter().map(|phase| phase["name"].as_str().unwrap()).collect();
    assert_eq!(phases, ["approach", "close", "grasp", "lift", "hold"]);
    assert_eq!(document["phases"][1]["ended_by"], "event", "the pads felt the cube");
    let cube = &document["objects"][0];
    assert_eq!((cube["name"].as_str(), cube["hold"].as_str()), (Some("cube"), Some("held")));
    // Lifted by 100 mm; pads give way by far less than 2 mm.
    assert!((number(&cube["position_m"][2]) - 0.1).abs() < 2e-3, "{cube}");
    // Neither creeps nor moves any more.
    assert!(number(&cube["speed_m_per_s"]) < 1e-12, "{cube}");
    for skin in document["skins"].as_array().unwrap() {
        // Half of 30 N each, and half of the weight of 0.2 kg as shear.
        assert!((number(&skin["end"]["normal_force_n"]) - 15.0).abs() < 0.1, "{skin}");
        let shear: f64 = (0..3).map(|i| number(&skin["end"]["shear_n"][i]).powi(2)).sum::<f64>().sqrt();
        assert!((shear - 0.1 * 9.81).abs() < 0.02, "{shear} N of shear");
        assert_eq!(skin["end"]["slipping"], 0);
    }
    assert!(run.file("out/signals.parquet").exists() && !run.file("out/report.html").exists());
}

#[test]
fn the_summary_is_words_and_names_the_report() {
    let run = Run::new(&["run", "starter", "--duration", "0.3"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for word in
        ["A ball drops onto a pad", "whole run", "pad", "ball", "× real time", "Newton", "report.html"]
    {
        assert!(run.stdout.contains(word), "`{word}` in\n{}", run.stdout);
    }
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 110), "{}", run.stdout);
    let report = std::fs::read_to_string(run.file("out/report.html")).unwrap();
    assert!(report.contains("A ball drops onto a pad"));
    // Nothing is fetched: pictures and style are in the page, links go to files beside it.
    for fetched in ["src=\"http", "href=\"http", "url(http", "<script"] {
        assert!(!report.contains(fetched), "{fetched}");
    }
    assert!(is_png(&run.file("out/forces.png")));
}

#[test]
fn the_default_folder_is_replaced_and_a_chosen_one_is_not() {
    let run = Run::new(&["run", "starter", "--duration", "0.01", "--quiet", "--no-report"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let short = ["run", "starter", "--duration", "0.02", "--quiet", "--no-report"];
    assert_eq!(run.again(&short).code, 0);
    let chosen = [&short[..], &["--out", "out"]].concat();
    let refused = run.again(&chosen);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("holds a recording already") && refused.stderr.contains("--force"));
    assert_eq!(run.again(&[&chosen[..], &["--force"]].concat()).code, 0);
}

/// A spring that explicit steps of 20 ms blow up: h²k/m = 571, where 4 is the limit.
const BURSTING: &str = r#"
run = { duration = 10.0, step = 0.02, stepping = "explicit" }
record = { every = 0.02 }
[bodies.slide]
inertia = { mass = 0.7, moments = [1, 1, 1] }
joint = { kind = "prismatic", axis = [0, 0, 1], spring = { stiffness = 1e6, rest = 0.0 } }
start = { position = 0.01 }
"#;

#[test]
fn a_step_that_cannot_be_taken_keeps_what_was_recorded() {
    let run = Run::with_files(&["run", "burst.toml", "--json"], &[("burst.toml", BURSTING.as_bytes())]);
    assert_eq!(run.code, 1, "{}\n{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the run stopped at") && run.stderr.contains("is in out"), "{}", run.stderr);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["ending"]["state"], "failed");
    let recording = Recording::open(run.file("out")).unwrap();
    assert!(matches!(recording.ending(), Ending::Stopped { why } if why.contains("slide")));
    // Grows by 570 or so in every step from 1 cm: 1.8e308 is passed after 112 steps.
    assert!(recording.times().len() > 50, "{}", recording.times().len());
    assert!(run.file("out/report.html").exists());
}

#[test]
fn two_runs_at_once_do_not_share_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let begin = |more: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_bristle"))
            .args(["run", "weigh", "--no-report"])
            .args(more)
            .current_dir(place.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut long = begin(&["--duration", "100000", "--quiet"]);
    while !place.path().join("out/signals.csv").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let told = |child: std::process::Child| {
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = told(begin(&["--duration", "0.1"]));
    assert_eq!(code, Some(0), "{message}");
    assert!(message.contains("another run records into out; this one goes to out-2"), "{message}");
    for force in [&[][..], &["--force"]] {
        let (code, message) = told(begin(&[&["--duration", "0.1", "--out", "out"], force].concat()));
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("out is in use"), "{message}");
    }
    long.kill().unwrap();
    long.wait().unwrap();
    assert_eq!(Recording::open(place.path().join("out")).unwrap().ending(), &Ending::Unfinished);
    assert_eq!(Recording::open(place.path().join("out-2")).unwrap().times().len(), 11);
    // The system has let go of the folder for the one that was killed.
    assert_eq!(told(begin(&["--duration", "0.1", "--out", "out", "--force"])).0, Some(0));
}

/// Four times beyond what is stable, a scene that only stands would read newtons of shear.
#[test]
fn explicit_steps_beyond_their_limit_are_told_on_standard_error_and_in_the_document() {
    let misuse = ["run", "weigh", "--stepping", "explicit", "--step", "0.002", "--duration", "0.1"];
    let run = Run::new(&[&misuse[..], &["--json"]].concat());
    let document = run.json();
    let warning = document["warnings"][0].as_str().unwrap();
    let told = run.stderr.lines().filter(|line| line.starts_with("warning:")).collect::<Vec<_>>();
    assert_eq!((told.len(), document["warnings"].as_array().unwrap().len()), (1, 1), "{told:?}");
    for words in [warning, told[0]] {
        assert!(words.contains("an explicit step of 2.000 ms is longer than"), "{words}");
        assert!(words.contains("stepping = \"newton\""), "{words}");
    }
    let quiet = run.again(&[&misuse[..], &["--quiet"]].concat());
    assert!(quiet.stderr.contains("is longer than"), "{}", quiet.stderr);
    let page = std::fs::read_to_string(run.file("out/report.html")).unwrap();
    assert!(page.contains("an explicit step of 2.000 ms"));
}

/// Two cubes, 20 mm inside each other.
const INSIDE: &str = r#"
run = { duration = 0.01 }
[bodies.left]
joint = "free"
mass = 0.3
shapes.body = { box = { size_mm = [50, 50, 50] } }
[bodies.right]
joint = "free"
mass = 0.3
pose = { xyz_mm = [30, 0, 0] }
shapes.body = { box = { size_mm = [50, 50, 50] } }
"#;

#[test]
fn bodies_that_begin_inside_each_other_are_told_by_check_and_run() {
    let files: [(&str, &[u8]); 1] = [("inside.toml", INSIDE.as_bytes())];
    let check = Run::with_files(&["check", "inside.toml", "--json"], &files);
    let run = check.again(&["run", "inside.toml", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let told = [check.json()["warnings"].to_string(), document["warnings"].to_string(), run.stderr];
    for words in told {
        assert!(words.contains("20.0 mm inside") && words.contains("move `"), "{words}");
    }
}
