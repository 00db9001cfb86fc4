//! What skins lose and what becomes of the free bodies, step by step.

use crate::Happening;
use bristle_record::{Hold, ObjectOutcome, Verdict};
use bristle_skin::{SkinReading, TexelState};
use bristle_world::{BodyContact, BodyId, JointKind, Model, ModelError, SkinId, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A skin that has touched and stuck for so long grips \[s\]. Shorter contacts are those of landing and closing: a pad that is being
/// loaded slips here and there, and bodies bounce.
const SETTLED: f64 = 0.05;
/// What nothing has touched for so long after it was held is dropped \[s\]: by then it has fallen 2 mm.
const FALLEN: f64 = 0.02;

/// Follows skins and free bodies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Watch {
    skins: Vec<SkinWatch>,
    objects: Vec<ObjectWatch>,
    /// For each body the one that its tree of joints begins with: robots are told from tables by it.
    roots: Vec<usize>,
}

/// A skin that may lose what it touches.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SkinWatch {
    /// For how long it has touched without a break \[s\]; negative times are breaks.
    touching: f64,
    /// For how long it has touched with most of its force on texels that stick \[s\].
    sticking: f64,
    /// Whether it has touched, and that was told.
    told_touch: bool,
    told_slip: bool,
    /// Whether most of the force is on texels that slip, and how fast these do on average \[m/s\].
    slips: bool,
    slip_speed: f64,
}

/// A free body.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ObjectWatch {
    body: BodyId,
    was_touched: bool,
    /// Whether a grip on it has stuck for [`SETTLED`].
    gripped: bool,
    sticking: f64,
    was_held: bool,
    /// Since when skins alone have held it, or did until nothing touched it \[s\].
    held_since: Option<f64>,
    /// Since when nothing touches it, after skins alone held it \[s\].
    let_go: Option<f64>,
    slid: f64,
    slip_onset: Option<f64>,
    dropped_at: Option<f64>,
    crushed_at: Option<f64>,
}

/// Who touches a body: places of tactile skins, and of bodies that are no part of the robots that wear them.
pub(crate) struct Touching {
    pub(crate) skins: Vec<usize>,
    pub(crate) others: BTreeSet<usize>,
}

impl Watch {
    pub(crate) fn of(model: &Model) -> Self {
        let bodies = model.bodies();
        let root = |mut body: usize| {
            while let Some(parent) = bodies[body].parent {
                body = parent.0;
            }
            body
        };
        let free = bodies.iter().enumerate().filter(|(_, body)| body.joint.kind == JointKind::Free);
        let object = |(index, _): (usize, _)| ObjectWatch {
            body: BodyId(index),
            was_touched: false,
            gripped: false,
            sticking: 0.0,
            was_held: false,
            held_since: None,
            let_go: None,
            slid: 0.0,
            slip_onset: None,
            dropped_at: None,
            crushed_at: None,
        };
        Self {
            skins: vec![SkinWatch::default(); model.skins().len()],
            objects: free.map(object).collect(),
            roots: (0..bodies.len()).map(root).collect(),
        }
    }

    /// The same for another model: skins and free bodies that both have, by name, are followed on.
    pub(crate) fn continued_in(&self, old: &Model, new: &Model) -> Self {
        let mut watch = Self::of(new);
        for (skin, mounted) in watch.skins.iter_mut().zip(new.skins()) {
            let place = old.skins().iter().position(|other| other.name == mounted.name);
            if let Some(before) = place.and_then(|place| self.skins.get(place)) {
                *skin = before.clone();
            }
        }
        for object in &mut watch.objects {
            let name = &new.bodies()[object.body.0].name;
            let same = |other: &&ObjectWatch| old.bodies()[other.body.0].name == *name;
            if let Some(before) = self.objects.iter().find(same) {
                *object = ObjectWatch { body: object.body, ..before.clone() };
            }
        }
        watch
    }

