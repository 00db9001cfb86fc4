//! What was recorded stays readable after a kill, a limit on file sizes, and a cut anywhere.

use crate::support::{self, TIMES, record, schema};
use bristle_record::{Ending, RecordError, Recorder, Recording, recover};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FOLDER: &str = "BRISTLE_RECORD_TEST_FOLDER";

/// Not a test of its own: the process that others start, and that records until it is stopped.
#[test]
fn child_that_records_without_end() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let mut recorder = Recorder::create(folder, schema()).unwrap();
    let mut skins: Vec<Vec<bristle_skin::TexelReading>> = Vec::new();
    for sample in 0.. {
        skins.clear();
        skins.extend(
            schema().skins.iter().enumerate().map(|(i, s)| support::readings(sample, i, s.texels.len())),
        );
        let skins: Vec<&[_]> = skins.iter().map(Vec::as_slice).collect();
        if let Err(error) = recorder.sample(support::time(sample), &support::values(sample), &skins) {
            eprintln!("\nthe child says: {error}");
            std::process::exit(3);
        }
    }
}

fn child(folder: &Path, shell: &str) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new("sh")
        .args([
            "-c",
            &format!("{shell} exec \"$0\" --exact interrupted::child_that_records_without_end --nocapture"),
        ])
        .arg(program)
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
#[cfg(unix)]
fn a_killed_process_leaves_whole_samples() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let mut child = child(&place, "");
    let begin = Instant::now();
    // Long enough for several flushes; then without any warning.
    while fs::metadata(place.join("signals.csv")).map_or(0, |data| data.len()) < 100_000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "the child does not write");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();

    let recording = Recording::open(&place).unwrap();
    assert_eq!(recording.ending(), &Ending::Unfinished);
    let samples = recording.times().len();
    assert!(samples > 500, "{samples}");
    support::assert_holds(&recording, samples);

    let recovered = recover(&place).unwrap();
    assert!(matches!(recovered.ending(), Ending::Stopped { .. }));
    support::assert_holds(&recovered, samples);
    assert_eq!(place.join("texels.parquet").exists(), cfg!(feature = "parquet"));
}

#[test]
#[cfg(unix)]
fn a_limit_on_file_sizes_is_an_error_that_says_what_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    // 512-byte blocks: the kernel refuses to let any file grow beyond 300 kB, and the signal for it is ignored.
    let output = child(&place, "trap '' XFSZ; ulimit -f 600;").wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    let recording = Recording::open(&place).unwrap();
    let samples = recording.times().len();
    assert!(samples > 100, "{samples}");
    support::assert_holds(&recording, samples);
    assert!(told.contains("texels.csv") && told.contains(&format!("{samples} samples up to")), "{told}");
    assert!(told.contains("can be read") && told.contains("record less often"), "{told}");
}

/// Needs the right to mount: `cargo test -p bristle-record -- --ignored` as root.
#[test]
#[ignore = "mounts a small file system; needs root"]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_says_what_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        |program: &str, args: &[&str]| assert!(Command::new(program).args(args).status().unwrap().success());
    let mount = folder.path().to_str().unwrap();
    run("mount", &["-t", "tmpfs", "-o", "size=1m", "tmpfs", mount]);
    let place = folder.path().join("run");
    let output = child(&place, "").wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    // Judged after the file system is gone again, whatever happened.
    let samples = std::panic::catch_unwind(|| {
        let recording = Recording::open(&place).unwrap();
        support::assert_holds(&recording, recording.times().len());
        recording.times().len()
    });
    run("umount", &[mount]);
    let samples = samples.unwrap();
    assert!(samples > 100, "{samples}");
    assert!(told.contains("No space left") && told.contains(&format!("{samples} samples up to")), "{told}");
}

#[test]
fn a_table_cut_anywhere_is_read_up_to_its_last_whole_sample() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path());
    for name in ["texels.csv", "signals.csv", "events.csv"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in (header..whole.len()).step_by(3) {
            fs::write(&path, &whole[..length]).unwrap();
            let recording = Recording::open(folder.path()).unwrap();
            let rows = whole[header..length].iter().filter(|&&byte| byte == b'\n').count();
            match name {
                "texels.csv" => assert_eq!(recording.frame_count(), rows / 9),
                // Texels whose signals are missing do not count.
                "signals.csv" => support::assert_holds(&recording, rows),
                _ => assert_eq!(recording.events().len(), rows),
            }
            assert!(recording.frames().unwrap().all(|frame| frame.is_ok()));
        }
        fs::write(&path, whole).unwrap();
    }
}

#[test]
fn recovery_cuts_to_whole_samples_and_may_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::create(folder.path(), schema()).unwrap();
    (0..TIMES).for_each(|sample| support::feed(&mut recorder, sample));
    drop(recorder); // without finish: what was fed is written, the end is not
    for (name, torn) in [("texels.csv", "1.4,\"pad, \"\"left"), ("signals.csv", "1.0333,0.2")] {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(torn.as_bytes());
        fs::write(&path, bytes).unwrap();
    }
    for _ in 0..2 {
        let recording = recover(folder.path()).unwrap();
        support::assert_holds(&recording, TIMES);
        assert!(fs::read(folder.path().join("signals.csv")).unwrap().ends_with(b"\n"));
        assert!(fs::read(folder.path().join("texels.csv")).unwrap().ends_with(b"\n"));
    }
    let run = fs::read_to_string(folder.path().join("run.json")).unwrap();
    assert!(run.contains("\"stopped\"") && run.contains(&format!("\"samples\": {TIMES}")), "{run}");
}

#[test]
#[cfg(unix)]
fn a_folder_that_is_gone_keeps_nothing_and_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    for replaced in [false, true] {
        let mut recorder = Recorder::create(&place, schema()).unwrap();
        (0..3).for_each(|sample| support::feed(&mut recorder, sample));
        recorder.flush().unwrap();
        fs::remove_dir_all(&place).unwrap();
        // Somebody else takes the name.
        let other = replaced.then(|| Recorder::create(&place, schema()).unwrap());
        let other = other.map(|mut other| {
            (0..TIMES).for_each(|sample| support::feed(&mut other, sample));
            other
        });
        support::feed(&mut recorder, 3);
        let error = recorder.flush().unwrap_err();
        assert!(matches!(error, RecordError::Gone { samples: 4, .. }), "{error}");
        assert_eq!(recorder.kept().samples, 0);
        let error = recorder.finish(Ending::Completed, Vec::new()).unwrap_err();
        assert!(error.to_string().contains("no sample was kept"), "{error}");
        match other {
            Some(other) => {
                let recording = other.finish(Ending::Completed, Vec::new()).unwrap();
                support::assert_holds(&recording, TIMES);
            }
            None => assert!(!place.exists(), "nothing was made in its place"),
        }
    }
}

#[test]
fn a_recording_that_grows_while_it_is_to_be_recovered_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::create(folder.path(), schema()).unwrap();
    support::feed(&mut recorder, 0);
    recorder.flush().unwrap();
    let error = recover(folder.path()).unwrap_err();
    assert!(matches!(error, RecordError::InUse { .. }), "{error}");
    (1..TIMES).for_each(|sample| support::feed(&mut recorder, sample));
    recorder.finish(Ending::Completed, Vec::new()).unwrap();
    support::assert_holds(&recover(folder.path()).unwrap(), TIMES);
}
