//! `bristle reproduce`: lists, options of experiments, JSON, figures and the report.

use super::run::Run;
use serde_json::Value;

/// One weight, Newton's method: a fraction of a second.
const QUICK: [&str; 6] = ["reproduce", "table3-weights", "--mass", "0.37,1", "--stepping", "newton"];

fn quick(more: &[&str]) -> Run {
    Run::new(&[&QUICK[..], more].concat())
}

/// The shape of a document that other programs rely on.
fn check_document(document: &Value) {
    assert!(document["experiment"].is_string());
    let values = document["values"].as_array().unwrap();
    assert!(!values.is_empty());
    for value in values {
        let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        for key in ["name", "value", "unit", "published", "status", "note", "error"] {
            assert!(keys.contains(&key), "{key} in {value}");
        }
        assert!(value["value"].is_number() && value["name"].is_string() && value["unit"].is_string());
        let status = value["status"].as_str().unwrap();
        assert!(["reproduced", "recovered", "differs", "not_stated"].contains(&status), "{status}");
        // What is compared has an error; what differs has a reason.
        assert_eq!(value["published"].is_null(), status == "not_stated");
        assert_eq!(value["error"].is_null(), status == "not_stated");
        assert!(status != "differs" || !value["note"].as_str().unwrap().is_empty(), "{value}");
    }
}

#[test]
fn the_list_names_every_experiment_with_its_source() {
    let run = Run::new(&["reproduce"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for word in ["table3-weights", "fig9-tilt", "fig13-fingers", "Moisio et al. 2013, §5.1.1, Table 3"] {
        assert!(run.stdout.contains(word), "{word} in {}", run.stdout);
    }
    let run = Run::new(&["reproduce", "--json"]);
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    let tilt = list.as_array().unwrap().iter().find(|item| item["id"] == "fig9-tilt").unwrap();
    let angle = tilt["parameters"].as_array().unwrap().iter().find(|p| p["name"] == "angle").unwrap();
    assert_eq!((angle["unit"].as_str(), angle["default"].as_str()), (Some("deg"), Some("10")));
}

#[test]
fn an_experiment_as_json_has_every_value_with_its_published_counterpart() {
    let run = quick(&["--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    check_document(&document);
    assert_eq!(document["experiment"], "table3-weights");
    let of = |name: &str| {
        document["values"].as_array().unwrap().iter().find(|value| value["name"] == name).unwrap().clone()
    };
    let published = of("sum of forces, 1 kg, 1.95 mm off, newton");
    assert_eq!(
        (published["published"].as_f64(), published["status"].as_str()),
        (Some(9.7999), Some("reproduced"))
    );
    let own = of("sum of forces, 0.37 kg, centred, newton");
    assert_eq!((own["published"].as_f64(), own["status"].as_str()), (None, Some("not_stated")));
    // JSON alone leaves no files.
    assert!(!run.file("out/reproduced").exists());
}

#[test]
fn an_experiment_tells_a_table_and_leaves_figures_and_a_page_that_needs_no_network() {
    let run = quick(&["--out", "here"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for word in
        ["ours", "published", "9.7999 N", "reproduced", "not stated", "here/table3-weights/report.html"]
    {
        assert!(run.stdout.contains(word), "{word} in {}", run.stdout);
    }
    for file in ["reading.svg", "reading.png", "error.svg"] {
        assert!(run.file(&format!("here/table3-weights/{file}")).exists(), "{file}");
    }
    let page = std::fs::read_to_string(run.file("here/table3-weights/report.html")).unwrap();
    assert!(page.contains("name=\"viewport\"") && page.contains("data:image/svg+xml;base64,"));
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page asks the network");
    assert!(page.contains("bristle reproduce table3-weights --mass 0.37,1 --stepping newton"));
}

#[test]
fn the_help_of_an_experiment_explains_what_can_be_varied() {
    let run = Run::new(&["reproduce", "fig9-tilt", "--help"]);
    assert_eq!(run.code, 0);
    for word in
        ["--angle <deg>", "Tilt of the pad", "default: 10", "allowed: 0 to 60", "elasto_plastic", "--long"]
    {
        assert!(run.stdout.contains(word), "{word} in {}", run.stdout);
    }
}

#[test]
fn wrong_parameters_are_refused_with_what_is_allowed() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["tabel3-weights"], &["tabel3-weights", "table3-weights"]),
        (&["table3-weights", "--mas", "1"], &["--mas", "--mass"]),
        (&["table3-weights", "--mass", "1,heavy"], &["--mass", "heavy", "not a number", "in kg"]),
        (&["table3-weights", "--mass", "1,,2"], &["--mass", "missing"]),
        (&["table3-weights", "--mass", "-1"], &["--mass", "out of range", "0.001 to 100 kg"]),
        (&["table3-weights", "--mass", "NaN"], &["--mass", "out of range"]),
        (&["table3-weights", "--rows", "2.5"], &["--rows", "whole number", "2 to 200"]),
        (&["fig9-tilt", "--law", "lugree"], &["--law", "elasto_plastic", "did you mean `lugre`?"]),
        (&["all", "--threads", "0"], &["--threads"]),
    ];
    for (options, words) in cases {
        let run = Run::new(&[&["reproduce"], options].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}: {}", run.stderr);
        for word in words {
            assert!(run.stderr.contains(word), "{options:?}: `{word}` in {}", run.stderr);
        }
        assert!(!run.file("out/reproduced").exists());
    }
}

#[test]
fn settings_that_cannot_be_together_are_a_wrong_option_with_a_fix() {
    let run = Run::new(&["reproduce", "table3-weights", "--mass", "0.01", "--stepping", "explicit"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("the largest is") && run.stderr.contains("fix:"), "{}", run.stderr);
}

#[test]
fn what_goes_wrong_while_running_has_another_code() {
    let run = Run::new(&["reproduce", "fig9-tilt", "--law", "elasto_plastic", "--angle", "35"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("slid off") && run.stderr.contains("fix:"), "{}", run.stderr);
}

#[test]
fn an_experiment_that_runs_a_scene_can_be_recorded() {
    let run = Run::new(&["reproduce", "touch-and-stop", "--record", "--json", "--out", "here"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    check_document(&serde_json::from_str(&run.stdout).unwrap());
    let folder = run.file("here/touch-and-stop/box");
    assert!(folder.join("report.html").is_file());
    let recording = bristle_record::Recording::open(folder).unwrap();
    let phases: Vec<String> = recording.phases().into_iter().map(|phase| phase.name).collect();
    assert_eq!(phases, ["close", "stop", "reopen"]);
    assert!(
        recording.run().scene.starts_with("# Motors are commanded by the program"),
        "{}",
        recording.run().scene
    );
    let page = std::fs::read_to_string(run.file("here/touch-and-stop/report.html")).unwrap();
    assert!(page.contains("<a href=\"box/report.html\">box</a>"));
    // A folder that was chosen is not written over.
    let again = run.again(&["reproduce", "touch-and-stop", "--record", "--json", "--out", "here"]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("holds a recording already"), "{}", again.stderr);
}
