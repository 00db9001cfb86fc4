//! Which triangle is nearest at each sample.

use glam::DVec3;

/// No triangle.
pub(super) const NOTHING: u32 = u32::MAX;

/// How near the nearest triangle is at each sample, and which it is.
pub(super) struct Buffer {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Larger is nearer.
    pub(super) near: Vec<f32>,
    pub(super) triangle: Vec<u32>,
}

/// A value that is linear over the pixels, kept within the values at the corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    at_origin: f32,
    across: f32,
    down: f32,
    low: f32,
    high: f32,
}

impl Linear {
    /// From the values at three places; none if the places are on a line.
    pub(super) fn through(places: [DVec3; 3], values: [f64; 3]) -> Option<Self> {
        let [a, b, c] = places;
        let (u, v) = (b - a, c - a);
        let area = u.x * v.y - u.y * v.x;
        if area.abs() < 1e-12 {
            return None;
        }
        let (du, dv) = (values[1] - values[0], values[2] - values[0]);
        let across = (du * v.y - dv * u.y) / area;
        let down = (dv * u.x - du * v.x) / area;
        let at_origin = values[0] - across * a.x - down * a.y;
        let low = values[0].min(values[1]).min(values[2]);
        let high = values[0].max(values[1]).max(values[2]);
        Some(Self {
            at_origin: at_origin as f32,
            across: across as f32,
            down: down as f32,
            low: low as f32,
            high: high as f32,
        })
    }

    #[inline(always)]
    pub(super) fn at(&self, x: f32, y: f32) -> f32 {
        (self.at_origin + self.across * x + self.down * y).max(self.low).min(self.high)
    }
}

impl Buffer {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let samples = width * height;
        Self { width, height, near: vec![f32::NEG_INFINITY; samples], triangle: vec![NOTHING; samples] }
    }

    /// Fills the samples whose middles are within a triangle and farther than it.
    pub(super) fn fill(&mut self, places: [DVec3; 3], triangle: u32) {
        let Some(near) = Linear::through(places, places.map(|place| place.z)) else { return };
        spans(places, self.width, self.height, |y, from, to| {
            let row = y * self.width;
            let begin = near.at_origin + near.down * (y as f32 + 0.5) + near.across * 0.5;
            let depths = &mut self.near[row + from..row + to];
            let numbers = &mut self.triangle[row + from..row + to];
            for (i, (depth, number)) in depths.iter_mut().zip(numbers).enumerate() {
                let value = (begin + near.across * (from + i) as f32).max(near.low).min(near.high);
                let nearer = value > *depth;
                *depth = if nearer { value } else { *depth };
                *number = if nearer { triangle } else { *number };
            }
        });
    }
}

/// Depths alone, for shadows.
pub(super) fn fill_depth(near: &mut [f32], side: usize, places: [DVec3; 3]) {
    let Some(plane) = Linear::through(places, places.map(|place| place.z)) else { return };
    spans(places, side, side, |y, from, to| {
        let begin = plane.at_origin + plane.down * (y as f32 + 0.5) + plane.across * 0.5;
        for (i, depth) in near[y * side + from..y * side + to].iter_mut().enumerate() {
            let value = (begin + plane.across * (from + i) as f32).max(plane.low).min(plane.high);
            *depth = depth.max(value);
        }
    });
}

/// The rows of samples whose middles are within a triangle.
///
/// The ends of a row are computed from the edge alone, its ends in a fixed order: triangles with a common edge find the same
/// number, so that every sample belongs to exactly one of them.
fn spans(places: [DVec3; 3], width: usize, height: usize, mut row: impl FnMut(usize, usize, usize)) {
    let mut corners = places;
    corners.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let [top, middle, bottom] = corners;
    if !(top.is_finite() && middle.is_finite() && bottom.is_finite()) {
        return;
    }
    let first = |value: f64, most: usize| (value - 0.5).ceil().clamp(0.0, most as f64) as usize;
    let on_edge = |a: DVec3, b: DVec3, y: f64| a.x + (y - a.y) * ((b.x - a.x) / (b.y - a.y));
    for y in first(top.y, height)..first(bottom.y, height) {
        let at = y as f64 + 0.5;
        let long = on_edge(top, bottom, at);
        let short = if at < middle.y { on_edge(top, middle, at) } else { on_edge(middle, bottom, at) };
        let (from, to) = (first(long.min(short), width), first(long.max(short), width));
        if from < to {
            row(y, from, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fan of thin and thick triangles over a polygon: every sample is filled once.
    #[test]
    fn neighbours_neither_overlap_nor_leave_gaps() {
        let mut count = vec![0_u8; 64 * 48];
        let rim = |i: i32| {
            let angle = std::f64::consts::TAU * f64::from(i % 37) / 37.0;
            DVec3::new(31.3 + 23.7 * angle.cos(), 24.1 + 19.9 * angle.sin(), 0.0)
        };
        let hub = DVec3::new(27.77, 21.13, 0.0);
        for i in 0..37 {
            spans([hub, rim(i), rim(i + 1)], 64, 48, |y, from, to| {
                count[y * 64 + from..y * 64 + to].iter_mut().for_each(|n| *n += 1);
            });
        }
        assert!(count.iter().all(|&n| n <= 1), "a sample was filled twice");
        let filled = count.iter().filter(|&&n| n == 1).count();
        // The area of the polygon, up to half a sample along its rim of 138.
        let area: f64 =
            (0..37).map(|i| 0.5 * (rim(i) - hub).truncate().perp_dot((rim(i + 1) - hub).truncate())).sum();
        assert!((filled as f64 - area).abs() < 69.0, "{filled} of {area}");
        for row in count.chunks(64) {
            let inside: Vec<usize> = (0..64).filter(|&x| row[x] == 1).collect();
            let whole = inside.last().is_none_or(|last| last - inside[0] + 1 == inside.len());
            assert!(whole, "a gap in a convex polygon");
        }
    }

    #[test]
    fn the_nearer_one_wins_in_any_order() {
        let far = [DVec3::new(0.0, 0.0, 1.0), DVec3::new(20.0, 0.0, 1.0), DVec3::new(0.0, 20.0, 1.0)];
        let near = far.map(|place| place + DVec3::Z);
        let mut one = Buffer::new(16, 16);
        one.fill(far, 0);
        one.fill(near, 1);
        let mut other = Buffer::new(16, 16);
        other.fill(near, 1);
        other.fill(far, 0);
        assert_eq!(one.triangle, other.triangle);
        assert_eq!((one.triangle[0], one.triangle[255]), (1, NOTHING));
    }
}
