//! The ray–triangle test: watertight, so that no ray slips between two triangles.
//!
//! After Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013, in double precision:
//! corners are sheared so that the ray becomes the z axis. A shared edge then gives its two triangles the same
//! number with opposite signs, to the last bit, so one of them takes the ray; on the edge itself both do.

use crate::Segment;
use glam::DVec3;

/// A direction prepared for triangle tests; parallel rays share it.
#[derive(Clone, Copy)]
pub(super) struct Shear {
    /// Index of the largest component of the direction.
    axis: usize,
    shear_x: f64,
    shear_y: f64,
    scale: f64,
    /// −1 where the ray runs against the main axis: keeps "front" positive.
    handedness: f64,
}

/// A segment prepared for triangle tests.
pub(super) struct ShearedRay {
    pub(super) origin: DVec3,
    pub(super) direction: DVec3,
    pub(super) length: f64,
    shear: Shear,
}

/// What the test finds on the plane of a triangle that faces the ray.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// Barycentric weights of the corners, unscaled: all ≥ 0 inside.
    pub(super) weights: [f64; 3],
    /// Their sum: twice the projected area; > 0 for a triangle that faces the ray.
    pub(super) determinant: f64,
    depth_sum: f64,
}

impl Crossing {
    #[inline(always)]
    pub(super) fn inside(&self) -> bool {
        let [a, b, c] = self.weights;
        a >= 0.0 && b >= 0.0 && c >= 0.0
    }

    /// Clearly inside, not within round-off of an edge.
    #[inline(always)]
    pub(super) fn well_inside(&self) -> bool {
        let rim = 1e-9 * self.determinant;
        let [a, b, c] = self.weights;
        a > rim && b > rim && c > rim
    }

    /// Distance along the ray.
    #[inline(always)]
    pub(super) fn distance(&self) -> f64 {
        self.depth_sum / self.determinant
    }
}

impl Shear {
    #[inline(always)]
    pub(super) fn new(direction: DVec3) -> Self {
        let size = direction.abs();
        let axis = if size.z >= size.x && size.z >= size.y {
            2
        } else if size.y >= size.x {
            1
        } else {
            0
        };
        let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
        let scale = 1.0 / direction[axis];
        Self {
            axis,
            shear_x: direction[x] * scale,
            shear_y: direction[y] * scale,
            scale,
            handedness: direction[axis].signum(),
        }
    }
}

impl ShearedRay {
    #[inline(always)]
    pub(super) fn new(segment: &Segment) -> Self {
        Self::along(Shear::new(segment.direction), segment)
    }

    /// With the segment's direction prepared before.
    #[inline(always)]
    pub(super) fn along(shear: Shear, segment: &Segment) -> Self {
        let Segment { origin, direction, length } = *segment;
        Self { origin, direction, length, shear }
    }

    /// The crossing with a triangle's plane if the triangle faces the ray; inside or not.
    #[inline(always)]
    pub(super) fn cross_front(&self, corners: [DVec3; 3]) -> Option<Crossing> {
        match self.shear.axis {
            0 => self.cross_along::<0>(corners),
            1 => self.cross_along::<1>(corners),
            _ => self.cross_along::<2>(corners),
        }
    }

    #[inline(always)]
    fn cross_along<const AXIS: usize>(&self, corners: [DVec3; 3]) -> Option<Crossing> {
        let (x_axis, y_axis) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
        let Shear { shear_x, shear_y, scale, handedness, .. } = self.shear;
        let shear = |corner: DVec3| {
            let p = corner - self.origin;
            let depth = p[AXIS];
            let x = handedness * (p[x_axis] - shear_x * depth);
            (x, p[y_axis] - shear_y * depth, scale * depth)
        };
        let [a, b, c] = corners;
        let ((ax, ay, az), (bx, by, bz), (cx, cy, cz)) = (shear(a), shear(b), shear(c));
        let weights = [cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax];
        let determinant = weights[0] + weights[1] + weights[2];
        // Turns away triangles seen from behind or edge on, and whatever is not a number.
        if determinant <= 0.0 || determinant.is_nan() {
            return None;
        }
        let depth_sum = weights[0] * az + weights[1] * bz + weights[2] * cz;
        Some(Crossing { weights, determinant, depth_sum })
    }
}
