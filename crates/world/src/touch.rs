//! Skins and patches on a mechanism: from the motion of links to wrenches on them.

use crate::StepError;
use crate::advisor::TooFast;
use crate::dense::Matrix;
use crate::mechanism::{Kinematics, Mechanism, Source};
use crate::model::Model;
use crate::state::State;
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_skin::{RelativeMotion, SkinMemory, SkinReading, SkinState, Target, TrialLoad};
use glam::{DMat3, DVec3};

/// All skins of a model at work: room, readings, and the bristles of a step not yet taken.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    skins: Vec<Touching>,
    pub(crate) readings: Vec<SkinReading>,
    pub(crate) next: Vec<SkinState>,
    /// Columns of one pair's Jacobian: motion of the target past the skin per unknown, in the skin's axes.
    jacobian: Vec<[f64; 6]>,
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

/// The skin's targets, where their links are now.
fn targets<'a>(model: &'a Model, skin: usize, poses: &[Pose], twists: Option<&[Twist]>) -> Vec<Target<'a>> {
    let place = |id: &crate::ShapeId| {
        let mounted = &model.shapes[id.0];
        let body = poses[mounted.link.0];
        let pose = body * mounted.pose;
        let twist = twists.map_or(Twist::ZERO, |twists| {
            let twist = twists[mounted.link.0];
            Twist { linear: twist.velocity_at(pose.translation - body.translation), ..twist }
        });
        Target { shape: &mounted.shape, pose, twist }
    };
    model.skins[skin].targets.iter().map(place).collect()
}

/// Motion of link `other` past link `own`, seen from the frame of a skin on the latter.
fn relative(frame: Pose, poses: &[Pose], twists: &[Twist], own: usize, other: usize) -> RelativeMotion {
    let velocity = |link: usize| twists[link].velocity_at(frame.translation - poses[link].translation);
    let to_skin = frame.rotation.conjugate();
    RelativeMotion {
        velocity: to_skin * (velocity(other) - velocity(own)),
        rotation: to_skin * (twists[other].angular - twists[own].angular),
    }
}

