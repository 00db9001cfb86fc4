//! Mass properties.

use crate::ModelError;
use bristle_geometry::{Pose, Shape, TriangleMesh};
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// How heavy a solid is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// Mass per volume \[kg/m³\].
    Density(f64),
    /// Mass in all \[kg\].
    Total(f64),
}

/// Mass, centre and moments of a body, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inertia {
    /// Mass \[kg\].
    pub mass: f64,
    /// Centre of mass \[m\].
    pub centre: DVec3,
    /// Inertia tensor about the centre of mass \[kg·m²\].
    pub about_centre: DMat3,
}

/// Second moments of a unit of mass spread evenly over a box of the given half sides.
fn box_moments(half: DVec3) -> DMat3 {
    let s = half * half / 3.0;
    DMat3::from_diagonal(DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y))
}

/// What a point of unit mass at `r` adds about the origin: `r²I − rrᵀ`.
fn point_moments(r: DVec3) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(r.length_squared())) - DMat3::from_cols(r * r.x, r * r.y, r * r.z)
}

impl Inertia {
    /// A body without mass: allowed for bodies that only carry others.
    pub const ZERO: Self = Self { mass: 0.0, centre: DVec3::ZERO, about_centre: DMat3::ZERO };

    /// A point mass \[kg\] at a place \[m\].
    pub fn point(mass: f64, at: DVec3) -> Self {
        Self { mass, centre: at, about_centre: DMat3::ZERO }
    }

    /// A homogeneous mesh, which must be closed.
    pub fn of_mesh(mesh: &TriangleMesh, mass: Mass) -> Result<Self, ModelError> {
        let unit = mesh.mass_properties().map_err(|why| ModelError::NoMass { why: why.to_string() })?;
        Self { mass: unit.volume, centre: unit.centre, about_centre: unit.inertia }.weighing(mass)
    }

    /// A homogeneous solid. A half-space has no mass.
    pub fn of_shape(shape: &Shape, mass: Mass) -> Result<Self, ModelError> {
        let centred = |volume: f64, unit_moments: DMat3| Self {
            mass: volume,
            centre: DVec3::ZERO,
            about_centre: unit_moments * volume,
        };
        let unit = match shape {
            Shape::HalfSpace(_) => {
                return Err(ModelError::NoMass {
                    why: "a half-space is infinite; fix it to the world".into(),
                });
            }
            Shape::Sphere(s) => {
                let r = s.radius();
                centred(4.0 / 3.0 * PI * r.powi(3), DMat3::from_diagonal(DVec3::splat(0.4 * r * r)))
            }
            Shape::Cuboid(s) => {
                let half = s.half_extents();
                centred(8.0 * half.x * half.y * half.z, box_moments(half))
            }
            Shape::Ellipsoid(s) => {
                let r = s.semi_axes();
                let q = r * r / 5.0;
                let moments = DMat3::from_diagonal(DVec3::new(q.y + q.z, q.z + q.x, q.x + q.y));
                centred(4.0 / 3.0 * PI * r.x * r.y * r.z, moments)
            }
            Shape::Cylinder(s) => {
                let (r, half) = (s.radius(), s.half_height());
                let across = r * r / 4.0 + half * half / 3.0;
                let moments = DMat3::from_diagonal(DVec3::new(across, across, r * r / 2.0));
                centred(2.0 * PI * r * r * half, moments)
            }
            Shape::Capsule(s) => capsule(s.radius(), s.half_height()),
            Shape::Mesh(_) => {
                let why = "a prepared surface keeps no solid; use Inertia::of_mesh with its mesh".into();
                return Err(ModelError::NoMass { why });
            }
        };
        unit.weighing(mass)
    }

