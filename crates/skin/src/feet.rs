//! How texels stand on what they touch: one depth and slope per texel, from all its rays.

use crate::Skin;
use crate::detect::Nearest;
use crate::fastest::Kernel;
use crate::feel::LANE_FLAGS;
use crate::patch::Patch;
use crate::quad::Quad;
use crate::rays::RayGroup;
use crate::state::{NO_TARGET, SkinState};
use bristle_geometry::lanes::{Four, Vec3x, WIDTH};
use glam::DVec3;

/// Slopes under a texel whose mean square deviation is larger than this lie on both sides of an edge; those of a ball of four pitches
/// deviate by a quarter of it.
const CREASED: f64 = 0.02;

/// How a texel stands on its target: the one that its rays meet first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot {
    pub(crate) target: u32,
    /// Shares of the texel that see the target, and that touch it.
    pub(crate) seen: f32,
    pub(crate) pressed: f32,
    /// Whether its rays meet the target on both sides of an edge.
    pub(crate) creased: bool,
    /// Whether one ray in the middle of the texel tells all this.
    pub(crate) simple: bool,
    /// Penetration in the texel's middle \[m\], and how it changes along the skin.
    pub(crate) depth: f64,
    pub(crate) slope: DVec3,
}

impl Foot {
    pub(crate) const NONE: Self = Self {
        target: NO_TARGET,
        seen: 0.0,
        pressed: 0.0,
        creased: false,
        simple: false,
        depth: 0.0,
        slope: DVec3::ZERO,
    };
}

/// The feet of a skin, slot by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Feet {
    pub(crate) of_slot: Vec<Foot>,
    /// Patches with feet, and those with feet that are pressed.
    written: Vec<bool>,
    pub(crate) pressed: Vec<bool>,
    /// The largest depth of all \[m\].
    pub(crate) deepest: f64,
}

impl Feet {
    pub(crate) fn make_room(&mut self, skin: &Skin) {
        self.of_slot.resize(skin.texels.len(), Foot::NONE);
        self.written.resize(skin.patches.len(), false);
        self.pressed.resize(skin.patches.len(), false);
    }

    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.of_slot) + 2 * size_of_val(&*self.written)
    }
}

/// Finds the feet from the hits of a detection.
pub(crate) struct Stand<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) state: &'a SkinState,
    pub(crate) hits: &'a [Nearest],
    pub(crate) merged: &'a [u8],
    pub(crate) near: &'a [bool],
    pub(crate) feet: &'a mut Feet,
}

