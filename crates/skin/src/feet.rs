//! How texels stand on what they touch: one depth and slope per texel, from all its rays.

use crate::Skin;
use crate::detect::Nearest;
use crate::fastest::Kernel;
use crate::patch::Patch;
use crate::quad::Quad;
use crate::state::{NO_TARGET, SkinState};
use bristle_geometry::lanes::{Four, FourVec3, Vec3x, WIDTH};
use glam::DVec3;
use std::ops::Range;

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
    /// Penetration in the texel's middle \[m\], and how it changes along the skin.
    pub(crate) depth: f64,
    pub(crate) slope: DVec3,
}

impl Foot {
    pub(crate) const NONE: Self =
        Self { target: NO_TARGET, seen: 0.0, pressed: 0.0, creased: false, depth: 0.0, slope: DVec3::ZERO };
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
    /// Of the rays of a patch at work.
    room: Vec<RayFeet>,
}

impl Feet {
    pub(crate) fn make_room(&mut self, skin: &Skin) {
        self.of_slot.resize(skin.texels.len(), Foot::NONE);
        self.written.resize(skin.patches.len(), false);
        self.pressed.resize(skin.patches.len(), false);
        if !skin.edges.is_centred() {
            let most = skin.patches.iter().map(|patch| patch.groups.len()).max().unwrap_or(0);
            self.room.resize(most, RayFeet::NONE);
        }
    }

    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.of_slot) + 2 * size_of_val(&*self.written) + size_of_val(&*self.room)
    }
}

/// Where four rays stand, times the units of material behind each.
#[derive(Clone, Copy, Debug)]
struct RayFeet {
    /// Depth of the plane that touches the target there, in the middle of the texel \[m\].
    depth: Four,
    slope: FourVec3,
    pressed: Four,
}

impl RayFeet {
    const NONE: Self = Self { depth: Four::ZERO, slope: FourVec3::ZERO, pressed: Four::ZERO };
}

/// Finds the feet from the hits of a detection.
pub(crate) struct Stand<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) state: &'a SkinState,
    pub(crate) hits: &'a [Nearest],
    pub(crate) near: &'a [bool],
    pub(crate) feet: &'a mut Feet,
}

impl Kernel for Stand<'_> {
    #[inline(always)]
    fn run<L: Quad>(self) {
        let Self { skin, near, .. } = self;
        let Feet { of_slot, written, pressed, deepest, room } = &mut *self.feet;
        *deepest = 0.0;
        let hits = HitsOfRays { skin, state: self.state, hits: self.hits };
        for (((patch, &near), written), pressed) in skin.patches.iter().zip(near).zip(written).zip(pressed) {
            let feet = &mut of_slot[patch.slots.clone()];
            let had_feet = std::mem::replace(written, near);
            *pressed = false;
            match near {
                true if skin.edges.is_centred() => hits.stand_on_one::<L>(patch, feet),
                true => hits.stand_on_several::<L>(patch, room, feet),
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
}

impl HitsOfRays<'_> {
    /// Depth and slope at the hits of four rays; without meaning where there is no hit.
    #[inline(always)]
    fn at<L: Quad>(&self, group: usize) -> (L, Vec3x<L>) {
        let (rays, hits) = (&self.skin.rays[group], &self.hits[group]);
        let surface = if !self.state.any_set_back() {
            L::splat(self.skin.reach)
        } else {
            L::load(&Four(hits.target.map(|target| self.skin.reach - self.state.set_back(target as usize))))
        };
        let normal = Vec3x::<L>::load(&hits.normal);
        let slope = normal * (L::splat(1.0) / normal.dot(Vec3x::load(&rays.direction)));
        (surface - L::load(&hits.distance), slope)
    }

    /// Feet of texels with one ray each, in their middle.
    #[inline(always)]
    fn stand_on_one<L: Quad>(&self, patch: &Patch, feet: &mut [Foot]) {
        for (group, four) in patch.groups.clone().zip(feet.chunks_mut(WIDTH)) {
            let (depth, slope) = self.at::<L>(group);
            let (depth, slope) = (depth.stored(), slope.stored());
            for (lane, foot) in four.iter_mut().enumerate() {
                let target = self.hits[group].target[lane];
                *foot = Foot::NONE;
                if target != NO_TARGET {
                    let pressed = if depth.0[lane] > 0.0 { 1.0 } else { 0.0 };
                    let (depth, slope) = (depth.0[lane], slope.get(lane));
                    *foot = Foot { target, seen: 1.0, pressed, creased: false, depth, slope };
                }
            }
        }
    }

    /// Feet of texels with several rays.
    #[inline(always)]
    fn stand_on_several<L: Quad>(&self, patch: &Patch, room: &mut [RayFeet], feet: &mut [Foot]) {
        for (group, ray_feet) in patch.groups.clone().zip(&mut *room) {
            let (depth, slope) = self.at::<L>(group);
            let units = L::load(&self.skin.rays[group].units);
            let from_middle = Vec3x::load(self.skin.edges.to_surface(group));
            ((depth - slope.dot(from_middle)) * units).store(&mut ray_feet.depth);
            (slope * units).store(&mut ray_feet.slope);
            let pressed = L::splat(0.0).below(depth);
            L::select(pressed, units, L::splat(0.0)).store(&mut ray_feet.pressed);
        }
        let rays = self.skin.rays_per_texel;
        for (place, foot) in feet.iter_mut().enumerate() {
            *foot = self.foot(patch.groups.start, place * rays..(place + 1) * rays, room);
        }
    }

    /// The foot of a texel with these rays of a patch.
    #[inline(always)]
    fn foot(&self, first_group: usize, rays: Range<usize>, ray_feet: &[RayFeet]) -> Foot {
        let lanes = rays.map(|ray| (ray / WIDTH, ray % WIDTH));
        let mut nearest = (f64::INFINITY, NO_TARGET);
        for (group, lane) in lanes.clone() {
            let hits = &self.hits[first_group + group];
            if hits.distance.0[lane] < nearest.0 {
                nearest = (hits.distance.0[lane], hits.target[lane]);
            }
        }
        let target = nearest.1;
        if target == NO_TARGET {
            return Foot::NONE;
        }
        let (mut units, mut seen, mut pressed, mut depth, mut slope) = (0.0, 0.0, 0.0, 0.0, DVec3::ZERO);
        let mut squares = 0.0;
        for (group, lane) in lanes {
            let (ray, of_ray) = (first_group + group, &ray_feet[group]);
            let share = self.skin.rays[ray].units.0[lane];
            units += share;
            if self.hits[ray].target[lane] == target {
                seen += share;
                pressed += of_ray.pressed.0[lane];
                depth += of_ray.depth.0[lane];
                slope += of_ray.slope.get(lane);
                squares += of_ray.slope.get(lane).length_squared() / share;
            }
        }
        let share = |part: f64| (part / units) as f32;
        let (depth, slope) = (depth / seen, slope / seen);
        let creased = squares / seen - slope.length_squared() > CREASED;
        Foot { target, seen: share(seen), pressed: share(pressed), creased, depth, slope }
    }
}
