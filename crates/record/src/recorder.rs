//! Writes a recording while the run goes on.

use crate::csv::{Table, push_number, push_text};
use crate::lock::FolderLock;
use crate::manifest::{Manifest, Summary};
use crate::{
    Ending, EventKind, Fact, Kept, Outcome, RecordError, Recording, Schema, TexelRecord, files, layout,
    names, texel_record,
};
use bristle_skin::TexelReading;
use bristle_system::output;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Writes a recording while the run goes on.
///
/// Rows gather in memory and go to their files when a quarter of a megabyte waits, or a second has passed, so a process that
/// is killed loses at most the last second. Texels and events are written before the signals of the same sample: a row of
/// `signals.csv` says that the rest of its sample is there. After a write error (a full disk) the files are cut to whole
/// rows, the error says what was kept, and all later calls are refused.
///
/// Dropping a recorder writes what it holds, and leaves the recording unfinished; [`Recorder::finish`] completes it.
pub struct Recorder {
    folder: PathBuf,
    /// Passed on to the recording when it is finished.
    lock: Option<FolderLock>,
    /// Whose recording it is; a fork of it must not write.
    process: u32,
    schema: Schema,
    manifest: Manifest,
    /// The part of each texel's row that never changes, skin by skin.
    places: Vec<Vec<Vec<u8>>>,
    signals: Table,
    texels: Table,
    events: Table,
    /// Only if there are devices.
    devices: Option<Table>,
    first_time: Option<f64>,
    last_time: f64,
    /// Times of the samples that wait to be written.
    waiting: Vec<f64>,
    kept: Kept,
    stopped: bool,
    last_flush: Instant,
}

/// Waiting bytes that start a flush: large enough that system calls do not count, small enough to lose.
const FLUSH_BYTES: usize = 1 << 18;
/// Longest time that rows wait.
const FLUSH_AFTER: Duration = Duration::from_secs(1);

impl Recorder {
    /// Begins a recording in `folder`, which is made if need be and must not hold another recording. The folder belongs to it until it
    /// is finished or dropped: nobody else can record there meanwhile.
    pub fn create(folder: impl AsRef<Path>, schema: Schema) -> Result<Self, RecordError> {
        schema.check()?;
        let lock = files::take(folder.as_ref())?;
        Self::begin(folder.as_ref().to_owned(), schema, lock)
    }

    /// Begins a recording in place of the one in `folder`, if there is one. Only files of a recording are removed, and
    /// only if its `run.json` says that they are one.
    pub fn replace(folder: impl AsRef<Path>, schema: Schema) -> Result<Self, RecordError> {
        schema.check()?;
        let lock = files::take(folder.as_ref())?;
        files::clear(folder.as_ref())?;
        Self::begin(folder.as_ref().to_owned(), schema, lock)
    }

