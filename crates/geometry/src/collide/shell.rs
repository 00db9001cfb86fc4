//! Meshes that are not convex, or have many faces: contact face by face.
//!
//! Each face is a thin plate that can be touched from its outer side. What lies over an edge between two faces belongs to that edge only if it lies between the
//! normals of both: an edge within a flat or hollow part of the surface is never felt.

use super::collider::{Collider, Kind};
use super::convex::{Convex, Face};
use super::meeting::{Meeting, Room, rest_on_plane};
use super::patch::{Patch, clip_faces};
use super::polyhedron::{Polygon, Polygons};
use super::separation::{ConvexPair, Separation};
use crate::Pose;
use glam::DVec3;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy};

/// Contact normals have at least this cosine with the normal of a face that they act on.
const OUTWARD: f64 = 0.05;

/// Rounding of a unit vector's components, generously.
const ROUNDING: f64 = 1e-6;

/// A mesh, face by face.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    polygons: Polygons,
    bvh: Bvh,
    centre: DVec3,
    half_extents: DVec3,
}

/// Room for shells; it never changes a result.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShellRoom {
    near: [Vec<u32>; 2],
}

impl Shell {
    pub(crate) fn new(polygons: Polygons) -> Self {
        let aabb =
            |face: &Polygon| Aabb::from_points(face.corners.iter().map(|c| polygons.points[*c as usize]));
        let boxes: Vec<Aabb> = polygons.faces.iter().map(aabb).collect();
        let all = boxes.iter().fold(Aabb::new_invalid(), |sum, part| {
            Aabb::new(sum.mins.min(part.mins), sum.maxs.max(part.maxs))
        });
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        let (centre, half_extents) = (0.5 * (all.mins + all.maxs), 0.5 * (all.maxs - all.mins));
        Self { polygons, bvh, centre, half_extents }
    }

    pub(crate) fn centre(&self) -> DVec3 {
        self.centre
    }

    pub(crate) fn half_extents(&self) -> DVec3 {
        self.half_extents
    }

    /// Faces near a box, in order.
    fn near(&self, (lower, upper): (DVec3, DVec3), reach: f64, faces: &mut Vec<u32>) {
        faces.clear();
        let around = Aabb::new(lower - reach, upper + reach);
        faces.extend(self.bvh.intersect_aabb(&around));
        faces.sort_unstable();
    }

    fn plate(&self, face: u32) -> Plate<'_> {
        Plate { polygons: &self.polygons, face: &self.polygons.faces[face as usize] }
    }

    /// On the half-space below z = 0, with the shell at `pose`.
    pub(crate) fn meet_half_space(
        &self,
        pose: Pose,
        reach: f64,
        patch: &mut Patch,
        take: &mut dyn FnMut(&Patch),
    ) {
        let turn = pose.rotation_matrix();
        let up = turn.transpose() * DVec3::Z;
        // Lowest point of a box over the plane.
        let lowest = |lower: DVec3, upper: DVec3| {
            0.5 * ((lower + upper).dot(up) - (upper - lower).dot(up.abs())) + pose.translation.z
        };
        let mut faces: Vec<u32> = self.bvh.leaves(|node| lowest(node.mins(), node.maxs()) <= reach).collect();
        faces.sort_unstable();
        let mut corners = Vec::new();
        for face in faces {
            let plate = self.plate(face);
            if plate.face.normal.dot(up) > -OUTWARD {
                continue;
            }
            corners.clear();
            corners.extend(plate.corners().map(|corner| turn * corner + pose.translation));
            rest_on_plane(&corners, patch);
            if patch.corners.iter().any(|corner| corner.gap <= reach) {
                take(patch);
            }
        }
    }
}