    /// The same body with another mass, `self` being one of unit density.
    fn weighing(self, mass: Mass) -> Result<Self, ModelError> {
        let (value, factor) = match mass {
            Mass::Density(density) => (density, density),
            Mass::Total(total) => (total, total / self.mass),
        };
        if !(value > 0.0 && value.is_finite()) {
            let what = if matches!(mass, Mass::Density(_)) { "density" } else { "mass" };
            return Err(ModelError::NoMass {
                why: format!("{what} is {value}; it must be positive and finite"),
            });
        }
        Ok(Self { mass: self.mass * factor, centre: self.centre, about_centre: self.about_centre * factor })
    }

    /// Two bodies joined rigidly, both given in one frame.
    #[must_use]
    pub fn combined(self, other: Self) -> Self {
        let mass = self.mass + other.mass;
        if mass == 0.0 {
            return Self { about_centre: self.about_centre + other.about_centre, ..self };
        }
        let centre = (self.centre * self.mass + other.centre * other.mass) / mass;
        let about = |part: Self| part.about_centre + point_moments(part.centre - centre) * part.mass;
        Self { mass, centre, about_centre: about(self) + about(other) }
    }

    /// The same body given in frame A, from its description in frame B and `X_AB`.
    #[must_use]
    pub fn posed(self, pose: Pose) -> Self {
        let r = pose.rotation_matrix();
        Self {
            mass: self.mass,
            centre: pose.transform_point(self.centre),
            about_centre: r * self.about_centre * r.transpose(),
        }
    }

    /// Refuses what no body can have: negative or non-finite mass, moments that break the triangle inequality.
    pub(crate) fn check(&self, whose: &str) -> Result<(), ModelError> {
        let bad = |why: String| Err(ModelError::BadInertia { body: whose.into(), why });
        if !(self.mass >= 0.0 && self.mass.is_finite()) {
            return bad(format!("mass is {} kg; it must be finite and not negative", self.mass));
        }
        if !self.centre.is_finite() || !self.about_centre.is_finite() {
            return bad("centre of mass and inertia must be finite".into());
        }
        let i = &self.about_centre;
        let size = i.x_axis.x.abs() + i.y_axis.y.abs() + i.z_axis.z.abs();
        if (i.transpose() - *i).abs_diff_eq(DMat3::ZERO, 1e-9 * size) {
            // For every axis: the moments of any two axes sum to more than the third. Equivalent to the matrix
            // (trace/2) I − inertia having no negative eigenvalue.
            let half_trace = 0.5 * (i.x_axis.x + i.y_axis.y + i.z_axis.z);
            let spread = DMat3::from_diagonal(DVec3::splat(half_trace)) - *i;
            if !is_positive_semidefinite(spread, 1e-9 * size) {
                return bad(format!(
                    "inertia {i:?} kg·m² belongs to no body: two moments must sum to at least the third"
                ));
            }
            return Ok(());
        }
        bad("inertia must be symmetric".into())
    }
}

fn is_positive_semidefinite(m: DMat3, slack: f64) -> bool {
    let m = m + DMat3::from_diagonal(DVec3::splat(slack));
    let first = m.x_axis.x;
    let second = m.x_axis.x * m.y_axis.y - m.y_axis.x * m.x_axis.y;
    first >= 0.0 && second >= -slack * slack && m.determinant() >= -slack.powi(3)
}

/// Cylinder with two half spheres, axis along z.
fn capsule(r: f64, half: f64) -> Inertia {
    let (cylinder, ball) = (2.0 * PI * r * r * half, 4.0 / 3.0 * PI * r.powi(3));
    let along = cylinder * r * r / 2.0 + ball * 0.4 * r * r;
    // Half spheres: centre 3r/8 beyond the cylinder's ends.
    let offset = half * half + 0.75 * half * r;
    let across = cylinder * (r * r / 4.0 + half * half / 3.0) + ball * (0.4 * r * r + offset);
    Inertia {
        mass: cylinder + ball,
        centre: DVec3::ZERO,
        about_centre: DMat3::from_diagonal(DVec3::new(across, across, along)),
    }
}
