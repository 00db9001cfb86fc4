//! Motions that follow others: scenes let a motion follow one that follows none, and that does not hang on it.

use crate::robot::{FollowedMotion, Forest, Robot};
use std::collections::HashMap;

/// How long a chain of followers may be.
const LONGEST: usize = 64;

/// Makes every follower follow a leader that stands above it, or beside it, and follows none.
pub(super) fn resolve(robot: &mut Robot, forest: &Forest) {
    drop_impossible(robot);
    let links = ultimate(robot);
    let depth = depths(robot, forest);
    // The first motion of each group leads: what a leader hangs on cannot follow it.
    let mut groups: HashMap<String, Vec<(String, f64, f64)>> = HashMap::new();
    for (name, FollowedMotion { leader, ratio, offset }) in links {
        let group = groups.entry(leader.clone()).or_insert_with(|| vec![(leader, 1.0, 0.0)]);
        group.push((name, ratio, offset));
    }
    for group in groups.into_values() {
        let height = |name: &str| depth.get(name).copied().unwrap_or(usize::MAX);
        let ahead = group.first().map(|(name, ..)| height(name)).unwrap_or(0);
        // The leader of the file leads, unless one of its followers carries it.
        let first = group
            .iter()
            .filter(|(name, ..)| carries(robot, forest, name, &group[0].0))
            .min_by_key(|(name, ..)| height(name));
        let (leader, slope, shift) =
            first.filter(|(name, ..)| height(name) < ahead).unwrap_or(&group[0]).clone();
        for (name, ratio, offset) in &group {
            // q = ratio t + offset and lead = slope t + shift.
            let ratio_to_lead = ratio / slope;
            let followed = FollowedMotion {
                leader: leader.clone(),
                ratio: ratio_to_lead,
                offset: offset - ratio_to_lead * shift,
            };
            if let Some(motion) = motion_mut(robot, name) {
                motion.mimic = (*name != leader).then_some(followed);
            }
        }
    }
}

fn motion_mut<'a>(robot: &'a mut Robot, name: &str) -> Option<&'a mut crate::robot::Motion> {
    robot.joints.iter_mut().flat_map(|joint| &mut joint.motions).find(|motion| motion.name == name)
}

/// Followers of nothing, of themselves, or by nothing.
fn drop_impossible(robot: &mut Robot) {
    let single: HashMap<String, bool> =
        robot.motions().map(|(_, motion)| (motion.name.clone(), motion.kind.is_single())).collect();
    let mut words = Vec::new();
    for motion in robot.joints.iter_mut().flat_map(|joint| &mut joint.motions) {
        let Some(mimic) = &motion.mimic else { continue };
        let leads = single.get(&mimic.leader);
        let why = match leads {
            None => format!("which follows `{}`, a joint that does not exist or does not move", mimic.leader),
            Some(false) => format!("which follows `{}`, a joint without one position", mimic.leader),
            Some(true) if mimic.leader == motion.name => "which follows itself".to_owned(),
            Some(true) if !motion.kind.is_single() => "which has no one position".to_owned(),
            Some(true) if mimic.ratio == 0.0 => "which follows nothing at a ratio of 0".to_owned(),
            Some(true) => continue,
        };
        words.push((motion.at.clone(), format!("the mimic of `{}`, {why}: it moves by itself", motion.name)));
        motion.mimic = None;
    }
    for (at, text) in words {
        robot.notes.dropped(at, text);
    }
}

/// Every follower with the end of its chain of leaders.
fn ultimate(robot: &mut Robot) -> Vec<(String, FollowedMotion)> {
    let all: HashMap<String, FollowedMotion> = robot
        .motions()
        .filter_map(|(_, motion)| Some((motion.name.clone(), motion.mimic.clone()?)))
        .collect();
    let (mut found, mut rings) = (Vec::new(), Vec::new());
    for (_, motion) in robot.motions() {
        let Some(mut followed) = motion.mimic.clone() else { continue };
        let mut steps = 0;
        while let Some(next) = all.get(&followed.leader).filter(|_| steps < LONGEST) {
            steps += 1;
            followed = FollowedMotion {
                leader: next.leader.clone(),
                ratio: followed.ratio * next.ratio,
                offset: followed.ratio * next.offset + followed.offset,
            };
        }
        match steps < LONGEST {
            true => found.push((motion.name.clone(), followed)),
            false => rings.push((motion.name.clone(), motion.at.clone())),
        }
    }
    for (name, at) in rings {
        robot.notes.dropped(
            at,
            format!("the mimic of `{name}`, which follows itself through others: it moves by itself"),
        );
        if let Some(motion) = motion_mut(robot, &name) {
            motion.mimic = None;
        }
    }
    found
}

/// How far from its root each motion is.
fn depths(robot: &Robot, forest: &Forest) -> HashMap<String, usize> {
    let mut of_link: HashMap<&str, usize> = HashMap::new();
    let mut depth = HashMap::new();
    for &link in &forest.order {
        let Some(joint) = forest.carried_by[link].map(|i| &robot.joints[i]) else { continue };
        let above = joint.parent.as_deref().and_then(|parent| of_link.get(parent)).copied().unwrap_or(0);
        for (i, motion) in joint.motions.iter().enumerate() {
            depth.insert(motion.name.clone(), above + i);
        }
        of_link.insert(&robot.links[link].name, above + joint.motions.len().max(1));
    }
    depth
}

/// Whether the link of one motion carries that of another.
fn carries(robot: &Robot, forest: &Forest, above: &str, below: &str) -> bool {
    let child = |motion: &str| {
        robot.motions().find(|(_, of)| of.name == motion).map(|(joint, _)| joint.child.as_str())
    };
    let (Some(above), mut at) = (child(above), child(below)) else { return false };
    let carrier: HashMap<&str, &str> = forest
        .carried_by
        .iter()
        .enumerate()
        .filter_map(|(link, joint)| {
            Some((robot.links[link].name.as_str(), robot.joints[(*joint)?].parent.as_deref()?))
        })
        .collect();
    while let Some(link) = at {
        if link == above {
            return true;
        }
        at = carrier.get(link).copied();
    }
    false
}
