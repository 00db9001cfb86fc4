//! Files that include others.

use bristle_scene::{ErrorKind, Scene};
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_million_nested_includes_give_one_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    // The reader stops long before the end, so a thousand files show what a million would.
    for i in 0..1000 {
        write(folder.path(), &format!("{i}.toml"), &format!("include = [\"{}.toml\"]", i + 1));
    }
    let error = Scene::load(folder.path().join("0.toml")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooMany);
    assert_eq!(error.message(), "files include one another more than 32 deep");
    // And a million in one list.
    let list = vec!["\"leaf.toml\""; 1_000_000].join(",");
    write(folder.path(), "leaf.toml", "");
    write(folder.path(), "wide.toml", &format!("include = [{list}]"));
    let error = Scene::load(folder.path().join("wide.toml")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooMany, "{error}");
}

#[test]
fn files_that_each_include_the_next_twice_do_not_take_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..30 {
        write(folder.path(), &format!("{i}.toml"), &format!("include = [\"{0}.toml\", \"{0}.toml\"]", i + 1));
    }
    write(folder.path(), "30.toml", "");
    let error = Scene::load(folder.path().join("0.toml")).unwrap_err();
    assert_eq!(error.message(), "the scene includes more than 1000 files");
}

#[test]
fn a_file_that_includes_itself_is_found_out_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.toml", "include = [\"b.toml\"]");
    write(folder.path(), "b.toml", "include = [\"./../".to_owned().as_str());
    let up = folder.path().file_name().unwrap().to_str().unwrap();
    write(folder.path(), "b.toml", &format!("include = [\"../{up}/./a.toml\"]"));
    let error = Scene::load(folder.path().join("a.toml")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cycle);
    let text = error.to_string();
    assert!(
        text.contains("b.toml:1:12") && text.contains("included from") && text.contains("a.toml:1:12"),
        "{text}"
    );
}

#[test]
fn an_error_in_an_included_file_is_shown_there() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "part.toml", "[bodies.ball]\njoint = \"free\"\nmass = -1.0\n");
    write(folder.path(), "scene.toml", "title = \"x\"\ninclude = [\"part.toml\"]");
    let error = Scene::load(folder.path().join("scene.toml")).unwrap_err();
    let place = error.place().unwrap();
    assert!(place.file.ends_with("part.toml") && (place.line, place.column) == (3, 8), "{error}");
    assert!(error.to_string().contains("scene.toml:2:12"), "{error}");
}

#[test]
fn prefix_pose_attach_and_set_do_what_they_say() {
    let text = r#"
[bodies.arm]
pose = { xyz = [0.3, -0.7, 1.1] }

[[include]]
file = "lib:objects/cube"
prefix = "red_"
pose = { xyz_mm = [100, 0, 0], rpy_deg = [0, 0, 90] }
set.bodies.cube.mass = 0.7
set.bodies.cube.contact = { material = "rubber" }
set.materials.rubber = { preset = "foam_rs_55_066_corrected_per_area" }

[[include]]
file = "lib:objects/cube"
set.bodies.cube = { density = 430.0, joint = "fixed" }
attach = "arm"
"#;
    let scene = Scene::parse(text, "test.toml").unwrap();
    let red = scene.data().body("red_cube").unwrap();
    assert_eq!(red.mass, Some(bristle_scene::data::BodyMass::Total(0.7)));
    assert_eq!(red.contact.as_ref().unwrap().material, "red_rubber");
    assert!((red.pose.transform_point(glam::DVec3::X) - glam::DVec3::new(0.1, 1.0, 0.0)).length() < 1e-15);
    let cube = scene.data().body("cube").unwrap();
    // A density given by `set` takes the place of the mass in the file.
    assert_eq!(cube.mass, Some(bristle_scene::data::BodyMass::Density(430.0)));
    assert_eq!(cube.parent.as_deref(), Some("arm"));
    let built = scene.build().unwrap();
    let weight = built.model.bodies()[built.model.body_named("cube").unwrap().0].inertia;
    assert!((weight.mass - 430.0 * 0.05f64.powi(3)).abs() < 1e-15);
    assert!((weight.centre - glam::DVec3::new(0.0, 0.0, 0.025)).length() < 1e-15);
}

#[test]
fn settings_of_the_including_file_have_the_last_word() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "base.toml", "title = \"base\"\nrun = { duration = 3.0, step = 0.002 }");
    write(folder.path(), "scene.toml", "include = [\"base.toml\"]\nrun = { step = 0.005 }");
    let scene = Scene::load(folder.path().join("scene.toml")).unwrap();
    let run = scene.data().run;
    assert_eq!((run.duration, run.step), (3.0, 0.005));
    assert_eq!(scene.data().title, "base");
}

/// As a cache of models by content keeps them: names that mean something are links to blobs whose names do not.
#[cfg(unix)]
#[test]
fn a_file_is_what_it_is_called_wherever_its_link_leads() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (blobs, snapshot) = (folder.path().join("blobs"), folder.path().join("snapshots/main"));
    std::fs::create_dir_all(&blobs).unwrap();
    std::fs::create_dir_all(snapshot.join("meshes")).unwrap();
    let link = |name: &str, blob: &str, text: &str| {
        write(&blobs, blob, text);
        let up = "../".repeat(name.matches('/').count() + 2);
        symlink(format!("{up}blobs/{blob}"), snapshot.join(name)).unwrap();
    };
    link(
        "meshes/wedge.obj",
        "3f2a",
        "v 0 0 0\nv 9 0 0\nv 0 7 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
    );
    link("cells.csv", "77aa", "x_mm,y_mm,area_mm2\n1,2,9\n1,5,9\n");
    link(
        "part.toml",
        "90c1",
        "[bodies.wedge]\njoint = \"free\"\nmass = 0.1\nshapes.s = { mesh = { file = \"meshes/wedge.obj\", unit = \"mm\" } }\n",
    );
    let scene = "include = [\"part.toml\"]\n[materials.pad]\npreset = \"table3\"\n[bodies.block]\n[skins.pad]\non = \"block\"\nmaterial = \"pad\"\n\
                 layout = { cells = { file = \"cells.csv\" } }\n";
    link("scene.toml", "c0de", scene);
    let scene = Scene::load(snapshot.join("scene.toml")).unwrap_or_else(|error| panic!("{error}"));
    let built = scene.build().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(built.model.skins()[0].skin.texels().len(), 2);
    // The scene as run names the links, and can be read anywhere.
    let again =
        Scene::parse(&scene.to_toml(), "elsewhere/scene.toml").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, scene);
    // Links do not hide that a file includes itself.
    write(&blobs, "90c1", "include = [\"scene.toml\"]");
    assert_eq!(Scene::load(snapshot.join("scene.toml")).unwrap_err().kind(), ErrorKind::Cycle);
}

#[cfg(unix)]
#[test]
fn folders_and_files_may_have_names_of_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join(std::ffi::OsStr::from_bytes(b"M\xfcll \xff\xc3"));
    std::fs::create_dir(&folder).unwrap();
    write(&folder, "cells.csv", "x_mm,y_mm,area_mm2\n1,2,9\n1,5,9\n");
    let text = "[materials.pad]\npreset = \"table3\"\n[bodies.block]\n[skins.pad]\non = \"block\"\nmaterial = \"pad\"\n\
                layout = { cells = { file = \"cells.csv\" } }\n";
    write(&folder, "scene.toml", text);
    let scene = Scene::load(folder.join("scene.toml")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.skin_layout("pad").unwrap().texels.len(), 2);
    let again = Scene::parse(&scene.to_toml(), "scene.toml").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, scene);
}
