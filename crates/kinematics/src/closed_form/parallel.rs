//! Arms whose second, third and fourth axes are parallel: they move in a plane that the first joint turns.

use super::subproblems::{Angles, to_distance, to_plane, towards};
use super::{Arm, Branches, Degeneracy, Unreachable};
use crate::small::{Frame, across, rotation};
use glam::{DMat3, DVec3};

/// As for a wrist.
const IN_LINE: f64 = 1e-9;

/// How far the last axis of an arm of five joints may leave its plane and count as in it \[rad\].
const IN_PLANE: f64 = 1e-8;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ThreeParallel {
    /// A point that the joints behind the parallel ones leave in its place.
    pub(crate) centre: DVec3,
    /// An arm of five joints has no bend between the parallel joints and the last.
    pub(crate) has_fifth: bool,
}

impl ThreeParallel {
    pub(crate) fn solve(&self, arm: &Arm, target: Frame, to: &mut Branches) -> Result<(), Unreachable> {
        let [k1, h, ..] = arm.k;
        let last = if self.has_fifth { 5 } else { 4 };
        let turn = target.turn * arm.tip.turn.transpose();
        let from_first = target.at - turn * (arm.tip.at - self.centre) - arm.o[0];
        let (firsts, free) = match to_plane(h, -k1, from_first, h.dot(self.centre - arm.o[0])) {
            Angles::None { lacking } => {
                return Err(Unreachable::Position { what: "first joint", by: lacking });
            }
            Angles::Any => ([0.0; 2], Some(Degeneracy::Free(0))),
            Angles::Two(angles) => (angles, None),
        };
        let mut lacks: Option<Unreachable> = None;
        for first in firsts {
            let back = rotation(k1, -first);
            let (left, at) = (back * turn, back * from_first);
            let pointing = left * arm.k[last];
            let fifths = if self.has_fifth {
                match to_plane(h, arm.k[4], arm.k[5], h.dot(pointing)) {
                    Angles::Two(angles) => angles,
                    Angles::Any => [0.0; 2],
                    Angles::None { .. } => continue,
                }
            } else {
                let by = (h.dot(pointing) - h.dot(arm.k[4])).abs();
                if by > IN_PLANE {
                    lacks.get_or_insert(Unreachable::Plane { by });
                    continue;
                }
                [0.0; 2]
            };
            // Without a fifth joint there is nothing to choose.
            for &fifth in &fifths[..if self.has_fifth { 2 } else { 1 }] {
                let bend = if self.has_fifth { rotation(arm.k[4], fifth) } else { DMat3::IDENTITY };
                let bent = bend * arm.k[last];
                let in_line = h.cross(bent).length() < IN_LINE;
                // All parallel joints together.
                let (sum, free) = match towards(h, bent, pointing) {
                    Some(sum) if !in_line => (sum, free),
                    _ => {
                        let x = across(h);
                        let sum = towards(h, bend * x, left * x).unwrap_or(0.0);
                        (sum, Some(Degeneracy::Together(last, 3)))
                    }
                };
                let x = across(arm.k[last]);
                let rest = (rotation(h, sum) * bend).transpose() * (left * x);
                let sixth = towards(arm.k[last], x, rest).unwrap_or(0.0);
                let angles = [first, sum, fifth, sixth];
                if let Err(by) = self.bend(arm, at, angles, free, to) {
                    lacks.get_or_insert(Unreachable::Position { what: "elbow", by });
                }
            }
        }
        match lacks {
            Some(lacks) if to.all().is_empty() => Err(lacks),
            _ => Ok(()),
        }
    }

    /// The second and third joint, which bring the fourth axis to its place in the plane.
    fn bend(
        &self,
        arm: &Arm,
        at: DVec3,
        [first, sum, fifth, sixth]: [f64; 4],
        free: Option<Degeneracy>,
        to: &mut Branches,
    ) -> Result<(), f64> {
        let [_, h, k3, k4, ..] = arm.k;
        let signs = [k3.dot(h).signum(), k4.dot(h).signum()];
        let (upper, fore) = (arm.o[2] - arm.o[1], arm.o[3] - arm.o[2]);
        let left = at - (arm.o[1] - arm.o[0]) - rotation(h, sum) * (self.centre - arm.o[3]);
        // What is left along the axes is rounding: the first joint has seen to it.
        let left = left + h * h.dot(upper + fore - left);
        let thirds = match to_distance(k3, fore, -upper, left.length()) {
            Angles::Two(angles) => angles,
            Angles::Any => [0.0; 2],
            Angles::None { lacking } => return Err(lacking),
        };
        for third in thirds {
            let bent = upper + rotation(k3, third) * fore;
            let (second, free) = match towards(h, bent, left) {
                Some(second) => (second, free),
                None => (0.0, Some(Degeneracy::Free(1))),
            };
            let fourth = signs[1] * (sum - second - signs[0] * third);
            let q = match self.has_fifth {
                true => [first, second, third, fourth, fifth, sixth],
                false => [first, second, third, fourth, sixth, 0.0],
            };
            to.push(q, free);
        }
        Ok(())
    }
}
