//! How far and how fast a pad is pressed in over a step.

use crate::elastic::{Elastic, PowerOf};
use bristle_contact::{BedLaw, ContactMaterial, SimplePower};
use bristle_geometry::lanes::{Lanes, WIDTH};

/// What the normal law of an implicit step is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Squeeze<L> {
    /// Penetrations at the start and at the end of the step; negative is a gap \[m\].
    pub(crate) begin: L,
    pub(crate) end: L,
    /// The penetration whose force is the mean over the way from one to the other, for a linear spring \[m\].
    pub(crate) penetration: L,
    /// By how much the pad is pressed in, per time \[m/s\].
    pub(crate) rate: L,
    /// ∂penetration/∂(rate of the target) \[s\].
    pub(crate) time: L,
    /// ∂rate/∂(rate of the target): 1 if the step ends in contact, else 0.
    pub(crate) share: L,
}

impl<L: Lanes> Squeeze<L> {
    /// From the penetration found in the predicted middle of a step `h` \[s\], where the target came `before` \[m/s\], and the rate
    /// `moved` with which it moves over the step.
    ///
    /// The elastic force is the mean over the way, (TD-1): its work is the change of the elastic energy, also where contact begins or
    /// ends within the step, so that no touch-down and no release ever gives energy. The damper acts on the part of the way in contact.
    #[inline(always)]
    pub(crate) fn over_step(middle: L, before: L, moved: L, h: f64) -> Self {
        let (zero, one, half) = (L::splat(0.0), L::splat(1.0), L::splat(0.5 * h));
        let begin = middle - half * before;
        let end = begin + L::splat(h) * moved;
        let mean = middle + half * (moved - before);
        let touching = L::both(zero.at_most(begin), zero.at_most(end));
        if L::bits(touching) == L::ALL {
            return Self { begin, end, penetration: mean, rate: moved, time: half, share: one };
        }
        let (begins, ends) = (zero.below(begin), zero.below(end));
        let (from, to) = (L::select(begins, begin, zero), L::select(ends, end, zero));
        let apart = L::both(begin.at_most(zero), end.at_most(zero));
        let whole = L::select(touching, one, L::select(apart, one, end - begin));
        let inverse = one / whole;
        // One of the two is zero here, and the way is not.
        let partial = (to * to - from * from) * inverse * L::splat(0.5);
        // Where neither end touches, a gap.
        let partial = L::select(apart, L::select(begin.below(end), end, begin), partial);
        let entering = to * (to - begin - begin) + from * from;
        let time = entering * inverse * inverse * half;
        Self {
            begin,
            end,
            penetration: L::select(touching, mean, partial),
            rate: L::select(touching, moved, (to - from) * L::splat(1.0 / h)),
            time: L::select(touching, half, time),
            share: L::select(touching, one, L::select(ends, one, zero)),
        }
    }

    /// The elastic force of a law over the step, `towards_end` a share of the way from its mean to that at the end of the step; for other
    /// laws, that of the penetration whose force it is.
    #[inline(always)]
    pub(crate) fn by_law(
        self,
        (bed, material): (Option<&BedLaw>, &ContactMaterial),
        lanes: u32,
        towards_end: f64,
        h: f64,
    ) -> (Self, Elastic<L>) {
        if let Some(bed) = bed {
            let limit = L::splat(bed.limit);
            if L::bits(L::both(self.begin.at_most(limit), self.end.at_most(limit))) & lanes == lanes {
                if bed.is_straight() {
                    let squeeze = self.towards_end(towards_end, h);
                    return (squeeze, Elastic::at(bed, squeeze.penetration));
                }
                let (force, slope) = self.mean_of_power(bed);
                let end = Elastic::at(bed, self.end.larger(L::splat(0.0)));
                let (share, rest) = (L::splat(towards_end), L::splat(1.0 - towards_end));
                let elastic = Elastic {
                    force: force * rest + end.force * share,
                    slope: slope * rest + end.slope * share,
                };
                return (Self { time: L::splat(h), ..self.towards_end(towards_end, h) }, elastic);
            }
        }
        let squeeze = self.lane_by_lane(material, lanes, towards_end, h);
        let none = Elastic { force: L::splat(0.0), slope: L::splat(0.0) };
        // The mean may be within the limit, though an end is beyond it.
        let elastic = bed.map_or(none, |bed| Elastic::at(bed, squeeze.penetration.larger(L::splat(0.0))));
        (squeeze, elastic)
    }

