//! Which bodies of a model are in collision, and how far they are apart, at any positions of its joints.

use super::{CollisionChecker, Exact, Nearest, NotSupported, Parry, Solid, SolidPair};
use crate::{JointSpace, JointSpaceError};
use bristle_geometry::{Pose, Shape};
use bristle_world::{BodyId, World};
use glam::DVec3;

/// Asks a checker about those pairs of solids that the joints move against each other, and leaves out what bounding balls and boxes keep apart.
///
/// Bodies that are rigidly joined, that one joint connects, or that are excluded from touching are no pair; nor are two that no joint of the space moves.
pub struct Clearance {
    space: JointSpace,
    solids: Vec<Solid>,
    checker: Box<dyn CollisionChecker>,
    /// In the frame of each solid; none for a half-space, which has no end.
    balls: Vec<Option<(DVec3, f64)>>,
    boxes: Vec<DVec3>,
    /// Solids that move, and for each what it may meet.
    partners: Vec<(usize, Vec<usize>)>,
    bodies: Vec<Pose>,
    placed: Vec<Pose>,
    centres: Vec<DVec3>,
    /// Solids that the joints move.
    moving: Vec<usize>,
}

impl Clone for Clearance {
    fn clone(&self) -> Self {
        Self {
            space: self.space.clone(),
            solids: self.solids.clone(),
            checker: self.checker.boxed_clone(),
            balls: self.balls.clone(),
            boxes: self.boxes.clone(),
            partners: self.partners.clone(),
            bodies: self.bodies.clone(),
            placed: self.placed.clone(),
            centres: self.centres.clone(),
            moving: self.moving.clone(),
        }
    }
}

impl Clearance {
    /// With the checker that the world's own contact agrees with.
    pub fn new(world: &World) -> Self {
        let solids = solids(world);
        let checker = Box::new(Exact::new(&solids));
        Self::with_checker(world, solids, checker)
    }

    /// With the library parry3d.
    pub fn by_parry(world: &World) -> Result<Self, NotSupported> {
        let solids = solids(world);
        let checker = Box::new(Parry::new(&solids)?);
        Ok(Self::with_checker(world, solids, checker))
    }

    /// With a checker of one's own; it is made of the [`solids`](Self::solids_of) of the world.
    pub fn with_checker(world: &World, solids: Vec<Solid>, checker: Box<dyn CollisionChecker>) -> Self {
        let space = JointSpace::of(world);
        let model = space.model();
        let moved = space.moved();
        let mut partners: Vec<(usize, Vec<usize>)> = Vec::new();
        for i in 0..solids.len() {
            let meets = |j: &usize| {
                let [a, b] = [solids[i].body, solids[*j].body];
                // Of two that move, the first asks.
                let asked = moved[a.0] && (!moved[b.0] || i < *j);
                let both_carried = moved[a.0] && moved[b.0] && space.joints_between(a, b).is_empty();
                asked && model.may_collide(a, b) && !both_carried
            };
            let list: Vec<usize> = (0..solids.len()).filter(|j| *j != i).filter(meets).collect();
            if !list.is_empty() {
                partners.push((i, list));
            }
        }
        let mut clearance = Self {
            balls: solids.iter().map(|solid| ball(&solid.shape)).collect(),
            boxes: solids.iter().map(|solid| half_box(&solid.shape)).collect(),
            moving: (0..solids.len()).filter(|&i| moved[solids[i].body.0]).collect(),
            bodies: Vec::new(),
            placed: vec![Pose::IDENTITY; solids.len()],
            centres: vec![DVec3::ZERO; solids.len()],
            space,
            solids,
            checker,
            partners,
        };
        clearance.space.place(clearance.space.present(), &mut clearance.bodies);
        (0..clearance.solids.len()).for_each(|i| clearance.put(i));
        clearance
    }

    /// The solids of a world, as checkers get them.
    pub fn solids_of(world: &World) -> Vec<Solid> {
        solids(world)
    }

    /// The joints.
    pub fn space(&self) -> &JointSpace {
        &self.space
    }

