//! A corpus of bad scenes: each gives one clear error, whose first line stands at the top of the file.

use bristle_scene::{ErrorKind, Scene};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_bad_scene_gives_the_error_that_it_announces() {
    let files = corpus();
    assert!(files.len() >= 60, "{} bad scenes", files.len());
    let mut wrong = Vec::new();
    let mut kinds = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or("(no first line)");
        let name = file.file_name().unwrap().to_str().unwrap();
        match Scene::load(&file).and_then(|scene| scene.build().map(|_| ())) {
            Ok(()) => wrong.push(format!("{name}: no error")),
            Err(error) => {
                let shown = error.to_string();
                let folder = file.parent().unwrap().display().to_string();
                let first = shown.lines().next().unwrap().replace(&format!("{folder}/"), "");
                kinds.insert(format!("{:?}", error.kind()));
                if first != format!("error: {expected}") {
                    wrong.push(format!("{name}\n  expected: {expected}\n  found:    {first}"));
                }
                let place = error.place();
                if place.is_none_or(|place| place.line == 0 || place.text.trim().is_empty()) {
                    wrong.push(format!("{name}: the error shows no line\n{shown}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(kinds.len() >= 11, "{kinds:?}");
}

#[test]
fn an_error_shows_file_line_column_caret_allowed_keys_and_a_guess() {
    let text = "title = \"x\"\n[materials.pad]\nnormal = { linear = { stifness = 1000.0 } }\n";
    let error = Scene::parse(text, "pick.toml").unwrap_err();
    let expected = "\
error: unknown key `stifness` in `materials.pad.normal.linear`
  --> pick.toml:3:23
   |
 3 | normal = { linear = { stifness = 1000.0 } }
   |                       ^^^^^^^^
   = allowed: stiffness, damping
   = help: did you mean `stiffness`?";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.kind(), ErrorKind::UnknownKey);
}

#[test]
fn a_missing_scene_is_named() {
    let error = Scene::load("no/such/scene.toml").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    assert!(error.to_string().starts_with("error: cannot read `no/such/scene.toml`:"), "{error}");
}

#[test]
fn what_is_not_text_or_not_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("binary.toml");
    std::fs::write(&path, [b't', b'=', 0xff, 0xfe, 0x00]).unwrap();
    let error = Scene::load(&path).unwrap_err();
    assert!(error.message().contains("not UTF-8 text (byte 2 is not)"), "{error}");
    let error = Scene::load(folder.path()).unwrap_err();
    assert!(error.message().contains("it is a folder, not a file"), "{error}");
}
