//! Wrong schemas, samples and folders each give one clear error.

use crate::support::{self, TIMES, record, schema};
use bristle_record::{Channel, ChannelKind, ReadError, RecordError, Recorder, Recording, Schema, Unit};
use std::fs;

/// The error of recording in a fresh folder with a changed schema.
fn refused(change: impl FnOnce(&mut Schema)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut schema = schema();
    change(&mut schema);
    let error = Recorder::create(folder.path().join("run"), schema).err().unwrap();
    assert!(!folder.path().join("run").exists(), "a refused schema must leave nothing behind");
    error.to_string()
}

#[test]
fn a_schema_that_cannot_be_written_is_refused_before_anything_is() {
    assert!(refused(|s| s.run.step = 0.0).contains("above 0"));
    assert!(refused(|s| s.run.step = f64::NAN).contains("above 0"));
    let twice = Channel::new("LEFT_jaw", Unit::Metre, ChannelKind::Other);
    assert!(refused(|s| s.channels.push(twice)).contains("\"left_jaw_m\""));
    let time = Channel::new("time", Unit::Second, ChannelKind::Other);
    assert!(refused(|s| s.channels.push(time)).contains("time_s"));
    let broken = Channel::new("two\nlines", Unit::Metre, ChannelKind::Other);
    assert!(refused(|s| s.channels.push(broken)).contains("line breaks"));
    assert!(refused(|s| s.skins[1].name = s.skins[0].name.clone()).contains("two skins"));
    assert!(refused(|s| s.skins[1].texels.clear()).contains("no texels"));
    assert!(refused(|s| s.skins[1].texels[2].position.y = f64::NAN).contains("texel 2 of skin \"tip\""));
    assert!(refused(|s| s.skins[1].texels[0].direction.z = 0.0).contains("unit vector"));
    assert!(refused(|s| s.skins[0].texels.truncate(5)).contains("5 texels"));
}

#[test]
fn a_sample_that_does_not_fit_is_refused_and_the_recording_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::create(folder.path(), schema()).unwrap();
    support::feed(&mut recorder, 0);
    let (first, second) = (support::readings(1, 0, 6), support::readings(1, 1, 3));
    let whole: [&[_]; 2] = [&first, &second];
    let (t, v) = (support::time(1), support::values(1));
    for (error, words) in [
        (recorder.sample(support::time(0), &v, &whole), "increase"),
        (recorder.sample(f64::NAN, &v, &whole), "finite"),
        (recorder.sample(t, &v[1..], &whole), "channels of a sample: 3 values, the schema has 4"),
        (recorder.sample(t, &v, &whole[..1]), "skins of a sample"),
        (recorder.sample(t, &v, &[&first, &first]), "readings of skin \"tip\": 6 values, the schema has 3"),
        (recorder.event(t, "two\nlines"), "line break"),
        (recorder.phase(f64::INFINITY, "x"), "finite"),
    ] {
        let message = error.unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
    (1..TIMES).for_each(|sample| support::feed(&mut recorder, sample));
    support::assert_holds(&recorder.finish(bristle_record::Ending::Completed, Vec::new()).unwrap(), TIMES);
}

#[test]
fn a_recording_is_not_overwritten_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    let error = Recorder::create(folder.path(), schema()).err().unwrap();
    assert!(matches!(error, RecordError::Occupied { .. }), "{error}");
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    fs::write(folder.path().join("phase-9-gone-pad.png"), "stale").unwrap();
    drop(Recorder::replace(folder.path(), schema()).unwrap());
    assert!(folder.path().join("notes.txt").exists(), "other files are left alone");
    assert!(!folder.path().join("phase-9-gone-pad.png").exists(), "pictures of the old run would mislead");
    assert_eq!(Recording::open(folder.path()).unwrap().times().len(), 0);
}

#[test]
fn a_file_in_place_of_the_folder_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    fs::write(&path, "mine").unwrap();
    let error = Recorder::replace(&path, schema()).err().unwrap().to_string();
    assert!(error.contains("a file or a broken link has that name"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}

#[test]
fn a_folder_that_is_no_recording_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("texels.csv"), "precious").unwrap();
    let error = Recorder::replace(folder.path(), schema()).err().unwrap();
    assert!(matches!(error, RecordError::NotReplaced { .. }), "{error}");
    assert_eq!(fs::read(folder.path().join("texels.csv")).unwrap(), b"precious");
}

#[test]
fn a_folder_that_is_no_recording_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    for place in [folder.path().to_owned(), folder.path().join("nowhere")] {
        let error = Recording::open(&place).unwrap_err();
        assert!(matches!(error, ReadError::NotARecording { .. }), "{error}");
    }
}

/// The error of reading everything after `file` was changed.
fn unreadable(file: &str, from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    let changed = text.replacen(from, to, 1);
    assert_ne!(text, changed, "{from:?} is not in {file}");
    fs::write(&path, changed).unwrap();
    let all = Recording::open(folder.path())
        .and_then(|recording| recording.frames()?.try_for_each(|f| f.map(drop)));
    all.unwrap_err().to_string()
}

#[test]
fn a_damaged_file_is_named_with_its_line() {
    let second = support::time(1).to_string();
    for (file, from, to, words) in [
        ("run.json", "\"format_version\": 1", "\"format_version\": 99", "format version 99"),
        ("run.json", "bristle-recording", "something-else", "format"),
        ("run.json", "\"channels\": [", "\"channels\": {", "run.json, line"),
        ("run.json", "\"texels\": 3", "\"texels\": 4", "the table ends after 3 of the 4 texels"),
        ("signals.csv", "left_jaw_m,", "left_jaw,", "signals.csv, line 1: the header"),
        ("signals.csv", &format!("\n{second}"), "\nsoon", "signals.csv, line 3: time_s is \"soon\""),
        ("signals.csv", &format!("\n{second}"), "\n-7", "line 3: time -7 s does not come after"),
        ("signals.csv", &format!("\n{second},"), &format!("\n{second},0,"), "line 3: 6 fields, expected 5"),
        ("events.csv", ",event,", ",happening,", "events.csv, line 4: kind is \"happening\""),
        ("texels.csv", ",tip,1,", ",tip,2,", "texels.csv, line 9: another texel"),
        ("texels.csv", ",stick\n", ",stuck\n", "state is \"stuck\""),
        ("texels.csv", ",tip,0,,,", ",tip,0,,,x", "normal_force_n is \"x"),
        ("outlines.csv", "tip,1,0", "tip,9,0", "outlines.csv, line 5: texel is \"9\", expected 0 to 2"),
        ("outlines.csv", "tip,1,3", "tip,1,4", "line 8: corner is \"4\", expected 3"),
        ("outlines.csv", "tip,0,0", "top,0,0", "line 2: skin \"top\" is not one of run.json"),
        ("skins.csv", "tip,0", "tip,7", "skins.csv, line 8: texel 7 of skin \"tip\", expected 0"),
    ] {
        let message = unreadable(file, from, to);
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_missing_file_is_named() {
    for file in ["signals.csv", "texels.csv", "events.csv", "skins.csv", "scene.toml"] {
        let folder = tempfile::tempdir().unwrap();
        record(folder.path());
        fs::remove_file(folder.path().join(file)).unwrap();
        let message = Recording::open(folder.path()).unwrap_err().to_string();
        assert!(message.contains(file), "{message}");
    }
}
