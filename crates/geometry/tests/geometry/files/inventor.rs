//! What Inventor and VRML say in ways of their own: state, nesting, names, solids, strips, and files that name others.

use super::fixtures::*;
use bristle_geometry::files::{self, Format, LoadNote, LoadOptions, MeshFileProblem};
use glam::{DMat4, DVec3};

fn iv(nodes: &str) -> files::LoadedMesh {
    parse(format!("#Inventor V2.1 ascii\n{nodes}\n"), Format::Inventor)
}

fn wrl(nodes: &str) -> files::LoadedMesh {
    parse(format!("#VRML V2.0 utf8\n{nodes}\n"), Format::Vrml)
}

/// One triangle whose corners show where it went.
const TRIANGLE: &str = "Coordinate3 { point [ 1 0 0, 0 1 0, 0 0 1 ] } FaceSet { numVertices 3 }";

fn assert_placed(mesh: &bristle_geometry::TriangleMesh, places: &[DMat4]) {
    let expected: Vec<[DVec3; 3]> =
        places.iter().map(|m| [DVec3::X, DVec3::Y, DVec3::Z].map(|p| m.transform_point3(p))).collect();
    let found = corners(mesh);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!(found.abs_diff_eq(*expected, 1e-14), "{found} is not {expected}");
    }
}

/// A transform holds for what comes after it, up to the end of its separator.
#[test]
fn the_state_of_inventor_ends_with_its_separator() {
    let mesh = iv(&format!(
        "Translation {{ translation 1 2 3 }}
         Separator {{ RotationXYZ {{ axis Z angle 1.5707963267948966 }} Scale {{ scaleFactor 2 3 4 }} {TRIANGLE} }}
         Group {{ Translation {{ translation 0 0 10 }} }}
         {TRIANGLE}"
    ))
    .mesh;
    let first = DMat4::from_translation(DVec3::new(1.0, 2.0, 3.0));
    let inner =
        first * DMat4::from_rotation_z(90f64.to_radians()) * DMat4::from_scale(DVec3::new(2.0, 3.0, 4.0));
    assert_placed(&mesh, &[inner, DMat4::from_translation(DVec3::new(1.0, 2.0, 13.0))]);
}

/// The order of the VRML97 standard: translation, centre, rotation, orientation of the scale, scale.
#[test]
fn transforms_turn_about_their_centre() {
    let fields = "translation 1 2 3 rotation 0 0 2 0.5 center 4 5 6";
    let turned = |scale: &str| format!("{fields} {scale} 2 2 0.5 scaleOrientation 1 0 0 0.25");
    let oriented = DMat4::from_rotation_x(0.25);
    let expected = DMat4::from_translation(DVec3::new(5.0, 7.0, 9.0))
        * DMat4::from_rotation_z(0.5)
        * oriented
        * DMat4::from_scale(DVec3::new(2.0, 2.0, 0.5))
        * oriented.inverse()
        * DMat4::from_translation(-DVec3::new(4.0, 5.0, 6.0));
    let state = iv(&format!("Transform {{ {} }} {TRIANGLE}", turned("scaleFactor"))).mesh;
    assert_placed(&state, &[expected]);
    let nested = wrl(&format!(
        "Transform {{ {} children Shape {{ geometry IndexedFaceSet {{
           coord Coordinate {{ point [ 1 0 0 0 1 0 0 0 1 ] }} coordIndex [ 0 1 2 ] }} }} }}",
        turned("scale")
    ));
    assert_placed(&nested.mesh, &[expected]);
}

/// Matrices of Inventor act on row vectors: the translation stands in the last row.
#[test]
fn matrices_hold_the_translation_in_the_last_row() {
    let mesh =
        iv(&format!("MatrixTransform {{ matrix 0 1 0 0  -1 0 0 0  0 0 1 0  7 8 9 1 }} {TRIANGLE}")).mesh;
    let expected =
        DMat4::from_translation(DVec3::new(7.0, 8.0, 9.0)) * DMat4::from_rotation_z(90f64.to_radians());
    assert_placed(&mesh, &[expected]);
}

#[test]
fn a_named_node_is_drawn_wherever_it_is_used() {
    let mesh = iv(&format!(
        "DEF finger Separator {{ {TRIANGLE} }} Translation {{ translation 5 0 0 }} USE finger USE finger"
    ));
    let moved = DMat4::from_translation(DVec3::new(5.0, 0.0, 0.0));
    assert_placed(&mesh.mesh, &[DMat4::IDENTITY, moved, moved]);
}

#[test]
fn units_count_from_where_they_stand() {
    let mesh = iv(&format!(
        "Separator {{ Units {{ units MILLIMETERS }} {TRIANGLE} Units {{ units INCHES }} {TRIANGLE} }} {TRIANGLE}"
    ))
    .mesh;
    let scale = |s: f64| DMat4::from_scale(DVec3::splat(s));
    assert_placed(&mesh, &[scale(1e-3), scale(0.0254), scale(1.0)]);
}

#[test]
fn faces_said_to_be_clockwise_are_turned_round() {
    for text in [
        iv("ShapeHints { vertexOrdering CLOCKWISE } Coordinate3 { point [ 0 0 0, 1 0 0, 0 1 0 ] }
            IndexedFaceSet { coordIndex [ 0, 2, 1, -1 ] }"),
        wrl("Shape { geometry IndexedFaceSet { ccw FALSE coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] }
            coordIndex [ 0 2 1 -1 ] } }"),
    ] {
        let [a, b, c] = text.mesh.corners(0);
        assert!((b - a).cross(c - a).z > 0.0, "{:?}", text.mesh);
    }
}

