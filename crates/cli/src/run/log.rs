//! The recording while it is written.

use super::channels::Channels;
use bristle_record::{Ending, Fact, RecordError, Recorder, Recording, RunInfo, Schema, SkinSchema};
use bristle_scene::Built;
use bristle_skin::TexelReading;
use bristle_world::{ModelError, SkinId, StepReport, World};
use std::path::Path;

/// A recorder that knows where the numbers of a sample are.
pub(super) struct Log {
    recorder: Recorder,
    channels: Channels,
    /// Skins whose texels are recorded.
    skins: Vec<SkinId>,
    values: Vec<f64>,
}

impl Log {
    pub(super) fn open(
        built: &Built,
        info: RunInfo,
        folder: &Path,
        replace: bool,
    ) -> Result<Self, RecordError> {
        let model = &built.model;
        let channels = Channels::of(built);
        let sensing = (0..model.skins().len()).map(SkinId).filter(|skin| model.skins()[skin.0].sensing);
        let skins: Vec<SkinId> = if built.record.texels { sensing.collect() } else { Vec::new() };
        let described = skins.iter().map(|skin| {
            let mounted = &model.skins()[skin.0];
            SkinSchema::of(&mounted.name, &mounted.skin)
        });
        let schema = Schema { run: info, channels: channels.list.clone(), skins: described.collect() };
        let open = if replace { Recorder::replace } else { Recorder::create };
        Ok(Self { recorder: open(folder, schema)?, channels, skins, values: Vec::new() })
    }

    pub(super) fn phase(&mut self, time: f64, name: &str) -> Result<(), RecordError> {
        self.recorder.phase(time, name)
    }

    pub(super) fn event(&mut self, time: f64, words: &str) -> Result<(), RecordError> {
        self.recorder.event(time, words)
    }

    /// Writes down how the world is at `time` \[s\].
    pub(super) fn sample(
        &mut self,
        time: f64,
        world: &World,
        report: &StepReport,
    ) -> Result<(), super::RunError> {
        self.channels.read(world, report, &mut self.values)?;
        let texels = |&skin: &SkinId| world.reading(skin).map(|reading| &reading.texels[..]);
        let texels: Vec<&[TexelReading]> =
            self.skins.iter().map(texels).collect::<Result<_, ModelError>>()?;
        Ok(self.recorder.sample(time, &self.values, &texels)?)
    }

    pub(super) fn finish(self, ending: Ending, facts: Vec<Fact>) -> Result<Recording, RecordError> {
        self.recorder.finish(ending, facts)
    }
}
