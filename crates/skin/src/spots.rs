//! Contact of two bodies at given spots, by the laws of a skin: for bodies that wear none.
//!
//! As for a skin in an implicit step, geometry is found once; then several motions are tried, and one is committed. All is in the frame of the first body.

use crate::batch::Batch;
use crate::block::Block6;
use crate::elastic::Elastic;
use crate::fastest::{Kernel, run_fastest};
use crate::feel::LANE_FLAGS;
use crate::from_side::{MUCH, MUCH_OF_MOTION};
use crate::pair_sum::PairSum;
use crate::quad::Quad;
use crate::squeeze::Squeeze;
use crate::state::PUSHED_OUT_AT;
use crate::trial::{RelativeMotion, TrialLoad};
use crate::trial_sum::TrialSum;
use bristle_contact::{BedLaw, ContactMaterial};
use bristle_geometry::Pose;
use bristle_geometry::collide::Spot;
use bristle_geometry::lanes::{Four, FourVec3, Vec3x, WIDTH};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How exactly it is found by how much bodies are let in.
const HALVINGS: usize = 40;

/// What a spot remembers as physics, in the frame of the first body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpotBristle {
    /// Where the spot was \[m\].
    pub point: DVec3,
    /// Out of the second body.
    pub normal: DVec3,
    /// Of friction, tangent to the normal \[m\].
    pub deflection: DVec3,
    /// Of friction against spinning about the normal, at the spot's spin radius \[m\].
    pub spin: f64,
    /// Of rolling resistance \[m\].
    pub roll: DVec3,
}

/// What two bodies that touch remember.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpotState {
    /// Of the spots that are pressed.
    pub bristles: Vec<SpotBristle>,
    /// By how much the bodies are still let into each other since they were found so \[m\].
    pub let_in: f64,
    /// What acts on the first body, about its origin in its frame \[N, N·m\]; of the last step.
    pub force: DVec3,
    /// See `force`.
    pub torque: DVec3,
    /// Elastic energy \[J\].
    pub energy: f64,
}

impl SpotState {
    /// Whether the bodies do not touch, and nothing is left of when they did.
    pub fn is_free(&self) -> bool {
        self.bristles.is_empty() && self.let_in == 0.0
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        let vectors =
            |b: &SpotBristle| [b.point, b.normal, b.deflection, b.roll].iter().all(|v| v.is_finite());
        self.bristles.iter().all(|b| vectors(b) && b.spin.is_finite())
            && [self.force, self.torque].iter().all(|v| v.is_finite())
            && self.let_in.is_finite()
            && self.energy.is_finite()
    }
}

/// Laws of a pair of surfaces, per area.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfacePair {
    /// Normal force and friction.
    pub material: ContactMaterial,
    /// Torque that resists rolling, over the normal force \[m\]; none by default.
    pub rolling_resistance: f64,
}

/// Arm at which the bristle of rolling resistance is bent \[m\]: it sets how far a body turns before it begins to roll, by a ten-thousandth of a radian or so, and not what
/// resists it then.
const ROLLING_ARM: f64 = 1e-2;

/// Four spots.
#[derive(Clone, Copy, Debug)]
struct SpotGroup {
    point: FourVec3,
    /// Out of the second body.
    normal: FourVec3,
    depth: Four,
    /// Area \[m²\]; none in lanes to spare. And how it grows with the depth, as [`Spot`] has it; whether any does.
    units: Four,
    per_depth: Four,
    per_root_depth: Four,
    is_round: bool,
    deflection: FourVec3,
    old_normal: FourVec3,
}

/// Friction of one spot that resists turning.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turning {
    spot: usize,
    radius: f64,
    /// Deflections before and after the step.
    spin: [f64; 2],
    roll: [DVec3; 2],
}