    fn begin(folder: PathBuf, schema: Schema, lock: FolderLock) -> Result<Self, RecordError> {
        files::check_free(&folder)?;
        let manifest = Manifest::of(&schema);
        let failed = |name: &str| {
            let path = folder.join(name);
            move |source| RecordError::Write { path, source }
        };
        // First the file that tells what the others are.
        let write =
            |name: &str, bytes: &[u8]| output::write_whole(&folder.join(name), bytes).map_err(failed(name));
        write(files::RUN, manifest.to_json().map_err(failed(files::RUN))?.as_bytes())?;
        write(files::SCENE, schema.run.scene.as_bytes())?;
        write(files::SKINS, &layout::skins_table(&schema))?;
        if schema.skins.iter().any(|skin| !skin.outlines.is_empty()) {
            write(files::OUTLINES, &layout::outlines_table(&schema))?;
        }
        let table =
            |name: &str, header: &[String]| Table::create(folder.join(name), header).map_err(failed(name));
        let columns = schema.channels.iter().map(crate::Channel::column);
        Ok(Self {
            signals: table(files::SIGNALS, &layout::signals_header(columns))?,
            texels: table(files::TEXELS, &layout::texels_header())?,
            events: table(files::EVENTS, &layout::events_header())?,
            devices: match schema.devices.is_empty() {
                true => None,
                false => Some(table(files::DEVICES, &layout::devices_header())?),
            },
            places: schema.skins.iter().map(layout::places).collect(),
            kept: Kept { folder: folder.clone(), samples: 0, until: None },
            folder,
            lock: Some(lock),
            process: std::process::id(),
            schema,
            manifest,
            first_time: None,
            last_time: f64::NEG_INFINITY,
            waiting: Vec::new(),
            stopped: false,
            last_flush: Instant::now(),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is recorded.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What is safe in the folder now.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Records a sample at `time` \[s\], later than the one before: a value per channel, and for each skin a reading per
    /// texel, all in the order of the schema.
    pub fn sample(
        &mut self,
        time: f64,
        values: &[f64],
        skins: &[&[TexelReading]],
    ) -> Result<(), RecordError> {
        self.check(time, values)?;
        check_length(|| "skins of a sample".to_owned(), skins.len(), self.schema.skins.len())?;
        for (skin, readings) in self.schema.skins.iter().zip(skins) {
            let what = || format!("readings of skin {:?}", skin.name);
            check_length(what, readings.len(), skin.texels.len())?;
        }
        let mut moment = Vec::new();
        push_number(&mut moment, time);
        moment.push(b',');
        let rows = self.texels.rows();
        for (places, readings) in self.places.iter().zip(skins) {
            for (place, reading) in places.iter().zip(*readings) {
                rows.extend_from_slice(&moment);
                rows.extend_from_slice(place);
                push_texel(rows, &reading.into());
            }
        }
        self.finish_sample(time, values)
    }

    /// Records a sample of the channels alone: for texels that are recorded less often than the rest.
    pub fn signals(&mut self, time: f64, values: &[f64]) -> Result<(), RecordError> {
        self.check(time, values)?;
        self.finish_sample(time, values)
    }

    /// Records a frame that could be read from a device at `time` \[s\]: its number, and a reading per texel.
    pub fn device(
        &mut self,
        device: usize,
        time: f64,
        frame: u64,
        readings: &[f64],
    ) -> Result<(), RecordError> {
        self.check_writable()?;
        let (Some(schema), Some(table)) = (self.schema.devices.get(device), &mut self.devices) else {
            let (found, expected) = (device + 1, self.schema.devices.len());
            return Err(RecordError::WrongLength { what: "devices of a frame".to_owned(), found, expected });
        };
        check_length(
            || format!("readings of the device of {:?}", schema.skin),
            readings.len(),
            schema.texels,
        )?;
        let mut place = Vec::new();
        push_number(&mut place, time);
        place.push(b',');
        push_text(&mut place, &schema.skin);
        place.extend_from_slice(format!(",{frame},").as_bytes());
        let (rows, grid) = (table.rows(), schema.grid());
        for (texel, &reading) in readings.iter().enumerate() {
            rows.extend_from_slice(&place);
            let cell = grid.as_ref().map(|grid| grid.cell(texel));
            let cell = cell.map_or(",".to_owned(), |(row, column)| format!("{row},{column}"));
            rows.extend_from_slice(format!("{texel},{cell},").as_bytes());
            push_number(rows, reading);
            rows.push(b'\n');
        }
        Ok(())
    }

    /// Notes that a phase begins at `time` \[s\]; the one before ends.
    pub fn phase(&mut self, time: f64, name: &str) -> Result<(), RecordError> {
        self.note(time, EventKind::Phase, name)
    }

    /// Notes something else that happens at `time` \[s\].
    pub fn event(&mut self, time: f64, name: &str) -> Result<(), RecordError> {
        self.note(time, EventKind::Event, name)
    }

    /// Writes all that waits, so that other programs see it.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.check_writable()?;
        self.last_flush = Instant::now();
        let before = [&mut self.texels, &mut self.events].into_iter().chain(&mut self.devices);
        let flush = |table: &mut Table| Some((table.path().to_owned(), table.flush().err()?.source));
        let failed = { before }.find_map(flush);
        if let Some((path, source)) = failed {
            return Err(self.stop(path, source, 0));
        }
        match self.signals.flush() {
            Ok(()) if !self.signals.is_in_place() => {
                self.stopped = true;
                let samples = self.kept.samples + self.waiting.len() as u64;
                self.kept = Kept { folder: self.folder.clone(), samples: 0, until: None };
                Err(RecordError::Gone { folder: self.folder.clone(), samples })
            }
            Ok(()) => {
                self.keep(self.waiting.len());
                Ok(())
            }
            Err(failure) => Err(self.stop(self.signals.path().to_owned(), failure.source, failure.rows)),
        }
    }

    /// Ends the recording: brings everything to the disk, completes `run.json` with `facts` known only now, and makes the
    /// Parquet files. The folder belongs to the recording that is returned, so that its report can be written.
    pub fn finish(self, ending: Ending, facts: Vec<Fact>) -> Result<Recording, RecordError> {
        self.finish_with(ending, facts, None)
    }

    /// The same for a run whose outcome is known.
    pub fn finish_with(
        mut self,
        ending: Ending,
        facts: Vec<Fact>,
        outcome: Option<Outcome>,
    ) -> Result<Recording, RecordError> {
        self.flush()?;
        let all =
            [&mut self.texels, &mut self.events, &mut self.signals].into_iter().chain(&mut self.devices);
        let settle = |table: &mut Table| Some((table.path().to_owned(), table.settle().err()?));
        let failed = { all }.find_map(settle);
        if let Some((path, source)) = failed {
            return Err(self.stop(path, source, 0));
        }
        self.manifest.ending = ending;
        let (samples, end_s) = (self.kept.samples, self.kept.until);
        self.manifest.summary =
            Some(Summary { samples, start_s: self.first_time, end_s, facts, outcome: outcome.map(Box::new) });
        let path = self.folder.join(files::RUN);
        let written = self.manifest.to_json().and_then(|text| output::write_whole(&path, text.as_bytes()));
        if let Err(source) = written {
            return Err(self.stop(path, source, 0));
        }
        let mut recording = Recording::open(&self.folder)?;
        crate::make_parquet(&recording)?;
        recording.hold(self.lock.take());
        Ok(recording)
    }

    fn check_writable(&self) -> Result<(), RecordError> {
        if self.process != std::process::id() {
            return Err(RecordError::Forked { folder: self.folder.clone(), process: self.process });
        }
        if self.stopped {
            return Err(RecordError::StoppedBefore { kept: self.kept.clone() });
        }
        Ok(())
    }

    fn check(&self, time: f64, values: &[f64]) -> Result<(), RecordError> {
        self.check_writable()?;
        if !(time.is_finite() && time > self.last_time) {
            return Err(RecordError::TimeOrder { time, last: self.last_time });
        }
        check_length(|| "channels of a sample".to_owned(), values.len(), self.schema.channels.len())
    }

    fn finish_sample(&mut self, time: f64, values: &[f64]) -> Result<(), RecordError> {
        let row = self.signals.rows();
        push_number(row, time);
        for &value in values {
            row.push(b',');
            push_number(row, value);
        }
        row.push(b'\n');
        self.waiting.push(time);
        self.first_time.get_or_insert(time);
        self.last_time = time;
        let waiting = self.texels.waiting() + self.signals.waiting();
        if waiting >= FLUSH_BYTES || self.last_flush.elapsed() >= FLUSH_AFTER { self.flush() } else { Ok(()) }
    }

    fn note(&mut self, time: f64, kind: EventKind, name: &str) -> Result<(), RecordError> {
        self.check_writable()?;
        if !time.is_finite() || names::check("event", name).is_err() {
            return Err(RecordError::BadEvent { time, name: name.to_owned() });
        }
        let row = self.events.rows();
        push_number(row, time);
        row.extend_from_slice(format!(",{},", kind.word()).as_bytes());
        push_text(row, name);
        row.push(b'\n');
        Ok(())
    }

    /// The first `rows` waiting samples are in the files.
    fn keep(&mut self, rows: usize) {
        self.kept.samples += rows as u64;
        self.kept.until = self.waiting[..rows].last().copied().or(self.kept.until);
        self.waiting.clear();
    }

    fn stop(&mut self, path: PathBuf, source: std::io::Error, rows: usize) -> RecordError {
        self.keep(rows.min(self.waiting.len()));
        self.stopped = true;
        RecordError::Stopped { path, source, kept: self.kept.clone() }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if self.check_writable().is_ok() {
            // Nobody is left to hear of a failure; what cannot be written now is the last second at most.
            let _ = self.flush();
        }
    }
}

/// The rest of a texel's row, after its place.
fn push_texel(row: &mut Vec<u8>, texel: &TexelRecord) {
    for number in texel.numbers() {
        row.push(b',');
        push_number(row, number);
    }
    row.push(b',');
    row.extend_from_slice(texel_record::state_word(texel.state).as_bytes());
    row.push(b'\n');
}

fn check_length(what: impl FnOnce() -> String, found: usize, expected: usize) -> Result<(), RecordError> {
    if found == expected { Ok(()) } else { Err(RecordError::WrongLength { what: what(), found, expected }) }
}

#[cfg(test)]
mod full_disk;
