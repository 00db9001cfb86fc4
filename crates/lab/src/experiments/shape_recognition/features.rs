//! Numbers that tell of the shape behind an imprint, whichever way it lies.

use super::super::fig12_work_cycle::PAD;
use super::touch::Imprint;

/// How many there are.
pub(super) const COUNT: usize = 6;
/// Numbers of an imprint, see [`of`].
pub(super) type Features = [f64; COUNT];

/// A texel touches if it has more than this share of the largest force: above the noise.
const TOUCHES: f64 = 0.12;
/// Stiffness of the foam per area \[N/m³\]: what a sensor's calibration gives.
const STIFFNESS: f64 = 1.484e6;

/// The numbers of an imprint. None depends on how the imprint lies on the pad, but for what the pad's edges cut off.
///
/// - share of texels that touch;
/// - evenness: mean of the forces that touch, over the largest;
/// - elongation: ratio of the principal second moments of the forces;
/// - curvatures \[1/m\]: a quadric is fitted to the depths (forces over stiffness) of the texels that touch; its principal
///   curvatures are those of the object, 1/r twice for a sphere, 1/r and 0 for a cylinder, 0 for a face, and of
///   opposite signs for a waist. Compressed by a logarithm, as radii vary;
/// - roughness: root mean square of what the quadric leaves, over the mean depth.
pub(super) fn of(imprint: &Imprint) -> Features {
    let Imprint { rows, columns, forces } = imprint;
    let steps = [PAD[0] / *rows as f64, PAD[1] / *columns as f64];
    let largest = forces.iter().copied().fold(0.0, f64::max);
    let points: Vec<[f64; 3]> = forces
        .iter()
        .enumerate()
        .filter(|(_, force)| **force > TOUCHES * largest)
        .map(|(index, force)| {
            let (row, column) = (index / columns, index % columns);
            let offset_from_middle = |place: usize, count: usize| place as f64 - 0.5 * (count as f64 - 1.0);
            let depth = force / (STIFFNESS * steps[0] * steps[1]);
            [
                offset_from_middle(row, *rows) * steps[0],
                offset_from_middle(column, *columns) * steps[1],
                depth,
            ]
        })
        .collect();
    if points.is_empty() {
        return [0.0; COUNT];
    }
    let count = points.len() as f64;
    let mean = points.iter().map(|p| p[2]).sum::<f64>() / count;
    let deepest = largest / (STIFFNESS * steps[0] * steps[1]);
    let (curvatures, left) = quadric(&points, mean);
    let compressed = |curvature: f64| (curvature / 5.0).asinh();
    [
        count / forces.len() as f64,
        mean / deepest,
        elongation(&points, steps),
        compressed(curvatures[0]),
        compressed(curvatures[1]),
        left / mean,
    ]
}

/// Ratio of the smaller principal second moment of the forces to the larger, the texels' own size included: 1 for what is
/// round.
fn elongation(points: &[[f64; 3]], steps: [f64; 2]) -> f64 {
    let sum: f64 = points.iter().map(|p| p[2]).sum();
    let centre = [0, 1].map(|axis| points.iter().map(|p| p[2] * p[axis]).sum::<f64>() / sum);
    let moment = |a: usize, b: usize| {
        points.iter().map(|p| p[2] * (p[a] - centre[a]) * (p[b] - centre[b])).sum::<f64>() / sum
    };
    let own = |axis: usize| steps[axis] * steps[axis] / 12.0;
    let [small, large] = eigenvalues(moment(0, 0) + own(0), moment(0, 1), moment(1, 1) + own(1));
    if large > 0.0 { small / large } else { 1.0 }
}

/// Eigenvalues of a symmetric matrix, the smaller first.
fn eigenvalues(xx: f64, xy: f64, yy: f64) -> [f64; 2] {
    let (middle, half) = (0.5 * (xx + yy), (0.25 * (xx - yy).powi(2) + xy * xy).sqrt());
    [middle - half, middle + half]
}

