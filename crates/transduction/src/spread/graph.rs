//! Distances along a skin, from texel to texel.
//!
//! Texels that lie within a few hops of each other on the surface are joined by straight lines, and distances are the
//! shortest ways along these (Dijkstra). On a flat pad the lines to the near texels are exact; farther away there are so many
//! directions to go that a way is less than 2 % too long. A way never leaves the surface for longer than a few
//! texels, so the two sides of a thin finger stay far apart.

use bristle_geometry::TriangleMesh;
use bristle_skin::SkinLayout;
use bristle_skin::layout::{Grid, Texel, TexelRegion};
use glam::DVec3;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Texels this many hops apart are joined by a straight line.
const HOPS: usize = 3;
/// Rectangles whose middles are nearer than this, in sides, are neighbours: over a corner it is 1.41, past a cell 2.
const NEAR_TILES: f64 = 1.6;

/// A graph over the texels of a skin.
pub(super) struct Neighbours {
    /// Texels that are joined to each, with the length of the line \[m\].
    lines: Vec<Vec<(u32, f64)>>,
    /// How many texels are next to each.
    adjacent: Vec<usize>,
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
        let adjacent = match (&layout.grid, &layout.region) {
            (Some(grid), _) => cells_around(layout, grid)?,
            (None, TexelRegion::Cells(_)) => {
                return Err("its cells do not say how many rows and columns they form".into());
            }
            (None, TexelRegion::Tiles(_)) => tiles_around(layout),
            (None, TexelRegion::VertexShare) => vertices_around(layout)?,
            (None, TexelRegion::Polygons(ends)) => polygons_around(layout, ends)?,
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
        let adjacent = adjacent.iter().map(Vec::len).collect();
        Ok(Self { lines, adjacent })
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
        let mut distances = vec![f64::INFINITY; layout.texels.len()];
        if let TexelRegion::Tiles(tiles) = &layout.region {
            // Separate rectangles have no common rim: it is half a side away from those that lack neighbours.
            let outer = |texel: &usize| self.adjacent[*texel] < 8;
            let half = |texel: usize| 0.5 * tiles[texel][0].length().min(tiles[texel][1].length());
            let starts = (0..tiles.len()).filter(outer).map(|texel| Reached(half(texel), texel as u32));
            self.march(starts, limit, &mut distances);
            return distances;
        }
        let rim = rim_edges(&layout.mesh);
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

fn cells_around(layout: &SkinLayout, grid: &Grid) -> Result<Vec<Vec<u32>>, String> {
    let texels = layout.texels.len();
    if grid.texels() != texels {
        return Err(format!(
            "{} rows and {} columns with {} cells do not hold {texels} texels",
            grid.rows,
            grid.columns,
            grid.texels(),
        ));
    }
    let texel_at = grid.image(&(0..texels as u32).map(Some).collect::<Vec<_>>(), None);
    let around = |index: usize, count: usize| index.saturating_sub(1)..=(index + 1).min(count - 1);
    let neighbours = |texel: usize| {
        let (row, column) = grid.cell(texel);
        around(row, grid.rows)
            .flat_map(|r| around(column, grid.columns).map(move |c| r * grid.columns + c))
            .filter_map(|place| texel_at[place])
            .filter(|&other| other != texel as u32)
            .collect()
    };
    Ok((0..texels).map(neighbours).collect())
}

/// Rectangles without rows and columns are neighbours if they would touch, or nearly so.
fn tiles_around(layout: &SkinLayout) -> Vec<Vec<u32>> {
    let texels = &layout.texels;
    let near = |a: &Texel, b: &Texel| {
        let size = 0.5 * (a.area.sqrt() + b.area.sqrt());
        a.position.distance(b.position) < NEAR_TILES * size
    };
    let neighbours = |(texel, own): (usize, &Texel)| {
        let others = texels.iter().enumerate().filter(|(other, _)| *other != texel);
        others.filter(|(_, other)| near(own, other)).map(|(other, _)| other as u32).collect()
    };
    texels.iter().enumerate().map(neighbours).collect()
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

fn polygons_around(layout: &SkinLayout, ends: &[u32]) -> Result<Vec<Vec<u32>>, String> {
    let mesh = checked_mesh(layout, ends.len(), "polygons")?;
    let polygon_of = |triangle: usize| ends.partition_point(|&end| end as usize <= triangle) as u32;
    let mut at_vertex = vec![Vec::new(); mesh.vertices.len()];
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        corners.iter().for_each(|&v| at_vertex[v as usize].push(polygon_of(triangle)));
    }
    let mut around = vec![Vec::new(); ends.len()];
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        let polygon = polygon_of(triangle);
        let Some(list) = around.get_mut(polygon as usize) else { continue };
        list.extend(corners.iter().flat_map(|&v| &at_vertex[v as usize]).filter(|&&other| other != polygon));
    }
    around.iter_mut().for_each(tidy);
    Ok(around)
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
    // A vertex at the rim is an end of an edge; a polygon at the rim has one of its corners there.
    let place = |p: DVec3| p.to_array().map(f64::to_bits);
    let ends: std::collections::BTreeSet<_> = rim.iter().flatten().map(|&p| place(p)).collect();
    let vertex = |v: u32| layout.mesh.vertices.get(v as usize).is_some_and(|&v| ends.contains(&place(v)));
    let mut texels: Vec<u32> = match (&layout.region, &layout.grid) {
        (TexelRegion::Cells(_), Some(grid)) => {
            let outer = |texel: &u32| {
                let (row, column) = grid.cell(*texel as usize);
                row == 0 || column == 0 || row + 1 == grid.rows || column + 1 == grid.columns
            };
            (0..layout.texels.len() as u32).filter(outer).collect()
        }
        (TexelRegion::Polygons(ends), _) => {
            let triangles = layout.mesh.triangles.iter().enumerate();
            let outer = triangles.filter(|(_, corners)| corners.iter().any(|&v| vertex(v)));
            outer.map(|(t, _)| ends.partition_point(|&end| end as usize <= t) as u32).collect()
        }
        _ => (0..layout.texels.len() as u32).filter(|&texel| vertex(texel)).collect(),
    };
    texels.dedup();
    texels
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
