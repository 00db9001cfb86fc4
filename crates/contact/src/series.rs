//! A pad against a target that yields: two springs share the penetration.

use crate::{Elastic, NormalForce, NormalLaw};

/// Each iteration halves the bracket or the step, so twice the bits of a number are enough; two or three are usual.
const MOST_ITERATIONS: usize = 128;

/// A Halley step of this share of `x` leaves an error of about its cube, below round-off if the curve bends little.
const CUBIC_REACH: f64 = 1e-6;

/// Force through a pad and the target's spring behind it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SeriesForce {
    /// Force with derivatives in the *whole* penetration and its rate \[N\].
    pub force: NormalForce,
    /// The pad's own share of the penetration \[m\].
    pub compression: f64,
}

/// `law` in series with a target of linear stiffness `target_stiffness` \[N/m\], at `penetration` \[m\] growing at
/// `rate` \[m/s\].
///
/// The pad's share `x` balances the elastic forces (SC-1) and the rate follows the tangent stiffnesses (SC-2).
/// `target_stiffness` must be positive; [`ContactMaterial`](crate::ContactMaterial) sees to that.
#[inline]
pub fn in_series_with(law: &NormalLaw, target_stiffness: f64, penetration: f64, rate: f64) -> SeriesForce {
    if penetration <= 0.0 {
        return SeriesForce::default();
    }
    let k2 = target_stiffness;
    let x = match law {
        NormalLaw::Tabulated(table) => table.share_with(k2, penetration),
        _ => match law.constant_stiffness() {
            Some(k) => penetration * (k2 / (k + k2)), // (SC-3)
            None => {
                // The chord from the origin to (p, f(p)) meets the target's line near the root.
                let chord = penetration * (k2 / (k2 + law.elastic(penetration).force / penetration));
                balance(|x| law.elastic(x), k2, penetration, chord, (0.0, penetration))
            }
        },
    };
    let elastic = law.elastic(x);
    let share = k2 / (k2 + elastic.slope); // (SC-2) dx/dp
    let damping = law.damping_force(&elastic, share * rate);
    // (SC-4) the share itself changes with the penetration when the pad stiffens.
    let d_share = -share * share * elastic.curvature / (k2 + elastic.slope);
    SeriesForce {
        force: NormalForce {
            elastic: elastic.force,
            backing: 0.0,
            damping: share * damping.force, // (SC-5)
            d_penetration: share * (elastic.slope + share * damping.d_compression)
                + (share * damping.d_rate * rate + damping.force) * d_share,
            d_rate: share * share * damping.d_rate,
        },
        compression: x,
    }
}

/// Root of `f(x) − k2 (p − x)` in the bracket by Halley's method, with bisection where it would leave the bracket or
/// does not at least halve its step.
///
/// `f` is smooth and does not fall inside the bracket, so the root is unique there.
#[inline]
pub(crate) fn balance(
    elastic: impl Fn(f64) -> Elastic,
    k2: f64,
    p: f64,
    start: f64,
    (mut low, mut high): (f64, f64),
) -> f64 {
    let mut x = start;
    let mut last_step = high - low;
    for _ in 0..MOST_ITERATIONS {
        let Elastic { force, slope, curvature } = elastic(x);
        let residual = force - k2 * (p - x);
        let rise = slope + k2;
        if residual > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let step = 2.0 * residual * rise / (2.0 * rise * rise - residual * curvature);
        if step.abs() <= 4.0 * f64::EPSILON * x {
            break;
        }
        let next = x - step;
        if next > low && next < high && step.abs() <= 0.5 * last_step {
            (x, last_step) = (next, step.abs());
            let bend = step * curvature / rise;
            if last_step <= CUBIC_REACH * x && bend * bend * last_step <= f64::EPSILON * x {
                break;
            }
        } else {
            (x, last_step) = (0.5 * (low + high), 0.5 * (high - low));
        }
    }
    x
}
