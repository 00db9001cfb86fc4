//! The report is one page that holds all it shows.

use bristle_lab::report::{Entry, write};
use bristle_lab::{Figure, LabError, Results, Settings, Tolerance, Value, find};
use bristle_picture::LinePlot;

fn results() -> Results {
    let mut results = Results::new("table3-weights");
    results.values.push(Value::compared("a <b>", 22.1, "N/m", 58.5, Tolerance::Absolute(1.0), "load & area"));
    results.remarks.push("remark \"quoted\"");
    let picture = LinePlot::new().line("x", &[0.0, 0.3], &[0.1, -0.7]).render().unwrap();
    results.figures.push(Figure::new("curve", "A curve", "It <falls>.", picture));
    results
}

#[test]
fn the_page_holds_values_reasons_and_pictures_and_asks_no_network() {
    let experiment = find("table3-weights").unwrap();
    let (settings, results) = (Settings::of(experiment), results());
    let entry = Entry {
        experiment,
        settings: &settings,
        results: Ok(&results),
        seconds: 0.5,
        recordings: vec![("grasp".into(), "grasp/report.html".into())],
    };
    let page = write("A title", "bristle", &[entry]).unwrap();
    for words in [
        "a &lt;b&gt;",
        "load &amp; area",
        "22.1\u{a0}N/m",
        "58.5\u{a0}N/m",
        "differs",
        "It &lt;falls&gt;.",
        "width=device-width",
        "<a href=\"grasp/report.html\">grasp</a>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("data:image/svg+xml;base64,"));
    assert!(!page.contains("src=\"http") && !page.contains("<script") && !page.contains("@import"));
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
}

#[test]
fn an_experiment_that_failed_is_on_the_page_with_its_error() {
    let experiment = find("fig9-tilt").unwrap();
    let settings = Settings::of(experiment);
    let error = LabError::Failed("the cube slid off".to_owned());
    let entry = || Entry {
        experiment,
        settings: &settings,
        results: Err(&error),
        seconds: 0.1,
        recordings: Vec::new(),
    };
    let page = write("A title", "bristle", &[entry(), entry()]).unwrap();
    assert!(page.contains("the cube slid off") && page.contains("could not be run"));
}
