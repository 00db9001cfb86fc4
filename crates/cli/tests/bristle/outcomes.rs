//! What became of a grasp: the same in words, on the page, in JSON and in the recording.

use super::run::{Run, number};
use bristle_record::{Outcome, Recording};
use std::path::Path;

/// A gripper that closes about a cube, lifts it by 20 mm and holds it.
const GRASP: &str = r#"
title = "A grasp"
run = { duration = 1.5, step = 1e-3 }
[[include]]
file = "lib:objects/table"
[[include]]
file = "lib:objects/cube"
[[include]]
file = "lib:grippers/pg70"
attach = "lift"
pose = { rpy_deg = [180, 0, 0] }
set.bodies.left_jaw.start = { position_mm = 26 }
[bodies.lift]
pose = { xyz_mm = [0, 0, 120] }
inertia = { mass = 1.0, moments = [1e-3, 1e-3, 1e-3] }
joint = { kind = "prismatic", axis = [0, 0, 1] }
[motors.lift]
drives = "lift"
max_effort = 300.0
max_speed = 0.1
max_acceleration = 0.5
position_control = { stiffness = 1e5, damping = 2e3 }
[[controller.phases]]
name = "close"
duration = 0.4
commands = { lift = { position_mm = 0 }, jaws = { effort = -30 } }
[[controller.phases]]
name = "lift"
duration = 0.6
commands = { lift = { position_mm = 20 } }
[[controller.phases]]
name = "hold"
duration = 0.5
"#;

/// In the middle of the hold, pushed down harder than friction bears, for a moment.
const PUSHED: &str = r#"
[[disturbances]]
push = { body = "cube", force = [0, 0, -60], from = 1.1, until = 1.11 }
"#;

/// The jaws open in the air.
const OPENED: &str = r#"
[[controller.phases]]
name = "open"
duration = 0.3
commands = { jaws = { position_mm = 30 } }
"#;

/// An egg under a stamp that is pressed on it with 40 N; its shell bears 25 N.
const EGG: &str = r#"
title = "An egg"
run = { duration = 0.3, step = 0.001 }
world = { gravity = [0, 0, 0] }
[materials.soft]
normal = { linear = { stiffness = 4e7, damping = 4e5 } }
friction = { elasto_plastic = { stiffness = 1e8, damping = 1e5, mu_static = 0.6, mu_dynamic = 0.6, stribeck_speed = 0.5 } }
max_penetration_mm = 5.0
basis = "per_area"
[bodies.egg]
joint = "free"
mass = 0.06
surface = { stiffness = 5e8, crush_force = 25.0 }
shapes.shell = { ellipsoid = { size_mm = [44, 44, 56] } }
[bodies.anvil]
pose = { xyz_mm = [0, 0, -38.5] }
shapes.block = { box = { size_mm = [60, 60, 20] } }
[bodies.stamp]
joint = { kind = "prismatic", axis = [0, 0, 1] }
pose = { xyz = [0, 0, 0.0282], rpy_deg = [180, 0, 0] }
inertia = { mass = 0.5, moments = [1e-4, 1e-4, 1e-4] }
[skins.pad]
on = "stamp"
material = "soft"
layout = { grid = { rows = 10, columns = 10, pitch_mm = 3.0 } }
[[disturbances]]
push = { body = "stamp", force = [0, 0, -40], until = 0.25 }
"#;

/// A spring that explicit steps of 20 ms blow up.
const BURSTING: &str = r#"
title = "A spring"
run = { duration = 10.0, step = 0.02, stepping = "explicit" }
record = { every = 0.02 }
[bodies.slide]
inertia = { mass = 0.7, moments = [1, 1, 1] }
joint = { kind = "prismatic", axis = [0, 0, 1], spring = { stiffness = 1e6, rest = 0.0 } }
start = { position = 0.01 }
shapes.block = { box = { size_mm = [60, 60, 20] } }
"#;

