//! `bristle mesh`.

use super::run::{Run, number, tetrahedron_stl, vector};

/// A unit cube of two triangles per side, with one of them turned round and its corners in millimetres.
const TWISTED_CUBE: &str = "\
v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 0 0 10\nv 10 0 10\nv 10 10 10\nv 0 10 10\n\
f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 8 5\n";

#[test]
fn a_tetrahedron_has_a_sixth_of_the_cube() {
    let stl = tetrahedron_stl(30.0);
    let files = [("t.stl", stl.as_bytes())];
    let run = Run::with_files(&["mesh", "t.stl", "--unit", "mm", "--hull", "--json"], &files);
    let document = run.json();
    let volume = 0.03f64.powi(3) / 6.0;
    assert!((number(&document["volume"]) / volume - 1.0).abs() < 1e-12);
    assert!((number(&document["hull_volume"]) / volume - 1.0).abs() < 1e-12);
    for c in vector(&document["centre_of_mass"]) {
        assert!((c - 0.03 / 4.0).abs() < 1e-15, "{c}");
    }
    assert_eq!(document["closed"], true);
    // Welding 12 corners to 4 vertices is worth a note.
    assert!(document["notes"].to_string().contains("welded"), "{document}");

    let words = Run::with_files(&["mesh", "t.stl", "--unit", "mm", "--hull"], &files).stdout;
    assert!(words.contains("closed and sound") && words.contains("fills 100.0 %"), "{words}");
}

#[test]
fn repair_turns_a_triangle_and_writes_a_sound_mesh() {
    let files = [("cube.obj", TWISTED_CUBE.as_bytes())];
    let run = Run::with_files(&["mesh", "cube.obj", "--unit", "mm", "--repair", "mended.obj"], &files);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("opposite winding") && run.stdout.contains("1 triangles turned round"),
        "{}",
        run.stdout
    );
    let mended = std::fs::read(run.file("mended.obj")).unwrap();
    let again = Run::with_files(&["mesh", "mended.obj", "--json"], &[("mended.obj", &mended)]).json();
    assert_eq!(again["clean"], true);
    // Written in metres.
    assert!((number(&again["volume"]) - 1e-6).abs() < 1e-18, "{again}");
}

#[test]
fn a_repair_that_cannot_be_written_says_why() {
    let files = [("cube.obj", TWISTED_CUBE.as_bytes())];
    let wrong = Run::with_files(&["mesh", "cube.obj", "--repair", "mended.stl"], &files);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains(".obj"), "{}", wrong.stderr);
    let nowhere = Run::with_files(&["mesh", "cube.obj", "--repair", "no/where.obj"], &files);
    assert_eq!(nowhere.code, 1, "{}", nowhere.stderr);
}

#[test]
fn an_open_mesh_has_no_mass_and_says_why() {
    let sheet = "v 0 0 0\nv 0.03 0 0\nv 0 0.03 0\nf 1 2 3\n";
    let run = Run::with_files(&["mesh", "sheet.obj", "--hull"], &[("sheet.obj", sheet.as_bytes())]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("no mass: ") && run.stdout.contains("open"), "{}", run.stdout);
    assert!(run.stdout.contains("no hull: "), "{}", run.stdout);
}

/// A cone around which the last corner is not quite the first: the sine of a whole turn is no zero.
#[test]
fn a_seam_that_rounding_left_open_is_told_and_repaired() {
    let mut cone = String::new();
    for i in 0..=24 {
        let (s, c) = (std::f64::consts::TAU * f64::from(i) / 24.0).sin_cos();
        cone += &format!("v {} {} 0\n", 30.0 * c, 30.0 * s);
    }
    cone += "v 0 0 40\nv 0 0 0\n";
    for i in 1..=24 {
        cone += &format!("f {i} {} 26\nf {} {i} 27\n", i + 1, i + 1);
    }
    let files = [("cone.obj", cone.as_bytes())];
    let run = Run::with_files(&["mesh", "cone.obj", "--unit", "mm"], &files);
    assert!(run.stdout.contains("not closed") && run.stdout.contains("welded, close it"), "{}", run.stdout);
    let document = run.again(&["mesh", "cone.obj", "--unit", "mm", "--repair", "sewn.obj", "--json"]);
    assert!(document.stdout.contains("1 vertices welded"), "{}", document.stdout);
    let sewn = run.again(&["mesh", "sewn.obj", "--json"]).stdout;
    let sewn: serde_json::Value = serde_json::from_str(&sewn).unwrap();
    assert_eq!((&sewn["closed"], &sewn["closing_weld"]), (&true.into(), &serde_json::Value::Null));
}