    /// The solids.
    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// The checker at work.
    pub fn checker(&self) -> &'static str {
        self.checker.name()
    }

    /// Pairs of bodies that are asked about.
    pub fn pairs(&self) -> Vec<(BodyId, BodyId)> {
        let each = |(i, list): &(usize, Vec<usize>)| {
            let first = self.solids[*i].body;
            list.iter().map(move |&j| (first, self.solids[j].body)).collect::<Vec<_>>()
        };
        let ordered = |(a, b): (BodyId, BodyId)| if a < b { (a, b) } else { (b, a) };
        let mut pairs: Vec<_> = self.partners.iter().flat_map(each).map(ordered).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The same without some pairs of bodies: those that never meet, or are meant to touch.
    #[must_use]
    pub fn without(mut self, pairs: &[(BodyId, BodyId)]) -> Self {
        let solids = &self.solids;
        for (i, list) in &mut self.partners {
            let first = solids[*i].body;
            list.retain(|&j| {
                let second = solids[j].body;
                !pairs.iter().any(|&pair| pair == (first, second) || pair == (second, first))
            });
        }
        self.partners.retain(|(_, list)| !list.is_empty());
        self
    }

    /// The first pair of bodies that overlap at these positions of the joints, if any do.
    pub fn collides(&mut self, q: &[f64]) -> Result<Option<(BodyId, BodyId)>, JointSpaceError> {
        self.move_to(q)?;
        for k in 0..self.partners.len() {
            let (i, count) = (self.partners[k].0, self.partners[k].1.len());
            for l in 0..count {
                let j = self.partners[k].1[l];
                if self.may_be_within(i, j, 0.0)
                    && self.checker.overlap([i, j], [self.placed[i], self.placed[j]])
                {
                    return Ok(Some((self.solids[i].body, self.solids[j].body)));
                }
            }
        }
        Ok(None)
    }

    /// The two solids that are nearest to each other, or overlap most, at these positions of the joints; none if all are farther apart than `within` \[m\].
    pub fn distance(
        &mut self,
        q: &[f64],
        within: f64,
    ) -> Result<Option<(SolidPair, Nearest)>, JointSpaceError> {
        self.move_to(q)?;
        let mut best: Option<(SolidPair, Nearest)> = None;
        for k in 0..self.partners.len() {
            let (i, count) = (self.partners[k].0, self.partners[k].1.len());
            for l in 0..count {
                let j = self.partners[k].1[l];
                let reach = best.map_or(within, |(_, best)| best.distance);
                if !self.may_be_within(i, j, reach.max(0.0)) {
                    continue;
                }
                let found = self.checker.nearest([i, j], [self.placed[i], self.placed[j]], reach.max(0.0));
                if let Some(found) = found.filter(|found| found.distance <= within)
                    && best.is_none_or(|(_, best)| found.distance < best.distance)
                {
                    best = Some(([i, j], found));
                }
            }
        }
        Ok(best)
    }

    /// How far two bodies are apart at these positions, by their nearest solids; none if they are farther apart than `within` \[m\], or have none.
    pub(crate) fn distance_of(
        &mut self,
        (a, b): (BodyId, BodyId),
        q: &[f64],
        within: f64,
    ) -> Result<Option<f64>, JointSpaceError> {
        self.move_to(q)?;
        let of = |body: BodyId| -> Vec<usize> {
            (0..self.solids.len()).filter(|&i| self.solids[i].body == body).collect()
        };
        let (first, second) = (of(a), of(b));
        let mut best: Option<f64> = None;
        for &i in &first {
            for &j in &second {
                let reach = best.unwrap_or(within).max(0.0);
                if !self.may_be_within(i, j, reach) {
                    continue;
                }
                if let Some(found) = self.checker.nearest([i, j], [self.placed[i], self.placed[j]], reach) {
                    best = Some(best.map_or(found.distance, |best| best.min(found.distance)));
                }
            }
        }
        Ok(best)
    }

    /// The farthest that any point of a body is from its frame's origin \[m\]; infinite for a half-space.
    pub(crate) fn extent(&self, body: BodyId) -> f64 {
        let of_body = (0..self.solids.len()).filter(|&i| self.solids[i].body == body);
        let extent = |i: usize| match self.balls[i] {
            Some((centre, radius)) => self.solids[i].pose.transform_point(centre).length() + radius,
            None => f64::INFINITY,
        };
        of_body.map(extent).fold(0.0, f64::max)
    }

    fn move_to(&mut self, q: &[f64]) -> Result<(), JointSpaceError> {
        self.space.check(q)?;
        self.space.place(q, &mut self.bodies);
        for k in 0..self.moving.len() {
            self.put(self.moving[k]);
        }
        Ok(())
    }

    fn put(&mut self, i: usize) {
        let pose = self.bodies[self.solids[i].body.0] * self.solids[i].pose;
        self.placed[i] = pose;
        self.centres[i] = self.balls[i].map_or(pose.translation, |(centre, _)| pose.transform_point(centre));
    }

    /// False if bounds keep two solids farther apart than `within`.
    fn may_be_within(&self, i: usize, j: usize, within: f64) -> bool {
        match (self.balls[i], self.balls[j]) {
            (Some((_, a)), Some((_, b))) => {
                let reach = a + b + within;
                let apart = self.centres[j] - self.centres[i];
                if apart.length_squared() > reach * reach {
                    return false;
                }
                // The ball of one against the box of the other, both ways.
                let beyond = |of: usize, apart: DVec3| {
                    let local = self.placed[of].rotation.conjugate() * apart;
                    (local.abs() - self.boxes[of]).max(DVec3::ZERO).length_squared()
                };
                let (into_j, into_i) = (b + within, a + within);
                beyond(i, apart) <= into_j * into_j && beyond(j, -apart) <= into_i * into_i
            }
            (None, Some((_, radius))) => self.above_plane(i, j) <= radius + within,
            (Some((_, radius)), None) => self.above_plane(j, i) <= radius + within,
            (None, None) => false,
        }
    }

    fn above_plane(&self, plane: usize, solid: usize) -> f64 {
        let normal = self.placed[plane].transform_vector(DVec3::Z);
        normal.dot(self.centres[solid] - self.placed[plane].translation)
    }
}

