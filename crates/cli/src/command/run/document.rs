//! The outcome of a run as one JSON document.

use crate::args::RunArgs;
use crate::error::CliError;
use bristle_record::Recording;
use bristle_record::report::Report;
use bristle_run::Outcome;
use bristle_scene::Scene;
use serde::Serialize;

/// SI units, named at the end of each key.
#[derive(Serialize)]
struct Document<'a> {
    scene: &'a str,
    title: &'a str,
    program: &'a str,
    command: &'a str,
    seed: u64,
    step_s: f64,
    stepping: String,
    #[serde(flatten)]
    outcome: &'a Outcome,
    folder: String,
    report: Option<String>,
    samples: usize,
    description: &'a str,
}

pub(super) fn of(
    args: &RunArgs,
    scene: &Scene,
    outcome: &Outcome,
    recording: &Recording,
    report: Option<&Report>,
) -> Result<String, CliError> {
    let info = recording.run();
    let document = Document {
        scene: &args.scene.to_string_lossy(),
        title: &info.title,
        program: &info.program,
        command: &info.command,
        seed: info.seed,
        step_s: info.step,
        stepping: format!("{:?}", scene.data().run.stepping).to_lowercase(),
        outcome,
        folder: recording.folder().display().to_string(),
        report: report.map(|report| report.page.display().to_string()),
        samples: recording.times().len(),
        description: &scene.data().description,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
