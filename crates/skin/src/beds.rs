//! What the feet of a target with edges press in.

use crate::Skin;
use crate::detect::Nearest;
use crate::edges::EdgeLoad;
use crate::elastic::{Elastic, PowerOf};
use crate::fastest::Kernel;
use crate::feel::LANE_FLAGS;
use crate::feet::Foot;
use crate::quad::Quad;
use crate::state::SkinState;
use crate::target::Target;
use bristle_contact::{BedLaw, ContactMaterial};
use bristle_geometry::lanes::{Four, Vec3x, WIDTH};
use glam::DVec3;

/// What a foot presses in, on a target with edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bed {
    /// Elastic energy \[J\], force \[N\] and stiffness \[N/m\] of its rays.
    pub(crate) energy: f64,
    pub(crate) force: f64,
    pub(crate) stiffness: f64,
    /// The middle of what touches, in S \[m\].
    pub(crate) point: DVec3,
    /// Force of the edges on the pad, and whether there is any \[N\].
    pub(crate) push: DVec3,
    pub(crate) pushed: bool,
}

impl Bed {
    pub(crate) const NONE: Self = Self {
        energy: 0.0,
        force: 0.0,
        stiffness: 0.0,
        point: DVec3::ZERO,
        push: DVec3::ZERO,
        pushed: false,
    };

    /// Force along the skin at a border \[N\]: the energy of the texel, taken there, per length.
    ///
    /// Taken there to second order, also where the plane of the foot has left the pad: with this the sides of a texel balance the slope of a
    /// plane face exactly, for any law, and nothing jumps as a texel is touched.
    pub(crate) fn at_border(&self, change: f64, per_length: f64) -> f64 {
        (self.energy + change * (self.force + 0.5 * change * self.stiffness)) * per_length
    }
}

/// Finds the beds under the feet on targets with edges, and how hard they press all together.
pub(crate) struct Press<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) state: &'a SkinState,
    pub(crate) targets: &'a [Target<'a>],
    pub(crate) hits: &'a [Nearest],
    pub(crate) merged: &'a [u8],
    pub(crate) near: &'a [bool],
    /// By how much each ray lets its target in; empty if none does.
    pub(crate) entered: &'a [Four],
    /// One per slot.
    pub(crate) feet: &'a [Foot],
    pub(crate) beds: &'a mut [Bed],
    /// One per target.
    pub(crate) loads: &'a mut [EdgeLoad],
}

impl Kernel for Press<'_> {
    #[inline(always)]
    fn run<L: Quad>(mut self) {
        let skin = self.skin;
        for (patch, _) in skin.patches.iter().zip(self.near).filter(|(_, near)| **near) {
            for (group, first) in patch.groups.clone().zip(patch.slots.clone().step_by(WIDTH)) {
                let slots = first..patch.slots.end.min(first + WIDTH);
                let mut left = 0;
                for (lane, foot) in self.feet[slots.clone()].iter().enumerate() {
                    let counts = self.loads.get(foot.target as usize).is_some_and(|load| load.any);
                    left |= u32::from(counts) << lane;
                }
                // Mostly all four stand on one target.
                while left != 0 {
                    let target = self.feet[first + left.trailing_zeros() as usize].target;
                    let of_target = |(lane, foot): (usize, &Foot)| u32::from(foot.target == target) << lane;
                    let lanes =
                        left & self.feet[slots.clone()].iter().enumerate().map(of_target).sum::<u32>();
                    self.press::<L>(group, first, target, lanes);
                    left &= !lanes;
                }
            }
        }
    }
}

impl Press<'_> {
    /// Those of four feet that stand on one target.
    #[inline(always)]
    fn press<L: Quad>(&mut self, group: usize, first_slot: usize, target: u32, lanes: u32) {
        let (skin, merged, zero) = (self.skin, self.merged[group], L::splat(0.0));
        let material = self.targets[target as usize].material(&skin.material);
        let bed_law = material.bed_law();
        let surface = L::splat(skin.reach - self.state.set_back(target as usize));
        let (mut energy, mut force, mut stiffness, mut normal, mut pressed) = (zero, zero, zero, zero, zero);
        let (mut point, mut push) = (Vec3x::splat(DVec3::ZERO), Vec3x::splat(DVec3::ZERO));
        for i in 0..skin.casts(merged) {
            let (hits, mut room) = (&self.hits[group * skin.rays_per_texel + i], None);
            let rays = skin.cast_ray(group, merged, i, &mut room);
            let met = (0..WIDTH).fold(0, |bits, lane| bits | u32::from(hits.target[lane] == target) << lane);
            let meets = zero.below(L::load(&LANE_FLAGS[(met & lanes) as usize]));
            let distance = L::select(meets, L::load(&hits.distance), surface);
            let let_in = self.entered.get(group * skin.rays_per_texel + i).map_or(zero, L::load);
            let depth = (surface - distance - let_in).larger(zero);
            let units = L::select(zero.below(depth), L::load(&rays.units), zero);
            let pads = PressedPads::of(bed_law.as_ref(), material, depth);
            let direction = Vec3x::<L>::load(&rays.direction);
            let towards = Vec3x::<L>::load(&hits.normal);
            let squareness = L::select(meets, -direction.dot(towards), L::splat(1.0));
            let pushes = pads.elastic.force * units / squareness;
            energy = energy + pads.energy * units;
            force = force + pads.elastic.force * units;
            stiffness = stiffness + pads.elastic.slope * units;
            normal = normal + pushes;
            push = push + Vec3x::select(meets, towards, Vec3x::splat(DVec3::ZERO)) * pushes;
            point = point + (Vec3x::load(&rays.origin) + direction * distance) * units;
            pressed = pressed + units;
        }
        let point = point * (L::splat(1.0) / L::select(zero.below(pressed), pressed, L::splat(1.0)));
        let load = &mut self.loads[target as usize];
        load.normal += normal.stored().total();
        load.push += push.stored().total();
        load.energy += energy.stored().total();
        let (energy, force, stiffness, point) =
            (energy.stored(), force.stored(), stiffness.stored(), point.stored());
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            self.beds[first_slot + lane] = Bed {
                energy: energy.0[lane],
                force: force.0[lane],
                stiffness: stiffness.0[lane],
                point: point.get(lane),
                ..Bed::NONE
            };
        }
    }
}

/// Four pads that are pressed in.
struct PressedPads<L> {
    /// \[J\]
    energy: L,
    elastic: Elastic<L>,
}

impl<L: Quad> PressedPads<L> {
    #[inline(always)]
    fn of(bed: Option<&BedLaw>, material: &ContactMaterial, depth: L) -> Self {
        if let Some(bed) = bed
            && L::bits(depth.at_most(L::splat(bed.limit))) == L::ALL
        {
            let elastic = Elastic::at(bed, depth);
            return Self { energy: elastic.force * depth * L::splat(bed.over_next_power()), elastic };
        }
        Self::one_by_one(material, &depth.stored())
    }

    #[cold]
    fn one_by_one(material: &ContactMaterial, depth: &Four) -> Self {
        let (mut energy, mut force, mut slope) = (Four::ZERO, Four::ZERO, Four::ZERO);
        for (lane, &depth) in depth.0.iter().enumerate() {
            let felt = material.normal_force(depth, 0.0).force;
            energy.0[lane] = material.energy(depth);
            (force.0[lane], slope.0[lane]) = (felt.elastic, felt.d_penetration);
        }
        Self { energy: L::load(&energy), elastic: Elastic { force: L::load(&force), slope: L::load(&slope) } }
    }
}
