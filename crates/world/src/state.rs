//! The state: all that changes as physics.

use crate::joint::JointKind;
use crate::mechanism::arm;
use crate::model::{Body, Model};
use crate::motor::MotorState;
use crate::plain::PlainState;
use crate::sensor::SensorState;
use crate::{BodyId, Inertia, ModelError};
use bristle_geometry::{Pose, Wrench};
use bristle_skin::SkinState;
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A complete state. Clone it for a snapshot; equal states continue equally, bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Simulated time \[s\].
    pub time: f64,
    /// Steps taken.
    pub step: u64,
    /// Coordinates of all joints.
    pub(crate) q: Vec<f64>,
    /// Velocities of all joints: of free ones that of the centre of mass.
    pub(crate) v: Vec<f64>,
    /// Deflection of the dry friction of each velocity.
    pub(crate) joint_bristles: Vec<f64>,
    pub(crate) skins: Vec<SkinState>,
    /// What pairs of plain bodies remember.
    pub(crate) plain: PlainState,
    /// What each hard loop carries: force and torque on its first body, in its frame.
    pub(crate) carried: Vec<(DVec3, DVec3)>,
    /// By how much each tendon has slipped.
    pub(crate) slipped: Vec<f64>,
    pub(crate) motors: Vec<MotorState>,
    pub(crate) sensors: Vec<SensorState>,
    /// Outside force and torque on each body, world axes, at a point of the body.
    pub(crate) applied: Vec<Wrench>,
    /// Mass properties of each body: those of the model, and what was added since.
    pub(crate) inertias: Vec<Inertia>,
    /// Of each free body, with all that is fixed to it: centre of mass in its frame. Zero for others.
    pub(crate) centres: Vec<DVec3>,
}

/// Centres of mass of free bodies with all that is fixed to them, in their frames.
fn centres(model: &Model, inertias: &[Inertia]) -> Vec<DVec3> {
    let branches = &model.mechanism.branches;
    let mut centres = vec![DVec3::ZERO; branches.len()];
    let mut masses = vec![0.0; branches.len()];
    // The free body that each is fixed to, and its pose there.
    let mut carriers: Vec<Option<(usize, Pose)>> = Vec::with_capacity(branches.len());
    for (i, (branch, inertia)) in branches.iter().zip(inertias).enumerate() {
        let carrier = match (branch.kind, branch.parent) {
            (JointKind::Free, _) => Some((i, Pose::IDENTITY)),
            (JointKind::Fixed, Some(parent)) => {
                carriers[parent].map(|(body, pose)| (body, pose * branch.pose))
            }
            _ => None,
        };
        carriers.push(carrier);
        let Some((body, pose)) = carrier.filter(|_| inertia.mass > 0.0) else { continue };
        masses[body] += inertia.mass;
        let centre = if body == i { inertia.centre } else { pose.transform_point(inertia.centre) };
        // A body by itself keeps every bit of its own.
        let share = inertia.mass / masses[body];
        let apart = centre - centres[body];
        centres[body] = if share < 1.0 { centres[body] + apart * share } else { centre };
    }
    centres
}

/// Coordinates of a model at rest: one-dof joints at zero or where their trajectories begin, free bodies where their
/// bodies say.
pub(crate) fn initial_coordinates(model: &Model) -> Vec<f64> {
    let mut q = Vec::with_capacity(model.mechanism.coordinates);
    for body in &model.bodies {
        match body.joint.kind {
            JointKind::Fixed => {}
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } => {
                q.push(body.joint.motion.as_ref().map_or(0.0, |motion| motion.at(0.0).position));
            }
            JointKind::Ball => q.extend(DQuat::IDENTITY.to_array()),
            JointKind::Free => {
                q.extend(body.pose.translation.to_array());
                q.extend(body.pose.rotation.to_array());
            }
        }
    }
    follow_leaders(model, &mut q);
    q
}

/// Puts joints that follow others where they belong.
pub(crate) fn follow_leaders(model: &Model, q: &mut [f64]) {
    for (body, branch) in model.bodies.iter().zip(&model.mechanism.branches) {
        if let Some(mimic) = &body.joint.mimic {
            let leader = q[model.mechanism.branches[mimic.body.0].coordinates.start];
            q[branch.coordinates.start] = mimic.ratio * leader + mimic.offset;
        }
    }
}

/// Whether what pairs of bodies remember can belong to the model.
fn remembers_pairs_of(plain: &PlainState, model: &Model) -> bool {
    let count = model.colliders.mounted.len() as u32;
    plain.is_sorted_by(|(a, _), (b, _)| a < b)
        && plain.iter().all(|((a, b), state)| a < b && *b < count && state.is_finite())
}

