//! Wrong options and files: the exit code, and a message that helps.

use super::run::{Run, tetrahedron_stl};

/// A wrong option: fails with code 2, says all of `words`, and neither panics nor writes anything.
fn refused(run: &Run, words: &[&str]) {
    refused_with(2, run, words);
}

/// A file that is wrong: the same with code 3.
fn unreadable(run: &Run, words: &[&str]) {
    refused_with(3, run, words);
}

fn refused_with(code: i32, run: &Run, words: &[&str]) {
    assert_eq!(run.code, code, "{}", run.stderr);
    assert_eq!(run.stdout, "");
    for word in words {
        assert!(run.stderr.contains(word), "`{word}` in: {}", run.stderr);
    }
    assert!(!run.stderr.contains("panicked") && !run.stderr.contains("RUST_BACKTRACE"), "{}", run.stderr);
    assert!(!run.file("out").exists());
}

#[test]
fn a_missing_file_is_named() {
    unreadable(&Run::new(&["press", "--object", "nowhere.stl"]), &["nowhere.stl", "cannot be read", "fix:"]);
    unreadable(&Run::new(&["mesh", "nowhere.stl"]), &["nowhere.stl", "fix:"]);
    unreadable(&Run::new(&["press", "--skin", "nowhere.obj"]), &["nowhere.obj", "fix:"]);
}

#[test]
fn a_truncated_stl_is_unreadable() {
    let text = tetrahedron_stl(0.03);
    let cut = &text.as_bytes()[..text.len() - 60];
    let run = Run::with_files(&["press", "--object", "cut.stl"], &[("cut.stl", cut)]);
    unreadable(&run, &["cut.stl", "line 26", "missing"]);

    // Binary: a head that promises four triangles of 50 bytes, and half of them.
    let binary = [&[0; 80][..], &4u32.to_le_bytes(), &[0; 100]].concat();
    let run = Run::with_files(&["mesh", "half.stl"], &[("half.stl", &binary)]);
    unreadable(&run, &["half.stl", "cut off"]);
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let cases: [(&[&str], &[&str]); 10] = [
        (&["--depth-mm", "-1"], &["--depth-mm", "-1", "within 0 and 1000 mm"]),
        (&["--depth-mm", "NaN"], &["--depth-mm", "NaN", "finite"]),
        (&["--depth-mm", "inf"], &["--depth-mm", "finite"]),
        (&["--slide-mm", "-0.3"], &["--slide-mm", "within 0 and 1000 mm"]),
        (&["--step-ms", "0"], &["--step-ms", "within 0.001 and 100 ms"]),
        (&["--pitch-mm", "0"], &["--pitch-mm", "within 0.001"]),
        (&["--samples", "0"], &["--samples", "1..=1024"]),
        (&["--rows", "0"], &["0 rows", "at least 1"]),
        (&["--rows", "9999999", "--columns", "9999999"], &["too many", "at most"]),
        (&["--size-mm", "1,2"], &["--size-mm", "2 numbers where 3"]),
    ];
    for (options, words) in cases {
        refused(&Run::new(&[&["press"], options].concat()), words);
    }
}

#[test]
fn unknown_names_list_what_is_known() {
    refused(&Run::new(&["press", "--object", "torus"]), &["torus", "sphere", "ellipsoid", ".glb"]);
    refused(&Run::new(&["press", "--material", "jelly"]), &["jelly", "foam", "table3"]);
    refused(&Run::new(&["press", "--law", "none"]), &["ep", "lugre", "coulomb"]);
    refused(&Run::new(&["squeeze"]), &["squeeze"]);
    refused(&Run::new(&["press", "--object", "mug.step"]), &["mug.step", ".stl"]);
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    refused(
        &Run::new(&["press", "--object", "box", "--radius-mm", "3"]),
        &["--radius-mm", "sphere", "box", "fix:"],
    );
    refused(&Run::new(&["press", "--object", "sphere", "--size-mm", "3,3,3"]), &["--size-mm", "fix:"]);
    refused(&Run::new(&["press", "--skin-unit", "mm"]), &["--skin"]);
}

#[test]
fn an_object_beside_the_pad_is_refused() {
    let run = Run::new(&["press", "--object", "sphere", "--offset-mm", "0,500"]);
    refused(&run, &["passes beside", "--offset-mm"]);
}

#[test]
fn a_press_of_too_many_steps_is_refused() {
    let run = Run::new(&["press", "--depth-mm", "900", "--step-ms", "0.001"]);
    refused(&run, &["steps", "--step-ms"]);
}

#[test]
fn a_directory_that_cannot_be_written_gives_code_1() {
    // A file in the way stops even the superuser, whom permissions do not.
    let run =
        Run::with_files(&["press", "--object", "sphere", "--out", "taken/pictures"], &[("taken", b"a file")]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("taken/pictures") && run.stderr.contains("--out DIR"), "{}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}

#[test]
fn a_reader_that_stops_listening_is_no_failure() {
    use std::process::{Command, Stdio};
    let directory = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bristle"))
        .args(["press", "--json", "--rows", "60", "--columns", "60"])
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.as_str()), (Some(0), ""));
}

#[test]
fn an_open_sheet_over_the_pad_does_not_pass_beside_it() {
    let sheet = |corners: &str| {
        format!("v -0.03 -0.03 0\nv 0.03 -0.03 0\nv 0.03 0.03 0\nv -0.03 0.03 0\nf {corners}\n")
    };
    let pressed = |corners: &str, more: &[&str]| {
        let line = [&["press", "--object", "sheet.obj", "--quiet"], more].concat();
        Run::with_files(&line, &[("sheet.obj", sheet(corners).as_bytes())])
    };
    refused(&pressed("1 2 3 4", &[]), &["shows the skin its back", "--rotate-deg 180,0,0"]);
    assert_eq!(pressed("1 2 3 4", &["--rotate-deg", "180,0,0"]).code, 0);
    assert_eq!(pressed("4 3 2 1", &[]).code, 0);
    refused(&pressed("4 3 2 1", &["--offset-mm", "90,0"]), &["passes beside the skin"]);
}
