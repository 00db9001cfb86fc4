//! Bodies that are inside each other.

use crate::contact_plan::{joined, rigid_root, topmost};
use crate::joint::JointKind;
use crate::model::{Model, MountedShape, MountedSkin};
use crate::{BodyId, ShapeId, World};
use bristle_geometry::{Pose, Segment, Shape};
use bristle_skin::Skin;
use glam::DVec3;
use std::fmt;
use std::sync::Arc;

/// What two bodies may overlap beyond their pads \[m\]: drawings are no better.
const MEANT: f64 = 1e-4;

/// Rays along each side of a shape's box that look for points of its surface.
const GRID: usize = 15;

/// Rays of skins begin so many times deeper than bodies overlap: they meet the other's surface at an angle.
const AT_AN_ANGLE: f64 = 1.5;

/// Two bodies that overlap more than the surfaces between them can be pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// The body that is to be moved, the free one if one is.
    pub body: String,
    /// The other.
    pub other: String,
    /// How far the body must be moved to leave the other \[m\]. Surfaces are looked at in some hundred points, so that it may be a
    /// little less than it should.
    pub depth: f64,
    /// Where to, in world axes: a unit vector.
    pub direction: DVec3,
    /// How far the skins between them can be pressed \[m\]; nothing between plain surfaces, and none if they pass through each other.
    pub pads: Option<f64>,
    /// The body whose joint moves the other: it may be opened instead.
    pub joint_of: Option<String>,
    /// The body overlaps with a third one, out of which it must be moved the opposite way.
    pub is_wedged: bool,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { body, other, direction: d, .. } = self;
        let depth = self.depth * 1e3;
        write!(f, "`{body}` begins {depth:.1} mm inside `{other}`, ")?;
        match self.pads {
            Some(0.0) => f.write_str("and the surfaces between them are hard")?,
            Some(pads) => write!(f, "and the surfaces between them yield {:.1} mm", pads * 1e3)?,
            None => f.write_str("and they pass through each other without a force")?,
        }
        let [x, y, z] = d.to_array().map(|x| (x * 100.0).round() / 100.0 + 0.0);
        match (&self.joint_of, self.is_wedged) {
            (Some(joint), true) => return write!(f, "; open the joint of `{joint}`: `{body}` is wedged in"),
            (None, true) => write!(f, "; `{body}` is wedged in: make room for it")?,
            (_, false) => write!(f, "; move `{body}` by {depth:.1} mm along ({x}, {y}, {z})")?,
        }
        match (&self.joint_of, self.pads) {
            (Some(joint), _) => write!(f, ", or open the joint of `{joint}`"),
            (None, None) => f.write_str(", or exclude the pair"),
            (None, Some(_)) => Ok(()),
        }
    }
}

/// A shape where it is, with points of its surface.
struct Placed<'a> {
    id: ShapeId,
    mounted: &'a MountedShape,
    pose: Pose,
    /// Centre and radius of a ball about it, in the world; none if it has no end.
    ball: Option<(DVec3, f64)>,
    /// In its own frame, found when they are needed.
    points: std::cell::OnceCell<Vec<DVec3>>,
}

/// Centre and half size of the box about a shape, in its frame.
pub(crate) fn bounds(shape: &Shape) -> Option<(DVec3, DVec3)> {
    let round = |radius: f64, height: f64| DVec3::new(radius, radius, height);
    let half = match shape {
        Shape::HalfSpace(_) => return None,
        Shape::Sphere(s) => DVec3::splat(s.radius()),
        Shape::Cuboid(s) => s.half_extents(),
        Shape::Cylinder(s) => round(s.radius(), s.half_height()),
        Shape::Capsule(s) => round(s.radius(), s.half_height() + s.radius()),
        Shape::Ellipsoid(s) => s.semi_axes(),
        Shape::Mesh(mesh) => {
            return Some((0.5 * (mesh.lower() + mesh.upper()), 0.5 * (mesh.upper() - mesh.lower())));
        }
    };
    Some((DVec3::ZERO, half))
}

