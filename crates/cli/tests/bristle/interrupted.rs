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
        assert!(words.contains("Interrupted at ") && words.contains("Outcome: "), "{words}");
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

/// Rows of a recording, and how many its summary tells of.
fn rows_and_summary(folder: &Path) -> (usize, u64) {
    let rows = std::fs::read_to_string(folder.join("signals.csv")).unwrap().lines().count() - 1;
    let run: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("run.json")).unwrap()).unwrap();
    (rows, run["summary"]["samples"].as_u64().unwrap())
}

#[test]
fn a_second_run_takes_a_folder_of_its_own_and_both_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let long = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bristle"));
        command.args(["run", "weigh", "--duration", "100000", "--no-report"]).args(more);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let wait_for = |name: &str| {
        let begun = Instant::now();
        while std::fs::metadata(folder.path().join(name)).map_or(0, |data| data.len()) < 1000 {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing was recorded");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let mut first = long(&[]);
    wait_for("out/signals.csv");
    let short = ["run", "weigh", "--duration", "0.1", "--no-report"];
    let second = bristle(folder.path(), &short);
    assert_eq!(second.code, 0, "{}", second.stderr);
    assert!(
        second.stderr.contains("another run records into out; this one goes to out-2"),
        "{}",
        second.stderr
    );
    // A folder that was chosen is not exchanged for another.
    let chosen = bristle(folder.path(), &[&short[..], &["--out", "out", "--force"]].concat());
    assert_eq!(chosen.code, 2, "{}", chosen.stderr);
    assert!(chosen.stderr.contains("out is in use"), "{}", chosen.stderr);
    signal(&first, "-INT");
    assert_eq!(first.wait().unwrap().code(), Some(130));
    for name in ["out", "out-2"] {
        let (rows, told) = rows_and_summary(&folder.path().join(name));
        assert_eq!(rows as u64, told, "{name}");
    }
    // The scene records every 10 ms, from 0 to 0.1 s.
    assert_eq!(rows_and_summary(&folder.path().join("out-2")).0, 11);

    // What a killed run leaves behind holds nothing.
    let mut killed = long(&["--out", "killed"]);
    wait_for("killed/signals.csv");
    signal(&killed, "-KILL");
    killed.wait().unwrap();
    assert!(folder.path().join("killed/recording.lock").exists());
    let next = bristle(folder.path(), &[&short[..], &["--out", "killed", "--force"]].concat());
    assert_eq!(next.code, 0, "{}", next.stderr);
    assert_eq!(rows_and_summary(&folder.path().join("killed")), (11, 11));
}
