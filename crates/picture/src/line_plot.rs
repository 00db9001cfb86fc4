//! Curves on linear or logarithmic axes.

mod axis;

use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::grid::{check, frame};
use crate::{Colour, Picture, PictureError};
use axis::Axis;
use glam::DVec2;

/// How the samples of a curve are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineStyle {
    /// Joined by a line.
    #[default]
    Line,
    /// A dot each.
    Dots,
    /// A dot each, joined by a line.
    LineAndDots,
}

/// Curves of y over x, with axes, a legend, and logarithmic scales on request.
///
/// Curves differ in colour and in dash, so they can be told apart in grey print too.
#[derive(Clone, Debug)]
pub struct LinePlot {
    curves: Vec<Curve>,
    bands: Vec<Band>,
    title: String,
    x: Axis,
    y: Axis,
    /// Size of the plotting area \[px\].
    area: DVec2,
}

/// A named stretch of x.
#[derive(Clone, Debug)]
struct Band {
    name: String,
    from: f64,
    to: f64,
}

#[derive(Clone, Debug)]
struct Curve {
    name: String,
    xs: Vec<f64>,
    ys: Vec<f64>,
    style: LineStyle,
}

/// Size of the plotting area \[px\] unless told otherwise.
const AREA: DVec2 = DVec2::new(430.0, 270.0);
/// Between the plotting area and what is written above it \[px\].
const ABOVE: f64 = 16.0;

/// Looks of the curves, in order; the ninth looks like the first.
const LOOKS: [(Colour, &[f64]); 8] = [
    (Colour::BLUE, &[]),
    (Colour::VERMILLION, &[7.0, 4.0]),
    (Colour::GREEN, &[1.5, 3.5]),
    (Colour::BLACK, &[9.0, 4.0, 1.5, 4.0]),
    (Colour::PURPLE, &[14.0, 3.0, 4.0, 3.0]),
    (Colour::ORANGE, &[12.0, 4.0]),
    (Colour::SKY_BLUE, &[4.0, 3.0]),
    (Colour::grey(120), &[9.0, 3.0, 1.5, 3.0, 1.5, 3.0]),
];

impl Default for LinePlot {
    fn default() -> Self {
        Self::new()
    }
}

impl LinePlot {
    /// How many curves look different from each other.
    pub const LOOKS: usize = LOOKS.len();

    /// A plot without curves.
    pub fn new() -> Self {
        let (x, y) = (Axis::new("x"), Axis::new("y"));
        Self { curves: Vec::new(), bands: Vec::new(), title: String::new(), x, y, area: AREA }
    }

    /// Adds a curve: its name in the legend (may be empty) and its samples, as many x as y. A y of NaN is a gap.
    pub fn line(self, name: impl Into<String>, xs: &[f64], ys: &[f64]) -> Self {
        self.styled_line(name, xs, ys, LineStyle::Line)
    }

    /// Adds a curve in a style of its own.
    pub fn styled_line(mut self, name: impl Into<String>, xs: &[f64], ys: &[f64], style: LineStyle) -> Self {
        self.curves.push(Curve { name: name.into(), xs: xs.to_vec(), ys: ys.to_vec(), style });
        self
    }

    /// Adds a band over a stretch of x, shaded in turns, with its name above it where there is room.
    pub fn band(mut self, name: impl Into<String>, from: f64, to: f64) -> Self {
        self.bands.push(Band { name: name.into(), from, to });
        self
    }

    /// Size of the plotting area \[px\], within axes, labels and legend.
    pub fn size(self, width: f64, height: f64) -> Self {
        Self { area: DVec2::new(width, height), ..self }
    }

    /// Words above the plot.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Name and unit of the horizontal and of the vertical axis, e.g. `slip velocity [m/s]`.
    pub fn labels(mut self, x: impl Into<String>, y: impl Into<String>) -> Self {
        (self.x.label, self.y.label) = (x.into(), y.into());
        self
    }

    /// Makes the horizontal axis logarithmic; all x must then be above 0.
    pub fn x_log(mut self) -> Self {
        self.x.log = true;
        self
    }

    /// Makes the vertical axis logarithmic; all y must then be above 0.
    pub fn y_log(mut self) -> Self {
        self.y.log = true;
        self
    }

