//! Meshes as objects and as sensors.

use super::run::{Run, is_png, number, tetrahedron_stl, texels, vector};

/// A square sheet of 9 × 9 vertices, 2 mm apart, that looks along +z.
fn sheet_obj() -> String {
    let mut text = String::new();
    for i in 0..81 {
        text += &format!("v {} {} 0\n", f64::from(i % 9) * 2.0 - 8.0, f64::from(i / 9) * 2.0 - 8.0);
    }
    for row in 0..8 {
        for column in 0..8 {
            let a = row * 9 + column + 1;
            let (b, c, d) = (a + 1, a + 9, a + 10);
            text += &format!("f {a} {b} {d}\nf {a} {d} {c}\n");
        }
    }
    text
}

#[test]
fn a_mesh_file_is_pressed_in_its_unit() {
    let stl = tetrahedron_stl(40.0);
    let files = [("corner stone.stl", stl.as_bytes())];
    let arguments = ["press", "--object", "corner stone.stl", "--unit", "mm", "--offset-mm", "6,6"];
    let run = Run::with_files(&arguments, &files);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(is_png(&run.file("out/press/corner-stone-grey.png")));
    let summary = Run::with_files(&[&arguments[..], &["--json"]].concat(), &files).json();
    // Its flat underside lies on the pad: every texel that touches is 2 mm deep.
    let deepest = number(&summary["presses"][0]["summary"]["deepest_penetration"]);
    assert!((deepest - 2e-3).abs() < 1e-12, "{deepest}");
}

#[test]
fn a_mesh_in_the_wrong_unit_is_remarked_upon() {
    let stl = tetrahedron_stl(40.0);
    let run = Run::with_files(&["press", "--object", "t.stl", "--json"], &[("t.stl", stl.as_bytes())]);
    assert!(run.stderr.contains("note: ") && run.stderr.contains("millimetres"), "{}", run.stderr);
    run.json();
}

#[test]
fn an_own_sensor_feels_with_a_texel_at_every_vertex() {
    let sheet = sheet_obj();
    let files = [("pad.obj", sheet.as_bytes())];
    let options =
        ["press", "--skin", "pad.obj", "--skin-unit", "mm", "--object", "sphere", "--slide-mm", "0"];
    let run = Run::with_files(&options, &files);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(is_png(&run.file("out/press/sphere-skin.png")));
    assert!(run.stdout.contains("81 texels"), "{}", run.stdout);

    let document = Run::with_files(&[&options[..], &["--json"]].concat(), &files).json();
    let press = &document["presses"][0];
    assert_eq!(texels(press).len(), 81);
    // The vertex in the middle lies under the lowest point of the sphere.
    assert_eq!(press["summary"]["largest_texel"], 40);
    let area: f64 = texels(press).iter().map(|texel| number(&texel["area"])).sum();
    assert!((area - 16e-3 * 16e-3).abs() < 1e-15);
    assert!(vector(&press["summary"]["force_on_pad"])[2] < -0.1);
}

#[test]
fn a_closed_sensor_needs_a_side() {
    let stl = tetrahedron_stl(0.03);
    let files = [("finger.stl", stl.as_bytes())];
    let run = Run::with_files(&["press", "--skin", "finger.stl"], &files);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--approach"), "{}", run.stderr);
    // One ray per texel: the only texel that looks up is the tip, and spread rays would lie far down its flanks.
    let options =
        ["press", "--skin", "finger.stl", "--approach", "0,0,1", "--object", "sphere", "--samples", "1"];
    let document = Run::with_files(&[&options[..], &["--json"]].concat(), &files).json();
    assert!(number(&document["presses"][0]["summary"]["normal_force"]) > 0.0);
}

#[test]
fn a_table_of_cells_feels_with_its_rows_and_columns() {
    // Three rows of four cells, of which a corner is missing; listed column by column.
    let mut table = String::from("row,column,x_mm,y_mm,area_mm2\n");
    for column in 0..4 {
        for row in (0..3).filter(|&row| (row, column) != (0, 3)) {
            let (x, y) = (4.0 * f64::from(row) - 4.0, 4.0 * f64::from(column) - 6.0);
            table += &format!("{row},{column},{x},{y},16\n");
        }
    }
    let files = [("cells.csv", table.as_bytes())];
    let options =
        ["press", "--skin", "cells.csv", "--object", "sphere", "--slide-mm", "0", "--approach", "0,0,1"];
    let run = Run::with_files(&options, &files);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("11 texels in 3 rows and 4 columns"), "{}", run.stdout);
    for picture in ["skin", "grey", "colour", "bars", "shear", "sequence"] {
        assert!(is_png(&run.file(&format!("out/press/sphere-{picture}.png"))), "{picture}");
    }
    let document = Run::with_files(&[&options[..], &["--json"]].concat(), &files).json();
    let texels = texels(&document["presses"][0]);
    assert_eq!((texels.len(), &texels[3]["row"], &texels[3]["column"]), (11, &0.into(), &1.into()));

    let run = Run::with_files(&options, &[("cells.csv", b"x_mm,y_mm,area_mm2\n1,2,3\n1,two,3\n")]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("cannot use `cells.csv`: line 3: `two` in column `y`"), "{}", run.stderr);
}

#[test]
fn a_layout_of_scenes_is_pressed() {
    let bent =
        "{ bent_grid = { rows = 5, columns = 4, pitch_mm = 3.4, over = { cylinder = { radius_mm = 9 } } } }";
    let run = Run::new(&["press", "--layout", bent, "--object", "sphere", "--slide-mm", "0"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Sensor with 20 texels in 5 rows and 4 columns"), "{}", run.stdout);
    assert!(is_png(&run.file("out/press/sphere-skin.png")));

    // A mistake is told as in a scene.
    for (layout, parts) in [
        (
            bent.replace("radius_mm", "radus_mm"),
            ["unknown key `radus_mm` in `layout.bent_grid.over.cylinder`", "allowed: radius, axis"],
        ),
        (bent.replace("rows = 5", "rows = 0"), ["`layout.bent_grid.rows` is 0", "allowed: from 1 to 10000"]),
        ("{ body = {} }".into(), ["`body` is the surface of a body of a scene", "mesh file"]),
    ] {
        let run = Run::new(&["press", "--layout", &layout]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(parts.iter().all(|part| run.stderr.contains(part)), "{}", run.stderr);
    }
    let run = Run::new(&["press", "--layout", bent, "--rows", "3"]);
    assert!(run.code == 2 && run.stderr.contains("--layout"), "{}", run.stderr);
}
