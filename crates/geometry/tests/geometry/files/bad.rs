//! Files that must be refused, each with the kind of refusal it deserves and a message that names the file.

use super::fixtures::*;
use bristle_geometry::files::{self, LoadOptions, MeshFileProblem as P};

/// A case: its name, the file, the refusal, and words the message must hold.
type Case = (&'static str, Vec<u8>, fn(&P) -> bool, &'static str);

fn case(name: &'static str, bytes: impl Into<Vec<u8>>, refusal: fn(&P) -> bool, words: &'static str) -> Case {
    (name, bytes.into(), refusal, words)
}

fn check(cases: Vec<Case>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, refusal, words) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        match files::load(&path, &LoadOptions::default()) {
            Ok(loaded) => panic!("{name} was read: {loaded:?}"),
            Err(error) => {
                assert!(refusal(&error.problem), "{name}: {:?}", error.problem);
                let message = error.to_string();
                assert!(message.contains(name), "{name} is not named in: {message}");
                assert!(message.contains(words), "`{words}` is not in: {message}");
            }
        }
    }
}

const fn is_truncated(p: &P) -> bool {
    matches!(p, P::Truncated { .. })
}
const fn is_syntax(p: &P) -> bool {
    matches!(p, P::Syntax { .. })
}
const fn is_out_of_range(p: &P) -> bool {
    matches!(p, P::IndexOutOfRange { .. })
}
const fn is_not_finite(p: &P) -> bool {
    matches!(p, P::NotFinite { .. })
}
const fn is_other_format(p: &P) -> bool {
    matches!(p, P::FormatMismatch { .. })
}
const fn is_not_this_format(p: &P) -> bool {
    matches!(p, P::NotThisFormat { .. })
}
const fn is_no_triangles(p: &P) -> bool {
    matches!(p, P::NoTriangles)
}
const fn is_unsupported(p: &P) -> bool {
    matches!(p, P::Unsupported { .. })
}
const fn is_missing_reference(p: &P) -> bool {
    matches!(p, P::MissingReference { .. })
}
const fn is_missing_buffer(p: &P) -> bool {
    matches!(p, P::MissingBuffer { .. })
}

