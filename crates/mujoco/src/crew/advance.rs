//! The end of a step: bristles follow the motion that came about.

use super::push::{dot, move_on};
use super::{Crew, Worn};
use crate::engine::{Data, Model};

impl Crew {
    /// Takes down how the bodies really moved.
    ///
    /// The forces of a step are found before MuJoCo solves its constraints for good, so the motion they were found for is a
    /// prediction. Were the bristles to follow it, every error of it would be a creep that no bristle knows of. They follow the velocities that
    /// MuJoCo has just moved the bodies with; what a prediction lacked is added to the next one.
    pub(crate) fn advance(&mut self, model: Model, data: &mut Data) {
        if !std::mem::take(&mut self.ready) {
            return;
        }
        let h = model.step();
        let (velocity, acceleration) = (data.velocity(), data.acceleration());
        let gained = velocity.iter().zip(&self.velocity).map(|(new, old)| new - old);
        for (unexplained, (gain, acceleration)) in self.unexplained.iter_mut().zip(gained.zip(acceleration)) {
            *unexplained = gain - h * acceleration;
        }
        self.guess.copy_from_slice(&self.pushed);
        let nv = velocity.len();
        for (r, row) in self.jacobian.chunks_exact(nv.max(1)).enumerate().take(6 * self.pairs.len()) {
            self.exchange.motion[r] = dot(row, velocity) + self.pairs[r / 6].bend[r % 6];
        }
        move_on(&mut self.skins, &self.pairs, &self.exchange.motion);
        for worn in &mut self.skins {
            worn.settle(h);
        }
        self.remember(model, data);
    }
}

impl Worn {
    fn settle(&mut self, h: f64) {
        let Self { before, after, state, next, memory, loads, aside, .. } = self;
        // Velocities that are no numbers: MuJoCo resets the simulation by itself.
        if self.outfit.skin.commit_motion(before, after, h, state, next, memory, loads, aside).is_ok() {
            std::mem::swap(state, next);
        }
    }
}
