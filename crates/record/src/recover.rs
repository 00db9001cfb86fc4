//! Completes what an interrupted run left behind.

use crate::lock::FolderLock;
use crate::manifest::Summary;
use crate::{Ending, RecordError, Recording, files};
use bristle_system::output;
use std::fs::OpenOptions;
use std::path::Path;

/// Completes the recording in `folder` if its run was killed or its disk was full: cuts the tables to whole samples, writes
/// the end into `run.json` and makes the Parquet files. A recording that was finished only gets its Parquet files anew.
///
/// Reading needs no recovery; [`Recording::open`] passes over half samples too. A recording that is still being written is refused.
pub fn recover(folder: impl AsRef<Path>) -> Result<Recording, RecordError> {
    let folder = folder.as_ref();
    // Nothing is written into a folder that is no recording.
    Recording::open(folder)?;
    let lock = FolderLock::take(folder)?;
    // Read once more now that nobody writes: what was whole a moment ago may have grown.
    let recording = Recording::open(folder)?;
    let whole = recording.whole();
    let tables =
        [(files::TEXELS, whole.texels), (files::EVENTS, whole.events), (files::SIGNALS, whole.signals)];
    for (name, bytes) in tables.into_iter().chain(whole.devices.map(|bytes| (files::DEVICES, bytes))) {
        let path = folder.join(name);
        let cut = OpenOptions::new().write(true).open(&path).and_then(|file| {
            if file.metadata()?.len() > bytes {
                file.set_len(bytes)?;
                file.sync_all()?;
            }
            Ok(())
        });
        cut.map_err(|source| RecordError::Write { path, source })?;
    }
    if recording.ending() == &Ending::Unfinished {
        let mut manifest = recording.manifest().clone();
        let why = "The process ended without closing the recording; what it had written was recovered.";
        manifest.ending = Ending::Stopped { why: why.to_owned() };
        let times = recording.times();
        manifest.summary = Some(Summary {
            samples: times.len() as u64,
            start_s: times.first().copied(),
            end_s: times.last().copied(),
            facts: Vec::new(),
            outcome: None,
        });
        let path = folder.join(files::RUN);
        let written = manifest.to_json().and_then(|text| output::write_whole(&path, text.as_bytes()));
        written.map_err(|source| RecordError::Write { path, source })?;
    }
    let mut recording = Recording::open(folder)?;
    crate::make_parquet(&recording)?;
    recording.hold(Some(lock));
    Ok(recording)
}
