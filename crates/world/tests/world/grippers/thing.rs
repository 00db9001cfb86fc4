//! Things to hold.

use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Cuboid, Cylinder, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape};
use bristle_world::{Body, BodyId, Inertia, Joint, Mass, ModelBuilder};
use glam::DVec3;

/// A free body of one shape.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) shape: Shape,
    pub(crate) inertia: Inertia,
    pub(crate) pose: Pose,
}

impl Thing {
    fn solid(shape: impl Into<Shape>, mass: f64) -> Self {
        let shape = shape.into();
        let inertia = Inertia::of_shape(&shape, Mass::Total(mass)).unwrap();
        Self { shape, inertia, pose: Pose::IDENTITY }
    }

    /// A block of the given edges [m].
    pub(crate) fn block(edges: DVec3, mass: f64) -> Self {
        Self::solid(Cuboid::new(0.5 * edges).unwrap(), mass)
    }

    pub(crate) fn cube(edge: f64, mass: f64) -> Self {
        Self::block(DVec3::splat(edge), mass)
    }

    pub(crate) fn sphere(radius: f64, mass: f64) -> Self {
        Self::solid(Sphere::new(radius).unwrap(), mass)
    }

    /// Upright.
    pub(crate) fn cylinder(radius: f64, height: f64, mass: f64) -> Self {
        Self::solid(Cylinder::new(radius, 0.5 * height).unwrap(), mass)
    }

    /// A spray bottle that stands on z = 0 of its frame.
    pub(crate) fn bottle(triangles: usize, mass: f64) -> Self {
        let mesh = generate::spray_bottle(triangles).unwrap();
        let inertia = Inertia::of_mesh(&mesh, Mass::Total(mass)).unwrap();
        Self { shape: MeshSurface::new(&mesh).unwrap().into(), inertia, pose: Pose::IDENTITY }
    }

    pub(crate) fn at(self, translation: DVec3) -> Self {
        Self { pose: Pose::from_translation(translation), ..self }
    }

    pub(crate) fn posed(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    pub(crate) fn mount(&self, builder: &mut ModelBuilder) -> BodyId {
        let body = Body {
            name: "thing".into(),
            parent: None,
            pose: self.pose,
            joint: Joint::free(),
            inertia: self.inertia,
        };
        let id = builder.body(body).unwrap();
        builder.shape(id, "thing", self.shape.clone(), Pose::IDENTITY).unwrap();
        id
    }
}
