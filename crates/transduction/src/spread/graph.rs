//! Distances along a skin, from texel to texel.
//!
//! Texels that lie within a few hops of each other on the surface are joined by straight lines, and distances are the
//! shortest ways along these (Dijkstra). On a flat pad the lines to the near texels are exact; farther away there are so many
//! directions to go that a way is less than 2 % too long. A way never leaves the surface for longer than a few
//! texels, so the two sides of a thin finger stay far apart.

use bristle_geometry::TriangleMesh;
use bristle_skin::SkinLayout;
use bristle_skin::layout::TexelRegion;
use glam::DVec3;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Texels this many hops apart are joined by a straight line.
const HOPS: usize = 3;

/// A graph over the texels of a skin.
pub(super) struct Neighbours {
    /// Texels that are joined to each, with the length of the line \[m\].
    lines: Vec<Vec<(u32, f64)>>,
}

/// A texel that is reached, nearest first.
#[derive(PartialEq)]
struct Reached(f64, u32);

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl Neighbours {
    /// Joins the texels of a layout.
    pub(super) fn of(layout: &SkinLayout) -> Result<Self, String> {
        let adjacent = match layout.region {
            TexelRegion::Cell { .. } => cells_around(layout)?,
            TexelRegion::VertexShare => vertices_around(layout)?,
            TexelRegion::Face => faces_around(layout)?,
        };
        let at = |texel: u32| layout.texels[texel as usize].position;
        let mut seen = vec![u32::MAX; adjacent.len()];
        let lines = (0..adjacent.len() as u32)
            .map(|texel| {
                let mut near = vec![texel];
                seen[texel as usize] = texel;
                let mut ring = 0..1;
                for _ in 0..HOPS {
                    for i in ring.clone() {
                        for &next in &adjacent[near[i] as usize] {
                            if seen[next as usize] != texel {
                                seen[next as usize] = texel;
                                near.push(next);
                            }
                        }
                    }
                    ring = ring.end..near.len();
                }
                near[1..].iter().map(|&other| (other, at(texel).distance(at(other)))).collect()
            })
            .collect();
        Ok(Self { lines })
    }

    /// Texels within `limit` \[m\] of a texel, with their distances along the skin, by number. `distances` must hold
    /// infinity for every texel, and does so again afterwards.
    pub(super) fn within(&self, texel: usize, limit: f64, distances: &mut [f64]) -> Vec<(u32, f64)> {
        let mut found = self.march([Reached(0.0, texel as u32)], limit, distances);
        for &(reached, _) in &found {
            distances[reached as usize] = f64::INFINITY;
        }
        found.sort_unstable_by_key(|&(reached, _)| reached);
        found
    }

    /// Distance of every texel to the rim of the layout's mesh \[m\]; infinity beyond `limit` and without a rim.
    pub(super) fn distances_to_rim(&self, layout: &SkinLayout, limit: f64) -> Vec<f64> {
        let rim = rim_edges(&layout.mesh);
        let mut distances = vec![f64::INFINITY; layout.texels.len()];
        if rim.is_empty() {
            return distances;
        }
        let at_the_rim = texels_at_the_rim(layout, &rim);
        let starts: Vec<Reached> = at_the_rim
            .into_iter()
            .map(|texel| {
                let here = layout.texels[texel as usize].position;
                let nearest =
                    rim.iter().map(|edge| distance_to_edge(here, *edge)).fold(f64::INFINITY, f64::min);
                Reached(nearest, texel)
            })
            .collect();
        self.march(starts, limit, &mut distances);
        distances
    }

    fn march(
        &self,
        starts: impl IntoIterator<Item = Reached>,
        limit: f64,
        distances: &mut [f64],
    ) -> Vec<(u32, f64)> {
        let mut heap = BinaryHeap::new();
        for Reached(distance, texel) in starts {
            if distance < distances[texel as usize] {
                distances[texel as usize] = distance;
                heap.push(Reverse(Reached(distance, texel)));
            }
        }
        let mut found = Vec::new();
        while let Some(Reverse(Reached(distance, texel))) = heap.pop() {
            if distance > distances[texel as usize] {
                continue;
            }
            found.push((texel, distance));
            for &(next, length) in &self.lines[texel as usize] {
                let way = distance + length;
                if way <= limit && way < distances[next as usize] {
                    distances[next as usize] = way;
                    heap.push(Reverse(Reached(way, next)));
                }
            }
        }
        found
    }
}

