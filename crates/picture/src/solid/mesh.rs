//! Meshes made ready to be drawn.

use crate::PictureError;
use crate::spatial::check_mesh;
use bristle_geometry::TriangleMesh;
use glam::DVec3;
use std::collections::BTreeMap;

/// Faces that meet at a smaller angle are drawn as one smooth surface: its cosine, of 40°.
const SMOOTH: f64 = 0.766;
/// A corner that more faces meet at is drawn as it is.
const MOST_AROUND: usize = 256;

/// A closed mesh made ready to be drawn, as often as you like. Its round parts are shaded smoothly.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Unit normals at the corners of the triangles.
    pub(crate) normals: Vec<[DVec3; 3]>,
}

impl Solid {
    /// From a mesh \[m\], its triangles counter-clockwise as seen from outside.
    pub fn new(mesh: &TriangleMesh) -> Result<Self, PictureError> {
        check_mesh(mesh, "body")?;
        let mut solid =
            Self { vertices: mesh.vertices.clone(), triangles: mesh.triangles.clone(), normals: Vec::new() };
        solid.smooth();
        Ok(solid)
    }

    /// Its vertices \[m\].
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The same solid with its vertices moved to other places.
    pub fn moved(&self, place: impl Fn(usize, DVec3) -> DVec3) -> Self {
        let vertices =
            self.vertices.iter().enumerate().map(|(index, &vertex)| place(index, vertex)).collect();
        let mut moved = Self { vertices, triangles: self.triangles.clone(), normals: Vec::new() };
        moved.smooth();
        moved
    }

    fn corners(&self, triangle: [u32; 3]) -> [DVec3; 3] {
        triangle.map(|vertex| self.vertices[vertex as usize])
    }

    fn smooth(&mut self) {
        // Twice the area times the normal: large faces count for more.
        let faces: Vec<DVec3> = self
            .triangles
            .iter()
            .map(|&triangle| {
                let [a, b, c] = self.corners(triangle);
                (b - a).cross(c - a)
            })
            .collect();
        let same = welded(&self.vertices);
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); self.vertices.len()];
        for (index, triangle) in self.triangles.iter().enumerate() {
            for &vertex in triangle {
                around[same[vertex as usize] as usize].push(index as u32);
            }
        }
        let normal_at = |face: usize, vertex: u32| {
            let own = faces[face].normalize_or_zero();
            let faces_around = &around[same[vertex as usize] as usize];
            if faces_around.len() > MOST_AROUND {
                return own;
            }
            let alike = faces_around.iter().map(|&other| faces[other as usize]);
            let alike = alike.filter(|other| own.dot(*other) > SMOOTH * other.length());
            alike.sum::<DVec3>().try_normalize().unwrap_or(own)
        };
        let corners = self.triangles.iter().enumerate();
        self.normals =
            corners.map(|(face, triangle)| triangle.map(|vertex| normal_at(face, vertex))).collect();
    }
}

/// For each vertex the first one at the same place: files often repeat a vertex per face.
fn welded(vertices: &[DVec3]) -> Vec<u32> {
    let mut first: BTreeMap<[u64; 3], u32> = BTreeMap::new();
    // Adding zero turns -0.0 into 0.0, which has other bits but is the same place.
    let key = |v: &DVec3| (*v + DVec3::ZERO).to_array().map(f64::to_bits);
    vertices.iter().enumerate().map(|(index, v)| *first.entry(key(v)).or_insert(index as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_geometry::mesh::generate;

    #[test]
    fn a_cube_keeps_its_edges_and_a_cylinder_is_round() {
        let cube = Solid::new(&generate::cuboid(DVec3::splat(0.03)).unwrap()).unwrap();
        for (triangle, normals) in cube.triangles.iter().zip(&cube.normals) {
            let [a, b, c] = cube.corners(*triangle);
            let face = (b - a).cross(c - a).normalize();
            assert!(normals.iter().all(|normal| (*normal - face).length() < 1e-12));
        }
        // A prism of 24 sides stands for a cylinder: at its edges the normal is between those of two sides.
        let sides = 24;
        let ring = |z: f64| {
            (0..sides).map(move |i| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(sides);
                DVec3::new(angle.cos(), angle.sin(), z)
            })
        };
        let vertices: Vec<DVec3> = ring(0.0).chain(ring(1.0)).collect();
        let n = sides as u32;
        let triangles = (0..n).flat_map(|i| {
            let j = (i + 1) % n;
            [[i, j, n + j], [i, n + j, n + i]]
        });
        let prism = Solid::new(&TriangleMesh { vertices, triangles: triangles.collect() }).unwrap();
        for (triangle, normals) in prism.triangles.iter().zip(&prism.normals) {
            for (corner, normal) in prism.corners(*triangle).iter().zip(normals) {
                // Faces at either side weigh one and two triangles: within half a side of the radius.
                let radial = DVec3::new(corner.x, corner.y, 0.0);
                assert!(normal.dot(radial) > 0.998, "{normal}");
            }
        }
    }
}
