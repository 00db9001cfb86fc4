//! Arms whose last three axes meet: the first three joints bring the meeting point to its place, the last three turn the tip.

use super::subproblems::{Angles, to_distance, to_each_other, to_plane, towards};
use super::{Arm, Branches, Degeneracy, Unreachable};
use crate::small::{Frame, across, rotation};
use glam::{DMat3, DVec3};

/// The sine of the angle between two axes below which only their sum counts. Positions stay right to round-off on either side of it.
const IN_LINE: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SphericalWrist {
    /// Where the last three axes meet while the joints are at zero.
    pub(crate) centre: DVec3,
    /// Where the first two meet, if second and third are not parallel.
    pub(crate) shoulder: Option<DVec3>,
}

impl SphericalWrist {
    pub(crate) fn solve(&self, arm: &Arm, target: Frame, to: &mut Branches) -> Result<(), Unreachable> {
        let turn = target.turn * arm.tip.turn.transpose();
        let centre = target.at - turn * (arm.tip.at - self.centre);
        match self.shoulder {
            None => self.by_parallel_axes(arm, centre, &mut |q, free| self.turn(arm, q, free, turn, to)),
            Some(shoulder) => {
                self.by_shoulder(arm, shoulder, centre, &mut |q, free| self.turn(arm, q, free, turn, to))
            }
        }
    }

    /// Second and third axis are parallel: how far the centre is along them tells the first joint.
    fn by_parallel_axes(
        &self,
        arm: &Arm,
        centre: DVec3,
        take: &mut dyn FnMut([f64; 3], Option<Degeneracy>),
    ) -> Result<(), Unreachable> {
        let [k1, k2, k3, ..] = arm.k;
        let from_first = centre - arm.o[0];
        let (to_second, upper, fore) = (arm.o[1] - arm.o[0], arm.o[2] - arm.o[1], self.centre - arm.o[2]);
        let along = k2.dot(to_second + upper + fore);
        let (firsts, free) = match to_plane(k2, -k1, from_first, along) {
            Angles::None { lacking } => {
                return Err(Unreachable::Position { what: "first joint", by: lacking });
            }
            Angles::Any => ([0.0; 2], Some(Degeneracy::Free(0))),
            Angles::Two(angles) => (angles, None),
        };
        // A centre may be in reach on one side of the shoulder only.
        let (mut found, mut lacks) = (false, f64::INFINITY);
        for first in firsts {
            let left = rotation(k1, -first) * from_first - to_second;
            let thirds = match to_distance(k3, fore, -upper, left.length()) {
                Angles::Two(angles) => angles,
                Angles::Any => [0.0; 2],
                Angles::None { .. } => {
                    let across = (left - k2 * k2.dot(left)).length();
                    let of = |v: DVec3| (v - k2 * k2.dot(v)).length();
                    lacks =
                        lacks.min((across - of(upper) - of(fore)).max((of(upper) - of(fore)).abs() - across));
                    continue;
                }
            };
            for third in thirds {
                let bent = upper + rotation(k3, third) * fore;
                let (second, free) = match towards(k2, bent, left) {
                    Some(second) => (second, free),
                    None => (0.0, Some(Degeneracy::Free(1))),
                };
                found = true;
                take([first, second, third], free);
            }
        }
        match found {
            true => Ok(()),
            false => Err(Unreachable::Position { what: "elbow", by: lacks.max(0.0) }),
        }
    }

    /// First and second axis meet: the distance from there tells the third joint.
    fn by_shoulder(
        &self,
        arm: &Arm,
        shoulder: DVec3,
        centre: DVec3,
        take: &mut dyn FnMut([f64; 3], Option<Degeneracy>),
    ) -> Result<(), Unreachable> {
        let [k1, k2, k3, ..] = arm.k;
        let (upper, fore) = (arm.o[2] - shoulder, self.centre - arm.o[2]);
        let reached = centre - shoulder;
        let (thirds, free) = match to_distance(k3, fore, -upper, reached.length()) {
            Angles::Two(angles) => (angles, None),
            Angles::Any => ([0.0; 2], Some(Degeneracy::Free(2))),
            Angles::None { lacking } => {
                return Err(Unreachable::Position { what: "elbow", by: lacking });
            }
        };
        let mut lacks: Option<f64> = None;
        let mut found = false;
        for third in thirds {
            let bent = upper + rotation(k3, third) * fore;
            let pairs = match to_each_other((-k1, reached), (k2, bent)) {
                Ok(pairs) => pairs,
                Err(by) => {
                    lacks = Some(lacks.map_or(by, |least| least.min(by)));
                    continue;
                }
            };
            for [first, second] in pairs.into_iter().flatten() {
                found = true;
                take([first, second, third], free);
            }
        }
        match (found, lacks) {
            (false, Some(by)) => Err(Unreachable::Position { what: "shoulder", by }),
            _ => Ok(()),
        }
    }

    /// Both ways in which the last three joints give the tip its rotation.
    fn turn(&self, arm: &Arm, q: [f64; 3], free: Option<Degeneracy>, wanted: DMat3, to: &mut Branches) {
        let [k1, k2, k3, k4, k5, k6] = arm.k;
        let carried = rotation(k1, q[0]) * rotation(k2, q[1]) * rotation(k3, q[2]);
        let left = carried.transpose() * wanted;
        let last = left * k6;
        let fifths = match to_plane(k4, k5, k6, k4.dot(last)) {
            Angles::Two(angles) => angles,
            Angles::Any => [0.0; 2],
            // The axes of a wrist need not be at right angles: then it cannot point everywhere.
            Angles::None { .. } => return,
        };
        for fifth in fifths {
            let bend = rotation(k5, fifth);
            let pointing = bend * k6;
            let in_line = k4.cross(pointing).length() < IN_LINE;
            let (fourth, free) = match towards(k4, pointing, last) {
                Some(fourth) if !in_line => (fourth, free),
                _ => (0.0, Some(Degeneracy::Together(3, 5))),
            };
            // From what the joints before it do, so that their rounding does not count.
            let x = across(k6);
            let sixth = towards(k6, x, (rotation(k4, fourth) * bend).transpose() * (left * x)).unwrap_or(0.0);
            to.push([q[0], q[1], q[2], fourth, fifth, sixth], free);
        }
    }
}
