//! Every format gives the same mesh, also with the quirks that files have in the wild.

use super::fixtures::*;
use bristle_geometry::TriangleMesh;
use bristle_geometry::files::{self, Format, LoadNote, LoadOptions};
use glam::DVec3;

#[test]
fn every_format_gives_the_same_surface_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, bytes) in all() {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let loaded = files::load(&path, &LoadOptions::default()).unwrap();
        assert_eq!(loaded.format, format, "{name}");
        assert_eq!(surface(&loaded.mesh), surface(&wedge()), "{name}");
        assert_eq!(loaded.mesh.vertices.len(), 5, "{name}: shared vertices");
        assert!(loaded.mesh.report().is_clean(), "{name}: {}", loaded.mesh.report());
    }
}

#[test]
fn indexed_formats_keep_the_order_of_vertices_and_triangles() {
    for (name, format, bytes) in all() {
        if format != Format::Stl {
            assert_eq!(parse(bytes, format).mesh, wedge(), "{name}");
        }
    }
}

#[test]
fn extensions_may_be_in_capitals() {
    let path = tempfile::tempdir().unwrap().keep().join("WEDGE.STL");
    std::fs::write(&path, stl_binary(b"")).unwrap();
    assert!(files::load(&path, &LoadOptions::default()).is_ok());
}

#[test]
fn text_may_end_its_lines_as_windows_or_an_old_mac_does() {
    for (format, text) in [
        (Format::Stl, stl_text()),
        (Format::Obj, obj()),
        (Format::Ply, ply_text()),
        (Format::Collada, dae_plain()),
    ] {
        for end in ["\r\n", "\r"] {
            let other = text.replace('\n', end);
            assert_eq!(surface(&parse(other, format).mesh), surface(&wedge()), "{format} {end:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_names_in_other_encodings_do_no_harm() {
    let mut latin = b"\xEF\xBB\xBFsolid K\xF6rper\n".to_vec();
    latin.extend(stl_text().split_once('\n').unwrap().1.bytes());
    assert_eq!(surface(&parse(latin, Format::Stl).mesh), surface(&wedge()));
    let mut latin = b"\xEF\xBB\xBF# K\xF6rper\n".to_vec();
    latin.extend(obj().bytes());
    assert_eq!(parse(latin, Format::Obj).mesh, wedge());
    let mut marked = b"\xEF\xBB\xBF".to_vec();
    marked.extend(dae_plain().bytes());
    assert_eq!(parse(marked, Format::Collada).mesh, wedge());
}

#[test]
fn a_binary_stl_that_begins_with_solid_is_still_binary() {
    for head in [&b"solid exported by a tool"[..], b"solid\n facet normal 0 0 0"] {
        assert_eq!(surface(&parse(stl_binary(head), Format::Stl).mesh), surface(&wedge()));
    }
}

#[test]
fn several_solids_in_one_text_are_one_mesh() {
    let twice = stl_text() + &stl_text().replace("wedge", "second").replace("e0 ", "e1 ");
    let loaded = parse(twice, Format::Stl);
    assert_eq!(loaded.mesh.triangles.len(), 12);
}

#[test]
fn text_stl_may_shout() {
    assert_eq!(surface(&parse(stl_text().to_uppercase(), Format::Stl).mesh), surface(&wedge()));
}

#[test]
fn text_keeps_double_precision() {
    let third = 0.333_333_333_333_333_3_f64;
    let text = format!("v {third} 0 0\nv 0 {third} 0\nv 0 0 {third}\nf 1 2 3\n");
    assert_eq!(parse(text, Format::Obj).mesh.vertices[0].x, third);
    let stl = stl_text().replace("vertex 5e-1 ", "vertex 0.3333333333333333 ");
    assert!(parse(stl, Format::Stl).mesh.vertices.iter().any(|v| v.x == third));
}

#[test]
fn obj_counts_back_from_the_last_vertex() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -1 -3\n";
    assert_eq!(parse(text, Format::Obj).mesh.triangles, vec![[0, 1, 2], [0, 3, 1]]);
}

#[test]
fn obj_faces_may_come_before_their_vertices_and_over_several_lines() {
    let text = "f 1 \\\n 2 \\\n3 # done\nv 0 0 0 1.0\nv 1 0 0 0.1 0.2 0.3\n\tv  0 1 0  \ng a\ns off\nusemtl m\nl 1 2\n";
    let loaded = parse(text, Format::Obj);
    assert_eq!(loaded.mesh.triangles, vec![[0, 1, 2]]);
    assert!(loaded.notes.contains(&LoadNote::LeftOut { what: "lines and points", count: 1 }));
}

/// A box of quads and one L of six corners: the area is exact however it is cut.
#[test]
fn polygons_of_any_number_of_corners_are_cut_without_loss() {
    let text = "v 0 0 0.3\nv 2 0 0.3\nv 2 1 0.3\nv 1 1 0.3\nv 1 2 0.3\nv 0 2 0.3\nf 3 4 5 6 1 2\n";
    let loaded = parse(text, Format::Obj);
    assert_eq!(loaded.mesh.triangles.len(), 4);
    assert_eq!(loaded.mesh.report().area, 3.0);
    assert!(loaded.notes.contains(&LoadNote::CutPolygons { count: 1 }));
    let upwards = corners(&loaded.mesh).iter().all(|[a, b, c]| (*b - *a).cross(*c - *a).z > 0.0);
    assert!(upwards, "the cut keeps the winding");

    let quads = "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 6\nproperty list uchar int vertex_indices\nend_header\n\
                 0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
                 4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
    let report = parse(quads, Format::Ply).mesh.report();
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.triangles, report.volume), (12, Some(1.0)));
}

