//! MuJoCo's binary meshes: four counts, then coordinates, normals and texture coordinates in single precision, then corners.

use super::polygons::{Polygons, RawMesh};
use super::{Format, MeshFileProblem};
use glam::DVec3;

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, MeshFileProblem> {
    let word = |i: usize| bytes.get(4 * i..4 * i + 4).map(|b| [b[0], b[1], b[2], b[3]]);
    let count =
        |i: usize| word(i).map(i32::from_le_bytes).filter(|count| *count >= 0).map(|count| count as usize);
    let (Some(vertices), Some(normals), Some(textures), Some(faces)) =
        (count(0), count(1), count(2), count(3))
    else {
        let reason = "it does not begin with four counts".to_owned();
        return Err(MeshFileProblem::NotThisFormat { format: Format::MujocoMesh, reason });
    };
    let words = 4 + 3 * vertices as u64 + 3 * normals as u64 + 2 * textures as u64 + 3 * faces as u64;
    if words * 4 != bytes.len() as u64 {
        let reason = format!("its counts need {} bytes, it has {}", words * 4, bytes.len());
        return Err(MeshFileProblem::NotThisFormat { format: Format::MujocoMesh, reason });
    }
    let float = |i: usize| word(i).map_or(f64::NAN, |b| f64::from(f32::from_le_bytes(b)));
    let mut polygons = Polygons::default();
    for vertex in 0..vertices {
        let at = 4 + 3 * vertex;
        polygons.push_vertex(DVec3::new(float(at), float(at + 1), float(at + 2)), || {
            format!("vertex {vertex}")
        })?;
    }
    let first = 4 + 3 * vertices + 3 * normals + 2 * textures;
    for face in 0..faces {
        // A negative corner becomes one that is far out of range.
        let corner = |k: usize| word(first + 3 * face + k).map_or(u32::MAX, u32::from_le_bytes);
        polygons.push_face([corner(0), corner(1), corner(2)]);
    }
    polygons.check_indices(0, |face| format!("face {face}"))?;
    Ok(RawMesh { polygons, ..Default::default() })
}
