//! Shapes as contact between bodies sees them.

use super::convex::{Convex, Face};
use super::polyhedron::{Polygons, Polyhedron};
use super::shell::Shell;
use crate::Shape;
use glam::DVec3;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::sync::Arc;

/// Corners of the polygon that stands for the end of a cylinder. Its area is that of the circle to 5 %, and one corner lies where the cylinder
/// reaches farthest.
const CORNERS_OF_A_CIRCLE: usize = 12;

/// A shape as contact between bodies sees it, in its own frame.
#[derive(Clone, Debug)]
pub struct Collider(pub(crate) Kind);

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Everything below the plane z = 0.
    HalfSpace,
    Solid(Primitive),
    Polyhedron(Arc<Polyhedron>),
    /// A mesh that is not convex.
    Shell(Arc<Shell>),
}

/// A convex solid with a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Primitive {
    Ball { radius: f64 },
    Capsule { half_height: f64, radius: f64 },
    Cuboid { half: DVec3 },
    Cylinder { half_height: f64, radius: f64 },
    Ellipsoid { semi_axes: DVec3 },
}

impl Collider {
    /// Makes a shape ready for contact. It takes a while for large meshes: make it once.
    pub fn new(shape: &Shape) -> Self {
        Self(match shape {
            Shape::HalfSpace(_) => Kind::HalfSpace,
            Shape::Sphere(s) => Kind::Solid(Primitive::Ball { radius: s.radius() }),
            Shape::Capsule(s) => {
                Kind::Solid(Primitive::Capsule { half_height: s.half_height(), radius: s.radius() })
            }
            Shape::Cuboid(s) => Kind::Solid(Primitive::Cuboid { half: s.half_extents() }),
            Shape::Cylinder(s) => {
                Kind::Solid(Primitive::Cylinder { half_height: s.half_height(), radius: s.radius() })
            }
            Shape::Ellipsoid(s) => Kind::Solid(Primitive::Ellipsoid { semi_axes: s.semi_axes() }),
            Shape::Mesh(mesh) => {
                let polygons = Polygons::of(mesh);
                if polygons.faces.len() <= MOST_FACES && polygons.are_convex() {
                    Kind::Polyhedron(Arc::new(Polyhedron::new(polygons)))
                } else {
                    Kind::Shell(Arc::new(Shell::new(polygons)))
                }
            }
        })
    }

    /// Lower and upper corner of the box around it, turned by `rotation` and moved to `translation`; none for what has no end.
    pub fn bounds(&self, pose: crate::Pose) -> Option<(DVec3, DVec3)> {
        let turn = pose.rotation_matrix();
        let about = |centre: DVec3, half: DVec3| {
            let (centre, reach) = (turn * centre + pose.translation, turn.abs() * half);
            Some((centre - reach, centre + reach))
        };
        let reaching = |body: &dyn Convex| {
            let back = turn.transpose();
            let reach = |direction: DVec3| (turn * body.support(back * direction)).dot(direction);
            let [x, y, z] = DVec3::AXES;
            let upper = DVec3::new(reach(x), reach(y), reach(z));
            let lower = -DVec3::new(reach(-x), reach(-y), reach(-z));
            Some((lower + pose.translation, upper + pose.translation))
        };
        match &self.0 {
            Kind::HalfSpace => None,
            Kind::Solid(Primitive::Ball { radius }) => {
                Some((pose.translation - *radius, pose.translation + *radius))
            }
            Kind::Solid(Primitive::Cuboid { half }) => about(DVec3::ZERO, *half),
            Kind::Solid(solid) => reaching(solid),
            Kind::Polyhedron(polyhedron) => reaching(&**polyhedron),
            Kind::Shell(shell) => about(shell.centre(), shell.half_extents()),
        }
    }

    pub(crate) fn convex(&self) -> Option<&dyn Convex> {
        match &self.0 {
            Kind::Solid(solid) => Some(solid),
            Kind::Polyhedron(polyhedron) => Some(&**polyhedron),
            Kind::HalfSpace | Kind::Shell(_) => None,
        }
    }
}

/// A convex mesh with more faces than this is looked at face by face, as those that are not convex are: what lies near is found faster.
const MOST_FACES: usize = 200;

/// The unit vector of a direction across z; along x if there is none.
fn across_z(direction: DVec3) -> DVec3 {
    direction.with_z(0.0).try_normalize().unwrap_or(DVec3::X)
}

