//! How near bodies are to each other, without a step: for planners and editors.

use crate::model::known;
use crate::{BodyId, ModelError, World};
use bristle_geometry::Pose;
use bristle_geometry::collide::{Bounds, Meeting, MovingBoxes, Room};
use glam::DVec3;

/// Where two bodies are nearest to each other, or deepest inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// The two.
    pub bodies: (BodyId, BodyId),
    /// Distance of their surfaces; negative by how far they are inside each other \[m\].
    pub distance: f64,
    /// The middle between the nearest points, in the world \[m\].
    pub point: DVec3,
    /// Unit vector from the first to the second, in the world.
    pub normal: DVec3,
}

impl World {
    /// The nearest points of two bodies that are nearer than `within` \[m\]; `None` if they are farther apart, or have no shapes. Bodies that pass through each other
    /// are told as well.
    pub fn nearness(&self, a: BodyId, b: BodyId, within: f64) -> Result<Option<Nearness>, ModelError> {
        let model = self.model();
        known(model.bodies(), "body", a.0)?;
        known(model.bodies(), "body", b.0)?;
        let mounted = &model.colliders.mounted;
        let of = |body: BodyId| (0..mounted.len()).filter(move |&i| mounted[i].body == body.0);
        let mut room = Room::default();
        let pairs = of(a).flat_map(|i| of(b).map(move |j| [i, j]));
        let found = pairs.filter_map(|pair| self.meet(pair, within, &mut room)).collect::<Vec<_>>();
        Ok(found.into_iter().min_by(|one, other| one.distance.total_cmp(&other.distance)))
    }

    /// All pairs of bodies that can touch and are nearer than `within` \[m\], each where it is nearest; in the order of the bodies.
    pub fn near_pairs(&self, within: f64) -> Vec<Nearness> {
        let model = self.model();
        let mounted = &model.colliders.mounted;
        let within = within.max(0.0);
        let bounds = |i: usize| -> Option<Bounds> {
            let (lower, upper) = mounted[i].collider.bounds(self.collider_pose(i))?;
            Some((lower - 0.5 * within, upper + 0.5 * within))
        };
        let boxes: Vec<Option<Bounds>> = (0..mounted.len()).map(bounds).collect();
        let bounded: Vec<usize> = (0..boxes.len()).filter(|&i| boxes[i].is_some()).collect();
        let list: Vec<Bounds> = boxes.iter().copied().flatten().collect();
        let mut candidates: Vec<[usize; 2]> = Vec::new();
        MovingBoxes::default()
            .sweep(&list, |a, b| candidates.push([bounded[a as usize], bounded[b as usize]]));
        for plane in (0..boxes.len()).filter(|&i| boxes[i].is_none()) {
            candidates.extend((0..boxes.len()).filter(|&i| i != plane).map(|i| [plane.min(i), plane.max(i)]));
        }
        let mut room = Room::default();
        let mut found: Vec<Nearness> = Vec::new();
        for pair in candidates.into_iter().filter(|&[a, b]| model.colliders.may_touch(a, b)) {
            if let Some(met) = self.meet(pair, within, &mut room) {
                found.push(met.in_order());
            }
        }
        found.sort_by(|a, b| a.bodies.cmp(&b.bodies).then(a.distance.total_cmp(&b.distance)));
        found.dedup_by_key(|nearness| nearness.bodies);
        found
    }

    fn collider_pose(&self, collider: usize) -> Pose {
        let mounted = &self.model().colliders.mounted[collider];
        self.now.poses[mounted.body] * mounted.pose
    }

    fn meet(&self, pair: [usize; 2], within: f64, room: &mut Room) -> Option<Nearness> {
        let [a, b] = pair.map(|i| &self.model().colliders.mounted[i]);
        let [here, there] = pair.map(|i| self.collider_pose(i));
        let meeting = Meeting {
            colliders: [&a.collider, &b.collider],
            pose: here.inverse() * there,
            reach: within.max(0.0),
            depth: a.half_thickness.min(b.half_thickness),
        };
        let nearness = |distance: f64, point: DVec3, normal: DVec3| Nearness {
            bodies: (BodyId(a.body), BodyId(b.body)),
            distance,
            point: here.transform_point(point),
            normal: here.transform_vector(normal),
        };
        if let Some((distance, point, normal)) = meeting.nearest() {
            return (distance <= within).then(|| nearness(distance, point, normal));
        }
        let mut best: Option<Nearness> = None;
        meeting.spots(a.edge_radius.min(b.edge_radius), room, &mut |spot| {
            if spot.gap <= within && best.is_none_or(|best| spot.gap < best.distance) {
                best = Some(nearness(spot.gap, spot.point, spot.normal));
            }
        });
        best
    }
}

impl Nearness {
    fn in_order(self) -> Self {
        match self.bodies {
            (a, b) if a > b => Self { bodies: (b, a), normal: -self.normal, ..self },
            _ => self,
        }
    }
}
