//! The recording for other programs holds what ours holds.

use crate::support::scene;
use bristle_record::Recording;
use bristle_run::{Folder, Observer, RunError, RunRecorder, Simulation, run, run_info};
use foxglove::Decode;
use foxglove::messages::{FrameTransforms, Log, PointCloud, RawImage, SceneUpdate};
use mcap::read::Options;
use mcap::{Message, MessageStream, Summary};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A gripper that closes on a cube and lifts it, with counts on one pad.
const GRASP: &str = "include = [{ file = \"lib:scenes/pick-cube\", set.run.duration = 2.3, \
                     set.record.every = 0.02, set.skins.left_dsa.device = \"lib:devices/weiss-dsa-9205\" }]";

fn record(text: &str, folder: &Path, watcher: &mut dyn Observer) -> Recording {
    let (scene, built) = scene(text);
    let mut simulation = Simulation::new(built.clone()).unwrap();
    let info = run_info(&scene, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder), None).unwrap();
    run(&mut simulation, built.run.duration, &mut [&mut recorder, watcher]).unwrap();
    recorder.into_recording().unwrap()
}

/// Looks away.
struct Nobody;

impl Observer for Nobody {
    fn after_step(&mut self, _: &Simulation) -> Result<ControlFlow<()>, RunError> {
        Ok(ControlFlow::Continue(()))
    }
}

/// Copies the file in the middle of a run, as a kill would leave it.
struct Killed {
    file: PathBuf,
    at: f64,
    left: Vec<u8>,
}

