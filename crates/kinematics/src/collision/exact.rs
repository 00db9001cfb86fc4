//! Collisions by the geometry that contact is found with.

use super::{CollisionChecker, Nearest, Solid, SolidPair};
use bristle_geometry::collide::{Collider, Meeting, Room};
use bristle_geometry::{Pose, Shape};

/// The checker that the world's own contact agrees with: all shapes, solids exactly, meshes that are not convex by their faces.
#[derive(Clone, Debug)]
pub struct Exact {
    colliders: Vec<Collider>,
    /// Half of the smallest extent of each \[m\].
    half_thickness: Vec<f64>,
    room: Room,
}

impl Exact {
    /// Makes solids ready.
    pub fn new(solids: &[Solid]) -> Self {
        Self {
            colliders: solids.iter().map(|solid| Collider::new(&solid.shape)).collect(),
            half_thickness: solids.iter().map(|solid| half_thickness(&solid.shape)).collect(),
            room: Room::default(),
        }
    }

    fn meeting(&self, [a, b]: SolidPair, poses: [Pose; 2], reach: f64) -> Meeting<'_> {
        Meeting {
            colliders: [&self.colliders[a], &self.colliders[b]],
            pose: poses[0].inverse() * poses[1],
            reach,
            depth: self.half_thickness[a].min(self.half_thickness[b]),
        }
    }
}

impl CollisionChecker for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn overlap(&mut self, pair: SolidPair, poses: [Pose; 2]) -> bool {
        let mut room = std::mem::take(&mut self.room);
        let meeting = self.meeting(pair, poses, 0.0);
        let overlap = meeting.overlap().unwrap_or_else(|| {
            let mut found = false;
            meeting.spots(0.0, &mut room, &mut |spot| found |= spot.gap < 0.0);
            found
        });
        self.room = room;
        overlap
    }

    fn nearest(&mut self, pair: SolidPair, poses: [Pose; 2], within: f64) -> Option<Nearest> {
        let mut room = std::mem::take(&mut self.room);
        let meeting = self.meeting(pair, poses, within.max(0.0));
        let mut best = meeting.nearest();
        if best.is_none() {
            meeting.spots(0.0, &mut room, &mut |spot| {
                if best.is_none_or(|(gap, ..)| spot.gap < gap) {
                    best = Some((spot.gap, spot.point, spot.normal));
                }
            });
        }
        self.room = room;
        let (distance, middle, normal) = best.filter(|(distance, ..)| *distance <= within)?;
        let (middle, half) =
            (poses[0].transform_point(middle), poses[0].transform_vector(normal) * (0.5 * distance));
        Some(Nearest { distance, on_first: middle - half, on_second: middle + half })
    }

    fn boxed_clone(&self) -> Box<dyn CollisionChecker> {
        Box::new(self.clone())
    }
}

fn half_thickness(shape: &Shape) -> f64 {
    match shape {
        Shape::HalfSpace(_) => f64::INFINITY,
        Shape::Sphere(s) => s.radius(),
        Shape::Cuboid(s) => s.half_extents().min_element(),
        Shape::Cylinder(s) => s.radius().min(s.half_height()),
        Shape::Capsule(s) => s.radius(),
        Shape::Ellipsoid(s) => s.semi_axes().min_element(),
        Shape::Mesh(mesh) => 0.5 * (mesh.upper() - mesh.lower()).min_element(),
    }
}
