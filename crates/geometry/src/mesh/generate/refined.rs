//! Meshes with smaller triangles.

use super::error::GenerateError;
use super::solid::few_enough;
use crate::TriangleMesh;
use glam::DVec3;
use std::collections::HashMap;

/// A mesh with every triangle cut into n², n such that the mean side is about `spacing` \[m\]: neighbours stay neighbours.
pub fn refined(mesh: &TriangleMesh, spacing: f64) -> Result<TriangleMesh, GenerateError> {
    let count = mesh.triangles.len();
    let sides: f64 = (0..count)
        .map(|i| {
            let [a, b, c] = mesh.corners(i);
            a.distance(b) + b.distance(c) + c.distance(a)
        })
        .sum();
    let n = (sides / (3.0 * count.max(1) as f64) / spacing).ceil().max(1.0);
    few_enough(count as f64 * n * n)?;
    let n = n as u32;
    if n == 1 {
        return Ok(mesh.clone());
    }
    // A point is known by its weights on the corners of its triangle, so that both sides of an edge share it.
    let mut fine = TriangleMesh::default();
    let mut known: HashMap<[(u32, u32); 3], u32> = HashMap::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|v| mesh.vertices[v as usize]);
        let mut vertex = |i: u32, j: u32| {
            let weights = [n - i - j, i, j];
            let mut key =
                [0, 1, 2].map(|k| if weights[k] == 0 { (u32::MAX, 0) } else { (triangle[k], weights[k]) });
            key.sort_unstable();
            *known.entry(key).or_insert_with(|| {
                let sum: DVec3 = (0..3).map(|k| corners[k] * f64::from(weights[k])).sum();
                fine.vertices.push(sum / f64::from(n));
                fine.vertices.len() as u32 - 1
            })
        };
        let mut triangles = Vec::with_capacity((n * n) as usize);
        for i in 0..n {
            for j in 0..n - i {
                triangles.push([vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)]);
                if i + j + 1 < n {
                    triangles.push([vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
                }
            }
        }
        fine.triangles.append(&mut triangles);
    }
    Ok(fine)
}
