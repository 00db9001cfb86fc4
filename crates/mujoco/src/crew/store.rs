//! The physics of skins as numbers in `plugin_state`, so that whoever stores and sets a simulation's state has the bristles
//! with it.
//!
//! Seven numbers per ray: deflection, normal, and one more than the index of the target; all zero is a free bristle. The first
//! instance keeps two numbers per velocity before them: the unexplained gain and the guess.

use super::{Crew, Worn};
use crate::engine::{Data, Model, engine};
use bristle_skin::{Bristle, Skin, SkinState};
use std::ffi::CStr;
use std::sync::Once;

const PER_RAY: usize = 7;

/// Once is enough.
static TOLD: Once = Once::new();
const FORGOTTEN: &CStr = c"bristle.skin: plugin_state was set from outside; bristles that were bent begin straight. Use mj_copyData to go on from \
a stored simulation bit for bit";

/// Numbers per velocity that the first instance keeps.
pub(crate) const SHARED: usize = 2;

/// Numbers that the bristles of a skin take.
pub(crate) fn numbers_of(skin: &Skin) -> usize {
    PER_RAY * skin.ray_count()
}

impl Crew {
    /// Writes the state of all skins.
    pub(super) fn remember(&mut self, model: Model, data: &mut Data) {
        for (i, worn) in self.skins.iter_mut().enumerate() {
            worn.write_numbers();
            let state = data.state(model.state_range(worn.instance));
            let (shared, bristles) = state.split_at_mut(if i == 0 { SHARED * self.guess.len() } else { 0 });
            let lists = self.unexplained.iter().chain(&self.guess);
            shared.iter_mut().zip(lists).for_each(|(out, number)| *out = *number);
            bristles.copy_from_slice(&worn.numbers);
        }
    }

    /// Takes up a state that was set from outside since the last step.
    pub(super) fn recall(&mut self, model: Model, data: &mut Data) {
        for (i, worn) in self.skins.iter_mut().enumerate() {
            let state = data.state(model.state_range(worn.instance));
            let (shared, bristles) = state.split_at(if i == 0 { SHARED * self.guess.len() } else { 0 });
            let lists = self.unexplained.iter_mut().chain(&mut self.guess);
            lists.zip(shared).for_each(|(number, stored)| *number = *stored);
            let same = bristles.iter().zip(&worn.numbers).all(|(a, b)| a.to_bits() == b.to_bits());
            if !same {
                worn.numbers.copy_from_slice(bristles);
                worn.read_numbers();
            }
        }
    }
}

impl Worn {
    fn write_numbers(&mut self) {
        self.numbers.fill(0.0);
        if self.loads.iter().all(|load| load.contacts == 0) {
            return;
        }
        let skin = &self.outfit.skin;
        let per_texel = PER_RAY * (skin.ray_count() / skin.texels().len().max(1));
        for (texel, numbers) in self.numbers.chunks_exact_mut(per_texel).enumerate() {
            let bristles = self.state.bristles(skin, texel);
            for (bristle, out) in bristles.iter().zip(numbers.chunks_exact_mut(PER_RAY)) {
                if bristle.target != Bristle::FREE_TARGET {
                    bristle.deflection.write_to_slice(out);
                    bristle.normal.write_to_slice(&mut out[3..]);
                    out[6] = f64::from(bristle.target) + 1.0;
                }
            }
        }
    }

    /// A skin can forget, but its state cannot be made from numbers: bristles that were bent begin straight, and that is said.
    fn read_numbers(&mut self) {
        self.state = SkinState::new(&self.outfit.skin);
        if self.numbers.iter().any(|number| *number != 0.0)
            && let Some(engine) = engine()
        {
            TOLD.call_once(|| engine.api.warn(FORGOTTEN));
        }
    }
}