fn cells_around(layout: &SkinLayout) -> Result<Vec<Vec<u32>>, String> {
    let size = layout.grid.ok_or("its cells do not say how many rows and columns they form")?;
    if size.rows * size.columns != layout.texels.len() {
        return Err(format!(
            "{} rows and {} columns do not hold {} texels",
            size.rows,
            size.columns,
            layout.texels.len()
        ));
    }
    let around = |index: usize, count: usize| index.saturating_sub(1)..=(index + 1).min(count - 1);
    let neighbours = |texel: usize| {
        let (row, column) = (texel / size.columns, texel % size.columns);
        around(row, size.rows)
            .flat_map(|r| around(column, size.columns).map(move |c| (r * size.columns + c) as u32))
            .filter(|&other| other != texel as u32)
            .collect()
    };
    Ok((0..layout.texels.len()).map(neighbours).collect())
}

fn vertices_around(layout: &SkinLayout) -> Result<Vec<Vec<u32>>, String> {
    let count = layout.texels.len();
    let mesh = checked_mesh(layout, layout.mesh.vertices.len(), "vertices")?;
    let mut around = vec![Vec::new(); count];
    for &[a, b, c] in &mesh.triangles {
        for (v, next, last) in [(a, b, c), (b, c, a), (c, a, b)] {
            around[v as usize].extend([next, last]);
        }
    }
    around.iter_mut().for_each(tidy);
    Ok(around)
}

fn faces_around(layout: &SkinLayout) -> Result<Vec<Vec<u32>>, String> {
    let mesh = checked_mesh(layout, layout.mesh.triangles.len(), "triangles")?;
    let mut at_vertex = vec![Vec::new(); mesh.vertices.len()];
    for (triangle, corners) in (0u32..).zip(&mesh.triangles) {
        corners.iter().for_each(|&v| at_vertex[v as usize].push(triangle));
    }
    let neighbours = |(triangle, corners): (u32, &[u32; 3])| {
        let mut around: Vec<u32> =
            corners.iter().flat_map(|&v| at_vertex[v as usize].iter().copied()).collect();
        around.retain(|&other| other != triangle);
        tidy(&mut around);
        around
    };
    Ok((0u32..).zip(&mesh.triangles).map(neighbours).collect())
}

fn tidy(list: &mut Vec<u32>) {
    list.sort_unstable();
    list.dedup();
}

/// The fields of a layout are public; texels and mesh may have been changed one without the other.
fn checked_mesh<'l>(layout: &'l SkinLayout, parts: usize, what: &str) -> Result<&'l TriangleMesh, String> {
    let texels = layout.texels.len();
    if parts != texels {
        return Err(format!("the mesh has {parts} {what} for {texels} texels; there must be one each"));
    }
    let vertices = layout.mesh.vertices.len();
    match layout.mesh.triangles.iter().flatten().find(|&&v| v as usize >= vertices) {
        Some(v) => Err(format!("a triangle names vertex {v}; the mesh has {vertices}")),
        None => Ok(&layout.mesh),
    }
}

/// Edges that only one triangle has.
fn rim_edges(mesh: &TriangleMesh) -> Vec<[DVec3; 2]> {
    let mut uses = BTreeMap::new();
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *uses.entry((from.min(to), from.max(to))).or_insert(0) += 1;
        }
    }
    let lone = uses.into_iter().filter(|&(_, count)| count == 1);
    lone.filter_map(|((a, b), _)| Some([*mesh.vertices.get(a as usize)?, *mesh.vertices.get(b as usize)?]))
        .collect()
}

