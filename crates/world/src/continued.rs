//! A world that goes on in another model: bodies added, removed or changed while it runs.

use crate::model::{Model, MountedSkin};
use crate::plain::PairKey;
use crate::state::{State, follow_leaders};
use crate::{BodyId, ModelError, ShapeId, World};
use std::collections::HashMap;
use std::sync::Arc;

/// Which thing of an old model each thing of a new one was, by its name.
fn by_name<'a>(old: impl Iterator<Item = &'a str>, new: impl Iterator<Item = &'a str>) -> Vec<Option<usize>> {
    let places: HashMap<&str, usize> = old.enumerate().map(|(place, name)| (name, place)).collect();
    new.map(|name| places.get(name).copied()).collect()
}

impl World {
    /// A world of another model that goes on where this one is: what both have by name is as it was, all else as it begins. Bodies keep places and velocities, masses
    /// that were [added](World::add_mass) and what pushes them; skins and surfaces keep their bristles, motors their commands. What the new model says of mass, materials, shapes and
    /// joints counts from now on.
    ///
    /// The same models give the same bits. Going on in an equal model, nothing changes.
    pub fn continued_in(&self, model: impl Into<Arc<Model>>) -> Result<Self, ModelError> {
        let model = model.into();
        let mut state = State::new(&model);
        self.state().carry_over(self.model(), &mut state, &model);
        let mut world = World::new(Arc::clone(&model)).with_stepping(self.stepping());
        world.set_state(state)?;
        Ok(world)
    }
}

impl State {
    /// Takes what both models have by name over to a state of the new one.
    fn carry_over(&self, old: &Model, state: &mut State, new: &Model) {
        (state.time, state.step) = (self.time, self.step);
        let bodies = by_name(old.bodies.iter().map(|b| &*b.name), new.bodies.iter().map(|b| &*b.name));
        for (i, was) in bodies.iter().enumerate() {
            let Some(was) = *was else { continue };
            let (from, to) = (&old.mechanism.branches[was], &new.mechanism.branches[i]);
            state.applied[i] = self.applied[was];
            // What was added stays; what the model says anew counts.
            let (before, now) = (old.bodies[was].inertia, new.bodies[i].inertia);
            if before == now {
                state.inertias[i] = self.inertias[was];
            } else if self.inertias[was] != before {
                let added = self.inertias[was].mass - before.mass;
                let at = (self.inertias[was].centre * self.inertias[was].mass - before.centre * before.mass)
                    / added;
                if added > 0.0 && at.is_finite() {
                    state.inertias[i] = now.combined(crate::Inertia::point(added, at));
                }
            }
            if from.coordinates.len() == to.coordinates.len() && from.velocities.len() == to.velocities.len()
            {
                state.q[to.coordinates.clone()].copy_from_slice(&self.q[from.coordinates.clone()]);
                state.v[to.velocities.clone()].copy_from_slice(&self.v[from.velocities.clone()]);
                state.joint_bristles[to.velocities.clone()]
                    .copy_from_slice(&self.joint_bristles[from.velocities.clone()]);
            }
        }
        follow_leaders(new, &mut state.q);
        state.find_centres(new);
        // Free bodies move with their centres of mass; where those have moved in them, their origins go on as before.
        for (i, was) in bodies.iter().enumerate() {
            if let Some(was) = *was
                && state.centres[i] != self.centres[was]
            {
                let velocity = self.joint_velocity(old, BodyId(was));
                state.give_velocity(new, BodyId(i), velocity);
            }
        }
        let shapes = by_name(old.shapes.iter().map(|s| &*s.name), new.shapes.iter().map(|s| &*s.name));
        self.carry_pairs(old, state, new, &shapes);
        let skins = by_name(old.skins.iter().map(|s| &*s.name), new.skins.iter().map(|s| &*s.name));
        for (i, was) in skins.iter().enumerate() {
            if let Some(was) = *was {
                let targets = targets(&old.skins[was], &new.skins[i], &shapes);
                let carried = self.skins[was].with_targets(&targets);
                if new.skins[i].skin.fits_state(new.skins[i].targets.len(), &carried) {
                    state.skins[i] = carried;
                }
            }
        }
        let loops = by_name(old.loops.iter().map(|l| &*l.name), new.loops.iter().map(|l| &*l.name));
        for (i, was) in loops.iter().enumerate() {
            if let Some(was) = *was {
                state.carried[i] = self.carried[was];
            }
        }
        let tendons = by_name(old.tendons.iter().map(|t| &*t.name), new.tendons.iter().map(|t| &*t.name));
        for (i, was) in tendons.iter().enumerate() {
            if let Some(was) = *was {
                state.slipped[i] = self.slipped[was];
            }
        }
        let motors = by_name(old.motors.iter().map(|m| m.name()), new.motors.iter().map(|m| m.name()));
        for (i, motor) in new.motors.iter().enumerate() {
            // One that is new holds its joint where that is.
            state.motors[i] = match motors[i] {
                Some(was) => self.motors[was],
                None => motor.start(state.q[new.mechanism.branches[motor.body().0].coordinates.start]),
            };
        }
        let sensors = by_name(old.sensors.iter().map(|s| s.name()), new.sensors.iter().map(|s| s.name()));
        for (i, was) in sensors.iter().enumerate() {
            if let Some(was) = *was
                && self.sensors[was].fits(&state.sensors[i])
            {
                state.sensors[i] = self.sensors[was].clone();
            }
        }
    }

    /// What pairs of shapes remember, for those whose order is the same: bristles belong to the frame of the first.
    fn carry_pairs(&self, old: &Model, state: &mut State, new: &Model, shapes: &[Option<usize>]) {
        let mut now = vec![None; old.shapes.len()];
        for (i, was) in shapes.iter().enumerate() {
            if let Some(was) = *was {
                now[was] = Some(i as u32);
            }
        }
        for ((a, b), held) in &self.plain {
            if let (Some(one), Some(two)) = (now[*a as usize], now[*b as usize])
                && one < two
                && new.colliders.may_touch(one as usize, two as usize)
            {
                let key: PairKey = (one, two);
                state.plain.push((key, held.clone()));
            }
        }
        state.plain.sort_by_key(|(key, _)| *key);
    }
}

/// The new index of each target of a skin, by what it was; none for what is gone.
fn targets(old: &MountedSkin, new: &MountedSkin, shapes: &[Option<usize>]) -> Vec<Option<u32>> {
    // A shape may be there twice: what a skin leaves bare, and what it covers.
    let count = |list: &[ShapeId], place: usize| list[..place].iter().filter(|s| **s == list[place]).count();
    let place_of = |was: usize| {
        new.targets.iter().enumerate().position(|(now, shape)| {
            shapes[shape.0] == Some(old.targets[was].0)
                && count(&new.targets, now) == count(&old.targets, was)
        })
    };
    (0..old.targets.len()).map(|was| place_of(was).map(|now| now as u32)).collect()
}
