//! The cells of a skin that a channel listens to.

use super::error::positive;
use super::{SignalError, Tare};

/// Some cells of a skin, read in newtons and without their zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Places in a frame; `None` for all.
    chosen: Option<Vec<usize>>,
    newtons_per_value: f64,
    tare: Option<Tare>,
    forces: Vec<f64>,
}

impl Default for Cells {
    fn default() -> Self {
        Self::all()
    }
}

impl Cells {
    /// All cells of a skin that tells newtons.
    pub fn all() -> Self {
        Self { chosen: None, newtons_per_value: 1.0, tare: None, forces: Vec::new() }
    }

    /// These cells of a skin, by their places in its frames.
    pub fn these(chosen: impl Into<Vec<usize>>) -> Self {
        Self { chosen: Some(chosen.into()), ..Self::all() }
    }

    /// The same of a skin whose values are so many newtons each.
    pub fn scaled(mut self, newtons_per_value: f64) -> Result<Self, SignalError> {
        self.newtons_per_value = positive("the force of a count [N]", newtons_per_value)?;
        Ok(self)
    }

    /// The same, less the mean of the first moments.
    pub fn tared(mut self, tare: Tare) -> Self {
        self.tare = Some(tare);
        self
    }

    /// Refuses cells that a skin with so many does not have.
    pub fn check(&self, cells: usize) -> Result<(), SignalError> {
        let chosen = self.chosen.iter().flatten().copied();
        match chosen.into_iter().find(|&cell| cell >= cells) {
            Some(cell) => Err(SignalError::NoCell { cell, cells }),
            None => Ok(()),
        }
    }

    /// How many cells of a skin with `cells` they are.
    pub fn count(&self, cells: usize) -> usize {
        self.chosen.as_ref().map_or(cells, Vec::len)
    }

    /// Takes a new frame of a time \[s\] and gives the forces of the cells \[N\]. They are 0 while the zero is found. A frame that lacks a cell
    /// reads 0 there.
    pub fn take(&mut self, time: f64, frame: &[f64]) -> &[f64] {
        self.forces.clear();
        match &self.chosen {
            None => self.forces.extend_from_slice(frame),
            Some(chosen) => {
                self.forces.extend(chosen.iter().map(|&cell| frame.get(cell).copied().unwrap_or(0.0)));
            }
        }
        self.forces.iter_mut().for_each(|force| *force *= self.newtons_per_value);
        if let Some(tare) = &mut self.tare {
            tare.apply(time, &mut self.forces);
        }
        &self.forces
    }

    /// The forces of the last frame \[N\].
    pub fn forces(&self) -> &[f64] {
        &self.forces
    }

    /// Places of the cells in a frame of a skin with `cells`.
    pub fn places(&self, cells: usize) -> impl Iterator<Item = usize> {
        let chosen = self.chosen.clone().unwrap_or_else(|| (0..cells).collect());
        chosen.into_iter()
    }

    /// Whether the zero is known, or none is needed.
    pub fn is_ready(&self) -> bool {
        self.tare.as_ref().is_none_or(Tare::is_done)
    }

    /// Finds the zero anew with the next frames.
    pub fn restart(&mut self) {
        if let Some(tare) = &mut self.tare {
            tare.restart();
        }
    }
}
