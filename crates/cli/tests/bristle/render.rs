//! `bristle render` and `bristle bench`.

use super::run::{Run, is_png, is_svg, number};

/// Width and height in the head of a PNG file.
fn size_of(path: &std::path::Path) -> (u32, u32) {
    let bytes = std::fs::read(path).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_scene_is_drawn_from_three_sides_in_the_size_asked_for() {
    let run = Run::new(&["render", "pick-cube", "--size", "700x500"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for name in ["scene", "front", "right"] {
        assert!(is_svg(&run.file(&format!("out/pictures/{name}.svg"))), "{name}");
        let (width, height) = size_of(&run.file(&format!("out/pictures/{name}.png")));
        // One side fits to a pixel, the other is within.
        assert!(
            width <= 701 && height <= 501 && (width >= 699 || height >= 499),
            "{name}: {width} x {height}"
        );
    }
    assert_eq!(Run::new(&["render", "pick-cube", "--size", "big"]).code, 2);
}

#[test]
fn a_recording_is_drawn_as_it_was_felt() {
    let run = Run::new(&["run", "weigh", "--duration", "0.3", "--quiet", "--no-report"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let drawn = run.again(&["render", "out", "--at", "0.2", "--out", "seen"]);
    assert_eq!(drawn.code, 0, "{}", drawn.stderr);
    for name in ["dsa-force", "dsa-shear", "forces"] {
        assert!(is_png(&run.file(&format!("seen/{name}.png"))), "{name}");
    }
    assert!(drawn.stdout.contains("in seen"), "{}", drawn.stdout);
    let text = std::fs::read_to_string(run.file("seen/dsa-force.svg")).unwrap();
    assert!(text.contains("dsa at 0.2 s"), "the time is told");
    std::fs::create_dir(run.file("empty")).unwrap();
    let refused = run.again(&["render", "empty"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(refused.stderr.contains("not a recording"), "{}", refused.stderr);
}

#[test]
fn the_bench_measures_the_cases_asked_for() {
    let document = Run::new(&["bench", "--only", "cube", "--json"]).json();
    assert_eq!(document["cases"].as_array().unwrap().len(), 1);
    assert_eq!(document["cases"][0]["name"], "PG70 holds a cube");
    let refused = Run::new(&["bench", "--only", "elephant"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("elephant") && refused.stderr.contains("PG70 holds a cube"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_bench_measures_every_case() {
    let document = Run::new(&["bench", "--json"]).json();
    let cases = document["cases"].as_array().unwrap();
    assert!(cases.len() >= 3);
    for case in cases {
        let (step, per_step) = (number(&case["step_s"]), number(&case["per_step_s"]));
        assert!(per_step > 0.0 && (number(&case["real_time_factor"]) * per_step / step - 1.0).abs() < 1e-12);
        assert!(number(&case["steps_per_s"][1]["steps_per_s"]) > 0.0);
    }
}
