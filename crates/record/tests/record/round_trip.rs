//! What is recorded comes back, bit for bit, through our reader and through others.

use crate::support::{self, TIMES, record, schema};
use bristle_record::{Ending, EventKind, Recorder, Recording};
use std::fs;

#[test]
fn every_bit_comes_back_from_csv() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    let recording = Recording::open(folder.path()).unwrap();
    support::assert_holds(&recording, TIMES);
    let expected = schema();
    assert_eq!(recording.run(), &expected.run);
    assert_eq!(recording.channels(), expected.channels);
    assert_eq!(recording.skins(), expected.skins);
    assert_eq!(recording.ending(), &Ending::Completed);
    assert_eq!(recording.facts().len(), 2);
    assert_eq!(recording.series_named("höhe_m"), recording.series(2));
}

#[test]
fn events_and_phases_come_back_with_their_odd_names() {
    let folder = tempfile::tempdir().unwrap();
    let recording = record(folder.path());
    let names: Vec<_> = recording.events().iter().map(|event| (event.kind, event.name.as_str())).collect();
    assert_eq!(
        names,
        [
            (EventKind::Phase, "phase, 0"),
            (EventKind::Phase, "phase, 3"),
            (EventKind::Event, "\"slip\", <b>left</b>"),
            (EventKind::Phase, "phase, 6"),
        ]
    );
    let phases = recording.phases();
    assert_eq!(phases[0].end.to_bits(), support::time(3).to_bits());
    assert_eq!(phases[2].end.to_bits(), support::time(6).to_bits());
}

#[test]
fn an_independent_csv_reader_finds_the_documented_columns_and_every_bit() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    let mut reader = csv::Reader::from_path(folder.path().join("texels.csv")).unwrap();
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let documented = "time_s skin texel row column normal_force_n elastic_force_n shear_x_n shear_y_n shear_z_n \
                      penetration_m slip_velocity_x_m_per_s slip_velocity_y_m_per_s slip_velocity_z_m_per_s \
                      friction_utilisation state";
    assert_eq!(header, documented.split_whitespace().collect::<Vec<_>>());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), TIMES * 9);
    for (index, row) in rows.iter().enumerate() {
        let (sample, within) = (index / 9, index % 9);
        let (skin, texel) = if within < 6 { (0, within) } else { (1, within - 6) };
        assert_eq!(row[0].parse::<f64>().unwrap().to_bits(), support::time(sample).to_bits());
        assert_eq!(&row[1], ["pad, \"left\"", "tip"][skin]);
        assert_eq!(row[2].parse::<usize>().unwrap(), texel);
        let place =
            if skin == 0 { ((texel / 3).to_string(), (texel % 3).to_string()) } else { Default::default() };
        assert_eq!((&row[3], &row[4]), (place.0.as_str(), place.1.as_str()));
        let reading = support::readings(sample, skin, if skin == 0 { 6 } else { 3 })[texel];
        let numbers: Vec<u64> = (5..15).map(|i| row[i].parse::<f64>().unwrap().to_bits()).collect();
        assert_eq!(numbers, support::bits(&(&reading).into()).0);
    }
}

#[test]
fn a_frame_is_found_by_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let recording = record(folder.path());
    assert_eq!(recording.frame_at(support::time(0) - 1e-9).unwrap(), None);
    let frame = recording.frame_at(support::time(4) + 0.03).unwrap().unwrap();
    assert_eq!(frame.time.to_bits(), support::time(4).to_bits());
    assert_eq!(frame, recording.frame(4).unwrap().unwrap());
    assert_eq!(recording.frame_at(1e9).unwrap().unwrap(), recording.frame(TIMES - 1).unwrap().unwrap());
    assert_eq!(recording.frame(TIMES).unwrap(), None);
}

#[test]
fn texels_may_be_recorded_less_often_than_signals() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::create(folder.path(), schema()).unwrap();
    support::feed(&mut recorder, 0);
    recorder.signals(support::time(1), &support::values(1)).unwrap();
    support::feed(&mut recorder, 2);
    recorder.signals(support::time(3), &support::values(3)).unwrap();
    let recording = recorder.finish(Ending::Completed, Vec::new()).unwrap();
    assert_eq!(recording.times().len(), 4);
    assert_eq!(recording.frame_times(), [support::time(0), support::time(2)]);
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&a, &b] {
        bristle_record::report::write(&record(folder.path())).unwrap();
    }
    let mut names: Vec<_> = fs::read_dir(a.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        let read = |folder: &tempfile::TempDir| fs::read(folder.path().join(&name)).unwrap();
        assert!(read(&a) == read(&b), "{name:?} differs");
    }
}

#[cfg(feature = "parquet")]
mod parquet {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::{Field, Row};
    use std::path::Path;

    fn rows(path: &Path) -> Vec<Row> {
        let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().collect::<Result<_, _>>().unwrap()
    }

    fn double(row: &Row, column: &str) -> u64 {
        let found = row.get_column_iter().find(|(name, _)| *name == column);
        let Some((_, Field::Double(value))) = found else { panic!("{column} of {row}") };
        value.to_bits()
    }

    #[test]
    fn every_bit_comes_back_from_parquet() {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path());
        let signals = rows(&folder.path().join("signals.parquet"));
        assert_eq!(signals.len(), TIMES);
        for (sample, row) in signals.iter().enumerate() {
            assert_eq!(double(row, "time_s"), support::time(sample).to_bits());
            let columns = ["left_jaw_m", "left_jaw_m_per_s", "höhe_m", "iterations"];
            let found = columns.map(|column| double(row, column));
            assert_eq!(
                found.to_vec(),
                support::values(sample).into_iter().map(f64::to_bits).collect::<Vec<_>>()
            );
        }
        let texels = rows(&folder.path().join("texels.parquet"));
        assert_eq!(texels.len(), TIMES * 9);
        let row = &texels[9 * 2 + 5]; // sample 2, the last texel of the first skin
        let reading = support::readings(2, 0, 6)[5];
        assert_eq!(double(row, "shear_y_n"), reading.shear.y.to_bits());
        assert_eq!(double(row, "slip_velocity_z_m_per_s"), (-0.0f64).to_bits());
        let text = row.to_string();
        assert!(
            text.contains("row: 1, column: 2") && text.contains("pad, \\\"left\\\"")
                || text.contains("pad, \"left\""),
            "{text}"
        );
        assert!(texels[9 * 2 + 6].to_string().contains("row: null, column: null"), "{}", texels[9 * 2 + 6]);
    }

    #[test]
    fn a_parquet_file_alone_still_tells_its_run_and_units() {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path());
        let file = fs::File::open(folder.path().join("signals.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let entries = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let run = entries.iter().find(|entry| entry.key == "bristle.run").unwrap().value.clone().unwrap();
        assert_eq!(run, fs::read_to_string(folder.path().join("run.json")).unwrap());
        assert!(run.contains("\"symbol\": \"m/s\""));
    }
}
