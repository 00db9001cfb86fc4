//! Polyhedra from triangle meshes: plane faces as polygons.

use super::convex::{Convex, Face};
use crate::MeshSurface;
use crate::mesh::NO_NEIGHBOUR;
use glam::DVec3;

/// Sine of the angle by which neighbouring triangles may lean and still be one face.
const SAME_PLANE: f64 = 1e-6;

/// A plane face of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polygon {
    /// Vertices, counter-clockwise seen from outside.
    pub(crate) corners: Vec<u32>,
    pub(crate) normal: DVec3,
    /// The face across each side, from corner `i` to the next; [`NO_NEIGHBOUR`] where the surface ends.
    pub(crate) across: Vec<u32>,
}

/// The plane faces of a mesh: neighbouring triangles in one plane are joined where they make a convex polygon.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Polygons {
    pub(crate) points: Vec<DVec3>,
    pub(crate) faces: Vec<Polygon>,
}

impl Polygons {
    pub(crate) fn of(mesh: &MeshSurface) -> Self {
        let count = mesh.triangle_count();
        // The first triangle of the region that each was last seen in, and whether it belongs to a face.
        let (mut region, mut taken) = (vec![NO_NEIGHBOUR; count], vec![false; count]);
        let mut faces = Vec::new();
        for first in 0..count {
            if taken[first] {
                continue;
            }
            let normal = mesh.unit_normal(first as u32);
            let members = flat_region(mesh, first, normal, &taken, &mut region);
            let whole = outline(mesh, &members, &region).filter(|corners| is_convex(mesh, corners, normal));
            let corners = match whole {
                Some(corners) => {
                    members.iter().for_each(|&member| taken[member as usize] = true);
                    corners
                }
                None => mesh.triangles[first].to_vec(),
            };
            faces.push(Polygon { corners, normal, across: Vec::new() });
        }
        let mut polygons = Self { points: mesh.vertices.clone(), faces };
        polygons.find_neighbours();
        polygons.straighten();
        polygons
    }

    fn find_neighbours(&mut self) {
        let mut sides: Vec<(u64, u32)> = Vec::new();
        let key = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        for (index, face) in self.faces.iter().enumerate() {
            for (a, b) in face.sides() {
                sides.push((key(a, b), index as u32));
            }
        }
        sides.sort_unstable();
        for face in &mut self.faces {
            let across = |(a, b): (u32, u32)| {
                let at = sides.partition_point(|side| side.0 < key(b, a));
                sides.get(at).filter(|side| side.0 == key(b, a)).map_or(NO_NEIGHBOUR, |side| side.1)
            };
            face.across = face.sides().map(across).collect();
        }
    }

    /// Leaves out corners in the middle of a straight side.
    fn straighten(&mut self) {
        for face in &mut self.faces {
            let count = face.corners.len();
            let is_corner = |i: usize| {
                let [a, b, c] = [(i + count - 1) % count, i, (i + 1) % count]
                    .map(|at| self.points[face.corners[at] as usize]);
                let (into, out) = (b - a, c - b);
                into.cross(out).length() > SAME_PLANE * into.length() * out.length()
                    || face.across[(i + count - 1) % count] != face.across[i]
            };
            let kept: Vec<usize> = (0..count).filter(|&i| is_corner(i)).collect();
            if kept.len() >= 3 {
                (face.corners, face.across) = (
                    kept.iter().map(|&i| face.corners[i]).collect(),
                    kept.iter().map(|&i| face.across[i]).collect(),
                );
            }
        }
    }

    /// Whether all faces bend outwards and none ends: then the body is convex.
    pub(crate) fn are_convex(&self) -> bool {
        let extent = self.extent();
        self.faces.iter().all(|face| {
            let on_face = self.points[face.corners[0] as usize];
            face.across.iter().all(|&other| {
                let Some(other) = self.faces.get(other as usize) else { return false };
                let above = |corner: &u32| face.normal.dot(self.points[*corner as usize] - on_face);
                other.corners.iter().all(|corner| above(corner) <= 1e-9 * extent)
            })
        })
    }

    pub(crate) fn extent(&self) -> f64 {
        let lower = self.points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let upper = self.points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        (upper - lower).length()
    }
}

impl Polygon {
    fn sides(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }
}

