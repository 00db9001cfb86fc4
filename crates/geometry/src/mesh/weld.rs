//! Vertices that are meant to be one, made one.

use super::TriangleMesh;
use glam::DVec3;
use std::collections::HashMap;

/// Tolerances at which a mesh is tried to be closed: what is left of sums that should be zero, and rounding of single precision, as shares of the largest
/// coordinate; and more than any rounding, as a share of the longest side. A large one may weld what a small one leaves apart, and open a mesh elsewhere.
const OF_COORDINATES: [f64; 2] = [1e-10, 4.0 * f32::EPSILON as f64];
const OF_SIDES: f64 = 1e-5;

impl TriangleMesh {
    /// Makes vertices at exactly the same place one, keeping the first of each; the number that fell away.
    pub fn weld_identical(&mut self) -> usize {
        let mut seen = HashMap::with_capacity(self.vertices.len());
        self.merge_vertices(|vertices, position| {
            let next = vertices.len() as u32;
            // Adding zero makes the two zeros one.
            *seen.entry((*position + DVec3::ZERO).to_array().map(f64::to_bits)).or_insert(next)
        })
    }

    /// Makes vertices that lie within `tolerance` \[m\] of an earlier one that one; the number that fell away.
    ///
    /// A tolerance that is zero or not finite welds only identical vertices.
    pub(super) fn weld(&mut self, tolerance: f64) -> usize {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            return self.weld_identical();
        }
        // Cells as wide as the tolerance: a vertex within it lies in the same cell or one of the 26 around it.
        let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::with_capacity(self.vertices.len());
        self.merge_vertices(|vertices, position| {
            let [x, y, z] = (*position / tolerance).floor().to_array().map(|c| c as i64);
            let next = vertices.len() as u32;
            for dx in -1..=1 {
                for dy in -1..=1 {
                    for dz in -1..=1 {
                        let cell = [x.saturating_add(dx), y.saturating_add(dy), z.saturating_add(dz)];
                        let near = |&&i: &&u32| vertices[i as usize].distance(*position) <= tolerance;
                        if let Some(found) = cells.get(&cell).and_then(|known| known.iter().find(near)) {
                            return *found;
                        }
                    }
                }
            }
            cells.entry([x, y, z]).or_default().push(next);
            next
        })
    }

    /// `place` gives the index that a vertex has among the `kept`, or their number if it is new.
    fn merge_vertices(&mut self, mut place: impl FnMut(&[DVec3], &DVec3) -> u32) -> usize {
        let mut kept: Vec<DVec3> = Vec::with_capacity(self.vertices.len());
        let mut new_index = Vec::with_capacity(self.vertices.len());
        for position in &self.vertices {
            let index = place(&kept, position);
            if index as usize == kept.len() {
                kept.push(*position);
            }
            new_index.push(index);
        }
        let gone = self.vertices.len() - kept.len();
        if gone > 0 {
            for corner in self.triangles.iter_mut().flatten() {
                *corner = new_index[*corner as usize];
            }
            kept.shrink_to_fit();
            self.vertices = kept;
        }
        gone
    }

    /// The least of a few small tolerances \[m\] at which [`repair`](Self::repair) makes an open mesh a closed one; none if there is none, or if it is
    /// closed already.
    ///
    /// Exporters write a vertex once for each triangle, and not always with the same digits.
    pub fn closing_weld(&self) -> Option<f64> {
        let (low, high) = self.bounds()?;
        if self.is_closed() {
            return None;
        }
        let largest = low.abs().max(high.abs()).max_element();
        let [sums, single] = OF_COORDINATES.map(|share| share * largest);
        let mut tolerances = [sums, single, OF_SIDES * (high - low).max_element()];
        tolerances.sort_by(f64::total_cmp);
        tolerances.into_iter().find(|&tolerance| {
            let mut mended = self.clone();
            mended.repair(tolerance).is_ok_and(|done| done.welded_vertices > 0) && mended.is_closed()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::generate;

    /// A cone whose rim ends where it began, but for the sine of a whole turn.
    fn unsewn(shift: DVec3) -> TriangleMesh {
        let on_rim = |i: u32| {
            let (s, c) = (std::f64::consts::TAU * f64::from(i) / 24.0).sin_cos();
            DVec3::new(0.03 * c, 0.03 * s, 0.0) + shift
        };
        let mut mesh = TriangleMesh::default();
        mesh.vertices.extend((0..=24).map(on_rim));
        mesh.vertices.extend([DVec3::new(0.0, 0.0, 0.04) + shift, shift]);
        for i in 0..24 {
            mesh.triangles.extend([[i, i + 1, 25], [i + 1, i, 26]]);
        }
        mesh
    }

    #[test]
    fn a_seam_of_rounding_is_found_and_closed() {
        for shift in [DVec3::ZERO, DVec3::new(3.0, -7.0, 11.0)] {
            let mut mesh = unsewn(shift);
            assert!(!mesh.is_closed());
            let tolerance = mesh.closing_weld().unwrap();
            assert!(tolerance < 1e-5, "{tolerance}");
            mesh.repair(tolerance).unwrap();
            assert!(mesh.is_closed() && mesh.vertices.len() == 26);
            // A pyramid over a regular polygon of 24 corners.
            let volume = 0.5 * 24.0 * 0.03f64.powi(2) * (std::f64::consts::TAU / 24.0).sin() * 0.04 / 3.0;
            // Rounding of coordinates of ten metres over three centimetres.
            assert!((mesh.mass_properties().unwrap().volume / volume - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_seam_is_closed_without_welding_what_is_near() {
        // Ends of the rim that should be the same, and a neighbour that is nearer than single precision tells at ten metres.
        let shift = DVec3::X * 10.0;
        let mut mesh = unsewn(shift);
        let beside = mesh.vertices[12] + DVec3::new(0.0, 1e-6, 0.0);
        let new = mesh.vertices.len() as u32;
        mesh.vertices.push(beside);
        // What comes after vertex 12 goes over the new one; between the two is a sliver of a micrometre.
        for corner in mesh.triangles[24..].iter_mut().flatten().filter(|corner| **corner == 12) {
            *corner = new;
        }
        mesh.triangles.extend([[12, new, 25], [new, 12, 26]]);
        let tolerance = mesh.closing_weld().unwrap();
        assert!(tolerance < 1e-8, "{tolerance}");
        mesh.repair(tolerance).unwrap();
        assert!(mesh.is_closed());
    }

    #[test]
    fn a_hole_is_not_sewn_up() {
        let mut open = generate::spray_bottle(1000).unwrap();
        assert_eq!(open.closing_weld(), None, "it is closed");
        open.triangles.pop();
        assert_eq!(open.closing_weld(), None);
    }
}
