//! Meshes as files: what other programs read.

use crate::TriangleMesh;
use glam::DVec3;
use std::fmt::Write;

/// Wavefront OBJ, in metres and z up. Numbers read back as the same numbers.
pub fn obj(mesh: &TriangleMesh) -> String {
    let mut text = String::from("# metres, z up\n");
    for DVec3 { x, y, z } in &mesh.vertices {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    text
}

/// Stanford PLY, binary with double precision, in metres and z up.
pub fn ply(mesh: &TriangleMesh) -> Vec<u8> {
    let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
    let head = format!(
        "ply\nformat binary_little_endian 1.0\ncomment metres, z up\nelement vertex {vertices}\nproperty double x\nproperty double y\n\
         property double z\nelement face {triangles}\nproperty list uchar int vertex_indices\nend_header\n"
    );
    let mut bytes = head.into_bytes();
    bytes.reserve(24 * vertices + 13 * triangles);
    for vertex in &mesh.vertices {
        vertex.to_array().iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    }
    for triangle in &mesh.triangles {
        bytes.push(3);
        triangle.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
    }
    bytes
}
