//! Four contacts at a time, from geometry to force.

use crate::contact::Contact;
use crate::elastic::Elastic;
use crate::state::ALL_LANES;
use bristle_contact::{
    ANTIPARALLEL, BedLaw, ContactMaterial, ElastoPlastic, FrictionLaw, LINEAR_BELOW, RegularisedCoulomb,
    Stribeck,
};
use bristle_geometry::lanes::{Four, FourVec3, Lanes, Vec3x, WIDTH};
use glam::DVec3;

/// Four contacts with one target, in registers. Lanes without a contact weigh nothing.
#[derive(Clone, Copy)]
pub(crate) struct Batch<L> {
    /// A bit per lane in contact.
    pub(crate) lanes: u32,
    pub(crate) penetration: L,
    /// Of the penetration \[m/s\].
    pub(crate) rate: L,
    /// By the law of a bed; without meaning for other laws.
    pub(crate) elastic: Elastic<L>,
    pub(crate) squareness: L,
    pub(crate) units: L,
    pub(crate) point: Vec3x<L>,
    pub(crate) normal: Vec3x<L>,
    pub(crate) deflection: Vec3x<L>,
    pub(crate) old_normal: Vec3x<L>,
}

/// What four contacts feel.
pub(crate) struct BatchForce<L> {
    pub(crate) normal_force: L,
    pub(crate) elastic_force: L,
    pub(crate) normal_stiffness: L,
    pub(crate) normal_damping: L,
    pub(crate) slip_velocity: Vec3x<L>,
    pub(crate) shear: Vec3x<L>,
    pub(crate) deflection: Vec3x<L>,
    pub(crate) limit: L,
    /// A bit per lane.
    pub(crate) slipping: u32,
    pub(crate) saturated: u32,
    /// Isotropic parts of ∂t/∂w and ∂t/∂z.
    pub(crate) d_velocity: L,
    pub(crate) d_deflection: L,
    /// The rest of the derivatives, which only a slipping contact has.
    pub(crate) slip: Option<SlipTerms<L>>,
}

/// Normal forces of four contacts, per unit of material.
#[derive(Clone, Copy)]
struct Push<L> {
    force: L,
    elastic: L,
    slope: L,
    rate_slope: L,
    /// From derivatives along the ray to those along the normal, of all units.
    gain: L,
}

impl<L: Lanes> Push<L> {
    /// Without friction.
    #[inline(always)]
    fn alone(self, units: L) -> BatchForce<L> {
        let (zero, none) = (L::splat(0.0), Vec3x::splat(DVec3::ZERO));
        BatchForce {
            normal_force: self.force * units,
            elastic_force: self.elastic * units,
            normal_stiffness: self.slope * self.gain,
            normal_damping: self.rate_slope * self.gain,
            slip_velocity: none,
            shear: none,
            deflection: none,
            limit: zero,
            slipping: 0,
            saturated: 0,
            d_velocity: zero,
            d_deflection: zero,
            slip: None,
        }
    }
}

/// Dyads `a ⊗ b` of the friction derivatives, and ∂t/∂f_n.
pub(crate) struct SlipTerms<L> {
    pub(crate) a: Vec3x<L>,
    pub(crate) b_velocity: Vec3x<L>,
    pub(crate) b_deflection: Vec3x<L>,
    pub(crate) per_normal_force: Vec3x<L>,
}

/// The vectors where the mask holds, else zero.
#[inline(always)]
fn keep<L: Lanes>(mask: L::Mask, v: Vec3x<L>) -> Vec3x<L> {
    Vec3x::select(mask, v, Vec3x::splat(DVec3::ZERO))
}

/// [`Stribeck::at`] of all four: coefficient and slope (ST-1, ST-2).
#[inline(always)]
fn friction_coefficient<L: Lanes>(stribeck: &Stribeck, speed_squared: L) -> (L, L) {
    let inverse = L::splat(stribeck.inverse_speed_squared());
    let u = speed_squared * inverse;
    if L::bits(u.below(L::splat(LINEAR_BELOW))) == ALL_LANES && stribeck.drop() != 0.0 {
        // At rest, or nearly so: no exponential to take.
        let fading = L::splat(stribeck.drop()) * (L::splat(1.0) - u);
        let slope = L::splat(-2.0 * stribeck.inverse_speed_squared()) * fading;
        return (L::splat(stribeck.mu_dynamic()) + fading, slope);
    }
    let speeds = speed_squared.stored();
    let (mut mu, mut slope) = (Four::ZERO, Four::ZERO);
    for lane in 0..WIDTH {
        let friction = stribeck.at(speeds.0[lane]);
        (mu.0[lane], slope.0[lane]) = (friction.mu, friction.slope);
    }
    (L::load(&mu), L::load(&slope))
}

