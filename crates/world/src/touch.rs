//! Skins and patches on a mechanism: from the motion of bodies to wrenches on them.

use crate::StepError;
use crate::advisor::TooFast;
use crate::dense::Matrix;
use crate::mechanism::{Kinematics, Mechanism, Source};
use crate::model::Model;
use crate::state::State;
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_skin::{RelativeMotion, SkinMemory, SkinReading, SkinState, Target, TrialLoad};
use glam::{DMat3, DQuat, DVec3};

/// All skins of a model at work: room, readings, and the bristles of a step not yet taken.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    skins: Vec<Touching>,
    pub(crate) readings: Vec<SkinReading>,
    pub(crate) next: Vec<SkinState>,
    /// Columns of one pair's Jacobian: motion of the target past the skin per unknown, in the skin's axes.
    jacobian: Vec<[f64; 6]>,
    motion: Vec<[f64; 6]>,
    product: Vec<[f64; 6]>,
    touched: Vec<usize>,
}

/// One skin at work.
#[derive(Clone, Debug)]
struct Touching {
    memory: SkinMemory,
    frame: Pose,
    before: Vec<RelativeMotion>,
    after: Vec<RelativeMotion>,
    loads: Vec<TrialLoad>,
    /// Of a ball about the skin's origin that holds all its texels \[m\].
    radius: f64,
}

/// The skin's targets, where their bodies are; at rest.
fn targets<'a>(model: &'a Model, skin: usize, poses: &[Pose]) -> Vec<Target<'a>> {
    let place = |id: &crate::ShapeId| {
        let mounted = &model.shapes[id.0];
        Target { shape: &mounted.shape, pose: poses[mounted.body.0] * mounted.pose, twist: Twist::ZERO }
    };
    model.skins[skin].targets.iter().map(place).collect()
}

/// Motion of body `other` past body `own`, seen from the frame of a skin on the latter, at begin or end of a step.
///
/// `frame` and `poses` are those of the middle, `then` is the frame at the time of the twists. Bodies that are swung
/// about together do not move past each other; seen from the wrong frame they would, by `h ω² r / 2`, and what is held
/// would creep out of a turning grip. Arms are taken from the middle, where both bodies have been placed alike.
fn relative(
    frame: Pose,
    then: Pose,
    poses: &[Pose],
    twists: &[Twist],
    own: usize,
    other: usize,
) -> RelativeMotion {
    let to_skin = axes(frame, then).conjugate();
    let velocity = |body: usize| twists[body].velocity_at(arm(frame, then, poses[body]));
    RelativeMotion {
        velocity: to_skin * (velocity(other) - velocity(own)),
        rotation: to_skin * (twists[other].angular - twists[own].angular),
    }
}

/// Axes in which a motion at that time is the motion in the skin: turned once as the skin has turned since the middle, and
/// once more because what has moved in the skin since then is carried along by its turning, too.
fn axes(frame: Pose, then: Pose) -> DQuat {
    match frame == then {
        true => frame.rotation,
        false => then.rotation * frame.rotation.conjugate() * then.rotation,
    }
}

/// From a body to the skin's origin: as it is in the middle of the step, turned as the skin will have turned.
fn arm(frame: Pose, then: Pose, body: Pose) -> DVec3 {
    then.rotation * (frame.rotation.conjugate() * (frame.translation - body.translation))
}

impl Touch {
    pub(crate) fn new(model: &Model) -> Self {
        let poses = vec![Pose::IDENTITY; model.bodies.len()];
        let skins = model.skins.iter().enumerate().map(|(i, mounted)| {
            let targets = targets(model, i, &poses);
            Touching {
                memory: SkinMemory::new(&mounted.skin, &targets),
                frame: Pose::IDENTITY,
                before: vec![RelativeMotion::default(); targets.len()],
                after: vec![RelativeMotion::default(); targets.len()],
                loads: vec![TrialLoad::ZERO; targets.len()],
                radius: mounted.skin.texels().iter().map(|t| t.position.length()).fold(0.0, f64::max),
            }
        });
        Self {
            skins: skins.collect(),
            readings: model.skins.iter().map(|s| SkinReading::new(&s.skin, s.targets.len())).collect(),
            next: model.skins.iter().map(|s| SkinState::new(&s.skin)).collect(),
            jacobian: vec![[0.0; 6]; model.mechanism.columns],
            motion: vec![[0.0; 6]; model.mechanism.columns],
            product: vec![[0.0; 6]; model.mechanism.columns],
            touched: Vec::with_capacity(model.mechanism.columns),
        }
    }