    /// The range that the horizontal axis shows at least.
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x.at_least = vec![low, high];
        self
    }

    /// The range that the vertical axis shows at least, e.g. `(0.0, 0.0)` to include zero.
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y.at_least = vec![low, high];
        self
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.check()?;
        let values = self.curves.iter().flat_map(|curve| &curve.ys).filter(|y| !y.is_nan());
        let x = self.x.scaled_across(self.curves.iter().flat_map(|curve| &curve.xs), self.area.x)?;
        let y = self.y.scaled(values, self.area.y / 40.0)?;
        let at = |vx: f64, vy: f64| DVec2::new(x.fraction(vx), 1.0 - y.fraction(vy)) * self.area;

        let mut canvas = Canvas::new(if self.title.is_empty() { "Line plot" } else { &self.title });
        self.draw_bands(&mut canvas, |value| x.fraction(value).clamp(0.0, 1.0) * self.area.x);
        axis::draw(&mut canvas, &x, &y, self.area);
        for (index, curve) in self.curves.iter().enumerate() {
            let points: Vec<DVec2> = curve.xs.iter().zip(&curve.ys).map(|(&vx, &vy)| at(vx, vy)).collect();
            for piece in points.split(|point| point.y.is_nan()) {
                curve.draw(&mut canvas, index, piece);
            }
        }
        self.legend(&mut canvas);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    fn check(&self) -> Result<(), PictureError> {
        if self.curves.iter().all(|curve| curve.ys.iter().all(|y| y.is_nan())) {
            return Err(PictureError::NothingToDraw { what: "a line plot needs at least one sample" });
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let name = || {
                if curve.name.is_empty() {
                    format!("curve {index}")
                } else {
                    format!("curve {:?}", curve.name)
                }
            };
            check::length(&format!("y of {}", name()), curve.ys.len(), curve.xs.len())?;
            for (axis, values, letter) in [(&self.x, &curve.xs, "x"), (&self.y, &curve.ys, "y")] {
                for (i, &value) in
                    values.iter().enumerate().filter(|(_, value)| letter == "x" || !value.is_nan())
                {
                    axis.check(value, || format!("{letter} of sample {i} of {}", name()))?;
                }
            }
        }
        for band in &self.bands {
            [band.from, band.to]
                .into_iter()
                .try_for_each(|end| check::finite(end, || format!("band {:?}", band.name)))?;
        }
        for (name, pixels) in [("width of the plot", self.area.x), ("height of the plot", self.area.y)] {
            check::positive(pixels, || name.to_owned())?;
        }
        for (axis, letter) in [(&self.x, "x"), (&self.y, "y")] {
            axis.at_least.iter().try_for_each(|&value| axis.check(value, || format!("range of {letter}")))?;
        }
        Ok(())
    }

    fn draw_bands(&self, canvas: &mut Canvas, place: impl Fn(f64) -> f64) {
        for (index, band) in self.bands.iter().enumerate() {
            let (from, to) = (place(band.from.min(band.to)), place(band.from.max(band.to)));
            if index % 2 == 0 {
                canvas.fill(
                    Path::rect(DVec2::new(from, 0.0), DVec2::new(to - from, self.area.y)),
                    Colour::grey(243),
                );
            }
            let name = Text::new(band.name.clone()).size(style::TICK).anchor(Anchor::Middle);
            if name.width() <= to - from {
                canvas.text(DVec2::new((from + to) / 2.0, -ABOVE / 2.0 - 2.0), name);
            }
        }
    }

    /// Names above the plot, where no curve can run through them.
    fn legend(&self, canvas: &mut Canvas) {
        const SAMPLE: f64 = 26.0;
        let named: Vec<_> =
            self.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty()).collect();
        let mut lines: Vec<Vec<(f64, usize, &Curve)>> = vec![Vec::new()];
        let mut x = 0.0;
        for (index, curve) in named {
            let width = SAMPLE + 8.0 + Text::new(curve.name.clone()).width();
            if x > 0.0 && x + width > self.area.x {
                lines.push(Vec::new());
                x = 0.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, index, curve));
            }
            x += width + 20.0;
        }
        let above = if self.bands.is_empty() { ABOVE } else { 2.0 * ABOVE };
        for (i, line) in lines.iter().enumerate() {
            let y = -above - 20.0 * (lines.len() - 1 - i) as f64;
            for &(x, index, curve) in line {
                let (from, to) = (DVec2::new(x, y), DVec2::new(x + SAMPLE, y));
                curve.line(canvas, index, &[from, to]);
                if curve.style != LineStyle::Line {
                    dot(canvas, index, (from + to) / 2.0);
                }
                canvas.text(DVec2::new(x + SAMPLE + 8.0, y), Text::new(curve.name.clone()));
            }
        }
    }
}

impl Curve {
    fn draw(&self, canvas: &mut Canvas, index: usize, points: &[DVec2]) {
        self.line(canvas, index, points);
        // A single sample is a dot in any style, or it would not be seen.
        if self.style != LineStyle::Line || points.len() == 1 {
            points.iter().for_each(|&point| dot(canvas, index, point));
        }
    }

    fn line(&self, canvas: &mut Canvas, index: usize, points: &[DVec2]) {
        let (colour, dash) = LOOKS[index % LOOKS.len()];
        if self.style != LineStyle::Dots && points.len() > 1 {
            canvas.stroke(Path::polyline(points), Pen::new(colour, 1.8).dashed(dash));
        }
    }
}

fn dot(canvas: &mut Canvas, index: usize, at: DVec2) {
    canvas.fill(Path::circle(at, 3.0), LOOKS[index % LOOKS.len()].0);
}

/// Shared by the axes: text below or left of them.
fn tick_text(label: &str, anchor: Anchor) -> Text {
    Text::new(label).size(style::TICK).anchor(anchor)
}