/// Four contacts in memory. What is called, and not inlined, must not take [`Batch`] by reference: its fields would have
/// to live in memory for good.
struct StoredBatch {
    lanes: u32,
    /// Penetration, rate, squareness, units.
    numbers: [Four; 4],
    /// Point, normal, velocity, deflection, old normal.
    vectors: [FourVec3; 5],
}

/// [`BatchForce`] in memory, its numbers and vectors in order.
struct StoredForce {
    numbers: [Four; 7],
    vectors: [FourVec3; 7],
    slipping: u32,
    saturated: u32,
    unsymmetric: bool,
}

impl StoredBatch {
    #[inline(never)]
    fn force(&self, material: &ContactMaterial, h: f64) -> StoredForce {
        let [penetrations, rates, squareness, units] = &self.numbers;
        let [points, normals, velocities, deflections, old_normals] = &self.vectors;
        let mut all = StoredForce {
            numbers: [Four::ZERO; 7],
            vectors: [FourVec3::ZERO; 7],
            slipping: 0,
            saturated: 0,
            unsymmetric: false,
        };
        for lane in (0..WIDTH).filter(|lane| self.lanes >> lane & 1 != 0) {
            let contact = Contact {
                penetration: penetrations.0[lane],
                squareness: squareness.0[lane],
                point: points.get(lane),
                normal: normals.get(lane),
            };
            let bristle = (deflections.get(lane), old_normals.get(lane));
            let felt =
                contact.force_at(rates.0[lane], material, units.0[lane], velocities.get(lane), bristle, h);
            let friction = &felt.friction;
            let numbers = [
                felt.normal_force,
                felt.elastic_force,
                felt.normal_stiffness,
                felt.normal_damping,
                friction.limit,
                friction.d_slip_velocity.isotropic,
                friction.d_deflection.isotropic,
            ];
            for (four, number) in all.numbers.iter_mut().zip(numbers) {
                four.0[lane] = number;
            }
            let vectors = [
                felt.slip_velocity,
                friction.force,
                friction.deflection,
                friction.d_slip_velocity.a,
                friction.d_slip_velocity.b,
                friction.d_deflection.b,
                friction.d_normal_force,
            ];
            for (four, vector) in all.vectors.iter_mut().zip(vectors) {
                four.set(lane, vector);
            }
            all.slipping |= u32::from(friction.slipping) << lane;
            all.saturated |= u32::from(felt.saturated) << lane;
            all.unsymmetric |=
                friction.d_slip_velocity.a != DVec3::ZERO || friction.d_normal_force != DVec3::ZERO;
        }
        all
    }
}

impl<L: Lanes> Batch<L> {
    /// The forces of all four; `velocity` is that of the target past the pad at the contact points.
    #[inline(always)]
    pub(crate) fn force(
        &self,
        (bed, material): (Option<&BedLaw>, &ContactMaterial),
        velocity: Vec3x<L>,
        h: f64,
    ) -> BatchForce<L> {
        let within =
            |bed: &BedLaw| L::bits(self.penetration.at_most(L::splat(bed.limit))) & self.lanes == self.lanes;
        match (bed, material.friction()) {
            (Some(bed), FrictionLaw::ElastoPlastic(bristle))
                if bristle.stribeck().mu_dynamic() > 0.0 && within(bed) =>
            {
                let push = self.push(bed);
                self.with_bristles(push, bristle, velocity, h)
            }
            (Some(bed), FrictionLaw::RegularisedCoulomb(law)) if within(bed) => {
                let push = self.push(bed);
                self.with_coulomb(push, law, velocity)
            }
            _ => self.force_lane_by_lane(material, velocity, h),
        }
    }

