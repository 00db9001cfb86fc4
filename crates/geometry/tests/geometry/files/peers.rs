//! Our readers against independent ones, on the files that both can read.

use super::fixtures::*;
use bristle_geometry::files::Format;
use glam::{DVec3, Vec3};

#[test]
fn stl_agrees_with_stl_io() {
    for bytes in [stl_binary(b"made by hand"), stl_text().into_bytes()] {
        let theirs = stl_io::read_stl(&mut std::io::Cursor::new(&bytes)).unwrap();
        let ours = parse(&bytes, Format::Stl).mesh;
        let positions: Vec<DVec3> =
            theirs.vertices.iter().map(|v| Vec3::from_array(v.0).as_dvec3()).collect();
        assert_eq!(ours.vertices, positions);
        let triangles: Vec<[u32; 3]> = theirs.faces.iter().map(|f| f.vertices.map(|i| i as u32)).collect();
        assert_eq!(ours.triangles, triangles);
    }
}

#[test]
fn obj_agrees_with_tobj() {
    let options = tobj::LoadOptions { triangulate: true, ..Default::default() };
    let (models, _) = tobj::load_obj_buf(&mut std::io::Cursor::new(obj()), &options, |_| {
        tobj::MTLLoadResult::Err(tobj::LoadError::OpenFileFailed)
    })
    .unwrap();
    let theirs = &models[0].mesh;
    let ours = corners(&parse(obj(), Format::Obj).mesh);
    let at = |i: u32| DVec3::from_slice(&theirs.positions[3 * i as usize..]);
    let faces: Vec<[DVec3; 3]> = theirs.indices.chunks(3).map(|c| [at(c[0]), at(c[1]), at(c[2])]).collect();
    assert_eq!(ours, faces);
}

#[test]
fn ply_agrees_with_ply_rs() {
    use ply_rs_bw::ply::{DefaultElement, Property};
    for bytes in [ply_text().into_bytes(), ply_binary(false), ply_binary(true)] {
        let theirs = ply_rs_bw::parser::Parser::<DefaultElement>::new()
            .read_ply(&mut std::io::Cursor::new(&bytes))
            .unwrap();
        let number = |element: &DefaultElement, name: &str| match element.get(name) {
            Some(Property::Float(x)) => f64::from(*x),
            Some(Property::Double(x)) => *x,
            other => panic!("{other:?}"),
        };
        let ours = parse(&bytes, Format::Ply).mesh;
        let positions: Vec<DVec3> = theirs.payload["vertex"]
            .iter()
            .map(|v| DVec3::new(number(v, "x"), number(v, "y"), number(v, "z")))
            .collect();
        assert_eq!(ours.vertices, positions);
        let index = |element: &DefaultElement| {
            let list = element.get("vertex_indices").or(element.get("vertex_index"));
            let list: Vec<u32> = match list {
                Some(Property::ListInt(list)) => list.iter().map(|i| *i as u32).collect(),
                Some(Property::ListUInt(list)) => list.clone(),
                other => panic!("{other:?}"),
            };
            [list[0], list[1], list[2]]
        };
        let triangles: Vec<[u32; 3]> = theirs.payload["face"].iter().map(index).collect();
        assert_eq!(ours.triangles, triangles);
    }
}

#[test]
fn collada_agrees_with_mesh_loader() {
    let scene = mesh_loader::collada::from_str(&dae_plain()).unwrap();
    let theirs: Vec<[DVec3; 3]> = scene
        .meshes
        .iter()
        .flat_map(|m| m.faces.iter().map(|f| f.map(|i| Vec3::from_array(m.vertices[i as usize]).as_dvec3())))
        .collect();
    assert_eq!(corners(&parse(dae_plain(), Format::Collada).mesh), theirs);
}
