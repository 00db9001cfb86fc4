//! The physics of skins as numbers in `plugin_state`, so that whoever stores and sets a simulation's state has the bristles
//! with it.
//!
//! The first instance keeps two numbers per velocity before them: the unexplained gain and the guess.

use super::DataSkins;
use crate::engine::{Data, Model};
use crate::mounting::Mounting;
use bristle_skin::{Skin, SkinState};

/// Numbers per velocity that the first instance keeps.
pub(crate) const SHARED: usize = 2;

/// Numbers that are kept for the state of a skin. MuJoCo asks for them before it knows where the skin is worn, so that every geom counts as a target.
pub(crate) fn numbers_kept(model: Model, skin: &Skin) -> usize {
    SkinState::count_of_numbers(skin, model.geoms())
}

/// Numbers that the state of a skin takes of them.
pub(crate) fn numbers_of(mounting: &Mounting) -> usize {
    SkinState::count_of_numbers(&mounting.skin, mounting.targets.len())
}

impl DataSkins {
    /// Writes the state of all skins.
    pub(super) fn remember(&mut self, model: Model, data: &mut Data) {
        for (i, skin) in self.skins.iter_mut().enumerate() {
            self.coupling.states()[i].write_numbers(&skin.mounting.skin, &mut skin.numbers);
            let guess = self.coupling.guess();
            let state = data.state(model.state_range(skin.instance));
            let (shared, bristles) = state.split_at_mut(if i == 0 { SHARED * guess.len() } else { 0 });
            let lists = self.unexplained.iter().chain(guess);
            shared.iter_mut().zip(lists).for_each(|(out, number)| *out = *number);
            bristles[..skin.numbers.len()].copy_from_slice(&skin.numbers);
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
            let bristles = &bristles[..skin.numbers.len()];
            let same = bristles.iter().zip(&skin.numbers).all(|(a, b)| a.to_bits() == b.to_bits());
            if !same {
                skin.numbers.copy_from_slice(bristles);
                let Mounting { skin: worn, targets, .. } = &*skin.mounting;
                self.coupling.states_mut()[i] = SkinState::from_numbers(worn, targets.len(), &skin.numbers);
            }
        }
    }
}