/// Two bodies that touch, during a step.
#[derive(Clone, Debug, Default)]
pub struct SpotContact {
    groups: Vec<SpotGroup>,
    count: usize,
    turning: Vec<Turning>,
    let_in: f64,
    /// Elastic energy that the last step left \[J\].
    left: f64,
    towards_end: f64,
    /// Of the last trial: deflections after the step, normal forces, and which spots are pressed.
    after: Vec<(FourVec3, Four, u32)>,
    sum: Option<Box<TrialSum>>,
    load: (DVec3, DVec3),
    energy: f64,
}

impl SpotContact {
    /// Takes the spots of a step, and what was held at those that are nearest.
    ///
    /// Bodies that did not touch before, and are deeper inside each other than `travel` \[m\], are let in, to be pushed out slowly.
    pub fn prepare(&mut self, spots: &[Spot], state: Option<&SpotState>, travel: f64, rolls: bool) {
        self.groups.clear();
        self.turning.clear();
        (self.count, self.towards_end) = (spots.len(), 0.0);
        self.left = state.map_or(0.0, |state| state.energy);
        let deepest = spots.iter().map(|spot| -spot.gap).fold(0.0, f64::max);
        self.let_in = match state {
            Some(state) => state.let_in,
            None if deepest > travel => deepest,
            None => 0.0,
        };
        let held = Held::new(state.map_or(&[][..], |state| &state.bristles));
        for (group, four) in spots.chunks(WIDTH).enumerate() {
            let spare = &four[0];
            let mut new = SpotGroup {
                point: FourVec3::ZERO,
                normal: FourVec3::ZERO,
                depth: Four::ZERO,
                units: Four::ZERO,
                per_depth: Four::ZERO,
                per_root_depth: Four::ZERO,
                is_round: false,
                deflection: FourVec3::ZERO,
                old_normal: FourVec3::ZERO,
            };
            for lane in 0..WIDTH {
                let spot = four.get(lane).unwrap_or(spare);
                let (normal, is_there) = (-spot.normal, lane < four.len());
                let before = held.nearest(spot, group * WIDTH + lane).filter(|_| is_there);
                new.point.set(lane, spot.point);
                new.normal.set(lane, normal);
                new.depth.0[lane] = -spot.gap - self.let_in;
                if is_there {
                    new.units.0[lane] = spot.area;
                    (new.per_depth.0[lane], new.per_root_depth.0[lane]) =
                        (spot.per_depth, spot.per_root_depth);
                    new.is_round |= spot.per_depth > 0.0 || spot.per_root_depth > 0.0;
                }
                new.deflection.set(lane, before.map_or(DVec3::ZERO, |before| before.deflection));
                new.old_normal.set(lane, before.map_or(normal, |before| before.normal));
                if is_there && (spot.spin_radius > 0.0 || rolls) {
                    let (spin, roll) = before.map_or((0.0, DVec3::ZERO), |before| (before.spin, before.roll));
                    self.turning.push(Turning {
                        spot: group * WIDTH + lane,
                        radius: spot.spin_radius,
                        spin: [spin; 2],
                        roll: [roll; 2],
                    });
                }
            }
            self.groups.push(new);
        }
    }

