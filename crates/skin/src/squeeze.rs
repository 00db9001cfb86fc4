//! How far and how fast a pad is pressed in over a step.

use bristle_contact::ContactMaterial;
use bristle_geometry::lanes::{Lanes, WIDTH};

/// What the normal law of an implicit step is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Squeeze<L> {
    /// Penetrations at the begin and at the end of the step; negative is a gap \[m\].
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

    /// The same where the force is no straight line: the penetration whose force is the mean over the way.
    #[inline(always)]
    pub(crate) fn by_law(mut self, material: &ContactMaterial, lanes: u32, h: f64) -> Self {
        if let Some(part) = material.straight_part() {
            let limit = L::splat(part.limit);
            if L::bits(L::both(self.begin.at_most(limit), self.end.at_most(limit))) & lanes == lanes {
                return self;
            }
        }
        let (begin, end) = (self.begin.stored(), self.end.stored());
        let (mut penetration, mut time) = (self.penetration.stored(), self.time.stored());
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            let (a, b) = (begin.0[lane], end.0[lane]);
            if a > 0.0 || b > 0.0 {
                let mean = material.mean_penetration(a, b);
                (penetration.0[lane], time.0[lane]) = (mean.penetration, h * mean.d_end);
            }
        }
        (self.penetration, self.time) = (L::load(&penetration), L::load(&time));
        self
    }

    /// The same, a share of the way from the mean to the end of the step.
    #[inline(always)]
    pub(crate) fn towards_end(mut self, share: f64, h: f64) -> Self {
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
