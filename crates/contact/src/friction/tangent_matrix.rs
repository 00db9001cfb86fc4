//! The one form that every friction derivative has.

use glam::{DMat3, DVec3};

/// `β I + a ⊗ b` on tangent vectors.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TangentMatrix {
    /// `β`, the part that acts alike in all tangent directions.
    pub isotropic: f64,
    /// Left vector of the rank-one part.
    pub a: DVec3,
    /// Right vector of the rank-one part.
    pub b: DVec3,
}

impl TangentMatrix {
    /// The zero matrix.
    pub const ZERO: Self = Self::isotropic(0.0);

    /// `β I`.
    #[inline]
    pub const fn isotropic(beta: f64) -> Self {
        Self { isotropic: beta, a: DVec3::ZERO, b: DVec3::ZERO }
    }

    /// Applied to a tangent vector.
    #[inline(always)]
    pub fn apply(&self, tangent: DVec3) -> DVec3 {
        tangent * self.isotropic + self.a * self.b.dot(tangent)
    }

    /// Multiplied by a number.
    #[inline(always)]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { isotropic: self.isotropic * factor, a: self.a, b: self.b * factor }
    }

    /// As a 3×3 matrix that ignores the part of its argument along the unit `normal`: `β (I − n⊗n) + a⊗b`.
    #[inline]
    pub fn in_plane_of(&self, normal: DVec3) -> DMat3 {
        DMat3::from_cols(
            (DVec3::X - normal * normal.x) * self.isotropic + self.a * self.b.x,
            (DVec3::Y - normal * normal.y) * self.isotropic + self.a * self.b.y,
            (DVec3::Z - normal * normal.z) * self.isotropic + self.a * self.b.z,
        )
    }
}
