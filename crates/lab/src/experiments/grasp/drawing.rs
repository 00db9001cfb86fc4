//! Plots that several grasp experiments share.

use bristle_picture::LinePlot;

/// A histogram of values in bins of one width, from 0 up: the outline of its bars.
pub(super) struct Histogram {
    pub(super) width: f64,
    pub(super) bins: usize,
}

impl Histogram {
    /// Adds the outline of a list of values, each counted `weight` times. What is beyond the last bin counts there.
    pub(super) fn add(&self, plot: LinePlot, name: &str, values: &[f64], weight: f64) -> LinePlot {
        let mut counts = vec![0.0; self.bins];
        for value in values.iter().filter(|value| value.is_finite()) {
            counts[((value.max(0.0) / self.width) as usize).min(self.bins - 1)] += weight;
        }
        let (mut xs, mut ys) = (vec![0.0], vec![0.0]);
        for (index, &count) in counts.iter().enumerate() {
            xs.extend([index as f64 * self.width, (index + 1) as f64 * self.width]);
            ys.extend([count, count]);
        }
        xs.push(self.bins as f64 * self.width);
        ys.push(0.0);
        plot.line(name, &xs, &ys)
    }
}

/// Mean and standard deviation.
pub(super) fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (square / (count - 1.0).max(1.0)).sqrt())
}
