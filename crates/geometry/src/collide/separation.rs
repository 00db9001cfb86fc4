//! The normal along which two convex bodies are farthest apart, or overlap least.

use super::collider::Primitive;
use super::convex::Convex;
use super::gjk::{Closest, closest};
use crate::Pose;
use glam::{DMat3, DVec3};

/// Plane faces win over edges and curved surfaces that separate by no more than this share of the gap's scale: a patch is more than a point.
const PREFER_FACES: f64 = 1e-9;

/// Normals of faces that are compared with the one found have at least this cosine with it.
const NEAR: f64 = 0.5;

/// Bodies are shrunk to cores, whose closest points tell the normal: by the first of these factors that takes the cores apart. Thin things that hit each other are half as
/// deep in each other as they are thick. Then they are looked at again, shrunk by no more than it takes, and at least by the second.
const CORES: [f64; 4] = [0.98, 0.8, 0.4, 0.05];
const LEAST_SHRINKING: f64 = 1e-4;

/// Two convex bodies, the second at a pose in the frame of the first.
#[derive(Clone, Copy)]
pub(crate) struct ConvexPair<'a> {
    pub(crate) a: &'a dyn Convex,
    pub(crate) b: &'a dyn Convex,
    pub(crate) pose: Pose,
    turn: DMat3,
}

/// A normal from the first body to the second, and the gap along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Separation {
    pub(crate) normal: DVec3,
    /// Negative where they overlap \[m\].
    pub(crate) gap: f64,
}

impl<'a> ConvexPair<'a> {
    pub(crate) fn new(a: &'a dyn Convex, b: &'a dyn Convex, pose: Pose) -> Self {
        Self { a, b, pose, turn: pose.rotation_matrix() }
    }

    /// A direction of the first frame in the second.
    pub(crate) fn in_b(&self, direction: DVec3) -> DVec3 {
        self.turn.transpose() * direction
    }

    /// The points that reach farthest towards each other along a normal, both in the first frame.
    pub(crate) fn supports(&self, normal: DVec3) -> [DVec3; 2] {
        let on_b = self.b.support(self.in_b(-normal));
        [self.a.support(normal), self.turn * on_b + self.pose.translation]
    }

    /// The gap along a normal.
    pub(crate) fn gap(&self, normal: DVec3) -> f64 {
        let [on_a, on_b] = self.supports(normal);
        (on_b - on_a).dot(normal)
    }

    /// The normal with the largest gap; none if the bodies are farther apart than `reach` \[m\].
    pub(crate) fn separate(&self, reach: f64) -> Option<Separation> {
        let found = self.closest_of_cores();
        let (near, least) = match found {
            Some(closest) => (closest.direction, NEAR),
            // Deep inside each other: any face may be the one to leave by.
            None => {
                let apart = self.pose.transform_point(self.b.centre()) - self.a.centre();
                (apart.try_normalize().unwrap_or(DVec3::Z), -1.0)
            }
        };
        let mut best = Separation { normal: near, gap: self.gap(near) };
        if best.gap > reach {
            return None;
        }
        let margin = PREFER_FACES * self.scale();
        let mut take = |normal: DVec3| {
            let gap = self.gap(normal);
            if gap + margin > best.gap {
                best = Separation { normal, gap };
            }
        };
        self.a.normals_near(near, least, &mut take);
        self.b.normals_near(self.in_b(-near), least, &mut |normal| take(-(self.turn * normal)));
        Some(best).filter(|best| best.gap <= reach)
    }

    /// The closest points of the bodies' cores.
    pub(crate) fn closest_of_cores(&self) -> Option<Closest> {
        let found = CORES.into_iter().find_map(|scale| closest(self.a, self.b, self.pose, scale))?;
        let normal = found.direction;
        let [on_a, on_b] = self.supports(normal);
        let depth = (on_a - on_b).dot(normal);
        let scale = if depth < 0.0 {
            1.0
        } else {
            let centre = self.pose.transform_point(self.b.centre());
            let sizes = (on_a - self.a.centre()).dot(normal) + (centre - on_b).dot(normal);
            1.0 - (2.0 * depth / sizes).clamp(LEAST_SHRINKING, 1.0 - CORES[CORES.len() - 1])
        };
        Some(closest(self.a, self.b, self.pose, scale).unwrap_or(found))
    }

    /// About how large the bodies are \[m\].
    fn scale(&self) -> f64 {
        let size = |body: &dyn Convex| (body.support(DVec3::ONE) - body.centre()).length();
        size(self.a).min(size(self.b))
    }
}

