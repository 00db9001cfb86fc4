//! The solutions that a closed form finds.

use crate::{Chain, Travel};
use std::f64::consts::{PI, TAU};

/// Where one solution stands for many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degeneracy {
    /// The wrist's centre lies on the axis of this joint, counted from 0: every position of it does, and it was left at zero.
    Free(usize),
    /// The axes of these two joints lie on one line, or are parallel and turn the tip alike: only their sum, or their difference, counts. The first was left at zero.
    Together(usize, usize),
}

/// One solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    pub(crate) q: [f64; 6],
    joints: usize,
    /// Where it stands for many; none for a solution that stands alone.
    pub degenerate: Option<Degeneracy>,
}

impl Branch {
    /// Positions of the joints \[rad\].
    pub fn positions(&self) -> &[f64] {
        &self.q[..self.joints]
    }
}

/// All solutions: eight at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Branches {
    found: [Branch; 8],
    count: usize,
    joints: usize,
}

impl Branches {
    pub(crate) fn new(joints: usize) -> Self {
        Self { found: [Branch { q: [0.0; 6], joints, degenerate: None }; 8], count: 0, joints }
    }

    pub(crate) fn push(&mut self, q: [f64; 6], degenerate: Option<Degeneracy>) {
        if let Some(place) = self.found.get_mut(self.count) {
            *place = Branch { q: q.map(wrapped), joints: self.joints, degenerate };
            self.count += 1;
        }
    }

    /// The solutions.
    pub fn all(&self) -> &[Branch] {
        &self.found[..self.count]
    }

    /// Where an arm is stretched out, two branches become one.
    pub(crate) fn drop_doubles(&mut self) {
        let mut kept = 0;
        for i in 0..self.count {
            let candidate = self.found[i];
            let is_known = self.found[..kept].iter().any(|known| {
                let apart = known.q.iter().zip(&candidate.q).map(|(a, b)| wrapped(a - b).abs());
                apart.fold(0.0, f64::max) < 1e-9
            });
            if !is_known {
                self.found[kept] = candidate;
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Those that the limits of a chain allow, turned by whole turns to be within them and, among several turns, nearest to `near` (zero where it is left out).
    /// They come in the order of their largest distance from it.
    pub fn within_limits(&self, chain: &Chain, near: &[f64]) -> Vec<Vec<f64>> {
        let near_of = |joint: usize| near.get(joint).copied().unwrap_or(0.0);
        let turned = |branch: &Branch| -> Option<Vec<f64>> {
            let joints = chain.joints().iter().enumerate();
            let positions = joints.zip(branch.positions()).map(|((i, joint), &q)| {
                debug_assert!(joint.travel == Travel::Turns);
                let nearest = q + TAU * ((near_of(i) - q) / TAU).round();
                let allowed = |q: &f64| *q >= joint.lower - 1e-12 && *q <= joint.upper + 1e-12;
                let turns = [0.0, 1.0, -1.0, 2.0, -2.0].map(|turns| nearest + TAU * turns);
                turns.into_iter().find(allowed)
            });
            positions.collect()
        };
        let mut found: Vec<Vec<f64>> = self.all().iter().filter_map(turned).collect();
        let distance =
            |q: &[f64]| q.iter().enumerate().map(|(i, q)| (q - near_of(i)).abs()).fold(0.0, f64::max);
        found.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        found
    }
}

/// An angle from −π to π.
fn wrapped(angle: f64) -> f64 {
    match angle.abs() <= PI {
        true => angle,
        false => angle - TAU * (angle / TAU).round(),
    }
}
