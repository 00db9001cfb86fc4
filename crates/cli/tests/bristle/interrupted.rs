//! Ctrl-C: the run ends at a whole step, and what was recorded is there.

use super::run::bristle;
use bristle_record::{Ending, Recording};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn begin(folder: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bristle"))
        .args(["run", "weigh", "--duration", "100000", "--out", "long"])
        .args(more)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the run has written some samples.
fn wait_for_samples(folder: &Path) {
    let begun = Instant::now();
    while std::fs::metadata(folder.join("long/signals.csv")).map_or(0, |data| data.len()) < 1000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was recorded");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn ctrl_c_closes_the_recording_and_writes_the_report() {
    for name in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = begin(folder.path(), &[]);
        wait_for_samples(folder.path());
        signal(&child, name);
        let status = child.wait().unwrap();
        let (mut words, mut message) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut words).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!(status.code(), Some(130), "{name}: {message}");
        assert!(message.starts_with("interrupted at") && message.contains("long"), "{message}");
        assert!(words.contains("Report: long/report.html"), "{words}");
        let recording = Recording::open(folder.path().join("long")).unwrap();
        let Ending::Stopped { why } = recording.ending() else { panic!("{:?}", recording.ending()) };
        assert!(why.contains("interrupted"), "{why}");
        assert_eq!(recording.frame_count(), recording.times().len());
        let last = recording.frames().unwrap().last().unwrap().unwrap();
        assert_eq!(last.skins[0].len(), 84);
        assert!(folder.path().join("long/texels.parquet").exists());
        let report = std::fs::read_to_string(folder.path().join("long/report.html")).unwrap();
        assert!(report.contains("stopped early"));
    }
}

#[test]
fn a_killed_run_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = begin(folder.path(), &["--quiet"]);
    wait_for_samples(folder.path());
    child.kill().unwrap();
    child.wait().unwrap();
    let recording = Recording::open(folder.path().join("long")).unwrap();
    assert_eq!(recording.ending(), &Ending::Unfinished);
    let samples = recording.times().len();
    assert!(samples > 5);

    let recovered = bristle(folder.path(), &["recover", "long"]);
    assert_eq!(recovered.code, 0, "{}", recovered.stderr);
    assert!(recovered.stdout.contains(&format!("{samples} samples up to")), "{}", recovered.stdout);
    for file in ["report.html", "texels.parquet", "signals.parquet"] {
        assert!(folder.path().join("long").join(file).exists(), "{file}");
    }
    let again = bristle(folder.path(), &["recover", "long", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!((&document["samples"], &document["ending"]["state"]), (&samples.into(), &"stopped".into()));
    let nothing = bristle(folder.path(), &["recover", "nowhere"]);
    assert_eq!(nothing.code, 3, "{}", nothing.stderr);
}

#[test]
fn a_recording_is_not_recovered_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = begin(folder.path(), &["--quiet"]);
    wait_for_samples(folder.path());
    let refused = bristle(folder.path(), &["recover", "long"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("in use"), "{}", refused.stderr);
    signal(&child, "-KILL");
    child.wait().unwrap();
}

#[test]
fn a_run_whose_folder_is_removed_ends_and_claims_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let child = begin(folder.path(), &["--quiet"]);
    wait_for_samples(folder.path());
    std::fs::remove_dir_all(folder.path().join("long")).unwrap();
    // It ends by itself: it would take hours otherwise.
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("long was removed") && !message.contains("kept"), "{message}");
    assert!(!folder.path().join("long").exists());
}