/// The same for two boxes with these half sides, without a search: all axes that can separate them are tried.
pub(crate) fn separate_boxes(a: DVec3, b: DVec3, pose: Pose, reach: f64) -> Option<Separation> {
    let turn = pose.rotation_matrix();
    let axes_b = [turn.x_axis, turn.y_axis, turn.z_axis];
    let apart = pose.translation;
    let half_along = |n: DVec3| {
        a.dot(n.abs())
            + b.x * n.dot(axes_b[0]).abs()
            + b.y * n.dot(axes_b[1]).abs()
            + b.z * n.dot(axes_b[2]).abs()
    };
    let towards = |n: DVec3| if n.dot(apart) < 0.0 { -n } else { n };
    let mut best = Separation { normal: DVec3::Z, gap: f64::NEG_INFINITY };
    for axis in DVec3::AXES.into_iter().chain(axes_b) {
        let normal = towards(axis);
        let gap = normal.dot(apart) - half_along(normal);
        if gap > best.gap {
            best = Separation { normal, gap };
        }
        if gap > reach {
            return None;
        }
    }
    let margin = PREFER_FACES * (a.length() + b.length());
    for e in DVec3::AXES {
        for f in axes_b {
            let cross = e.cross(f);
            let square = cross.length_squared();
            // Edges that are nearly parallel separate no better than faces.
            if square < 1e-8 {
                continue;
            }
            let normal = towards(cross / square.sqrt());
            let gap = normal.dot(apart) - half_along(normal);
            if gap > reach {
                return None;
            }
            if gap > best.gap + margin {
                best = Separation { normal, gap };
            }
        }
    }
    Some(best)
}

/// From the centre of a ball to the nearest point of a solid's surface: outward normal there, and the distance, negative inside.
pub(crate) fn from_surface(solid: &Primitive, point: DVec3) -> (DVec3, f64) {
    match *solid {
        Primitive::Ball { radius } => (point.try_normalize().unwrap_or(DVec3::Z), point.length() - radius),
        Primitive::Capsule { half_height, radius } => {
            let away = point - DVec3::Z * point.z.clamp(-half_height, half_height);
            (away.try_normalize().unwrap_or(DVec3::X), away.length() - radius)
        }
        Primitive::Cuboid { half } => {
            let beyond = point.abs() - half;
            let sign = |x: f64| 1.0_f64.copysign(x);
            let signs = DVec3::new(sign(point.x), sign(point.y), sign(point.z));
            let outside = beyond.max(DVec3::ZERO);
            if let Some(normal) = outside.try_normalize() {
                return (normal * signs, outside.length());
            }
            nearest_face(beyond, signs)
        }
        Primitive::Cylinder { half_height, radius } => {
            let across = point.with_z(0.0);
            let out = across.try_normalize().unwrap_or(DVec3::X);
            let beyond = DVec3::new(across.length() - radius, f64::NEG_INFINITY, point.z.abs() - half_height);
            let up = 1.0_f64.copysign(point.z);
            let outside = beyond.max(DVec3::ZERO);
            if outside != DVec3::ZERO {
                let distance = outside.length();
                return ((out * outside.x + DVec3::Z * (outside.z * up)) / distance, distance);
            }
            if beyond.x > beyond.z { (out, beyond.x) } else { (DVec3::Z * up, beyond.z) }
        }
        Primitive::Ellipsoid { semi_axes } => from_ellipsoid(semi_axes, point),
    }
}

fn nearest_face(beyond: DVec3, signs: DVec3) -> (DVec3, f64) {
    let axis = (0..3).max_by(|&i, &j| beyond[i].total_cmp(&beyond[j])).unwrap_or(2);
    (DVec3::AXES[axis] * signs[axis], beyond[axis])
}

/// The foot `x` of a point `p` has `p − x = t x/a²` for some `t`; with `x = a² p/(a² + t)` on the ellipsoid, by bisection and Newton's method on `t`.
fn from_ellipsoid(semi_axes: DVec3, point: DVec3) -> (DVec3, f64) {
    let square = semi_axes * semi_axes;
    let least = square.min_element();
    let outside = |t: f64| (semi_axes * point / (square + t)).length_squared() - 1.0;
    let (mut low, mut high) = (-least * (1.0 - 1e-12), semi_axes.max_element() * point.length() + least);
    let mut t = 0.0;
    for _ in 0..100 {
        let value = outside(t);
        if value > 0.0 {
            low = t
        } else {
            high = t
        }
        let ratio = semi_axes * point / (square + t);
        let slope = -2.0 * (ratio * ratio / (square + t)).element_sum();
        let newton = t - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - t).abs() <= 1e-16 * least {
            break;
        }
        t = next;
    }
    let foot = square * point / (square + t);
    let normal = (foot / square).try_normalize().unwrap_or(DVec3::Z);
    (normal, (point - foot).dot(normal))
}