#[test]
fn stl_files_are_refused_for_what_is_wrong_with_them() {
    let text = stl_text();
    let binary = stl_binary(b"");
    let mut billions = binary.clone();
    billions[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut nan = binary.clone();
    nan[84 + 12..84 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
    let mut infinite = binary.clone();
    infinite[84 + 50 + 28..84 + 50 + 32].copy_from_slice(&f32::NEG_INFINITY.to_le_bytes());
    check(vec![
        case("empty.stl", "", |p| matches!(p, P::Empty), "is empty"),
        case(
            "four_billion_triangles.stl",
            billions,
            is_truncated,
            "4294967295 facets take 214748364834 bytes",
        ),
        case(
            "cut_in_a_facet.stl",
            &binary[..200],
            is_truncated,
            "6 facets take 384 bytes, this file has 200",
        ),
        case("cut_in_the_head.stl", &binary[..70], is_truncated, "84 bytes"),
        case("nan.stl", nan, is_not_finite, "facet 0, corner 0"),
        case("infinite.stl", infinite, is_not_finite, "facet 1, corner 1"),
        case("no_facets.stl", "solid nothing\nendsolid nothing\n", is_no_triangles, "no triangles"),
        case(
            "no_end.stl",
            text.replace("endsolid wedge", ""),
            is_truncated,
            "`endsolid` is missing after 6 facets",
        ),
        case("cut_text.stl", text[..300].trim_end_matches(|c: char| c != '\n'), is_truncated, "cut off"),
        case("text_nan.stl", text.replacen("5e-1", "nan", 1), is_not_finite, "line 4"),
        case("text_word.stl", text.replacen("5e-1", "half", 1), is_syntax, "line 4: `half` is not a number"),
        case("two_numbers.stl", text.replacen("vertex 5e-1", "vertex", 1), is_syntax, "line 4"),
        case(
            "two_corners.stl",
            text.replacen("      vertex 5e-1 -0.25 0.125\n", "", 1),
            is_syntax,
            "three `vertex` lines",
        ),
        case(
            "stray_word.stl",
            text.replacen("endfacet", "end facet", 1),
            is_syntax,
            "line 8: `end` is not expected",
        ),
        case("really_ply.stl", ply_text(), is_other_format, "named as STL but holds PLY"),
        case("really_glb.stl", glb(), is_other_format, "holds glTF"),
        case("really_dae.stl", dae_plain(), is_other_format, "holds COLLADA"),
        case(
            "far.stl",
            text.replacen("5e-1", "3e7", 1),
            |p| matches!(p, P::TooFar { vertex: 0, .. }),
            "±1e6 m",
        ),
    ]);
}

#[test]
fn obj_files_are_refused_for_what_is_wrong_with_them() {
    let head = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
    let with = |tail: &str| format!("{head}{tail}\n");
    check(vec![
        case("empty.obj", "", |p| matches!(p, P::Empty), "is empty"),
        case("points_only.obj", head, is_no_triangles, "no triangles"),
        case("comments_only.obj", "# nothing\n", is_no_triangles, "no triangles"),
        case(
            "index_zero.obj",
            with("f 0 1 2"),
            is_out_of_range,
            "line 5: vertex index 0 is out of range, allowed is 1 to 4",
        ),
        case(
            "index_beyond.obj",
            with("f 1 2 5"),
            is_out_of_range,
            "line 5, face 0: vertex index 5 is out of range, allowed is 1 to 4",
        ),
        case(
            "index_before.obj",
            with("f -1 -2 -5"),
            is_out_of_range,
            "vertex index -5 is out of range, allowed is -4 to -1",
        ),
        case("index_enormous.obj", with("f 1 2 9223372036854775807"), is_out_of_range, "9223372036854775807"),
        case("index_word.obj", with("f 1 2 three"), is_syntax, "line 5: `three` is not a face corner"),
        case("two_corners.obj", with("f 1 2"), is_syntax, "at least 3 corners, this one has 2"),
        case("two_numbers.obj", "v 0 0\n", is_syntax, "line 1: a number is missing"),
        case("word.obj", "v 0 zero 0\n", is_syntax, "line 1: `zero` is not a number"),
        case("nan.obj", "v 0 0 0\nv 0 nan 0\n", is_not_finite, "line 2: coordinate NaN"),
        case("overflow.obj", "v 0 0 1e999\n", is_not_finite, "line 1: coordinate inf"),
        case(
            "far.obj",
            with("v 2e6 0 0\nf 1 2 5"),
            |p| matches!(p, P::TooFar { vertex: 4, .. }),
            "vertex 4: coordinate 2e6 m",
        ),
        case("damaged_word.obj", with("w 3 3 3\nf 1 2 3"), is_syntax, "line 5: `w` is not an OBJ statement"),
        case("binary.obj", b"v 0 0 0\n\0\0\0".to_vec(), is_not_this_format, "byte 8 is zero"),
        case(
            "crossed.obj",
            "v 1 0 0\nv -0.8 0.6 0\nv 0.3 -0.95 0\nv 0.3 0.95 0\nv -0.8 -0.6 0\nf 1 2 3 4 5\n",
            |p| matches!(p, P::CrossedFace { face: 0, corners: 5 }),
            "face 0 with 5 corners",
        ),
        case("really_stl.obj", stl_binary(b""), is_other_format, "named as OBJ but holds STL"),
    ]);
}

#[test]
fn ply_files_are_refused_for_what_is_wrong_with_them() {
    let text = ply_text();
    let little = ply_binary(false);
    let promise = |from: &str, to: &str| text.replacen(from, to, 1);
    let mut long_list = little.clone();
    let faces = long_list.len() - 6 * 14;
    long_list[faces..faces + 2].copy_from_slice(&u16::MAX.to_le_bytes());
    let mut nan = little.clone();
    let vertices = faces - 5 * 14;
    nan[vertices + 14..vertices + 18].copy_from_slice(&f32::NAN.to_le_bytes());
    check(vec![
        case("empty.ply", "", |p| matches!(p, P::Empty), "is empty"),
        case("no_magic.ply", "plyy\nformat ascii 1.0\n", is_not_this_format, "first line is `plyy`"),
        case("no_end_of_head.ply", &text.as_bytes()[..100], is_truncated, "`end_header` is missing"),
        case("no_format.ply", promise("format ascii 1.0\n", ""), is_not_this_format, "no `format` line"),
        case("new_format.ply", promise("ascii", "binary_middle_endian"), is_syntax, "line 2: unknown format"),
        case("four_billion.ply", promise("vertex 5", "vertex 4294967295"), is_truncated, "declares at least"),
        case(
            "beyond_64_bits.ply",
            promise("vertex 5", "vertex 99999999999999999999"),
            is_syntax,
            "is not a count",
        ),
        case("new_type.ply", promise("double x", "quad x"), is_syntax, "line 6"),
        case(
            "orphan.ply",
            "ply\nformat ascii 1.0\nproperty int x\nend_header\n",
            is_syntax,
            "property before any element",
        ),
        case(
            "no_properties.ply",
            "ply\nformat binary_little_endian 1.0\nelement void 4000000000\nend_header\n",
            is_not_this_format,
            "no properties",
        ),
        case(
            "no_z.ply",
            promise("property double z", "property double w"),
            is_not_this_format,
            "no number `z`",
        ),
        case(
            "no_indices.ply",
            promise("vertex_indices", "neighbours"),
            is_not_this_format,
            "no list `vertex_indices`",
        ),
        case(
            "index_beyond.ply",
            promise("3 0 1 3 0.5", "3 0 1 5 0.5"),
            is_out_of_range,
            "face 0: vertex index 5 is out of range, allowed is 0 to 4",
        ),
        case("index_negative.ply", promise("3 0 1 3 0.5", "3 0 -1 3 0.5"), is_out_of_range, "index -1"),
        case("index_broken.ply", promise("3 0 1 3 0.5", "3 0 1.5 3 0.5"), is_syntax, "whole number"),
        case(
            "two_corners.ply",
            promise("3 0 1 3 0.5", "2 0 1 0.5"),
            is_syntax,
            "face 0: a face needs at least 3",
        ),
        case(
            "negative_list.ply",
            promise("3 0 1 3 0.5", "-3 0 1 3 0.5"),
            is_syntax,
            "does not fit its declared type",
        ),
        case("nan.ply", promise("255 0.5", "255 nan"), is_not_finite, "vertex 0"),
        case("word.ply", promise("255 0.5", "255 half"), is_syntax, "`half` is not a number"),
        case("binary_nan.ply", nan, is_not_finite, "vertex 1"),
        case("endless_list.ply", long_list, is_truncated, "face 0"),
        case("cut.ply", &little[..little.len() - 20], is_truncated, "face 4"),
        case("cut_text.ply", &text.as_bytes()[..text.len() - 8], is_truncated, "face 5"),
        case(
            "no_faces.ply",
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n",
            is_no_triangles,
            "no triangles",
        ),
    ]);
}

#[test]
fn gltf_files_are_refused_for_what_is_wrong_with_them() {
    let json = gltf_embedded();
    let glb = glb();
    let replaced = |from: &str, to: &str| {
        assert!(json.contains(from), "{from}");
        json.replacen(from, to, 1)
    };
    let mut short_header = glb.clone();
    short_header[8..12].copy_from_slice(&3u32.to_le_bytes());
    let mut old = glb.clone();
    old[4] = 1;
    let mut wrong_chunk = glb.clone();
    wrong_chunk[16..20].copy_from_slice(b"JSOM");
    let mut no_blob = glb.clone();
    no_blob.truncate(glb.len() - 96 - 8);
    no_blob[8..12].copy_from_slice(&((glb.len() - 104) as u32).to_le_bytes());
    check(vec![
        case("empty.glb", "", |p| matches!(p, P::Empty), "is empty"),
        case("cut.glb", &glb[..glb.len() - 40], is_truncated, "the container states"),
        case("cut_in_the_head.glb", &glb[..10], is_truncated, "at least 12 bytes"),
        case("old.glb", old, is_unsupported, "glTF 1.0 (2.0 is supported"),
        case(
            "old.gltf",
            r#"{"asset":{"version":"1.0"},"buffers":{"b":{"uri":"b.bin"}},"meshes":{"m":{}}}"#,
            is_unsupported,
            "glTF 1.0 (2.0 is supported",
        ),
        case(
            "new.gltf",
            json.replace(r#""version":"2.0""#, r#""version":"2.3","minVersion":"2.1""#),
            is_unsupported,
            "glTF 2.1",
        ),
        case(
            "meshopt.gltf",
            json.replacen('{', r#"{"extensionsRequired":["EXT_meshopt_compression"],"#, 1),
            is_unsupported,
            "meshopt compression",
        ),
        case(
            "instances.gltf",
            json.replacen('{', r#"{"extensionsRequired":["EXT_mesh_gpu_instancing"],"#, 1),
            is_unsupported,
            "the extension `EXT_mesh_gpu_instancing`",
        ),
        case("wrong_chunk.glb", wrong_chunk, is_not_this_format, "JSON chunk at byte 12"),
        case("no_chunk.glb", no_blob, is_missing_buffer, "no binary chunk"),
        case("noise.gltf", "\u{1}\u{2}\u{3}", is_not_this_format, "neither JSON nor binary"),
        case("cut.gltf", &json[..200], is_truncated, "JSON ends too early"),
        case("not_json.gltf", json.replacen(':', ";", 1), is_syntax, "line 1, column"),
        case("no_asset.gltf", r#"{"scenes":[]}"#, is_syntax, "asset"),
        case(
            "accessor_beyond.gltf",
            replaced(r#""POSITION":1"#, r#""POSITION":7"#),
            is_missing_reference,
            "out of bounds",
        ),
        case(
            "count_beyond.gltf",
            replaced(r#""count":5"#, r#""count":4000000000"#),
            is_truncated,
            "accessor 1 takes",
        ),
        case(
            "view_beyond.gltf",
            replaced(r#""byteOffset":36,"byteLength":60"#, r#""byteOffset":36,"byteLength":99"#),
            is_truncated,
            "buffer view 1",
        ),
        case(
            "index_beyond.gltf",
            replaced(
                r#""bufferView":0,"componentType":5123,"count":18"#,
                r#""bufferView":0,"componentType":5121,"count":36"#,
            )
            .replacen("AAAB", "AP8B", 1),
            is_out_of_range,
            "mesh 0, primitive 0",
        ),
        case(
            "positions_as_indices.gltf",
            replaced(r#""indices":0"#, r#""indices":1"#),
            is_unsupported,
            "indices stored as",
        ),
        case(
            "missing.gltf",
            json.replace("data:application/octet-stream;base64,", "nowhere/").replace('=', ""),
            is_missing_buffer,
            "buffer 0",
        ),
        case(
            "web.gltf",
            json.replace("data:application/octet-stream;base64,", "https://example.org/"),
            is_missing_buffer,
            "only files beside",
        ),
        case("not_base64.gltf", json.replace("base64,", "base64,!!!"), is_missing_buffer, "buffer 0"),
        case("no_mesh.gltf", r#"{"asset":{"version":"2.0"}}"#, is_no_triangles, "no triangles"),
        case(
            "draco.gltf",
            json.replacen('{', r#"{"extensionsRequired":["KHR_draco_mesh_compression"],"#, 1),
            is_unsupported,
            "Draco compression",
        ),
    ]);
}

#[test]
fn collada_files_are_refused_for_what_is_wrong_with_them() {
    let text = dae_plain();
    let replaced = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let input = r##"<input semantic="VERTEX" source="#vertices" offset="0"/>"##;
    let with = |primitives: &str| dae("", &primitives.replace("<input/>", input), DAE_NODE);
    check(vec![
        case("empty.dae", "", |p| matches!(p, P::Empty), "is empty"),
        case("noise.dae", "COLLADA", |p| is_syntax(p) || is_not_this_format(p), "noise.dae"),
        case("other_xml.dae", "<robot name=\"r\"/>", is_not_this_format, "root element is `robot`"),
        case("cut.dae", &text[..text.len() - 60], |p| is_truncated(p) || is_syntax(p), "cut.dae"),
        case("crossed_tags.dae", replaced("</mesh>", "</mush>"), is_syntax, "line"),
        case("no_geometry.dae", replaced("#wedge", "#hedge"), is_missing_reference, "<geometry> `#hedge`"),
        case(
            "no_scene.dae",
            replaced("#scene", "#scenery"),
            is_missing_reference,
            "<visual_scene> `#scenery`",
        ),
        case("elsewhere.dae", replaced("#wedge", "other.dae#wedge"), is_missing_reference, "other.dae#wedge"),
        case("no_array.dae", replaced("#array", "#heap"), is_missing_reference, "<float_array> `#heap`"),
        case("nan.dae", replaced("0.5 -0.25", "0.5 NaN"), is_not_finite, "vertex 0"),
        case("word.dae", replaced("0.5 -0.25", "0.5 half"), is_syntax, "`half` is not a number"),
        case(
            "too_few_points.dae",
            replaced("0.5 -0.25 0.125", ""),
            is_truncated,
            "states 5 points and has 4",
        ),
        case(
            "index_beyond.dae",
            replaced("<p>0 0", "<p>0 5"),
            is_out_of_range,
            "vertex index 5 is out of range, allowed is 0 to 4",
        ),
        case("index_negative.dae", replaced("<p>0 0", "<p>0 -1"), is_syntax, "`-1`"),
        case(
            "half_a_triangle.dae",
            with("<triangles><input/><p>0 1 2 3</p></triangles>"),
            is_truncated,
            "ends in a triangle",
        ),
        case(
            "fewer_than_stated.dae",
            with("<triangles count=\"9\"><input/><p>0 1 2</p></triangles>"),
            is_truncated,
            "states 9 faces and has 1",
        ),
        case(
            "long_vcount.dae",
            with("<polylist><input/><vcount>3 4</vcount><p>0 1 2 3</p></polylist>"),
            is_truncated,
            "corners",
        ),
        case(
            "no_vcount.dae",
            with("<polylist><input/><p>0 1 2</p></polylist>"),
            is_syntax,
            "has no <vcount>",
        ),
        case(
            "two_corners.dae",
            with("<polygons><input/><p>0 1</p></polygons>"),
            is_syntax,
            "at least 3 corners",
        ),
        case(
            "hole.dae",
            with("<polygons><input/><ph><p>0 1 2</p><h>0 1 2</h></ph></polygons>"),
            is_unsupported,
            "holes",
        ),
        case("only_lines.dae", with("<lines><input/><p>0 1</p></lines>"), is_no_triangles, "no triangles"),
        case(
            "short_matrix.dae",
            replaced("<instance_geometry", "<matrix>1 0 0</matrix><instance_geometry"),
            is_syntax,
            "needs 16 numbers and has 3",
        ),
        case(
            "skew.dae",
            replaced("<instance_geometry", "<skew>1 0 0 0 1 0 0</skew><instance_geometry"),
            is_unsupported,
            "skew",
        ),
        case(
            "no_unit.dae",
            replaced("meter=\"1\"", "meter=\"one\""),
            is_syntax,
            "`meter=\"one\"` is not a number",
        ),
        case(
            "zero_unit.dae",
            replaced("meter=\"1\"", "meter=\"0\""),
            |p| matches!(p, P::BadUnit(_)),
            "greater than zero",
        ),
        case("w_up.dae", replaced("Z_UP", "W_UP"), is_syntax, "X_UP, Y_UP or Z_UP"),
        case(
            "laughs.dae",
            replaced("<COLLADA", "<!DOCTYPE a [<!ENTITY b \"ha\">]><COLLADA"),
            is_syntax,
            "line",
        ),
    ]);
}

#[test]
fn names_that_say_nothing_are_refused() {
    check(vec![
        case(
            "mesh.step",
            "solid",
            |p| matches!(p, P::UnknownExtension { .. }),
            "unknown extension `step`; known are stl",
        ),
        case("mesh", "solid", |p| matches!(p, P::UnknownExtension { .. }), "unknown extension ``"),
        case("mesh.zae", "PK", is_unsupported, "unpack it, and read the .dae inside"),
    ]);
    // What a clone without LFS leaves in place of every mesh.
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 1234\n";
    let is_pointer: fn(&P) -> bool = |p| matches!(p, P::LfsPointer);
    let names = ["pointer.stl", "pointer.obj", "pointer.ply", "pointer.gltf", "pointer.glb", "pointer.dae"];
    check(names.map(|name| case(name, pointer, is_pointer, "`git lfs pull`")).to_vec());
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("missing.stl"), std::path::PathBuf::from("/dev/zero.stl")] {
        let error = files::load(&path, &LoadOptions::default()).unwrap_err();
        assert!(matches!(error.problem, P::Unreadable(_)), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()));
    }
    let folder_like_a_file = folder.path().join("folder.obj");
    std::fs::create_dir(&folder_like_a_file).unwrap();
    let error = files::load(&folder_like_a_file, &LoadOptions::default()).unwrap_err();
    assert!(error.to_string().contains("it is a folder, not a file"), "{error}");
}
