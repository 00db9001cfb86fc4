//! The forces of a step.
//!
//! MuJoCo moves positions with the velocities at the end of the step, `q' = q + h v'`. So `v` is how things moved from the last
//! configuration to this one, `v'` how they will move from this one to the next, and `q` lies in the middle of the two: the
//! skin's implicit step, which takes elastic forces from the mean of both ends, is centred on it. In the elastic part
//! that is Newmark's average acceleration, stable at any step and without numerical damping; friction and damping belong
//! to `v'`.

use super::constraint::stiffen;
use super::{Crew, Pair, Worn};
use crate::engine::{Data, Model};
use crate::impulse::Answer;
use bristle_skin::{Block6, RelativeMotion, UpdateError};
use glam::{DMat3, DVec3};

impl Crew {
    /// Finds what all skins feel and pushes both bodies of each pair. Without effect if a pose is no pose: MuJoCo tells of
    /// unstable simulations by itself.
    pub(crate) fn push(&mut self, model: Model, data: &mut Data) {
        self.recall(model, data);
        self.ready = false;
        self.velocity.copy_from_slice(data.velocity());
        if self.try_push(model, data).is_err() {
            self.pairs.clear();
            self.skins.iter_mut().for_each(Worn::feel_nothing);
            return;
        }
        self.ready = true;
    }

    fn try_push(&mut self, model: Model, data: &mut Data) -> Result<(), UpdateError> {
        let h = model.step();
        self.look(data)?;
        if !self.pairs.is_empty() {
            self.set_up(model, data, h);
            let Self { exchange, skins, pairs, .. } = self;
            exchange.solve(h, &mut Trying { skins, pairs, h })?;
        }
        move_on(&mut self.skins, &self.pairs, &self.exchange.motion);
        for worn in &mut self.skins {
            worn.commit(h)?;
        }
        self.gather(model.velocities());
        data.passive_force().iter_mut().zip(&self.pushed).for_each(|(f, pushed)| *f += pushed);
        Ok(())
    }

    /// Casts all rays, and lists the pairs that may touch.
    fn look(&mut self, data: &Data) -> Result<(), UpdateError> {
        self.pairs.clear();
        for (skin, worn) in self.skins.iter_mut().enumerate() {
            let outfit = worn.outfit.clone();
            worn.pose = outfit.pose(data);
            let targets = outfit.place_targets(data);
            outfit.skin.detect(worn.pose, &targets, &mut worn.memory)?;
            for partner in 0..outfit.partners.len() {
                let mut own = outfit.targets.iter().zip(&targets).filter(|(geom, _)| geom.partner == partner);
                if own.any(|(_, target)| outfit.is_near(worn.pose, target)) {
                    self.pairs.push(Pair { skin, partner, bend: [0.0; 6] });
                }
            }
            worn.before.fill(RelativeMotion::default());
            worn.after.fill(RelativeMotion::default());
        }
        Ok(())
    }

    /// How the pairs move, and would move if the skins did not push.
    fn set_up(&mut self, model: Model, data: &mut Data, h: f64) {
        let nv = model.velocities();
        self.jacobian.resize(6 * nv * self.pairs.len(), 0.0);
        self.exchange.resize(self.pairs.len());
        let mut room = vec![0.0; 12 * nv];
        for (pair, rows) in self.pairs.iter_mut().zip(self.jacobian.chunks_exact_mut(6 * nv)) {
            let worn = &self.skins[pair.skin];
            let bodies = (worn.outfit.body, worn.outfit.partners[pair.partner]);
            let at = worn.pose.translation;
            let (skin, target) = room.split_at_mut(6 * nv);
            let to_skin = worn.pose.rotation_matrix().transpose();
            data.jacobian_rate(bodies.0, at, skin);
            data.jacobian_rate(bodies.1, at, target);
            difference(to_skin, target, skin, rows);
            pair.bend = std::array::from_fn(|i| 0.5 * h * dot(&rows[i * nv..][..nv], &self.velocity));
            data.jacobian(bodies.0, at, skin);
            data.jacobian(bodies.1, at, target);
            difference(to_skin, target, skin, rows);
        }
        data.predict(&self.guess);
        let mut sources = std::mem::take(&mut self.jacobian);
        sources.extend_from_slice(&self.guess);
        self.response.resize(sources.len(), 0.0);
        data.solve_mass(&sources, &mut self.response);
        stiffen(data, &mut self.response);
        sources.truncate(sources.len() - nv);
        self.jacobian = sources;
        let guessed = &self.response[self.jacobian.len()..];
        let gains = data.acceleration().iter().zip(guessed).zip(&self.unexplained);
        let gains = gains.map(|((a, guessed), unexplained)| h * (a - guessed) + unexplained);
        let free: Vec<f64> = self.velocity.iter().zip(gains).map(|(v, gain)| v + gain).collect();
        let rows = 6 * self.pairs.len();
        for (r, row) in self.jacobian.chunks_exact(nv).enumerate() {
            let (pair, i) = (self.pairs[r / 6], r % 6);
            self.exchange.free[r] = dot(row, &free) + pair.bend[i];
            self.exchange.motion[r] = dot(row, &self.velocity) - pair.bend[i];
            for (c, response) in self.response.chunks_exact(nv).take(rows).enumerate() {
                self.exchange.admittance[r * rows + c] = dot(row, response);
            }
        }
        for (pair, motion) in self.pairs.iter().zip(self.exchange.motion.chunks_exact(6)) {
            let worn = &mut self.skins[pair.skin];
            for (before, geom) in worn.before.iter_mut().zip(&worn.outfit.targets) {
                if geom.partner == pair.partner {
                    *before = as_motion(motion);
                }
            }
        }
    }

