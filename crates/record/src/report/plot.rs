//! Plots over time with a band per phase.

use super::{ReportError, wording};
use crate::Phase;
use bristle_picture::markup::escape;
use bristle_picture::{LinePlot, Picture, PictureError};

/// A plot over time.
pub(super) struct TimePlot<'a> {
    /// What it shows; its alternative text begins with it.
    pub(super) title: String,
    /// Quantity and unit of the vertical axis.
    pub(super) label: String,
    pub(super) curves: Vec<Curve<'a>>,
    /// Whether 0 is always in sight.
    pub(super) from_zero: bool,
}

/// A curve of a plot.
pub(super) struct Curve<'a> {
    pub(super) name: String,
    pub(super) times: &'a [f64],
    pub(super) values: &'a [f64],
}

/// Size of the plotting area \[px\], and on a phone: there, too, lettering keeps its size and nothing has to be pushed sideways.
const SIZE: (f64, f64) = (940.0, 180.0);
const PHONE: (f64, f64) = (286.0, 150.0);

impl TimePlot<'_> {
    /// The curves, of at most `samples` each; nothing if no curve has a sample that can be drawn.
    pub(super) fn lines(&self, samples: usize) -> Option<LinePlot> {
        let mut plot = LinePlot::new().labels("time [s]", &self.label);
        if self.from_zero {
            plot = plot.y_range(0.0, 0.0);
        }
        let mut empty = true;
        for curve in &self.curves {
            let (xs, ys): (Vec<f64>, Vec<f64>) =
                thinned(curve.times, curve.values, samples / 2).into_iter().unzip();
            empty &= ys.iter().all(|y| y.is_nan());
            plot = plot.line(&curve.name, &xs, &ys);
        }
        (!empty).then_some(plot)
    }

    /// The plot as a figure of the page; empty if there is nothing to draw.
    pub(super) fn figure(&self, phases: &[Phase]) -> Result<String, ReportError> {
        let drawn = |(width, height): (f64, f64)| -> Result<Option<Picture>, PictureError> {
            let Some(plot) = self.lines(2 * width as usize) else { return Ok(None) };
            let plot = phases.iter().fold(plot, |plot, phase| plot.band(&phase.name, phase.start, phase.end));
            plot.size(width, height).render().map(Some)
        };
        let Some((picture, phone)) = drawn(SIZE)?.zip(drawn(PHONE)?) else { return Ok(String::new()) };
        Ok(format!(
            "<figure class=\"plot\"><figcaption>{}</figcaption>\n<picture><source media=\"(max-width: 600px)\" srcset=\"{}\" \
             width=\"{:.0}\" height=\"{:.0}\"/><img src=\"{}\" alt=\"{}\" width=\"{:.0}\" height=\"{:.0}\"/></picture></figure>\n",
            escape(&self.title),
            phone.data_uri()?,
            phone.width(),
            phone.height(),
            picture.data_uri()?,
            escape(&format!("{}: {}", self.title, self.spans())),
            picture.width(),
            picture.height(),
        ))
    }

    /// What a reader who cannot see the curves should know of them.
    fn spans(&self) -> String {
        let span = |curve: &Curve<'_>| {
            let finite = curve.values.iter().copied().filter(|value| value.is_finite());
            let (low, high) = finite.map(|v| (v, v)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
            Some(format!("{} from {} to {}", curve.name, wording::digits(low), wording::digits(high)))
        };
        let all: Vec<String> = self.curves.iter().filter_map(span).collect();
        format!("{}; {}", self.label, all.join(", "))
    }
}

/// At most two samples for each of `buckets` stretches of time: the lowest and the highest, so that no spike is lost. What cannot be drawn
/// is a gap.
fn thinned(times: &[f64], values: &[f64], buckets: usize) -> Vec<(f64, f64)> {
    let drawn = |i: usize| values[i].abs() <= 1e100;
    let sample = |i: usize| (times[i], if drawn(i) { values[i] } else { f64::NAN });
    let n = times.len().min(values.len());
    if n <= 2 * buckets {
        return (0..n).map(sample).collect();
    }
    let mut out = Vec::with_capacity(2 * buckets);
    for bucket in 0..buckets {
        let (from, to) = (bucket * n / buckets, (bucket + 1) * n / buckets);
        let by = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
        let all = || (from..to).filter(|&i| drawn(i));
        let Some((low, high)) = all().min_by(by).zip(all().max_by(by)) else {
            out.push(sample(from));
            continue;
        };
        out.push(sample(low.min(high)));
        if low != high {
            out.push(sample(low.max(high)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_every_spike() {
        let times: Vec<f64> = (0..100_000).map(|i| f64::from(i) * 1e-3).collect();
        let mut values: Vec<f64> = times.iter().map(|t| 0.3 * t.sin()).collect();
        (values[4321], values[77_777]) = (9.1, -7.3);
        let thin = thinned(&times, &values, 500);
        assert!(thin.len() <= 1000);
        assert!(thin.contains(&(times[4321], 9.1)) && thin.contains(&(times[77_777], -7.3)));
        assert!(thin.windows(2).all(|w| w[0].0 < w[1].0));
    }

    #[test]
    fn a_sample_that_is_no_number_is_a_gap() {
        let thin = thinned(&[0.0, 1.0, 2.0, 3.0], &[1.0, f64::NAN, 3.0, f64::INFINITY], 10);
        assert!(thin[0] == (0.0, 1.0) && thin[2] == (2.0, 3.0));
        assert!(thin[1].1.is_nan() && thin[3].1.is_nan());
    }
}
