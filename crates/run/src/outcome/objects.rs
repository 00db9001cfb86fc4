//! Where the free bodies are, and how they moved in the last phase.

use crate::watch::Watch;
use bristle_geometry::Pose;
use bristle_record::{Hold, ObjectOutcome, Verdict};
use bristle_scene::Built;
use bristle_world::{BodyId, ModelError, World};
use serde::{Deserialize, Serialize};

/// Poses of all bodies when the last phase began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Objects {
    since: Vec<Pose>,
}

impl Objects {
    pub(super) fn fit(&self, built: &Built) -> bool {
        self.since.len() == built.model.bodies().len()
    }

    pub(super) fn of(world: &World) -> Result<Self, ModelError> {
        Ok(Self { since: poses(world)? })
    }

    /// A phase begins.
    pub(super) fn begin_phase(&mut self, world: &World) -> Result<(), ModelError> {
        self.since = poses(world)?;
        Ok(())
    }

    pub(super) fn outcome(&self, world: &World, watch: &Watch) -> Result<Vec<ObjectOutcome>, ModelError> {
        let (model, contacts) = (world.model(), world.contacts());
        let mut all = Vec::new();
        for (index, body) in watch.bodies().enumerate() {
            let touching = watch.touching(model, &contacts, body);
            let (before, now) = (self.since[body.0], world.pose(body)?);
            let moved_in_hand_m = match touching.skins.first() {
                Some(&skin) => {
                    let hand = model.skins()[skin].body;
                    let (hand_before, hand_now) = (self.since[hand.0], world.pose(hand)?);
                    let seen = |hand: Pose, object: Pose| (hand.inverse() * object).translation;
                    Some((seen(hand_now, now) - seen(hand_before, before)).length())
                }
                None => None,
            };
            let mut outcome = ObjectOutcome {
                name: model.bodies()[body.0].name.clone(),
                verdict: Verdict::Untouched,
                hold: Hold::Untouched,
                skins: touching.skins.iter().map(|&skin| model.skins()[skin].name.clone()).collect(),
                others: touching.others.iter().map(|&other| model.bodies()[other].name.clone()).collect(),
                held_since_s: None,
                slid_m: 0.0,
                slip_onset_s: None,
                dropped_at_s: None,
                crushed_at_s: None,
                position_m: now.translation.to_array(),
                moved_m: (now.translation - before.translation).to_array(),
                moved_in_hand_m,
                speed_m_per_s: world.twist(body)?.linear.length(),
            };
            watch.tell_of(index, &mut outcome);
            all.push(outcome);
        }
        Ok(all)
    }
}

fn poses(world: &World) -> Result<Vec<Pose>, ModelError> {
    (0..world.model().bodies().len()).map(|body| world.pose(BodyId(body))).collect()
}
