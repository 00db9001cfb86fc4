//! Collisions by the library parry3d.

use super::{CollisionChecker, Nearest, NotSupported, Solid, SolidPair};
use bristle_geometry::{Pose, Shape};
use glam::{DQuat, DVec3};
use parry3d_f64::math::Pose as Placed;
use parry3d_f64::query;
use parry3d_f64::shape::SharedShape;
use std::f64::consts::FRAC_PI_2;

/// The checker of another library: solids and meshes, but no ellipsoids.
#[derive(Clone)]
pub struct Parry {
    shapes: Vec<SharedShape>,
    /// Its cylinders lie about y, ours about z.
    turns: Vec<Pose>,
}

impl Parry {
    /// Makes solids ready.
    pub fn new(solids: &[Solid]) -> Result<Self, NotSupported> {
        let mut checker = Self { shapes: Vec::new(), turns: Vec::new() };
        let y_to_z = Pose { rotation: DQuat::from_rotation_x(FRAC_PI_2), translation: DVec3::ZERO };
        for solid in solids {
            let (shape, turn) = match &solid.shape {
                Shape::HalfSpace(_) => (SharedShape::halfspace(DVec3::Z), Pose::IDENTITY),
                Shape::Sphere(s) => (SharedShape::ball(s.radius()), Pose::IDENTITY),
                Shape::Cuboid(s) => {
                    let half = s.half_extents();
                    (SharedShape::cuboid(half.x, half.y, half.z), Pose::IDENTITY)
                }
                Shape::Cylinder(s) => (SharedShape::cylinder(s.half_height(), s.radius()), y_to_z),
                Shape::Capsule(s) => (SharedShape::capsule_z(s.half_height(), s.radius()), Pose::IDENTITY),
                Shape::Ellipsoid(_) | Shape::Mesh(_) => {
                    return Err(NotSupported {
                        solid: solid.name.clone(),
                        shape: if matches!(solid.shape, Shape::Mesh(_)) { "a mesh" } else { "an ellipsoid" },
                        checker: "parry",
                        instead: "use the checker `exact`",
                    });
                }
            };
            checker.shapes.push(shape);
            checker.turns.push(turn);
        }
        Ok(checker)
    }

    fn placed(&self, [a, b]: SolidPair, poses: [Pose; 2]) -> [Placed; 2] {
        [poses[0] * self.turns[a], poses[1] * self.turns[b]]
            .map(|pose| Placed { rotation: pose.rotation, translation: pose.translation })
    }
}

impl CollisionChecker for Parry {
    fn name(&self) -> &'static str {
        "parry"
    }

    fn overlap(&mut self, pair: SolidPair, poses: [Pose; 2]) -> bool {
        let [a, b] = self.placed(pair, poses);
        let [one, two] = pair.map(|i| &*self.shapes[i]);
        query::intersection_test(&a, one, &b, two).is_ok_and(|found| found.intersecting)
    }

    fn nearest(&mut self, pair: SolidPair, poses: [Pose; 2], within: f64) -> Option<Nearest> {
        let [a, b] = self.placed(pair, poses);
        let [one, two] = pair.map(|i| &*self.shapes[i]);
        let found = query::contact(&a, one, &b, two, within).ok().flatten()?;
        Some(Nearest { distance: found.dist, on_first: found.point1, on_second: found.point2 })
    }

    fn boxed_clone(&self) -> Box<dyn CollisionChecker> {
        Box::new(self.clone())
    }
}
