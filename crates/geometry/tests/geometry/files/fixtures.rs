//! One awkward mesh in every format, written here byte by byte so that readers meet nothing of their own making.

use bristle_geometry::TriangleMesh;
use bristle_geometry::files::{self, Format, LoadOptions, LoadedMesh, MeshFileProblem};
use glam::DVec3;

/// A lopsided wedge: five corners that single precision holds exactly, six triangles, closed, no symmetry.
pub(crate) fn wedge() -> TriangleMesh {
    let vertices = vec![
        DVec3::new(0.5, -0.25, 0.125),
        DVec3::new(1.5, -0.375, 0.25),
        DVec3::new(0.75, 1.25, -0.5),
        DVec3::new(0.625, 0.375, 1.75),
        DVec3::new(1.0, 0.25, -1.125),
    ];
    TriangleMesh {
        vertices,
        triangles: vec![[0, 1, 3], [1, 2, 3], [2, 0, 3], [1, 0, 4], [2, 1, 4], [0, 2, 4]],
    }
}

/// The corners of every triangle, whatever the order of the vertices.
pub(crate) fn corners(mesh: &TriangleMesh) -> Vec<[DVec3; 3]> {
    (0..mesh.triangles.len()).map(|i| mesh.corners(i)).collect()
}

/// The corners with the lowest first in each triangle, and the triangles in order: equal for equal surfaces.
pub(crate) fn surface(mesh: &TriangleMesh) -> Vec<[[f64; 3]; 3]> {
    let lowest_first = |t: [DVec3; 3]| {
        let t = t.map(|p| p.to_array());
        let key = |i: usize| t[i];
        let first = (0..3).min_by(|a, b| key(*a).partial_cmp(&key(*b)).unwrap()).unwrap();
        [t[first], t[(first + 1) % 3], t[(first + 2) % 3]]
    };
    let mut all: Vec<_> = corners(mesh).into_iter().map(lowest_first).collect();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

pub(crate) fn parse(bytes: impl AsRef<[u8]>, format: Format) -> LoadedMesh {
    files::parse(bytes.as_ref(), format, &LoadOptions::default()).unwrap()
}

pub(crate) fn problem(bytes: impl AsRef<[u8]>, format: Format) -> MeshFileProblem {
    files::parse(bytes.as_ref(), format, &LoadOptions::default()).unwrap_err().problem
}

pub(crate) fn stl_text() -> String {
    let mut text = "solid wedge\n".to_owned();
    for t in corners(&wedge()) {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for p in t {
            text += &format!("      vertex {:e} {} {}\n", p.x, p.y, p.z);
        }
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid wedge\n"
}

pub(crate) fn stl_binary(head: &[u8]) -> Vec<u8> {
    let mut bytes = head.to_vec();
    bytes.resize(80, b' ');
    let triangles = corners(&wedge());
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for t in triangles {
        bytes.extend([0; 12]);
        for p in t {
            bytes.extend(p.as_vec3().to_array().iter().flat_map(|x| x.to_le_bytes()));
        }
        bytes.extend([7, 0]);
    }
    bytes
}

pub(crate) fn obj() -> String {
    let mesh = wedge();
    let mut text = "# wedge\no wedge\n".to_owned();
    for v in &mesh.vertices {
        text += &format!("v {} {} {}\n", v.x, v.y, v.z);
    }
    text += "vt 0.5 0.5\nvn 0 0 1\n";
    for t in &mesh.triangles {
        text += &format!("f {}/1/1 {}//1 {}/1\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    text
}

pub(crate) fn ply_text() -> String {
    let mesh = wedge();
    let mut text = "ply\nformat ascii 1.0\ncomment wedge\nelement vertex 5\nproperty uchar red\nproperty double x\n\
                    property double y\nproperty double z\nelement face 6\nproperty list uchar int vertex_indices\n\
                    property float quality\nend_header\n"
        .to_owned();
    for v in &mesh.vertices {
        text += &format!("255 {} {} {}\n", v.x, v.y, v.z);
    }
    for t in &mesh.triangles {
        text += &format!("3 {} {} {} 0.5\n", t[0], t[1], t[2]);
    }
    text
}

pub(crate) fn ply_binary(big_endian: bool) -> Vec<u8> {
    let mesh = wedge();
    let order = if big_endian { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex 5\nproperty float x\nproperty float y\n\
         property float z\nproperty short curvature\nelement face 6\nproperty list ushort uint vertex_index\nend_header\n"
    )
    .into_bytes();
    let mut push = |little: &[u8]| {
        let mut word = little.to_vec();
        if big_endian {
            word.reverse();
        }
        bytes.extend(word);
    };
    for v in &mesh.vertices {
        v.as_vec3().to_array().iter().for_each(|x| push(&x.to_le_bytes()));
        push(&(-3i16).to_le_bytes());
    }
    for t in &mesh.triangles {
        push(&3u16.to_le_bytes());
        t.iter().for_each(|i| push(&i.to_le_bytes()));
    }
    bytes
}

/// The buffer of the glTF forms: 6 × 3 indices of 16 bits, then 5 positions.
pub(crate) fn gltf_buffer() -> Vec<u8> {
    let mesh = wedge();
    let indices = mesh.triangles.iter().flatten().flat_map(|i| (*i as u16).to_le_bytes());
    let positions = mesh.vertices.iter().flat_map(|v| v.as_vec3().to_array()).flat_map(f32::to_le_bytes);
    indices.chain(positions).collect()
}

/// The JSON with the given nodes and buffer; both views and the mesh `0` are in place.
pub(crate) fn gltf_json(nodes: &str, roots: &str, buffer: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":{roots}}}],"nodes":{nodes},
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"indices":0}}]}}],
"accessors":[{{"bufferView":0,"componentType":5123,"count":18,"type":"SCALAR"}},
{{"bufferView":1,"componentType":5126,"count":5,"type":"VEC3","min":[0.5,-0.375,-1.125],"max":[1.5,1.25,1.75]}}],
"bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":60}}],
"buffers":[{{{buffer}"byteLength":96}}]}}"#
    )
}

