//! Which part of a target a skin feels, and as what.

use crate::Skin;
use crate::footprint::Footprint;
use bristle_contact::ContactMaterial;
use bristle_geometry::Pose;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::DVec3;
use std::sync::Arc;

/// A skin on a target's body that lies over part of the target.
#[derive(Clone, Debug)]
pub struct Cover {
    footprint: Arc<Footprint>,
    /// `X_ST`: from the target's frame to the covering skin's.
    to_skin: Pose,
}

impl Cover {
    /// `skin` on a target, at `pose` in the target's frame.
    pub fn new(skin: &Skin, pose: Pose) -> Self {
        let height = skin.material().max_penetration();
        Self { footprint: Arc::new(Footprint::new(skin.texels(), height)), to_skin: pose.inverse() }
    }

    /// The texel over a point of the target with outward `normal`, both in the target's frame.
    fn texel_at(&self, point: DVec3, normal: DVec3) -> Option<usize> {
        let (point, normal) = (self.to_skin.transform_point(point), self.to_skin.transform_vector(normal));
        self.footprint.texel_at(point, normal)
    }

    /// The texel nearest to a point in the covering skin's frame.
    pub fn nearest_texel(&self, point: DVec3) -> Option<usize> {
        self.footprint.nearest(point)
    }

    /// The texel over a point with outward `normal`, both in the covering skin's frame.
    pub fn texel_at_own(&self, point: DVec3, normal: DVec3) -> Option<usize> {
        self.footprint.texel_at(point, normal)
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
    /// Whether a hit belongs to the part; point and normal are in the target's frame.
    pub(crate) fn has(&self, point: DVec3, normal: DVec3) -> bool {
        match self {
            Self::Whole => true,
            Self::Bare(covers) => covers.iter().all(|cover| cover.texel_at(point, normal).is_none()),
            Self::Under(cover) => cover.texel_at(point, normal).is_some(),
            Self::Elsewhere => false,
        }
    }

    /// Those of four hits that belong to the part.
    #[inline(never)]
    pub(crate) fn keep(&self, hits: u32, points: &FourVec3, normals: &FourVec3) -> u32 {
        let belongs = |lane: &usize| hits >> lane & 1 != 0 && self.has(points.get(*lane), normals.get(*lane));
        (0..WIDTH).filter(belongs).fold(0, |bits, lane| bits | 1 << lane)
    }
}

/// Which part of a target a skin feels, and with which material.
#[derive(Clone, Debug, Default)]
pub struct TargetSurface {
    /// The part.
    pub part: TargetPart,
    /// The material of the pair, if it is not the skin's own: against a target that yields, or another pad.
    pub material: Option<Arc<ContactMaterial>>,
}
