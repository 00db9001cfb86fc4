//! Scenes: nested transforms, shared geometry, mirrors, units and up axes.

use super::fixtures::*;
use bristle_geometry::TriangleMesh;
use bristle_geometry::files::{self, FileReach, Format, LoadOptions, MeshFileProblem};
use glam::{DMat4, DQuat, DVec3};

/// The wedge placed by a matrix, turned from y up to z up, for comparison.
fn placed(transform: DMat4) -> TriangleMesh {
    let z_up = |v: DVec3| DVec3::new(v.x, -v.z, v.y);
    let mut mesh = wedge();
    mesh.vertices.iter_mut().for_each(|v| *v = z_up(transform.transform_point3(*v)));
    if transform.determinant() < 0.0 {
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    mesh
}

fn assert_near(found: &TriangleMesh, expected: &[TriangleMesh], tolerance: f64) {
    let expected: Vec<_> = expected.iter().flat_map(corners).collect();
    let found = corners(found);
    assert_eq!(found.len(), expected.len());
    // The triangles are in order; a mirror may begin a triangle at another corner.
    for (f, e) in found.iter().zip(&expected) {
        let near = (0..3).any(|k| (0..3).all(|i| f[(i + k) % 3].distance(e[i]) < tolerance));
        assert!(near, "{f:?} is not {e:?}");
    }
}

/// The transforms of a glTF are single precision: 1e-7 of coordinates up to 10 m.
const SINGLE: f64 = 2e-6;

#[test]
fn gltf_nests_transforms_and_shares_meshes() {
    let nodes = r#"[{"translation":[1,2,3],"children":[1,2]},
        {"mesh":0,"rotation":[0.18257418,0.36514837,0.54772256,0.73029674],"scale":[2,0.5,3]},
        {"translation":[0,0,-4],"children":[3]},
        {"mesh":0}]"#;
    let loaded = parse(gltf_json(nodes, "[0]", &data_uri()), Format::Gltf);
    let outer = DMat4::from_translation(DVec3::new(1.0, 2.0, 3.0));
    let turned = outer
        * DMat4::from_scale_rotation_translation(
            DVec3::new(2.0, 0.5, 3.0),
            DQuat::from_xyzw(1.0, 2.0, 3.0, 4.0).normalize(),
            DVec3::ZERO,
        );
    let shifted = outer * DMat4::from_translation(DVec3::new(0.0, 0.0, -4.0));
    assert_near(&loaded.mesh, &[placed(turned), placed(shifted)], SINGLE);
    assert!(loaded.mesh.report().is_clean(), "{}", loaded.mesh.report());
}

#[test]
fn a_mirror_in_a_node_keeps_the_outside_out() {
    let nodes = r#"[{"mesh":0,"scale":[-1,1,1]}]"#;
    let mesh = parse(gltf_json(nodes, "[0]", &data_uri()), Format::Gltf).mesh;
    assert_near(&mesh, &[placed(DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0)))], SINGLE);
    assert!(mesh.report().is_clean());
    let node = r##"<node><scale>1 -1 1</scale><instance_geometry url="#wedge"/></node>"##;
    let mesh = parse(dae("<up_axis>Y_UP</up_axis>", &dae_triangles(), node), Format::Collada).mesh;
    assert_near(&mesh, &[placed(DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0)))], 1e-15);
    assert!(mesh.report().is_clean());
}

#[test]
fn gltf_reads_buffers_beside_it_also_with_spaces_in_their_names() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("the buffer.bin"), gltf_buffer()).unwrap();
    let path = folder.path().join("wedge.gltf");
    let json = gltf_json(r#"[{"mesh":0}]"#, "[0]", r#""uri":"the%20buffer.bin","#);
    std::fs::write(&path, &json).unwrap();
    let loaded = files::load(&path, &LoadOptions::default()).unwrap();
    assert_near(&loaded.mesh, &[placed(DMat4::IDENTITY)], 1e-15);
    assert!(matches!(problem(json, Format::Gltf), MeshFileProblem::MissingBuffer { buffer: 0, .. }));
}

