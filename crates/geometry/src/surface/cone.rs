//! A cone of normals: which way a whole group of triangles faces, in four bytes.

use glam::DVec3;

/// Bounds the unit normals of a group of triangles: all lie within an angle of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    axis: [i8; 3],
    /// Cosine of the half angle in 255ths, rounded down; 0 if nothing can be concluded.
    cosine: u8,
}

impl Cone {
    /// The normals point anywhere, or some triangle has an open edge.
    pub(super) const ANYWHERE: Self = Self { axis: [0, 0, 1], cosine: 0 };

    pub(super) fn around(normals: impl Iterator<Item = DVec3> + Clone) -> Self {
        let sum: DVec3 = normals.clone().sum();
        if sum.length() < 1e-6 {
            return Self::ANYWHERE;
        }
        // The axis as stored, so that its rounding widens the cone instead of falsifying it.
        let axis = (sum.normalize() * 127.0).round().to_array().map(|c| c as i8);
        let stored = Self { axis, cosine: 0 }.unit_axis();
        let cosine = normals.map(|n| n.dot(stored)).fold(1.0, f64::min);
        Self { axis, cosine: (cosine * 255.0 - 1e-6).clamp(0.0, 255.0) as u8 }
    }

    fn unit_axis(self) -> DVec3 {
        let [x, y, z] = self.axis;
        DVec3::new(x.into(), y.into(), z.into()).normalize()
    }

    /// True only if every normal `n` has `−n·direction ≥ squarely`.
    #[inline]
    pub(super) fn faces(self, direction: DVec3, squarely: f64) -> bool {
        let cosine = f64::from(self.cosine) / 255.0;
        if cosine <= squarely {
            return false;
        }
        // cos(acos(squarely) − half angle), by the addition theorem.
        let sine = ((1.0 - cosine * cosine) * (1.0 - squarely * squarely)).sqrt();
        -self.unit_axis().dot(direction) >= squarely * cosine + sine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cone_answers_for_every_normal_in_it() {
        // Normals on a ring of 20° about an oblique axis: seen from there, each has −n·u = cos 20° = 0.9397.
        let axis = DVec3::new(0.3, -0.7, 1.1).normalize();
        let (right, up) = axis.any_orthonormal_pair();
        let ring = (0..12).map(|i| {
            let (s, c) = (f64::from(i) * std::f64::consts::FRAC_PI_6).sin_cos();
            axis * 20f64.to_radians().cos() + (right * c + up * s) * 20f64.to_radians().sin()
        });
        let cone = Cone::around(ring.clone());
        assert!(cone.faces(-axis, 0.90));
        assert!(!cone.faces(-axis, 0.95), "no normal is that square to the axis");
        assert!(!cone.faces(axis, 0.1), "seen from behind");
        // From 60° beside the axis the worst normal is at 80°: cos 80° = 0.174.
        let aside = axis * 60f64.to_radians().cos() + right * 60f64.to_radians().sin();
        assert!(cone.faces(-aside, 0.15) && !cone.faces(-aside, 0.18));
    }

    #[test]
    fn opposite_normals_allow_no_conclusion() {
        let cone = Cone::around([DVec3::X, -DVec3::X].into_iter());
        assert!(!cone.faces(-DVec3::X, 0.0));
    }
}
