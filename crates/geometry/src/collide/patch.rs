//! Where two faces lie against each other: a convex piece of a plane, with a gap at each corner.

use super::convex::Face;
use glam::DVec3;

/// A corner of a patch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// In the middle between the two bodies \[m\].
    pub point: DVec3,
    /// Distance between the bodies along the normal there; negative where they overlap \[m\].
    pub gap: f64,
}

/// Where two bodies meet: a convex polygon, a line or a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Unit vector from the first body to the second.
    pub normal: DVec3,
    /// In order around the polygon; two for a line, one for a point.
    pub corners: Vec<Corner>,
    /// Share of the patch that counts, where others tell of the same contact.
    pub share: f64,
    /// How far two lines that cross in a point touch along each other \[m\].
    pub length: f64,
    /// Radius of curvature of the gap about a point or across a line \[m\]; none if one of the two is sharp.
    pub radius: f64,
    /// Where the bodies are closer than at any corner: between the corners of a polygon that stands for a circle.
    pub tip: Option<Corner>,
}

impl Patch {
    /// A patch without corners.
    pub(crate) fn new() -> Self {
        Self { normal: DVec3::Z, corners: Vec::new(), share: 1.0, length: 0.0, radius: 0.0, tip: None }
    }
}

/// Two axes across a normal.
#[derive(Clone, Copy, Debug)]
struct Across {
    normal: DVec3,
    x: DVec3,
    y: DVec3,
}

impl Across {
    fn new(normal: DVec3) -> Self {
        let x = normal.any_orthonormal_vector();
        Self { normal, x, y: normal.cross(x) }
    }

    fn flat(&self, point: DVec3) -> [f64; 2] {
        [point.dot(self.x), point.dot(self.y)]
    }

    fn at(&self, [x, y]: [f64; 2], height: f64) -> DVec3 {
        self.x * x + self.y * y + self.normal * height
    }
}

/// Height along the normal of the plane, line or point that a face lies in, as a linear function of the place.
#[derive(Clone, Copy, Debug)]
struct Height {
    at_origin: f64,
    slope: [f64; 2],
}

impl Height {
    fn of(face: &Face, across: &Across) -> Self {
        let first = face.corners[0];
        let slope = match face.corners.len() {
            1 => [0.0, 0.0],
            2 => {
                let along = face.corners[1] - first;
                let [x, y] = across.flat(along);
                let square = x * x + y * y;
                let rise = if square > 0.0 { along.dot(across.normal) / square } else { 0.0 };
                [x * rise, y * rise]
            }
            _ => {
                let lean = face.normal.dot(across.normal);
                let [x, y] = across.flat(face.normal);
                [-x / lean, -y / lean]
            }
        };
        let [x, y] = across.flat(first);
        Self { at_origin: first.dot(across.normal) - slope[0] * x - slope[1] * y, slope }
    }

    fn at(&self, [x, y]: [f64; 2]) -> f64 {
        self.at_origin + self.slope[0] * x + self.slope[1] * y
    }
}

/// By how much round bodies that touch overlap, roughly \[m\]: it tells how far they touch along each other.
const TOUCHING: f64 = 1e-6;

/// What corners may miss of the overlap \[m\].
const MISSED: f64 = 1e-6;

/// Lines at a larger angle, by its sine, cross in a point.
const CROSSING: f64 = 0.05;

/// Room for clipping.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClipRoom {
    first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
    window: Vec<[f64; 2]>,
}

/// Finds where the faces of two bodies lie against each other along a normal, with gaps up to `reach` \[m\] at some corner.
///
/// Gives whether they do. `point` is where the bodies are closest, for faces that meet in no more than a point, and `gap` their distance there.
pub(crate) fn clip_faces(
    [a, b]: [&Face; 2],
    normal: DVec3,
    (point, gap): (DVec3, f64),
    reach: f64,
    room: &mut ClipRoom,
    patch: &mut Patch,
) -> bool {
    patch.corners.clear();
    (patch.normal, patch.share, patch.length, patch.tip) = (normal, 1.0, 0.0, None);
    patch.radius = relative_radius(a, b);
    let single = |patch: &mut Patch| {
        patch.corners.push(Corner { point, gap });
        gap <= reach
    };
    if a.corners.len() < 2 || b.corners.len() < 2 {
        return single(patch);
    }
    let across = Across::new(normal);
    if a.corners.len() == 2 && b.corners.len() == 2 {
        return overlap_lines([a, b], &across, (point, gap), reach, patch);
    }
    // The one with fewer corners is cut to the other.
    let (cut, window) = if a.corners.len() <= b.corners.len() { (a, b) } else { (b, a) };
    room.window.clear();
    room.window.extend(window.corners.iter().map(|corner| across.flat(*corner)));
    room.first.clear();
    room.first.extend(cut.corners.iter().map(|corner| across.flat(*corner)));
    if !clip(room, cut.corners.len() == 2) {
        return single(patch);
    }
    let (under, over) = (Height::of(a, &across), Height::of(b, &across));
    for &place in &room.first {
        let (low, high) = (under.at(place), over.at(place));
        patch.corners.push(Corner { point: across.at(place, 0.5 * (low + high)), gap: high - low });
    }
    let least = patch.corners.iter().map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
    patch.tip = (least > gap + MISSED).then_some(Corner { point, gap });
    least.min(gap) <= reach
}