    /// Lets the bodies in where they would begin the step `h` \[s\] with much more elastic energy than the last one left: where other faces meet than before, or a
    /// motion too fast to be followed has brought them into each other, nobody has done the work of pressing them in. `before` is their motion, and `mobility` \[1/kg\]
    /// how easily they are moved past each other; overlaps up to `slack` \[m\] are left alone.
    pub fn let_in_jump(
        &mut self,
        pair: &SurfacePair,
        before: &RelativeMotion,
        mobility: f64,
        slack: f64,
        h: f64,
    ) {
        let velocity =
            |group: &SpotGroup, lane| before.velocity + before.rotation.cross(group.point.get(lane));
        let depth = |group: &SpotGroup, lane: usize| {
            group.depth.0[lane] - 0.5 * h * group.normal.get(lane).dot(velocity(group, lane))
        };
        let spots = || {
            let all = self.groups.iter().flat_map(|group| (0..WIDTH).map(move |lane| (group, lane)));
            all.filter(|(group, lane)| group.units.0[*lane] > 0.0)
        };
        let (mut fastest, mut deepest) = (0.0_f64, 0.0_f64);
        for (group, lane) in spots() {
            fastest = fastest.max(velocity(group, lane).length_squared());
            deepest = deepest.max(depth(group, lane));
        }
        if deepest <= slack {
            return;
        }
        let energy = |by: f64| {
            let of_spot = |(group, lane): (&SpotGroup, usize)| {
                let depth = (depth(group, lane) - by).max(0.0);
                group.energy_units(lane, depth) * pair.material.energy(depth)
            };
            spots().map(of_spot).sum::<f64>()
        };
        // What is being pushed out already comes deeper by that in every step.
        let pushed = if self.let_in > 0.0 { PUSHED_OUT_AT * h } else { 0.0 };
        let brought = energy(pushed) - self.left;
        if brought <= MUCH * self.left || brought * mobility <= MUCH_OF_MOTION * 0.5 * fastest {
            return;
        }
        let (mut low, mut high) = (pushed, deepest);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if energy(middle) > self.left { low = middle } else { high = middle }
        }
        let by = high - pushed;
        self.let_in += by;
        for group in &mut self.groups {
            group.depth.0.iter_mut().for_each(|depth| *depth -= by);
        }
    }

    /// Takes the elastic forces towards the end of the step, as [`SkinMemory::take_towards_end`](crate::SkinMemory::take_towards_end) does.
    pub fn take_towards_end(&mut self, share: f64) {
        self.towards_end = share.clamp(0.0, 1.0);
    }

    /// Whether the bodies are let into each other.
    pub fn is_let_in(&self) -> bool {
        self.let_in > 0.0
    }

    /// What passes between the bodies if the second moved past the first with `before` at the start of a step `h` \[s\] and moves with `over` on the mean of it; with
    /// derivatives if asked for.
    pub fn try_motion(
        &mut self,
        pair: &SurfacePair,
        (before, over): (&RelativeMotion, &RelativeMotion),
        h: f64,
        derivatives: bool,
    ) -> TrialLoad {
        let mut sum = self.sum.take().unwrap_or_else(|| Box::new(TrialSum::ZERO));
        sum.clear();
        self.after.clear();
        self.energy = 0.0;
        run_fastest(Press {
            groups: &self.groups,
            pair,
            motions: (before, over),
            h,
            towards_end: self.towards_end,
            derivatives,
            after: &mut self.after,
            sum: &mut sum,
            energy: &mut self.energy,
        });
        let mut load = TrialLoad::ZERO;
        sum.add_to(&mut load, derivatives);
        self.sum = Some(sum);
        self.resist_turning(pair, over, h, &mut load);
        self.load = (load.force, load.torque);
        load
    }

    /// Friction against spinning and rolling, spot by spot.
    fn resist_turning(&mut self, pair: &SurfacePair, over: &RelativeMotion, h: f64, load: &mut TrialLoad) {
        for turning in &mut self.turning {
            let (group, lane) = (turning.spot / WIDTH, turning.spot % WIDTH);
            let (_, push, pressed) = &self.after[group];
            let (push, units) = (push.0[lane], self.groups[group].units_now(lane));
            (turning.spin[1], turning.roll[1]) = (0.0, DVec3::ZERO);
            if pressed >> lane & 1 == 0 || units == 0.0 {
                continue;
            }
            let normal = self.groups[group].normal.get(lane);
            let about = over.rotation.dot(normal);
            let law = |deflection: DVec3, velocity: DVec3| {
                pair.material.friction().step(deflection, velocity, push / units, h).scaled(units)
            };
            if turning.radius > 0.0 {
                let step = law(DVec3::X * turning.spin[0], DVec3::X * (turning.radius * about));
                turning.spin[1] = step.deflection.x;
                load.torque += normal * (turning.radius * step.force.x);
                add_about(normal, turning.radius.powi(2) * step.d_slip_velocity.isotropic, load);
            }
            if pair.rolling_resistance > 0.0 {
                // The same law at an arm, under the pressure at which its limit is the stated torque at any speed.
                let arm = ROLLING_ARM;
                let rolls = (over.rotation - normal * about) * arm;
                let held = turning.roll[0] - normal * turning.roll[0].dot(normal);
                let friction = pair.material.friction();
                let limit = pair.rolling_resistance / arm * push / units;
                let pressure = limit / friction.stribeck().coefficient(rolls.length()).max(1e-9);
                let step = friction.step(held, rolls, pressure, h).scaled(units);
                turning.roll[1] = step.deflection;
                load.torque += step.force * arm;
                for axis in [normal.any_orthonormal_vector(), normal.cross(normal.any_orthonormal_vector())] {
                    add_about(axis, arm * arm * step.d_slip_velocity.isotropic, load);
                }
            }
        }
    }

    /// How what passes changes with displacement and with velocity, for a motion at one moment of a step `h` \[s\]: stiffness and damping.
    pub fn blocks(&self, pair: &SurfacePair, motion: &RelativeMotion, h: f64) -> [Block6; 2] {
        let mut sum = PairSum::ZERO;
        run_fastest(Linearise { groups: &self.groups, pair, motion, h, sum: &mut sum });
        let load = sum.finish(Pose::IDENTITY, Pose::IDENTITY);
        [load.stiffness, load.damping]
    }

    /// The state after the last trial, over a step `h` \[s\].
    pub fn commit(&self, h: f64, next: &mut SpotState) {
        next.bristles.clear();
        next.let_in = (self.let_in - PUSHED_OUT_AT * h).max(0.0);
        (next.force, next.torque) = self.load;
        next.energy = self.energy;
        for (i, (group, (deflection, _, pressed))) in self.groups.iter().zip(&self.after).enumerate() {
            for lane in (0..WIDTH).filter(|lane| pressed >> lane & 1 != 0) {
                next.bristles.push(SpotBristle {
                    point: group.point.get(lane),
                    normal: group.normal.get(lane),
                    deflection: deflection.get(lane),
                    spin: 0.0,
                    roll: DVec3::ZERO,
                });
                let spot = i * WIDTH + lane;
                if let (Some(turning), Some(bristle)) =
                    (self.turning.iter().find(|turning| turning.spot == spot), next.bristles.last_mut())
                {
                    (bristle.spin, bristle.roll) = (turning.spin[1], turning.roll[1]);
                }
            }
        }
    }
}

