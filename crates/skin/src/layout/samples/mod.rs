//! Several rays per texel, spread over the piece of skin that the texel stands for.
//!
//! With one ray per texel a whole row of a pad lets go of a box at once when the box's edge passes it: a
//! 14-row pad jumps by 1/14 of its force. Rays spread over the texels make them let go one by one.

mod pattern;
mod vertex_share;

pub use pattern::SamplePattern;

use glam::{DVec2, DVec3};

use super::adjacency::Adjacency;
use super::error::{LayoutError, MOST_SAMPLES, check_memory};
use super::from_faces::{check_ends, triangles_of};
use super::surface::{area_vector, check_surface};
use super::{Grid, Sample, Sheet, SkinLayout, TexelRegion, centre_samples};
use pattern::TexelAddress;
use vertex_share::VertexShare;

impl SkinLayout {
    /// The same texels with their rays spread anew by `pattern`, all of equal weight within a texel.
    ///
    /// Samples lie on the surface, each within its own texel's [`TexelRegion`], spread evenly by area. Their directions are those
    /// of a bent grid's surface; on a mesh of vertex texels they are interpolated from the texels at the corners of the triangle;
    /// elsewhere they are the texel's own.
    ///
    /// In a device with rows and columns, samples of mirrored cells are mirrored: a symmetric press reads the same on both sides.
    pub fn with_samples(mut self, pattern: SamplePattern) -> Result<Self, LayoutError> {
        let per_texel = pattern.per_texel();
        let texels = self.texels.len();
        if per_texel == 0 {
            return Err(LayoutError::NoSamples);
        }
        if per_texel.saturating_mul(texels) > MOST_SAMPLES {
            return Err(LayoutError::TooManySamples { texels, per_texel });
        }
        check_memory(texels, per_texel)?;
        self.samples = match (pattern, &self.region) {
            (SamplePattern::Centre | SamplePattern::Regular(1), _) => centre_samples(&self.texels),
            (_, TexelRegion::Cells(sheet)) => self.spread_over_cells(pattern, sheet)?,
            (_, TexelRegion::Tiles(tiles)) => self.spread_over_tiles(pattern, tiles)?,
            (_, TexelRegion::VertexShare) => self.spread_over_vertex_shares(pattern)?,
            (_, TexelRegion::Polygons(ends)) => self.spread_over_polygons(pattern, ends)?,
        };
        Ok(self)
    }

    fn spread_over_cells(&self, pattern: SamplePattern, sheet: &Sheet) -> Result<Vec<Sample>, LayoutError> {
        let cells = self.grid.as_ref().map_or(0, Grid::texels);
        let Some(grid) = self.grid.as_ref().filter(|_| cells == self.texels.len()) else {
            let texels = self.texels.len();
            return Err(LayoutError::RegionMismatch { texels, parts: "cells", count: cells });
        };
        Ok(self.spread(pattern, |texel, [u, v]| {
            let [row, column] = grid.offset_from_middle(texel);
            sheet.point(sheet.pitch * DVec2::new(row + (u - 0.5), column + (v - 0.5)))
        }))
    }

    fn spread_over_tiles(
        &self,
        pattern: SamplePattern,
        tiles: &[[DVec3; 2]],
    ) -> Result<Vec<Sample>, LayoutError> {
        let (texels, count) = (self.texels.len(), tiles.len());
        if texels != count {
            return Err(LayoutError::RegionMismatch { texels, parts: "rectangles", count });
        }
        Ok(self.spread(pattern, |texel, [u, v]| {
            let centre = &self.texels[texel];
            let [row, column] = tiles[texel];
            (centre.position + (u - 0.5) * row + (v - 0.5) * column, centre.direction)
        }))
    }

    fn spread_over_vertex_shares(&self, pattern: SamplePattern) -> Result<Vec<Sample>, LayoutError> {
        self.check_region("vertices", self.mesh.vertices.len())?;
        let adjacency = Adjacency::new(&self.mesh);
        let mut share = VertexShare::default();
        let mut owner = None;
        Ok(self.spread(pattern, |texel, point| {
            if owner != Some(texel) {
                share.gather(&self.mesh, adjacency.around(texel), texel, self.texels[texel].direction);
                owner = Some(texel);
            }
            let Some((corners, weights)) = share.point(point) else {
                return (self.texels[texel].position, self.texels[texel].direction);
            };
            let blend = |of: fn(&super::Texel) -> DVec3| -> DVec3 {
                corners.iter().zip(weights).map(|(&v, w)| w * of(&self.texels[v as usize])).sum()
            };
            let direction = blend(|t| t.direction).try_normalize().unwrap_or(self.texels[texel].direction);
            (blend(|t| t.position), direction)
        }))
    }

    fn spread_over_polygons(&self, pattern: SamplePattern, ends: &[u32]) -> Result<Vec<Sample>, LayoutError> {
        self.check_region("polygons", ends.len())?;
        check_ends(ends, self.mesh.triangles.len())?;
        Ok(self.spread(pattern, |polygon, [u, v]| {
            // Triangles in turn, each with its share of the area of u.
            let mut left = u * triangles_of(ends, polygon).map(|t| self.triangle_area(t)).sum::<f64>();
            let mut triangle = triangles_of(ends, polygon).start;
            while triangle + 1 < ends[polygon] as usize && left >= self.triangle_area(triangle) {
                left -= self.triangle_area(triangle);
                triangle += 1;
            }
            let single = triangles_of(ends, polygon).len() == 1;
            let u = if single { u } else { (left / self.triangle_area(triangle)).clamp(0.0, 1.0) };
            let [a, b, c] = self.mesh.corners(triangle);
            // The square root spreads points evenly by area over a triangle that narrows towards `a`.
            let position = a + v.sqrt() * ((b - a).lerp(c - a, u));
            (position, self.texels[polygon].direction)
        }))
    }

    fn triangle_area(&self, triangle: usize) -> f64 {
        area_vector(self.mesh.corners(triangle)).length()
    }

    /// Calls `place` for every point of every texel's pattern, in texel order.
    fn spread(
        &self,
        pattern: SamplePattern,
        mut place: impl FnMut(usize, [f64; 2]) -> (DVec3, DVec3),
    ) -> Vec<Sample> {
        let per_texel = pattern.per_texel();
        let weight = 1.0 / per_texel as f64;
        let mut samples = Vec::with_capacity(per_texel * self.texels.len());
        for texel in 0..self.texels.len() {
            let address = TexelAddress::new(texel, self.grid.as_ref());
            for number in 0..per_texel {
                let (position, direction) = place(texel, pattern.point(address, number));
                samples.push(Sample { position, direction, texel: texel as u32, weight });
            }
        }
        samples
    }

    /// The fields are public; texels and mesh may have been changed one without the other.
    fn check_region(&self, parts: &'static str, count: usize) -> Result<(), LayoutError> {
        check_surface(&self.mesh)?;
        let texels = self.texels.len();
        if texels == count { Ok(()) } else { Err(LayoutError::RegionMismatch { texels, parts, count }) }
    }
}