impl State {
    /// The model at rest.
    pub fn new(model: &Model) -> Self {
        let q = initial_coordinates(model);
        let mut v = vec![0.0; model.mechanism.velocities()];
        for (body, branch) in model.bodies.iter().zip(&model.mechanism.branches) {
            if let Some(motion) = &body.joint.motion {
                v[branch.velocities.start] = motion.at(0.0).velocity;
            }
        }
        let position = |body: BodyId| q[model.mechanism.branches[body.0].coordinates.start];
        let motors = model.motors.iter().map(|m| m.start(position(m.body()))).collect();
        let mut state = Self {
            time: 0.0,
            step: 0,
            joint_bristles: vec![0.0; v.len()],
            plain: PlainState::new(),
            carried: vec![(DVec3::ZERO, DVec3::ZERO); model.loops.len()],
            slipped: vec![0.0; model.tendons.len()],
            skins: model.skins.iter().map(|s| SkinState::new(&s.skin)).collect(),
            motors,
            sensors: model.sensors.iter().map(|s| s.start()).collect(),
            applied: vec![Wrench::default(); model.bodies.len()],
            centres: Vec::new(),
            inertias: model.bodies.iter().map(|l| l.inertia).collect(),
            q,
            v,
        };
        state.centres = centres(model, &state.inertias);
        state.follow_given_velocities(model);
        state
    }

    /// Coordinates of a body's joint: one number, a quaternion (x, y, z, w), or a position and a quaternion.
    pub fn joint_position(&self, model: &Model, body: BodyId) -> &[f64] {
        model.mechanism.branches.get(body.0).map_or(&[], |b| &self.q[b.coordinates.clone()])
    }

    /// Velocities of a body's joint; of a free one that of its origin, and its angular velocity.
    pub fn joint_velocity(&self, model: &Model, body: BodyId) -> Vec<f64> {
        let Some(branch) = model.mechanism.branches.get(body.0) else { return Vec::new() };
        let mut velocity = self.v[branch.velocities.clone()].to_vec();
        self.shift_velocity(model, body, -1.0, &mut velocity);
        velocity
    }

    /// The velocity of a free body's origin to that of its centre of mass, or with a `sign` of −1 back.
    fn shift_velocity(&self, model: &Model, body: BodyId, sign: f64, velocity: &mut [f64]) {
        let branch = &model.mechanism.branches[body.0];
        let centre = self.centres[body.0];
        if let ([x, y, z, angular @ ..], true) = (velocity, centre != DVec3::ZERO) {
            let (turn, q) = (DVec3::from_slice(angular), &self.q[branch.coordinates.clone()]);
            let swing = turn.cross(arm(DQuat::from_slice(&q[3..]), centre)) * sign;
            (*x, *y, *z) = (*x + swing.x, *y + swing.y, *z + swing.z);
        }
    }

    /// Changes where a body is, or its mass, and lets its origin move as before.
    fn keeping_velocity(&mut self, model: &Model, body: BodyId, change: impl FnOnce(&mut Self)) {
        // A body may be fixed to the free one whose centre it moves.
        let mut root = body;
        while let (JointKind::Fixed, Some(parent)) =
            (model.mechanism.branches[root.0].kind, model.mechanism.branches[root.0].parent)
        {
            root = BodyId(parent);
        }
        let mut velocity = self.joint_velocity(model, root);
        change(self);
        self.shift_velocity(model, root, 1.0, &mut velocity);
        // Of speeds near the largest numbers only one can be kept.
        if velocity.iter().all(|x| x.is_finite()) {
            self.v[model.mechanism.branches[root.0].velocities.clone()].copy_from_slice(&velocity);
        }
    }

    /// Puts a joint somewhere; joints that follow it go with it, and its motor holds it there.
    pub fn set_joint_position(
        &mut self,
        model: &Model,
        body: BodyId,
        position: &[f64],
    ) -> Result<(), ModelError> {
        let owner = model.body(body)?;
        let branch = &model.mechanism.branches[body.0];
        let kind = owner.joint.kind;
        fits(&owner.name, "position", position, kind.coordinates())?;
        refuse_follower(owner, "position")?;
        let rotation = match kind {
            JointKind::Ball => 0,
            JointKind::Free => 3,
            _ => position.len(),
        };
        let length = position[rotation..].iter().map(|x| x * x).sum::<f64>().sqrt();
        if rotation < position.len() && !(length > 1e-9 && length.is_finite()) {
            return Err(ModelError::BadState {
                what: format!("position of `{}`", owner.name),
                why: "needs a quaternion (x, y, z, w) that is not zero, best of length 1".into(),
            });
        }
        self.keeping_velocity(model, body, |state| {
            let own = &mut state.q[branch.coordinates.clone()];
            own.copy_from_slice(position);
            own[rotation..].iter_mut().for_each(|x| *x /= length);
        });
        follow_leaders(model, &mut self.q);
        self.skins.iter_mut().for_each(SkinState::forget_places);
        for (motor, state) in model.motors.iter().zip(&mut self.motors) {
            if motor.body() == body {
                *state = motor.start(position[0]);
            }
        }
        Ok(())
    }