fn scenes() -> [(&'static str, String, i32); 5] {
    let opened = GRASP.replace("duration = 1.5, step", "duration = 1.8, step");
    [
        ("held", GRASP.to_owned(), 0),
        ("slipped", format!("{GRASP}{PUSHED}"), 0),
        ("dropped", format!("{opened}{OPENED}"), 0),
        ("crushed", EGG.to_owned(), 0),
        ("failed", BURSTING.to_owned(), 1),
    ]
}

/// What people read, without what differs from machine to machine: wall times and sizes of files.
fn told(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains("wall time") && !line.contains("real time"));
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The words of a page, a line for each piece of text.
fn words_of(page: &str) -> String {
    let (_, body) = page.split_once("<body>").unwrap();
    let body = body.split("<section aria-labelledby=\"files\"").next().unwrap();
    let mut out = String::new();
    for piece in body.split('<').skip(1) {
        let words = piece.split_once('>').map_or("", |(_, words)| words).trim();
        if !words.is_empty() {
            out += words;
            out.push('\n');
        }
    }
    // The fact and its value stand on lines of their own.
    let mut lines: Vec<&str> = out.lines().collect();
    while let Some(at) = lines.iter().position(|line| ["Wall time", "Real-time factor"].contains(line)) {
        lines.drain(at..(at + 2).min(lines.len()));
    }
    lines.join("\n") + "\n"
}

/// Compares with the stored text, or stores it with `BRISTLE_BLESS=1`.
fn expect(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outcomes").join(name);
    if std::env::var_os("BRISTLE_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = stored.lines().zip(found.lines()).find(|(a, b)| a != b);
    assert!(
        stored == found,
        "{name} differs; BRISTLE_BLESS=1 stores it anew. First: {differs:?}\n--- found\n{found}"
    );
}

#[test]
fn console_and_report_say_what_became_of_a_grasp() {
    for (name, text, code) in scenes() {
        let run = Run::with_files(&["run", "scene.toml"], &[("scene.toml", text.as_bytes())]);
        assert_eq!(run.code, code, "{name}: {}", run.stderr);
        expect(&format!("{name}.console.txt"), &told(&run.stdout));
        let page = std::fs::read_to_string(run.file("out/report.html")).unwrap();
        expect(&format!("{name}.report.txt"), &words_of(&page));
        if code > 0 {
            // A spring that is 1e300 m long has no picture.
            continue;
        }
        for picture in ["scene-start.png", "scene-end.png", "film.png"] {
            assert!(super::run::is_png(&run.file(&format!("out/{picture}"))), "{name}: {picture}");
        }
        assert!(page.matches("src=\"data:image/png").count() >= 3, "{name}: pictures are in the page");
    }
}

/// One set of facts: what JSON says is what the recording keeps, and what page and console print.
#[test]
fn all_numbers_are_those_of_one_outcome() {
    let run = Run::with_files(&["run", "scene.toml", "--json"], &[("scene.toml", GRASP.as_bytes())]);
    let document = run.json();
    let recording = Recording::open(run.file("out")).unwrap();
    let kept = recording.outcome().unwrap();
    let from_json: Outcome = serde_json::from_value(document.clone()).unwrap();
    assert_eq!(&from_json, kept);
    let console = run.again(&["run", "scene.toml", "--out", "other"]).stdout;
    let page = words_of(&std::fs::read_to_string(run.file("out/report.html")).unwrap());
    for skin in document["skins"].as_array().unwrap() {
        let (peak, at) = (number(&skin["peak_normal_force_n"]), number(&skin["peak_at_s"]));
        assert!(console.contains(&format!("{peak:.3} N at {at:.3} s")), "{peak} {at}\n{console}");
        // Four digits on the page.
        let words = bristle_picture::words::typeset(&bristle_picture::words::quantity(peak, "N"));
        assert!(page.contains(&format!("{words} at {at:.3}\u{a0}s")), "{words} {at}\n{page}");
        // The samples of the recording miss the peak, or meet it: they never exceed it.
        let column = format!("{}_normal_n", skin["name"].as_str().unwrap());
        let sampled = recording.series_named(&column).unwrap().iter().copied().fold(0.0, f64::max);
        assert!(sampled <= peak, "{sampled} {peak}");
    }
    for (phase, kept) in document["phases"].as_array().unwrap().iter().zip(&kept.phases) {
        for (index, felt) in kept.skins.iter().enumerate() {
            assert_eq!(number(&phase["skins"][index]["normal_force_n"]), felt.normal_force_n);
        }
    }
    assert_eq!(document["verdict"], "held");
    assert!(console.contains("Outcome: cube held since") && page.contains("held since"), "{console}");
}

#[test]
fn what_is_expected_decides_the_exit_code() {
    let files: [(&str, &[u8]); 1] = [("scene.toml", GRASP.as_bytes())];
    let common = ["run", "scene.toml", "--no-report", "--quiet"];
    let run = Run::with_files(&[&common[..], &["--expect", "held"]].concat(), &files);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let other = run.again(&[&common[..], &["--expect", "dropped"]].concat());
    assert_eq!(other.code, 4);
    assert!(other.stderr.contains("expected `dropped`, but the outcome is: held"), "{}", other.stderr);
}

#[test]
fn the_document_says_when_an_object_was_dropped() {
    let text = &scenes()[2].1;
    let document =
        Run::with_files(&["run", "scene.toml", "--json", "--no-report"], &[("scene.toml", text.as_bytes())])
            .json();
    let cube = &document["objects"][0];
    assert_eq!((cube["verdict"].as_str(), document["verdict"].as_str()), (Some("dropped"), Some("dropped")));
    // The jaws open from 1.5 s on: 160 mm/s² take 7 ms to the first tenth of a micrometre, some more for the pads to relax.
    let at = number(&cube["dropped_at_s"]);
    assert!((1.5..1.7).contains(&at), "{at}");
    assert_eq!(cube["hold"], "lost");
}
