//! Reads a recording back, finished or not.

mod devices;
mod events;
mod frames;
mod outlines;
mod signals;
mod skins;

pub use frames::{Frame, Frames};

use crate::event::{self, Event, Phase};
use crate::lock::FolderLock;
use crate::manifest::Manifest;
use crate::{Channel, DeviceRecord, Ending, Fact, Outcome, ReadError, RunInfo, SkinSchema, files};
use bristle_system::input;
use frames::FrameIndex;
use std::path::{Path, PathBuf};

/// A recording, read back from its folder.
///
/// Run, channels and events are held in memory; texels are read from the disk as they are asked for. What an interrupted run
/// left behind is read up to its last whole sample.
#[derive(Debug)]
pub struct Recording {
    folder: PathBuf,
    manifest: Manifest,
    channels: Vec<Channel>,
    skins: Vec<SkinSchema>,
    times: Vec<f64>,
    /// One series per channel.
    series: Vec<Vec<f64>>,
    events: Vec<Event>,
    devices: Vec<DeviceRecord>,
    index: FrameIndex,
    whole: WholeBytes,
    /// Of a recording that was just finished.
    lock: Option<FolderLock>,
}

/// How much of each table is of use; more was written when the run broke off in the middle of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WholeBytes {
    pub(crate) signals: u64,
    pub(crate) texels: u64,
    pub(crate) events: u64,
    /// None without devices.
    pub(crate) devices: Option<u64>,
}

impl Recording {
    /// Opens the recording in `folder`.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, ReadError> {
        let folder = folder.as_ref().to_owned();
        let run = folder.join(files::RUN);
        if run.symlink_metadata().is_err() {
            let why = if folder.is_dir() { "it has no run.json" } else { "there is no such folder" };
            return Err(ReadError::NotARecording { folder, why: why.to_owned() });
        }
        let mut manifest = Manifest::read(&run)?;
        let scene = folder.join(files::SCENE);
        manifest.run.scene = input::read_text(&scene, crate::manifest::LARGEST)
            .map_err(|source| ReadError::Io { path: scene, source })?;
        let channels: Vec<Channel> = manifest.channels.iter().map(|entry| entry.channel.clone()).collect();
        let mut skins = skins::read(&folder, &manifest.skins)?;
        outlines::read(&folder, &mut skins)?;
        let signals = signals::read(&folder, &channels)?;
        let events = events::read(&folder)?;
        let until = signals.times.last().copied().unwrap_or(f64::NEG_INFINITY);
        let index = FrameIndex::scan(&folder, &skins, until)?;
        let devices = devices::read(&folder, &manifest.devices)?;
        let whole = WholeBytes {
            signals: signals.bytes,
            texels: index.end,
            events: events.bytes,
            devices: (!manifest.devices.is_empty()).then_some(devices.bytes),
        };
        let devices = devices.records;
        let (times, series, events) = (signals.times, signals.series, events.events);
        Ok(Self {
            folder,
            manifest,
            channels,
            skins,
            times,
            series,
            events,
            devices,
            index,
            whole,
            lock: None,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The run as a whole.
    pub fn run(&self) -> &RunInfo {
        &self.manifest.run
    }

    /// How it ended.
    pub fn ending(&self) -> &Ending {
        &self.manifest.ending
    }

    /// What became known at its end; nothing for an unfinished one.
    pub fn facts(&self) -> &[Fact] {
        self.manifest.summary.as_ref().map_or(&[], |summary| &summary.facts)
    }

    /// What came of the run, from all of its steps; none for an unfinished one, and for recordings of programs that know no outcome.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.manifest.summary.as_ref().and_then(|summary| summary.outcome.as_deref())
    }

    /// The channels.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The skins.
    pub fn skins(&self) -> &[SkinSchema] {
        &self.skins
    }

    /// Times of all samples \[s\], increasing.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The series of a channel, by its place among [`Self::channels`].
    pub fn series(&self, channel: usize) -> Option<&[f64]> {
        self.series.get(channel).map(Vec::as_slice)
    }

    /// The series of the channel with this column, such as `left_jaw_m`.
    pub fn series_named(&self, column: &str) -> Option<&[f64]> {
        let place = self.channels.iter().position(|channel| channel.column() == column)?;
        self.series(place)
    }

    /// All events, in the order of recording.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the devices said, frame by frame.
    pub fn devices(&self) -> &[DeviceRecord] {
        &self.devices
    }

    /// The phases, from first to last.
    pub fn phases(&self) -> Vec<Phase> {
        event::phases(&self.events, self.times.last().copied().unwrap_or(f64::NEG_INFINITY))
    }

    /// Time from the first sample to the last \[s\].
    pub fn duration(&self) -> f64 {
        match (self.times.first(), self.times.last()) {
            (Some(first), Some(last)) => last - first,
            _ => 0.0,
        }
    }

    /// Number of samples with texels.
    pub fn frame_count(&self) -> usize {
        self.index.times.len()
    }

    /// Times of the samples with texels \[s\].
    pub fn frame_times(&self) -> &[f64] {
        &self.index.times
    }

    /// The texels of all samples, one sample at a time.
    pub fn frames(&self) -> Result<Frames<'_>, ReadError> {
        Frames::from(self, 0)
    }

    /// The texels of one sample, by its place among [`Self::frame_times`].
    pub fn frame(&self, index: usize) -> Result<Option<Frame>, ReadError> {
        Frames::from(self, index)?.next().transpose()
    }

    /// The texels of the last sample at or before `time` \[s\].
    pub fn frame_at(&self, time: f64) -> Result<Option<Frame>, ReadError> {
        match self.index.times.partition_point(|&t| t <= time) {
            0 => Ok(None),
            after => self.frame(after - 1),
        }
    }

    /// Keeps the folder until the recording is dropped.
    pub(crate) fn hold(&mut self, lock: Option<FolderLock>) {
        self.lock = lock;
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn whole(&self) -> WholeBytes {
        self.whole
    }
}

/// A number of a row.
fn number(field: &str, column: &str) -> Result<f64, String> {
    field.parse().map_err(|_| format!("{column} is {field:?}, expected a number"))
}