#[test]
fn ply_strips_wind_every_second_triangle_back() {
    let text = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n\
                element tristrips 1\nproperty list int int vertex_indices\nend_header\n\
                0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 0 0\n2 1 0\n9 1 0 3 2 -1 3 2 5 4\n";
    let mesh = parse(text, Format::Ply).mesh;
    assert_eq!(mesh.triangles.len(), 4);
    assert!(corners(&mesh).iter().all(|[a, b, c]| (*b - *a).cross(*c - *a).z > 0.0), "{mesh:?}");
}

#[test]
fn ply_numbers_may_lack_a_digit_before_or_after_the_point_and_share_lines() {
    let text = "ply\nformat ascii 1.0\nobj_info none\nelement vertex 3\nproperty float32 x\nproperty float32 y\n\
                property float32 z\nelement face 1\nproperty list uint8 int32 vertex_index\nend_header\n\
                .5 0. -.5  1. 0 +2e0\n\n0 1 0\n3 0 1 2";
    let mesh = parse(text, Format::Ply).mesh;
    assert_eq!(mesh.vertices[..2], [DVec3::new(0.5, 0.0, -0.5), DVec3::new(1.0, 0.0, 2.0)]);
}

#[test]
fn a_triangle_written_as_a_quad_is_a_triangle() {
    let mesh = parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 3\n", Format::Obj).mesh;
    assert_eq!(mesh, TriangleMesh { vertices: mesh.vertices.clone(), triangles: vec![[0, 1, 2]] });
}

#[test]
fn the_two_zeros_are_one_place() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -0.0 0 -0.0\nv 0 -1 0\nf 1 2 3\nf 4 5 2\n";
    assert_eq!(parse(text, Format::Obj).mesh.vertices.len(), 4);
}

#[test]
fn a_quad_that_crosses_itself_is_cut_and_told() {
    let obj = "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n";
    let loaded = files::parse(obj.as_bytes(), Format::Obj, &LoadOptions::default()).unwrap();
    assert_eq!(loaded.mesh.triangles.len(), 2);
    assert!(loaded.notes.contains(&LoadNote::CrossedQuads { count: 1 }), "{:?}", loaded.notes);
}
