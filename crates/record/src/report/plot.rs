//! Wide plots over time with a band per phase, as SVG with real text.

use super::axis::{Air, Axis};
use super::html::{escape, push};
use super::wording;
use crate::Phase;

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

/// Colours that colour-blind readers can tell apart (Okabe and Ito), and dashes for print.
const LOOKS: [(&str, &str); 8] = [
    ("#0072b2", ""),
    ("#d55e00", "7 3"),
    ("#009e73", "2 3"),
    ("#222222", "9 3 2 3"),
    ("#cc79a7", ""),
    ("#b57f00", "12 4"),
    ("#3a9bd6", "4 3"),
    ("#767676", "9 3 2 3 2 3"),
];

const WIDTH: f64 = 1040.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 44.0;

/// The plot as a figure; nothing if no curve has a finite sample.
pub(super) fn figure(plot: &TimePlot<'_>, phases: &[Phase]) -> Option<String> {
    let curves: Vec<Vec<(f64, f64)>> = plot
        .curves
        .iter()
        .map(|curve| thinned(curve.times, curve.values, (WIDTH - LEFT - RIGHT) as usize))
        .collect();
    let finite = || curves.iter().flatten().filter(|(_, y)| y.abs() <= 1e100);
    let (t0, t1) = range(finite().map(|p| p.0))?;
    let (low, high) = range(finite().map(|p| p.1))?;
    let (low, high) = if plot.from_zero { (low.min(0.0), high.max(0.0)) } else { (low, high) };
    let x = Axis::new(t0, t1, 10, Air::None);
    let y = Axis::new(low, high, 5, Air::ToTicks);
    let px = |t: f64| LEFT + x.fraction(t) * (WIDTH - LEFT - RIGHT);
    let py = |v: f64| HEIGHT - BOTTOM - y.fraction(v) * (HEIGHT - TOP - BOTTOM);

    let mut out = String::from("<figure class=\"plot\">");
    push(&mut out, format_args!("<figcaption>{}", escape(&plot.title)));
    legend(&mut out, plot);
    let alt = format!("{}: {}", plot.title, spans(plot));
    push(
        &mut out,
        format_args!(
            "</figcaption>\n<div class=\"scroll\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
            escape(&alt)
        ),
    );
    bands(&mut out, phases, t0, t1, px);
    for tick in &y.ticks {
        let at = py(*tick);
        push(
            &mut out,
            format_args!(
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
                WIDTH - RIGHT
            ),
        );
        let (place, label) = (LEFT - 8.0, y.label(*tick));
        push(
            &mut out,
            format_args!("<text x=\"{place}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n", at + 4.0),
        );
    }
    for tick in &x.ticks {
        let (at, foot) = (px(*tick), HEIGHT - BOTTOM);
        push(
            &mut out,
            format_args!(
                "<line class=\"tick\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{foot}\" y2=\"{}\"/>",
                foot + 5.0
            ),
        );
        let label = x.label(*tick);
        push(
            &mut out,
            format_args!("<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\n", foot + 18.0),
        );
    }
    let (middle, foot) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0);
    push(
        &mut out,
        format_args!("<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">time [s]</text>\n"),
    );
    let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
    push(
        &mut out,
        format_args!(
            "<text transform=\"translate(14 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            escape(&plot.label)
        ),
    );
    push(
        &mut out,
        format_args!(
            "<path class=\"frame\" d=\"M{LEFT} {TOP}V{foot}H{}\"/>\n",
            WIDTH - RIGHT,
            foot = HEIGHT - BOTTOM
        ),
    );
    for (index, points) in curves.iter().enumerate() {
        let (colour, dash) = LOOKS[index % LOOKS.len()];
        let path = path(points, px, py);
        push(
            &mut out,
            format_args!(
                "<path class=\"curve\" stroke=\"{colour}\" stroke-dasharray=\"{}\" d=\"{path}\"/>\n",
                or_none(dash)
            ),
        );
    }
    out.push_str("</svg></div></figure>\n");
    Some(out)
}

fn or_none(dash: &str) -> &str {
    if dash.is_empty() { "none" } else { dash }
}

