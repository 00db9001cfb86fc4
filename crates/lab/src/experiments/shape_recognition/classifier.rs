//! Normal distributions of features, one per kind: what is nearest by Mahalanobis' distance, less the room that a kind takes.

use super::features::{COUNT, Features};

/// A square matrix.
type Matrix<const N: usize> = [[f64; N]; N];

/// The distribution of one kind's features.
#[derive(Clone, Debug)]
struct Class {
    mean: Features,
    /// Cholesky factor of the covariance.
    lower: Matrix<COUNT>,
    /// Logarithm of the covariance's determinant.
    log_volume: f64,
}

/// Tells kinds apart: quadratic discriminant analysis with equal priors.
#[derive(Clone, Debug)]
pub(super) struct Classifier {
    classes: Vec<Class>,
}

/// Share of the mean variance over all kinds that is added to each: features that never vary within a kind, such as the curvature of a
/// face, would count without bound otherwise.
const SHRINKAGE: f64 = 0.01;

impl Classifier {
    /// Learns from examples, a list per kind; `None` if a kind has fewer examples than features.
    pub(super) fn train(examples: &[Vec<Features>]) -> Option<Self> {
        let statistics: Vec<(Features, Matrix<COUNT>)> = examples
            .iter()
            .map(|of_kind| (of_kind.len() > COUNT).then(|| mean_and_covariance(of_kind)))
            .collect::<Option<_>>()?;
        let kinds = examples.len() as f64;
        let pooled: Vec<f64> = (0..COUNT)
            .map(|i| statistics.iter().map(|(_, covariance)| covariance[i][i]).sum::<f64>() / kinds)
            .collect();
        let classes = statistics
            .into_iter()
            .map(|(mean, mut covariance)| {
                for (i, row) in covariance.iter_mut().enumerate() {
                    row[i] += SHRINKAGE * pooled[i] + f64::MIN_POSITIVE;
                }
                let lower = cholesky(&covariance)?;
                let log_volume = (0..COUNT).map(|i| 2.0 * lower[i][i].ln()).sum();
                Some(Class { mean, lower, log_volume })
            })
            .collect::<Option<_>>()?;
        Some(Self { classes })
    }

    /// The likelihood of each kind, as a logarithm, but for what all have in common.
    pub(super) fn likelihoods(&self, features: &Features) -> Vec<f64> {
        let of = |class: &Class| {
            let away: Features = std::array::from_fn(|i| features[i] - class.mean[i]);
            let white = forward(&class.lower, &away);
            -0.5 * (white.iter().map(|x| x * x).sum::<f64>() + class.log_volume)
        };
        self.classes.iter().map(of).collect()
    }

    /// The kind that all these imprints together speak for.
    pub(super) fn decide<'a>(&self, imprints: impl Iterator<Item = &'a Features>) -> usize {
        let mut sums = vec![0.0; self.classes.len()];
        for features in imprints {
            sums.iter_mut().zip(self.likelihoods(features)).for_each(|(sum, likelihood)| *sum += likelihood);
        }
        (0..sums.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0)
    }
}

fn mean_and_covariance(examples: &[Features]) -> (Features, Matrix<COUNT>) {
    let count = examples.len() as f64;
    let mean: Features = std::array::from_fn(|i| examples.iter().map(|e| e[i]).sum::<f64>() / count);
    let mut covariance = [[0.0; COUNT]; COUNT];
    for example in examples {
        for i in 0..COUNT {
            for j in 0..COUNT {
                covariance[i][j] += (example[i] - mean[i]) * (example[j] - mean[j]) / (count - 1.0);
            }
        }
    }
    (mean, covariance)
}

/// The lower triangle whose product with its transpose is the matrix; `None` if that is not positive.
pub(super) fn cholesky<const N: usize>(matrix: &Matrix<N>) -> Option<Matrix<N>> {
    let mut lower = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let left = matrix[i][j] - known;
            lower[i][j] = if i == j { left.sqrt() } else { left / lower[j][j] };
        }
        if !(lower[i][i] > 0.0) {
            return None;
        }
    }
    Some(lower)
}

/// Solves `L x = b`.
fn forward<const N: usize>(lower: &Matrix<N>, right: &[f64; N]) -> [f64; N] {
    let mut x = *right;
    for i in 0..N {
        let known: f64 = (0..i).map(|k| lower[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    x
}

/// Solves `L Lᵀ x = b`.
pub(super) fn solve<const N: usize>(lower: &Matrix<N>, right: &[f64; N]) -> [f64; N] {
    let mut x = forward(lower, right);
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|k| lower[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::super::objects::Chance;
    use super::*;

    /// Examples about a mean, with deviations of their own size along each axis.
    fn cloud(mean: Features, deviation: f64, count: usize, chance: &mut Chance) -> Vec<Features> {
        (0..count).map(|_| std::array::from_fn(|i| mean[i] + deviation * chance.normal())).collect()
    }

    #[test]
    fn errors_are_as_many_as_two_normal_distributions_overlap() {
        let mut chance = Chance::new(11);
        let (near, far) = ([0.0; COUNT], [0.7; COUNT]);
        let examples = [cloud(near, 1.0, 4000, &mut chance), cloud(far, 1.0, 4000, &mut chance)];
        let classifier = Classifier::train(&examples).unwrap();
        let tests = cloud(near, 1.0, 4000, &mut chance);
        let wrong =
            tests.iter().filter(|test| classifier.decide([**test].iter()) == 1).count() as f64 / 4000.0;
        // Half the distance is 0.7 √6/2 = 0.857 deviations: 19.6 % lie beyond. Four binomial deviations of 0.63 %.
        assert!((wrong - 0.1957).abs() < 4.0 * 0.0063, "{wrong}");
    }

    #[test]
    fn a_narrow_kind_within_a_wide_one_is_told_by_its_room() {
        let mut chance = Chance::new(5);
        let examples =
            [cloud([0.0; COUNT], 0.1, 300, &mut chance), cloud([0.0; COUNT], 2.0, 300, &mut chance)];
        let classifier = Classifier::train(&examples).unwrap();
        assert_eq!(classifier.decide([[0.05; COUNT]].iter()), 0);
        assert_eq!(classifier.decide([[0.9; COUNT]].iter()), 1);
    }

    #[test]
    fn features_that_never_vary_do_no_harm_and_too_few_examples_are_refused() {
        let mut chance = Chance::new(3);
        let mut still = cloud([0.3; COUNT], 0.2, 50, &mut chance);
        still.iter_mut().for_each(|example| example[2] = 0.7);
        let other = cloud([1.1; COUNT], 0.2, 50, &mut chance);
        let classifier = Classifier::train(&[still, other]).unwrap();
        assert!(classifier.likelihoods(&[0.4; COUNT]).iter().all(|x| x.is_finite()));
        assert!(Classifier::train(&[vec![[0.0; COUNT]; COUNT], vec![[1.0; COUNT]; 50]]).is_none());
    }

    #[test]
    fn a_system_is_solved() {
        let matrix = [[4.0, 1.1, -0.7], [1.1, 3.0, 0.3], [-0.7, 0.3, 2.0]];
        let x = solve(&cholesky(&matrix).unwrap(), &[0.3, -0.7, 1.1]);
        for (row, right) in matrix.iter().zip([0.3, -0.7, 1.1]) {
            let left: f64 = row.iter().zip(&x).map(|(a, b)| a * b).sum();
            assert!((left - right).abs() < 1e-14);
        }
        assert!(cholesky(&[[1.0, 2.0], [2.0, 1.0]]).is_none());
    }
}
