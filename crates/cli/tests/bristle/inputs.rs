//! Files that are no files, and names of any bytes.

use super::run::{Answer, Run, tetrahedron_stl};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Long enough for a machine at work with other things; reading a device would take for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs `bristle`, and fails if it hangs.
fn bristle_in_time(folder: &Path, arguments: &[&OsStr]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bristle"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    Answer {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn words(line: &str) -> Vec<OsString> {
    line.split(' ').map(OsString::from).collect()
}

/// Every command that reads a file that a person names, with the extension that it expects.
const READERS: [(&str, &str); 10] = [
    ("check", "toml"),
    ("run", "toml"),
    ("render", "toml"),
    ("mesh", "stl"),
    ("mesh", "glb"),
    ("press --object", "obj"),
    ("press --skin", "ply"),
    ("press --skin", "csv"),
    ("calibrate stiffness", "csv"),
    ("calibrate friction", "csv"),
];

#[test]
fn what_is_no_regular_file_is_refused_by_every_command_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (_, extension) in READERS {
        let name = |what: &str| at(&format!("{what}.{extension}"));
        if name("pipe").exists() {
            continue;
        }
        assert!(Command::new("mkfifo").arg(name("pipe")).status().unwrap().success());
        symlink("/dev/zero", name("device")).unwrap();
        std::fs::create_dir(name("folder")).unwrap();
        symlink(name("loop"), name("loop")).unwrap();
        symlink("nothing", name("dangling")).unwrap();
        std::fs::File::create(name("huge")).unwrap().set_len(6 << 30).unwrap();
    }
    for (command, extension) in READERS {
        for (what, reason) in [
            ("pipe", "it is a pipe"),
            ("device", "it is a device"),
            ("folder", "it is a folder"),
            ("loop", "lead in a circle"),
            ("dangling", "which does not exist"),
            ("huge", "it has 6 GiB, and at most"),
            ("nowhere", "no such file"),
        ] {
            // A folder is the recording that `render` draws.
            if (command, what) == ("render", "folder") {
                continue;
            }
            let mut line = words(command);
            line.push(format!("{what}.{extension}").into());
            let line: Vec<&OsStr> = line.iter().map(OsString::as_os_str).collect();
            let Answer { code, stdout, stderr } = bristle_in_time(folder.path(), &line);
            assert_eq!((code, stdout.as_str()), (3, ""), "{line:?}: {stderr}");
            assert!(stderr.contains(reason), "{line:?}: {stderr}");
        }
    }
    assert!(!at("out").exists() && !at("pictures").exists(), "nothing was written");
}

#[test]
fn names_of_any_bytes_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join(OsStr::from_bytes(b"M\xfcll"));
    std::fs::create_dir(&inside).unwrap();
    let (scene, mesh) =
        (OsStr::from_bytes(b"M\xfcll/sz\xe9ne.toml"), OsStr::from_bytes(b"M\xfcll/k\xf6rper.stl"));
    std::fs::write(folder.path().join(mesh), tetrahedron_stl(0.03)).unwrap();
    std::fs::write(inside.join("plain.stl"), tetrahedron_stl(0.03)).unwrap();
    let text = "run = { duration = 0.01 }\n[bodies.t]\njoint = \"free\"\nmass = 0.1\nshapes.s = { mesh = { file = \"plain.stl\" } }\n";
    std::fs::write(folder.path().join(scene), text).unwrap();
    for (before, file, after) in [
        ("check", scene, ""),
        ("check", scene, "--json"),
        ("run", scene, "--quiet"),
        ("run", scene, "--json"),
        ("render", scene, "--quiet"),
        ("mesh", mesh, ""),
        ("press --object", mesh, "--quiet"),
        ("press --quiet --object box --approach 0,0,1 --skin", mesh, "--offset-mm=5,5"),
    ] {
        let mut line = words(before);
        line.push(file.to_owned());
        line.extend(words(after).into_iter().filter(|word| !word.is_empty()));
        let line: Vec<&OsStr> = line.iter().map(OsString::as_os_str).collect();
        let answer = bristle_in_time(folder.path(), &line);
        assert_eq!(answer.code, 0, "{line:?}: {}", answer.stderr);
    }
}