impl Meeting<'_> {
    /// Where at least one of the two is a shell.
    pub(crate) fn meet_shell(&self, room: &mut Room, patch: &mut Patch, take: &mut dyn FnMut(&Patch)) {
        let [a, b] = self.colliders;
        let mut near = std::mem::take(&mut room.shell.near);
        let whole = |collider: &Collider, pose: Pose| collider.bounds(pose);
        match (&a.0, &b.0) {
            (Kind::Shell(one), Kind::Shell(two)) => {
                let Some(bounds) = whole(b, self.pose) else { return };
                let [of_one, of_two] = &mut near;
                one.near(bounds, self.reach, of_one);
                for &i in &*of_one {
                    let plate = one.plate(i);
                    two.near(plate.bounds(self.pose.inverse()), self.reach, of_two);
                    for &j in &*of_two {
                        self.meet_plates([Part::Plate(plate), Part::Plate(two.plate(j))], room, patch, take);
                    }
                }
            }
            (Kind::Shell(shell), _) => {
                if let (Some(bounds), Some(body)) = (whole(b, self.pose), b.convex()) {
                    shell.near(bounds, self.reach, &mut near[0]);
                    for &i in &near[0] {
                        self.meet_plates([Part::Plate(shell.plate(i)), Part::Whole(body)], room, patch, take);
                    }
                }
            }
            (_, Kind::Shell(shell)) => {
                if let (Some(bounds), Some(body)) = (whole(a, self.pose.inverse()), a.convex()) {
                    shell.near(bounds, self.reach, &mut near[0]);
                    for &i in &near[0] {
                        self.meet_plates([Part::Whole(body), Part::Plate(shell.plate(i))], room, patch, take);
                    }
                }
            }
            _ => {}
        }
        room.shell.near = near;
    }

    fn meet_plates(
        &self,
        parts: [Part; 2],
        room: &mut Room,
        patch: &mut Patch,
        take: &mut dyn FnMut(&Patch),
    ) {
        let [a, b] = parts.each_ref().map(Part::convex);
        let pair = ConvexPair::new(a, b, self.pose);
        let normals = [
            parts[0].plate().map(|plate| plate.face.normal),
            parts[1].plate().map(|plate| -self.pose.transform_vector(plate.face.normal)),
        ];
        let looks_out = |normal: DVec3| normals.iter().flatten().all(|own| own.dot(normal) >= OUTWARD);
        let along = |normal: DVec3| Separation { normal, gap: pair.gap(normal) };
        let own = normals.into_iter().flatten().filter(|normal| looks_out(*normal)).map(along);
        let Some(found) = own.max_by(|a, b| a.gap.total_cmp(&b.gap)).filter(|s| s.gap <= self.reach) else {
            return;
        };
        // Faces of a whole body, and what is closest, if edges and vertices may be felt there.
        let mut others = Vec::new();
        if let Some(closest) = pair.closest_of_cores() {
            others.push(closest.direction);
        }
        for near in normals.into_iter().flatten() {
            if normals[0].is_none() {
                a.normals_near(near, 0.5, &mut |normal| others.push(normal));
            }
            if normals[1].is_none() {
                b.normals_near(pair.in_b(-near), 0.5, &mut |normal| {
                    others.push(-self.pose.transform_vector(normal));
                });
            }
        }
        let mut best = (found, 1.0);
        for normal in others {
            let gap = pair.gap(normal);
            if gap <= best.0.gap || !looks_out(normal) {
                continue;
            }
            let shares = [
                parts[0].plate().map_or(Some(1.0), |plate| plate.share_along(normal)),
                parts[1].plate().map_or(Some(1.0), |plate| plate.share_along(pair.in_b(-normal))),
            ];
            if let [Some(one), Some(two)] = shares {
                best = (Separation { normal, gap }, f64::min(one, two));
            }
        }
        let (Separation { normal, gap }, share) = best;
        if gap > self.reach || gap < -self.depth {
            return;
        }
        let [under, over] = &mut room.faces;
        parts[0].face(normal, under);
        parts[1].face(pair.in_b(-normal), over);
        over.transform(self.pose);
        if self.clip_plates([under, over], (normal, gap), share, &mut room.clip, patch) {
            take(patch);
        }
    }

    /// Cuts faces of plates to each other. Unlike whole bodies they meet nowhere if their outlines do not overlap.
    fn clip_plates(
        &self,
        [under, over]: [&Face; 2],
        (normal, gap): (DVec3, f64),
        share: f64,
        room: &mut super::patch::ClipRoom,
        patch: &mut Patch,
    ) -> bool {
        let point = match (under.corners.len(), over.corners.len()) {
            (1, _) if holds(over, under.corners[0], normal) => under.corners[0] + normal * (0.5 * gap),
            (_, 1) if holds(under, over.corners[0], normal) => over.corners[0] - normal * (0.5 * gap),
            (1, _) | (_, 1) => return false,
            _ => DVec3::NAN,
        };
        let meets = clip_faces([under, over], normal, (point, gap), self.reach, room, patch);
        patch.share = share;
        // Where the two are closest is not known, nor needed: it belongs to another face.
        patch.tip = patch.tip.filter(|tip| tip.point.is_finite());
        meets && patch.corners.iter().all(|corner| corner.point.is_finite())
    }
}

