//! Neighbouring texels in groups, so that what cannot touch is passed over together.

use crate::layout::Texel;
use crate::rays::RayGroup;
use bristle_geometry::lanes::WIDTH;
use glam::DVec3;
use std::ops::Range;

/// Largest number of texels in a patch: few enough to fit a small ball, enough to share its cost.
pub(crate) const PATCH_SIZE: usize = 32;

/// A group of texels that are neighbours in space and in memory.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// Slots of its texels.
    pub(crate) slots: Range<usize>,
    /// Groups of four texels; the last one may have lanes to spare.
    pub(crate) groups: Range<usize>,
    /// Centre of a ball about all its rays, in S \[m\].
    pub(crate) centre: DVec3,
    /// Its radius \[m\].
    pub(crate) radius: f64,
    /// The direction that all its rays share, if they do: those of a flat pad.
    pub(crate) direction: Option<DVec3>,
}

/// The order of texels in memory: halved along the longest side until the patches are small, and on until four are left, so that
/// those who share registers are neighbours.
pub(crate) fn group(texels: &[Texel]) -> (Vec<u32>, Vec<Range<usize>>) {
    let mut order: Vec<u32> = (0..texels.len() as u32).collect();
    let patches = halve(texels, &mut order, 0..texels.len(), PATCH_SIZE);
    for patch in &patches {
        for four in halve(texels, &mut order, patch.clone(), WIDTH) {
            order[four].sort_unstable();
        }
    }
    (order, patches)
}

/// Divides a range of texels until its parts have at most `most`; all but the last of a half have just as many.
fn halve(texels: &[Texel], order: &mut [u32], range: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut waiting = Vec::new();
    waiting.push(range);
    while let Some(range) = waiting.pop() {
        let part = &mut order[range.clone()];
        if part.len() <= most {
            parts.push(range);
            continue;
        }
        let position = |i: &u32| texels[*i as usize].position;
        let lower = part.iter().map(position).fold(DVec3::INFINITY, DVec3::min);
        let upper = part.iter().map(position).fold(DVec3::NEG_INFINITY, DVec3::max);
        let size = upper - lower;
        let axis = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b])).unwrap_or(0);
        // A whole number of full parts on one side; ties go by index, so that the order is always the same.
        let half = (part.len() / 2).div_ceil(most) * most;
        part.select_nth_unstable_by(half, |a, b| {
            position(a)[axis].total_cmp(&position(b)[axis]).then(a.cmp(b))
        });
        let middle = range.start + half;
        waiting.push(middle..range.end);
        waiting.push(range.start..middle);
    }
    parts
}

impl Patch {
    /// The patch with these rays of length `length` \[m\].
    pub(crate) fn around(slots: Range<usize>, groups: Range<usize>, rays: &[RayGroup], length: f64) -> Self {
        let ends = || rays.iter().flat_map(|four| four.ends(length));
        let lower = ends().fold(DVec3::INFINITY, DVec3::min);
        let upper = ends().fold(DVec3::NEG_INFINITY, DVec3::max);
        let centre = 0.5 * (lower + upper);
        let radius = ends().map(|p| (p - centre).length()).fold(0.0, f64::max);
        let first = rays.first().map(|four| four.direction.get(0));
        let alike = |d: &DVec3| rays.iter().all(|four| (0..WIDTH).all(|lane| four.direction.get(lane) == *d));
        Self { slots, groups, centre, radius: radius * (1.0 + 1e-12), direction: first.filter(alike) }
    }
}
