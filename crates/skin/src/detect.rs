//! First half of an update: which target does each ray of a patch meet first?

use crate::Skin;
use crate::memory::PairMemory;
use crate::patch::Patch;
use crate::state::Bristle;
use crate::target::{Relative, Target};
use bristle_geometry::{Hit, Segment, Shape};
use glam::DVec3;

/// The deepest hit of one ray so far, over all targets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Distance along the ray \[m\].
    pub(crate) distance: f64,
    /// Outward normal of the target, in S.
    pub(crate) normal: DVec3,
    pub(crate) target: u32,
}

impl Nearest {
    pub(crate) const NONE: Self =
        Self { distance: f64::INFINITY, normal: DVec3::ZERO, target: Bristle::FREE_TARGET };
}

impl Skin {
    /// Casts all rays of a patch at one target and keeps the deeper hits.
    ///
    /// Ties between targets go to the first, so that the order of targets alone decides.
    pub(crate) fn cast_patch(
        &self,
        index: usize,
        target: &Target,
        target_index: u32,
        relative: &Relative,
        memory: &mut PairMemory,
        nearest: &mut [Nearest],
    ) {
        let patch = &self.patches[index];
        let min_cosine = self.options.min_cosine;
        macro_rules! cast_all {
            ($cast:expr) => {
                self.cast_each(patch, target_index, relative, nearest, $cast)
            };
        }
        // One loop per kind of solid, so that its formula is inlined into the loop.
        let squarely = |hit: Option<Hit>, u: DVec3| hit.filter(|hit| hit.squareness(u) >= min_cosine);
        match target.shape {
            Shape::HalfSpace(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Sphere(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Cuboid(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Cylinder(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Capsule(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Ellipsoid(s) => cast_all!(|ray, _| squarely(s.entry(ray), ray.direction)),
            Shape::Mesh(mesh) => {
                // Surveys look beyond the ray by up to half its length.
                let travel = memory.travel(index, patch, relative, patch.radius + 0.5 * self.ray_length);
                let hints = &mut memory.hints[self.rays_of(patch)];
                cast_all!(|ray, i: usize| mesh.first_entry_near(ray, min_cosine, travel, &mut hints[i]));
            }
        }
    }

    #[inline(always)]
    fn cast_each(
        &self,
        patch: &Patch,
        target_index: u32,
        relative: &Relative,
        nearest: &mut [Nearest],
        mut cast: impl FnMut(&Segment, usize) -> Option<Hit>,
    ) {
        let rays = &self.rays[self.rays_of(patch)];
        for (i, (ray, nearest)) in rays.iter().zip(nearest).enumerate() {
            let segment = Segment {
                origin: relative.point_in_target(ray.origin),
                direction: relative.r_ts * ray.direction,
                length: self.ray_length,
            };
            if let Some(hit) = cast(&segment, i)
                && hit.distance < nearest.distance
            {
                *nearest = Nearest {
                    distance: hit.distance,
                    normal: relative.r_ts.transpose() * hit.normal,
                    target: target_index,
                };
            }
        }
    }
}
