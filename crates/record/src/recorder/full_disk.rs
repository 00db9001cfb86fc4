//! A disk that fills up in the middle of a run.

use super::Recorder;
use crate::csv::Table;
use crate::csv::full_disk::FullDisk;
use crate::{
    Channel, ChannelKind, Ending, RecordError, Recording, RunInfo, Schema, SkinSchema, Unit, files, layout,
};
use bristle_skin::layout::{Grid, SkinLayout};
use bristle_skin::{TexelReading, TexelState};
use std::fs;

fn schema() -> Schema {
    let texels = SkinLayout::grid(2, 2, 3.4e-3).unwrap().texels;
    let grid = Some(Grid::full(2, 2));
    Schema {
        run: RunInfo { step: 1e-3, ..RunInfo::default() },
        channels: vec![Channel::new("jaw", Unit::Metre, ChannelKind::JointPosition)],
        skins: vec![SkinSchema { name: "pad".to_owned(), grid, texels, outlines: Vec::new() }],
        devices: Vec::new(),
    }
}

/// A recorder one of whose tables lies on a disk with `room` bytes.
fn recorder(folder: &std::path::Path, table: &str, room: usize) -> (Recorder, FullDisk) {
    let mut recorder = Recorder::create(folder, schema()).unwrap();
    let disk = FullDisk::with_room(room);
    let (place, header) = match table {
        files::TEXELS => (&mut recorder.texels, layout::texels_header()),
        files::EVENTS => (&mut recorder.events, layout::events_header()),
        _ => (&mut recorder.signals, layout::signals_header(["jaw_m".to_owned()])),
    };
    *place = Table::on(folder.join(table), Box::new(disk.clone()), &header).unwrap();
    (recorder, disk)
}

/// Records, flushing after every `flush_every`-th sample, until the disk is full.
fn fill(recorder: &mut Recorder, flush_every: usize) -> RecordError {
    let reading = TexelReading { normal_force: 0.3, state: TexelState::Stick, ..TexelReading::NOTHING };
    for index in 1.. {
        let time = index as f64 * 0.7;
        let result =
            recorder.event(time, "tick").and_then(|()| recorder.sample(time, &[-1.1], &[&[reading; 4]]));
        let result = result.and_then(|()| if index % flush_every == 0 { recorder.flush() } else { Ok(()) });
        if let Err(error) = result {
            return error;
        }
    }
    unreachable!("the disk never fills")
}

#[test]
fn whichever_table_fills_the_disk_the_error_says_how_much_can_be_read() {
    for table in [files::TEXELS, files::SIGNALS, files::EVENTS] {
        for room in (300..1500).step_by(97) {
            let folder = tempfile::tempdir().unwrap();
            let (mut recorder, disk) = recorder(folder.path(), table, room);
            let error = fill(&mut recorder, 3);
            let RecordError::Stopped { path, source, kept } = &error else { panic!("{error}") };
            assert!(path.ends_with(table));
            assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
            let message = error.to_string();
            assert!(message.contains("free some space"), "{message}");

            // All later calls are refused, none can harm what is there.
            let later = recorder.signals(1e9, &[0.3]).unwrap_err();
            assert!(matches!(later, RecordError::StoppedBefore { .. }), "{later}");
            let end = recorder.finish(Ending::Completed, Vec::new()).unwrap_err();
            assert!(matches!(end, RecordError::StoppedBefore { .. }), "{end}");

            // What lies on the full disk, where it would lie.
            fs::write(folder.path().join(table), &*disk.bytes.lock().unwrap()).unwrap();
            let recording = Recording::open(folder.path()).unwrap();
            assert_eq!(recording.times().len() as u64, kept.samples, "{table}, {room} bytes");
            assert_eq!(recording.times().last().copied(), kept.until);
            assert_eq!(recording.frame_count() as u64, kept.samples);
            assert_eq!(recording.ending(), &Ending::Unfinished);
        }
    }
}