/// Radius of curvature of the gap between two faces.
fn relative_radius(a: &Face, b: &Face) -> f64 {
    match (a.corners.len() > 2, b.corners.len() > 2) {
        (true, true) => 0.0,
        (true, false) => b.radius,
        (false, true) => a.radius,
        (false, false) if a.radius > 0.0 && b.radius > 0.0 => a.radius * b.radius / (a.radius + b.radius),
        (false, false) => 0.0,
    }
}

/// Cuts the polygon or line `first` to the convex `window`; gives whether anything is left.
fn clip(room: &mut ClipRoom, is_line: bool) -> bool {
    let ClipRoom { first, second, window } = room;
    let area: f64 = (0..window.len())
        .map(|i| {
            let ([a, b], [c, d]) = (window[i], window[(i + 1) % window.len()]);
            a * d - b * c
        })
        .sum();
    let winding = area.signum();
    for i in 0..window.len() {
        let (from, to) = (window[i], window[(i + 1) % window.len()]);
        let along = [to[0] - from[0], to[1] - from[1]];
        let inside = |p: [f64; 2]| winding * (along[0] * (p[1] - from[1]) - along[1] * (p[0] - from[0]));
        second.clear();
        let count = first.len();
        let sides = if is_line { count.min(2) - 1 } else { count };
        for j in 0..count {
            let (p, side) = (first[j], inside(first[j]));
            if side >= 0.0 {
                second.push(p);
            }
            if j < sides {
                let next = first[(j + 1) % count];
                let other = inside(next);
                if side * other < 0.0 {
                    let t = side / (side - other);
                    second.push([p[0] + t * (next[0] - p[0]), p[1] + t * (next[1] - p[1])]);
                }
            }
        }
        std::mem::swap(first, second);
        if first.is_empty() {
            return false;
        }
    }
    true
}

/// Two lines: along each other as far as their curvature lets them, or crossing in a point.
fn overlap_lines(
    [a, b]: [&Face; 2],
    across: &Across,
    (point, gap): (DVec3, f64),
    reach: f64,
    patch: &mut Patch,
) -> bool {
    let flat = |face: &Face, i: usize| across.flat(face.corners[i]);
    let minus = |p: [f64; 2], q: [f64; 2]| [p[0] - q[0], p[1] - q[1]];
    let dot = |p: [f64; 2], q: [f64; 2]| p[0] * q[0] + p[1] * q[1];
    let (origin, along) = (flat(a, 0), minus(flat(a, 1), flat(a, 0)));
    let (length, other) = (dot(along, along).sqrt(), minus(flat(b, 1), flat(b, 0)));
    let other_length = dot(other, other).sqrt();
    if length > 0.0 && other_length > 0.0 {
        let unit = [along[0] / length, along[1] / length];
        let sine = (unit[0] * other[1] - unit[1] * other[0]).abs() / other_length;
        // Beyond this the surfaces of two round bodies that cross are too far apart to touch.
        let radius = (a.radius + b.radius).max(reach);
        let most = if sine > 0.0 { (2.0 * radius * TOUCHING).sqrt() / sine } else { f64::INFINITY };
        let centre = dot(minus(across.flat(point), origin), unit);
        let ends = [0, 1].map(|i| dot(minus(flat(b, i), origin), unit));
        let from = ends[0].min(ends[1]).max(0.0).max(centre - most);
        let to = ends[0].max(ends[1]).min(length).min(centre + most);
        if sine > CROSSING {
            patch.length = (2.0 * most).min(length).min(other_length);
        } else if to - from > 1e-9 * length {
            let (under, over) = (Height::of(a, across), Height::of(b, across));
            for place in [from, to] {
                let at = [origin[0] + unit[0] * place, origin[1] + unit[1] * place];
                let (low, high) = (under.at(at), over.at(at));
                patch.corners.push(Corner { point: across.at(at, 0.5 * (low + high)), gap: high - low });
            }
            return patch.corners.iter().any(|corner| corner.gap <= reach);
        }
    }
    patch.corners.push(Corner { point, gap });
    gap <= reach
}
