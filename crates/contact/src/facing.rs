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
        Self { pad, own, reach, its_reach, straight }
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
        let slopes = mine.d_penetration + its.d_penetration;
        let (share, rest) = (its.d_penetration / slopes, mine.d_penetration / slopes);
        // As much as both dampers dissipate (SE-2).
        let damping = mine.d_rate * share * share + its.d_rate * rest * rest;
        let force = NormalForce {
            elastic: mine.elastic,
            backing: mine.backing,
            damping: damping * rate,
            d_penetration: mine.d_penetration * share,
            d_rate: damping,
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
