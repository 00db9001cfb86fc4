//! Volume, centre of mass and inertia of the solid that a closed mesh bounds.
//!
//! A closed surface cuts space into signed tetrahedra between a reference point and each triangle; the integrals of
//! 1, x and x xᵀ over a tetrahedron are polynomials in its corners, so the sums are exact up to rounding:
//!
//! ```text
//! d = a · (b × c)        ∫ 1 = d / 6        ∫ x = d / 24 · s,   s = a + b + c
//! ∫ x xᵀ = d / 120 · (s sᵀ + a aᵀ + b bᵀ + c cᵀ)
//! ```

use super::adjacency::sorted_half_edges;
use super::{MeshError, TriangleMesh};
use glam::{DMat3, DVec3};

/// A volume below this share of the box's longest side cubed cannot be told from rounding.
const VOLUME_FLOOR: f64 = 1e-13;

/// What a solid of uniform density weighs and how it resists turning, per unit of density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Volume \[m³\]; times the density it is the mass.
    pub volume: f64,
    /// Centre of mass, in the frame of the mesh \[m\].
    pub centre: DVec3,
    /// Inertia tensor about the centre of mass, in the axes of the mesh, for a density of 1 kg/m³ \[kg m²\].
    pub inertia: DMat3,
}

/// Why a mesh bounds no solid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MassError {
    /// The mesh itself cannot serve.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// It has holes.
    #[error(
        "the mesh is open at {edges} edges: only a closed mesh has a volume; `bristle mesh` tells more, and sews up seams with `--repair`"
    )]
    Open {
        /// Edges with an odd number of triangles.
        edges: usize,
    },
    /// Its triangles disagree about what is outside.
    #[error("the triangles wind opposite ways across {edges} edges: repair the mesh first")]
    InconsistentWinding {
        /// Edges that are run more often one way than the other.
        edges: usize,
    },
    /// It is inside out, or flat.
    #[error("the volume is {volume:e} m³: it must be positive; repair the mesh if it is inside out")]
    NoVolume {
        /// The signed volume \[m³\].
        volume: f64,
    },
}

impl TriangleMesh {
    /// Volume, centre of mass and inertia of the solid that this mesh bounds, per unit of density.
    pub fn mass_properties(&self) -> Result<MassProperties, MassError> {
        self.validate()?;
        self.refuse_leaks()?;
        // From the middle of the box: moments about a distant origin would cancel to nothing.
        let (low, high) = self.bounds().unwrap_or_default();
        let reference = 0.5 * (low + high);
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for index in 0..self.triangles.len() {
            let [a, b, c] = self.corners(index).map(|p| p - reference);
            let d = a.dot(b.cross(c));
            let s = a + b + c;
            volume += d / 6.0;
            first += d / 24.0 * s;
            second += (outer(s) + outer(a) + outer(b) + outer(c)) * (d / 120.0);
        }
        let extent = (high - low).max_element();
        // Asked this way round, an overflow to NaN is refused too.
        let is_solid = volume > VOLUME_FLOOR * extent.powi(3);
        if !is_solid {
            return Err(MassError::NoVolume { volume });
        }
        let offset = first / volume;
        let about_centre = second - outer(offset) * volume;
        let trace = about_centre.x_axis.x + about_centre.y_axis.y + about_centre.z_axis.z;
        Ok(MassProperties {
            volume,
            centre: reference + offset,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - about_centre,
        })
    }

    /// The integrals hold as long as every edge is run as often one way as the other, however many triangles meet.
    fn refuse_leaks(&self) -> Result<(), MassError> {
        let (mut open, mut inconsistent) = (0, 0);
        for side in sorted_half_edges(&self.triangles).chunk_by(|a, b| a.edge == b.edge) {
            if side[0].is_point() {
                continue;
            }
            let upwards = side.iter().filter(|h| h.directed(&self.triangles) == h.ends()).count();
            if side.len() % 2 == 1 {
                open += 1;
            } else if 2 * upwards != side.len() {
                inconsistent += 1;
            }
        }
        match (open, inconsistent) {
            (0, 0) => Ok(()),
            (0, edges) => Err(MassError::InconsistentWinding { edges }),
            (edges, _) => Err(MassError::Open { edges }),
        }
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
