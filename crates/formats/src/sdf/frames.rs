//! Frames of a model: links, joints and frames stand relative to one another, in whatever order.

use crate::error::{ErrorKind, Result, shown};
use crate::urdf::pose_of_rpy;
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};
use std::collections::HashMap;

/// The model's own frame.
const MODEL: &str = "__model__";
/// How long a chain of frames may be.
const LONGEST: usize = 1000;

/// A frame that is not placed yet.
#[derive(Clone, Debug)]
struct Pending<'a> {
    el: El<'a>,
    pose: Pose,
    relative_to: String,
}

/// Places of everything with a name, in the model's frame.
#[derive(Debug, Default)]
pub(super) struct Frames<'a> {
    pending: HashMap<String, Pending<'a>>,
    placed: HashMap<String, Pose>,
}

/// The pose of an element, and what it is relative to, if it says so.
pub(super) fn pose(of: El<'_>) -> Result<(Pose, Option<String>)> {
    let Some(pose) = of.child("pose") else { return Ok((Pose::IDENTITY, None)) };
    let named = pose.attr("relative_to").or_else(|| pose.attr("frame"));
    let relative_to = named.filter(|name| !name.is_empty()).map(str::to_owned);
    let numbers = pose.text_numbers()?;
    let made = match (pose.attr("rotation_format"), numbers.as_slice()) {
        (_, []) => Pose::IDENTITY,
        (Some("quat_xyzw"), &[x, y, z, qx, qy, qz, qw]) => {
            let quaternion = DQuat::from_xyzw(qx, qy, qz, qw);
            let zero = || pose.fault(ErrorKind::OutOfRange, "this quaternion is zero");
            let rotation = Some(quaternion).filter(|q| q.length() > 1e-9).ok_or_else(zero)?;
            Pose::new(rotation, DVec3::new(x, y, z))
        }
        (None | Some("euler_rpy"), &[x, y, z, roll, pitch, yaw]) => {
            let degrees = pose.attr("degrees").and_then(truth) == Some(true);
            let angles = DVec3::new(roll, pitch, yaw);
            let angles = if degrees { angles * (std::f64::consts::PI / 180.0) } else { angles };
            pose_of_rpy(DVec3::new(x, y, z), angles)
        }
        (_, numbers) => {
            let message = format!("<pose> needs 6 numbers, x y z roll pitch yaw, and has {}", numbers.len());
            return Err(pose.fault(ErrorKind::OutOfRange, message));
        }
    };
    Ok((made, relative_to))
}

impl<'a> Frames<'a> {
    pub(super) fn new() -> Self {
        let mut frames = Self::default();
        frames.placed.insert(MODEL.to_owned(), Pose::IDENTITY);
        frames
    }

    /// Adds a frame; `otherwise` is what it is relative to if it does not say so.
    pub(super) fn add(&mut self, name: &str, el: El<'a>, otherwise: &str) -> Result<()> {
        let (pose, relative_to) = pose(el)?;
        let relative_to = relative_to.unwrap_or_else(|| otherwise.to_owned());
        self.pending.insert(name.to_owned(), Pending { el, pose, relative_to });
        Ok(())
    }

    /// Adds a frame whose place is known.
    pub(super) fn add_placed(&mut self, name: &str, pose: Pose) {
        self.placed.insert(name.to_owned(), pose);
    }

    /// The model's frame is the default.
    pub(super) const MODEL: &'static str = MODEL;

    /// Where a frame is in the model.
    pub(super) fn find(&mut self, name: &str, by: El<'a>) -> Result<Pose> {
        let mut path: Vec<(String, Pending<'a>)> = Vec::new();
        let mut at = name.to_owned();
        let mut asked = by;
        let mut pose = loop {
            if let Some(placed) = self.placed.get(&at) {
                break *placed;
            }
            let Some(pending) = self.pending.get(&at).cloned() else {
                let message = format!("there is no frame `{}` in this model", shown(&at));
                return Err(asked.fault(ErrorKind::UnknownName, message));
            };
            if path.len() > LONGEST || path.iter().any(|(on_path, _)| *on_path == at) {
                let message = format!("the frame `{}` stands relative to itself, through others", shown(&at));
                return Err(pending.el.fault(ErrorKind::Cycle, message));
            }
            asked = pending.el;
            let next = pending.relative_to.clone();
            path.push((at, pending));
            at = next;
        };
        for (name, pending) in path.into_iter().rev() {
            pose = pose * pending.pose;
            self.placed.insert(name, pose);
        }
        Ok(pose)
    }
}
