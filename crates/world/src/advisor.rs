//! The advisor: which steps the world allows, and what to change, in words.

use crate::model::Model;
use crate::state::State;
use crate::statics::StaticStability;
use crate::step_error::StepError;
use crate::world::{STEPS, World};
use bristle_contact::Basis;
use bristle_coupling::FastTarget;
use std::fmt;

/// A skin whose target moves too far in one step to be felt in time.
#[derive(Clone, Debug, PartialEq)]
pub struct TooFast {
    /// The skin.
    pub skin: String,
    /// The shape that comes near it.
    pub target: String,
    /// How far it moves in one step \[m\].
    pub travel: f64,
    /// How far the skin's rays reach: largest penetration and look-ahead \[m\].
    pub window: f64,
}

impl TooFast {
    fn of(model: &Model, FastTarget { skin, target, travel, window }: FastTarget) -> Self {
        let mounted = &model.skins[skin];
        let target = model.shapes[mounted.targets[target].0].name.clone();
        Self { skin: mounted.name.clone(), target, travel, window }
    }

    /// What it means for a step `h` \[s\], and what helps.
    pub fn in_words(&self, h: f64) -> String {
        format!(
            "`{}` moves {:.2} mm per step past skin `{}`, whose rays reach {:.2} mm: contact may be found too late; shorten the \
             step below {}, or give the skin a longer `look_ahead` or, if things pass through it, a deeper `backing`",
            self.target,
            self.travel * 1e3,
            self.skin,
            self.window * 1e3,
            time(h * self.window / self.travel)
        )
    }
}

/// What the advisor says of a step `h`.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The step in question \[s\].
    pub h: f64,
    /// Largest stable explicit step with the contacts there are now \[s\]; infinite without any.
    pub largest_explicit: f64,
    /// The same if every skin were pressed with all its texels, one target at a time \[s\]: a lower bound before contact.
    pub largest_explicit_pressed: f64,
    /// Rays in contact now.
    pub contacts: usize,
    /// Whether what stands, stands; nothing is said while nothing touches.
    pub statics: Option<StaticStability>,
    /// Contacts that a step `h` may miss.
    pub too_fast: Vec<TooFast>,
}

impl World {
    /// What the present state allows, for a step `h` \[s\].
    pub fn advise(&self, h: f64) -> Result<Advice, StepError> {
        if !STEPS.contains(&h) {
            return Err(StepError::BadStep { h });
        }
        let (model, state) = (self.model(), self.state());
        let mut work = self.work.clone();
        work.probe(model, state)?;
        let contacts = work.contacts();
        let skins = 0..model.skins.len();
        let poses = &work.placed.middle.poses;
        let fast = skins.flat_map(|skin| work.skins.fast_targets(skin, poses, h));
        let too_fast = fast.map(|fast| TooFast::of(model, fast)).collect();
        let (mut largest, mut statics) = (f64::INFINITY, None);
        for island in work.islands_to_judge() {
            let about = work.linearise(model, state, &island)?;
            largest = largest.min(about.largest_step());
            if !(island.skins.is_empty() && island.pairs.is_empty()) {
                let own = work.static_stability(model, state, &island, &about)?;
                let worse =
                    statics.as_ref().is_none_or(|other: &StaticStability| own.urgency() > other.urgency());
                statics = if worse { Some(own) } else { statics };
                work.probe(model, state)?;
            }
        }
        Ok(Advice {
            h,
            largest_explicit: largest,
            largest_explicit_pressed: pressed(model, state, largest),
            contacts,
            statics: statics.filter(|_| contacts > 0),
            too_fast,
        })
    }

    /// Contacts that the last step, of `h` \[s\], may have found too late.
    pub fn too_fast(&self, h: f64) -> Vec<TooFast> {
        let poses = &self.work.placed.middle.poses;
        let fast =
            (0..self.model().skins.len()).flat_map(|skin| self.work.skins.fast_targets(skin, poses, h));
        fast.map(|fast| TooFast::of(self.model(), fast)).collect()
    }
}

/// A lower bound of the largest explicit step, whatever may come to touch: each skin as a whole on the lightest thing
/// that it can press, moving along or turning about its own middle.
pub(crate) fn pressed(model: &Model, state: &State, now: f64) -> f64 {
    let mass_of = |body: usize| {
        let mut at = body;
        loop {
            let branch = &model.mechanism.branches[at];
            if !branch.velocities.is_empty() {
                return state.inertias[at].mass;
            }
            match branch.parent {
                Some(parent) => at = parent,
                None => return f64::INFINITY,
            }
        }
    };
    let mut least = now;
    for mounted in &model.skins {
        let material = mounted.skin.material();
        let texels = mounted.skin.texels();
        let units: f64 = match material.basis() {
            Basis::PerTexel => texels.len() as f64,
            Basis::PerArea => texels.iter().map(|t| t.area).sum(),
        };
        let law = material.normal_force(0.5 * material.max_penetration(), 0.0).force;
        let friction = material.friction();
        // Full pressure stands for the largest damping that friction can have.
        let push = law.elastic;
        let stiffness = units * law.d_penetration.max(friction.rest_stiffness());
        let damping = units * law.d_rate.max(friction.rest_damping(push));
        for id in &mounted.targets {
            let own = 1.0 / mass_of(mounted.body.0);
            let other = 1.0 / mass_of(model.shapes[id.0].body.0);
            let inverse = own + other;
            if inverse > 0.0 {
                // (4 − 2hd − h²k) > 0 with d, k per unit of mass, doubled for the turning that goes with moving.
                let (k, d) = (2.0 * stiffness * inverse, 2.0 * damping * inverse);
                least = least.min(4.0 / (d + (d * d + 4.0 * k).sqrt()));
            }
        }
    }
    least
}

/// A time with a fitting unit.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if s.is_infinite() => "any".into(),
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.3} µs", s * 1e6),
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { h, largest_explicit: now, largest_explicit_pressed: pressed, .. } = self;
        match self.contacts {
            0 => writeln!(f, "No skin is pressed yet.")?,
            n => writeln!(f, "{n} rays touch. Explicit steps are stable below {}.", time(*now))?,
        }
        if pressed.is_finite() {
            writeln!(f, "With whole skins pressed, explicit steps of {} are always stable.", time(*pressed))?;
        }
        if h <= pressed {
            writeln!(f, "A step of {} suits every way of stepping.", time(*h))?;
        } else {
            writeln!(
                f,
                "A step of {} needs Newton's method (the default); for explicit steps take {} or less, or softer and \
                 less damped pads, or heavier fingers.",
                time(*h),
                time(*pressed)
            )?;
        }
        match &self.statics {
            Some(StaticStability::Unstable { body, rate }) => writeln!(
                f,
                "Warning: body `{body}` topples or buckles by itself (growing by e in {}): no step mends that; give it a \
                 stiffer or wider pad, or a lower centre of mass.",
                time(1.0 / rate)
            )?,
            Some(StaticStability::Neutral { body }) => {
                writeln!(f, "Body `{body}` is free to move: nothing pushes it back where it is.")?;
            }
            Some(StaticStability::NotYet { body }) => writeln!(
                f,
                "Body `{body}` is not in balance yet; whether it stands is known when it has settled."
            )?,
            Some(StaticStability::Stable) => {
                writeln!(f, "What stands, stands: small pushes are driven back.")?
            }
            None => {}
        }
        for fast in &self.too_fast {
            writeln!(f, "Warning: {}.", fast.in_words(*h))?;
        }
        Ok(())
    }
}