/// Volumes of what is drawn come near those of the solids, from inside.
#[test]
fn solids_have_the_sizes_they_state_and_stand_along_y() {
    let pi = std::f64::consts::PI;
    for (node, volume, top) in [
        ("Cube { width 2 height 3 depth 4 }", 24.0, 1.5),
        ("Cylinder { radius 2 height 5 }", 20.0 * pi, 2.5),
        ("Cone { bottomRadius 3 height 2 }", 6.0 * pi, 1.0),
        ("Sphere { radius 1.5 }", 4.5 * pi, 1.5),
    ] {
        let report = iv(node).mesh.report();
        let found = report.volume.unwrap();
        assert!(report.is_clean(), "{node}: {report}");
        assert!(found <= volume * (1.0 + 1e-12) && found > 0.97 * volume, "{node}: {found} of {volume}");
        let highest = iv(node).mesh.vertices.iter().map(|v| v.y).fold(f64::MIN, f64::max);
        assert!((highest - top).abs() < 0.01 * top, "{node}: {highest}");
    }
    let cone = iv("Cone { }").mesh;
    let tip = cone.vertices.iter().max_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    assert_eq!((tip.x, tip.z), (0.0, 0.0), "the tip is up");
    assert_eq!(wrl("Shape { geometry Box { size 1 2 3 } }").mesh.report().volume, Some(6.0));
}

#[test]
fn strips_and_grids_keep_the_winding() {
    let strip =
        iv("Coordinate3 { point [ 0 0 0, 1 0 0, 0 1 0, 1 1 0 ] } TriangleStripSet { numVertices [ 4 ] }");
    let grid = iv("Coordinate3 { point [ 0 0 0, 1 0 0, 2 0 0, 0 1 0, 1 1 0, 2 1 0 ] }
                   QuadMesh { verticesPerRow 3 verticesPerColumn 2 }");
    for (mesh, area) in [(strip.mesh, 1.0), (grid.mesh, 2.0)] {
        assert_eq!(mesh.report().area, area);
        assert!(corners(&mesh).iter().all(|[a, b, c]| (*b - *a).cross(*c - *a).z > 0.0), "{mesh:?}");
    }
}

#[test]
fn switches_and_levels_show_one_child() {
    let off = format!("Switch {{ {TRIANGLE} }} Cube {{ }}");
    assert_eq!(iv(&off).mesh.triangles.len(), 12, "no child unless told");
    let second = format!("Switch {{ whichChild 1 Sphere {{ }} Separator {{ {TRIANGLE} }} }}");
    assert_placed(&iv(&second).mesh, &[DMat4::IDENTITY]);
    let levels = format!("LevelOfDetail {{ screenArea [ 9, 1 ] Separator {{ {TRIANGLE} }} Cube {{ }} }}");
    assert_placed(&iv(&levels).mesh, &[DMat4::IDENTITY]);
    let far = "LOD { range [ 5 ] level [ Shape { geometry Box { } } Shape { geometry Sphere { } } ] }";
    assert_eq!(wrl(far).mesh.triangles.len(), 12, "the finest");
}

/// A file may name another beside it, and no other.
#[test]
fn files_name_others_in_their_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("hand");
    std::fs::create_dir_all(inner.join("parts")).unwrap();
    std::fs::write(inner.join("parts/tip.iv"), inventor()).unwrap();
    std::fs::write(folder.path().join("outside.iv"), inventor()).unwrap();
    let load = |text: String| {
        let path = inner.join("hand.iv");
        std::fs::write(&path, text).unwrap();
        files::load(&path, &LoadOptions::default())
    };
    let hand = |name: &str| {
        format!("#Inventor V2.1 ascii\nTranslation {{ translation 0 0 1 }} File {{ name \"{name}\" }}\n")
    };
    let moved: Vec<DVec3> = wedge().vertices.iter().map(|v| *v + DVec3::Z).collect();
    assert_eq!(load(hand("parts/tip.iv")).unwrap().mesh.vertices, moved);
    let outside = folder.path().join("outside.iv");
    for name in ["../outside.iv", "parts/../../outside.iv", outside.to_str().unwrap()] {
        let error = load(hand(name)).unwrap_err();
        assert!(error.to_string().contains("folder"), "{error}");
    }
    let beside = load(hand("gone.iv") + "Cube { }").unwrap();
    assert!(
        beside.notes.contains(&LoadNote::LeftOut { what: "files that are not there", count: 1 }),
        "{:?}",
        beside.notes
    );
    let circle = load(hand("hand.iv")).unwrap_err();
    assert!(matches!(circle.problem, MeshFileProblem::TooMany { .. }), "{circle}");
}

/// Each node draws the one before it twice: 2⁶⁰ cubes from sixty lines.
#[test]
fn names_used_again_and_again_end() {
    let mut text = "#Inventor V2.1 ascii\nDEF n0 Cube { }\n".to_owned();
    (1..=60).for_each(|i| text += &format!("DEF n{i} Group {{ USE n{0} USE n{0} }}\n", i - 1));
    assert!(matches!(problem(text, Format::Inventor), MeshFileProblem::TooMany { .. }));
    let deep = format!("#VRML V2.0 utf8\n{}{}", "Group { children ".repeat(100_000), "}".repeat(100_000));
    assert!(matches!(problem(deep, Format::Vrml), MeshFileProblem::TooMany { .. }));
}
