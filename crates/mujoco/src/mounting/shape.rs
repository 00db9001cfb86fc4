//! Geoms as shapes that rays are cast at.

use crate::engine::{GeomKind, Model, Object};
use crate::recipe::RecipeError;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, ShapeError, Sphere};
use bristle_geometry::{MeshSurface, Shape, TriangleMesh};
use glam::DVec3;

/// The shape of a geom; `None` for kinds that have none here.
pub(super) fn shape(model: Model, geom: usize) -> Result<Option<Shape>, RecipeError> {
    let name = || model.name(Object::Geom, geom);
    if model.geom_kind(geom) == GeomKind::Mesh {
        let Some(mesh) = mesh(model, geom) else { return Ok(None) };
        let surface = MeshSurface::new(&mesh);
        return surface.map(|s| Some(s.into())).map_err(|source| RecipeError::Mesh { geom: name(), source });
    }
    solid(model, geom).map_err(|source| RecipeError::Shape { geom: name(), source })
}

fn solid(model: Model, geom: usize) -> Result<Option<Shape>, ShapeError> {
    let [a, b, c] = model.geom_size(geom);
    Ok(Some(match model.geom_kind(geom) {
        GeomKind::Plane => HalfSpace.into(),
        GeomKind::Sphere => Sphere::new(a)?.into(),
        GeomKind::Capsule => Capsule::new(a, b)?.into(),
        GeomKind::Ellipsoid => Ellipsoid::new(DVec3::new(a, b, c))?.into(),
        GeomKind::Cylinder => Cylinder::new(a, b)?.into(),
        GeomKind::Box => Cuboid::new(DVec3::new(a, b, c))?.into(),
        GeomKind::Mesh | GeomKind::Other(_) => return Ok(None),
    }))
}

/// The triangles of a mesh geom as they are, not their hull; wound outwards.
fn mesh(model: Model, geom: usize) -> Option<TriangleMesh> {
    let mesh = model.geom_mesh(geom)?;
    let vertices: Vec<DVec3> = mesh.vertices.iter().map(|v| DVec3::from_array(v.map(f64::from))).collect();
    let mut triangles: Vec<[u32; 3]> =
        mesh.faces.iter().map(|face| face.map(|v| u32::try_from(v).unwrap_or(u32::MAX))).collect();
    let corner = |v: u32| vertices.get(v as usize).copied().unwrap_or(DVec3::ZERO);
    let volume: f64 = triangles.iter().map(|t| corner(t[0]).dot(corner(t[1]).cross(corner(t[2])))).sum();
    if volume < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    Some(TriangleMesh { vertices, triangles })
}
