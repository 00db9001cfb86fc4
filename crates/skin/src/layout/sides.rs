//! Which texels lie side by side, and the border between them.

use super::{Grid, SkinLayout, Texel, TexelRegion};
use glam::DVec3;

/// Directions of neighbours differ by less than this cosine says; else the skin has an edge of its own between them.
const NEIGHBOURS: f64 = 0.9;

/// Two texels side by side; or one at the end of a row or column, twice, with the border on its outer side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) texels: [u32; 2],
    pub(crate) border: Border,
}

/// How a border lies between two texels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Border {
    /// Unit vector along the skin, from the first texel to the second.
    pub(crate) across: DVec3,
    /// Length of the border over the area of each texel \[1/m\].
    pub(crate) per_length: [f64; 2],
    /// From each texel to the border, in its own tangent plane \[m\].
    pub(crate) half: [DVec3; 2],
    /// From one texel to the other \[m\].
    pub(crate) way: f64,
}

impl Border {
    fn new(across: DVec3, per_length: [f64; 2], half: [DVec3; 2]) -> Self {
        Self { across, per_length, half, way: half[0].length() + half[1].length() }
    }

    /// Whether two borders are the same but for round-off, as those of an array are.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let near = |a: DVec3, b: DVec3| (a - b).length() <= 1e-12 * a.length();
        let as_long = |end: usize| (self.per_length[end] / other.per_length[end] - 1.0).abs() <= 1e-12;
        near(self.across, other.across)
            && (0..2).all(|end| near(self.half[end], other.half[end]) && as_long(end))
    }
}

impl SkinLayout {
    /// All borders between texels, and those at the ends of rows and columns. Cells without rows and columns have none.
    pub(crate) fn sides(&self) -> Vec<Side> {
        let sides = match (&self.grid, &self.region) {
            (Some(grid), _) => grid_sides(&self.texels, grid),
            (None, TexelRegion::Polygons(ends)) => self.polygon_sides(ends),
            (None, TexelRegion::VertexShare) => self.vertex_sides(),
            (None, _) => Vec::new(),
        };
        let proper = |side: &Side| {
            let [a, b] = side.texels.map(|texel| self.texels[texel as usize].direction);
            let numbers =
                side.border.per_length.iter().all(|s| s.is_finite()) && side.border.across.is_finite();
            numbers && a.dot(b) >= NEIGHBOURS
        };
        sides.into_iter().filter(proper).collect()
    }

    /// Polygons with a common edge.
    fn polygon_sides(&self, ends: &[u32]) -> Vec<Side> {
        let mut edges = Vec::with_capacity(3 * self.mesh.triangles.len());
        let mut polygon = 0;
        for (index, triangle) in self.mesh.triangles.iter().enumerate() {
            while polygon + 1 < ends.len() && index >= ends[polygon] as usize {
                polygon += 1;
            }
            let [a, b, c] = *triangle;
            let ways = [(a, b), (b, c), (c, a)].map(|(a, b)| ([a.min(b), a.max(b)], polygon as u32));
            edges.extend(ways);
        }
        edges.sort_unstable();
        let shared = edges.chunk_by(|(a, _), (b, _)| a == b).filter_map(|owners| match *owners {
            [(edge, first), (_, second)] if first != second => Some((edge, [first, second])),
            _ => None,
        });
        let mut sides: Vec<Side> = shared
            .filter_map(|(edge, texels)| {
                let [a, b] = edge.map(|vertex| self.mesh.vertices[vertex as usize]);
                self.side(texels, (b - a).cross(self.mean_direction(texels)), 0.5 * (a + b))
            })
            .collect();
        sides.sort_by_key(|side| side.texels);
        sides
    }

    /// Vertices with a common edge; between their shares of each triangle lies the line from the middle of the edge to the centroid.
    fn vertex_sides(&self) -> Vec<Side> {
        let mut pieces = Vec::with_capacity(3 * self.mesh.triangles.len());
        for triangle in &self.mesh.triangles {
            let corner = triangle.map(|vertex| self.mesh.vertices[vertex as usize]);
            let centroid = (corner[0] + corner[1] + corner[2]) / 3.0;
            for i in 0..3 {
                let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
                let middle = 0.5 * (corner[i] + corner[(i + 1) % 3]);
                // Triangles on the two sides of an edge run along it in opposite ways.
                let line = if a < b { centroid - middle } else { middle - centroid };
                pieces.push(([a.min(b), a.max(b)], line, 0.5 * (middle + centroid)));
            }
        }
        pieces.sort_by_key(|(texels, ..)| *texels);
        let borders = pieces.chunk_by(|(a, ..), (b, ..)| a == b);
        let side = |pieces: &[([u32; 2], DVec3, DVec3)]| {
            let texels = pieces.first()?.0;
            let direction = self.mean_direction(texels);
            let border: DVec3 = pieces.iter().map(|(_, line, _)| line.cross(direction)).sum();
            let length: f64 = pieces.iter().map(|(_, line, _)| line.length()).sum();
            let middle: DVec3 = pieces.iter().map(|(_, line, at)| *at * line.length()).sum();
            self.side(texels, border, middle / length)
        };
        borders.filter_map(side).collect()
    }

