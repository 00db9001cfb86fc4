//! Outlines made of straight and cubic pieces.

use glam::DVec2;

/// One piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move(DVec2),
    Line(DVec2),
    Curve(DVec2, DVec2, DVec2),
    Close,
}

/// A sequence of steps; every sub-path starts with a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path {
    pub(crate) steps: Vec<Step>,
}

/// A cubic with this handle length follows a quarter circle to 0.03 % of its radius.
const QUARTER: f64 = 0.552_284_75;

impl Path {
    pub(crate) fn polyline(points: &[DVec2]) -> Self {
        let mut path = Self::default();
        for (i, &point) in points.iter().enumerate() {
            path.steps.push(if i == 0 { Step::Move(point) } else { Step::Line(point) });
        }
        path
    }

    pub(crate) fn polygon(points: &[DVec2]) -> Self {
        let mut path = Self::polyline(points);
        path.steps.push(Step::Close);
        path
    }

    pub(crate) fn rect(corner: DVec2, size: DVec2) -> Self {
        let mut path = Self::default();
        path.add_rect(corner, size);
        path
    }

    pub(crate) fn add_rect(&mut self, corner: DVec2, size: DVec2) {
        let (right, down) = (DVec2::new(size.x, 0.0), DVec2::new(0.0, size.y));
        self.steps.push(Step::Move(corner));
        self.steps.extend([corner + right, corner + size, corner + down].map(Step::Line));
        self.steps.push(Step::Close);
    }

    pub(crate) fn circle(centre: DVec2, radius: f64) -> Self {
        let mut path = Self::default();
        let (r, k) = (radius, radius * QUARTER);
        let at = |x: f64, y: f64| centre + DVec2::new(x, y);
        path.steps.push(Step::Move(at(r, 0.0)));
        path.steps.push(Step::Curve(at(r, k), at(k, r), at(0.0, r)));
        path.steps.push(Step::Curve(at(-k, r), at(-r, k), at(-r, 0.0)));
        path.steps.push(Step::Curve(at(-r, -k), at(-k, -r), at(0.0, -r)));
        path.steps.push(Step::Curve(at(k, -r), at(r, -k), at(r, 0.0)));
        path.steps.push(Step::Close);
        path
    }

    /// Applies `f` to every point. Right for straight lines always, for curves if `f` is affine.
    pub(crate) fn map(&mut self, f: impl Fn(DVec2) -> DVec2) {
        for step in &mut self.steps {
            *step = match *step {
                Step::Move(p) => Step::Move(f(p)),
                Step::Line(p) => Step::Line(f(p)),
                Step::Curve(a, b, p) => Step::Curve(f(a), f(b), f(p)),
                Step::Close => Step::Close,
            };
        }
    }

    pub(crate) fn translate(&mut self, by: DVec2) {
        self.map(|p| p + by);
    }

    /// The box around all points; it holds curves too, since a cubic stays within its control points.
    pub(crate) fn bounds(&self) -> Option<(DVec2, DVec2)> {
        let points = self.steps.iter().flat_map(|step| match *step {
            Step::Move(p) | Step::Line(p) => vec![p],
            Step::Curve(a, b, p) => vec![a, b, p],
            Step::Close => vec![],
        });
        points.fold(None, |bounds, p| match bounds {
            None => Some((p, p)),
            Some((least, greatest)) => Some((p.min(least), p.max(greatest))),
        })
    }
}
