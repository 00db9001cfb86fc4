//! Student's t: how far a mean of few values may be off.

/// The value that |t| stays below with probability `level`, with `freedom` degrees of freedom.
///
/// `level` lies within 0 and 1, exclusive; `freedom` is at least 1.
pub fn two_sided_quantile(level: f64, freedom: usize) -> f64 {
    let freedom = freedom.max(1) as f64;
    let beyond = |t: f64| incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5);
    let wanted = 1.0 - level;
    // `beyond` falls from 1 at 0; double until it is below what is wanted, then halve the bracket to round-off.
    let mut high = 1.0;
    while beyond(high) > wanted && high < 1e300 {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if beyond(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Regularised incomplete beta function, by its continued fraction (modified Lentz).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    // The fraction converges quickly only on one side.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let guard = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for m in 1..1000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / guard(1.0 + term * d);
            c = guard(1.0 + term / c);
            result *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// Logarithm of the gamma function for `x > 0`: Stirling's series, after the recurrence has brought `x` above 10.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y * (1.0 / 1680.0 - y / 1188.0)))) / x;
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Six digits, as printed tables have them.
        for (level, freedom, t) in [
            (0.95, 1, 12.706205),
            (0.95, 2, 4.302653),
            (0.95, 10, 2.228139),
            (0.99, 5, 4.032143),
            (0.9, 30, 1.697261),
            (0.95, 1_000_000, 1.959966),
            (0.5, 3, 0.764892),
        ] {
            let found = two_sided_quantile(level, freedom);
            assert!((found - t).abs() < 1e-6, "{level}, {freedom}: {found}");
        }
    }

    #[test]
    fn one_degree_of_freedom_is_cauchys() {
        for level in [0.1, 0.7, 0.999_999] {
            let t = two_sided_quantile(level, 1);
            let exact = (std::f64::consts::FRAC_PI_2 * level).tan();
            assert!((t / exact - 1.0).abs() < 1e-9, "{level}: {t}"); // the tangent loses digits near π/2
        }
    }
}