/// Whether a face lies over or under a point along a normal, with some slack.
fn holds(face: &Face, point: DVec3, normal: DVec3) -> bool {
    let count = face.corners.len();
    if count < 3 {
        return true;
    }
    let winding = face.normal.dot(normal).signum();
    (0..count).all(|i| {
        let (from, to) = (face.corners[i], face.corners[(i + 1) % count]);
        let side = to - from;
        winding * side.cross(point - from).dot(normal) >= -ROUNDING * side.length_squared()
    })
}

/// One side of a meeting: a whole convex body, or a face of a shell.
enum Part<'a> {
    Whole(&'a dyn Convex),
    Plate(Plate<'a>),
}

impl<'a> Part<'a> {
    fn convex(&self) -> &dyn Convex {
        match self {
            Self::Whole(body) => *body,
            Self::Plate(plate) => plate,
        }
    }

    fn plate(&self) -> Option<&Plate<'a>> {
        match self {
            Self::Whole(_) => None,
            Self::Plate(plate) => Some(plate),
        }
    }

    fn face(&self, direction: DVec3, face: &mut Face) {
        self.convex().face(direction, face);
    }
}

/// A face of a shell.
#[derive(Clone, Copy)]
struct Plate<'a> {
    polygons: &'a Polygons,
    face: &'a Polygon,
}

impl Plate<'_> {
    fn corners(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.face.corners.iter().map(|corner| self.polygons.points[*corner as usize])
    }

    fn corner(&self, i: usize) -> DVec3 {
        let count = self.face.corners.len();
        self.polygons.points[self.face.corners[i % count] as usize]
    }

    fn bounds(&self, pose: Pose) -> (DVec3, DVec3) {
        let corners = self.corners().map(|corner| pose.transform_point(corner));
        corners.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, u), p| (l.min(p), u.max(p)))
    }

    /// Which share of a contact along a normal belongs to this face, if the edge or vertex that reaches farthest that way can be touched so.
    fn share_along(&self, normal: DVec3) -> Option<f64> {
        if self.face.normal.dot(normal) >= 1.0 - ROUNDING * ROUNDING {
            return Some(1.0);
        }
        let count = self.face.corners.len();
        let reach = self.corners().map(|corner| corner.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        let size = (self.corner(0) - self.corner(1)).length();
        let is_far = |i: usize| self.corner(i).dot(normal) >= reach - ROUNDING * size;
        let is_edge = (0..count).any(|i| is_far(i) && is_far(i + 1));
        // Sides that end at what reaches farthest; of an edge, that side alone.
        let touches =
            |i: usize| if is_edge { is_far(i) && is_far(i + 1) } else { is_far(i) || is_far(i + 1) };
        let allowed = (0..count).filter(|&i| touches(i)).all(|i| {
            let side = (self.corner(i + 1) - self.corner(i)).normalize_or_zero();
            let Some(other) = self.polygons.faces.get(self.face.across[i] as usize) else { return true };
            // Away from each of the two faces, across the edge between them.
            let (away, away_from_other) = (side.cross(self.face.normal), other.normal.cross(side));
            normal.dot(away) >= -ROUNDING && normal.dot(away_from_other) >= -ROUNDING
        });
        allowed.then_some(if is_edge { 0.5 } else { 0.25 })
    }
}

impl Convex for Plate<'_> {
    fn support(&self, direction: DVec3) -> DVec3 {
        let (mut best, mut farthest) = (DVec3::ZERO, f64::NEG_INFINITY);
        for corner in self.corners() {
            let along = corner.dot(direction);
            if along > farthest {
                (best, farthest) = (corner, along);
            }
        }
        best
    }

    fn centre(&self) -> DVec3 {
        self.corners().sum::<DVec3>() / self.face.corners.len() as f64
    }

    fn core_support(&self, direction: DVec3, _: f64) -> DVec3 {
        self.support(direction)
    }

    fn face(&self, _: DVec3, face: &mut Face) {
        face.clear(self.face.normal);
        face.corners.extend(self.corners());
    }

    fn normals_near(&self, direction: DVec3, least: f64, take: &mut dyn FnMut(DVec3)) {
        if self.face.normal.dot(direction) >= least {
            take(self.face.normal);
        }
    }
}
