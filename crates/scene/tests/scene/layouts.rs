//! Layouts of skins as scenes say them.

use bristle_scene::data::Texels;
use bristle_scene::{Built, Scene, Tree};
use bristle_skin::SkinLayout;
use glam::DVec3;
use std::path::Path;

/// A skin on a body, with its layout and more keys of the skin.
fn scene(folder: &Path, body: &str, layout: &str) -> Scene {
    let text = format!(
        "[materials.pad]\npreset = \"table3\"\n[bodies.block]\n{body}\n[skins.pad]\non = \"block\"\nmaterial = \"pad\"\nlayout = {layout}\n"
    );
    Scene::parse(&text, folder.join("scene.toml")).unwrap_or_else(|error| panic!("{error}"))
}

fn layout(scene: &Scene) -> SkinLayout {
    scene.build().unwrap_or_else(|error| panic!("{error}"));
    scene.skin_layout("pad").unwrap()
}

#[test]
fn a_bent_grid_keeps_its_rows_columns_and_areas() {
    let folder = tempfile::tempdir().unwrap();
    for over in [
        "cylinder = { radius_mm = 9 }",
        "cylinder = { radius_mm = -30, axis = \"y\" }",
        "cap = { radius_mm = 20 }",
    ] {
        let text =
            format!("{{ bent_grid = {{ rows = 5, columns = 6, pitch_mm = 3.4, over = {{ {over} }} }} }}");
        let scene = scene(folder.path(), "", &text);
        let found = layout(&scene);
        let grid = found.grid.as_ref().unwrap();
        assert_eq!((grid.rows, grid.columns), (5, 6));
        assert!(found.texels.iter().all(|texel| (texel.area - 3.4e-3 * 3.4e-3).abs() < 1e-18));
        // A scene written and read again says the same.
        let again = Scene::parse(&scene.to_toml(), folder.path().join("again.toml")).unwrap();
        assert!(again.skin_layout("pad").unwrap() == found);
    }
}

#[test]
fn a_table_of_cells_is_found_beside_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let table = "x_mm,y_mm,area_mm2,row,column\n1,2,9,1,0\n1,5,9,1,1\n-2,2,9,0,0\n";
    std::fs::write(folder.path().join("cells.csv"), table).unwrap();
    let found = layout(&scene(folder.path(), "", "{ cells = { file = \"cells.csv\" } }"));
    assert_eq!(found.texels[1].position, DVec3::new(1e-3, 5e-3, 0.0));
    assert_eq!(found.grid.unwrap().present(), [true, false, true, true]);
}

/// A cube of 2 cm in quads, in millimetres.
const CUBE: &str = "v -10 -10 -10\nv 10 -10 -10\nv 10 10 -10\nv -10 10 -10\nv -10 -10 10\nv 10 -10 10\nv 10 10 10\nv -10 10 10\n\
                    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn a_body_is_its_own_layout() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cube.obj"), CUBE).unwrap();
    let body =
        "shapes.hull = { mesh = { file = \"cube.obj\", unit = \"mm\" }, pose = { xyz_mm = [100, 0, 0] } }";
    for (texels, count) in [("vertices", 8), ("faces", 12), ("polygons", 6)] {
        // The skin's own pose does not take the texels off the body.
        let text = format!("{{ body = {{ texels = \"{texels}\" }} }}\npose = {{ xyz_mm = [0, 30, 0] }}");
        let scene = scene(folder.path(), body, &text);
        let found = layout(&scene);
        assert_eq!(found.texels.len(), count, "{texels}");
        let area: f64 = found.texels.iter().map(|texel| texel.area).sum();
        assert!((area - 6.0 * 4e-4).abs() < 1e-12);
        let Built { model, .. } = scene.build().unwrap();
        for texel in model.skins()[0].skin.texels() {
            let on_body = model.skins()[0].pose.transform_point(texel.position) - DVec3::X * 0.1;
            assert!((on_body.abs().max_element() - 0.01).abs() < 1e-12, "{on_body}");
        }
    }
    let of_polygons = scene(folder.path(), "", "{ polygons = { file = \"cube.obj\", unit = \"mm\" } }");
    assert_eq!(layout(&of_polygons).texels.len(), 6);
    // A solid that is no mesh is divided.
    let ball = "shapes.core = { sphere = { radius_mm = 9 } }";
    let found = layout(&scene(folder.path(), ball, "{ body = { texels = \"faces\", spacing_mm = 3 } }"));
    assert!(found.texels.len() > 100 && found.texels.iter().all(|t| t.position.length() < 9.001e-3));
}

