//! How contacts resist motion, over the unknowns: one 6 × 6 block per skin and target.

use crate::mechanism::{Kinematics, Mechanism, Source};
use crate::model::Model;
use crate::placed::Placed;
use bristle_coupling::{Matrix, SkinSet};
use bristle_skin::Block6;
use glam::{DMat3, DQuat, DVec3};

/// Room for the columns of one pair's Jacobian: motion of the target past the skin per unknown, in the skin's axes.
#[derive(Clone, Debug)]
pub(crate) struct PairBlocks {
    jacobian: Vec<[f64; 6]>,
    product: Vec<[f64; 6]>,
    /// The columns that are not zero.
    touched: Vec<usize>,
}

/// Which derivatives of contact forces are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resistance {
    /// All of them.
    Whole,
    /// Those that are symmetric and never negative.
    Symmetric,
}

/// Where a skin's body and a target's body meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// The skin's body, and the target's.
    pub(crate) bodies: (usize, usize),
    /// A point of each that meet.
    pub(crate) points: (DVec3, DVec3),
    /// Axes that motion is seen in.
    pub(crate) axes: DQuat,
}

impl Meeting {
    /// Motion of the target past the skin per unknown.
    fn columns(
        self,
        mechanism: &Mechanism,
        kinematics: &Kinematics,
        jacobian: &mut [[f64; 6]],
        touched: &mut Vec<usize>,
    ) {
        touched.clear();
        let to_skin = DMat3::from_quat(self.axes).transpose();
        let chains = [
            (&mechanism.branches[self.bodies.1].chain, self.points.1, 1.0),
            (&mechanism.branches[self.bodies.0].chain, self.points.0, -1.0),
        ];
        for (chain, point, sign) in chains {
            for &d in chain {
                let Source::Solved { column, ratio } = mechanism.sources[d] else { continue };
                let motion = mechanism.motion_at(kinematics, d, point);
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
}

impl PairBlocks {
    pub(crate) fn new(columns: usize) -> Self {
        let numbers = || vec![[0.0; 6]; columns];
        Self { jacobian: numbers(), product: numbers(), touched: Vec::with_capacity(columns) }
    }

    /// Adds `h Jᵀ G J` of all pairs that touch, `G` being what they resist ways with.
    pub(crate) fn add_damping(
        &mut self,
        skins: &SkinSet,
        model: &Model,
        placed: &Placed,
        h: f64,
        which: Resistance,
        matrix: &mut Matrix,
    ) {
        for pair in skins.touching() {
            let origin = pair.frame.translation;
            let meeting =
                Meeting { bodies: pair.bodies, points: (origin, origin), axes: pair.frame.rotation };
            let Self { jacobian, product, touched } = self;
            meeting.columns(&model.mechanism, &placed.middle, jacobian, touched);
            let block = match which {
                Resistance::Whole => &pair.load.damping,
                Resistance::Symmetric => &pair.load.resistance,
            };
            add_block(block, h, jacobian, product, touched, matrix);
        }
    }

    /// Adds `Jᵀ B J` of several blocks of one pair, each to its own matrix.
    pub(crate) fn add<const N: usize>(
        &mut self,
        mechanism: &Mechanism,
        kinematics: &Kinematics,
        meeting: Meeting,
        blocks: [(&Block6, &mut Matrix); N],
    ) {
        let Self { jacobian, product, touched } = self;
        meeting.columns(mechanism, kinematics, jacobian, touched);
        for (block, matrix) in blocks {
            add_block(block, 1.0, jacobian, product, touched, matrix);
        }
    }
}

/// Adds `h Jᵀ B J`.
fn add_block(
    block: &Block6,
    h: f64,
    jacobian: &[[f64; 6]],
    product: &mut [[f64; 6]],
    touched: &[usize],
    matrix: &mut Matrix,
) {
    for &column in touched {
        let j = &jacobian[column];
        product[column] = block.0.map(|row| h * row.iter().zip(j).map(|(a, b)| a * b).sum::<f64>());
    }
    for &row in touched {
        for &column in touched {
            let dot: f64 = jacobian[row].iter().zip(&product[column]).map(|(a, b)| a * b).sum();
            *matrix.at(row, column) += dot;
        }
    }
}