    /// Any laws: each contact by itself, then side by side.
    #[inline(always)]
    fn force_lane_by_lane(self, material: &ContactMaterial, velocity: Vec3x<L>, h: f64) -> BatchForce<L> {
        let contacts = StoredBatch {
            lanes: self.lanes,
            // Spelled out: a function that is given to `map` is not inlined into what may use the wide registers.
            numbers: [
                self.penetration.stored(),
                self.rate.stored(),
                self.squareness.stored(),
                self.units.stored(),
            ],
            vectors: [
                self.point.stored(),
                self.normal.stored(),
                velocity.stored(),
                self.deflection.stored(),
                self.old_normal.stored(),
            ],
        };
        let StoredForce { numbers, vectors, slipping, saturated, unsymmetric } = contacts.force(material, h);
        let [normal_force, elastic_force, normal_stiffness, normal_damping, limit, d_velocity, d_deflection] =
            numbers.map(|four| L::load(&four));
        let [slip_velocity, shear, deflection, a, b_velocity, b_deflection, per_normal_force] =
            vectors.map(|four| Vec3x::load(&four));
        BatchForce {
            normal_force,
            elastic_force,
            normal_stiffness,
            normal_damping,
            slip_velocity,
            shear,
            deflection,
            limit,
            slipping,
            saturated,
            d_velocity,
            d_deflection,
            slip: unsymmetric.then_some(SlipTerms { a, b_velocity, b_deflection, per_normal_force }),
        }
    }

    /// The normal forces by the law of a bed.
    #[inline(always)]
    fn push(&self, bed: &BedLaw) -> Push<L> {
        let zero = L::splat(0.0);
        let inverse = L::splat(1.0) / self.squareness;
        let Elastic { force: elastic, slope } = self.elastic;
        // (NC-1), (NC-4)
        let a_rate = L::splat(bed.dissipation) * self.rate;
        let mut slope = slope + slope * a_rate;
        let mut rate_slope = elastic * L::splat(bed.dissipation) + L::splat(bed.damping);
        let damping = elastic * a_rate + L::splat(bed.damping) * self.rate;
        // (NC-2): a dry pad pushes but never pulls.
        let sum = elastic + damping;
        let pulls = sum.at_most(zero);
        let force = L::select(pulls, zero, sum) * inverse;
        if L::bits(pulls) != 0 {
            let clamped = zero.at_most(sum);
            slope = L::select(clamped, slope, zero);
            rate_slope = L::select(clamped, rate_slope, zero);
        }
        Push { force, elastic: elastic * inverse, slope, rate_slope, gain: self.units * inverse * inverse }
    }

    /// Friction by elasto-plastic bristles.
    #[inline(always)]
    fn with_bristles(
        &self,
        normal: Push<L>,
        bristle: &ElastoPlastic,
        velocity: Vec3x<L>,
        h: f64,
    ) -> BatchForce<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let Self { normal: n, units, .. } = *self;
        let push = normal.force;
        let approach = n.dot(velocity);

        let w = velocity - n * approach;
        let z = self.turned_deflection();
        let parameters = bristle.parameters();
        let (sigma0, c_t) = (L::splat(parameters.stiffness), L::splat(parameters.viscosity));
        let qh = L::splat(parameters.stiffness * h + parameters.damping);
        let h = L::splat(h);
        let (mu, mu_slope) = friction_coefficient(bristle.stribeck(), w.dot(w));
        let limit = push * mu; // (EP-1)
        let trial = z * sigma0 + w * qh; // (EP-2)
        let trial_squared = trial.dot(trial);
        let sticks = trial_squared.at_most(limit * limit);
        let free = push.at_most(zero);
        let slipping = !L::bits(sticks) & !L::bits(free) & self.lanes;