#[test]
fn notes_of_a_mesh_file_are_about_what_is_made_of_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cube.obj"), CUBE).unwrap();
    let notes = |body: &str, layout: &str| scene(folder.path(), body, layout).build().unwrap().notes;
    let cut = |notes: &[String]| notes.iter().filter(|note| note.contains("cut into triangles")).count();
    let file = "{ file = \"cube.obj\", unit = \"mm\" }";
    // Texels are the polygons themselves.
    assert_eq!(cut(&notes("", &format!("{{ polygons = {file} }}"))), 0);
    assert_eq!(cut(&notes("", &format!("{{ faces = {file} }}"))), 1);
    // The body is touched as triangles; its skin reads the same file and has nothing to add.
    let body = format!("shapes.hull = {{ mesh = {file} }}");
    for texels in ["polygons", "faces"] {
        assert_eq!(cut(&notes(&body, &format!("{{ body = {{ texels = \"{texels}\" }} }}"))), 1);
    }
}

#[test]
fn a_grid_is_laid_on_the_body_that_wears_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cube.obj"), CUBE).unwrap();
    let body = "shapes.hull = { mesh = { file = \"cube.obj\", unit = \"mm\" } }";
    let grid = "rows = 4, columns = 5, pitch_mm = 3, over = { body = {} }, at = { xyz_mm = [1, 0, 30] }";
    let found = layout(&scene(folder.path(), body, &format!("{{ bent_grid = {{ {grid} }} }}")));
    for texel in &found.texels {
        assert!((texel.position.z - 0.01).abs() < 1e-15 && texel.direction.distance(DVec3::Z) < 1e-12);
        assert!((texel.area - 9e-6).abs() < 1e-15);
    }
    assert!((found.texels[0].position - DVec3::new(-3.5e-3, -6e-3, 0.01)).length() < 1e-15);
}

#[test]
fn targets_limit_what_a_skin_feels() {
    let text = |targets: &str| {
        format!(
            "[materials.pad]\npreset = \"table3\"\n[bodies.block]\n[bodies.ball]\njoint = \"free\"\nmass = 0.1\n\
             shapes.s = {{ sphere = {{ radius_mm = 9 }} }}\n[bodies.hand]\njoint = \"free\"\nmass = 0.1\n\
             shapes.s = {{ sphere = {{ radius_mm = 9 }} }}\n[skins.pad]\non = \"block\"\nmaterial = \"pad\"\n\
             layout = {{ grid = {{ rows = 4, columns = 5, pitch_mm = 3 }} }}\n{targets}"
        )
    };
    let felt = |targets: &str| {
        let built = Scene::parse(&text(targets), "t.toml").unwrap().build().unwrap_or_else(|e| panic!("{e}"));
        built.model.skins()[0].targets.len()
    };
    assert_eq!((felt(""), felt("targets = []"), felt("targets = [\"ball\"]")), (2, 2, 1));
}

#[test]
fn texels_alone_are_those_of_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("sensor.toml");
    std::fs::write(folder.path().join("cells.csv"), "x_mm,y_mm,area_mm2\n1,2,9\n1,5,9\n").unwrap();
    let read = |text: &str| Texels::from_tree(Tree::parse(text, "sensor.toml").unwrap(), &origin);
    for table in [
        "{ grid = { rows = 4, columns = 5, pitch_mm = 3 } }\nsamples = 4\nsampling = \"regular\"",
        "{ cells = { file = \"cells.csv\" } }\nsamples = 3",
        "{ fingertip = { spacing_mm = 3 } }",
    ] {
        let alone = read(&format!("layout = {table}")).unwrap_or_else(|error| panic!("{error}"));
        assert!(alone.lay_out(&mut Vec::new()).unwrap() == layout(&scene(folder.path(), "", table)));
    }
    for (text, message) in [
        ("layout = { gird = {} }", "unknown key `gird` in `layout`"),
        ("layout = { grid = { rows = 3, pitch = 1e-3 } }", "`layout.grid` needs `columns`"),
    ] {
        assert_eq!(read(text).unwrap_err().message(), message);
    }
    let body = read("layout = { body = {} }").unwrap().lay_out(&mut Vec::new()).unwrap_err();
    assert!(body.to_string().contains("give its mesh file"), "{body}");
}