#[test]
fn gltf_strips_and_fans_and_bare_positions_are_triangles() {
    let with = |mode: u32, indices: &str| {
        let json = gltf_json(r#"[{"mesh":0}]"#, "[0]", &data_uri());
        json.replace(r#""indices":0"#, &format!(r#""mode":{mode}{indices}"#))
    };
    assert_eq!(parse(with(5, ""), Format::Gltf).mesh.triangles, vec![[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(parse(with(6, ""), Format::Gltf).mesh.triangles, vec![[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    assert_eq!(parse(with(4, ""), Format::Gltf).mesh.triangles, vec![[0, 1, 2]]);
    assert!(matches!(problem(with(1, ""), Format::Gltf), MeshFileProblem::NoTriangles));
}

#[test]
fn collada_applies_its_unit_and_up_axis() {
    let asset = r#"<unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis>"#;
    let loaded = parse(dae(asset, &dae_triangles(), DAE_NODE), Format::Collada);
    assert_near(&loaded.mesh, &[placed(DMat4::from_scale(DVec3::splat(0.01)))], 1e-16);
    assert_eq!(loaded.metres_per_unit, 0.01);
    // x up: what was −y becomes x, what was −z becomes y, what was x becomes z.
    let x_up = parse(dae("<up_axis>X_UP</up_axis>", &dae_triangles(), DAE_NODE), Format::Collada).mesh;
    let expected: Vec<DVec3> = wedge().vertices.iter().map(|v| DVec3::new(-v.y, -v.z, v.x)).collect();
    assert_eq!(x_up.vertices, expected);
    assert!(x_up.report().is_clean());
}

/// Transforms apply in the order written, nodes nest, and a node of the library may be placed twice.
#[test]
fn collada_nests_every_kind_of_transform() {
    let nodes = r##"<node id="outer"><translate>1 2 3</translate><rotate>0 0 1 30</rotate>
        <node id="inner"><matrix>0 -1 0 0.5 1 0 0 0 0 0 1 -2 0 0 0 1</matrix><scale>2 3 4</scale>
          <instance_geometry url="#wedge"/></node>
        <node><instance_node url="#inner"/></node></node>
        <node><translate>9 0 0</translate><instance_node url="#inner"/></node>
        <node><lookat>3 0 0  0 0 0  0 1 0</lookat><instance_geometry url="#wedge"/></node>"##;
    let mesh = parse(dae("<up_axis>Y_UP</up_axis>", &dae_triangles(), nodes), Format::Collada).mesh;
    let outer =
        DMat4::from_translation(DVec3::new(1.0, 2.0, 3.0)) * DMat4::from_rotation_z(30f64.to_radians());
    let inner = DMat4::from_translation(DVec3::new(0.5, 0.0, -2.0))
        * DMat4::from_rotation_z(90f64.to_radians())
        * DMat4::from_scale(DVec3::new(2.0, 3.0, 4.0));
    let second = DMat4::from_translation(DVec3::new(9.0, 0.0, 0.0)) * inner;
    // At (3, 0, 0) looking at the origin: −z points along −x, so z is x, and x is −z.
    let looking =
        DMat4::from_translation(DVec3::new(3.0, 0.0, 0.0)) * DMat4::from_rotation_y(90f64.to_radians());
    let expected = [outer * inner, outer * inner, second, looking].map(placed);
    assert_near(&mesh, &expected[..], 1e-14);
}

#[test]
fn collada_writes_polygons_in_five_ways() {
    let input = r##"<input semantic="VERTEX" source="#vertices" offset="0"/>"##;
    let triangles =
        |primitives: &str| parse(dae("<up_axis>Z_UP</up_axis>", primitives, DAE_NODE), Format::Collada).mesh;
    let list = format!(r#"<polylist count="2">{input}<vcount>3 3</vcount><p>0 1 3 1 2 3</p></polylist>"#);
    assert_eq!(triangles(&list).triangles, vec![[0, 1, 3], [1, 2, 3]]);
    let polygons = format!(r#"<polygons count="2">{input}<p>0 1 3</p><p>1 2 3</p></polygons>"#);
    assert_eq!(triangles(&polygons).triangles, vec![[0, 1, 3], [1, 2, 3]]);
    let strips = format!(r#"<tristrips count="1">{input}<p>0 1 2 3</p></tristrips>"#);
    assert_eq!(triangles(&strips).triangles, vec![[0, 1, 2], [2, 1, 3]]);
    let fans = format!(r#"<trifans count="1">{input}<p>0 1 2 3</p></trifans>"#);
    assert_eq!(triangles(&fans).triangles, vec![[0, 1, 2], [0, 2, 3]]);
    // Two primitives share their positions: no vertex twice.
    let both = triangles(&(polygons + &fans));
    assert_eq!((both.vertices.len(), both.triangles.len()), (5, 4));
}

#[test]
fn collada_takes_a_skinned_mesh_at_rest_and_a_library_as_it_is() {
    let skin = r##"<library_controllers><controller id="c"><skin source="#wedge"><bind_shape_matrix>
        1 0 0 7 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller></library_controllers>
        <library_visual_scenes>"##;
    let node = r##"<node><instance_controller url="#c"/></node>"##;
    let text =
        dae("<up_axis>Y_UP</up_axis>", &dae_triangles(), node).replace("<library_visual_scenes>", skin);
    let loaded = parse(text, Format::Collada);
    assert_near(&loaded.mesh, &[placed(DMat4::from_translation(DVec3::new(7.0, 0.0, 0.0)))], 1e-15);
    assert!(loaded.notes.iter().any(|n| n.to_string().contains("skins")));

    let text = dae_plain();
    let library = text[..text.find("<library_visual_scenes>").unwrap()].to_owned() + "</COLLADA>";
    assert_eq!(parse(library, Format::Collada).mesh, wedge());
}

#[test]
fn scenes_that_go_in_circles_end() {
    let circle = r#"[{"children":[1]},{"children":[0],"mesh":0}]"#;
    let json = gltf_json(circle, "[0]", &data_uri());
    assert!(matches!(problem(json, Format::Gltf), MeshFileProblem::TooMany { .. }));
    let node = r##"<node id="n"><instance_geometry url="#wedge"/><instance_node url="#n"/></node>"##;
    let text = dae("", &dae_triangles(), node);
    assert!(matches!(problem(text, Format::Collada), MeshFileProblem::TooMany { .. }));
    // Each node places the next one twice: 2⁶⁰ wedges from sixty lines.
    let bomb: String = (0..60)
        .map(|i| {
            format!(
                r##"<node id="n{i}"><instance_node url="#n{0}"/><instance_node url="#n{0}"/></node>"##,
                i + 1
            )
        })
        .collect();
    let text =
        dae("", &dae_triangles(), &(bomb + r##"<node id="n60"><instance_geometry url="#wedge"/></node>"##));
    assert!(matches!(problem(text, Format::Collada), MeshFileProblem::TooMany { .. }));
}

#[test]
fn nodes_may_nest_as_deep_as_they_like() {
    let deep = 50_000;
    let nodes = "<node><translate>0 0 0.5</translate>".repeat(deep) + DAE_NODE + &"</node>".repeat(deep);
    let options = LoadOptions { unit: files::Unit::Millimetre, ..Default::default() };
    let text = dae("<up_axis>Z_UP</up_axis>", &dae_triangles(), &nodes);
    let loaded = files::parse(text.as_bytes(), Format::Collada, &options).unwrap();
    // 25 m up, and the wedge's own 1/8 mm.
    assert!((loaded.mesh.vertices[0].z - 25.000_125).abs() < 1e-12, "{}", loaded.mesh.vertices[0]);
}

#[test]
fn gltf_buffers_outside_of_the_folder_are_read_only_if_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("model");
    std::fs::create_dir_all(inside.join("parts")).unwrap();
    std::fs::write(folder.path().join("secret.bin"), gltf_buffer()).unwrap();
    std::fs::write(inside.join("parts/own.bin"), gltf_buffer()).unwrap();
    let path = inside.join("wedge.gltf");
    let load = |uri: &str, buffers: FileReach| {
        let json = gltf_json(r#"[{"mesh":0}]"#, "[0]", &format!(r#""uri":"{uri}","#));
        std::fs::write(&path, json).unwrap();
        files::load(&path, &LoadOptions { buffers, ..Default::default() })
    };
    let absolute = folder.path().join("secret.bin").display().to_string();
    for uri in
        ["../secret.bin", "%2e%2e/secret.bin", "..%2Fsecret.bin", "parts/../../secret.bin", absolute.as_str()]
    {
        let refused = load(uri, FileReach::Folder).unwrap_err();
        assert!(refused.to_string().contains("not in the folder of this file"), "{uri}: {refused}");
        let allowed = load(uri, FileReach::Anywhere).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert_near(&allowed.mesh, &[placed(DMat4::IDENTITY)], 1e-15);
    }
    for uri in ["parts/own.bin", "./parts/own.bin"] {
        load(uri, FileReach::Folder).unwrap_or_else(|error| panic!("{uri}: {error}"));
    }
}

/// What only concerns looks, or nobody, stops no shape from being read.
#[test]
fn gltf_extras_and_looks_of_any_kind_are_passed_over() {
    let json = gltf_json(r#"[{"mesh":0,"extras":"name","camera":9}]"#, "[0]", &data_uri());
    let expected = parse(&json, Format::Gltf).mesh;
    for extras in ["3", "\"text\"", "[1,[2]]", "null", "true", "{\"a\":{\"b\":[]}}"] {
        let asset = format!(r#""asset":{{"version":"2.0","extras":{extras}}}"#);
        let with = json.replace(r#""asset":{"version":"2.0"}"#, &asset).replace(
            r#""indices":0"#,
            &format!(r#""indices":0,"material":7,"extras":{extras},"extensions":{{"X_y":{extras}}}"#),
        );
        assert_eq!(parse(with, Format::Gltf).mesh, expected, "{extras}");
    }
    let looks = r#"{"extensionsRequired":["KHR_materials_unlit","KHR_texture_basisu","KHR_lights_punctual","EXT_texture_webp"],
        "materials":[{"alphaMode":"GLOW"}],"textures":[{}],"images":4,"animations":[{"channels":"none"}],"#;
    assert_eq!(parse(json.replacen('{', looks, 1), Format::Gltf).mesh, expected);
    // Minor versions only add.
    let newer = json.replace(r#""version":"2.0""#, r#""version":"2.7","minVersion":"2.0""#);
    assert_eq!(parse(newer, Format::Gltf).mesh, expected);
}

#[test]
fn gltf_positions_may_be_whole_numbers() {
    use base64::Engine;
    // A right-angled triangle of sides 100 and 50: as they are, and as shares of 32767 of a node that is as large.
    let numbers: Vec<u8> =
        [0i16, 0, 0, 0, 100, 0, 0, 0, 0, 50, 0, 0].iter().flat_map(|n| n.to_le_bytes()).collect();
    let uri = base64::engine::general_purpose::STANDARD.encode(&numbers);
    let json = |normalised: bool, scale: f64| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"extensionsRequired":["KHR_mesh_quantization"],"scenes":[{{"nodes":[0]}}],
            "nodes":[{{"mesh":0,"scale":[{scale},{scale},{scale}]}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"bufferView":0,"componentType":5122,"count":3,"type":"VEC3","normalized":{normalised},"min":[0,0,0],"max":[100,50,0]}}],
            "bufferViews":[{{"buffer":0,"byteLength":24,"byteStride":8}}],"buffers":[{{"byteLength":24,"uri":"data:;base64,{uri}"}}]}}"#
        )
    };
    for (normalised, scale) in [(false, 0.001), (true, 32.767)] {
        let mesh = parse(json(normalised, scale), Format::Gltf).mesh;
        // The scale is in single precision.
        assert!((mesh.report().area - 0.5 * 0.1 * 0.05).abs() < 1e-9, "{}", mesh.report());
    }
}
