//! Masses of geoms, as MuJoCo has them.

use super::assets::{MeshAsset, Spread};
use crate::error::{ErrorKind, Result};
use bristle_geometry::TriangleMesh;
use bristle_geometry::files;
use bristle_geometry::mesh::convex_hull;
use bristle_scene::data::ShapeKind;
use bristle_world::{Inertia, Mass};
use glam::{DMat3, DVec3};

/// The inertia of a solid of unit density; nothing for planes.
pub(super) fn of_solid(kind: &ShapeKind) -> Inertia {
    let solid = kind.by_formula().ok().flatten();
    solid.and_then(|solid| Inertia::of_shape(&solid, Mass::Density(1.0)).ok()).unwrap_or(Inertia::ZERO)
}

/// The inertia of a mesh of unit density, in the frame of its file.
pub(super) fn of_mesh(asset: &MeshAsset<'_>) -> Result<Inertia> {
    let refuse = |why: String| {
        asset.el.fault(ErrorKind::Refused, format!("the mass of this mesh cannot be known: {why}"))
    };
    let scale = asset.file.options.scale;
    let plain = files::LoadOptions { scale: DVec3::ONE, ..asset.file.options };
    let mut mesh = files::load(&asset.file.path, &plain).map_err(|error| refuse(error.to_string()))?.mesh;
    // MuJoCo reads coordinates in single precision and scales them in double.
    let single =
        |v: &DVec3| DVec3::new(f64::from(v.x as f32), f64::from(v.y as f32), f64::from(v.z as f32)) * scale;
    mesh.vertices = mesh.vertices.iter().map(single).collect();
    if scale.x * scale.y * scale.z < 0.0 {
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    let inertia = match asset.spread {
        Spread::Legacy => of_volume(&mesh, f64::abs),
        Spread::Exact => of_volume(&mesh, |volume| volume),
        Spread::Convex => {
            let hull = convex_hull(&mesh.vertices).map_err(|error| refuse(error.to_string()))?;
            of_volume(&hull, |volume| volume)
        }
        Spread::Shell => of_surface(&mesh),
    };
    match inertia.mass > 0.0 && inertia.centre.is_finite() && inertia.about_centre.is_finite() {
        true => Ok(inertia),
        false => Err(refuse("it has no volume".to_owned())),
    }
}

/// Area, unit normal and centre of a triangle.
fn triangle(corners: [DVec3; 3]) -> (f64, DVec3, DVec3) {
    let [a, b, c] = corners;
    let cross = (b - a).cross(c - a);
    let length = cross.length();
    (0.5 * length, cross / length.max(f64::MIN_POSITIVE), (a + b + c) / 3.0)
}

/// Sums tetrahedra over the triangles from a point inside; `count` says how a negative volume counts.
fn of_volume(mesh: &TriangleMesh, count: impl Fn(f64) -> f64) -> Inertia {
    let triangles: Vec<[DVec3; 3]> = (0..mesh.triangles.len()).map(|i| mesh.corners(i)).collect();
    let (mut area_sum, mut middle) = (0.0, DVec3::ZERO);
    for corners in &triangles {
        let (area, _, centre) = triangle(*corners);
        area_sum += area;
        middle += centre * area;
    }
    middle /= area_sum.max(f64::MIN_POSITIVE);
    let (mut volume, mut centre) = (0.0, DVec3::ZERO);
    for corners in &triangles {
        let (area, normal, of_triangle) = triangle(*corners);
        let part = count((of_triangle - middle).dot(normal) * area / 3.0);
        volume += part;
        centre += (of_triangle * 0.75 + middle * 0.25) * part;
    }
    centre /= volume;
    let mut second = DMat3::ZERO;
    let mut again = 0.0;
    for corners in &triangles {
        let corners = corners.map(|corner| corner - centre);
        let (area, normal, of_triangle) = triangle(corners);
        let part = count(of_triangle.dot(normal) * area / 3.0);
        again += part;
        second += products(corners) * (part / 20.0);
    }
    Inertia { mass: if again > 0.0 { again } else { volume }, centre, about_centre: moments(second) }
}

/// Sums triangles of unit mass per area.
fn of_surface(mesh: &TriangleMesh) -> Inertia {
    let (mut whole, mut centre) = (0.0, DVec3::ZERO);
    for i in 0..mesh.triangles.len() {
        let (area, _, of_triangle) = triangle(mesh.corners(i));
        whole += area;
        centre += of_triangle * area;
    }
    centre /= whole;
    let second = (0..mesh.triangles.len()).fold(DMat3::ZERO, |sum, i| {
        let corners = mesh.corners(i).map(|corner| corner - centre);
        sum + products(corners) * (triangle(corners).0 / 12.0)
    });
    Inertia { mass: whole, centre, about_centre: moments(second) }
}

/// `(a+b+c)(a+b+c)ᵀ + aaᵀ + bbᵀ + ccᵀ`: the integral of `xxᵀ` over a tetrahedron to the origin, but for volume / 20, or over a triangle, but for area / 12.
fn products([a, b, c]: [DVec3; 3]) -> DMat3 {
    let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    outer(a + b + c) + outer(a) + outer(b) + outer(c)
}

/// From the integral of `xxᵀ` to the inertia.
fn moments(second: DMat3) -> DMat3 {
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    DMat3::from_diagonal(DVec3::splat(trace)) - second
}
