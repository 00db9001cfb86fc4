//! `bristle recover`: completes the recording of a run that was killed.

use crate::args::RecoverArgs;
use crate::error::CliError;
use crate::terminal::print;
use bristle_record::{Ending, Recording, recover, report};
use serde_json::json;

pub(crate) fn run(args: &RecoverArgs) -> Result<(), CliError> {
    let recording = recover(&args.folder).map_err(CliError::Record)?;
    let report = if args.no_report { None } else { Some(report::write(&recording)?) };
    let page = report.map(|report| report.page.display().to_string());
    if args.json {
        let document = json!({
            "folder": recording.folder().display().to_string(),
            "samples": recording.times().len(),
            "until_s": recording.times().last(),
            "ending": recording.ending(),
            "report": page,
        });
        return print(&(serde_json::to_string_pretty(&document)? + "\n"));
    }
    let page = page.map_or(String::new(), |page| format!("\nReport: {page}"));
    print(&format!("{}{page}\n", in_words(&recording)))
}

fn in_words(recording: &Recording) -> String {
    let ending = match recording.ending() {
        Ending::Completed => "its run was completed",
        _ => "its run was stopped early",
    };
    let samples = recording.times().len();
    let until = recording.times().last().map_or(String::new(), |time| format!(" up to {time} s"));
    format!("{}: {samples} samples{until}, {ending}; Parquet files made anew", recording.folder().display())
}