impl Observer for Killed {
    fn after_step(&mut self, simulation: &Simulation) -> Result<ControlFlow<()>, RunError> {
        if self.left.is_empty() && simulation.time() >= self.at {
            self.left = fs::read(&self.file).unwrap();
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn messages(bytes: &[u8]) -> BTreeMap<String, Vec<Message<'_>>> {
    let mut topics: BTreeMap<String, Vec<Message<'_>>> = BTreeMap::new();
    for message in MessageStream::new_with_options(bytes, Options::IgnoreEndMagic.into()).unwrap() {
        // The last record of a file that was cut may be half a one.
        let Ok(message) = message else { break };
        topics.entry(message.channel.topic.clone()).or_default().push(message);
    }
    topics
}

fn seconds(message: &Message<'_>) -> f64 {
    message.log_time as f64 * 1e-9
}

fn number(cloud: &PointCloud, texel: usize, field: &str) -> f32 {
    let offset = cloud.fields.iter().find(|known| known.name == field).unwrap().offset;
    let place = texel * cloud.point_stride as usize + offset as usize;
    f32::from_le_bytes(cloud.data[place..place + 4].try_into().unwrap())
}

#[test]
fn the_file_for_viewers_holds_the_numbers_of_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let recording = record(GRASP, folder.path(), &mut Nobody);
    let bytes = fs::read(folder.path().join("run.mcap")).unwrap();
    let topics = messages(&bytes);
    let samples = recording.times().len();
    assert!(samples > 100);
    for topic in ["/tf", "/joints", "/signals", "/forces", "/skins/left_dsa", "/skins/right_dsa/image"] {
        assert_eq!(topics[topic].len(), samples, "{topic}");
    }
    for (index, frame) in recording.frames().unwrap().enumerate() {
        let frame = frame.unwrap();
        let (felt, message) = (&frame.skins[0], &topics["/skins/left_dsa"][index]);
        assert!((seconds(message) - frame.time).abs() < 1e-9);
        let cloud = PointCloud::decode(&message.data[..]).unwrap();
        let picture = RawImage::decode(&topics["/skins/left_dsa/image"][index].data[..]).unwrap();
        assert_eq!([picture.width, picture.height], [6, 14]);
        for (texel, felt) in felt.iter().enumerate() {
            assert_eq!(number(&cloud, texel, "normal_force"), felt.normal_force as f32);
            assert_eq!(number(&cloud, texel, "shear_x"), felt.shear.x as f32);
            assert_eq!(number(&cloud, texel, "slip_velocity_y"), felt.slip_velocity.y as f32);
            assert_eq!(picture.data[4 * texel..][..4], (felt.elastic_force as f32).to_le_bytes());
        }
        // Series in double precision, to the last bit.
        let sample: serde_json::Value = serde_json::from_slice(&topics["/signals"][index].data).unwrap();
        let force = recording.series_named("left_dsa_normal_n").unwrap()[index];
        assert_eq!(sample["left_dsa_normal_n"].as_f64(), Some(force));
        let height = recording.series_named("cube_z_m").unwrap()[index];
        let placed = FrameTransforms::decode(&topics["/tf"][index].data[..]).unwrap();
        let cube = placed.transforms.iter().find(|frame| frame.child_frame_id == "cube").unwrap();
        assert_eq!(cube.translation.unwrap().z, height);
    }
    // Shapes once, skins on their bodies once.
    assert_eq!(topics["/scene"].len(), 1);
    let shapes = SceneUpdate::decode(&topics["/scene"][0].data[..]).unwrap();
    let cube = shapes.entities.iter().find(|entity| entity.id == "cube").unwrap();
    let outermost = cube.triangles[0].points.iter().map(|p| p.x).fold(0.0, f64::max);
    assert!((outermost - 0.025).abs() < 1e-12, "{outermost}");
    let first = FrameTransforms::decode(&topics["/tf"][0].data[..]).unwrap();
    assert!(first.transforms.iter().any(|frame| frame.child_frame_id == "skins/left_dsa"));
    // Phases and events, and frames of the device.
    let told: Vec<(f64, String)> = topics["/events"]
        .iter()
        .map(|message| (seconds(message), Log::decode(&message.data[..]).unwrap()))
        .filter(|(_, log)| log.name == "phase")
        .map(|(time, log)| (time, log.message))
        .collect();
    let phases: Vec<(f64, String)> =
        recording.phases().iter().map(|phase| (phase.start, phase.name.clone())).collect();
    assert_eq!(told.len(), phases.len());
    for ((told, name), (time, phase)) in told.iter().zip(&phases) {
        assert!((told - time).abs() < 1e-9 && name == phase, "{name} {phase}");
    }
    let frames = topics["/devices/left_dsa"].len();
    assert!((70..=73).contains(&frames), "31.3 frames in each of 2.3 s: {frames}");
    let summary = Summary::read(&bytes).unwrap().unwrap();
    assert_eq!(summary.attachment_indexes[0].name, "scene.toml");
    assert_eq!(summary.metadata_indexes.len(), 2);
}

#[test]
fn a_killed_run_leaves_all_but_the_last_second() {
    let folder = tempfile::tempdir().unwrap();
    let mut killed = Killed { file: folder.path().join("run.mcap"), at: 2.2, left: Vec::new() };
    record(GRASP, folder.path(), &mut killed);
    let whole = fs::read(folder.path().join("run.mcap")).unwrap();
    let (left, whole) = (messages(&killed.left), messages(&whole));
    let last = left["/signals"].last().map(seconds).unwrap();
    assert!(last > 1.0, "{last}");
    for (topic, found) in &left {
        let same = found.iter().zip(&whole[topic]).all(|(a, b)| a.data == b.data && a.log_time == b.log_time);
        assert!(same && found.len() <= whole[topic].len(), "{topic}");
    }
}

/// The index at its end may list topics in any order, so that files are compared message by message.
#[test]
fn the_same_run_gives_the_same_messages() {
    let files = [(); 2].map(|()| {
        let folder = tempfile::tempdir().unwrap();
        record(&GRASP.replace("2.3", "0.3"), folder.path(), &mut Nobody);
        fs::read(folder.path().join("run.mcap")).unwrap()
    });
    let [one, two] = files.each_ref().map(|bytes| {
        let all = MessageStream::new(bytes).unwrap().map(|message| {
            let message = message.unwrap();
            (message.channel.topic.clone(), message.log_time, message.data.into_owned())
        });
        all.collect::<Vec<_>>()
    });
    assert!(one.len() > 100 && one == two);
}

#[test]
fn a_scene_can_do_without_the_file() {
    let folder = tempfile::tempdir().unwrap();
    record(
        &GRASP.replace("record.every = 0.02", "record.mcap = false").replace("2.3", "0.01"),
        folder.path(),
        &mut Nobody,
    );
    assert!(folder.path().join("run.json").is_file() && !folder.path().join("run.mcap").exists());
}
