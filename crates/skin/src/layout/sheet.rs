//! A flat sheet of equal cells, and the surfaces that it can be bent over without changing their area.

use super::drape::Drape;
use super::error::LayoutError;
use bristle_geometry::{Pose, TriangleMesh};
use glam::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// Which way the axis of a cylinder lies under a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CylinderAxis {
    /// Along x, from row to row: every row is bent.
    #[default]
    X,
    /// Along y, from column to column: every column is bent.
    Y,
}

/// What a grid is bent over. A negative radius bends it inwards, like the inside of a pipe or bowl.
#[derive(Clone, Copy, Debug)]
pub enum Over<'m> {
    /// A cylinder: the sheet keeps all its lengths.
    Cylinder {
        /// Radius \[m\].
        radius: f64,
        /// Direction of its axis.
        axis: CylinderAxis,
    },
    /// The cap of a ball, by Lambert's azimuthal equal-area map: cells keep their area, and those at an angle θ from the
    /// middle are longer by 1/cos(θ/2) one way and shorter by as much the other.
    Cap {
        /// Radius \[m\].
        radius: f64,
    },
    /// The side of a mesh that faces the grid. The lines through the middle keep their lengths, and all cells are of the
    /// same area.
    Mesh {
        /// The surface, in the skin's frame.
        mesh: &'m TriangleMesh,
        /// Where the middle of the flat grid is, in the skin's frame; its z axis points out of the mesh.
        frame: Pose,
    },
}

/// A sheet with equal cells, flat or bent, in the skin's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// `X_SG`: frame of the flat grid, in the skin's.
    frame: Pose,
    /// From one row and from one column to the next \[m\].
    pub(super) pitch: DVec2,
    bend: Bend,
}

#[derive(Clone, Debug, PartialEq)]
enum Bend {
    Flat,
    Cylinder { radius: f64, axis: CylinderAxis },
    Cap { radius: f64 },
    Mesh(Arc<Drape>),
}

impl Sheet {
    /// A flat one in the plane z = 0.
    pub(super) fn flat(pitch: DVec2) -> Self {
        Self { frame: Pose::IDENTITY, pitch, bend: Bend::Flat }
    }

    /// A sheet of `size` \[m\] bent over a surface.
    pub(super) fn bent(pitch: DVec2, size: DVec2, over: Over) -> Result<Self, LayoutError> {
        let too_curved = |surface, radius: f64, most: f64| {
            // Written so that a radius which is not a number fails, too.
            let possible = radius.is_finite() && radius != 0.0;
            let angle = match surface {
                "cylinder" => 0.5 * most / radius.abs(),
                _ => 2.0 * (0.5 * most / (2.0 * radius.abs())).min(1.0).asin(),
            };
            let allowed = if surface == "cylinder" { PI } else { FRAC_PI_2 };
            if possible && angle <= allowed * (1.0 + 1e-12) {
                Ok(())
            } else {
                Err(LayoutError::TooCurved { surface, radius, angle, allowed })
            }
        };
        let (frame, bend) = match over {
            Over::Cylinder { radius, axis } => {
                let around = if axis == CylinderAxis::X { size.y } else { size.x };
                too_curved("cylinder", radius, around)?;
                (Pose::IDENTITY, Bend::Cylinder { radius, axis })
            }
            Over::Cap { radius } => {
                too_curved("cap", radius, size.length())?;
                (Pose::IDENTITY, Bend::Cap { radius })
            }
            Over::Mesh { mesh, frame } => (frame, Bend::Mesh(Arc::new(Drape::new(mesh, frame, size)?))),
        };
        Ok(Self { frame, pitch, bend })
    }

    /// Area of a cell \[m²\] in a sheet of `cells` cells.
    pub(super) fn cell_area(&self, cells: usize) -> f64 {
        match &self.bend {
            Bend::Mesh(drape) => drape.area() / cells as f64,
            _ => self.pitch.x * self.pitch.y,
        }
    }

    /// Where a point of the flat sheet \[m\] comes to lie, and the direction out of the surface there.
    pub(super) fn point(&self, flat: DVec2) -> (DVec3, DVec3) {
        let (position, direction) = match &self.bend {
            Bend::Flat => (flat.extend(0.0), DVec3::Z),
            Bend::Cylinder { radius, axis } => {
                let (along, around) = match axis {
                    CylinderAxis::X => (flat.x, flat.y),
                    CylinderAxis::Y => (flat.y, flat.x),
                };
                let (sine, cosine) = (around / radius).sin_cos();
                // 1 − cos as a square keeps its digits where the sheet is nearly flat.
                let down = 2.0 * (0.5 * around / radius).sin().powi(2);
                let place = |along: f64, around: f64, up: f64| match axis {
                    CylinderAxis::X => DVec3::new(along, around, up),
                    CylinderAxis::Y => DVec3::new(around, along, up),
                };
                (place(along, radius * sine, -radius * down), place(0.0, sine, cosine))
            }
            Bend::Cap { radius } => {
                let half = flat / (2.0 * radius); // sin(θ/2) in its direction
                let square = half.length_squared().min(1.0);
                let cosine = (1.0 - square).sqrt(); // cos(θ/2)
                let direction = (2.0 * half * cosine).extend(1.0 - 2.0 * square);
                ((flat * cosine).extend(-2.0 * radius * square), direction.normalize())
            }
            Bend::Mesh(drape) => drape.point(flat),
        };
        (self.frame.transform_point(position), self.frame.transform_vector(direction))
    }

    pub(super) fn posed(&mut self, pose: Pose) {
        self.frame = pose * self.frame;
    }
}
