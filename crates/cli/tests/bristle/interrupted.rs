//! Ctrl-C: the run ends at a whole step, and what was recorded is there.

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
    assert!(recording.times().len() > 5);
}
