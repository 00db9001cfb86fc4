//! What holds links together beside the tree of joints: loops and tendons.

use super::{Joint, MotionKind, Notes};
use bristle_geometry::Pose;
use bristle_world::{LoopKind, LoopSpring};
use glam::{DQuat, DVec3};

/// What closes a loop: a joint between two links that are carried already.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// Its name.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// The links, by name; the world if none.
    pub links: [Option<String>; 2],
    /// Its frame on each of them.
    pub frames: [Pose; 2],
    /// What it leaves free.
    pub kind: LoopKind,
    /// How it yields; hard if the file does not say.
    pub spring: Option<LoopSpring>,
}

impl Loop {
    /// A joint as it would stand in a tree, as one that closes a loop; none if it leaves free what loops cannot.
    pub(crate) fn of_joint(joint: &Joint, notes: &mut Notes) -> Option<Self> {
        let anchor = joint.motions.first().map_or(DVec3::ZERO, |motion| motion.anchor);
        let along = |axis: DVec3| DQuat::from_rotation_arc(DVec3::Z, axis);
        let kinds: Vec<MotionKind> = joint.motions.iter().map(|motion| motion.kind).collect();
        let (kind, rotation) = match kinds.as_slice() {
            [] => (LoopKind::Weld, DQuat::IDENTITY),
            [MotionKind::Revolute(axis)] => (LoopKind::Pin, along(*axis)),
            [MotionKind::Prismatic(axis)] => (LoopKind::Slider, along(*axis)),
            [MotionKind::Ball] => (LoopKind::Ball, DQuat::IDENTITY),
            [MotionKind::Prismatic(a), MotionKind::Prismatic(b), MotionKind::Revolute(axis)]
                if a.dot(*axis).abs().max(b.dot(*axis).abs()) < 1e-9 && a.dot(*b).abs() < 0.999 =>
            {
                (LoopKind::Plane, along(*axis))
            }
            _ => {
                let what = format!(
                    "the joint `{}`, which closes a loop and moves in {} ways",
                    joint.name,
                    kinds.len()
                );
                notes.dropped(&joint.at, what);
                return None;
            }
        };
        let has_more = joint
            .motions
            .iter()
            .any(|motion| motion.limits.is_some() || motion.friction > 0.0 || motion.mimic.is_some());
        if has_more {
            let text =
                format!("stops, friction and mimic of the joint `{}`, which closes a loop", joint.name);
            notes.dropped(&joint.at, text);
        }
        let on_child = Pose { translation: anchor, rotation };
        Some(Self {
            name: joint.name.clone(),
            at: joint.at.clone(),
            links: [joint.parent.clone(), Some(joint.child.clone())],
            frames: [joint.origin * on_child, on_child],
            kind,
            spring: None,
        })
    }

    /// The same as a joint of a tree, for formats that have no other words; none for those that they have none for either.
    pub(crate) fn to_joint(&self) -> Option<Joint> {
        use super::Motion;
        let motions = match self.kind {
            LoopKind::Weld => Vec::new(),
            LoopKind::Pin => vec![MotionKind::Revolute(self.frames[1].transform_vector(DVec3::Z))],
            LoopKind::Slider => vec![MotionKind::Prismatic(self.frames[1].transform_vector(DVec3::Z))],
            LoopKind::Ball => vec![MotionKind::Ball],
            LoopKind::Plane => return None,
        };
        Some(Joint {
            name: self.name.clone(),
            at: self.at.clone(),
            parent: Some(self.links[0].clone()?),
            child: self.links[1].clone()?,
            origin: self.frames[0] * self.frames[1].inverse(),
            motions: motions
                .into_iter()
                .map(|kind| Motion {
                    anchor: self.frames[1].translation,
                    ..Motion::new(&self.name, &self.at, kind)
                })
                .collect(),
        })
    }
}

/// A cord, a rod or a coupling.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tendon {
    /// Its name.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// What its length is made of.
    pub path: TendonPath,
    /// Shortest and longest.
    pub limits: Option<[f64; 2]>,
    /// A length that is kept, as of a rod that does not yield.
    pub held: Option<f64>,
    /// Stiffness.
    pub stiffness: f64,
    /// Lengths between which the spring is slack.
    pub rest: [f64; 2],
    /// Viscous.
    pub damping: f64,
    /// Dry friction: it slips at this force.
    pub friction: f64,
}

/// What the length of a tendon is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum TendonPath {
    /// Motions by name, each times a factor.
    Joints(Vec<(String, f64)>),
    /// Points on links by name \[m\], from end to end.
    Points(Vec<(String, DVec3)>),
}

impl Default for TendonPath {
    fn default() -> Self {
        Self::Joints(Vec::new())
    }
}
