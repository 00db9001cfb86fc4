//! `bristle run`: a scene, recorded, with a report.

mod document;
mod interrupt;
mod progress;
mod words;

use crate::args::RunArgs;
use crate::error::CliError;
use crate::report::print;
use crate::run::{self, Outcome, Plan, RunEnding, RunError};
use crate::scene_file::SceneFile;
use bristle_record::report::{self, Report};
use bristle_record::{Recording, RunInfo};
use bristle_scene::{Built, Scene};
use progress::Progress;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    let options = &args.options;
    let file = SceneFile::find(&args.scene)?;
    let scene = file.load_with(options)?;
    let built = Arc::new(scene.build()?);
    for note in built.notes.iter().filter(|_| !options.quiet) {
        eprintln!("note: {note}");
    }
    let folder = options.out.clone().unwrap_or_else(|| PathBuf::from("out"));
    let plan = Plan {
        built: &built,
        info: info(&file, &scene, &built),
        folder: &folder,
        // `bristle run` twice in a row shall work; a folder that was chosen is dear to somebody.
        replace: options.force || options.out.is_none(),
    };

    interrupt::listen();
    let mut progress = Progress::new(built.run.duration, options.quiet);
    let recorded = run::record(plan, &mut |moment| {
        progress.show(moment);
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.end();
    let (outcome, recording) = recorded.map_err(|error| match error {
        RunError::Record(error) => CliError::Record(error),
        RunError::Model(error) => CliError::Model(error),
    })?;
    let report = if options.no_report { None } else { Some(report::write(&recording)) };
    // The outcome is told even if its report could not be written.
    let (report, failed) = match report.transpose() {
        Ok(report) => (report, None),
        Err(error) => (None, Some(error)),
    };
    tell(args, &scene, &outcome, &recording, report.as_ref())?;
    match failed {
        Some(error) => Err(error.into()),
        None => ended(&outcome, &recording),
    }
}

fn info(file: &SceneFile, scene: &Scene, built: &Built) -> RunInfo {
    let title = match scene.data().title.as_str() {
        "" => file.name().to_owned(),
        title => title.to_owned(),
    };
    RunInfo {
        title,
        program: concat!("bristle ", env!("CARGO_PKG_VERSION")).to_owned(),
        command: command(),
        seed: built.run.seed,
        step: built.run.step,
        scene: scene.to_toml(),
        facts: run::scene_facts(built),
    }
}

/// The command as it was typed, with quotes where a shell needs them.
fn command() -> String {
    let plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=:,+".contains(c));
    let quoted =
        |word: String| if plain(&word) { word } else { format!("'{}'", word.replace('\'', r"'\''")) };
    let words = std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("bristle".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn tell(
    args: &RunArgs,
    scene: &Scene,
    outcome: &Outcome,
    recording: &Recording,
    report: Option<&Report>,
) -> Result<(), CliError> {
    if args.options.json {
        return print(&document::of(args, scene, outcome, recording, report)?);
    }
    if args.options.quiet {
        return Ok(());
    }
    print(&words::of(recording, outcome, report))
}

fn ended(outcome: &Outcome, recording: &Recording) -> Result<(), CliError> {
    let at = format!("at {:.3} s", outcome.simulated_s);
    let folder = recording.folder().display();
    match &outcome.ending {
        RunEnding::Completed => Ok(()),
        RunEnding::Interrupted => Err(CliError::Interrupted(format!(
            "interrupted {at}; what was recorded until then is in {folder}"
        ))),
        RunEnding::Failed { why } => {
            let kept = format!("what was recorded until then is in {folder}");
            Err(CliError::Failed(format!("the run stopped {at}: {why}\n  {kept}")))
        }
    }
}