#[test]
fn nothing_is_overwritten_unless_it_shall_be() {
    let stl = tetrahedron_stl(0.03);
    let run = Run::with_files(
        &["mesh", "t.stl", "--repair", "t.obj"],
        &[("t.stl", stl.as_bytes()), ("t.obj", b"dear")],
    );
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("t.obj is there already") && run.stderr.contains("--force"),
        "{}",
        run.stderr
    );
    assert_eq!(std::fs::read(run.file("t.obj")).unwrap(), b"dear");
    assert_eq!(run.again(&["mesh", "t.stl", "--repair", "t.obj", "--force"]).code, 0);
    assert!(std::fs::read(run.file("t.obj")).unwrap().len() > 20);

    std::fs::create_dir_all(run.file("out/pictures")).unwrap();
    std::fs::write(run.file("out/pictures/right.png"), "dear").unwrap();
    let refused = run.again(&["render", "weigh"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert_eq!(std::fs::read(run.file("out/pictures/right.png")).unwrap(), b"dear");
    assert_eq!(std::fs::read_dir(run.file("out/pictures")).unwrap().count(), 1, "all pictures or none");
    assert_eq!(run.again(&["render", "weigh", "--force", "--quiet"]).code, 0);
    assert!(super::run::is_png(&run.file("out/pictures/right.png")));
}

#[test]
fn a_standard_error_that_is_full_or_closed_changes_no_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.stl"), tetrahedron_stl(0.03)).unwrap();
    symlink("/dev/full", folder.path().join("full.obj")).unwrap();
    for (line, code) in [
        ("check nowhere.toml", 3),
        ("run weigh --stepping explicit --step 0.002 --duration 0.1 --quiet --no-report", 0),
        ("run weigh --duration 0.02 --force --out again", 0),
        ("run weigh --duration -3", 2),
        ("press --object t.stl --quiet", 0),
        ("mesh t.stl --repair full.obj --force", 1),
    ] {
        for to in ["2>/dev/full", "2>&-"] {
            let script = format!("exec '{}' {line} {to}", env!("CARGO_BIN_EXE_bristle"));
            let status =
                Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap().status;
            assert_eq!(status.code(), Some(code), "{line} {to}");
        }
    }
    assert!(
        std::fs::symlink_metadata(folder.path().join("full.obj")).unwrap().is_symlink(),
        "no device gives way to a file"
    );
}

#[test]
fn a_full_standard_output_is_a_failure() {
    for line in ["check weigh", "list", "mesh t.stl", "run weigh --duration 0.02"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.stl"), tetrahedron_stl(0.03)).unwrap();
        let script = format!("exec '{}' {line} >/dev/full", env!("CARGO_BIN_EXE_bristle"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("standard output"), "{line}: {words}");
    }
}

#[test]
fn escape_codes_in_files_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "bad\u{1b}[31m.toml";
    std::fs::write(folder.path().join(name), "title = \"\\u001b]0;owned\\u0007\"\n").unwrap();
    std::fs::write(folder.path().join("x.toml"), "description = \"\u{9b}31m\"\n[bodies.\"\u{1b}[31m\"]\n")
        .unwrap();
    for file in [name, "x.toml"] {
        for command in ["check", "run", "render"] {
            let Answer { code, stdout, stderr } = super::run::bristle(folder.path(), &[command, file]);
            assert_eq!(code, 3, "{command}: {stderr}");
            let heard = stdout + &stderr;
            assert!(!heard.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{command}: {heard:?}");
        }
    }
}

#[test]
fn a_skin_that_does_not_fit_into_memory_is_refused_with_how_much_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "[bodies.stand]\n[materials.pad]\npreset = \"table3\"\n[skins.pad]\non = \"stand\"\nmaterial = \"pad\"\n\
                 layout = { grid = { rows = 4000, columns = 4000, pitch = 1e-4 } }\n";
    std::fs::write(folder.path().join("large.toml"), scene).unwrap();
    for command in ["check", "run"] {
        // The process may have 2 GB.
        let script =
            format!("ulimit -v 2000000; exec '{}' {command} large.toml", env!("CARGO_BIN_EXE_bristle"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command}: {words}");
        let said = "note: skin `pad` has 16000000 texels and takes about 14.9 GiB of memory";
        assert!(words.starts_with(said) && words.contains("of memory, and"), "{command}: {words}");
    }
}