/// Adds the resistance to turning about an axis.
fn add_about(axis: DVec3, resistance: f64, load: &mut TrialLoad) {
    let axis = axis.to_array();
    let add = |block: &mut Block6| {
        for (i, a) in axis.iter().enumerate() {
            for (j, b) in axis.iter().enumerate() {
                block.0[3 + i][3 + j] += resistance * a * b;
            }
        }
    };
    add(&mut load.damping);
    add(&mut load.resistance);
}

/// What is held by many spots is sorted along an axis, to be found faster.
const MANY: usize = 24;

/// What two bodies held at the start of a step, to be found by place.
struct Held<'a> {
    bristles: &'a [SpotBristle],
    /// The axis along which they lie farthest apart, and where each lies along it, in order; empty for a few.
    axis: usize,
    along: Vec<(f64, u32)>,
}

impl<'a> Held<'a> {
    fn new(bristles: &'a [SpotBristle]) -> Self {
        let mut held = Self { bristles, axis: 0, along: Vec::new() };
        if bristles.len() > MANY {
            let points = || bristles.iter().map(|bristle| bristle.point);
            let extent = points().fold(DVec3::MIN, DVec3::max) - points().fold(DVec3::MAX, DVec3::min);
            held.axis = extent.max_position();
            held.along = points().map(|point| point[held.axis]).zip(0..).collect();
            held.along.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        held
    }

    /// What was held nearest to a spot. Where the spots of a contact do not change, that is the one with the same index.
    fn nearest(&self, spot: &Spot, index: usize) -> Option<&'a SpotBristle> {
        if let Some(same) = self.bristles.get(index).filter(|same| same.point == spot.point) {
            return Some(same);
        }
        let mut best: Option<(f64, u32)> = None;
        let mut look_at = |i: u32| {
            let bristle = &self.bristles[i as usize];
            let found = (bristle.point.distance_squared(spot.point), i);
            // Those that push another way belong to another side of the bodies.
            if bristle.normal.dot(spot.normal) < -0.5 && best.is_none_or(|best| found < best) {
                best = Some(found);
            }
            best.map_or(f64::INFINITY, |(square, _)| square)
        };
        if self.along.is_empty() {
            (0..self.bristles.len() as u32).for_each(|i| {
                look_at(i);
            });
        } else {
            let here = spot.point[self.axis];
            let (before, after) = self.along.split_at(self.along.partition_point(|(x, _)| *x < here));
            let mut least = f64::INFINITY;
            for side in [&mut before.iter().rev() as &mut dyn Iterator<Item = &(f64, u32)>, &mut after.iter()]
            {
                for (x, i) in side {
                    if (x - here) * (x - here) > least {
                        break;
                    }
                    least = look_at(*i);
                }
            }
        }
        best.map(|(_, i)| &self.bristles[i as usize])
    }
}