    /// Sums up `−Jᵀ λ`: what pushes the skin pushes the target the other way.
    fn gather(&mut self, nv: usize) {
        self.pushed.fill(0.0);
        for (pair, rows) in self.pairs.iter().zip(self.jacobian.chunks_exact(6 * nv.max(1))) {
            let (force, torque) = self.skins[pair.skin].load(pair.partner);
            for (row, load) in
                rows.chunks_exact(nv).zip(force.to_array().into_iter().chain(torque.to_array()))
            {
                self.pushed.iter_mut().zip(row).for_each(|(f, j)| *f -= j * load);
            }
        }
    }
}

impl Worn {
    /// Takes the motion in `after` for true.
    fn commit(&mut self, h: f64) -> Result<(), UpdateError> {
        let Self { before, after, state, next, memory, loads, reading, .. } = self;
        self.outfit.skin.commit_motion(before, after, h, state, next, memory, loads, reading)
    }

    /// Force and torque on the skin by all geoms of one rigid body.
    fn load(&self, partner: usize) -> (DVec3, DVec3) {
        let own = self.outfit.targets.iter().zip(&self.loads).filter(|(geom, _)| geom.partner == partner);
        own.fold((DVec3::ZERO, DVec3::ZERO), |(f, t), (_, load)| (f + load.force, t + load.torque))
    }

    fn feel_nothing(&mut self) {
        self.reading = bristle_skin::SkinReading::new(&self.outfit.skin, self.before.len());
    }
}

/// Skins that are asked what they would feel.
struct Trying<'a> {
    skins: &'a mut [Worn],
    pairs: &'a [Pair],
    h: f64,
}

impl Answer for Trying<'_> {
    fn answer(
        &mut self,
        motion: &[f64],
        wrench: &mut [f64],
        blocks: &mut [Block6],
    ) -> Result<(), UpdateError> {
        move_on(self.skins, self.pairs, motion);
        for (skin, worn) in self.skins.iter_mut().enumerate() {
            if self.pairs.iter().any(|pair| pair.skin == skin) {
                let Worn { before, after, state, memory, loads, .. } = worn;
                worn.outfit.skin.try_motion(before, after, self.h, state, memory, loads)?;
            }
        }
        for ((pair, wrench), block) in self.pairs.iter().zip(wrench.chunks_exact_mut(6)).zip(blocks) {
            let worn = &self.skins[pair.skin];
            let (force, torque) = worn.load(pair.partner);
            force.write_to_slice(wrench);
            torque.write_to_slice(&mut wrench[3..]);
            *block = Block6::ZERO;
            for (geom, load) in worn.outfit.targets.iter().zip(&worn.loads) {
                if geom.partner == pair.partner && load.contacts > 0 {
                    let entries = block.0.as_flattened_mut().iter_mut().zip(load.damping.0.as_flattened());
                    entries.for_each(|(sum, entry)| *sum += entry);
                }
            }
        }
        Ok(())
    }
}

/// Gives every target the motion of its pair at the end of the step.
pub(super) fn move_on(skins: &mut [Worn], pairs: &[Pair], motion: &[f64]) {
    for (pair, motion) in pairs.iter().zip(motion.chunks_exact(6)) {
        let worn = &mut skins[pair.skin];
        for (after, geom) in worn.after.iter_mut().zip(&worn.outfit.targets) {
            if geom.partner == pair.partner {
                *after = as_motion(motion);
            }
        }
    }
}

fn as_motion(numbers: &[f64]) -> RelativeMotion {
    RelativeMotion { velocity: DVec3::from_slice(numbers), rotation: DVec3::from_slice(&numbers[3..]) }
}

/// Motion of the target past the skin, turned into the skin's axes; three rows of velocity and three of rotation each.
fn difference(to_skin: DMat3, target: &[f64], skin: &[f64], rows: &mut [f64]) {
    let nv = rows.len() / 6;
    for half in [0, 3 * nv] {
        for c in 0..nv {
            let at = |r: usize| target[half + r * nv + c] - skin[half + r * nv + c];
            let turned = to_skin * DVec3::new(at(0), at(1), at(2));
            (0..3).for_each(|r| rows[half + r * nv + c] = turned[r]);
        }
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
