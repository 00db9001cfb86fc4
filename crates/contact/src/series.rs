//! A pad against a target that yields: two springs share the penetration.

use crate::{NormalForce, NormalLaw};

/// Each iteration halves the bracket or the step, so twice the bits of a number are enough; four to six are usual.
const MOST_ITERATIONS: usize = 128;

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
    let x = match law.constant_stiffness() {
        Some(k) => penetration * (k2 / (k + k2)), // (SC-3)
        None => balance(law, k2, penetration),
    };
    let elastic = law.elastic(x);
    let share = k2 / (k2 + elastic.slope); // (SC-2) dx/dp
    let pad = law.force(x, share * rate);
    // (SC-4) the share itself changes with the penetration when the pad stiffens.
    let d_share = -share * share * elastic.curvature / (k2 + elastic.slope);
    SeriesForce {
        force: NormalForce {
            elastic: pad.elastic,
            damping: pad.damping,
            d_penetration: share * pad.d_penetration + pad.d_rate * rate * d_share,
            d_rate: share * pad.d_rate,
        },
        compression: x,
    }
}

/// Root of `f(x) − k2 (p − x)` in `[0, p]` by Newton's method, with bisection where Newton would leave the bracket
/// or does not at least halve its step.
///
/// The function rises strictly with slope `>= k2 > 0`, so the root is unique and the bracket always holds it.
fn balance(law: &NormalLaw, k2: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, p);
    let mut last_step = p;
    // The chord from the origin to (p, f(p)) meets the target's line near the root.
    let mut x = p * (k2 / (k2 + law.elastic(p).force / p));
    for _ in 0..MOST_ITERATIONS {
        let elastic = law.elastic(x);
        let residual = elastic.force - k2 * (p - x);
        if residual > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let step = residual / (elastic.slope + k2);
        if step.abs() <= 4.0 * f64::EPSILON * x {
            break;
        }
        let newton = x - step;
        if newton > low && newton < high && step.abs() <= 0.5 * last_step {
            (x, last_step) = (newton, step.abs());
        } else {
            (x, last_step) = (0.5 * (low + high), 0.5 * (high - low));
        }
    }
    x
}
