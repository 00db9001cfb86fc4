//! A run as an MCAP file with Foxglove's messages, which Foxglove, Rerun and other viewers open as it is.
//!
//! | topic | message |
//! |---|---|
//! | `/scene` | shapes of all bodies, once |
//! | `/tf` | poses of all bodies in the world, and of the skins on them |
//! | `/joints` | position, velocity and effort of joints |
//! | `/skins/NAME` | what every texel feels, as a point cloud with fields |
//! | `/skins/NAME/image` | elastic forces of a skin with rows and columns, as an image |
//! | `/forces` | the force on each skin, as an arrow |
//! | `/signals` | all scalar series, as JSON in double precision |
//! | `/devices/NAME` | frames of a skin's device, as JSON |
//! | `/events` | phases and events, as a log |

mod file;
mod messages;

use crate::{DeviceFrame, Happening, Outcome, RunError, Simulation};
use bristle_record::{FactValue, RecordError, Schema};
use bristle_world::SkinId;
use file::{McapFile, Topic};
use foxglove::messages::log::Level;
use foxglove::messages::{FrameTransforms, JointStates, Log, PointCloud, RawImage, SceneUpdate};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The name of the file in a recording's folder.
const NAME: &str = "run.mcap";

/// Writes `run.mcap` beside the tables of a recording.
pub(crate) struct McapRecorder {
    file: McapFile,
    topics: Topics,
    columns: Vec<String>,
    /// Whether bodies and skins have been placed once.
    begun: bool,
}

struct Topics {
    scene: Topic,
    transforms: Topic,
    joints: Topic,
    forces: Topic,
    events: Topic,
    signals: Topic,
    /// Of each recorded skin, and of its image if it has rows and columns.
    skins: Vec<(SkinId, Topic, Option<Topic>)>,
    devices: Vec<Topic>,
}

impl McapRecorder {
    /// Begins the file in the folder of a recording.
    pub(crate) fn create(
        simulation: &Simulation,
        folder: &Path,
        schema: &Schema,
        skins: &[SkinId],
    ) -> Result<Self, RunError> {
        let path = folder.join(NAME);
        let failed = |source| RecordError::Write { path: path.clone(), source };
        let mut file = McapFile::create(path.clone()).map_err(failed)?;
        let topics = Topics::of(&mut file, simulation, schema, skins).map_err(failed)?;
        let columns = schema.channels.iter().map(bristle_record::Channel::column).collect();
        let run = &schema.run;
        let words = [
            ("title", run.title.clone()),
            ("program", run.program.clone()),
            ("command", run.command.clone()),
            ("seed", run.seed.to_string()),
            ("step_s", run.step.to_string()),
        ];
        let facts = run.facts.iter().map(|fact| (fact.label.clone(), in_words(&fact.value)));
        let words: BTreeMap<String, String> =
            words.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(facts).collect();
        file.metadata("run", words)
            .and_then(|()| file.attach("scene.toml", "application/toml", run.scene.as_bytes()))
            .map_err(failed)?;
        Ok(Self { file, topics, columns, begun: false })
    }

    /// Writes down how the world is now; `values` are those of the scalar series.
    pub(crate) fn sample(&mut self, simulation: &Simulation, values: &[f64]) -> Result<(), RunError> {
        let time = simulation.time();
        let Topics { scene, transforms, joints, forces, signals, .. } = self.topics;
        if !self.begun {
            let shapes = messages::scene(simulation)?;
            self.write(|file| file.write(scene, time, &shapes))?;
        }
        let placed = messages::transforms(simulation, !self.begun)?;
        self.begun = true;
        self.write(|file| file.write(transforms, time, &placed))?;
        let moved = messages::joints(simulation)?;
        self.write(|file| file.write(joints, time, &moved))?;
        for index in 0..self.topics.skins.len() {
            let (id, texels, image) = self.topics.skins[index];
            let skin = &simulation.world().model().skins()[id.0];
            let felt = &simulation.world().reading(id)?.texels;
            self.write(|file| file.write(texels, time, &messages::texels(time, skin, felt)))?;
            if let Some((topic, picture)) = image.zip(messages::image(time, skin, felt)) {
                self.write(|file| file.write(topic, time, &picture))?;
            }
        }
        let arrows = messages::forces(simulation)?;
        self.write(|file| file.write(forces, time, &arrows))?;
        let sample = messages::signals(time, &self.columns, values).to_string();
        self.write(|file| file.write_bytes(signals, time, sample.as_bytes()))
    }

    /// Writes down a frame of the device with this place in the schema.
    pub(crate) fn device(
        &mut self,
        time: f64,
        device: usize,
        frame: &DeviceFrame<'_>,
    ) -> Result<(), RunError> {
        let topic = self.topics.devices[device];
        let frame = messages::device(time, frame).to_string();
        self.write(|file| file.write_bytes(topic, time, frame.as_bytes()))
    }

    /// Writes down something that happened.
    pub(crate) fn event(&mut self, time: f64, what: &Happening) -> Result<(), RunError> {
        let topic = self.topics.events;
        let log = match what {
            Happening::Phase { name, .. } => messages::log(time, Level::Info, "phase", name),
            Happening::Warning(words) => messages::log(time, Level::Warning, "warning", words),
            other => messages::log(time, Level::Info, "event", &other.to_string()),
        };
        self.write(|file| file.write(topic, time, &log))
    }

    /// Ends the file, with what came of the run.
    pub(crate) fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        let facts = crate::facts::of_outcome(outcome);
        let words = facts.iter().map(|fact| (fact.label.clone(), in_words(&fact.value))).collect();
        self.write(|file| file.metadata("outcome", words).and_then(|()| file.finish()))
    }

    fn write(&mut self, write: impl FnOnce(&mut McapFile) -> io::Result<()>) -> Result<(), RunError> {
        let written = write(&mut self.file);
        written.map_err(|source| RecordError::Write { path: self.file.path().to_owned(), source }.into())
    }
}

fn in_words(value: &FactValue) -> String {
    match value {
        FactValue::Count(count) => count.to_string(),
        FactValue::Number { value, unit } => format!("{value} {}", unit.symbol()).trim_end().to_owned(),
        FactValue::Text(text) => text.clone(),
    }
}

impl Topics {
    fn of(
        file: &mut McapFile,
        simulation: &Simulation,
        schema: &Schema,
        skins: &[SkinId],
    ) -> io::Result<Self> {
        let mounted = simulation.world().model().skins();
        let skins = skins.iter().map(|&id| {
            let name = messages::skin_frame(&mounted[id.0].name);
            let image = mounted[id.0].skin.grid().is_some();
            let texels = file.topic::<PointCloud>(&format!("/{name}"))?;
            let image = image.then(|| file.topic::<RawImage>(&format!("/{name}/image"))).transpose()?;
            Ok((id, texels, image))
        });
        let skins = skins.collect::<io::Result<_>>()?;
        let devices = schema
            .devices
            .iter()
            .map(|device| file.json_topic(&format!("/devices/{}", device.skin), &messages::device_schema()));
        let devices = devices.collect::<io::Result<_>>()?;
        Ok(Self {
            scene: file.topic::<SceneUpdate>("/scene")?,
            transforms: file.topic::<FrameTransforms>("/tf")?,
            joints: file.topic::<JointStates>("/joints")?,
            forces: file.topic::<SceneUpdate>("/forces")?,
            events: file.topic::<Log>("/events")?,
            signals: file.json_topic("/signals", &messages::signals_schema(&schema.channels))?,
            skins,
            devices,
        })
    }
}
