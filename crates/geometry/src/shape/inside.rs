//! Whether a point is inside a solid.

use super::Shape;
use crate::{MeshSurface, Segment};
use glam::DVec3;

impl Shape {
    /// Whether the segment begins inside the solid, which has no entry for it then.
    pub fn contains_start_of(&self, segment: &Segment) -> bool {
        let p = segment.origin;
        match self {
            Self::HalfSpace(_) => p.z < 0.0,
            Self::Sphere(s) => p.length() < s.radius(),
            Self::Cuboid(s) => p.abs().cmplt(s.half_extents()).all(),
            Self::Cylinder(s) => p.z.abs() < s.half_height() && p.truncate().length() < s.radius(),
            Self::Capsule(s) => {
                let z = p.z.clamp(-s.half_height(), s.half_height());
                (p - DVec3::new(0.0, 0.0, z)).length() < s.radius()
            }
            Self::Ellipsoid(s) => (p / s.semi_axes()).length_squared() < 1.0,
            Self::Mesh(mesh) => in_mesh(mesh, segment),
        }
    }
}

/// Walks to the first entry (or out of the mesh's box) and looks back: who meets a surface from outside on the way back
/// has come from inside.
fn in_mesh(mesh: &MeshSurface, segment: &Segment) -> bool {
    let p = segment.origin;
    if p.cmplt(mesh.lower()).any() || p.cmpgt(mesh.upper()).any() {
        return false;
    }
    // Any point beyond the box will do.
    let through = Segment { length: 2.0 * (mesh.upper() - mesh.lower()).length(), ..*segment };
    let turn = mesh.first_entry(&through, 0.0).map_or(through.length, |hit| hit.distance);
    let back = Segment { origin: segment.at(turn), direction: -segment.direction, length: turn };
    mesh.first_entry(&back, 0.0).is_some_and(|exit| exit.distance > 0.0 && exit.distance < turn)
}
