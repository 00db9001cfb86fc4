//! Which boxes overlap: so that only what is near is looked at closely.

use glam::DVec3;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy};

/// A box: its lowest and its highest corner \[m\].
pub type Bounds = (DVec3, DVec3);

/// Boxes that stand still, made ready to be asked what they overlap with.
#[derive(Clone, Debug, Default)]
pub struct StandingBoxes {
    hierarchy: Bvh,
    indices: Vec<u32>,
}

impl StandingBoxes {
    /// Boxes with the numbers that they are told by.
    pub fn new(boxes: impl Iterator<Item = (u32, Bounds)>) -> Self {
        let (indices, boxes): (Vec<u32>, Vec<Aabb>) =
            boxes.map(|(index, (lower, upper))| (index, Aabb::new(lower, upper))).unzip();
        Self { hierarchy: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes), indices }
    }

    /// Tells those that overlap with a box.
    pub fn near(&self, (lower, upper): Bounds, mut take: impl FnMut(u32)) {
        let asked = Aabb::new(lower, upper);
        for leaf in self.hierarchy.intersect_aabb(&asked) {
            take(self.indices[leaf as usize]);
        }
    }
}

/// Boxes that move: sorted along x, and swept.
#[derive(Clone, Debug, Default)]
pub struct MovingBoxes {
    /// Their order in the last sweep: a hint that makes the next one faster.
    order: Vec<u32>,
}

fn overlap(a: &Bounds, b: &Bounds) -> bool {
    a.0.cmple(b.1).all() && b.0.cmple(a.1).all()
}

impl MovingBoxes {
    /// Tells all pairs of boxes that overlap, in no particular order, the lower number first.
    pub fn sweep(&mut self, boxes: &[Bounds], mut take: impl FnMut(u32, u32)) {
        if self.order.len() != boxes.len() {
            self.order = (0..boxes.len() as u32).collect();
            self.order.sort_unstable_by(|&a, &b| {
                boxes[a as usize].0.x.total_cmp(&boxes[b as usize].0.x).then(a.cmp(&b))
            });
        }
        // Little changes from one step to the next.
        for i in 1..self.order.len() {
            let mut at = i;
            let moved = self.order[i];
            let x = boxes[moved as usize].0.x;
            while at > 0 && boxes[self.order[at - 1] as usize].0.x > x {
                self.order[at] = self.order[at - 1];
                at -= 1;
            }
            self.order[at] = moved;
        }
        for (i, &first) in self.order.iter().enumerate() {
            let own = &boxes[first as usize];
            for &second in &self.order[i + 1..] {
                let other = &boxes[second as usize];
                if other.0.x > own.1.x {
                    break;
                }
                if overlap(own, other) {
                    take(first.min(second), first.max(second));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(count: u32, shift: f64) -> Vec<Bounds> {
        let place = |i: u32, k: f64| ((f64::from(i) * k + shift).sin() * 43758.5).fract();
        (0..count)
            .map(|i| {
                let centre = DVec3::new(place(i, 1.3), place(i, 2.7), place(i, 3.1));
                let half = DVec3::new(0.15, 0.2, 0.18) * (1.0 + place(i, 5.3));
                (centre - half, centre + half)
            })
            .collect()
    }

    #[test]
    fn all_overlaps_are_found_and_no_others() {
        let mut moving = MovingBoxes::default();
        for shift in [0.0, 0.01, 0.02, 7.0] {
            let all = boxes(90, shift);
            let mut found = Vec::new();
            moving.sweep(&all, |a, b| found.push((a, b)));
            found.sort_unstable();
            let mut expected = Vec::new();
            for a in 0..all.len() {
                expected.extend(
                    (a + 1..all.len()).filter(|&b| overlap(&all[a], &all[b])).map(|b| (a as u32, b as u32)),
                );
            }
            assert_eq!(found, expected);
            assert!(found.len() > 50);
            let standing = StandingBoxes::new(all.iter().enumerate().map(|(i, b)| (3 * i as u32, *b)));
            for (a, own) in all.iter().enumerate() {
                let mut near = Vec::new();
                standing.near(*own, |b| near.push(b / 3));
                near.sort_unstable();
                let others: Vec<u32> =
                    (0..all.len()).filter(|&b| overlap(own, &all[b])).map(|b| b as u32).collect();
                assert_eq!(near, others, "{a}");
            }
        }
    }
}