    /// Whether it can be that of a model, wherever it comes from.
    pub(crate) fn fits(&self, model: &Model) -> bool {
        let own = Self::of(model);
        let bodies = |watch: &Self| watch.objects.iter().map(|object| object.body).collect::<Vec<_>>();
        self.skins.len() == own.skins.len() && self.roots == own.roots && bodies(self) == bodies(&own)
    }

    /// Looks at what a step of `h` \[s\] brought, and tells it.
    pub(crate) fn after_step(
        &mut self,
        world: &World,
        h: f64,
        time: f64,
        mut tell: impl FnMut(Happening),
    ) -> Result<(), ModelError> {
        for (index, skin) in self.skins.iter_mut().enumerate() {
            let name = || world.model().skins()[index].name.clone();
            match skin.take(world.reading(SkinId(index))?, h) {
                Some(News::Touch) => tell(Happening::Touch { skin: name() }),
                Some(News::Lost) => tell(Happening::ContactLost { skin: name() }),
                Some(News::Slip) => tell(Happening::SlipOnset { skin: name() }),
                None => {}
            }
        }
        let touched = self.skins.iter().any(|skin| skin.touching > 0.0);
        let going_on = |object: &ObjectWatch| object.held_since.is_some() && object.dropped_at.is_none();
        if self.objects.is_empty() || !(touched || self.objects.iter().any(going_on)) {
            return Ok(());
        }
        let contacts = world.contacts();
        for index in 0..self.objects.len() {
            let body = self.objects[index].body;
            let touching = self.touching(world.model(), &contacts, body);
            if self.objects[index].take(&self.skins, &touching, h, time) {
                let name = world.model().bodies()[body.0].name.clone();
                let since = self.objects[index].dropped_at.unwrap_or(time);
                tell(Happening::ObjectLost { body: name, since });
            }
        }
        Ok(())
    }

    /// The surface of a body gave way for good.
    pub(crate) fn crushed(&mut self, body: BodyId, time: f64) {
        for object in self.objects.iter_mut().filter(|object| object.body == body) {
            object.crushed_at.get_or_insert(time);
        }
    }

    /// The free bodies.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = BodyId> {
        self.objects.iter().map(|object| object.body)
    }

    /// Writes what is known of an object, in the order of [`bodies`](Self::bodies), into its outcome.
    pub(crate) fn tell_of(&self, index: usize, outcome: &mut ObjectOutcome) {
        let Some(object) = self.objects.get(index) else { return };
        outcome.hold = match (outcome.skins.is_empty(), outcome.others.is_empty()) {
            (false, true) => Hold::Held,
            (false, false) => Hold::Touched,
            (true, _) if object.was_touched => Hold::Lost,
            (true, _) => Hold::Untouched,
        };
        outcome.held_since_s = object.held_since;
        outcome.slid_m = object.slid;
        outcome.slip_onset_s = object.slip_onset;
        outcome.dropped_at_s = object.dropped_at;
        outcome.crushed_at_s = object.crushed_at;
        outcome.verdict = match outcome.hold {
            _ if object.crushed_at.is_some() => Verdict::Crushed,
            hold if object.dropped_at.is_some() && hold != Hold::Held => Verdict::Dropped,
            _ if object.slid > ObjectOutcome::SLID => Verdict::Slipped,
            Hold::Held => Verdict::Held,
            Hold::Lost if object.was_held => Verdict::Released,
            Hold::Touched | Hold::Lost => Verdict::Touched,
            Hold::Untouched => Verdict::Untouched,
        };
    }

    pub(crate) fn touching(&self, model: &Model, contacts: &[BodyContact], object: BodyId) -> Touching {
        let mut touching = Touching { skins: Vec::new(), others: BTreeSet::new() };
        // A ray at the very surface that presses nothing does not hold anything either.
        for contact in contacts.iter().filter(|contact| contact.wrench_on_first.force.length_squared() > 0.0)
        {
            let (first, second) = (body_of(model, contact.bodies.0), body_of(model, contact.bodies.1));
            match contact.skin {
                Some(skin) if second == object => touching.skins.push(skin.0),
                _ if second == object => {
                    touching.others.insert(first.0);
                }
                _ if first == object => {
                    touching.others.insert(second.0);
                }
                _ => {}
            }
        }
        // Contacts come skin by skin.
        touching.skins.dedup();
        let hands: Vec<usize> =
            touching.skins.iter().map(|&skin| self.roots[model.skins()[skin].body.0]).collect();
        touching.others.retain(|&other| !hands.contains(&self.roots[other]));
        touching
    }
}

