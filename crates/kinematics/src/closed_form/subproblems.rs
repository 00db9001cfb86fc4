//! Rotations about given axes that bring vectors together: the pieces that closed forms are made of (Paden 1986; Elias and Wen 2022, in whose order they are numbered here).

use glam::DVec3;

/// A result that rounding has taken beyond the end of its range by less than this share is at the end.
const ROUND_OFF: f64 = 1e-11;

/// Vectors shorter than this share of their scale point nowhere.
pub(crate) const NOWHERE: f64 = 1e-9;

/// Up to two angles \[rad\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Angles {
    /// No rotation does it; it lacks so much, in the unit of the equation.
    None { lacking: f64 },
    /// Two that may be equal.
    Two([f64; 2]),
    /// Every rotation does it.
    Any,
}

/// 1: the angle of the rotation about `axis` that takes `p` to `q`, or nearest to it; none if either lies on the axis.
pub(crate) fn towards(axis: DVec3, p: DVec3, q: DVec3) -> Option<f64> {
    let (p, q) = (p - axis * axis.dot(p), q - axis * axis.dot(q));
    let scale = p.length() * q.length();
    let (sine, cosine) = (axis.dot(p.cross(q)), p.dot(q));
    (scale > 0.0 && sine.hypot(cosine) > 0.0).then(|| sine.atan2(cosine))
}

/// 4: `along · R(axis, θ) p = distance`.
pub(crate) fn to_plane(along: DVec3, axis: DVec3, p: DVec3, distance: f64) -> Angles {
    let constant = axis.dot(p) * along.dot(axis);
    let (cosine, sine) = (along.dot(p - axis * axis.dot(p)), along.dot(axis.cross(p)));
    let wanted = distance - constant;
    let largest = cosine.hypot(sine);
    let scale = along.length() * p.length() + distance.abs();
    if largest <= NOWHERE * scale {
        return match wanted.abs() <= NOWHERE * scale {
            true => Angles::Any,
            false => Angles::None { lacking: wanted.abs() },
        };
    }
    let beyond = wanted.abs() - largest;
    if beyond > ROUND_OFF * scale {
        return Angles::None { lacking: beyond };
    }
    let middle = sine.atan2(cosine);
    let half = ((largest - wanted) * (largest + wanted)).max(0.0).sqrt().atan2(wanted);
    Angles::Two([middle - half, middle + half])
}

/// 3: `|R(axis, θ) p − q| = distance`.
pub(crate) fn to_distance(axis: DVec3, p: DVec3, q: DVec3, distance: f64) -> Angles {
    // Across the axis, where small numbers stay small.
    let (p_across, q_across) = (p - axis * axis.dot(p), q - axis * axis.dot(q));
    let along = axis.dot(p - q);
    let square = distance * distance - along * along;
    let wanted = 0.5 * (p_across.length_squared() + q_across.length_squared() - square);
    match to_plane(q_across, axis, p_across, wanted) {
        // From an equation of squares to a length.
        Angles::None { lacking } => Angles::None { lacking: lacking / distance.max(f64::MIN_POSITIVE) },
        angles => angles,
    }
}

/// 2: `R(first, θ₁) p = R(second, θ₂) q`, for vectors of one length: pairs of angles.
pub(crate) fn to_each_other(
    (first, p): (DVec3, DVec3),
    (second, q): (DVec3, DVec3),
) -> Result<[Option<[f64; 2]>; 2], f64> {
    let cosine = first.dot(second);
    let (along_first, along_second) = (first.dot(p), second.dot(q));
    let across = first.cross(second);
    let square = across.length_squared();
    let a = (along_first - cosine * along_second) / square;
    let b = (along_second - cosine * along_first) / square;
    let flat = first * a + second * b;
    let left = p.length_squared() - flat.length_squared();
    let scale = p.length_squared();
    if left < -ROUND_OFF * scale {
        return Err((-left).sqrt());
    }
    let height = (left.max(0.0) / square).sqrt();
    Ok([height, -height].map(|height| {
        let z = flat + across * height;
        // On an axis every angle does it: zero is one.
        Some([towards(first, p, z).unwrap_or(0.0), towards(second, q, z).unwrap_or(0.0)])
    }))
}
