//! A skin: texels and the material they are covered with.

use crate::edges::Edges;
use crate::layout::{Pieces, Sample, SkinLayout, Texel};
use crate::middles::Middles;
use crate::patch::{Patch, group};
use crate::rays::{Ray, RayGroup};
use bristle_contact::{Basis, ContactMaterial, Saturation};
use bristle_geometry::lanes::WIDTH;
use bristle_geometry::{Pose, Shape};
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Choices beside the material. The defaults suit a pad of foam or rubber.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinOptions {
    /// How far beyond the pad's surface a texel looks \[m\]: a target in that window is reported with negative
    /// penetration and without force. In a time step it must move no farther, to be met in time. The largest penetration unless given.
    pub look_ahead: Option<f64>,
    /// How far below its largest penetration a texel still feels \[m\], when it rests on its backing. `None`: once more the largest
    /// penetration, or nothing if the material cuts off.
    pub backing: Option<f64>,
    /// Hits with `κ = −n·u` below this are ignored; 0.1 by default.
    pub min_cosine: f64,
    /// A sticking texel counts as incipient from this share of its friction limit on; 0.9 by default.
    pub incipient_from: f64,
}

impl Default for SkinOptions {
    fn default() -> Self {
        Self { look_ahead: None, backing: None, min_cosine: 0.1, incipient_from: 0.9 }
    }
}

/// Why a skin cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SkinError {
    /// There are no texels.
    #[error("the layout has no texels; a skin needs at least one")]
    Empty,
    /// Rays are not shared out evenly.
    #[error("texel {texel} has {found} rays where texel 0 has {expected}; give every texel as many")]
    UnevenSamples {
        /// The odd texel.
        texel: usize,
        /// Its rays.
        found: usize,
        /// The rays of texel 0.
        expected: usize,
    },
    /// A texel is not a proper one.
    #[error("texel {texel}: {what}")]
    BadTexel {
        /// The texel.
        texel: usize,
        /// What is wrong, with numbers.
        what: String,
    },
    /// A ray is not a proper one.
    #[error("ray of texel {texel}: {what}")]
    BadRay {
        /// Its texel.
        texel: u32,
        /// What is wrong, with numbers.
        what: String,
    },
    /// An option out of range.
    #[error("{option} is {value}; it must be within {allowed}")]
    BadOption {
        /// Name of the option.
        option: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
}

/// An immutable skin. What changes is in [`SkinState`](crate::SkinState).
#[derive(Clone, Debug)]
pub struct Skin {
    pub(crate) material: ContactMaterial,
    pub(crate) options: SkinOptions,
    pub(crate) texels: Vec<Texel>,
    /// Rays by groups of four texels, in memory order: the first ray of each, then the second, and so on.
    pub(crate) rays: Vec<RayGroup>,
    pub(crate) rays_per_texel: usize,
    /// Of texels with several rays.
    pub(crate) middles: Middles,
    /// Texel of each slot in memory order.
    pub(crate) texel_of_slot: Vec<u32>,
    /// And the reverse.
    pub(crate) slot_of_texel: Vec<u32>,
    pub(crate) patches: Vec<Patch>,
    /// Length of the rays \[m\].
    pub(crate) ray_length: f64,
    /// Distance from a ray's begin to the undeformed surface \[m\].
    pub(crate) reach: f64,
    /// Distance from a ray's begin to where hits may be new \[m\]: see [`front`](crate::front).
    pub(crate) deep: f64,
    /// Borders between texels.
    pub(crate) edges: Edges,
    grid: Option<crate::layout::Grid>,
    /// Where the outlines of texels are.
    pieces: Arc<Pieces>,
}