impl SpotGroup {
    /// The areas that, pressed in by the mean depth of a step, store as much energy over it as those that grow with the depth; and how much steeper their forces rise.
    ///
    /// For a linear law, so that contact of round bodies gives no energy either: with depths a and b at both ends of the step, a ball stores `(b³ − a³)/3` where a
    /// constant area stores `(b² − a²)/2`, and a roller `(b^5/2 − a^5/2)/(5/2)`.
    #[inline(always)]
    fn grow<L: Quad>(&self, squeeze: &Squeeze<L>, units: &mut L) -> L {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let (a, b) = (squeeze.begin.larger(zero), squeeze.end.larger(zero));
        let over = |sum: L| one / L::select(zero.below(sum), sum, one);
        let ball = L::load(&self.per_depth) * L::splat(2.0 / 3.0) * (a * a + a * b + b * b) * over(a + b);
        let (x, y) = (a.sqrt(), b.sqrt());
        let powers = a * a + b * b + x * y * (a + b + x * y);
        let roller = L::load(&self.per_root_depth) * L::splat(0.8) * powers * over((x + y) * (a + b));
        let sharp = *units;
        *units = sharp + ball + roller;
        one + (ball + L::splat(0.5) * roller) * over(*units)
    }

    /// The area that, times the energy per area at a depth, is what a spot stores.
    fn energy_units(&self, lane: usize, depth: f64) -> f64 {
        self.units.0[lane]
            + 2.0 / 3.0 * self.per_depth.0[lane] * depth
            + 0.8 * self.per_root_depth.0[lane] * depth.sqrt()
    }

    /// The area at the depth that was found.
    fn units_now(&self, lane: usize) -> f64 {
        let depth = self.depth.0[lane].max(0.0);
        self.units.0[lane] + self.per_depth.0[lane] * depth + self.per_root_depth.0[lane] * depth.sqrt()
    }
}

/// Evaluates the laws at all spots.
struct Press<'a> {
    groups: &'a [SpotGroup],
    pair: &'a SurfacePair,
    motions: (&'a RelativeMotion, &'a RelativeMotion),
    h: f64,
    towards_end: f64,
    derivatives: bool,
    after: &'a mut Vec<(FourVec3, Four, u32)>,
    sum: &'a mut TrialSum,
    energy: &'a mut f64,
}

impl Kernel for Press<'_> {
    #[inline(always)]
    fn run<L: Quad>(mut self) {
        let bed = self.pair.material.bed_law();
        for group in self.groups {
            self.press::<L>(group, bed.as_ref());
        }
    }
}