fn legend(out: &mut String, plot: &TimePlot<'_>) {
    out.push_str("<span class=\"legend\">");
    for (index, curve) in plot.curves.iter().enumerate() {
        let (colour, dash) = LOOKS[index % LOOKS.len()];
        let dash = or_none(dash);
        push(
            out,
            format_args!(
                "<span><svg width=\"26\" height=\"8\" aria-hidden=\"true\"><path class=\"curve\" stroke=\"{colour}\" \
                 stroke-dasharray=\"{dash}\" d=\"M0 4H26\"/></svg> {}</span> ",
                escape(&curve.name)
            ),
        );
    }
    out.push_str("</span>");
}

/// What a reader who cannot see the curves should know of them.
fn spans(plot: &TimePlot<'_>) -> String {
    let span = |curve: &Curve<'_>| {
        let finite = curve.values.iter().copied().filter(|value| value.is_finite());
        let (low, high) = range(finite)?;
        Some(format!("{} from {} to {}", curve.name, wording::digits(low), wording::digits(high)))
    };
    let all: Vec<String> = plot.curves.iter().filter_map(span).collect();
    format!("{}; {}", plot.label, all.join(", "))
}

/// Every other phase is shaded; all have their names above, where there is room.
fn bands(out: &mut String, phases: &[Phase], t0: f64, t1: f64, px: impl Fn(f64) -> f64) {
    for (index, phase) in phases.iter().enumerate() {
        let (from, to) = (px(phase.start.clamp(t0, t1)), px(phase.end.clamp(t0, t1)));
        let class = if index % 2 == 0 { "even" } else { "odd" };
        let (width, height) = (to - from, HEIGHT - TOP - BOTTOM);
        let name = escape(&phase.name);
        push(
            out,
            format_args!(
                "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\">\
                 <title>{name}: {:.3} to {:.3} s</title></rect>",
                phase.start, phase.end
            ),
        );
        // About 6.4 px a letter; a name that does not fit is still told by the band's own title.
        if phase.name.chars().count() as f64 * 6.4 <= width {
            let (at, above) = ((from + to) / 2.0, TOP - 7.0);
            push(
                out,
                format_args!(
                    "<text class=\"phase\" x=\"{at:.1}\" y=\"{above}\" text-anchor=\"middle\">{name}</text>\n"
                ),
            );
        }
    }
}

/// Line pieces; a sample that is no number is a gap.
fn path(points: &[(f64, f64)], px: impl Fn(f64) -> f64, py: impl Fn(f64) -> f64) -> String {
    let mut out = String::new();
    let mut pen_down = false;
    for &(t, v) in points {
        if v.abs() > 1e100 || v.is_nan() {
            pen_down = false;
            continue;
        }
        push(&mut out, format_args!("{}{:.1} {:.1}", if pen_down { 'L' } else { 'M' }, px(t), py(v)));
        pen_down = true;
    }
    out
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, v| Some(range.map_or((v, v), |(a, b): (f64, f64)| (a.min(v), b.max(v)))))
}

/// At most two samples for each of `buckets` stretches of time: the lowest and the highest, so that no spike is lost.
pub(super) fn thinned(times: &[f64], values: &[f64], buckets: usize) -> Vec<(f64, f64)> {
    let n = times.len().min(values.len());
    if n <= 2 * buckets {
        return times.iter().copied().zip(values.iter().copied()).collect();
    }
    let mut out = Vec::with_capacity(2 * buckets);
    for bucket in 0..buckets {
        let (from, to) = (bucket * n / buckets, (bucket + 1) * n / buckets);
        let by = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
        let not_nan = || (from..to).filter(|&i| !values[i].is_nan());
        let Some((low, high)) = not_nan().min_by(by).zip(not_nan().max_by(by)) else {
            out.push((times[from], f64::NAN));
            continue;
        };
        out.push((times[low.min(high)], values[low.min(high)]));
        if low != high {
            out.push((times[low.max(high)], values[low.max(high)]));
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
        let points = [(0.0, 1.0), (1.0, f64::NAN), (2.0, 3.0)];
        assert_eq!(path(&points, |t| t, |v| v), "M0.0 1.0M2.0 3.0");
    }
}
