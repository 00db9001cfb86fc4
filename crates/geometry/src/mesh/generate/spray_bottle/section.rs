//! Horizontal sections of the bottle.

use glam::DVec3;

/// An outline at one height: two half superellipses, joined at the sides, with the nozzle before them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// Height above the base \[m\].
    pub(super) height: f64,
    /// Reach from the axis to the front (+x) \[m\].
    pub(super) front: f64,
    /// Reach to the rear (−x) \[m\].
    pub(super) rear: f64,
    /// Reach to either side (±y) \[m\].
    pub(super) side: f64,
    /// Exponent of the superellipse: 2 is an ellipse, more is boxier.
    pub(super) squareness: f64,
}

/// The nozzle is a round bar along +x through the head: its height, radius and reach from the axis \[m\].
pub(super) const NOZZLE_HEIGHT: f64 = 0.226;
pub(super) const NOZZLE_RADIUS: f64 = 0.007;
const NOZZLE_REACH: f64 = 0.048;

impl Section {
    /// The point of the outline at `bearing` from the front, counter-clockwise seen from above \[rad\].
    pub(super) fn point(&self, bearing: f64) -> DVec3 {
        let (sine, cosine) = bearing.sin_cos();
        let reach = if cosine > 0.0 { self.front } else { self.rear };
        let body = superellipse(cosine / reach, sine / self.side, self.squareness);
        let nozzle = if cosine > 0.0 { self.nozzle(cosine, sine) } else { 0.0 };
        let radius = body.max(nozzle);
        DVec3::new(radius * cosine, radius * sine, self.height)
    }

    /// Distance from the axis to the nozzle's outline, or zero where this section misses it.
    fn nozzle(&self, cosine: f64, sine: f64) -> f64 {
        let half_chord_squared = NOZZLE_RADIUS.powi(2) - (self.height - NOZZLE_HEIGHT).powi(2);
        // Round-off at the very top and bottom of the bar is not a nozzle.
        if half_chord_squared <= 1e-12 * NOZZLE_RADIUS.powi(2) {
            return 0.0;
        }
        superellipse(cosine / NOZZLE_REACH, sine / half_chord_squared.sqrt(), 8.0)
    }

    /// Mean reach and height, for measuring the silhouette.
    pub(super) fn silhouette_point(&self) -> DVec3 {
        DVec3::new((self.front + self.rear + 2.0 * self.side) / 4.0, 0.0, self.height)
    }
}

/// Polar radius of `|x|ⁿ + |y|ⁿ = 1`, for a direction given in units of the half axes.
fn superellipse(x: f64, y: f64, n: f64) -> f64 {
    (x.abs().powf(n) + y.abs().powf(n)).powf(-1.0 / n)
}
