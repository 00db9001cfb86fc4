//! Carrying a bristle along when the contact plane turns.

use glam::DVec3;

/// Below this, `1 + n_old·n_new` has lost the digits that say which way to turn.
pub const ANTIPARALLEL: f64 = 1e-12;

/// `deflection` \[m\], tangent to the unit normal `n_old`, turned by the smallest rotation that takes `n_old` to the
/// unit normal `n_new` (RO-1).
///
/// Its length is kept and the result is tangent to `n_new`. Opposite normals leave the direction open; such a
/// contact is a new one, so the deflection is zero.
#[inline]
pub fn rotate_deflection(deflection: DVec3, n_old: DVec3, n_new: DVec3) -> DVec3 {
    if n_old == n_new {
        return deflection;
    }
    let cosine_plus_one = 1.0 + n_old.dot(n_new);
    if cosine_plus_one < ANTIPARALLEL {
        return DVec3::ZERO;
    }
    let turned = deflection - (n_old + n_new) * (deflection.dot(n_new) / cosine_plus_one);
    // Round-off along the normal would pile up over millions of steps.
    turned - n_new * turned.dot(n_new)
}