enum News {
    Touch,
    Lost,
    Slip,
}

impl SkinWatch {
    fn take(&mut self, reading: &SkinReading, h: f64) -> Option<News> {
        let (mut force, mut slipping, mut speed, mut texels) = (0.0, 0.0, 0.0, 0_u32);
        if reading.pairs.iter().any(|pair| pair.contacts > 0) {
            for texel in reading.texels.iter().filter(|texel| texel.in_contact()) {
                force += texel.normal_force;
                if texel.state == TexelState::Slip {
                    slipping += texel.normal_force;
                    speed += texel.slip_velocity.length();
                    texels += 1;
                }
            }
        }
        let touches = force > 0.0;
        self.slips = touches && slipping > 0.5 * force;
        self.slip_speed = if texels > 0 { speed / f64::from(texels) } else { 0.0 };
        let before = self.touching;
        self.touching = match (touches, before > 0.0) {
            (true, true) => before + h,
            (true, false) => h,
            (false, true) => -h,
            (false, false) => before - h,
        };
        self.sticking = if touches && !self.slips { self.sticking + h } else { 0.0 };
        if self.sticking > SETTLED {
            self.told_slip = false;
        }
        if touches && !self.told_touch {
            (self.told_touch, self.told_slip) = (true, true);
            return Some(News::Touch);
        }
        // A break that was told is over with the next touch; one that is too short is none.
        if !touches && self.told_touch && before > SETTLED {
            (self.told_touch, self.told_slip) = (false, true);
            return Some(News::Lost);
        }
        if !touches && self.touching < -SETTLED {
            self.told_touch = false;
        }
        if self.slips && !self.told_slip {
            self.told_slip = true;
            return Some(News::Slip);
        }
        None
    }
}

impl ObjectWatch {
    /// Tells whether it was found to be dropped.
    fn take(&mut self, skins: &[SkinWatch], touching: &Touching, h: f64, time: f64) -> bool {
        self.was_touched |= !touching.skins.is_empty();
        let alone = !touching.skins.is_empty() && touching.others.is_empty();
        let nothing = touching.skins.is_empty() && touching.others.is_empty();
        let slips = !touching.skins.is_empty() && touching.skins.iter().all(|&skin| skins[skin].slips);
        self.sticking = if touching.skins.is_empty() || slips { 0.0 } else { self.sticking + h };
        self.gripped |= self.sticking > SETTLED;
        if self.gripped && slips {
            let slowest =
                touching.skins.iter().map(|&skin| skins[skin].slip_speed).fold(f64::INFINITY, f64::min);
            self.slip_onset.get_or_insert(time);
            self.slid += h * slowest;
        } else if self.slid <= ObjectOutcome::SLID {
            // It caught itself before it went far: that is no slip.
            self.slip_onset = None;
        }
        if touching.skins.is_empty() {
            self.gripped = false;
        }
        if alone {
            // What was caught again is held anew.
            if self.let_go.is_some() || self.held_since.is_none() {
                self.held_since = Some(time);
            }
            (self.let_go, self.was_held) = (None, true);
            return false;
        }
        if !nothing {
            (self.let_go, self.held_since) = (None, None);
            return false;
        }
        let (Some(_), None) = (self.held_since, self.dropped_at) else { return false };
        let since = *self.let_go.get_or_insert(time);
        if time - since < FALLEN {
            return false;
        }
        self.dropped_at = Some(since);
        true
    }
}

/// The body that a body is welded to.
fn body_of(model: &Model, mut body: BodyId) -> BodyId {
    while let (JointKind::Fixed, Some(parent)) =
        (model.bodies()[body.0].joint.kind, model.bodies()[body.0].parent)
    {
        body = parent;
    }
    body
}