/// Texels next to the rim: outer cells, or those nearest to an edge's ends.
fn texels_at_the_rim(layout: &SkinLayout, rim: &[[DVec3; 2]]) -> Vec<u32> {
    if let (TexelRegion::Cell { .. }, Some(size)) = (layout.region, layout.grid) {
        let outer = |texel: &u32| {
            let (row, column) = (*texel as usize / size.columns, *texel as usize % size.columns);
            row == 0 || column == 0 || row + 1 == size.rows || column + 1 == size.columns
        };
        return (0..layout.texels.len() as u32).filter(outer).collect();
    }
    // A vertex at the rim is an end of an edge; a face at the rim has one of its corners there.
    let place = |p: DVec3| p.to_array().map(f64::to_bits);
    let ends: std::collections::BTreeSet<_> = rim.iter().flatten().map(|&p| place(p)).collect();
    let vertex = |v: usize| ends.contains(&place(layout.mesh.vertices[v]));
    (0..layout.texels.len() as u32)
        .filter(|&texel| match layout.region {
            TexelRegion::Face => layout.mesh.triangles[texel as usize].iter().any(|&v| vertex(v as usize)),
            _ => vertex(texel as usize),
        })
        .collect()
}

fn distance_to_edge(point: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let share = ((point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(a + share * along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_geometry::mesh::generate;

    fn all_distances(layout: &SkinLayout, from: usize) -> Vec<f64> {
        let neighbours = Neighbours::of(layout).unwrap();
        let mut distances = vec![f64::INFINITY; layout.texels.len()];
        let mut result = distances.clone();
        for (texel, distance) in neighbours.within(from, 1.0, &mut distances) {
            result[texel as usize] = distance;
        }
        result
    }

    #[test]
    fn distances_on_a_flat_pad_are_those_of_euclid_within_two_per_cent() {
        let layout = SkinLayout::rectangular_grid(14, 9, 3.4e-3, 2.7e-3).unwrap();
        for (texel, d) in all_distances(&layout, 31).into_iter().enumerate() {
            let straight = layout.texels[31].position.distance(layout.texels[texel].position);
            assert!(d >= straight - 1e-15 && d <= 1.02 * straight + 1e-15, "{texel}: {d} for {straight}");
        }
    }

    #[test]
    fn distances_on_a_sphere_are_arcs_within_three_per_cent() {
        let radius = 0.011;
        let layout = SkinLayout::from_vertices(generate::icosphere(radius, 9).unwrap()).unwrap();
        let from = layout.texels[5].position;
        for (texel, d) in all_distances(&layout, 5).into_iter().enumerate() {
            let arc = radius * from.angle_between(layout.texels[texel].position);
            // Chords cut corners by (s/R)²/24 over three edges; detours lengthen.
            assert!((d - arc).abs() <= 0.03 * arc + 1e-12, "{texel}: {d} for {arc}");
        }
    }

    #[test]
    fn rim_of_a_pad_is_half_a_cell_away_from_its_outer_texels() {
        let layout = SkinLayout::grid(7, 5, 3.4e-3).unwrap();
        let neighbours = Neighbours::of(&layout).unwrap();
        let to_rim = neighbours.distances_to_rim(&layout, 1.0);
        for (texel, d) in to_rim.iter().enumerate() {
            let (row, column) = (texel / 5, texel % 5);
            let cells = row.min(6 - row).min(column).min(4 - column) as f64;
            assert!((d - (cells + 0.5) * 3.4e-3).abs() < 1e-12, "{texel}: {d}");
        }
    }

    #[test]
    fn closed_skins_have_no_rim() {
        let layout = SkinLayout::from_vertices(generate::icosphere(0.01, 3).unwrap()).unwrap();
        let neighbours = Neighbours::of(&layout).unwrap();
        assert!(neighbours.distances_to_rim(&layout, 1.0).iter().all(|d| d.is_infinite()));
    }
}