impl Press<'_> {
    #[inline(always)]
    fn press<L: Quad>(&mut self, group: &SpotGroup, bed: Option<&BedLaw>) {
        let (zero, one, material) = (L::splat(0.0), L::splat(1.0), &self.pair.material);
        let (before, over) = self.motions;
        let (point, normal) = (Vec3x::<L>::load(&group.point), Vec3x::<L>::load(&group.normal));
        let velocity = over.at(point);
        let rates = (normal.dot(before.at(point)), normal.dot(velocity));
        let squeeze = Squeeze::over_step(L::load(&group.depth), rates.0, rates.1, self.h);
        let there = L::bits(zero.below(L::load(&group.units)));
        let (mut squeeze, elastic): (Squeeze<L>, Elastic<L>) =
            squeeze.by_law((bed, material), there, self.towards_end, self.h);
        let mut units = L::load(&group.units);
        if group.is_round {
            let steeper = group.grow(&squeeze, &mut units);
            squeeze.time = squeeze.time * steeper;
        }
        let on = L::both(zero.below(L::load(&group.units)), zero.below(squeeze.penetration));
        let lanes = L::bits(on);
        if lanes == 0 {
            self.after.push((FourVec3::ZERO, Four::ZERO, 0));
            return;
        }
        let batch = Batch {
            lanes,
            penetration: squeeze.penetration,
            rate: squeeze.rate,
            elastic,
            squareness: one,
            units: L::select(on, units, zero),
            point,
            normal,
            deflection: Vec3x::load(&group.deflection),
            old_normal: Vec3x::load(&group.old_normal),
        };
        let force = batch.force((bed, material), velocity, self.h);
        let pressed = self.sum.add(&batch, &force);
        if self.derivatives {
            self.sum.add_damping(&batch, &force, squeeze.time, squeeze.share);
        }
        let kept = zero.below(L::load(&LANE_FLAGS[pressed as usize]));
        let deflection = Vec3x::select(kept, force.deflection, Vec3x::splat(DVec3::ZERO)).stored();
        let (end, units) = (squeeze.end.stored(), units.stored());
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            let depth = end.0[lane].max(0.0);
            let bent = material.friction().energy(deflection.get(lane));
            *self.energy += group.energy_units(lane, depth) * material.energy(depth) + units.0[lane] * bent;
        }
        self.after.push((deflection, force.normal_force.stored(), pressed));
    }
}

/// Sums up stiffness and damping of all spots.
struct Linearise<'a> {
    groups: &'a [SpotGroup],
    pair: &'a SurfacePair,
    motion: &'a RelativeMotion,
    h: f64,
    sum: &'a mut PairSum,
}

impl Kernel for Linearise<'_> {
    #[inline(always)]
    fn run<L: Quad>(self) {
        let (zero, material) = (L::splat(0.0), &self.pair.material);
        let bed = material.bed_law();
        for group in self.groups {
            let (point, normal) = (Vec3x::<L>::load(&group.point), Vec3x::<L>::load(&group.normal));
            let (velocity, penetration) = (self.motion.at(point), L::load(&group.depth));
            let on = L::both(zero.below(L::load(&group.units)), zero.below(penetration));
            let lanes = L::bits(on);
            if lanes == 0 {
                continue;
            }
            let none = Elastic { force: zero, slope: zero };
            let batch = Batch {
                lanes,
                penetration,
                rate: normal.dot(velocity),
                elastic: bed.as_ref().map_or(none, |bed| Elastic::at(bed, penetration)),
                squareness: L::splat(1.0),
                units: L::select(on, L::load(&Four([0, 1, 2, 3].map(|lane| group.units_now(lane)))), zero),
                point,
                normal,
                deflection: Vec3x::load(&group.deflection),
                old_normal: Vec3x::load(&group.old_normal),
            };
            let force = batch.force((bed.as_ref(), material), velocity, self.h);
            self.sum.add(&batch, &force, self.h);
        }
    }
}