    /// Gives a joint a velocity; joints that follow it move with it.
    pub fn set_joint_velocity(
        &mut self,
        model: &Model,
        body: BodyId,
        velocity: &[f64],
    ) -> Result<(), ModelError> {
        let owner = model.body(body)?;
        fits(&owner.name, "velocity", velocity, owner.joint.kind.velocities())?;
        refuse_follower(owner, "velocity")?;
        let mut velocity = velocity.to_vec();
        self.shift_velocity(model, body, 1.0, &mut velocity);
        fits(&owner.name, "velocity", &velocity, velocity.len())?;
        self.v[model.mechanism.branches[body.0].velocities.clone()].copy_from_slice(&velocity);
        self.follow_given_velocities(model);
        Ok(())
    }

    /// Finds the centres of mass anew.
    pub(crate) fn find_centres(&mut self, model: &Model) {
        self.centres = centres(model, &self.inertias);
    }

    /// Lets the joint of a body go on with the velocity that [`joint_velocity`](Self::joint_velocity) tells.
    pub(crate) fn give_velocity(&mut self, model: &Model, body: BodyId, mut velocity: Vec<f64>) {
        self.shift_velocity(model, body, 1.0, &mut velocity);
        let own = &mut self.v[model.mechanism.branches[body.0].velocities.clone()];
        if own.len() == velocity.len() && velocity.iter().all(|x| x.is_finite()) {
            own.copy_from_slice(&velocity);
        }
    }

    /// Puts a free body somewhere.
    pub fn set_free_pose(&mut self, model: &Model, body: BodyId, pose: Pose) -> Result<(), ModelError> {
        let (t, r) = (pose.translation, pose.rotation);
        self.set_joint_position(model, body, &[t.x, t.y, t.z, r.x, r.y, r.z, r.w])
    }

    /// Adds mass to a body, given in its frame: marbles into a cup. Momentum comes with it: what is added moves along.
    pub fn add_mass(&mut self, model: &Model, body: BodyId, added: Inertia) -> Result<(), ModelError> {
        let owner = model.body(body)?;
        added.check(&owner.name)?;
        let sum = self.inertias[body.0].combined(added);
        // Each may be possible and their sum too large for a number.
        sum.check(&owner.name)?;
        self.keeping_velocity(model, body, |state| {
            state.inertias[body.0] = sum;
            state.centres = centres(model, &state.inertias);
        });
        Ok(())
    }

    /// Force and torque on a body from outside, until replaced: in world axes, at `point` in the body's frame.
    pub fn apply(&mut self, model: &Model, body: BodyId, wrench: Wrench) -> Result<(), ModelError> {
        let owner = model.body(body)?;
        if !(wrench.force.is_finite() && wrench.torque.is_finite() && wrench.point.is_finite()) {
            return Err(ModelError::NotFinite { what: "the wrench", name: owner.name.clone() });
        }
        self.applied[body.0] = wrench;
        Ok(())
    }

    /// Joints that follow others take their share of the leader's velocity.
    fn follow_given_velocities(&mut self, model: &Model) {
        for (body, branch) in model.bodies.iter().zip(&model.mechanism.branches) {
            if let Some(mimic) = &body.joint.mimic {
                let leader = self.v[model.mechanism.branches[mimic.body.0].velocities.start];
                self.v[branch.velocities.start] = mimic.ratio * leader;
            }
        }
    }

    /// Makes room for sensors that were [added](Model::with_sensor) to its model.
    pub fn grow_with(&mut self, model: &Model) {
        let added = model.sensors.get(self.sensors.len()..).unwrap_or_default();
        self.sensors.extend(added.iter().map(|sensor| sensor.start()));
    }