impl Skin {
    /// Covers a layout with a material.
    pub fn new(
        layout: &SkinLayout,
        material: ContactMaterial,
        options: SkinOptions,
    ) -> Result<Self, SkinError> {
        check_options(&options)?;
        let rays_per_texel = check_samples(layout)?;
        let backing = options.backing.unwrap_or(match material.saturation() {
            Saturation::Backed => material.max_penetration(),
            Saturation::CutOff => 0.0,
        });
        let pad = material.reach();
        let reach = pad + backing;
        let ray_length = reach + options.look_ahead.unwrap_or(material.max_penetration());

        let (texel_of_slot, groups) = group(&layout.texels);
        let mut slot_of_texel = vec![0; texel_of_slot.len()];
        for (slot, &texel) in texel_of_slot.iter().enumerate() {
            slot_of_texel[texel as usize] = slot as u32;
        }
        let ray = |s: &Sample| Ray {
            origin: s.position - s.direction * reach,
            direction: s.direction,
            units: match material.basis() {
                Basis::PerTexel => s.weight,
                Basis::PerArea => s.weight * layout.texels[s.texel as usize].area,
            },
        };
        let rays_of_texel = |texel: &u32| -> Vec<Ray> {
            let first = *texel as usize * rays_per_texel;
            layout.samples[first..first + rays_per_texel].iter().map(ray).collect()
        };
        let mut rays = Vec::with_capacity(layout.samples.len().div_ceil(WIDTH));
        let mut middles = Middles::default();
        let mut patches = Vec::with_capacity(groups.len());
        for slots in groups {
            let first = rays.len();
            for four in texel_of_slot[slots.clone()].chunks(WIDTH) {
                let all: Vec<Vec<Ray>> = four.iter().map(rays_of_texel).collect();
                for i in 0..rays_per_texel {
                    rays.push(RayGroup::new(&all.iter().map(|rays| rays[i]).collect::<Vec<_>>()));
                }
                if rays_per_texel > 1 {
                    let below = |texel: &u32| {
                        let t = &layout.texels[*texel as usize];
                        t.position - t.direction * reach
                    };
                    middles.push(&all, &four.iter().map(below).collect::<Vec<_>>(), ray_length);
                }
            }
            let groups = first / rays_per_texel..rays.len() / rays_per_texel;
            patches.push(Patch::around(slots, groups, &rays[first..], ray_length));
        }
        let edges = Edges::new(layout, &slot_of_texel, &patches);
        Ok(Self {
            material,
            options,
            texels: layout.texels.clone(),
            rays,
            rays_per_texel,
            middles,
            texel_of_slot,
            slot_of_texel,
            patches,
            ray_length,
            deep: reach - 0.5 * pad,
            reach,
            edges,
            grid: layout.grid.clone(),
            pieces: Arc::new(layout.pieces()),
        })
    }

    /// The same skin with rays that begin deeper, for a pair of surfaces that yields by `depth` \[m\] until this skin's pad is at its limit.
    #[must_use]
    pub fn reaching(mut self, depth: f64) -> Self {
        let deeper = depth - self.material.reach();
        if !(deeper > 0.0 && deeper.is_finite()) {
            return self;
        }
        (self.reach, self.deep, self.ray_length) =
            (self.reach + deeper, self.deep + deeper, self.ray_length + deeper);
        self.rays.iter_mut().for_each(|four| four.deepen(deeper));
        self.middles.deepen(deeper);
        for patch in &mut self.patches {
            let rays = rays_of(patch.groups.clone(), self.rays_per_texel);
            *patch =
                Patch::around(patch.slots.clone(), patch.groups.clone(), &self.rays[rays], self.ray_length);
        }
        self
    }

    /// The texels, in the order of the readings.
    pub fn texels(&self) -> &[Texel] {
        &self.texels
    }

    /// Rows and columns, if the device has them.
    pub fn grid(&self) -> Option<&crate::layout::Grid> {
        self.grid.as_ref()
    }

    /// The corners of the piece of skin that each texel stands for \[m\], counter-clockwise seen from outside: for pictures. A texel that is no
    /// such piece has none.
    pub fn outlines(&self) -> Vec<Vec<DVec3>> {
        self.pieces.outlines(self.texels.len(), self.grid.as_ref())
    }

    /// The material.
    pub fn material(&self) -> &ContactMaterial {
        &self.material
    }

    /// How far beyond its surface it sees what comes \[m\].
    pub fn look_ahead(&self) -> f64 {
        self.options.look_ahead.unwrap_or(self.material.max_penetration())
    }

    /// The options.
    pub fn options(&self) -> &SkinOptions {
        &self.options
    }

    /// Whether a ray might meet a shape, with both at these poses: if not, none does.
    pub fn may_touch(&self, pose: Pose, shape: &Shape, shape_pose: Pose) -> bool {
        let to_shape = shape_pose.inverse() * pose;
        let near = |patch: &Patch| shape.may_touch_ball(to_shape.transform_point(patch.centre), patch.radius);
        self.patches.iter().any(near)
    }

