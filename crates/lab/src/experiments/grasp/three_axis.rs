//! What an array of three-axis taxels tells of a skin: normal force and shear, at its own rate, with noise, and no friction utilisation.

use super::chance::Chance;
use bristle_control::{Percept, SkinSense, Tactile};
use glam::DVec3;

/// Frames per second \[Hz\], of magnetic three-axis arrays on the market.
const RATE: f64 = 100.0;
/// Noise of each axis of each cell, standard deviation \[N\]. Assumed.
const NOISE: f64 = 5e-3;

/// Replaces the frames of a percept by those of such an array.
pub(super) struct ThreeAxis {
    frames: Vec<Tactile>,
    due: f64,
    chance: Chance,
}

impl ThreeAxis {
    pub(super) fn new(seed: u64) -> Self {
        Self { frames: Vec::new(), due: 0.0, chance: Chance::new(seed, "three-axis") }
    }

    /// Says so to controllers.
    pub(super) fn describe(skin: &mut SkinSense) {
        skin.utilisation = false;
        skin.rate = Some(RATE);
    }

    /// Shows the present frames, new ones if they are due.
    pub(super) fn show(&mut self, percept: &mut Percept) {
        let is_new = percept.time >= self.due - 1e-9;
        if is_new {
            self.due += 1.0 / RATE;
            self.frames.clone_from(&percept.skins);
            for frame in &mut self.frames {
                let chance = &mut self.chance;
                frame.values.iter_mut().for_each(|value| *value += NOISE * chance.normal());
                for shear in &mut frame.shear {
                    *shear += NOISE * DVec3::new(chance.normal(), chance.normal(), 0.0);
                }
                frame.sum = frame.values.iter().sum();
                frame.utilisation.clear();
            }
        }
        percept.skins.clone_from(&self.frames);
        percept.skins.iter_mut().for_each(|frame| frame.is_new = is_new);
    }
}
