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

/// Reach of the head to the front, where the nozzle begins \[m\].
pub(super) const HEAD_FRONT: f64 = 0.036;
/// The nozzle is a blunt cone about a line along +x through the head, at this height \[m\].
pub(super) const NOZZLE_HEIGHT: f64 = 0.226;
/// Radius of the nozzle where it leaves the head \[m\].
pub(super) const NOZZLE_RADIUS: f64 = 0.008;
/// Distance of its blunt end from the bottle's axis \[m\].
const NOZZLE_REACH: f64 = 0.048;
/// How much its radius shrinks per length.
const NOZZLE_TAPER: f64 = 0.2;

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
        // The cone's radius on the bottle's axis, and how far this section passes from the cone's own axis.
        let root = NOZZLE_RADIUS + NOZZLE_TAPER * HEAD_FRONT;
        let aside = self.height - NOZZLE_HEIGHT;
        let inside = root * root - aside * aside;
        if inside <= 0.0 {
            return 0.0;
        }
        // Smallest ρ with (ρ sin)² + aside² = (root − taper ρ cos)², in the form that never divides by zero.
        let slope = NOZZLE_TAPER * cosine;
        let discriminant = sine * sine * inside + slope * slope * aside * aside;
        let exit = inside / (root * slope + discriminant.sqrt());
        exit.min(NOZZLE_REACH / cosine)
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