/// Triangles around a first one, in its plane, that belong to no face yet.
fn flat_region(
    mesh: &MeshSurface,
    first: usize,
    normal: DVec3,
    taken: &[bool],
    region: &mut [u32],
) -> Vec<u32> {
    let (mut members, mut at) = (vec![first as u32], 0);
    region[first] = first as u32;
    // A region that large is a tessellated plane; a few pieces of it serve as well.
    while at < members.len() && members.len() < 512 {
        for next in mesh.neighbours[members[at] as usize] {
            if next == NO_NEIGHBOUR || taken[next as usize] || region[next as usize] == first as u32 {
                continue;
            }
            let other = mesh.unit_normal(next);
            if other.cross(normal).length() < SAME_PLANE && other.dot(normal) > 0.0 {
                region[next as usize] = first as u32;
                members.push(next);
            }
        }
        at += 1;
    }
    members
}

/// The corners around a region, if it has one outline.
fn outline(mesh: &MeshSurface, members: &[u32], region: &[u32]) -> Option<Vec<u32>> {
    let own = region[*members.first()? as usize];
    let mut sides: Vec<(u32, u32)> = Vec::new();
    for &member in members {
        let corners = mesh.triangles[member as usize];
        for side in 0..3 {
            let across = mesh.neighbours[member as usize][side];
            if region.get(across as usize) != Some(&own) {
                sides.push((corners[side], corners[(side + 1) % 3]));
            }
        }
    }
    sides.sort_unstable();
    let start = *sides.first()?;
    let (mut corners, mut at) = (vec![start.0], start.1);
    while at != start.0 {
        corners.push(at);
        let onwards = sides.partition_point(|side| side.0 < at);
        let next = sides.get(onwards).filter(|side| side.0 == at)?;
        // Two outlines touch in this corner, or it never ends.
        if sides.get(onwards + 1).is_some_and(|side| side.0 == at) || corners.len() > sides.len() {
            return None;
        }
        at = next.1;
    }
    (corners.len() == sides.len()).then_some(corners)
}

fn is_convex(mesh: &MeshSurface, corners: &[u32], normal: DVec3) -> bool {
    let count = corners.len();
    (0..count).all(|i| {
        let [a, b, c] = [i, (i + 1) % count, (i + 2) % count].map(|at| mesh.vertices[corners[at] as usize]);
        let (into, out) = (b - a, c - b);
        normal.dot(into.cross(out)) >= -SAME_PLANE * into.length() * out.length()
    })
}

/// A convex polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polyhedron {
    polygons: Polygons,
    centre: DVec3,
    /// Rounding of its coordinates \[m\].
    slack: f64,
}

impl Polyhedron {
    /// Of faces that are known to be convex.
    pub(crate) fn new(polygons: Polygons) -> Self {
        let used: Vec<DVec3> = polygons
            .faces
            .iter()
            .flat_map(|face| &face.corners)
            .map(|corner| polygons.points[*corner as usize])
            .collect();
        let centre = used.iter().sum::<DVec3>() / used.len() as f64;
        Self { slack: 1e-9 * polygons.extent(), polygons, centre }
    }
}

impl Convex for Polyhedron {
    fn support(&self, direction: DVec3) -> DVec3 {
        let (mut best, mut farthest) = (DVec3::ZERO, f64::NEG_INFINITY);
        for &point in &self.polygons.points {
            let along = point.dot(direction);
            if along > farthest {
                (best, farthest) = (point, along);
            }
        }
        best
    }

    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn face(&self, direction: DVec3, face: &mut Face) {
        // The face that looks that way most, of those that reach as far as the body does.
        let reach = self.support(direction).dot(direction);
        let reaches = |polygon: &&Polygon| {
            polygon
                .corners
                .iter()
                .any(|c| self.polygons.points[*c as usize].dot(direction) >= reach - self.slack)
        };
        let best = self.polygons.faces.iter().filter(reaches);
        let best = best.max_by(|a, b| a.normal.dot(direction).total_cmp(&b.normal.dot(direction)));
        face.clear(direction);
        if let Some(polygon) = best {
            face.normal = polygon.normal;
            face.corners.extend(polygon.corners.iter().map(|c| self.polygons.points[*c as usize]));
        }
    }

    fn normals_near(&self, direction: DVec3, least: f64, take: &mut dyn FnMut(DVec3)) {
        self.polygons
            .faces
            .iter()
            .map(|face| face.normal)
            .filter(|n| n.dot(direction) >= least)
            .for_each(take);
    }
}