impl Convex for Primitive {
    fn support(&self, d: DVec3) -> DVec3 {
        let end = |half_height: f64| DVec3::Z * half_height.copysign(d.z);
        match *self {
            Self::Ball { radius } => d.try_normalize().unwrap_or(DVec3::X) * radius,
            Self::Capsule { half_height, radius } => {
                end(half_height) + d.try_normalize().unwrap_or(DVec3::X) * radius
            }
            Self::Cuboid { half } => {
                DVec3::new(half.x.copysign(d.x), half.y.copysign(d.y), half.z.copysign(d.z))
            }
            Self::Cylinder { half_height, radius } => end(half_height) + across_z(d) * radius,
            Self::Ellipsoid { semi_axes } => {
                let scaled = d * semi_axes;
                semi_axes * scaled.try_normalize().unwrap_or(DVec3::X)
            }
        }
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn radius(&self) -> f64 {
        match *self {
            Self::Ball { radius } | Self::Capsule { radius, .. } => radius,
            _ => 0.0,
        }
    }

    fn core_support(&self, direction: DVec3, scale: f64) -> DVec3 {
        match *self {
            Self::Ball { .. } => DVec3::ZERO,
            Self::Capsule { half_height, .. } => DVec3::Z * half_height.copysign(direction.z),
            // Taken off everywhere alike, so that long and flat bodies keep their shape.
            Self::Cuboid { half } => {
                let off = (1.0 - scale) * half.min_element();
                Self::Cuboid { half: half - off }.support(direction)
            }
            Self::Cylinder { half_height, radius } => {
                let off = (1.0 - scale) * half_height.min(radius);
                Self::Cylinder { half_height: half_height - off, radius: radius - off }.support(direction)
            }
            Self::Ellipsoid { .. } => self.support(direction) * scale,
        }
    }

    fn face(&self, d: DVec3, face: &mut Face) {
        face.clear(d);
        match *self {
            Self::Ball { radius } => {
                face.corners.push(self.support(d));
                face.radius = radius;
            }
            Self::Ellipsoid { semi_axes } => {
                face.corners.push(self.support(d));
                // The mean of both curvatures: Gauss's is h⁴/(abc)², with h the distance of the plane that touches there.
                face.radius = semi_axes.element_product() / (semi_axes * d).length_squared();
            }
            Self::Capsule { half_height, radius } => {
                let (end, out) = (DVec3::Z * half_height, d * radius);
                face.corners.extend([out - end, out + end]);
                face.radius = radius;
            }
            Self::Cuboid { half } => {
                let size = d.abs();
                let axis = if size.x >= size.y && size.x >= size.z {
                    0
                } else if size.y >= size.z {
                    1
                } else {
                    2
                };
                let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
                let side = 1.0_f64.copysign(d[axis]);
                face.normal = DVec3::AXES[axis] * side;
                let corner = |s: f64, t: f64| {
                    let mut point = DVec3::ZERO;
                    (point[axis], point[a], point[b]) = (half[axis] * side, half[a] * s * side, half[b] * t);
                    point
                };
                face.corners.extend([
                    corner(1.0, 1.0),
                    corner(-1.0, 1.0),
                    corner(-1.0, -1.0),
                    corner(1.0, -1.0),
                ]);
            }
            Self::Cylinder { half_height, radius } => {
                let out = across_z(d);
                if d.z.abs() >= FRAC_1_SQRT_2 {
                    let side = 1.0_f64.copysign(d.z);
                    face.normal = DVec3::Z * side;
                    let across = face.normal.cross(out);
                    face.corners.extend((0..CORNERS_OF_A_CIRCLE).map(|i| {
                        let (sine, cosine) = (TAU * i as f64 / CORNERS_OF_A_CIRCLE as f64).sin_cos();
                        (out * cosine + across * sine) * radius + face.normal * half_height
                    }));
                } else {
                    let end = DVec3::Z * half_height;
                    face.corners.extend([out * radius - end, out * radius + end]);
                    (face.normal, face.radius) = (out, radius);
                }
            }
        }
    }

    fn normals_near(&self, direction: DVec3, least: f64, take: &mut dyn FnMut(DVec3)) {
        let axes: &[DVec3] = match self {
            Self::Cuboid { .. } => &DVec3::AXES,
            Self::Cylinder { .. } => &DVec3::AXES[2..],
            Self::Ball { .. } | Self::Capsule { .. } | Self::Ellipsoid { .. } => &[],
        };
        for axis in axes {
            let along = axis.dot(direction);
            if along.abs() >= least {
                take(axis * along.signum());
            }
        }
    }
}
