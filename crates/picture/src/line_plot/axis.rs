//! From values to places along an axis, and the axis itself.

use super::tick_text;
use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::grid::check;
use crate::ticks::{self, RoundStep, Tick};
use crate::{Colour, PictureError};
use glam::DVec2;

/// What the user asks of an axis.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) log: bool,
    /// Values to include in the range besides the data.
    pub(super) at_least: Vec<f64>,
}

impl Axis {
    pub(super) fn new(label: &str) -> Self {
        Self { label: label.to_owned(), log: false, at_least: Vec::new() }
    }

    pub(super) fn check(&self, value: f64, what: impl Fn() -> String) -> Result<(), PictureError> {
        if self.log {
            return check::positive(value, || format!("{} (on a logarithmic axis)", what()));
        }
        check::finite(value, what)
    }

    /// The axis over all checked values, with about `most` ticks.
    pub(super) fn scaled<'v>(
        &'v self,
        values: impl Iterator<Item = &'v f64>,
        most: f64,
    ) -> Result<Scaled, PictureError> {
        let all = values.chain(&self.at_least);
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
        let most = most as usize;
        let (label, log) = (self.label.clone(), self.log);
        if log {
            // A lone value gets the decades around it.
            let (low, high) = if high / low < 1.0 + 1e-6 { (low / 3.0, high * 3.0) } else { (low, high) };
            // A little air, so that the first and the last sample do not sit on the frame.
            let air = (high / low).powf(0.03);
            let (low, high) = (low / air, high * air);
            let (ticks, minor) = (ticks::decades(low, high, most), ticks::between_decades(low, high));
            return Ok(Scaled { label, log, low, high, ticks, minor });
        }
        // A span lost in round-off is no span: widen it to something that has digits. Below 1e-100 all is zero.
        let size = low.abs().max(high.abs());
        let (low, high) = if high - low > (1e-9 * size).max(1e-100) {
            (low, high)
        } else if size > 1e-100 {
            (low - 0.1 * size, high + 0.1 * size)
        } else {
            (-1.0, 1.0)
        };
        let ticks = RoundStep::for_span(high - low, most).around(low, high);
        let (first, last) = (ticks.first().map_or(low, |t| t.value), ticks.last().map_or(high, |t| t.value));
        Ok(Scaled { label, log, low: first.min(low), high: last.max(high), ticks, minor: Vec::new() })
    }
}

impl Axis {
    /// The same for an axis of `length` \[px\] along which labels stand beside each other: as many ticks as have room.
    pub(super) fn scaled_across<'v>(
        &'v self,
        values: impl Iterator<Item = &'v f64> + Clone,
        length: f64,
    ) -> Result<Scaled, PictureError> {
        let mut most = (length / 62.0).max(2.0);
        loop {
            let scaled = self.scaled(values.clone(), most)?;
            if most <= 2.0 || scaled.has_room(length) {
                return Ok(scaled);
            }
            most -= 1.0;
        }
    }
}

/// An axis with its range and ticks.
pub(super) struct Scaled {
    label: String,
    log: bool,
    low: f64,
    high: f64,
    ticks: Vec<Tick>,
    minor: Vec<f64>,
}

impl Scaled {
    /// Whether the labels do not touch each other along an axis of `length` \[px\].
    fn has_room(&self, length: f64) -> bool {
        const BETWEEN: f64 = 8.0;
        let half = |tick: &Tick| tick_text(&tick.label, Anchor::Middle).width() / 2.0;
        self.ticks.windows(2).all(|pair| {
            let apart = (self.fraction(pair[1].value) - self.fraction(pair[0].value)).abs() * length;
            apart >= half(&pair[0]) + half(&pair[1]) + BETWEEN
        })
    }

    /// 0 at the low end of the axis, 1 at the high end.
    pub(super) fn fraction(&self, value: f64) -> f64 {
        if self.log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }
}

/// Draws grid, frame, ticks and labels of a plot with its top left corner at the origin.
pub(super) fn draw(canvas: &mut Canvas, x: &Scaled, y: &Scaled, area: DVec2) {
    let grid = || Pen::new(Colour::grey(230), 0.8);
    let pen = || Pen::new(style::AXIS, 1.0);
    for tick in &x.ticks {
        let place = x.fraction(tick.value) * area.x;
        canvas.line(DVec2::new(place, 0.0), DVec2::new(place, area.y), grid());
    }
    for tick in &y.ticks {
        let place = (1.0 - y.fraction(tick.value)) * area.y;
        canvas.line(DVec2::new(0.0, place), DVec2::new(area.x, place), grid());
    }
    canvas.stroke(Path::rect(DVec2::ZERO, area), pen());

    for &value in &x.minor {
        let foot = DVec2::new(x.fraction(value) * area.x, area.y);
        canvas.line(foot, foot + DVec2::new(0.0, 3.0), pen());
    }
    for tick in &x.ticks {
        let foot = DVec2::new(x.fraction(tick.value) * area.x, area.y);
        canvas.line(foot, foot + DVec2::new(0.0, 5.0), pen());
        canvas.text(foot + DVec2::new(0.0, 16.0), tick_text(&tick.label, Anchor::Middle));
    }
    let label = Text::new(x.label.clone()).anchor(Anchor::Middle);
    canvas.text(DVec2::new(area.x / 2.0, area.y + 37.0), label);

    for &value in &y.minor {
        let foot = DVec2::new(0.0, (1.0 - y.fraction(value)) * area.y);
        canvas.line(foot, foot - DVec2::new(3.0, 0.0), pen());
    }
    let mut widest: f64 = 0.0;
    for tick in &y.ticks {
        let foot = DVec2::new(0.0, (1.0 - y.fraction(tick.value)) * area.y);
        canvas.line(foot, foot - DVec2::new(5.0, 0.0), pen());
        let text = tick_text(&tick.label, Anchor::End);
        widest = widest.max(text.width());
        canvas.text(foot - DVec2::new(9.0, 0.0), text);
    }
    let label = Text::new(y.label.clone()).anchor(Anchor::Middle).upward();
    canvas.text(DVec2::new(-widest - 26.0, area.y / 2.0), label);
}
