//! The observer that records.

use crate::channels::Channels;
use crate::outcome::waited_in_vain;
use crate::{Happening, Observer, Outcome, RunError, Simulation, facts};
use bristle_record::{DeviceSchema, RecordError, Recorder, Recording, RunInfo, Schema, SkinSchema};
use bristle_scene::Device;
use bristle_skin::TexelReading;
use bristle_skin::layout::Grid;
use bristle_world::{ModelError, MountedSkin, SkinId};
use std::ops::ControlFlow;
use std::path::Path;

/// What is recorded, and how often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordOptions {
    /// Simulated time between samples \[s\]; rounded to whole steps.
    pub every: f64,
    /// Whether every texel is recorded, or only sums over skins.
    pub texels: bool,
}

/// Where a recording goes. No folder that another run records into is ever taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder<'a> {
    /// A folder that must not hold a recording.
    New(&'a Path),
    /// A folder whose recording, if there is one, gives way.
    Replaced(&'a Path),
    /// The same while nobody else records into it, and else the first of `<name>-2`, `<name>-3` and so on that holds no recording.
    Usual(&'a Path),
}

impl Folder<'_> {
    fn open(self, schema: Schema) -> Result<Recorder, RecordError> {
        let usual = match self {
            Self::New(folder) => return Recorder::create(folder, schema),
            Self::Replaced(folder) => return Recorder::replace(folder, schema),
            Self::Usual(folder) => folder,
        };
        let mut number = 2;
        let mut opened = Recorder::replace(usual, schema.clone());
        while let Err(RecordError::InUse { .. } | RecordError::Occupied { .. }) = opened
            && number <= MOST_FOLDERS
        {
            let mut name = usual.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{number}"));
            opened = Recorder::create(usual.with_file_name(name), schema.clone());
            number += 1;
        }
        opened
    }
}

/// So many runs at once are a mistake.
const MOST_FOLDERS: usize = 1000;

/// Records a run into a folder.
pub struct RunRecorder {
    /// Taken out when it is finished.
    recorder: Option<Recorder>,
    recording: Option<Recording>,
    channels: Channels,
    /// Skins whose texels are recorded.
    skins: Vec<SkinId>,
    /// Skins whose devices are recorded, and the number of the last frame of each.
    devices: Vec<(SkinId, u64)>,
    values: Vec<f64>,
    /// Time between samples: whole steps \[s\].
    every: f64,
    /// When the last sample was due \[s\].
    due: f64,
    /// When the last sample was taken \[s\].
    sampled: f64,
    /// How many of the simulation's events were noted.
    noted: usize,
}

impl RunRecorder {
    /// Opens a recording of a simulation; `options` are those of its scene unless given.
    pub fn open(
        simulation: &Simulation,
        info: RunInfo,
        folder: Folder<'_>,
        options: Option<RecordOptions>,
    ) -> Result<Self, RunError> {
        let built = simulation.built();
        let info = RunInfo { scene: facts::not_in_the_scene(simulation) + &info.scene, ..info };
        let (model, step) = (&built.model, built.run.step);
        let scene = RecordOptions { every: built.record.every, texels: built.record.texels };
        let RecordOptions { every, texels } = options.unwrap_or(scene);
        let channels = Channels::of(simulation);
        let sensing = (0..model.skins().len()).map(SkinId);
        let skins: Vec<SkinId> = sensing.filter(|_| texels).collect();
        let described = skins.iter().map(|skin| {
            let mounted = &model.skins()[skin.0];
            SkinSchema::of(&mounted.name, &mounted.skin)
        });
        let devices: Vec<SkinId> = built.devices.keys().copied().collect();
        let schema = Schema {
            run: info,
            channels: channels.list.clone(),
            skins: described.collect(),
            devices: built
                .devices
                .iter()
                .map(|(skin, device)| device_schema(&model.skins()[skin.0], device))
                .collect(),
        };
        Ok(Self {
            recorder: Some(folder.open(schema)?),
            recording: None,
            channels,
            skins,
            devices: devices.into_iter().map(|skin| (skin, 0)).collect(),
            values: Vec::new(),
            every: (every / step).round().max(1.0) * step,
            due: simulation.time(),
            sampled: f64::NEG_INFINITY,
            noted: 0,
        })
    }

    /// The folder that is recorded into.
    pub fn folder(&self) -> Option<&Path> {
        let open = self.recorder.as_ref().map(Recorder::folder);
        open.or_else(|| self.recording.as_ref().map(Recording::folder))
    }

    /// The recording, once the run is over.
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// The same, to keep.
    pub fn into_recording(self) -> Option<Recording> {
        self.recording
    }

    /// Writes down what has happened since the last look; tells whether a phase began.
    fn note(&mut self, simulation: &Simulation) -> Result<bool, RunError> {
        let Some(recorder) = &mut self.recorder else { return Ok(false) };
        let news = &simulation.events()[self.noted.min(simulation.events().len())..];
        self.noted += news.len();
        let mut begins = false;
        for event in news {
            match &event.what {
                Happening::Phase { name, before } => {
                    let in_vain = before.as_ref().and_then(|before| waited_in_vain(before, event.time));
                    in_vain.map_or(Ok(()), |words| recorder.event(event.time, &words))?;
                    recorder.phase(event.time, name)?;
                    begins = true;
                }
                other => recorder.event(event.time, &other.to_string())?,
            }
        }
        Ok(begins)
    }

    /// Writes down what devices said since the last look. One without a rate of its own is read with the samples.
    fn read_devices(&mut self, simulation: &Simulation, sampled: bool) -> Result<(), RunError> {
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        for (index, (skin, last)) in self.devices.iter_mut().enumerate() {
            let has_rate = recorder.schema().devices[index].rate_hz.is_some();
            let frame =
                simulation.device(*skin).filter(|frame| frame.number > *last && (has_rate || sampled));
            if let Some(frame) = frame {
                recorder.device(index, simulation.time(), frame.number, frame.readings)?;
                *last = frame.number;
            }
        }
        Ok(())
    }

    /// Writes down how the world is now.
    fn sample(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        let (world, time) = (simulation.world(), simulation.time());
        self.channels.read(simulation, &mut self.values)?;
        let texels = |&skin: &SkinId| world.reading(skin).map(|reading| &reading.texels[..]);
        let texels: Vec<&[TexelReading]> =
            self.skins.iter().map(texels).collect::<Result<_, ModelError>>()?;
        recorder.sample(time, &self.values, &texels)?;
        self.sampled = time;
        Ok(())
    }
}

fn device_schema(mounted: &MountedSkin, device: &Device) -> DeviceSchema {
    let grid = device.chain.grid();
    DeviceSchema {
        skin: mounted.name.clone(),
        device: device.name.clone(),
        texels: device.chain.texels(),
        rows: grid.map(|grid| grid.rows),
        columns: grid.map(|grid| grid.columns),
        cells: grid.and_then(Grid::cells).unwrap_or_default().to_vec(),
        rate_hz: device.chain.rate(),
    }
}

impl Observer for RunRecorder {
    fn begin(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        self.note(simulation)?;
        self.sample(simulation)
    }

    fn after_step(&mut self, simulation: &Simulation) -> Result<ControlFlow<()>, RunError> {
        let begins = self.note(simulation)?;
        let time = simulation.time();
        let is_due = time - self.due > self.every - 0.5 * simulation.built().run.step;
        if is_due {
            self.due = time;
        }
        // How a phase ended is of interest, whatever the time between samples.
        self.read_devices(simulation, is_due || begins)?;
        if is_due || begins {
            self.sample(simulation)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn between_steps(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        let begins = self.note(simulation)?;
        if begins && simulation.time() > self.sampled && !simulation.is_stuck() {
            self.sample(simulation)?;
        }
        Ok(())
    }

    fn end(&mut self, simulation: &Simulation, outcome: &Outcome) -> Result<(), RunError> {
        if simulation.time() > self.sampled && !simulation.is_stuck() {
            self.sample(simulation)?;
        }
        if let Some(recorder) = self.recorder.take() {
            self.recording = Some(recorder.finish_with(
                facts::ending(&outcome.ending),
                facts::of_outcome(outcome),
                Some(outcome.clone()),
            )?);
        }
        Ok(())
    }
}
