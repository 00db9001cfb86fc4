//! A flat sheet laid on the side of a mesh that faces it, in cells of equal area.
//!
//! A point (s, t) of the sheet goes to the place (x, y) below which the same share of the area lies: x cuts off the share
//! of s from the covered surface, and y the share of t from the line at x. The map keeps shares of area exactly, rows stay
//! straight when seen from above, and a mirror-symmetric mesh gives a mirror-symmetric sheet.

use super::adjacency::Adjacency;
use super::error::LayoutError;
use super::surface::{area_vector, check_surface};
use bristle_geometry::mesh::edge_neighbours;
use bristle_geometry::{Pose, TriangleMesh};
use glam::{DVec2, DVec3};

/// Triangles steeper than this (cosine to the axis of the sheet) are sides, not the front.
const STEEPEST: f64 = 0.05;
/// Neighbours that turn by more than 30° meet at an edge, over which directions are not smoothed (cosine).
const CREASE: f64 = 0.866;
/// Gaps and overlaps of this part of the sheet's size are round-off.
const ROUNDING: f64 = 1e-9;
/// Strips into which triangles are sorted, to find those of a line.
const STRIPS: usize = 256;

/// The covered part of a mesh, in the frame of the flat sheet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drape {
    facets: Vec<Facet>,
    strips: Vec<Vec<u32>>,
    /// Least and greatest x of all facets \[m\].
    reach: [f64; 2],
    low: DVec2,
    high: DVec2,
    /// Size of the flat sheet \[m\].
    size: DVec2,
    knots: Vec<Knot>,
    area: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Facet {
    corners: [DVec3; 3],
    directions: [DVec3; 3],
    /// Area of the facet over that of its shadow.
    stretch: f64,
}

/// Between two knots the covered width, weighted by its stretch, is linear in x.
#[derive(Clone, Debug, PartialEq)]
struct Knot {
    x: f64,
    /// Covered area up to here \[m²\].
    before: f64,
    /// Weighted width here and its slope to the next knot \[m\], \[1\].
    width: f64,
    slope: f64,
}

/// Part of a line across the facets.
struct Piece {
    facet: usize,
    from: DVec3,
    to: DVec3,
}

impl Drape {
    pub(super) fn new(mesh: &TriangleMesh, frame: Pose, size: DVec2) -> Result<Self, LayoutError> {
        check_surface(mesh)?;
        let facets = front(mesh, frame)?;
        let corners = || facets.iter().flat_map(|facet| facet.corners);
        let reach = [
            corners().map(|p| p.x).fold(f64::INFINITY, f64::min),
            corners().map(|p| p.x).fold(f64::NEG_INFINITY, f64::max),
        ];
        let mut drape = Self {
            strips: Vec::new(),
            reach,
            low: DVec2::ZERO,
            high: DVec2::ZERO,
            size,
            knots: Vec::new(),
            area: 0.0,
            facets,
        };
        drape.sort_into_strips();
        // The lines through the middle keep their lengths.
        for axis in [0, 1] {
            let line = drape.section(1 - axis, 0.0);
            for (side, end) in [(-1.0, &mut drape.low), (1.0, &mut drape.high)] {
                end[axis] = end_of(&line, axis, side, 0.5 * size[axis]).ok_or_else(|| {
                    let mut at = DVec2::ZERO;
                    at[axis] = side * 0.5 * size[axis];
                    LayoutError::OffTheMesh { x: at.x, y: at.y }
                })?;
            }
        }
        drape.measure()?;
        Ok(drape)
    }

    /// Covered area \[m²\].
    pub(super) fn area(&self) -> f64 {
        self.area
    }

    /// Where a point of the flat sheet comes to lie, and the direction there.
    pub(super) fn point(&self, flat: DVec2) -> (DVec3, DVec3) {
        let share = (flat / self.size + 0.5).clamp(DVec2::ZERO, DVec2::ONE);
        let x = self.cut(share.x * self.area);
        let line = self.clipped(x);
        let weight = |piece: &Piece| self.facets[piece.facet].stretch * (piece.to.y - piece.from.y);
        let mut left = share.y * line.iter().map(weight).sum::<f64>();
        let at = line.iter().position(|piece| {
            left -= weight(piece);
            left <= 0.0
        });
        // Round-off may leave a trace behind the last piece.
        let Some(piece) = at.map_or(line.last(), |at| line.get(at)) else {
            return (DVec2::new(x, 0.0).extend(0.0), DVec3::Z); // unreachable: `measure` found every line covered
        };
        let position = piece.to.lerp(piece.from, (-left / weight(piece)).clamp(0.0, 1.0));
        (position, self.facets[piece.facet].direction(position.truncate()))
    }