impl Touch {
    pub(crate) fn new(model: &Model) -> Self {
        let poses = vec![Pose::IDENTITY; model.links.len()];
        let skins = model.skins.iter().enumerate().map(|(i, mounted)| {
            let targets = targets(model, i, &poses, None);
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
            product: vec![[0.0; 6]; model.mechanism.columns],
            touched: Vec::with_capacity(model.mechanism.columns),
        }
    }

    /// Casts all rays with the links at the given poses, and takes down how they move at the begin of the step.
    pub(crate) fn detect(
        &mut self,
        model: &Model,
        poses: &[Pose],
        before: &[Twist],
    ) -> Result<(), StepError> {
        for (i, (mounted, touching)) in model.skins.iter().zip(&mut self.skins).enumerate() {
            touching.frame = poses[mounted.link.0] * mounted.pose;
            let targets = targets(model, i, poses, None);
            mounted.skin.detect(touching.frame, &targets, &mut touching.memory)?;
            for (motion, id) in touching.before.iter_mut().zip(&mounted.targets) {
                let other = model.shapes[id.0].link.0;
                *motion = relative(touching.frame, poses, before, mounted.link.0, other);
            }
        }
        Ok(())
    }

    /// Loads for links that move with `after` at the end of the step; `commit` also advances the bristles and writes
    /// readings, else derivatives are found.
    pub(crate) fn evaluate(
        &mut self,
        model: &Model,
        state: &State,
        poses: &[Pose],
        after: &[Twist],
        h: f64,
        commit: bool,
    ) -> Result<(), StepError> {
        let buffers = self.skins.iter_mut().zip(&mut self.next).zip(&mut self.readings);
        for (((touching, next), reading), (mounted, bristles)) in
            buffers.zip(model.skins.iter().zip(&state.skins))
        {
            let Touching { memory, frame, before, after: motions, loads, .. } = touching;
            for (motion, id) in motions.iter_mut().zip(&mounted.targets) {
                let other = model.shapes[id.0].link.0;
                *motion = relative(*frame, poses, after, mounted.link.0, other);
            }
            if commit {
                mounted.skin.commit_motion(before, motions, h, bristles, next, memory, loads, reading)?;
            } else {
                mounted.skin.try_motion(before, motions, h, bristles, memory, loads)?;
            }
        }
        Ok(())
    }

    /// Feels with the links where they are, as they move, and advances the bristles: an explicit step's forces.
    pub(crate) fn update(
        &mut self,
        model: &Model,
        state: &State,
        poses: &[Pose],
        twists: &[Twist],
        h: f64,
    ) -> Result<(), StepError> {
        for (i, (mounted, touching)) in model.skins.iter().zip(&mut self.skins).enumerate() {
            let targets = targets(model, i, poses, Some(twists));
            let frame = poses[mounted.link.0] * mounted.pose;
            touching.frame = frame;
            let twist = twists[mounted.link.0];
            let offset = frame.translation - poses[mounted.link.0].translation;
            let twist = Twist { linear: twist.velocity_at(offset), ..twist };
            self.next[i].clone_from(&state.skins[i]);
            let reading = &mut self.readings[i];
            mounted.skin.update(
                frame,
                twist,
                &targets,
                h,
                &mut self.next[i],
                &mut touching.memory,
                reading,
            )?;
            for (j, (load, pair)) in touching.loads.iter_mut().zip(&reading.pairs).enumerate() {
                let (on_skin, to_skin) = (pair.wrench_on_skin_w, frame.rotation.conjugate());
                *load = TrialLoad {
                    force: to_skin * on_skin.force,
                    torque: to_skin * on_skin.torque,
                    contacts: pair.contacts,
                    ..TrialLoad::ZERO
                };
                let other = model.shapes[mounted.targets[j].0].link.0;
                touching.before[j] = relative(frame, poses, twists, mounted.link.0, other);
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
                let pose = poses[shape.link.0] * shape.pose;
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

    /// Adds the wrenches of all pairs to those on links, about the links' origins; gives the sum of their squared forces
    /// over the masses they move, which is the scale of what can be solved for.
    pub(crate) fn add_wrenches(
        &self,
        model: &Model,
        poses: &[Pose],
        inverse_mass: &[f64],
        on_links: &mut [Wrench],
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
                let (own, other) = (mounted.link.0, model.shapes[id.0].link.0);
                for (link, wrench) in [(own, on_skin), (other, on_skin.reaction())] {
                    let at_origin = wrench.shift_to(poses[link].translation);
                    on_links[link].force += at_origin.force;
                    on_links[link].torque += at_origin.torque;
                    scale += load.force.length_squared() * inverse_mass[link];
                }
            }
        }
        scale
    }

    /// Adds `h Jᵀ G J` of all pairs, `G` being their damping blocks.
    pub(crate) fn add_blocks(&mut self, model: &Model, kinematics: &Kinematics, h: f64, matrix: &mut Matrix) {
        let Self { skins, jacobian, product, touched, .. } = self;
        for (mounted, touching) in model.skins.iter().zip(skins) {
            for (load, id) in touching.loads.iter().zip(&mounted.targets) {
                if load.contacts > 0 {
                    let pair = (mounted.link.0, model.shapes[id.0].link.0);
                    pair_jacobian(&model.mechanism, kinematics, touching.frame, pair, jacobian, touched);
                    add_block(&load.damping.0, h, jacobian, product, touched, matrix);
                }
            }
        }
    }
}

/// Motion of the pair's target past its skin per unknown; `touched` lists the columns that are not zero.
pub(crate) fn pair_jacobian(
    mechanism: &Mechanism,
    kinematics: &Kinematics,
    frame: Pose,
    (own, other): (usize, usize),
    jacobian: &mut [[f64; 6]],
    touched: &mut Vec<usize>,
) {
    touched.clear();
    let to_skin: DMat3 = frame.rotation_matrix().transpose();
    let chains = [(&mechanism.branches[other].chain, 1.0), (&mechanism.branches[own].chain, -1.0)];
    for (chain, sign) in chains {
        for &d in chain {
            let Source::Solved { column, ratio } = mechanism.sources[d] else { continue };
            let motion = mechanism.motion_at(kinematics, d, frame.translation);
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

/// Adds `h Jᵀ B J`.
pub(crate) fn add_block(
    block: &[[f64; 6]; 6],
    h: f64,
    jacobian: &[[f64; 6]],
    product: &mut [[f64; 6]],
    touched: &[usize],
    matrix: &mut Matrix,
) {
    for &column in touched {
        let j = &jacobian[column];
        product[column] = block.map(|row| h * row.iter().zip(j).map(|(a, b)| a * b).sum::<f64>());
    }
    for &row in touched {
        for &column in touched {
            let dot: f64 = jacobian[row].iter().zip(&product[column]).map(|(a, b)| a * b).sum();
            *matrix.at(row, column) += dot;
        }
    }
}
