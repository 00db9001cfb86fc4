//! Which part of a target a skin feels, and as what.

use crate::footprint::Footprint;
use crate::rays::RayGroup;
use crate::target::Relative;
use crate::{Skin, TexelReading};
use bristle_contact::ContactMaterial;
use bristle_geometry::Pose;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::{DMat3, DVec3};
use std::sync::Arc;

/// A skin on a target's body that lies over part of the target.
#[derive(Clone, Debug)]
pub struct Cover {
    footprint: Arc<Footprint>,
    /// From the target's frame to the covering skin's, `R_ST` and `p_ST`.
    r_st: DMat3,
    p_st: DVec3,
}

impl Cover {
    /// `skin` on a target, at `pose` in the target's frame.
    pub fn new(skin: &Skin, pose: Pose) -> Self {
        let height = skin.material().max_penetration();
        let to_skin = pose.inverse();
        Self {
            footprint: Arc::new(Footprint::new(skin.texels(), height)),
            r_st: to_skin.rotation_matrix(),
            p_st: to_skin.translation,
        }
    }

    /// Whether it lies over a point of the target that is met in direction `towards`, both in the target's frame.
    fn lies_over(&self, point: DVec3, towards: DVec3) -> bool {
        self.footprint.covers(self.r_st * point + self.p_st, self.r_st * towards)
    }

    /// Whether contact at a point of the target, with a normal out of it and a gap, belongs to the covering skin.
    pub fn owns(&self, point: DVec3, outward: DVec3, gap: f64) -> bool {
        self.footprint.owns(self.r_st * point + self.p_st, self.r_st * outward, gap)
    }

    /// The texel nearest to a point in the covering skin's frame.
    pub fn nearest_texel(&self, point: DVec3) -> Option<usize> {
        self.footprint.nearest(point)
    }

    /// The texel over a point that is met in direction `towards`, both in the covering skin's frame.
    pub fn texel_at_own(&self, point: DVec3, towards: DVec3) -> Option<usize> {
        self.footprint.texel_at(point, towards)
    }
}

/// Which part of a target is felt.
#[derive(Clone, Debug, Default)]
pub enum TargetPart {
    /// All of it.
    #[default]
    Whole,
    /// What skins of its own body leave bare.
    Bare(Vec<Cover>),
    /// What lies under one of them: two pads face each other.
    Under(Cover),
    /// Nothing: the skin on the other side feels for both.
    Elsewhere,
}

impl TargetPart {
    /// Whether a hit belongs to the part; its point and the direction of its ray are in the target's frame.
    pub(crate) fn has(&self, point: DVec3, towards: DVec3) -> bool {
        match self {
            Self::Whole => true,
            Self::Bare(covers) => !covers.iter().any(|cover| cover.lies_over(point, towards)),
            Self::Under(cover) => cover.lies_over(point, towards),
            Self::Elsewhere => false,
        }
    }

    /// Whether the hit of a ray, at this distance, belongs to the part.
    #[inline(never)]
    pub(crate) fn has_hit(&self, rays: &RayGroup, lane: usize, distance: f64, relative: &Relative) -> bool {
        let direction = rays.direction.get(lane);
        let at = rays.origin.get(lane) + direction * distance;
        self.has(relative.point_in_target(at), relative.r_ts * direction)
    }

    /// Those of four hits that belong to the part.
    #[inline(never)]
    pub(crate) fn keep(&self, hits: u32, points: &FourVec3, towards: &FourVec3) -> u32 {
        let belongs = |lane: &usize| hits >> lane & 1 != 0 && self.has(points.get(*lane), towards.get(*lane));
        (0..WIDTH).filter(belongs).fold(0, |bits, lane| bits | 1 << lane)
    }
}

/// What a target's surface bears before it stays deformed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crush {
    /// Normal force of a skin on it \[N\].
    Force(f64),
    /// How far it yields under a texel \[m\].
    Deformation(f64),
}

impl Crush {
    /// By how much the surface recedes under the texels that press on it: what they feel, and what the target takes of a penetration.
    pub(crate) fn recession<'a>(
        self,
        texels: impl Iterator<Item = &'a TexelReading>,
        yields: impl Fn(f64) -> f64,
    ) -> f64 {
        let (mut force, mut moment, mut most) = (0.0, 0.0, (0.0, 0.0));
        for texel in texels.filter(|texel| texel.normal_force > 0.0) {
            force += texel.normal_force;
            moment += texel.normal_force * texel.penetration;
            let yielded = yields(texel.penetration);
            if yielded > most.0 {
                most = (yielded, texel.penetration);
            }
        }
        match self {
            // In proportion, as if both went with the penetration.
            Self::Force(limit) if force > limit => (1.0 - limit / force) * moment / force,
            Self::Deformation(limit) if most.0 > limit => (1.0 - limit / most.0) * most.1,
            _ => 0.0,
        }
    }
}

/// Which part of a target a skin feels, and with which material.
#[derive(Clone, Debug, Default)]
pub struct TargetSurface {
    /// The part.
    pub part: TargetPart,
    /// The material of the pair, if it is not the skin's own: against a target that yields, or another pad.
    pub material: Option<Arc<ContactMaterial>>,
    /// What it bears before it stays deformed; anything, if `None`.
    pub crush: Option<Crush>,
}