    /// The box around all its rays, in its frame \[m\].
    pub fn bounds(&self) -> (DVec3, DVec3) {
        self.patches.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(lower, upper), patch| {
            (lower.min(patch.centre - patch.radius), upper.max(patch.centre + patch.radius))
        })
    }

    /// Number of rays cast per update.
    pub fn ray_count(&self) -> usize {
        self.texels.len() * self.rays_per_texel
    }

    /// Memory held by the skin itself \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.texels)
            + size_of_val(&*self.rays)
            + size_of_val(&*self.texel_of_slot)
            + size_of_val(&*self.slot_of_texel)
            + size_of_val(&*self.patches)
            + self.middles.memory()
            + self.edges.memory()
    }

    /// Where the rays of some groups of texels are.
    #[inline(always)]
    pub(crate) fn rays_of(&self, groups: Range<usize>) -> Range<usize> {
        rays_of(groups, self.rays_per_texel)
    }

    /// Number of groups of four texels.
    pub(crate) fn groups(&self) -> usize {
        self.rays.len() / self.rays_per_texel
    }

    /// The patch of a slot.
    pub(crate) fn patch_of(&self, slot: usize) -> usize {
        self.patches.partition_point(|p| p.slots.end <= slot)
    }

    /// The patch of a group.
    pub(crate) fn patch_of_group(&self, group: usize) -> usize {
        self.patches.partition_point(|p| p.groups.end <= group)
    }

    /// Group and lane of a slot.
    #[inline(always)]
    pub(crate) fn place_of(&self, slot: usize) -> (usize, usize) {
        let patch = &self.patches[self.patch_of(slot)];
        let place = slot - patch.slots.start;
        (patch.groups.start + place / WIDTH, place % WIDTH)
    }
}

/// Where the rays of some groups of texels are, with so many rays per texel.
#[inline(always)]
fn rays_of(groups: Range<usize>, rays_per_texel: usize) -> Range<usize> {
    groups.start * rays_per_texel..groups.end * rays_per_texel
}

fn check_options(options: &SkinOptions) -> Result<(), SkinError> {
    let within = |option, value: f64, range: std::ops::RangeInclusive<f64>, allowed| {
        if range.contains(&value) { Ok(()) } else { Err(SkinError::BadOption { option, value, allowed }) }
    };
    within("look_ahead", options.look_ahead.unwrap_or(0.0), 0.0..=1.0, "[0, 1] m")?;
    within("backing", options.backing.unwrap_or(0.0), 0.0..=1.0, "[0, 1] m")?;
    within("min_cosine", options.min_cosine, 0.0..=0.9, "[0, 0.9]")?;
    within("incipient_from", options.incipient_from, 0.0..=1.0, "[0, 1]")
}

/// Every texel has as many rays as the first, in order; every texel and ray is a proper one; weights sum to 1.
fn check_samples(layout: &SkinLayout) -> Result<usize, SkinError> {
    if layout.texels.is_empty() || layout.samples.is_empty() {
        return Err(SkinError::Empty);
    }
    for (index, texel) in layout.texels.iter().enumerate() {
        check_texel(texel).map_err(|what| SkinError::BadTexel { texel: index, what })?;
    }
    let mut counts = vec![0; layout.texels.len()];
    let mut weights = vec![0.0; layout.texels.len()];
    let mut last = 0;
    for sample in &layout.samples {
        let texel = sample.texel;
        check_ray(sample, last, counts.len()).map_err(|what| SkinError::BadRay { texel, what })?;
        last = texel;
        counts[texel as usize] += 1;
        weights[texel as usize] += sample.weight;
    }
    let expected = counts[0];
    if let Some(texel) = counts.iter().position(|&c| c != expected) {
        return Err(SkinError::UnevenSamples { texel, found: counts[texel], expected });
    }
    match weights.iter().position(|sum: &f64| (sum - 1.0).abs() > 1e-9) {
        Some(texel) => {
            let what = format!("the weights of its rays sum to {}; they must sum to 1", weights[texel]);
            Err(SkinError::BadTexel { texel, what })
        }
        None => Ok(expected),
    }
}

fn check_texel(texel: &Texel) -> Result<(), String> {
    if !texel.position.is_finite() {
        return Err(format!("its position {} is not finite", texel.position));
    }
    if !is_unit(texel.direction) {
        return Err(format!("its direction {} is not a unit vector", texel.direction));
    }
    if !(texel.area > 0.0 && texel.area.is_finite()) {
        return Err(format!("its area {} m² is not positive", texel.area));
    }
    Ok(())
}

fn check_ray(sample: &Sample, last: u32, texels: usize) -> Result<(), String> {
    if sample.texel as usize >= texels {
        return Err(format!("there are only {texels} texels"));
    }
    if sample.texel < last {
        return Err(format!(
            "it comes after a ray of texel {last}; rays must be in the order of their texels"
        ));
    }
    if !sample.position.is_finite() {
        return Err(format!("its position {} is not finite", sample.position));
    }
    if !is_unit(sample.direction) {
        return Err(format!("its direction {} is not a unit vector", sample.direction));
    }
    if !(sample.weight > 0.0 && sample.weight <= 1.0) {
        return Err(format!("its weight {} is not within (0, 1]", sample.weight));
    }
    Ok(())
}

fn is_unit(direction: DVec3) -> bool {
    (direction.length() - 1.0).abs() <= 1e-6
}