    /// The x up to which `area` \[m²\] is covered.
    fn cut(&self, area: f64) -> f64 {
        let next = self.knots.partition_point(|knot| knot.before <= area).max(1);
        let knot = &self.knots[next - 1];
        let rest = area - knot.before;
        let root = (knot.width * knot.width + 2.0 * knot.slope * rest).max(0.0).sqrt();
        let step = if rest > 0.0 { 2.0 * rest / (knot.width + root) } else { 0.0 };
        (knot.x + step).clamp(self.low.x, self.high.x)
    }

    /// Finds the covered area, and that the sheet lies on the mesh once everywhere.
    fn measure(&mut self) -> Result<(), LayoutError> {
        let mut stops = vec![self.low.x, self.high.x];
        for facet in &self.facets {
            stops.extend(facet.corners.map(|p| p.x));
            for y in [self.low.y, self.high.y] {
                stops.extend(facet.crossings(1, y).into_iter().flatten().map(|p| p.x));
            }
        }
        stops.retain(|x| (self.low.x..=self.high.x).contains(x));
        stops.sort_by(f64::total_cmp);
        let least = ROUNDING * self.size.max_element();
        stops.dedup_by(|b, a| *b - *a < least);
        if let Some(last) = stops.last_mut() {
            *last = self.high.x;
        }
        let mut area = 0.0;
        for ends in stops.windows(2) {
            let length = ends[1] - ends[0];
            // Two points of Gauss give a linear width, and avoid the knots, where it may jump.
            let places = [0.5 - 0.5 / 3f64.sqrt(), 0.5 + 0.5 / 3f64.sqrt()];
            let mut widths = [0.0; 2];
            for (width, place) in widths.iter_mut().zip(places) {
                *width = self.width(ends[0] + place * length)?;
            }
            let slope = (widths[1] - widths[0]) / ((places[1] - places[0]) * length);
            let width = widths[0] - slope * places[0] * length;
            self.knots.push(Knot { x: ends[0], before: area, width, slope });
            area += 0.5 * (widths[0] + widths[1]) * length;
        }
        self.area = area;
        Ok(())
    }

    /// Weighted width at x, of a line that must be covered once everywhere.
    fn width(&self, x: f64) -> Result<f64, LayoutError> {
        let line = self.clipped(x);
        let mut at = self.low.y;
        let mut width = 0.0;
        for piece in &line {
            if (piece.from.y - at).abs() > ROUNDING * self.size.max_element() {
                return Err(LayoutError::OffTheMesh { x, y: at });
            }
            at = piece.to.y;
            width += self.facets[piece.facet].stretch * (piece.to.y - piece.from.y);
        }
        if (self.high.y - at).abs() > ROUNDING * self.size.max_element() {
            return Err(LayoutError::OffTheMesh { x, y: at });
        }
        Ok(width)
    }

    fn sort_into_strips(&mut self) {
        let mut strips = vec![Vec::new(); STRIPS];
        for (index, facet) in self.facets.iter().enumerate() {
            let xs = facet.corners.map(|p| self.strip(p.x));
            let (first, last) = (xs[0].min(xs[1]).min(xs[2]), xs[0].max(xs[1]).max(xs[2]));
            strips[first..=last].iter_mut().for_each(|strip| strip.push(index as u32));
        }
        self.strips = strips;
    }

    fn strip(&self, x: f64) -> usize {
        let share = (x - self.reach[0]) / (self.reach[1] - self.reach[0]);
        ((share * STRIPS as f64) as usize).min(STRIPS - 1)
    }

    /// The line at x between the edges of the sheet, in the order of y.
    fn clipped(&self, x: f64) -> Vec<Piece> {
        let mut line = self.section(0, x);
        line.retain_mut(|piece| {
            let (from, to) = (piece.from, piece.to);
            let at = |y: f64| from.lerp(to, ((y - from.y) / (to.y - from.y)).clamp(0.0, 1.0));
            piece.from = at(self.low.y.max(from.y));
            piece.to = at(self.high.y.min(to.y));
            piece.to.y > piece.from.y
        });
        line
    }

    /// Where the plane at `value` of an axis cuts the facets, in the order of the other axis.
    fn section(&self, axis: usize, value: f64) -> Vec<Piece> {
        // At the last x of the mesh, as seen from within.
        let value = if axis == 0 { value.min(self.reach[1] - ROUNDING * self.size.x) } else { value };
        let other = 1 - axis;
        let piece = |index: usize| {
            let mut ends = self.facets[index].crossings(axis, value).into_iter().flatten();
            let (a, b) = (ends.next()?, ends.next()?);
            let (from, to) = if a[other] <= b[other] { (a, b) } else { (b, a) };
            (to[other] > from[other]).then_some(Piece { facet: index, from, to })
        };
        let mut line: Vec<Piece> = if axis == 0 {
            self.strips[self.strip(value)].iter().filter_map(|&index| piece(index as usize)).collect()
        } else {
            (0..self.facets.len()).filter_map(piece).collect()
        };
        line.sort_by(|a, b| a.from[other].total_cmp(&b.from[other]));
        line
    }
}

