//! Slopes of a monotone cubic through given points.
//!
//! Fritsch and Butland's weighted harmonic mean inside, a three-point formula at the ends: a curve that never
//! overshoots its points, so a measured force never turns into a falling one. Same choice as SciPy's
//! `PchipInterpolator`, against which the tests compare. Points never fall here: the table was checked.

/// Slopes at the points `(x, y)`; `x` strictly increasing, at least two points.
pub(super) fn slopes(points: &[(f64, f64)]) -> Vec<f64> {
    let secants: Vec<(f64, f64)> = points
        .windows(2)
        .map(|pair| {
            let width = pair[1].0 - pair[0].0;
            (width, (pair[1].1 - pair[0].1) / width)
        })
        .collect();
    if let [(_, only)] = secants[..] {
        return vec![only; 2];
    }
    let last = secants.len() - 1;
    let mut slopes = Vec::with_capacity(points.len());
    slopes.push(end_slope(secants[0], secants[1]));
    slopes.extend(secants.windows(2).map(|pair| inner_slope(pair[0], pair[1])));
    slopes.push(end_slope(secants[last], secants[last - 1]));
    slopes
}

/// Weighted harmonic mean of the neighbouring secants (NC-7).
fn inner_slope((h0, s0): (f64, f64), (h1, s1): (f64, f64)) -> f64 {
    if s0 * s1 <= 0.0 {
        return 0.0;
    }
    let w0 = 2.0 * h1 + h0;
    let w1 = h1 + 2.0 * h0;
    (w0 + w1) / (w0 / s0 + w1 / s1)
}

/// Three-point slope at an end, not allowed to turn against its secant (NC-8).
///
/// For points that never fall it stays below twice the secant, well inside the monotone region.
fn end_slope((h0, s0): (f64, f64), (h1, s1): (f64, f64)) -> f64 {
    let slope = ((2.0 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
    if slope * s0 <= 0.0 { 0.0 } else { slope }
}
