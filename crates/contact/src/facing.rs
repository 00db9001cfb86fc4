//! Two pads that face each other: springs in series, each with its backing.

use crate::material::{BedLaw, ContactMaterial, NormalResponse, Saturation};
use crate::root::rising_root;
use crate::{NormalForce, NormalLaw};

/// The pad on the other side, in the units of this one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OtherPad {
    pub(crate) pad: ContactMaterial,
    /// This one, on its backing.
    own: ContactMaterial,
    /// Penetration of both at which this pad is at its limit, and at which the other one is \[m\].
    pub(crate) reach: f64,
    pub(crate) its_reach: f64,
    /// What is linear of the two.
    pub(crate) straight: Option<BedLaw>,
    /// Force, and damping, where the first of the two comes to its limit \[N, N·s/m\].
    at_first_limit: [f64; 2],
}

/// How one pad pushes.
struct Push {
    force: f64,
    slope: f64,
}

fn push(pad: &ContactMaterial, x: f64) -> Push {
    let force = pad.normal_force(x, 0.0).force;
    Push { force: force.elastic + force.backing, slope: force.d_penetration }
}

/// The compression at which a pad pushes with `force`.
fn compression_at(pad: &ContactMaterial, force: f64) -> f64 {
    let at_limit = pad.force_at_limit();
    if force >= at_limit {
        return pad.max_penetration() + (force - at_limit) / pad.backing_stiffness();
    }
    let excess = |x: f64| {
        let push = push(pad, x);
        (push.force - force, push.slope)
    };
    let limit = pad.max_penetration();
    rising_root(excess, (0.0, limit), 0.5 * limit)
}

/// As much as both dampers dissipate, (SE-2), each at its share of the rate.
fn damping(mine: &NormalForce, its: &NormalForce) -> f64 {
    let slopes = mine.d_penetration + its.d_penetration;
    let (share, rest) = (its.d_penetration / slopes, mine.d_penetration / slopes);
    mine.d_rate * share * share + its.d_rate * rest * rest
}

impl OtherPad {
    /// `other` against `own`; both face rigid targets by themselves.
    pub(crate) fn new(own: &ContactMaterial, other: ContactMaterial) -> Self {
        // What cuts off has no backing to press the other pad with.
        let (own, pad) =
            (own.clone().with_saturation(Saturation::Backed), other.with_saturation(Saturation::Backed));
        let reach = own.max_penetration() + compression_at(&pad, own.force_at_limit());
        let its_reach = pad.max_penetration() + compression_at(&own, pad.force_at_limit());
        let straight = match (own.normal(), pad.normal()) {
            (NormalLaw::Linear(a), NormalLaw::Linear(b)) => {
                let (k, share) =
                    (a.stiffness() + b.stiffness(), b.stiffness() / (a.stiffness() + b.stiffness()));
                let rest = a.stiffness() / k;
                Some(BedLaw::straight(
                    a.stiffness() * share,
                    a.damping() * share * share + b.damping() * rest * rest,
                    reach.min(its_reach),
                ))
            }
            _ => None,
        };
        let mut both = Self { pad, own, reach, its_reach, straight, at_first_limit: [0.0; 2] };
        let x = both.share(both.first_limit());
        // To rounding: beyond the limit the slope is that of the backing.
        let at = |pad: &ContactMaterial, x: f64| pad.normal_force(x.min(pad.max_penetration()), 0.0).force;
        let (mine, its) = (at(&both.own, x), at(&both.pad, both.first_limit() - x));
        both.at_first_limit = [mine.elastic, damping(&mine, &its)];
        both
    }

    /// Penetration of both at which the first of them comes to its limit \[m\].
    fn first_limit(&self) -> f64 {
        self.reach.min(self.its_reach)
    }

    /// This pad's share of a penetration, `f₁(x) = f₂(p − x)` (SE-1).
    fn share(&self, p: f64) -> f64 {
        if let Some(straight) = self.straight.filter(|straight| p <= straight.limit) {
            return straight.stiffness * p / push(&self.own, p.min(self.own.max_penetration())).slope;
        }
        let difference = |x: f64| {
            let (own, other) = (push(&self.own, x), push(&self.pad, p - x));
            (own.force - other.force, own.slope + other.slope)
        };
        rising_root(difference, (0.0, p), 0.5 * p)
    }

    pub(crate) fn response(&self, saturation: Saturation, p: f64, rate: f64) -> NormalResponse {
        if p <= 0.0 {
            return NormalResponse::default();
        }
        let x = self.share(p);
        let saturated = x > self.own.max_penetration();
        if saturated && saturation == Saturation::CutOff {
            return NormalResponse { force: NormalForce::ZERO, compression: x, saturated };
        }
        let (mine, its) = (self.own.normal_force(x, 0.0).force, self.pad.normal_force(p - x, 0.0).force);
        let share = its.d_penetration / (mine.d_penetration + its.d_penetration);
        let d_elastic = mine.d_penetration * share;
        // The shares of the way jump where one of the two comes to its limit; damping must not, and grows with the force from there on, as in (BA-1).
        let [force_there, damping_there] = self.at_first_limit;
        let (d_rate, d_damping) = match p > self.first_limit() && force_there > 0.0 {
            true => {
                let per_force = damping_there / force_there;
                (per_force * (mine.elastic + mine.backing), per_force * d_elastic)
            }
            false => (damping(&mine, &its), 0.0),
        };
        let force = NormalForce {
            elastic: mine.elastic,
            backing: mine.backing,
            damping: d_rate * rate,
            d_penetration: d_elastic + d_damping * rate,
            d_rate,
        };
        NormalResponse { force, compression: x, saturated }
    }

    /// How the other pad responds to a penetration of both.
    pub(crate) fn its_response(&self, p: f64) -> NormalResponse {
        if p <= 0.0 {
            return NormalResponse::default();
        }
        self.pad.normal_force(p - self.share(p), 0.0)
    }

    pub(crate) fn energy(&self, p: f64) -> f64 {
        if p <= 0.0 {
            return 0.0;
        }
        let x = self.share(p);
        self.own.energy(x) + self.pad.energy(p - x)
    }
}