impl Facet {
    /// The two points where the outline of the facet crosses a plane. An edge within the plane counts for the facet on its
    /// upper side only.
    fn crossings(&self, axis: usize, value: f64) -> [Option<DVec3>; 2] {
        let mut found = [None; 2];
        let [a, b, c] = self.corners;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if (from[axis] <= value) != (to[axis] <= value) {
                let mut point = from.lerp(to, (value - from[axis]) / (to[axis] - from[axis]));
                point[axis] = value;
                found[usize::from(found[0].is_some())] = Some(point);
            }
        }
        found
    }

    /// The direction at a point of the facet's shadow, blended from its corners.
    fn direction(&self, at: DVec2) -> DVec3 {
        let [a, b, c] = self.corners.map(DVec3::truncate);
        let whole = (b - a).perp_dot(c - a);
        let [u, v] = [(c - b).perp_dot(at - b) / whole, (a - c).perp_dot(at - c) / whole];
        let [p, q, r] = self.directions;
        (u * p + v * q + (1.0 - u - v) * r).normalize_or(p)
    }
}

/// How far along a line through the middle a length reaches to one side.
fn end_of(line: &[Piece], axis: usize, side: f64, mut length: f64) -> Option<f64> {
    let mut at = 0.0;
    let mut step = |piece: &Piece| {
        let (from, to) = if side > 0.0 { (piece.from, piece.to) } else { (piece.to, piece.from) };
        if side * to[axis] <= side * at || length <= 0.0 {
            return None;
        }
        // The first piece is met in its middle.
        let share = (at - from[axis]) / (to[axis] - from[axis]);
        let rest = (1.0 - share.max(0.0)) * from.distance(to);
        let reached = at + (to[axis] - at) * (length / rest).min(1.0);
        length -= rest;
        at = reached;
        (length <= 0.0).then_some(reached)
    };
    if side > 0.0 { line.iter().find_map(&mut step) } else { line.iter().rev().find_map(&mut step) }
}

/// The facets that face the sheet and are connected with the one below its middle.
fn front(mesh: &TriangleMesh, frame: Pose) -> Result<Vec<Facet>, LayoutError> {
    let into_sheet = frame.inverse();
    let vertices: Vec<DVec3> = mesh.vertices.iter().map(|&v| into_sheet.transform_point(v)).collect();
    let corners = |triangle: usize| mesh.triangles[triangle].map(|v| vertices[v as usize]);
    let normals: Vec<DVec3> =
        (0..mesh.triangles.len()).map(|t| area_vector(corners(t)).normalize_or_zero()).collect();
    let below = |triangle: usize| {
        let [a, b, c] = corners(triangle);
        let inside =
            [(a, b), (b, c), (c, a)].into_iter().all(|(p, q)| p.truncate().perp_dot(q.truncate()) >= 0.0);
        let normal = normals[triangle];
        (inside && normal.z > STEEPEST).then(|| normal.dot(a) / normal.z)
    };
    let first = (0..mesh.triangles.len())
        .filter_map(|triangle| Some((triangle, below(triangle)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .ok_or(LayoutError::NothingBelow { middle: frame.translation })?
        .0;
    let neighbours = edge_neighbours(&mesh.triangles);
    let mut taken = vec![false; mesh.triangles.len()];
    taken[first] = true;
    let mut patch = vec![first];
    let mut next = 0;
    while let Some(&triangle) = patch.get(next) {
        next += 1;
        for &neighbour in &neighbours[triangle] {
            let Some(normal) = normals.get(neighbour as usize) else { continue };
            if normal.z > STEEPEST && !taken[neighbour as usize] {
                taken[neighbour as usize] = true;
                patch.push(neighbour as usize);
            }
        }
    }
    let adjacency = Adjacency::new(mesh);
    let direction = |vertex: u32, own: DVec3| {
        let around = adjacency.around(vertex as usize).iter().map(|&t| normals[t as usize]);
        around.filter(|normal| normal.dot(own) > CREASE).sum::<DVec3>().normalize_or(own)
    };
    Ok(patch
        .into_iter()
        .map(|triangle| Facet {
            corners: corners(triangle),
            directions: mesh.triangles[triangle].map(|v| direction(v, normals[triangle])),
            stretch: 1.0 / normals[triangle].z,
        })
        .collect())
}