/// Points of a shape's surface that are seen along the axes from the six sides of its box.
fn surface_points(shape: &Shape) -> Vec<DVec3> {
    let Some((centre, half)) = bounds(shape) else { return Vec::new() };
    // From border to border, but not along an edge.
    let along = |i: usize| (2.0 * i as f64 / (GRID - 1) as f64 - 1.0) * (1.0 - 1e-9);
    let axes = DVec3::AXES;
    let mut points = Vec::new();
    for (k, sign) in (0..3).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
        let (out, a, b) = (axes[k] * sign, axes[(k + 1) % 3], axes[(k + 2) % 3]);
        let length = 4.0 * half.dot(axes[k]);
        for (i, j) in (0..GRID).flat_map(|i| (0..GRID).map(move |j| (i, j))) {
            let origin = centre + half * (out * 2.0 + a * along(i) + b * along(j));
            let segment = Segment { origin, direction: -out, length };
            points.extend(shape.first_entry(&segment, 0.0).map(|hit| segment.at(hit.distance)));
        }
    }
    points
}

impl Placed<'_> {
    fn points(&self) -> impl Iterator<Item = DVec3> {
        let points = self.points.get_or_init(|| surface_points(&self.mounted.shape));
        points.iter().map(|p| self.pose.transform_point(*p))
    }

    fn may_meet(&self, other: &Self) -> bool {
        match (self.ball, other.ball) {
            (Some((a, r)), Some((b, s))) => (a - b).length() < r + s,
            (None, None) => false,
            (Some((centre, radius)), None) | (None, Some((centre, radius))) => {
                let plane = if self.ball.is_none() { self } else { other };
                plane.pose.inverse().transform_point(centre).z < radius
            }
        }
    }

    /// Whether points of the other's surface are inside.
    fn holds(&self, other: &Self) -> bool {
        let here = self.pose.inverse();
        let inside = |p: &DVec3| {
            let segment = Segment { origin: here.transform_point(*p), direction: DVec3::Z, length: 1.0 };
            self.mounted.shape.contains_start_of(&segment)
        };
        other.points().any(|p| inside(&p))
    }

    /// How far the other must go along `way` until no point of it is inside, nor has this still before it; infinite if that leads nowhere.
    fn way_out(&self, other: &Self, way: DVec3) -> f64 {
        let here = self.pose.inverse();
        let way = here.transform_vector(way);
        let out_of = |p: DVec3| {
            let far = match self.ball {
                Some((centre, radius)) => (p - centre).length() + 1.5 * radius,
                None if way.z > 0.5 => 1.0 + 4.0 * (p - self.pose.translation).length(),
                None => return f64::INFINITY,
            };
            let p = here.transform_point(p);
            let back = Segment { origin: p + way * far, direction: -way, length: far };
            self.mounted.shape.first_entry(&back, 0.0).map_or(0.0, |hit| far - hit.distance)
        };
        other.points().map(out_of).fold(0.0, f64::max)
    }
}

/// The shortest way for `a` out of `b` among those along the axes of both and from centre to centre: length and direction.
fn separation(a: &Placed, b: &Placed) -> Option<(f64, DVec3)> {
    if !b.holds(a) && !a.holds(b) {
        return None;
    }
    let mut ways: Vec<DVec3> =
        [a, b].iter().flat_map(|s| DVec3::AXES.map(|e| s.pose.rotation * e)).flat_map(|e| [e, -e]).collect();
    if let (Some((p, _)), Some((q, _))) = (a.ball, b.ball) {
        ways.extend((p - q).try_normalize());
    }
    let lengths = ways.into_iter().map(|way| (b.way_out(a, way).max(a.way_out(b, -way)), way));
    lengths.filter(|(length, _)| length.is_finite()).min_by(|x, y| x.0.total_cmp(&y.0))
}