/// glTF has y up: this node turns the wedge so that it stands as in the other files once read.
const UPRIGHT: &str = r#"[{"mesh":0,"matrix":[1,0,0,0, 0,0,-1,0, 0,1,0,0, 0,0,0,1]}]"#;

pub(crate) fn data_uri() -> String {
    use base64::Engine;
    let encoded = base64::engine::general_purpose::STANDARD.encode(gltf_buffer());
    format!(r#""uri":"data:application/octet-stream;base64,{encoded}","#)
}

pub(crate) fn gltf_embedded() -> String {
    gltf_json(UPRIGHT, "[0]", &data_uri())
}

pub(crate) fn glb_of(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF".to_vec();
    let length = 12 + 8 + json.len() + 8 + buffer.len();
    for word in [2, length as u32, json.len() as u32] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes.extend((buffer.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(buffer);
    bytes
}

pub(crate) fn glb() -> Vec<u8> {
    glb_of(&gltf_json(UPRIGHT, "[0]", ""), &gltf_buffer())
}

/// COLLADA with the given asset, primitives and scene around the geometry `wedge`.
pub(crate) fn dae(asset: &str, primitives: &str, nodes: &str) -> String {
    let floats: Vec<String> =
        wedge().vertices.iter().flat_map(|v| v.to_array()).map(|x| x.to_string()).collect();
    format!(
        r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>{asset}</asset>
  <library_geometries><geometry id="wedge"><mesh>
    <source id="positions"><float_array id="array" count="15">{}</float_array>
      <technique_common><accessor source="#array" count="5" stride="3"><param name="X" type="float"/>
      <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
    {primitives}
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene">{nodes}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>"##,
        floats.join(" ")
    )
}

/// `<triangles>` with a normal's index beside each vertex's.
pub(crate) fn dae_triangles() -> String {
    let indices: Vec<String> = wedge().triangles.iter().flatten().map(|i| format!("0 {i}")).collect();
    format!(
        r##"<triangles count="6"><input semantic="NORMAL" source="#positions" offset="0"/>
<input semantic="VERTEX" source="#vertices" offset="1"/><p>{}</p></triangles>"##,
        indices.join(" ")
    )
}

pub(crate) const DAE_NODE: &str = r##"<node id="n"><instance_geometry url="#wedge"/></node>"##;

pub(crate) fn dae_plain() -> String {
    dae("<unit name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis>", &dae_triangles(), DAE_NODE)
}

/// The wedge as points and indices of Inventor's kind.
fn points_and_indices() -> (String, String) {
    let mesh = wedge();
    let points: Vec<String> = mesh.vertices.iter().map(|v| format!("{} {} {}", v.x, v.y, v.z)).collect();
    let faces: Vec<String> =
        mesh.triangles.iter().map(|t| format!("{}, {}, {}, -1", t[0], t[1], t[2])).collect();
    (points.join(",\n"), faces.join(", "))
}

/// Inventor, with the coordinates in the state.
pub(crate) fn inventor() -> String {
    let (points, faces) = points_and_indices();
    format!(
        "#Inventor V2.1 ascii\n# wedge\nSeparator {{\n  ShapeHints {{ vertexOrdering COUNTERCLOCKWISE }}\n  \
         Material {{ diffuseColor [ 0.5 0.5 1 ] }}\n  Coordinate3 {{ point [ {points} ] }}\n  \
         IndexedFaceSet {{ coordIndex [ {faces} ] }}\n}}\n"
    )
}

/// VRML 2, with the coordinates in the shape.
pub(crate) fn vrml() -> String {
    let (points, faces) = points_and_indices();
    format!(
        "#VRML V2.0 utf8\nWorldInfo {{ title \"a {{ wedge }}\" }}\nShape {{\n  appearance Appearance {{ material Material {{ }} }}\n  \
         geometry IndexedFaceSet {{ coord Coordinate {{ point [ {points} ] }} solid TRUE coordIndex [ {faces} ] }}\n}}\n"
    )
}

pub(crate) fn mujoco_mesh() -> Vec<u8> {
    let mesh = wedge();
    let counts = [mesh.vertices.len() as i32, 1, 2, mesh.triangles.len() as i32];
    let mut bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
    let positions = mesh.vertices.iter().flat_map(|v| v.as_vec3().to_array());
    bytes.extend(positions.chain([0.0, 0.0, 1.0]).chain([0.25; 4]).flat_map(f32::to_le_bytes));
    bytes.extend(mesh.triangles.iter().flatten().flat_map(|i| (*i as i32).to_le_bytes()));
    bytes
}

/// Every form of the wedge, with its name and format.
pub(crate) fn all() -> Vec<(&'static str, Format, Vec<u8>)> {
    vec![
        ("wedge_text.stl", Format::Stl, stl_text().into_bytes()),
        ("wedge_binary.stl", Format::Stl, stl_binary(b"made by hand")),
        ("wedge.obj", Format::Obj, obj().into_bytes()),
        ("wedge_text.ply", Format::Ply, ply_text().into_bytes()),
        ("wedge_little.ply", Format::Ply, ply_binary(false)),
        ("wedge_big.ply", Format::Ply, ply_binary(true)),
        ("wedge.gltf", Format::Gltf, gltf_embedded().into_bytes()),
        ("wedge.glb", Format::Gltf, glb()),
        ("wedge.dae", Format::Collada, dae_plain().into_bytes()),
        ("wedge.iv", Format::Inventor, inventor().into_bytes()),
        ("wedge.wrl", Format::Vrml, vrml().into_bytes()),
        ("wedge.msh", Format::MujocoMesh, mujoco_mesh()),
    ]
}
