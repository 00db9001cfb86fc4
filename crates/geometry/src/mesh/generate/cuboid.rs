//! Boxes.

use std::collections::HashMap;

use glam::DVec3;

use super::error::{GenerateError, check_count, check_length, check_triangles};
use crate::TriangleMesh;

/// A box centred on the origin, of twelve triangles.
///
/// * `half_extents`: half the edge lengths along x, y and z \[m\].
pub fn cuboid(half_extents: DVec3) -> Result<TriangleMesh, GenerateError> {
    cuboid_divided(half_extents, [1, 1, 1])
}

/// A box centred on the origin, its edges along x, y and z cut into `divisions` equal parts (at least 1 each).
///
/// Neighbouring faces share the vertices of their common edge. Each rectangle is cut into two triangles.
///
/// * `half_extents`: half the edge lengths along x, y and z \[m\].
pub fn cuboid_divided(half_extents: DVec3, divisions: [usize; 3]) -> Result<TriangleMesh, GenerateError> {
    check_length("half_extents.x", half_extents.x)?;
    check_length("half_extents.y", half_extents.y)?;
    check_length("half_extents.z", half_extents.z)?;
    for (name, count) in ["divisions along x", "divisions along y", "divisions along z"].iter().zip(divisions)
    {
        check_count(name, count, 1, u32::MAX as usize)?;
    }
    let [x, y, z] = divisions;
    let faces = [x.saturating_mul(y), y.saturating_mul(z), z.saturating_mul(x)];
    check_triangles([4, faces.into_iter().fold(0, usize::saturating_add)])?;

    let mut lattice = Lattice { half_extents, divisions, numbers: HashMap::new(), vertices: Vec::new() };
    let mut triangles = Vec::new();
    for axis in 0..3 {
        // `across` and `along` follow `axis` in cyclic order, so their product points along +axis.
        let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
        for (level, outward) in [(0, false), (divisions[axis], true)] {
            for i in 0..divisions[across] {
                for j in 0..divisions[along] {
                    let mut corner = |di: usize, dj: usize| {
                        let mut at = [0; 3];
                        (at[axis], at[across], at[along]) = (level, i + di, j + dj);
                        lattice.vertex(at)
                    };
                    let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    if outward {
                        triangles.extend([[a, b, c], [a, c, d]]);
                    } else {
                        triangles.extend([[a, c, b], [a, d, c]]);
                    }
                }
            }
        }
    }
    Ok(TriangleMesh { vertices: lattice.vertices, triangles })
}

/// Numbers lattice points in the order in which they are first met, so that faces share their edges.
struct Lattice {
    half_extents: DVec3,
    divisions: [usize; 3],
    numbers: HashMap<[usize; 3], u32>,
    vertices: Vec<DVec3>,
}

impl Lattice {
    fn vertex(&mut self, at: [usize; 3]) -> u32 {
        *self.numbers.entry(at).or_insert_with(|| {
            let share = |k: usize| 2.0 * at[k] as f64 / self.divisions[k] as f64 - 1.0;
            self.vertices.push(self.half_extents * DVec3::new(share(0), share(1), share(2)));
            (self.vertices.len() - 1) as u32
        })
    }
}