impl World {
    /// Bodies that are inside each other now, farther than the surfaces between them can be pressed: a mistake of the scene most likely.
    ///
    /// Bodies that cannot move against each other, that a joint connects, or that are excluded from touching are left out, and overlaps
    /// below 0.1 mm. It takes some milliseconds for bodies that are near each other: ask once, at the start.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let model = self.model();
        let shapes: Vec<Placed> = model
            .shapes
            .iter()
            .enumerate()
            .map(|(i, mounted)| {
                let pose = self.pose(mounted.body).unwrap_or(Pose::IDENTITY) * mounted.pose;
                let ball = bounds(&mounted.shape).map(|(c, half)| (pose.transform_point(c), half.length()));
                Placed { id: ShapeId(i), mounted, pose, ball, points: std::cell::OnceCell::new() }
            })
            .collect();
        let mut worst: Vec<Overlap> = Vec::new();
        for (i, a) in shapes.iter().enumerate() {
            for b in shapes[..i]
                .iter()
                .filter(|b| model.may_collide(a.mounted.body, b.mounted.body) && a.may_meet(b))
            {
                let is_free =
                    |s: &Placed| model.bodies[topmost(model, s.mounted.body.0)].joint.kind == JointKind::Free;
                let rank = |s: &Placed| (is_free(s), model.movable[s.mounted.body.0]);
                let (moved, other) = if rank(a) >= rank(b) { (a, b) } else { (b, a) };
                let Some((depth, direction)) = separation(moved, other) else { continue };
                let pads = model.pads_between(moved, other);
                if depth <= pads.unwrap_or(0.0) + MEANT {
                    continue;
                }
                let name = |s: &Placed| model.bodies[s.mounted.body.0].name.clone();
                let carrier = topmost(model, other.mounted.body.0);
                let joint_of =
                    (model.movable[carrier] && !is_free(other)).then(|| model.bodies[carrier].name.clone());
                let found = Overlap {
                    body: name(moved),
                    other: name(other),
                    depth,
                    direction,
                    pads,
                    joint_of,
                    is_wedged: false,
                };
                match worst.iter_mut().find(|o| (&o.body, &o.other) == (&found.body, &found.other)) {
                    Some(known) if known.depth < depth => *known = found,
                    Some(_) => {}
                    None => worst.push(found),
                }
            }
        }
        let wedged = |one: &Overlap| {
            worst.iter().any(|two| one.body == two.body && one.direction.dot(two.direction) < -0.5)
        };
        let wedged: Vec<bool> = worst.iter().map(wedged).collect();
        for (overlap, is_wedged) in worst.iter_mut().zip(wedged) {
            overlap.is_wedged = is_wedged;
        }
        worst
    }
}

impl Model {
    /// Whether two bodies can be in each other's way: not rigidly joined, nor connected by one joint, nor excluded.
    pub fn may_collide(&self, a: BodyId, b: BodyId) -> bool {
        let (one, two) = (rigid_root(self, a.0), rigid_root(self, b.0));
        let excluded = self.excluded.iter().any(|&pair| pair == (a, b) || pair == (b, a));
        one != two && !joined(self, one, two) && !excluded
    }

    /// The same model with skins that look as deep as bodies overlap at the start, so that they are pushed out of each other: for worlds in
    /// which [`World::overlaps`] finds some. States of the one fit the other.
    #[must_use]
    pub fn reaching_out_of(mut self, overlaps: &[Overlap]) -> Self {
        let top = |body: &str| {
            let index = self.bodies.iter().position(|b| b.name == body);
            index.map(|index| topmost(&self, index))
        };
        let pairs: Vec<_> = overlaps.iter().map(|o| (top(&o.body), top(&o.other), o.depth)).collect();
        let deepest = |skin: &MountedSkin| {
            let wearer = Some(topmost(&self, skin.body.0));
            let feels = |body: Option<usize>| {
                let of = |shape: &ShapeId| Some(topmost(&self, self.shapes[shape.0].body.0));
                skin.targets.iter().any(|shape| of(shape) == body)
            };
            let depths =
                pairs.iter().filter(|(a, b, _)| wearer == *a && feels(*b) || wearer == *b && feels(*a));
            depths.map(|(.., depth)| *depth).fold(0.0, f64::max)
        };
        let depths: Vec<f64> = self.skins.iter().map(deepest).collect();
        for (skin, depth) in self.skins.iter_mut().zip(depths).filter(|(_, depth)| *depth > 0.0) {
            let reach = skin.skin.material().reach() + AT_AN_ANGLE * depth;
            skin.skin = Arc::new(Skin::clone(&skin.skin).reaching(reach));
        }
        self
    }

    /// How far the pads of skins that one of two bodies wears, and that feel the other, can be pressed in all.
    fn pads_between(&self, a: &Placed, b: &Placed) -> Option<f64> {
        let worn = |wearer: &Placed, felt: &Placed| {
            let top = topmost(self, wearer.mounted.body.0);
            let skins = self.skins.iter().filter(move |s| topmost(self, s.body.0) == top);
            skins
                .filter(|s| s.targets.contains(&felt.id))
                .map(|s| s.skin.material().max_penetration())
                .reduce(f64::max)
        };
        match (worn(a, b), worn(b, a)) {
            (None, None) => self.may_touch(a.mounted.body, b.mounted.body).then_some(0.0),
            (one, two) => Some(one.unwrap_or(0.0) + two.unwrap_or(0.0)),
        }
    }
}
