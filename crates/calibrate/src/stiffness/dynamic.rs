//! Rates from positions.

/// Slope of the parabola through five neighbours (fewer at the ends), by least squares \[1/s of the values' unit\].
pub(super) fn rates(time: &[f64], values: &[f64]) -> Vec<f64> {
    let n = time.len();
    (0..n)
        .map(|i| {
            let from = i.saturating_sub(2).min(n.saturating_sub(5));
            let to = (from + 5).min(n);
            slope_at(time[i], &time[from..to], &values[from..to])
        })
        .collect()
}

/// Slope at `at` of the least-squares parabola, or of the line if there are only two points.
fn slope_at(at: f64, time: &[f64], values: &[f64]) -> f64 {
    let width = time.last().zip(time.first()).map_or(1.0, |(b, a)| (b - a).max(f64::MIN_POSITIVE));
    let s: Vec<f64> = time.iter().map(|t| (t - at) / width).collect();
    let moment = |k: i32| s.iter().map(|s| s.powi(k)).sum::<f64>();
    let mixed = |k: i32| s.iter().zip(values).map(|(s, v)| s.powi(k) * v).sum::<f64>();
    let (m0, m1, m2, m3, m4) = (moment(0), moment(1), moment(2), moment(3), moment(4));
    let (v0, v1, v2) = (mixed(0), mixed(1), mixed(2));
    if time.len() < 3 {
        return (v1 * m0 - v0 * m1) / (m2 * m0 - m1 * m1) / width;
    }
    // Cramer's rule for the middle unknown of the normal equations.
    let determinant = m0 * (m2 * m4 - m3 * m3) - m1 * (m1 * m4 - m3 * m2) + m2 * (m1 * m3 - m2 * m2);
    let slope = m0 * (v1 * m4 - m3 * v2) - v0 * (m1 * m4 - m3 * m2) + m2 * (m1 * v2 - v1 * m2);
    slope / determinant / width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_parabola_is_exact() {
        let time = [0.0, 0.3, 0.7, 1.1, 1.3, 2.1, 2.9];
        let values = time.map(|t: f64| 0.3 - 0.7 * t + 1.1 * t * t);
        for (t, rate) in time.iter().zip(rates(&time, &values)) {
            assert!((rate - (-0.7 + 2.2 * t)).abs() < 1e-11, "{t}: {rate}"); // a few digits go in the normal equations
        }
        assert!((rates(&[0.0, 0.5], &[1.0, 2.0])[0] - 2.0).abs() < 1e-12);
    }
}