fn solids(world: &World) -> Vec<Solid> {
    let solid = |mounted: &bristle_world::MountedShape| Solid {
        body: mounted.body,
        name: mounted.name.clone(),
        shape: mounted.shape.clone(),
        pose: mounted.pose,
    };
    world.model().shapes().iter().map(solid).collect()
}

/// A ball around a shape, in its frame.
fn ball(shape: &Shape) -> Option<(DVec3, f64)> {
    match shape {
        Shape::HalfSpace(_) => None,
        Shape::Mesh(mesh) => Some((0.5 * (mesh.lower() + mesh.upper()), half_box(shape).length())),
        Shape::Sphere(s) => Some((DVec3::ZERO, s.radius())),
        Shape::Capsule(s) => Some((DVec3::ZERO, s.radius() + s.half_height())),
        Shape::Cylinder(s) => Some((DVec3::ZERO, s.radius().hypot(s.half_height()))),
        Shape::Ellipsoid(s) => Some((DVec3::ZERO, s.semi_axes().max_element())),
        Shape::Cuboid(s) => Some((DVec3::ZERO, s.half_extents().length())),
    }
}

/// The half sides of a box around a shape, about the centre of its ball.
fn half_box(shape: &Shape) -> DVec3 {
    match shape {
        Shape::HalfSpace(_) => DVec3::INFINITY,
        Shape::Mesh(mesh) => 0.5 * (mesh.upper() - mesh.lower()),
        Shape::Sphere(s) => DVec3::splat(s.radius()),
        Shape::Capsule(s) => DVec3::new(s.radius(), s.radius(), s.half_height() + s.radius()),
        Shape::Cylinder(s) => DVec3::new(s.radius(), s.radius(), s.half_height()),
        Shape::Ellipsoid(s) => s.semi_axes(),
        Shape::Cuboid(s) => s.half_extents(),
    }
}
