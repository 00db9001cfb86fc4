//! The physics of skins as numbers in `plugin_state`, so that whoever stores and sets a simulation's state has the bristles
//! with it.
//!
//! Seven numbers per ray: deflection, normal, and one more than the index of the target; all zero is a free bristle. The first
//! instance keeps two numbers per velocity before them: the unexplained gain and the guess.

use super::{DataSkins, SkinInstance};
use crate::engine::{Data, Model};
use bristle_skin::{Bristle, Skin, SkinState};
use glam::DVec3;

const PER_RAY: usize = 7;

/// Numbers per velocity that the first instance keeps.
pub(crate) const SHARED: usize = 2;

/// Numbers that the bristles of a skin take.
pub(crate) fn numbers_of(skin: &Skin) -> usize {
    PER_RAY * skin.ray_count()
}

/// All texels of a skin have as many rays.
fn numbers_per_texel(skin: &Skin) -> usize {
    PER_RAY * (skin.ray_count() / skin.texels().len().max(1))
}

impl DataSkins {
    /// Writes the state of all skins.
    pub(super) fn remember(&mut self, model: Model, data: &mut Data) {
        for (i, skin) in self.skins.iter_mut().enumerate() {
            match self.coupling.touches(i) {
                true => skin.write_numbers(&self.coupling.states()[i]),
                false => skin.numbers.fill(0.0),
            }
            let guess = self.coupling.guess();
            let state = data.state(model.state_range(skin.instance));
            let (shared, bristles) = state.split_at_mut(if i == 0 { SHARED * guess.len() } else { 0 });
            let lists = self.unexplained.iter().chain(guess);
            shared.iter_mut().zip(lists).for_each(|(out, number)| *out = *number);
            bristles.copy_from_slice(&skin.numbers);
        }
    }

    /// Takes up a state that was set from outside since the last step.
    pub(super) fn recall(&mut self, model: Model, data: &mut Data) {
        for (i, skin) in self.skins.iter_mut().enumerate() {
            let guess = self.coupling.guess_mut();
            let state = data.state(model.state_range(skin.instance));
            let (shared, bristles) = state.split_at(if i == 0 { SHARED * guess.len() } else { 0 });
            let lists = self.unexplained.iter_mut().chain(guess);
            lists.zip(shared).for_each(|(number, stored)| *number = *stored);
            let same = bristles.iter().zip(&skin.numbers).all(|(a, b)| a.to_bits() == b.to_bits());
            if !same {
                skin.numbers.copy_from_slice(bristles);
                self.coupling.states_mut()[i] = skin.read_numbers();
            }
        }
    }
}

impl SkinInstance {
    fn write_numbers(&mut self, state: &SkinState) {
        self.numbers.fill(0.0);
        let skin = &self.mounting.skin;
        for (texel, numbers) in self.numbers.chunks_exact_mut(numbers_per_texel(skin)).enumerate() {
            let bristles = state.bristles(skin, texel);
            for (bristle, out) in bristles.iter().zip(numbers.chunks_exact_mut(PER_RAY)) {
                if bristle.target != Bristle::FREE_TARGET {
                    bristle.deflection.write_to_slice(out);
                    bristle.normal.write_to_slice(&mut out[3..]);
                    out[6] = f64::from(bristle.target) + 1.0;
                }
            }
        }
    }

    fn read_numbers(&self) -> SkinState {
        let skin = &self.mounting.skin;
        let targets = self.mounting.targets.len() as f64;
        let mut state = SkinState::new(skin);
        for (texel, numbers) in self.numbers.chunks_exact(numbers_per_texel(skin)).enumerate() {
            let read = |n: &[f64]| match n[6] {
                // What no step has written is no bristle.
                target if (1.0..=targets).contains(&target) && n.iter().all(|x| x.is_finite()) => Bristle {
                    deflection: DVec3::from_slice(n),
                    normal: DVec3::from_slice(&n[3..]),
                    target: target as u32 - 1,
                },
                _ => Bristle::FREE,
            };
            let bristles: Vec<Bristle> = numbers.chunks_exact(PER_RAY).map(read).collect();
            state.set_bristles(skin, texel, &bristles);
        }
        state
    }
}
