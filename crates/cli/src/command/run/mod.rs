//! `bristle run`: a scene, recorded, with a report.

mod document;
mod interrupt;
mod progress;
mod words;

use crate::args::{Expected, RunArgs};
use crate::error::CliError;
use crate::scene_file::{SceneFile, announce_large_skins};
use crate::terminal::{self, print};
use bristle_record::Recording;
use bristle_record::report::{self, Report};
use bristle_run::{
    Film, Folder, Observer, Outcome, RunEnding, RunError, RunRecorder, Simulation, Verdict, run_info,
};
use bristle_scene::Scene;
use progress::Progress;
use std::path::Path;
use std::sync::Arc;

/// Where a run is recorded unless it is told otherwise.
const USUAL_FOLDER: &str = "out";

pub(crate) fn run(args: &RunArgs) -> Result<(), CliError> {
    let options = &args.options;
    let file = SceneFile::find(&args.scene)?;
    let scene = file.load_with(options)?;
    if !options.quiet {
        announce_large_skins(&scene);
    }
    let built = Arc::new(scene.build()?);
    for note in built.notes.iter().filter(|_| !options.quiet) {
        terminal::note(&format!("note: {note}"));
    }
    let mut simulation = Simulation::new(Arc::clone(&built)).map_err(|error| match error {
        RunError::NeedsPython { class } => CliError::Usage(format!(
            "the controller `{class}` of this scene is written in Python\n  fix: run it with `python -m bristle run {}`",
            args.scene.display()
        )),
        other => other.into(),
    })?;
    // `bristle run` twice in a row shall work; a folder that was chosen may hold what is still needed.
    let folder = match &options.out {
        None => Folder::Usual(Path::new(USUAL_FOLDER)),
        Some(chosen) if options.force => Folder::Replaced(chosen),
        Some(chosen) => Folder::New(chosen),
    };
    let info = run_info(&scene, &built, &file.name(), command());
    let mut recorder = RunRecorder::open(&simulation, info, folder, None)?;
    if let (None, Some(taken)) =
        (&options.out, recorder.folder().filter(|taken| *taken != Path::new(USUAL_FOLDER)))
    {
        let taken = taken.display();
        terminal::note(&format!("note: another run records into {USUAL_FOLDER}; this one goes to {taken}"));
    }

    interrupt::listen();
    let mut progress = Progress::new(built.run.duration, options.quiet);
    let mut film = if options.no_report { None } else { Some(Film::new(&simulation, built.run.duration)?) };
    let mut observers: Vec<&mut dyn Observer> = vec![&mut recorder, &mut progress];
    observers.extend(film.iter_mut().map(|film| film as &mut dyn Observer));
    let outcome = bristle_run::run(&mut simulation, built.run.duration, &mut observers);
    progress.clear();
    let outcome = outcome?;
    let Some(recording) = recorder.into_recording() else {
        return Err(CliError::Failed("the recording was not finished".to_owned()));
    };
    let shown = film.map_or(Ok(Vec::new()), |film| film.save(recording.folder()));
    if let Err(error) = shown {
        terminal::note(&format!("note: {error}"));
    }
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
    }?;
    expected(options.expect, &outcome)
}

fn expected(expect: Option<Expected>, outcome: &Outcome) -> Result<(), CliError> {
    let Some(expected) = expect.map(Expected::verdict) else { return Ok(()) };
    if outcome.verdict == Some(expected) {
        return Ok(());
    }
    let found = outcome.verdict.map_or("the skins touched no free body", Verdict::word);
    Err(CliError::OtherOutcome(format!("expected `{}`, but the outcome is: {found}", expected.word())))
}

/// The command as it was typed, with quotes where a shell needs them.
pub(crate) fn command() -> String {
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
    let kept = format!("what was recorded until then is in {}", recording.folder().display());
    match &outcome.ending {
        RunEnding::Completed | RunEnding::Unfinished => Ok(()),
        RunEnding::Interrupted { .. } => Err(CliError::Interrupted(format!("interrupted {at}; {kept}"))),
        RunEnding::Failed { why } => {
            let why = if why.starts_with("at ") { why.clone() } else { format!("{at}: {why}") };
            Err(CliError::Failed(format!("the run stopped {why}\n  {kept}")))
        }
    }
}