    /// Casts all rays with the bodies at the given poses, and takes down how they move at the begin of the step.
    pub(crate) fn detect(
        &mut self,
        model: &Model,
        poses: &[Pose],
        begins: &Kinematics,
        before: &[Twist],
    ) -> Result<(), StepError> {
        for (i, (mounted, touching)) in model.skins.iter().zip(&mut self.skins).enumerate() {
            touching.frame = poses[mounted.body.0] * mounted.pose;
            let targets = targets(model, i, poses);
            mounted.skin.detect(touching.frame, &targets, &mut touching.memory)?;
            let then = begins.poses[mounted.body.0] * mounted.pose;
            for (motion, id) in touching.before.iter_mut().zip(&mounted.targets) {
                let other = model.shapes[id.0].body.0;
                *motion = relative(touching.frame, then, poses, before, mounted.body.0, other);
            }
        }
        Ok(())
    }

    /// Loads for bodies that move with `after` at the end of the step; `commit` also advances the bristles and writes
    /// readings, else derivatives are found.
    pub(crate) fn evaluate(
        &mut self,
        model: &Model,
        state: &State,
        poses: &[Pose],
        ends: &Kinematics,
        after: &[Twist],
        h: f64,
        commit: bool,
    ) -> Result<(), StepError> {
        let buffers = self.skins.iter_mut().zip(&mut self.next).zip(&mut self.readings);
        for (((touching, next), reading), (mounted, bristles)) in
            buffers.zip(model.skins.iter().zip(&state.skins))
        {
            let Touching { memory, frame, before, after: motions, loads, .. } = touching;
            let then = ends.poses[mounted.body.0] * mounted.pose;
            for (motion, id) in motions.iter_mut().zip(&mounted.targets) {
                let other = model.shapes[id.0].body.0;
                *motion = relative(*frame, then, poses, after, mounted.body.0, other);
            }
            if commit {
                mounted.skin.commit_motion(before, motions, h, bristles, next, memory, loads, reading)?;
            } else {
                mounted.skin.try_motion(before, motions, h, bristles, memory, loads)?;
            }
        }
        Ok(())
    }

    /// Feels with the bodies where they are, and advances the bristles: an explicit step's forces. The bodies moved with
    /// `twists` when they were at the poses `then`.
    pub(crate) fn update(
        &mut self,
        model: &Model,
        state: &State,
        poses: &[Pose],
        then: &[Pose],
        twists: &[Twist],
        h: f64,
    ) -> Result<(), StepError> {
        for (i, (mounted, touching)) in model.skins.iter().zip(&mut self.skins).enumerate() {
            let own = mounted.body.0;
            let (frame, then) = (poses[own] * mounted.pose, then[own] * mounted.pose);
            touching.frame = frame;
            let mut targets = targets(model, i, poses);
            for ((motion, target), id) in touching.before.iter_mut().zip(&mut targets).zip(&mounted.targets) {
                *motion = relative(frame, then, poses, twists, own, model.shapes[id.0].body.0);
                // Only relative motion counts: the skin stands still, and its target has all of it.
                let (linear, angular) = (frame.rotation * motion.velocity, frame.rotation * motion.rotation);
                let offset = target.pose.translation - frame.translation;
                target.twist = Twist { linear: linear + angular.cross(offset), angular };
            }
            self.next[i].clone_from(&state.skins[i]);
            let (next, reading) = (&mut self.next[i], &mut self.readings[i]);
            mounted.skin.update(frame, Twist::ZERO, &targets, h, next, &mut touching.memory, reading)?;
            for (load, pair) in touching.loads.iter_mut().zip(&reading.pairs) {
                let (on_skin, to_skin) = (pair.wrench_on_skin_w, frame.rotation.conjugate());
                *load = TrialLoad {
                    force: to_skin * on_skin.force,
                    torque: to_skin * on_skin.torque,
                    contacts: pair.contacts,
                    ..TrialLoad::ZERO
                };
            }
        }
        Ok(())
    }

    /// Targets close by that may move in one step through more of a skin than its rays look into.
    pub(crate) fn too_fast(&self, model: &Model, poses: &[Pose], h: f64) -> Vec<TooFast> {
        self.beyond(model, poses, h).collect()
    }

    /// Whether there is one.
    pub(crate) fn beyond_window(&self, model: &Model, poses: &[Pose], h: f64) -> bool {
        self.beyond(model, poses, h).next().is_some()
    }

    fn beyond(&self, model: &Model, poses: &[Pose], h: f64) -> impl Iterator<Item = TooFast> {
        model.skins.iter().zip(&self.skins).flat_map(move |(mounted, touching)| {
            let window = mounted.skin.material().max_penetration() + mounted.skin.options().look_ahead;
            touching.before.iter().zip(&mounted.targets).filter_map(move |(motion, id)| {
                let travel = h * (motion.velocity.length() + motion.rotation.length() * touching.radius);
                if travel <= window {
                    return None;
                }
                let shape = &model.shapes[id.0];
                let pose = poses[shape.body.0] * shape.pose;
                let centre = pose.inverse().transform_point(touching.frame.translation);
                shape.shape.may_touch_ball(centre, touching.radius + travel).then(|| TooFast {
                    skin: mounted.name.clone(),
                    target: shape.name.clone(),
                    travel,
                    window,
                })
            })
        })
    }

