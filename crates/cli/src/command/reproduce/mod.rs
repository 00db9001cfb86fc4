//! `bristle reproduce`: the experiments of the papers, with the published figure beside ours.

mod args;
mod list;
mod progress;
mod reported;
mod run_all;
mod table;
mod write;

pub(crate) use args::{EXAMPLES, ReproduceArgs};

use crate::error::CliError;
use crate::terminal::print;
use args::{Asked, Output};
use bristle_lab::report::Entry;
use bristle_lab::{Document, Experiment, Settings};
use progress::Bar;
use run_all::Ran;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where figures and reports go unless told otherwise.
const FOLDER: &str = "out/reproduced";

/// Results of single trials while an experiment runs; a run that was killed goes on from it.
const JOURNAL: &str = "trials.part.jsonl";
/// The same once all are done.
const TRIALS: &str = "trials.jsonl";

/// All trials are done: the next run begins anew.
fn keep_trials(folder: &Path) -> Result<(), CliError> {
    let journal = folder.join(JOURNAL);
    if !journal.is_file() {
        return Ok(());
    }
    let kept = folder.join(TRIALS);
    std::fs::rename(&journal, &kept)
        .map_err(|error| CliError::Failed(format!("cannot write `{}`: {error}", kept.display())))
}

pub(crate) fn run(args: &ReproduceArgs) -> Result<(), CliError> {
    match &args.asked {
        Asked::List { json } => print(&list::of(*json)?),
        Asked::One { experiment, settings, output } => one(experiment, settings, output),
        Asked::All { long, threads, output } => all(*long, *threads, output),
    }
}

fn one(experiment: &'static Experiment, settings: &Settings, output: &Output) -> Result<(), CliError> {
    let bar = Bar::new(1, output.quiet);
    let begun = Instant::now();
    let folder = output.folder(FOLDER).map(|folder| folder.join(experiment.id));
    let record_into = folder.clone().filter(|_| output.record);
    let mut watcher = bar.watcher(experiment.id, record_into);
    // As with `bristle run`: the usual folder is replaced, a folder that was chosen is not.
    watcher.replaces = output.out.is_none();
    watcher.journal = folder.as_ref().map(|folder| folder.join(JOURNAL));
    let results = experiment.run(settings, &mut watcher);
    bar.end();
    let results = results?;
    if let Some(folder) = &folder {
        keep_trials(folder)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let written = match folder {
        None => None,
        Some(folder) => {
            write::figures(&folder, &results)?;
            let entry =
                Entry { experiment, settings, results: Ok(&results), seconds, recordings: watcher.recorded };
            Some(write::report(&folder, experiment.title, &[entry])?)
        }
    };
    if output.json {
        return print(&(serde_json::to_string_pretty(&Document::of(&results))? + "\n"));
    }
    if output.quiet {
        return Ok(());
    }
    print(&(table::of(experiment, &results) + &table::files(written.as_deref(), seconds)))
}

fn all(long: bool, threads: usize, output: &Output) -> Result<(), CliError> {
    let begun = Instant::now();
    let ran = run_all::run_all(bristle_lab::all(), long, threads, output.quiet)?;
    let seconds = begun.elapsed().as_secs_f64();
    let written = match output.folder(FOLDER) {
        None => None,
        Some(folder) => Some(write_all(&folder, &ran)?),
    };
    if output.json {
        let documents: Vec<_> =
            ran.iter().filter_map(|one| one.results.as_ref().ok()).map(Document::of).collect();
        print(&(serde_json::to_string_pretty(&documents)? + "\n"))?;
    } else if !output.quiet {
        let tables = ran.iter().map(|one| match &one.results {
            Ok(results) => table::of(one.experiment, results),
            Err(error) => table::failed(one.experiment, error),
        });
        let tables: Vec<String> = tables.collect();
        print(&(tables.join("\n") + &table::summary(&ran) + &table::files(written.as_deref(), seconds)))?;
    }
    failures(&ran)
}

fn write_all(folder: &Path, ran: &[Ran]) -> Result<PathBuf, CliError> {
    for one in ran {
        if let Ok(results) = &one.results {
            write::figures(&folder.join(one.experiment.id), results)?;
        }
    }
    let entries: Vec<Entry<'_>> = ran.iter().map(Ran::entry).collect();
    write::report(folder, "The papers on tactile sensing, reproduced", &entries)
}

/// What could be run is told and written; the shell must still hear that something could not.
fn failures(ran: &[Ran]) -> Result<(), CliError> {
    let failed: Vec<String> = ran
        .iter()
        .filter_map(|one| one.results.as_ref().err().map(|error| format!("{}: {error}", one.experiment.id)))
        .collect();
    match failed.is_empty() {
        true => Ok(()),
        false => {
            Err(CliError::Failed(format!("some experiments could not be run\n  {}", failed.join("\n  "))))
        }
    }
}