    /// Mean force over the way of a power of the penetration (TD-1), and its derivative in the penetration at the end.
    ///
    /// Where both ends touch, by forms in which nothing cancels.
    #[inline(always)]
    fn mean_of_power(&self, bed: &BedLaw) -> (L, L) {
        let (zero, one, k) = (L::splat(0.0), L::splat(1.0), L::splat(bed.stiffness));
        let (a, b) = (self.begin.larger(zero), self.end.larger(zero));
        let (mean, slope) = match bed.power {
            SimplePower::One => ((a + b) * L::splat(0.5), L::splat(0.5)),
            SimplePower::Two => {
                ((a * a + a * b + b * b) * L::splat(1.0 / 3.0), (a + b + b) * L::splat(1.0 / 3.0))
            }
            SimplePower::ThreeHalves => {
                // With x² = a and y² = b: (y⁵ − x⁵)/(y² − x²), divided out.
                let (x, y) = (a.sqrt(), b.sqrt());
                let sum = x + y;
                let inverse = one / L::select(zero.below(sum), sum, one);
                let (xy, two) = (x * y, L::splat(2.0));
                let mean = (b * b + a * a + xy * (a + b + xy)) * inverse;
                let slope =
                    (L::splat(3.0) * y * b + L::splat(6.0) * b * x + L::splat(4.0) * y * a + two * x * a)
                        * inverse
                        * inverse;
                (mean * L::splat(0.4), slope * L::splat(0.2))
            }
        };
        let touching = L::both(zero.at_most(self.begin), zero.at_most(self.end));
        if L::bits(touching) == L::ALL {
            return (k * mean, k * slope);
        }
        // Contact begins or ends within the step; without contact there is no way to divide by.
        let way = self.end - self.begin;
        let apart = L::both(self.begin.at_most(zero), self.end.at_most(zero));
        let inverse = one / L::select(apart, one, L::select(touching, one, way));
        let (at_a, at_b) = (bed.power_of(a), bed.power_of(b));
        let partial = (at_b * b - at_a * a) * inverse * L::splat(bed.over_next_power());
        let partial_slope = (at_b - partial) * inverse;
        let mean = L::select(touching, mean, partial);
        let slope = L::select(touching, slope, L::select(apart, zero, partial_slope));
        (k * mean, k * slope)
    }

    /// For any law: the penetration whose force is the mean over the way, taken towards the end.
    #[inline(always)]
    fn lane_by_lane(mut self, material: &ContactMaterial, lanes: u32, towards_end: f64, h: f64) -> Self {
        let (begin, end) = (self.begin.stored(), self.end.stored());
        let (mut penetration, mut time) = (self.penetration.stored(), self.time.stored());
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            let (a, b) = (begin.0[lane], end.0[lane]);
            if a > 0.0 || b > 0.0 {
                let mean = material.mean_penetration(a, b, towards_end);
                (penetration.0[lane], time.0[lane]) = (mean.penetration, h * mean.d_end);
            }
        }
        (self.penetration, self.time) = (L::load(&penetration), L::load(&time));
        self
    }

    /// A share of the way from the mean to the end of the step.
    #[inline(always)]
    fn towards_end(mut self, share: f64, h: f64) -> Self {
        if share == 0.0 {
            return self;
        }
        let (zero, share, rest) = (L::splat(0.0), L::splat(share), L::splat(1.0 - share));
        let ends = zero.below(self.end);
        let gap = self.penetration.at_most(zero);
        let end = L::select(ends, self.end, zero);
        let time = L::select(ends, L::splat(h), zero);
        self.penetration = L::select(gap, self.penetration, self.penetration * rest + end * share);
        self.time = self.time * rest + time * share;
        self
    }
}
