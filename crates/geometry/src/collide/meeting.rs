//! Two colliders at a relative pose: where they touch.

use super::Corner;
use super::collider::{Collider, Kind, Primitive};
use super::convex::{Convex, Face};
use super::gjk::{closest, overlap};
use super::patch::{ClipRoom, Patch, clip_faces};
use super::separation::{ConvexPair, Separation, from_surface, separate_boxes};
use super::shell::ShellRoom;
use super::spots::Spot;
use crate::Pose;
use glam::DVec3;

/// Room for meetings; it never changes a result.
#[derive(Clone, Debug, Default)]
pub struct Room {
    pub(crate) faces: [Face; 2],
    pub(crate) clip: ClipRoom,
    pub(crate) patch: Option<Patch>,
    pub(crate) shell: ShellRoom,
}

/// Two colliders, the second at a pose in the frame of the first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// The colliders.
    pub colliders: [&'a Collider; 2],
    /// `X_AB`.
    pub pose: Pose,
    /// Gaps up to this are looked at \[m\].
    pub reach: f64,
    /// A face of a mesh that is not convex is left by what is deeper behind it than this \[m\]: less than its walls are thick.
    pub depth: f64,
}

impl Meeting<'_> {
    /// Finds the spots where the two touch or are closer than the reach, in the frame of the first. `edge` is the radius of their edges \[m\].
    pub fn spots(&self, edge: f64, room: &mut Room, take: &mut dyn FnMut(Spot)) {
        self.patches(room, &mut |patch| patch.cover(edge, take));
    }

    /// Two convex bodies that are apart: their distance \[m\], the middle between their nearest points, and the unit vector from the first to the second, in the frame
    /// of the first. `None` for others, and where they overlap.
    pub fn nearest(&self) -> Option<(f64, DVec3, DVec3)> {
        let [a, b] = self.colliders.map(Collider::convex);
        let (a, b) = (a?, b?);
        let found = closest(a, b, self.pose, 1.0)?;
        let distance = found.distance - a.radius() - b.radius();
        let middle = found.on_a + found.direction * (a.radius() + 0.5 * distance);
        (distance > 0.0).then_some((distance, middle, found.direction))
    }

    /// Whether two convex bodies overlap; `None` for others. It looks only until a direction shows that they are apart.
    pub fn overlap(&self) -> Option<bool> {
        let [a, b] = self.colliders.map(Collider::convex);
        Some(overlap(a?, b?, self.pose))
    }

    /// Finds the patches in which the two touch or are closer than the reach, in the frame of the first.
    pub fn patches(&self, room: &mut Room, take: &mut dyn FnMut(&Patch)) {
        let [a, b] = self.colliders;
        let mut patch = room.patch.take().unwrap_or_else(Patch::new);
        match (&a.0, &b.0) {
            (Kind::HalfSpace, Kind::HalfSpace) => {}
            (_, Kind::HalfSpace) => self.swapped(room, &mut patch, take),
            (Kind::HalfSpace, Kind::Shell(shell)) => {
                shell.meet_half_space(self.pose, self.reach, &mut patch, take);
            }
            (Kind::Shell(_), _) | (_, Kind::Shell(_)) => self.meet_shell(room, &mut patch, take),
            _ => {
                let met = match (a.convex(), b.convex()) {
                    (Some(a), Some(b)) => self.meet_convex(a, b, room, &mut patch),
                    (None, Some(b)) => self.meet_half_space(b, &mut room.faces[0], &mut patch),
                    _ => false,
                };
                if met {
                    take(&patch);
                }
            }
        }
        room.patch = Some(patch);
    }

    /// The same with the colliders in the other order.
    fn swapped(&self, room: &mut Room, patch: &mut Patch, take: &mut dyn FnMut(&Patch)) {
        let [a, b] = self.colliders;
        let other = Meeting { colliders: [b, a], pose: self.pose.inverse(), ..*self };
        other.patches(room, &mut |found| {
            patch.normal = -self.pose.transform_vector(found.normal);
            (patch.share, patch.length, patch.radius) = (found.share, found.length, found.radius);
            patch.corners.clear();
            let moved = |c: Corner| Corner { point: self.pose.transform_point(c.point), gap: c.gap };
            patch.corners.extend(found.corners.iter().rev().map(|c| moved(*c)));
            patch.tip = found.tip.map(moved);
            take(patch);
        });
    }

    /// A convex body on the half-space.
    fn meet_half_space(&self, body: &dyn Convex, face: &mut Face, patch: &mut Patch) -> bool {
        let down = self.pose.rotation_matrix().transpose() * -DVec3::Z;
        if self.pose.transform_point(body.support(down)).z > self.reach {
            return false;
        }
        body.face(down, face);
        face.transform(self.pose);
        rest_on_plane(&face.corners, patch);
        patch.radius = face.radius;
        patch.corners.iter().any(|corner| corner.gap <= self.reach)
    }

    fn meet_convex(&self, a: &dyn Convex, b: &dyn Convex, room: &mut Room, patch: &mut Patch) -> bool {
        let pair = ConvexPair::new(a, b, self.pose);
        let Some(found) = self.separation(&pair) else { return false };
        let Separation { normal, gap } = found;
        let [under, over] = &mut room.faces;
        a.face(normal, under);
        b.face(pair.in_b(-normal), over);
        over.transform(self.pose);
        let point = match (under.corners.len(), over.corners.len()) {
            (1, _) => under.corners[0] + normal * (0.5 * gap),
            (_, 1) => over.corners[0] - normal * (0.5 * gap),
            _ => self.closest_point(&pair, &found),
        };
        clip_faces([under, over], normal, (point, gap), self.reach, &mut room.clip, patch)
    }

    fn separation(&self, pair: &ConvexPair) -> Option<Separation> {
        let solid = |collider: &Collider| match collider.0 {
            Kind::Solid(solid) => Some(solid),
            _ => None,
        };
        match self.colliders.map(solid) {
            [Some(Primitive::Cuboid { half: a }), Some(Primitive::Cuboid { half: b })] => {
                separate_boxes(a, b, self.pose, self.reach)
            }
            [Some(solid), Some(Primitive::Ball { radius })] => {
                let (normal, distance) = from_surface(&solid, self.pose.translation);
                Some(Separation { normal, gap: distance - radius }).filter(|s| s.gap <= self.reach)
            }
            [Some(Primitive::Ball { radius }), Some(solid)] => {
                let (normal, distance) = from_surface(&solid, self.pose.inverse().translation);
                let normal = -self.pose.transform_vector(normal);
                Some(Separation { normal, gap: distance - radius }).filter(|s| s.gap <= self.reach)
            }
            _ => pair.separate(self.reach),
        }
    }

    /// Where two bodies are closest, in the middle between them: for edges that cross.
    fn closest_point(&self, pair: &ConvexPair, found: &Separation) -> DVec3 {
        let [on_a, on_b] = pair.supports(found.normal);
        let point = pair.closest_of_cores().map_or(0.5 * (on_a + on_b), |closest| closest.on_a);
        // On the level in the middle between the two.
        point + found.normal * (0.5 * (on_a + on_b) - point).dot(found.normal)
    }
}

/// Corners on the half-space below z = 0.
pub(crate) fn rest_on_plane(corners: &[DVec3], patch: &mut Patch) {
    (patch.normal, patch.share, patch.length, patch.tip) = (DVec3::Z, 1.0, 0.0, None);
    patch.radius = 0.0;
    patch.corners.clear();
    let on_plane = |corner: &DVec3| Corner { point: corner.with_z(0.5 * corner.z), gap: corner.z };
    patch.corners.extend(corners.iter().map(on_plane));
}
