//! Several rays per texel, spread over the piece of skin that the texel stands for.
//!
//! With one ray per texel a whole row of a pad lets go of a box at once when the box's edge passes it: a
//! 14-row pad jumps by 1/14 of its force. Rays spread over the texels make them let go one by one.

mod pattern;
mod vertex_share;

pub use pattern::SamplePattern;

use glam::DVec3;

use super::adjacency::Adjacency;
use super::error::{LayoutError, MOST_SAMPLES};
use super::surface::check_surface;
use super::{Sample, SkinLayout, TexelRegion, centre_samples};
use pattern::TexelAddress;
use vertex_share::VertexShare;

impl SkinLayout {
    /// The same texels with their rays spread anew by `pattern`, all of equal weight within a texel.
    ///
    /// Samples lie on the layout's mesh, each within its own texel's [`TexelRegion`], spread evenly by area.
    /// On a mesh of vertex texels a sample's direction is interpolated from the texels at its triangle's
    /// corners; elsewhere it is the texel's own.
    pub fn with_samples(mut self, pattern: SamplePattern) -> Result<Self, LayoutError> {
        let per_texel = pattern.per_texel();
        let texels = self.texels.len();
        if per_texel == 0 {
            return Err(LayoutError::NoSamples);
        }
        if per_texel.saturating_mul(texels) > MOST_SAMPLES {
            return Err(LayoutError::TooManySamples { texels, per_texel });
        }
        self.samples = match (pattern, self.region) {
            (SamplePattern::Centre | SamplePattern::Regular(1), _) => centre_samples(&self.texels),
            (_, TexelRegion::Cell { row_step, column_step }) => {
                self.spread_over_cells(pattern, row_step, column_step)
            }
            (_, TexelRegion::VertexShare) => self.spread_over_vertex_shares(pattern)?,
            (_, TexelRegion::Face) => self.spread_over_faces(pattern)?,
        };
        Ok(self)
    }

    fn spread_over_cells(&self, pattern: SamplePattern, row_step: DVec3, column_step: DVec3) -> Vec<Sample> {
        self.spread(pattern, |texel, [u, v]| {
            let centre = &self.texels[texel];
            (centre.position + (u - 0.5) * row_step + (v - 0.5) * column_step, centre.direction)
        })
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

    fn spread_over_faces(&self, pattern: SamplePattern) -> Result<Vec<Sample>, LayoutError> {
        self.check_region("triangles", self.mesh.triangles.len())?;
        Ok(self.spread(pattern, |triangle, [u, v]| {
            let [a, b, c] = self.mesh.corners(triangle);
            // The square root spreads points evenly by area over a triangle that narrows towards `a`.
            let position = a + v.sqrt() * ((b - a).lerp(c - a, u));
            (position, self.texels[triangle].direction)
        }))
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
            let address = TexelAddress::new(texel, self.grid);
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