/// Principal curvatures \[1/m\] of the quadric through the depths, the larger first, and the root mean square of what is left \[m\].
fn quadric(points: &[[f64; 3]], mean: f64) -> ([f64; 2], f64) {
    // In units of the pad's half length and of the mean depth, so that all columns are of one size.
    let unit = 0.5 * PAD[0];
    let terms = |p: &[f64; 3]| {
        let (x, y) = (p[0] / unit, p[1] / unit);
        [1.0, x, y, x * x, x * y, y * y]
    };
    let mut normal = [[0.0; 6]; 6];
    let mut right = [0.0; 6];
    for point in points {
        let row = terms(point);
        for i in 0..6 {
            right[i] += row[i] * point[2] / mean;
            for j in 0..6 {
                normal[i][j] += row[i] * row[j];
            }
        }
    }
    // Few texels in a line do not tell of the curvature across: then it is taken for none.
    for (i, row) in normal.iter_mut().enumerate() {
        row[i] += 1e-6 * points.len() as f64;
    }
    let Some(lower) = super::classifier::cholesky(&normal) else { return ([0.0; 2], 0.0) };
    let found = super::classifier::solve(&lower, &right);
    let residual = |point: &[f64; 3]| {
        let fitted: f64 = terms(point).iter().zip(&found).map(|(term, factor)| term * factor).sum();
        (mean * fitted - point[2]).powi(2)
    };
    let left = (points.iter().map(residual).sum::<f64>() / points.len() as f64).sqrt();
    // The object's surface bends away from where it is deepest.
    let scale = -mean / (unit * unit);
    let [small, large] = eigenvalues(2.0 * scale * found[3], scale * found[4], 2.0 * scale * found[5]);
    ([large, small], left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imprint of a surface of given depth \[m\].
    fn imprint(depth: impl Fn(f64, f64) -> f64) -> Imprint {
        let (rows, columns) = (28, 12);
        let (a, b) = (PAD[0] / 28.0, PAD[1] / 12.0);
        let texel = |i: usize| {
            let (x, y) = (((i / columns) as f64 - 13.5) * a, ((i % columns) as f64 - 5.5) * b);
            depth(x, y).max(0.0) * STIFFNESS * a * b
        };
        Imprint { rows, columns, forces: (0..rows * columns).map(texel).collect() }
    }

    fn curvatures(features: Features) -> [f64; 2] {
        [features[3], features[4]].map(|value| 5.0 * value.sinh())
    }

    #[test]
    fn curvatures_are_those_of_the_object_whichever_way_it_lies() {
        // Paraboloids, for which the quadric is exact, turned by 0.7 rad.
        let (sine, cosine) = 0.7_f64.sin_cos();
        for [k1, k2] in [[40.0, 40.0], [33.0, 0.0], [21.0, -11.0], [0.0, 0.0]] {
            let surface = |x: f64, y: f64| {
                let (u, v) = (cosine * x + sine * y, cosine * y - sine * x);
                4e-3 - 0.5 * (k1 * u * u + k2 * v * v)
            };
            let found = curvatures(of(&imprint(surface)));
            // The ridge of the fit weighs 1e-6.
            for (found, expected) in found.into_iter().zip([k1, k2]) {
                assert!((found - expected).abs() < 0.02, "{found} for {expected}");
            }
        }
    }

    #[test]
    fn a_face_is_even_and_smooth_and_a_ridge_is_long() {
        let face = of(&imprint(|_, _| 2e-3));
        assert!(face[0] == 1.0 && (face[1] - 1.0).abs() < 1e-13, "{face:?}"); // a mean of 336 equal numbers
        assert!(face[5] < 1e-5, "{}", face[5]); // what the fit's own weight of 1e-6 leaves
        let across = |x: f64, _: f64| 2e-3 - 0.5 * 300.0 * x * x;
        let ball = |x: f64, y: f64| 2e-3 - 0.5 * 60.0 * (x * x + y * y);
        assert!(of(&imprint(across))[2] < 0.3 && of(&imprint(ball))[2] > 0.7);
    }

    #[test]
    fn nothing_felt_gives_nothing_and_no_harm() {
        assert_eq!(of(&imprint(|_, _| 0.0)), [0.0; COUNT]);
        let one = of(&Imprint {
            rows: 7,
            columns: 3,
            forces: (0..21).map(|i| f64::from(u8::from(i == 8))).collect(),
        });
        assert!(one.iter().all(|value| value.is_finite()), "{one:?}");
    }
}
