//! What became of the free bodies: held, carried, lost.

use bristle_geometry::Pose;
use bristle_scene::Built;
use bristle_world::{Body, BodyContact, BodyId, JointKind, Model, ModelError, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How an object is at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Tactile skins touch it, and nothing else does.
    Held,
    /// Tactile skins touch it, and other bodies too.
    Touched,
    /// A tactile skin touched it before, and none does now.
    Lost,
    /// No tactile skin ever touched it.
    Untouched,
}

/// What became of a free body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectOutcome {
    /// Its name.
    pub name: String,
    /// Whether it is held.
    pub hold: Hold,
    /// Tactile skins that touch it at the end.
    pub skins: Vec<String>,
    /// Other bodies that touch it at the end.
    pub others: Vec<String>,
    /// Its origin at the end \[m\].
    pub position_m: [f64; 3],
    /// Way of its origin since the last phase began, in world axes \[m\].
    pub moved_m: [f64; 3],
    /// Way of its origin since then as the skin's body sees it that touches it first in `skins` \[m\].
    pub moved_in_hand_m: Option<f64>,
    /// Its speed at the end \[m/s\].
    pub speed_m_per_s: f64,
}

/// Follows the free bodies through a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Objects {
    tracks: Vec<Track>,
    /// Poses of all links when the last phase began.
    since: Vec<Pose>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Track {
    name: String,
    body: BodyId,
    was_touched: bool,
}

impl Objects {
    pub(super) fn fit(&self, built: &Built) -> bool {
        let bodies = built.model.bodies().len();
        self.since.len() == bodies && self.tracks.iter().all(|track| track.body.0 < bodies)
    }

    pub(super) fn of(built: &Built, world: &World) -> Result<Self, ModelError> {
        let bodies = built.model.bodies().iter().enumerate();
        let free = bodies.filter(|(_, body)| body.joint.kind == JointKind::Free);
        let track = |(i, body): (usize, &Body)| Track {
            name: body.name.clone(),
            body: BodyId(i),
            was_touched: false,
        };
        let tracks = free.map(track).collect();
        Ok(Self { tracks, since: poses(world)? })
    }

    /// A phase begins.
    pub(super) fn begin_phase(&mut self, world: &World) -> Result<(), ModelError> {
        self.since = poses(world)?;
        Ok(())
    }

    /// Looks which of them tactile skins touch.
    pub(super) fn look(&mut self, world: &World) -> Result<(), ModelError> {
        for track in self.tracks.iter_mut().filter(|track| !track.was_touched) {
            track.was_touched = !touching(world, track.body).skins.is_empty();
        }
        Ok(())
    }

    pub(super) fn outcome(&self, world: &World) -> Result<Vec<ObjectOutcome>, ModelError> {
        let model = world.model();
        let mut all = Vec::new();
        for track in &self.tracks {
            let touching = touching(world, track.body);
            let hold = match (touching.skins.is_empty(), touching.others.is_empty()) {
                (false, true) => Hold::Held,
                (false, false) => Hold::Touched,
                (true, _) if track.was_touched => Hold::Lost,
                (true, _) => Hold::Untouched,
            };
            let (before, now) = (self.since[track.body.0], world.pose(track.body)?);
            let moved_in_hand_m = match touching.skins.first() {
                Some(&skin) => {
                    let hand = model.skins()[skin].body;
                    let (hand_before, hand_now) = (self.since[hand.0], world.pose(hand)?);
                    let seen = |hand: Pose, object: Pose| (hand.inverse() * object).translation;
                    Some((seen(hand_now, now) - seen(hand_before, before)).length())
                }
                None => None,
            };
            all.push(ObjectOutcome {
                name: track.name.clone(),
                hold,
                skins: touching.skins.iter().map(|&skin| model.skins()[skin].name.clone()).collect(),
                others: touching.others.iter().map(|&link| model.bodies()[link].name.clone()).collect(),
                position_m: now.translation.to_array(),
                moved_m: (now.translation - before.translation).to_array(),
                moved_in_hand_m,
                speed_m_per_s: world.twist(track.body)?.linear.length(),
            });
        }
        Ok(all)
    }
}

fn poses(world: &World) -> Result<Vec<Pose>, ModelError> {
    (0..world.model().bodies().len()).map(|link| world.pose(BodyId(link))).collect()
}

/// Who touches a body: places of tactile skins, and of links.
struct Touching {
    skins: Vec<usize>,
    others: BTreeSet<usize>,
}

fn touching(world: &World, object: BodyId) -> Touching {
    let model = world.model();
    let mut touching = Touching { skins: Vec::new(), others: BTreeSet::new() };
    // A ray at the very surface that presses nothing does not hold anything either.
    let holds = |contact: &BodyContact| contact.wrench_on_first.force.length_squared() > 0.0;
    for contact in world.contacts().into_iter().filter(holds) {
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
    touching
}

/// The link that a link is welded to.
fn body_of(model: &Model, mut link: BodyId) -> BodyId {
    while let (JointKind::Fixed, Some(parent)) =
        (model.bodies()[link.0].joint.kind, model.bodies()[link.0].parent)
    {
        link = parent;
    }
    link
}

impl ObjectOutcome {
    /// `held by left_dsa and right_dsa`.
    pub fn in_words(&self) -> String {
        let (skins, others) = (join(&self.skins), join(&self.others));
        match self.hold {
            // One pad below a thing carries it; it takes two to hold.
            Hold::Held if self.skins.len() == 1 => format!("carried by {skins}"),
            Hold::Held => format!("held by {skins}"),
            Hold::Touched => format!("touched by {skins}, rests on {others}"),
            Hold::Lost if self.others.is_empty() => "lost: no skin touches it any more".to_owned(),
            Hold::Lost => format!("lost: no skin touches it any more, it rests on {others}"),
            Hold::Untouched if self.others.is_empty() => "touched by nothing".to_owned(),
            Hold::Untouched => format!("never touched by a skin, rests on {others}"),
        }
    }
}

/// `a, b and c`.
fn join(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
