//! All joints of a model at once, and where all bodies are.

use crate::chain::resolved;
use crate::{Chain, ChainError};
use bristle_geometry::Pose;
use bristle_world::{BodyId, JointKind, Model, World};
use glam::DQuat;
use std::sync::Arc;
use thiserror::Error;

/// A joint with a position of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceJoint {
    /// The body that it carries.
    pub body: BodyId,
    /// What that is called.
    pub name: String,
    /// Its stops \[rad or m\]; infinite if it has none.
    pub lower: f64,
    /// Its stops \[rad or m\]; infinite if it has none.
    pub upper: f64,
}

/// Positions that do not fit.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum JointSpaceError {
    /// Another number of them.
    #[error("{given} positions are given; the world has {joints} joints: {names}")]
    Count {
        /// How many are given.
        given: usize,
        /// How many there are.
        joints: usize,
        /// Their names.
        names: String,
    },
    /// Not a number.
    #[error("the position of `{joint}` is {value}; it must be finite")]
    NotFinite {
        /// The joint.
        joint: String,
        /// Its position.
        value: f64,
    },
}

/// The revolute and prismatic joints of a model that follow no other. All else, such as free bodies, stays where a world has it.
#[derive(Clone, Debug)]
pub struct JointSpace {
    model: Arc<Model>,
    joints: Vec<SpaceJoint>,
    /// Per body: the joint that moves it against its parent, ratio and offset.
    drives: Vec<Option<(usize, f64, f64)>>,
    /// Poses of bodies that no joint of the space carries against their parents: in the parent, or in the world.
    still: Vec<Pose>,
    present: Vec<f64>,
}

impl JointSpace {
    /// The joints of a world, and everything else where it is now.
    pub fn of(world: &World) -> Self {
        let model = world.shared_model();
        let mut joints = Vec::new();
        let mut place = vec![None; model.bodies().len()];
        let mut present = Vec::new();
        for (i, body) in model.bodies().iter().enumerate() {
            let has_one = matches!(body.joint.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. });
            if has_one && body.joint.mimic.is_none() {
                place[i] = Some(joints.len());
                let limits = body.joint.limits;
                joints.push(SpaceJoint {
                    body: BodyId(i),
                    name: body.name.clone(),
                    lower: limits.map_or(f64::NEG_INFINITY, |limits| limits.lower),
                    upper: limits.map_or(f64::INFINITY, |limits| limits.upper),
                });
                present.push(world.joint_position(BodyId(i)).unwrap_or(0.0));
            }
        }
        let mut drives = vec![None; model.bodies().len()];
        let mut still = vec![Pose::IDENTITY; model.bodies().len()];
        for (i, body) in model.bodies().iter().enumerate() {
            let at = |id: BodyId| world.pose(id).unwrap_or(Pose::IDENTITY);
            if body.joint.kind.axis().is_some() {
                let (leader, ratio, offset) = resolved(&model, BodyId(i));
                drives[i] = place[leader.0].map(|joint| (joint, ratio, offset));
            } else {
                let parent = match body.joint.kind {
                    JointKind::Free => None,
                    _ => body.parent,
                };
                still[i] = match parent {
                    Some(parent) => at(parent).inverse() * at(BodyId(i)),
                    None => at(BodyId(i)),
                };
            }
        }
        Self { model, joints, drives, still, present }
    }

    /// Its joints, in the order of the model.
    pub fn joints(&self) -> &[SpaceJoint] {
        &self.joints
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Where the joints were in the world that it was made of.
    pub fn present(&self) -> &[f64] {
        &self.present
    }

    /// Checks that there is a finite position for each joint.
    pub fn check(&self, q: &[f64]) -> Result<(), JointSpaceError> {
        if q.len() != self.joints.len() {
            let names: Vec<&str> = self.joints.iter().map(|joint| joint.name.as_str()).collect();
            let (given, joints) = (q.len(), self.joints.len());
            return Err(JointSpaceError::Count { given, joints, names: names.join(", ") });
        }
        match q.iter().position(|q| !q.is_finite()) {
            None => Ok(()),
            Some(i) => Err(JointSpaceError::NotFinite { joint: self.joints[i].name.clone(), value: q[i] }),
        }
    }

    /// Where all bodies are, in the world, at these positions of the joints; positions that are left out count as zero.
    pub fn place(&self, q: &[f64], poses: &mut Vec<Pose>) {
        poses.clear();
        for (i, body) in self.model.bodies().iter().enumerate() {
            let joint = match (self.drives[i], body.joint.kind) {
                (Some((joint, ratio, offset)), kind) => {
                    let position = ratio * q.get(joint).copied().unwrap_or(0.0) + offset;
                    match kind {
                        JointKind::Revolute { axis } => {
                            Some(Pose { rotation: DQuat::from_axis_angle(axis, position), ..Pose::IDENTITY })
                        }
                        JointKind::Prismatic { axis } => Some(Pose::from_translation(axis * position)),
                        _ => None,
                    }
                }
                _ => None,
            };
            let local = joint.map_or(self.still[i], |joint| body.pose * joint);
            let parent = match body.joint.kind {
                JointKind::Free => None,
                _ => body.parent,
            };
            let pose = parent.map_or(local, |parent| poses[parent.0] * local);
            poses.push(pose);
        }
    }

    /// Whether the joints of the space move each body at all.
    pub fn moved(&self) -> Vec<bool> {
        let mut moved: Vec<bool> = Vec::with_capacity(self.drives.len());
        for (i, body) in self.model.bodies().iter().enumerate() {
            let carried = body.joint.kind != JointKind::Free && body.parent.is_some_and(|p| moved[p.0]);
            moved.push(carried || self.drives[i].is_some());
        }
        moved
    }

    /// The bodies that a joint moves: those that it carries, and those of joints that follow it.
    pub fn moved_by(&self, joint: usize) -> Vec<BodyId> {
        let mut moved: Vec<bool> = Vec::with_capacity(self.drives.len());
        for (i, body) in self.model.bodies().iter().enumerate() {
            let carried = body.joint.kind != JointKind::Free && body.parent.is_some_and(|p| moved[p.0]);
            moved.push(carried || self.drives[i].is_some_and(|(driver, ..)| driver == joint));
        }
        (0..moved.len()).filter(|&i| moved[i]).map(BodyId).collect()
    }

    /// Which joints move two bodies against each other.
    pub fn joints_between(&self, a: BodyId, b: BodyId) -> Vec<usize> {
        let joints_of = |body: BodyId| {
            let mut list = Vec::new();
            let mut here = Some(body);
            while let Some(id) = here {
                list.push(id);
                here = self.model.bodies()[id.0].parent;
            }
            list
        };
        let (of_a, of_b) = (joints_of(a), joints_of(b));
        let apart =
            of_a.iter().filter(|id| !of_b.contains(id)).chain(of_b.iter().filter(|id| !of_a.contains(id)));
        let mut joints: Vec<usize> =
            apart.filter_map(|id| self.drives[id.0].map(|(joint, ..)| joint)).collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    /// The chain between two bodies of its model.
    pub fn chain(&self, base: Option<BodyId>, tip: BodyId, tool: Pose) -> Result<Chain, ChainError> {
        Chain::new(&self.model, base, tip, tool)
    }
}
