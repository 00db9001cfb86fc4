//! Names that scenes can have, for those of the file.

use crate::robot::{Forest, Link, LinkMass, NoteKind, Notes, Robot};
use std::collections::{HashMap, HashSet};

/// Longest name.
const LONGEST: usize = 80;

/// What links, motions and the rest are called in the scene.
#[derive(Debug)]
pub(super) struct Names {
    /// Bodies by links.
    bodies: HashMap<String, String>,
    /// Bodies that carry a motion, by motions.
    movers: HashMap<String, String>,
    /// Links that are the world.
    world: HashSet<String>,
    /// Names of all bodies.
    taken: HashSet<String>,
    /// Names of motors, sensors, skins and the like that are taken.
    others: HashMap<&'static str, HashSet<String>>,
    /// Names that had to change: how many, and the first.
    changed: Vec<(String, String)>,
}

/// Whether a link stands for the world itself.
pub(super) fn is_world(link: &Link) -> bool {
    link.name == "world" && link.shapes.is_empty() && link.mass == LinkMass::None
}

/// A name of letters, digits, `_` and `-`.
pub(super) fn usable(name: &str, otherwise: &str) -> String {
    let fine = |c: char| if c.is_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let mut usable: String = name.trim().chars().map(fine).collect();
    while usable.len() > LONGEST {
        usable.pop();
    }
    if usable.is_empty() { otherwise.to_owned() } else { usable }
}

/// The name itself, or the first of `name_2`, `name_3`, … that is free.
fn free(name: String, taken: &mut HashSet<String>) -> String {
    let mut wanted = name.clone();
    let mut number = 2;
    while !taken.insert(wanted.clone()) {
        wanted = format!("{name}_{number}");
        number += 1;
    }
    wanted
}

/// Numbers those of one name.
pub(super) fn make_different<T>(things: &mut [T], name: impl Fn(&mut T) -> &mut String) {
    let mut taken = HashSet::new();
    for thing in things {
        let name = name(thing);
        *name = free(std::mem::take(name), &mut taken);
    }
}

impl Names {
    pub(super) fn of(robot: &mut Robot, forest: &Forest) -> Self {
        let mut names = Self {
            bodies: HashMap::new(),
            movers: HashMap::new(),
            world: HashSet::new(),
            taken: HashSet::from(["world".to_owned()]),
            others: HashMap::new(),
            changed: Vec::new(),
        };
        // Motions of one name could not be told apart.
        let mut motions: Vec<_> = robot.joints.iter_mut().flat_map(|joint| &mut joint.motions).collect();
        make_different(&mut motions, |motion| &mut motion.name);
        let mut taken = std::mem::take(&mut names.taken);
        for (i, link) in robot.links.iter().enumerate() {
            if forest.carried_by[i].is_none() && is_world(link) {
                names.world.insert(link.name.clone());
                continue;
            }
            let wanted =
                if link.name == "world" { "world_link".to_owned() } else { usable(&link.name, "link") };
            let body = free(wanted, &mut taken);
            names.changes(&link.name, &body);
            names.bodies.insert(link.name.clone(), body);
        }
        for joint in &robot.joints {
            let Some((last, before)) = joint.motions.split_last() else { continue };
            let needs_extra = |motion: &crate::robot::Motion| motion.anchor != glam::DVec3::ZERO;
            for motion in before.iter().chain(Some(last).filter(|last| needs_extra(last))) {
                let body = free(usable(&motion.name, "joint"), &mut taken);
                names.movers.insert(motion.name.clone(), body);
            }
            if !needs_extra(last)
                && let Some(body) = names.bodies.get(&joint.child)
            {
                names.movers.insert(last.name.clone(), body.clone());
            }
        }
        names.taken = taken;
        names
    }

    /// A name for a body that the file does not have.
    pub(super) fn new_body(&mut self, wanted: &str) -> String {
        free(usable(wanted, "body"), &mut self.taken)
    }

    fn changes(&mut self, from: &str, to: &str) {
        if from != to {
            self.changed.push((from.to_owned(), to.to_owned()));
        }
    }

    /// The body of a link; none, if that is the world or does not exist.
    pub(super) fn body(&self, link: &str) -> Option<&str> {
        self.bodies.get(link).map(String::as_str)
    }

    /// Whether a link is the world.
    pub(super) fn is_world(&self, link: &str) -> bool {
        self.world.contains(link)
    }

    /// The body whose joint has a motion.
    pub(super) fn mover(&self, motion: &str) -> Option<&str> {
        self.movers.get(motion).map(String::as_str)
    }

    /// A new name for a motor, sensor, skin, loop or tendon.
    pub(super) fn new_name(&mut self, kind: &'static str, name: &str) -> String {
        let made = free(usable(name, kind), self.others.entry(kind).or_default());
        self.changes(name, &made);
        made
    }

    pub(super) fn report(&self, notes: &mut Notes) {
        let Some((from, to)) = self.changed.first() else { return };
        let rest = match self.changed.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more like it"),
        };
        let text = format!(
            "`{}` is `{to}`{rest}: names of scenes are letters, digits, `_` and `-`, and different",
            crate::error::shown(from)
        );
        notes.add(NoteKind::Renamed, "", text);
    }
}
