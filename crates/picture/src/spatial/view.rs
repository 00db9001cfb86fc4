//! Where the observer stands.

use crate::PictureError;
use crate::grid::check;
use glam::{DVec2, DVec3};

/// A direction of view. The observer is far away, so that equal lengths stay equal; z points up the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Angle of the observer about z, from the x axis \[rad\].
    pub azimuth: f64,
    /// Angle of the observer above the x–y plane \[rad\], −π/2 to π/2.
    pub elevation: f64,
}

/// Views with names, their azimuth and elevation \[degrees\].
const NAMED: [(&str, f64, f64); 7] = [
    ("scene", -58.0, 22.0),
    ("front", -90.0, 0.0),
    ("back", 90.0, 0.0),
    ("left", 180.0, 0.0),
    ("right", 0.0, 0.0),
    ("top", -90.0, 90.0),
    ("bottom", -90.0, -90.0),
];

impl View {
    /// The names that [`named`](Self::named) knows: `scene` from above the front left, `front` along +y, `right` along −x, and so on.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, ..)| *name)
    }

    /// The view of a name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, azimuth, elevation) = NAMED.iter().find(|(known, ..)| *known == name)?;
        Some(Self::from_degrees(*azimuth, *elevation))
    }

    /// A view from angles in degrees.
    pub fn from_degrees(azimuth: f64, elevation: f64) -> Self {
        Self { azimuth: azimuth.to_radians(), elevation: elevation.to_radians() }
    }

    pub(crate) fn check(self) -> Result<(), PictureError> {
        check::finite(self.azimuth, || "azimuth of the view".to_owned())?;
        let limit = std::f64::consts::FRAC_PI_2;
        // The margin forgives a conversion from degrees its last bit.
        if self.elevation.abs() <= limit + 1e-12 {
            return Ok(());
        }
        Err(PictureError::OutOfRange {
            what: "elevation of the view [rad]".to_owned(),
            value: self.elevation,
            allowed: "between -pi/2 and pi/2",
        })
    }

    /// Unit vector towards the observer.
    pub(crate) fn towards(self) -> DVec3 {
        let (sin_a, cos_a) = self.azimuth.sin_cos();
        let (sin_e, cos_e) = self.elevation.sin_cos();
        DVec3::new(cos_e * cos_a, cos_e * sin_a, sin_e)
    }

    /// Unit vector towards the light: above the observer's left shoulder.
    pub(crate) fn light(self) -> DVec3 {
        let right = self.right();
        (self.towards() + 0.75 * self.up() - 0.35 * right).normalize()
    }

    /// Unit vector up the sheet.
    pub(crate) fn up(self) -> DVec3 {
        self.towards().cross(self.right())
    }

    /// Unit vector to the right of the sheet.
    pub(crate) fn right(self) -> DVec3 {
        let (sin_a, cos_a) = self.azimuth.sin_cos();
        DVec3::new(-sin_a, cos_a, 0.0)
    }

    /// The least and the greatest corner of the sheet that points take up \[m\].
    pub(crate) fn bounds(self, points: impl Iterator<Item = DVec3>) -> (DVec2, DVec2) {
        let seen = points.map(|point| self.project(point));
        seen.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)))
    }

    /// The scale that fits all points \[m\] into the room \[px\]; `what` names their size, which must not be zero.
    pub(crate) fn pixels_per_metre(
        self,
        points: impl Iterator<Item = DVec3>,
        room: DVec2,
        what: &str,
    ) -> Result<f64, PictureError> {
        let (least, greatest) = self.bounds(points);
        let size = greatest - least;
        check::positive(size.max_element(), || what.to_owned())?;
        Ok((room / size.max(DVec2::splat(size.max_element() * 1e-6))).min_element())
    }

    /// Where a point appears on the sheet, y down, in the unit of the point.
    pub(crate) fn project(self, point: DVec3) -> DVec2 {
        DVec2::new(point.dot(self.right()), -point.dot(self.up()))
    }

    /// How near a point is to the observer; larger is nearer.
    pub(crate) fn nearness(self, point: DVec3) -> f64 {
        point.dot(self.towards())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_above_the_sheet_is_the_plane() {
        // From straight above with x to the right: azimuth -90 degrees. y then points up the sheet.
        let view = View::from_degrees(-90.0, 90.0);
        let seen = view.project(DVec3::new(0.3, -0.7, 1.1));
        assert!((seen - DVec2::new(0.3, 0.7)).length() < 1e-15);
        assert!((view.nearness(DVec3::new(0.3, -0.7, 1.1)) - 1.1).abs() < 1e-15);
    }

    #[test]
    fn projection_keeps_lengths_across_the_line_of_sight() {
        let view = View::from_degrees(-37.0, 23.0);
        let along = view.towards();
        let point = DVec3::new(0.3, -0.7, 1.1);
        let across = point - along * point.dot(along);
        assert!((view.project(point).length() - across.length()).abs() < 1e-15);
    }
}
