//! Texels given one by one, as the data sheet of a device does.

use super::error::{FARTHEST, LayoutError, MOST_TEXELS};
use super::{Grid, SkinLayout, Texel, TexelRegion};
use bristle_geometry::TriangleMesh;
use glam::DVec3;

/// Cells are at most so many times longer than wide.
const LONGEST: f64 = 10.0;

impl SkinLayout {
    /// Texels at given places, in the given order, with rows and columns if the device has them.
    ///
    /// Directions are made unit vectors. Every texel stands for a flat rectangle of its area about its position. In a grid its
    /// sides lie along the rows and columns and are as long, one to the other, as the distances to its neighbours; otherwise it is
    /// a square. The layout's mesh are these rectangles, each by itself.
    pub fn from_texels(mut texels: Vec<Texel>, grid: Option<Grid>) -> Result<Self, LayoutError> {
        if texels.is_empty() {
            return Err(LayoutError::NoTexels);
        }
        if texels.len() > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count: texels.len() });
        }
        if let Some(grid) = grid.as_ref().filter(|grid| grid.texels() != texels.len()) {
            return Err(LayoutError::GridMismatch {
                rows: grid.rows,
                columns: grid.columns,
                cells: grid.texels(),
                texels: texels.len(),
            });
        }
        for (index, texel) in texels.iter_mut().enumerate() {
            let bad = |what, value: String| LayoutError::BadCell { texel: index, what, value };
            if !texel.position.to_array().iter().all(|c| c.abs() <= FARTHEST) {
                return Err(bad("position [m] must be finite and within ±1e6 m", texel.position.to_string()));
            }
            texel.direction = (texel.direction.is_finite() && texel.direction.length() > 1e-6)
                .then(|| texel.direction.normalize())
                .ok_or_else(|| bad("normal must be finite and not zero", texel.direction.to_string()))?;
            if !(texel.area > 0.0 && texel.area <= FARTHEST) {
                return Err(bad("area [m²] must be above 0 and at most 1e6 m²", texel.area.to_string()));
            }
        }
        let tiles = tiles(&texels, grid.as_ref());
        let mesh = outlines(&texels, &tiles);
        Ok(Self::with_centre_samples(texels, grid, mesh, TexelRegion::Tiles(tiles)))
    }
}

/// The sides of every texel's rectangle, along the rows' numbers and along the columns' \[m\].
fn tiles(texels: &[Texel], grid: Option<&Grid>) -> Vec<[DVec3; 2]> {
    let texel_at =
        grid.map(|grid| (grid, grid.image(&(0..texels.len()).map(Some).collect::<Vec<_>>(), None)));
    // From the neighbour before to the neighbour behind, per step, within the tangent plane.
    let step = |texel: usize, axis: usize| {
        let (grid, image) = texel_at.as_ref()?;
        let (row, column) = grid.cell(texel);
        let at = |offset: isize| {
            let place = [(row, grid.rows, 0), (column, grid.columns, 1)].map(|(index, count, this)| {
                let moved = index.checked_add_signed(if this == axis { offset } else { 0 })?;
                (moved < count).then_some(moved)
            });
            image[place[0]? * grid.columns + place[1]?]
        };
        let (before, behind) = (at(-1), at(1));
        let steps = before.is_some() as usize + behind.is_some() as usize;
        let [from, to] = [before, behind].map(|other| texels[other.unwrap_or(texel)].position);
        let along = (to - from).reject_from_normalized(texels[texel].direction);
        (steps > 0 && along.length() > 1e-9).then(|| along / steps as f64)
    };
    let tile = |(index, texel): (usize, &Texel)| {
        let normal = texel.direction;
        let (row_step, column_step) = (step(index, 0), step(index, 1));
        let row = row_step.or_else(|| Some(column_step?.cross(normal))).unwrap_or_else(|| {
            let axis = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
            axis.reject_from_normalized(normal)
        });
        let row = row.normalize();
        let longer = match (row_step, column_step) {
            (Some(r), Some(c)) => (r.length() / c.length()).clamp(1.0 / LONGEST, LONGEST),
            _ => 1.0,
        };
        [row * (texel.area * longer).sqrt(), normal.cross(row) * (texel.area / longer).sqrt()]
    };
    texels.iter().enumerate().map(tile).collect()
}

fn outlines(texels: &[Texel], tiles: &[[DVec3; 2]]) -> TriangleMesh {
    let corners = |(texel, [row, column]): (&Texel, &[DVec3; 2])| {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            .map(|(r, c)| texel.position + r * *row + c * *column)
    };
    let vertices = texels.iter().zip(tiles).flat_map(corners).collect();
    let quads = (0..texels.len() as u32).map(|texel| 4 * texel);
    let triangles = quads.flat_map(|a| [[a, a + 1, a + 2], [a, a + 2, a + 3]]).collect();
    TriangleMesh { vertices, triangles }
}
