//! Convex bodies by their support: how far they reach in a direction, and with what.

use glam::DVec3;

/// What a convex body reaches farthest with in a direction: a polygon, a line or a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Face {
    /// In order around the polygon, counter-clockwise seen from outside; two for a line, one for a point.
    pub(crate) corners: Vec<DVec3>,
    /// Outward normal of the plane through the corners; of a line or a point, the direction that was asked for.
    pub(crate) normal: DVec3,
    /// Radius of curvature across a line, or about a point \[m\]; zero for a sharp edge or tip.
    pub(crate) radius: f64,
}

impl Face {
    pub(crate) fn clear(&mut self, normal: DVec3) {
        self.corners.clear();
        (self.normal, self.radius) = (normal, 0.0);
    }

    /// The same face in another frame.
    pub(crate) fn transform(&mut self, pose: crate::Pose) {
        self.corners.iter_mut().for_each(|corner| *corner = pose.transform_point(*corner));
        self.normal = pose.transform_vector(self.normal);
    }
}

/// A convex body.
pub(crate) trait Convex {
    /// The farthest point in a direction, which need not be a unit vector.
    fn support(&self, direction: DVec3) -> DVec3;
    /// A point inside, towards which the body shrinks.
    fn centre(&self) -> DVec3;
    /// What a core without it is surrounded by \[m\].
    fn radius(&self) -> f64 {
        0.0
    }
    /// The farthest point of the core: the body shrunk by a factor, or what is left of it without its radius. What is long or flat is shrunk by the same length everywhere, of which its
    /// thickness shrinks by the factor.
    fn core_support(&self, direction: DVec3, scale: f64) -> DVec3 {
        let centre = self.centre();
        centre + (self.support(direction) - centre) * scale
    }
    /// What reaches farthest in a direction, a unit vector.
    fn face(&self, direction: DVec3, face: &mut Face);
    /// Outward normals of plane faces whose cosine with the direction is at least `least`.
    fn normals_near(&self, direction: DVec3, least: f64, take: &mut dyn FnMut(DVec3));
}