    fn mean_direction(&self, texels: [u32; 2]) -> DVec3 {
        let [a, b] = texels.map(|texel| self.texels[texel as usize].direction);
        (a + b).normalize_or_zero()
    }

    /// A side whose border is as long as `border` and normal to it, with its middle at `middle`.
    fn side(&self, texels: [u32; 2], border: DVec3, middle: DVec3) -> Option<Side> {
        let [a, b] = texels.map(|texel| &self.texels[texel as usize]);
        let across = border.try_normalize()?;
        let across = if across.dot(b.position - a.position) < 0.0 { -across } else { across };
        let half = [a, b].map(|t| (middle - t.position).reject_from_normalized(t.direction));
        let per_length = [a, b].map(|t| border.length() / t.area);
        Some(Side { texels, border: Border::new(across, per_length, half) })
    }
}

/// Cells next to each other in a row or a column. A cell is as long as the way to its neighbours on both sides.
fn grid_sides(texels: &[Texel], grid: &Grid) -> Vec<Side> {
    let image = grid.image(&(0..texels.len()).map(Some).collect::<Vec<_>>(), None);
    let at = |row: usize, column: usize| {
        let inside = row < grid.rows && column < grid.columns;
        if inside { image.get(row * grid.columns + column).copied().flatten() } else { None }
    };
    let behind = |texel: usize| {
        let (row, column) = grid.cell(texel);
        [at(row + 1, column), at(row, column + 1)]
    };
    let way = |a: usize, b: usize| {
        let direction = (texels[a].direction + texels[b].direction).normalize_or_zero();
        let way = texels[b].position - texels[a].position;
        if direction == DVec3::ZERO { way } else { way.reject_from_normalized(direction) }
    };
    // Sum and number of the ways to the neighbours along each axis.
    let mut lengths = vec![[(0.0, 0.0); 2]; texels.len()];
    for a in 0..texels.len() {
        for (axis, b) in behind(a).into_iter().enumerate() {
            let Some(b) = b else { continue };
            for texel in [a, b] {
                lengths[texel][axis].0 += way(a, b).length();
                lengths[texel][axis].1 += 1.0;
            }
        }
    }
    let mut sides = Vec::with_capacity(2 * texels.len());
    let mut outer = |texel: usize, axis: usize, half: DVec3| {
        let per_length = lengths[texel][axis].1 / lengths[texel][axis].0;
        if let Some(across) = half.try_normalize() {
            let border = Border::new(across, [per_length; 2], [half; 2]);
            sides.push(Side { texels: [texel as u32; 2], border });
        }
    };
    for a in 0..texels.len() {
        let (row, column) = grid.cell(a);
        let before = [at(row.wrapping_sub(1), column), at(row, column.wrapping_sub(1))];
        for (axis, ends) in before.into_iter().zip(behind(a)).enumerate() {
            let half = |b: usize| 0.5 * (texels[a].position - texels[b].position);
            match ends {
                (None, Some(b)) | (Some(b), None) => {
                    outer(a, axis, half(b).reject_from_normalized(texels[a].direction))
                }
                _ => {}
            }
        }
    }
    for a in 0..texels.len() {
        for (axis, b) in behind(a).into_iter().enumerate() {
            let Some(b) = b else { continue };
            let Some(across) = way(a, b).try_normalize() else { continue };
            let half_way = 0.5 * (texels[b].position - texels[a].position);
            let per_length = [a, b].map(|texel| lengths[texel][axis].1 / lengths[texel][axis].0);
            let half = [
                half_way.reject_from_normalized(texels[a].direction),
                (-half_way).reject_from_normalized(texels[b].direction),
            ];
            sides.push(Side { texels: [a as u32, b as u32], border: Border::new(across, per_length, half) });
        }
    }
    sides
}
