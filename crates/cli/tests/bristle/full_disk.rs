//! A disk that fills up, played by a limit on the size of files.

use bristle_record::Recording;
use std::process::Command;

#[test]
fn a_full_disk_ends_the_run_with_code_1_and_says_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    // `ulimit -f` counts blocks of 512 or 1024 bytes; beyond it a write fails once SIGXFSZ is ignored.
    let script = format!(
        "trap '' XFSZ; ulimit -f 4000; exec '{}' run weigh --duration 1000 --out full",
        env!("CARGO_BIN_EXE_bristle")
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    for words in ["cannot write on to", "texels.csv", "samples up to", "can be read", "bristle render full"] {
        assert!(message.contains(words), "`{words}` in: {message}");
    }
    let recording = Recording::open(folder.path().join("full")).unwrap();
    let kept: usize = recording.times().len();
    assert!(kept > 2 && message.contains(&format!("{kept} samples up to")), "{kept}: {message}");
    assert_eq!(recording.frame_count(), kept);
}