impl Kernel for Stand<'_> {
    #[inline(always)]
    fn run<L: Quad>(self) {
        let Self { skin, near, .. } = self;
        let Feet { of_slot, written, pressed, deepest } = &mut *self.feet;
        *deepest = 0.0;
        let hits = HitsOfRays { skin, state: self.state, hits: self.hits, merged: self.merged };
        for (((patch, &near), written), pressed) in skin.patches.iter().zip(near).zip(written).zip(pressed) {
            let feet = &mut of_slot[patch.slots.clone()];
            let had_feet = std::mem::replace(written, near);
            *pressed = false;
            match near {
                true => hits.stand::<L>(patch, feet),
                false if had_feet => feet.fill(Foot::NONE),
                false => continue,
            }
            for foot in feet {
                *pressed |= foot.pressed > 0.0;
                *deepest = deepest.max(foot.depth);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct HitsOfRays<'a> {
    skin: &'a Skin,
    state: &'a SkinState,
    hits: &'a [Nearest],
    merged: &'a [u8],
}

impl HitsOfRays<'_> {
    /// The feet of a patch.
    #[inline(always)]
    fn stand<L: Quad>(&self, patch: &Patch, feet: &mut [Foot]) {
        for (group, feet) in patch.groups.clone().zip(feet.chunks_mut(WIDTH)) {
            if self.skin.is_by_middles(group, self.merged[group]) {
                self.stand_on_one::<L>(group, feet);
            } else {
                self.stand_on_several::<L>(group, feet);
            }
        }
    }

    /// Depth and slope at the hits of four rays; without meaning where there is no hit.
    #[inline(always)]
    fn at<L: Quad>(&self, rays: &RayGroup, hits: &Nearest) -> (L, Vec3x<L>) {
        let surface = if !self.state.any_set_back() {
            L::splat(self.skin.reach)
        } else {
            L::load(&Four(hits.target.map(|target| self.skin.reach - self.state.set_back(target as usize))))
        };
        let normal = Vec3x::<L>::load(&hits.normal);
        let slope = normal * (L::splat(1.0) / normal.dot(Vec3x::load(&rays.direction)));
        (surface - L::load(&hits.distance), slope)
    }

    /// Feet of texels with one ray each, or for which one stands, in their middle.
    #[inline(always)]
    fn stand_on_one<L: Quad>(&self, group: usize, feet: &mut [Foot]) {
        let (hits, mut room) = (&self.hits[group * self.skin.rays_per_texel], None);
        let rays = self.skin.cast_ray(group, self.merged[group], 0, &mut room);
        let (depth, slope) = self.at::<L>(rays, hits);
        let (depth, slope) = (depth.stored(), slope.stored());
        for (lane, foot) in feet.iter_mut().enumerate() {
            let target = hits.target[lane];
            *foot = Foot::NONE;
            if target != NO_TARGET {
                let pressed = if depth.0[lane] > 0.0 { 1.0 } else { 0.0 };
                let (depth, slope) = (depth.0[lane], slope.get(lane));
                *foot = Foot { target, seen: 1.0, pressed, creased: false, simple: true, depth, slope };
            }
        }
    }

    /// Feet of texels with several rays, or with one beside its middle.
    #[inline(always)]
    fn stand_on_several<L: Quad>(&self, group: usize, feet: &mut [Foot]) {
        let (skin, merged) = (self.skin, self.merged[group]);
        let hits = &self.hits[group * skin.rays_per_texel..][..skin.casts(merged)];
        // The target that is met first.
        let mut nearest = hits[0];
        for four in &hits[1..] {
            for lane in 0..WIDTH {
                if four.distance.0[lane] < nearest.distance.0[lane] {
                    nearest.distance.0[lane] = four.distance.0[lane];
                    nearest.target[lane] = four.target[lane];
                }
            }
        }
        let zero = L::splat(0.0);
        let (mut units, mut seen, mut pressed, mut depth, mut squares) = (zero, zero, zero, zero, zero);
        let mut slope = Vec3x::splat(DVec3::ZERO);
        for (i, hits) in hits.iter().enumerate() {
            let mut room = None;
            let rays = skin.cast_ray(group, merged, i, &mut room);
            let all = L::load(&rays.units);
            units = units + all;
            let met = (0..WIDTH)
                .fold(0, |bits, lane| bits | usize::from(hits.target[lane] == nearest.target[lane]) << lane);
            let share = all * L::load(&LANE_FLAGS[met]);
            let meets = zero.below(share);
            let (at, tilt) = self.at::<L>(rays, hits);
            let tilt = Vec3x::select(meets, tilt, Vec3x::splat(DVec3::ZERO));
            let at = L::select(meets, at, zero);
            seen = seen + share;
            pressed = pressed + L::select(zero.below(at), share, zero);
            depth = depth + (at - tilt.dot(Vec3x::load(&skin.to_surface(group, merged, i)))) * share;
            slope = slope + tilt * share;
            squares = squares + tilt.dot(tilt) * share;
        }
        let inverse = L::splat(1.0) / seen;
        let (slope, depth) = (slope * inverse, (depth * inverse).stored());
        let spread = squares * inverse - slope.dot(slope);
        let (slope, spread) = (slope.stored(), spread.stored());
        let (seen, pressed) = ((seen / units).stored(), (pressed / units).stored());
        for (lane, foot) in feet.iter_mut().enumerate() {
            *foot = match nearest.target[lane] {
                NO_TARGET => Foot::NONE,
                target => Foot {
                    target,
                    seen: seen.0[lane] as f32,
                    pressed: pressed.0[lane] as f32,
                    creased: spread.0[lane] > CREASED,
                    simple: merged >> lane & 1 != 0
                        && skin.to_surface(group, merged, 0).get(lane) == DVec3::ZERO,
                    depth: depth.0[lane],
                    slope: slope.get(lane),
                },
            };
        }
    }
}