        let mut shear = trial + w * c_t; // (EP-3)
        let mut deflection = z + w * h; // (EP-4)
        let mut d_velocity = qh + c_t; // (EP-7)
        let mut d_deflection = sigma0;
        let mut slip = None;
        if slipping != 0 {
            let inverse_trial = one / trial_squared.sqrt();
            let d = trial * inverse_trial;
            let ratio = limit * inverse_trial;
            let plastic = trial * ratio;
            let across = ratio * qh; // (EP-8)
            // Neither free nor sticking.
            let slides = L::both(zero.below(push), (limit * limit).below(trial_squared));
            shear = Vec3x::select(sticks, shear, plastic + w * c_t); // (EP-5)
            let relaxed = (plastic * h + z * L::splat(parameters.damping)) * (one / qh);
            deflection = Vec3x::select(sticks, deflection, relaxed); // (EP-6)
            d_velocity = L::select(sticks, d_velocity, across + c_t);
            d_deflection = L::select(sticks, d_deflection, ratio * sigma0);
            let b_velocity = w * (push * mu_slope) - d * across;
            slip = Some(SlipTerms {
                a: keep(slides, d),
                b_velocity: keep(slides, b_velocity * units),
                b_deflection: keep(slides, d * (-ratio * sigma0) * units), // (EP-9)
                per_normal_force: keep(slides, d * mu),                    // (EP-10)
            });
        }
        if L::bits(free) != 0 {
            let none = Vec3x::splat(DVec3::ZERO);
            shear = Vec3x::select(free, none, shear);
            deflection = Vec3x::select(free, none, deflection);
            d_velocity = L::select(free, zero, d_velocity);
            d_deflection = L::select(free, zero, d_deflection);
        }
        BatchForce {
            slip_velocity: w,
            shear: shear * units,
            deflection,
            limit: limit * units,
            slipping,
            d_velocity: d_velocity * units,
            d_deflection: d_deflection * units,
            slip,
            ..normal.alone(units)
        }
    }

    /// Friction from the speed alone.
    #[inline(always)]
    fn with_coulomb(&self, normal: Push<L>, law: &RegularisedCoulomb, velocity: Vec3x<L>) -> BatchForce<L> {
        let (zero, none) = (L::splat(0.0), Vec3x::splat(DVec3::ZERO));
        let Self { normal: n, units, .. } = *self;
        let push = normal.force;
        let parameters = law.parameters();
        let w = velocity - n * n.dot(velocity);
        let speed_squared = w.dot(w);
        let epsilon_squared = L::splat(parameters.slip_speed * parameters.slip_speed);
        let (mu, mu_slope) = friction_coefficient(law.stribeck(), speed_squared);
        let limit = push * mu; // (CO-1)
        let inverse = L::splat(1.0) / (speed_squared + epsilon_squared).sqrt();
        let direction = w * inverse;
        let drag = limit * inverse;
        let along = drag + L::splat(parameters.viscosity); // (CO-3)
        let pressed = zero.below(push);
        let slipping = L::bits(L::both(pressed, epsilon_squared.below(speed_squared))) & self.lanes;
        BatchForce {
            slip_velocity: w,
            shear: keep(pressed, w * along) * units, // (CO-2)
            deflection: none,
            limit: L::select(pressed, limit, zero) * units,
            slipping,
            d_velocity: L::select(pressed, along, zero) * units,
            d_deflection: zero,
            slip: Some(SlipTerms {
                a: keep(pressed, direction),
                b_velocity: keep(pressed, (w * (push * mu_slope) - direction * drag) * units),
                b_deflection: none,
                per_normal_force: keep(pressed, direction * mu),
            }),
            ..normal.alone(units)
        }
    }

    /// [`rotate_deflection`](bristle_contact::rotate_deflection) of all four (RO-1).
    #[inline(always)]
    fn turned_deflection(&self) -> Vec3x<L> {
        let Self { normal: new, old_normal: old, deflection: z, .. } = *self;
        let steady = L::both(old.x.equals(new.x), L::both(old.y.equals(new.y), old.z.equals(new.z)));
        if L::bits(steady) == ALL_LANES {
            return z; // Flat faces turn nothing.
        }
        let cosine_plus_one = L::splat(1.0) + old.dot(new);
        let turned = z - (old + new) * (z.dot(new) / cosine_plus_one);
        let turned = turned - new * turned.dot(new);
        let opposite = cosine_plus_one.below(L::splat(ANTIPARALLEL));
        let turned = Vec3x::select(opposite, Vec3x::splat(DVec3::ZERO), turned);
        Vec3x::select(steady, z, turned)
    }
}