    /// Rays in contact.
    pub(crate) fn contacts(&self) -> usize {
        self.skins.iter().flat_map(|s| &s.loads).map(|load| load.contacts).sum()
    }

    /// Adds the wrenches of all pairs to those on bodies, about the bodies' origins; gives the sum of their squared forces
    /// over the masses they move, which is the scale of what can be solved for.
    pub(crate) fn add_wrenches(
        &self,
        model: &Model,
        poses: &[Pose],
        inverse_mass: &[f64],
        on_bodies: &mut [Wrench],
    ) -> f64 {
        let mut scale = 0.0;
        for (mounted, touching) in model.skins.iter().zip(&self.skins) {
            for (load, id) in touching.loads.iter().zip(&mounted.targets) {
                if load.contacts == 0 {
                    continue;
                }
                let frame = touching.frame;
                let on_skin =
                    Wrench { force: load.force, torque: load.torque, point: DVec3::ZERO }.in_frame(frame);
                let (own, other) = (mounted.body.0, model.shapes[id.0].body.0);
                for (body, wrench) in [(own, on_skin), (other, on_skin.reaction())] {
                    let at_origin = wrench.shift_to(poses[body].translation);
                    on_bodies[body].force += at_origin.force;
                    on_bodies[body].torque += at_origin.torque;
                    scale += load.force.length_squared() * inverse_mass[body];
                }
            }
        }
        scale
    }

    /// Adds `h Jᵀ G J'` of all pairs, `G` being their damping blocks: motions are seen at the end of the step, forces act in
    /// its middle.
    pub(crate) fn add_blocks(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        ends: &Kinematics,
        h: f64,
        matrix: &mut Matrix,
    ) {
        let Self { skins, jacobian, motion, product, touched, .. } = self;
        for (mounted, touching) in model.skins.iter().zip(skins) {
            for (load, id) in touching.loads.iter().zip(&mounted.targets) {
                if load.contacts > 0 {
                    let pair = (mounted.body.0, model.shapes[id.0].body.0);
                    let frame = touching.frame;
                    let then = ends.poses[pair.0] * mounted.pose;
                    let at =
                        |body: usize| ends.poses[body].translation + arm(frame, then, kinematics.poses[body]);
                    let points = (at(pair.0), at(pair.1));
                    pair_jacobian(&model.mechanism, ends, axes(frame, then), points, pair, motion, touched);
                    let points = (frame.translation, frame.translation);
                    pair_jacobian(
                        &model.mechanism,
                        kinematics,
                        frame.rotation,
                        points,
                        pair,
                        jacobian,
                        touched,
                    );
                    add_block(&load.damping.0, h, (jacobian, motion), product, touched, matrix);
                }
            }
        }
    }
}

/// Motion of the pair's target past its skin per unknown, in axes turned by `rotation`, each body's motion at its own one
/// of two points that meet there; `touched` lists the columns that are not zero.
pub(crate) fn pair_jacobian(
    mechanism: &Mechanism,
    kinematics: &Kinematics,
    rotation: DQuat,
    points: (DVec3, DVec3),
    (own, other): (usize, usize),
    jacobian: &mut [[f64; 6]],
    touched: &mut Vec<usize>,
) {
    touched.clear();
    let to_skin = DMat3::from_quat(rotation).transpose();
    let chains =
        [(&mechanism.branches[other].chain, points.1, 1.0), (&mechanism.branches[own].chain, points.0, -1.0)];
    for (chain, point, sign) in chains {
        for &d in chain {
            let Source::Solved { column, ratio } = mechanism.sources[d] else { continue };
            let motion = mechanism.motion_at(kinematics, d, point);
            let factor = sign * ratio;
            let linear = to_skin * motion.linear * factor;
            let angular = to_skin * motion.angular * factor;
            if !touched.contains(&column) {
                touched.push(column);
                jacobian[column] = [0.0; 6];
            }
            let parts = linear.to_array().into_iter().chain(angular.to_array());
            for (entry, part) in jacobian[column].iter_mut().zip(parts) {
                *entry += part;
            }
        }
    }
}

/// Adds `h Jᵀ B J'`, given `J` and `J'`.
pub(crate) fn add_block(
    block: &[[f64; 6]; 6],
    h: f64,
    (jacobian, motion): (&[[f64; 6]], &[[f64; 6]]),
    product: &mut [[f64; 6]],
    touched: &[usize],
    matrix: &mut Matrix,
) {
    for &column in touched {
        let j = &motion[column];
        product[column] = block.map(|row| h * row.iter().zip(j).map(|(a, b)| a * b).sum::<f64>());
    }
    for &row in touched {
        for &column in touched {
            let dot: f64 = jacobian[row].iter().zip(&product[column]).map(|(a, b)| a * b).sum();
            *matrix.at(row, column) += dot;
        }
    }
}
