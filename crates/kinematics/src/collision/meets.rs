//! Which pairs of bodies can meet at all.

use super::Clearance;
use crate::JointSpaceError;
use bristle_world::{BodyId, JointKind};

/// Whether two bodies meet anywhere within the limits of the joints between them.
#[derive(Clone, Debug, PartialEq)]
pub enum Meets {
    /// Never, and this is certain: they were found to be farther apart than the joints can move them between the places that were looked at.
    Never,
    /// At these positions of the joints they do.
    At(Vec<f64>),
    /// Neither was found within the number of places that were to be looked at.
    Unknown,
}

/// A range of joint positions about a middle.
struct Cell {
    middle: Vec<f64>,
    half: Vec<f64>,
}

impl Clearance {
    /// Whether two bodies can meet within the limits of the joints between them; joints without limits turn a whole turn. It looks at up to `places` positions.
    ///
    /// At each of them, a bound on how far the joints can move any point of one body against the other says how wide a range of positions is clear. Ranges that are not clear
    /// are halved.
    pub fn meets(&mut self, a: BodyId, b: BodyId, places: usize) -> Result<Meets, JointSpaceError> {
        let joints = self.space().joints_between(a, b);
        let base = self.space().present().to_vec();
        let arms: Vec<f64> = joints.iter().map(|&joint| self.arm(joint, a, b)).collect();
        let range = |&joint: &usize| {
            let joint = &self.space().joints()[joint];
            match (joint.lower.is_finite(), joint.upper.is_finite()) {
                (true, true) => (0.5 * (joint.lower + joint.upper), 0.5 * (joint.upper - joint.lower)),
                _ => (0.0, std::f64::consts::PI),
            }
        };
        let (middle, half): (Vec<f64>, Vec<f64>) = joints.iter().map(range).unzip();
        let mut cells = vec![Cell { middle, half }];
        for _ in 0..places {
            let Some(cell) = cells.pop() else { return Ok(Meets::Never) };
            let mut q = base.clone();
            for (&joint, &position) in joints.iter().zip(&cell.middle) {
                q[joint] = position;
            }
            let sway: f64 = cell.half.iter().zip(&arms).map(|(half, arm)| half * arm).sum();
            match self.distance_of((a, b), &q, sway)? {
                // Farther apart than the joints can bring them together within the cell.
                None => continue,
                Some(distance) if distance <= 0.0 => return Ok(Meets::At(q)),
                Some(distance) if distance > sway => continue,
                Some(_) => {}
            }
            let widest = (0..joints.len())
                .max_by(|&i, &j| (cell.half[i] * arms[i]).total_cmp(&(cell.half[j] * arms[j])));
            let Some(widest) = widest else { return Ok(Meets::Never) };
            for side in [-0.5, 0.5] {
                let mut part = Cell { middle: cell.middle.clone(), half: cell.half.clone() };
                part.middle[widest] += side * cell.half[widest];
                part.half[widest] *= 0.5;
                cells.push(part);
            }
        }
        Ok(if cells.is_empty() { Meets::Never } else { Meets::Unknown })
    }

    /// Pairs of bodies that certainly never meet, among those that are asked about; up to `places` positions are looked at for each.
    pub fn never_meet(&mut self, places: usize) -> Result<Vec<(BodyId, BodyId)>, JointSpaceError> {
        let mut never = Vec::new();
        for (a, b) in self.pairs() {
            if self.meets(a, b, places)? == Meets::Never {
                never.push((a, b));
            }
        }
        Ok(never)
    }

    /// A bound on how far one body moves against the other per unit of a joint \[m\]: all that the joint carries, stretched out.
    fn arm(&self, joint: usize, a: BodyId, b: BodyId) -> f64 {
        let model = self.space().model();
        let moved = self.space().moved_by(joint);
        let mut most: f64 = 0.0;
        for body in [a, b] {
            let mut length = self.extent(body);
            let mut here = body;
            let mut ratios: f64 = 0.0;
            let mut is_moved = false;
            // From the body up to the last joint that this one drives.
            let mut lengths = length;
            loop {
                let carried = &model.bodies()[here.0];
                let (leader, ratio, _) = crate::chain::resolved(model, here);
                if self.space().joints()[joint].body == leader && carried.joint.kind.axis().is_some() {
                    is_moved = true;
                    ratios += match carried.joint.kind {
                        JointKind::Prismatic { .. } => ratio.abs(),
                        _ => ratio.abs() * lengths,
                    };
                }
                lengths += carried.pose.translation.length() + self.stroke(here);
                match carried.parent {
                    Some(parent) if carried.joint.kind != JointKind::Free => here = parent,
                    _ => break,
                }
            }
            length = ratios;
            if is_moved && moved.contains(&body) {
                most += length;
            }
        }
        most
    }

    /// The longest way of a slide \[m\].
    fn stroke(&self, body: BodyId) -> f64 {
        let joint = &self.space().model().bodies()[body.0].joint;
        match (joint.kind, joint.limits) {
            (JointKind::Prismatic { .. }, Some(limits)) => limits.lower.abs().max(limits.upper.abs()),
            (JointKind::Prismatic { .. }, None) => f64::INFINITY,
            _ => 0.0,
        }
    }
}