    /// Whether it has the sizes of this model.
    pub(crate) fn check_fit(&self, model: &Model) -> Result<(), ModelError> {
        let sizes = [
            ("coordinates", self.q.len(), model.mechanism.coordinates),
            ("velocities", self.v.len(), model.mechanism.velocities()),
            ("skins", self.skins.len(), model.skins.len()),
            ("motors", self.motors.len(), model.motors.len()),
            ("sensors", self.sensors.len(), model.sensors.len()),
            ("bodies", self.inertias.len(), model.bodies.len()),
        ];
        match sizes.iter().find(|(_, have, want)| have != want) {
            Some((what, have, want)) => Err(ModelError::BadState {
                what: "the state".into(),
                why: format!("belongs to another model: it has {have} {what}, the model {want}"),
            }),
            None => self.check_sense(model),
        }
    }

    /// The same for a state that may have been made by anybody: every list has to be as long as the model says, and every number one.
    pub(crate) fn check_stored(&self, model: &Model) -> Result<(), ModelError> {
        self.check_fit(model)?;
        let skins = self.skins.iter().zip(&model.skins);
        let sensors = self.sensors.iter().zip(&model.sensors);
        let finite = |list: &[f64]| list.iter().all(|x| x.is_finite());
        let fits = self.joint_bristles.len() == self.v.len()
            && self.applied.len() == model.bodies.len()
            && self.centres.len() == model.bodies.len()
            && self.slipped.len() == model.tendons.len()
            && self.carried.len() == model.loops.len()
            && self.carried.iter().all(|(force, torque)| force.is_finite() && torque.is_finite())
            && [&self.q, &self.v, &self.joint_bristles, &self.slipped].into_iter().all(|list| finite(list))
            && self.centres.iter().all(|centre| centre.is_finite())
            && self.inertias.iter().all(|inertia| inertia.mass.is_finite() && inertia.mass >= 0.0)
            && skins
                .into_iter()
                .all(|(state, mounted)| mounted.skin.fits_state(mounted.targets.len(), state))
            && sensors.into_iter().all(|(state, sensor)| state.fits(&sensor.start()))
            && remembers_pairs_of(&self.plain, model);
        match fits {
            true => Ok(()),
            false => Err(ModelError::BadState {
                what: "the state".into(),
                why: "belongs to another model, or is damaged".into(),
            }),
        }
    }

    /// Sizes may agree by chance: where a rotation belongs there must be one.
    fn check_sense(&self, model: &Model) -> Result<(), ModelError> {
        let bad = |why: String| Err(ModelError::BadState { what: "the state".into(), why });
        if let Some((mounted, _)) =
            model.skins.iter().zip(&self.skins).find(|(mounted, state)| !state.fits(&mounted.skin))
        {
            return bad(format!(
                "belongs to another model: skin `{}` is of another size there",
                mounted.name
            ));
        }
        if !self.time.is_finite() {
            return bad(format!("its time is {} s; it must be finite", self.time));
        }
        for (body, branch) in model.bodies.iter().zip(&model.mechanism.branches) {
            let q = &self.q[branch.coordinates.clone()];
            let rotation = if q.len() < 4 { &[] } else { &q[q.len() - 4..] };
            let square: f64 = rotation.iter().map(|x| x * x).sum();
            let turns = (square - 1.0).abs() < 1e-6;
            if !rotation.is_empty() && !turns {
                return bad(format!(
                    "belongs to another model: it holds no rotation for body `{}`",
                    body.name
                ));
            }
        }
        Ok(())
    }

    /// The point of a body at which its outside wrench acts, and that wrench about the body's origin.
    pub(crate) fn applied_at_origin(&self, body: usize, pose: Pose) -> Wrench {
        let wrench = &self.applied[body];
        let arm: DVec3 = pose.transform_vector(wrench.point);
        Wrench {
            force: wrench.force,
            torque: wrench.torque + arm.cross(wrench.force),
            point: pose.translation,
        }
    }
}

/// Joints that are led by others are not set by hand.
fn refuse_follower(body: &Body, what: &str) -> Result<(), ModelError> {
    match body.joint.mimic.is_some() || body.joint.motion.is_some() {
        true => Err(ModelError::BadState {
            what: format!("{what} of `{}`", body.name),
            why: "follows another joint or a trajectory; set that instead".into(),
        }),
        false => Ok(()),
    }
}

fn fits(body: &str, what: &str, values: &[f64], expected: usize) -> Result<(), ModelError> {
    let bad = |why| Err(ModelError::BadState { what: format!("{what} of `{body}`"), why });
    if values.len() != expected {
        return bad(format!("takes {expected} numbers, not {}", values.len()));
    }
    if values.iter().any(|x| !x.is_finite()) {
        return bad("must be finite".into());
    }
    Ok(())
}
