//! From places in the world to places among the pixels.

use crate::spatial::view::View;
use glam::{DVec2, DVec3};

/// A view, and the part of its sheet that is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) view: View,
    /// Pixels per metre.
    pub(crate) scale: f64,
    /// Top left corner of the picture on the sheet \[px\].
    pub(crate) corner: DVec2,
    /// Width and height \[px\].
    pub(crate) size: (usize, usize),
}

impl Camera {
    /// With `middle`, a place on the sheet \[m\], in the middle of the picture.
    pub(crate) fn about(view: View, scale: f64, middle: DVec2, size: (usize, usize)) -> Self {
        let half = DVec2::new(size.0 as f64, size.1 as f64) / 2.0;
        Self { view, scale, corner: middle * scale - half, size }
    }

    /// The same picture with `factor` as many pixels in each direction.
    pub(crate) fn finer(self, factor: usize) -> Self {
        let f = factor as f64;
        let size = (self.size.0 * factor, self.size.1 * factor);
        Self { scale: self.scale * f, corner: self.corner * f, size, ..self }
    }

    /// Pixels to the right and down, and how near it is \[m\]; larger is nearer.
    pub(crate) fn place(&self, point: DVec3) -> DVec3 {
        (self.view.project(point) * self.scale - self.corner).extend(self.view.nearness(point))
    }

    /// The point at a place among the pixels.
    pub(crate) fn point(&self, place: DVec3) -> DVec3 {
        let sheet = (place.truncate() + self.corner) / self.scale;
        self.view.right() * sheet.x - self.view.up() * sheet.y + self.view.towards() * place.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_leads_back_to_its_point() {
        let view = View::from_degrees(-58.0, 22.0);
        let camera = Camera::about(view, 1300.0, DVec2::new(0.03, -0.1), (640, 480)).finer(2);
        let point = DVec3::new(0.11, -0.07, 0.23);
        assert!((camera.point(camera.place(point)) - point).length() < 1e-12);
    }
}
