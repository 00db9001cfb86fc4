//! Mends what can be mended without guessing: doubled vertices, empty or doubled triangles, and winding.

use super::adjacency::sorted_half_edges;
use super::measure::is_flat;
use super::{MeshError, TriangleMesh};
use glam::DVec3;
use std::collections::HashSet;
use std::fmt;

/// What a repair did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepairSummary {
    /// Vertices that became one with another.
    pub welded_vertices: usize,
    /// Triangles without area that were dropped.
    pub dropped_degenerate: usize,
    /// Triangles over the same three corners as an earlier one that were dropped.
    pub dropped_duplicates: usize,
    /// Triangles that were turned round.
    pub turned_triangles: usize,
    /// Vertices that no triangle used and that were dropped.
    pub dropped_vertices: usize,
}

impl fmt::Display for RepairSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.welded_vertices, "vertices welded"),
            (self.dropped_degenerate, "triangles without area dropped"),
            (self.dropped_duplicates, "doubled triangles dropped"),
            (self.turned_triangles, "triangles turned round"),
            (self.dropped_vertices, "unused vertices dropped"),
        ];
        let done: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if done.is_empty() { f.write_str("nothing to repair") } else { f.write_str(&done.join(", ")) }
    }
}

impl TriangleMesh {
    /// Welds vertices closer than `tolerance` \[m\], drops degenerate and doubled triangles and unused vertices,
    /// and orients what is left: consistently within each component, and outwards where it is closed.
    ///
    /// Holes and edges where more than two triangles meet stay: to close or part them would be a guess. A tolerance
    /// that is zero or not finite welds identical vertices only. A mesh that [`validate`](Self::validate) refuses
    /// is left as it is.
    pub fn repair(&mut self, tolerance: f64) -> Result<RepairSummary, MeshError> {
        self.validate()?;
        let welded_vertices = self.weld(tolerance);
        let dropped_degenerate = self.drop_degenerate_triangles();
        let dropped_duplicates = self.drop_duplicate_triangles();
        let turned_triangles = self.orient();
        let dropped_vertices = self.drop_unused_vertices();
        Ok(RepairSummary {
            welded_vertices,
            dropped_degenerate,
            dropped_duplicates,
            turned_triangles,
            dropped_vertices,
        })
    }

    /// Drops triangles without area; the number dropped.
    fn drop_degenerate_triangles(&mut self) -> usize {
        let before = self.triangles.len();
        let kept = (0..before).filter(|&i| !is_flat(self.corners(i))).map(|i| self.triangles[i]).collect();
        self.triangles = kept;
        before - self.triangles.len()
    }

    /// Drops triangles over the same three vertices as an earlier one, whichever way they wind; the number dropped.
    fn drop_duplicate_triangles(&mut self) -> usize {
        let before = self.triangles.len();
        let mut seen = HashSet::with_capacity(before);
        self.triangles.retain(|corners| {
            let mut sorted = *corners;
            sorted.sort_unstable();
            seen.insert(sorted)
        });
        before - self.triangles.len()
    }

    /// Drops vertices that no triangle uses, keeping the order of the others; the number dropped.
    pub(super) fn drop_unused_vertices(&mut self) -> usize {
        let mut new_index = vec![u32::MAX; self.vertices.len()];
        for corner in self.triangles.iter().flatten() {
            new_index[*corner as usize] = 0;
        }
        let mut kept = Vec::with_capacity(self.vertices.len());
        for (index, position) in new_index.iter_mut().zip(&self.vertices).filter(|(index, _)| **index == 0) {
            *index = kept.len() as u32;
            kept.push(*position);
        }
        for corner in self.triangles.iter_mut().flatten() {
            *corner = new_index[*corner as usize];
        }
        let gone = self.vertices.len() - kept.len();
        self.vertices = kept;
        gone
    }

    /// Turns triangles so that neighbours wind the same way, and closed components outwards; the number turned.
    ///
    /// Components are joined through edges with just two triangles. In an open component the majority keeps its
    /// winding. Surfaces that have only one side, such as a Möbius strip, keep a seam.
    fn orient(&mut self) -> usize {
        let mut turned = vec![false; self.triangles.len()];
        for component in self.manifold_components(&mut turned) {
            let volume: f64 = component
                .triangles
                .iter()
                .map(|&i| self.signed_volume_of(i, component.reference) * if turned[i] { -1.0 } else { 1.0 })
                .sum();
            let minority =
                component.triangles.iter().filter(|&&i| turned[i]).count() * 2 > component.triangles.len();
            if if component.closed { volume < 0.0 } else { minority } {
                for &i in &component.triangles {
                    turned[i] = !turned[i];
                }
            }
        }
        for (corners, _) in self.triangles.iter_mut().zip(&turned).filter(|(_, turned)| **turned) {
            corners.swap(1, 2);
        }
        turned.iter().filter(|t| **t).count()
    }

    /// Walks from triangle to triangle, noting in `turned` those that wind against the first of their component.
    fn manifold_components(&self, turned: &mut [bool]) -> Vec<Component> {
        let count = self.triangles.len();
        // Across each of its edges: the neighbour, and whether it runs the edge the same way, which it should not.
        let mut across: Vec<[Option<(u32, bool)>; 3]> = vec![[None; 3]; count];
        for side in sorted_half_edges(&self.triangles).chunk_by(|a, b| a.edge == b.edge) {
            let &[a, b] = side else { continue };
            if a.triangle() != b.triangle() && !a.is_point() {
                let same_way = a.directed(&self.triangles) == b.directed(&self.triangles);
                across[a.triangle()][a.corner()] = Some((b.triangle() as u32, same_way));
                across[b.triangle()][b.corner()] = Some((a.triangle() as u32, same_way));
            }
        }
        let mut seen = vec![false; count];
        let mut components = Vec::new();
        for first in 0..count {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let reference = self.corners(first)[0];
            let mut component = Component { triangles: vec![first], closed: true, reference };
            let mut next = 0;
            while let Some(&i) = component.triangles.get(next) {
                next += 1;
                for neighbour in across[i] {
                    let Some((j, same_way)) = neighbour else {
                        component.closed = false;
                        continue;
                    };
                    let j = j as usize;
                    if !std::mem::replace(&mut seen[j], true) {
                        turned[j] = turned[i] ^ same_way;
                        component.triangles.push(j);
                    }
                }
            }
            components.push(component);
        }
        components
    }

    /// The volume of the tetrahedron between triangle `index` and a point, positive if the triangle faces away.
    fn signed_volume_of(&self, index: usize, reference: DVec3) -> f64 {
        let [a, b, c] = self.corners(index).map(|p| p - reference);
        a.dot(b.cross(c)) / 6.0
    }
}

struct Component {
    triangles: Vec<usize>,
    closed: bool,
    /// A point near by, so that the volume does not drown in the distance from the origin.
    reference: DVec3,
}
