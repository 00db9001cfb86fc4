//! Surfaces of solids, divided finely enough to carry contact points.

use super::solid::Solid;
use bristle_geometry::mesh::generate::{self, GenerateError};
use bristle_geometry::{Shape, TriangleMesh};
use glam::{DVec2, DVec3};
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, TAU};

/// More contact points than this on one shape are a slip of the unit.
const MOST_POINTS: f64 = 1e6;

/// The surface of a solid in triangles with sides of about `spacing` \[m\]; `None` for a half-space, which has no edge to
/// its plane.
pub(super) fn divided(solid: &Solid, spacing: f64) -> Result<Option<TriangleMesh>, String> {
    let parts = |length: f64| (length / spacing).ceil().max(1.0);
    let expected = |area: f64| 2.0 * area / (spacing * spacing);
    let words = |error: GenerateError| error.to_string();
    let mesh = match &solid.shape {
        Shape::HalfSpace(_) => return Ok(None),
        Shape::Cuboid(s) => {
            let sides = s.half_extents() * 2.0;
            few_enough(expected(2.0 * (sides.x * sides.y + sides.y * sides.z + sides.z * sides.x)))?;
            let divisions = sides.to_array().map(|side| parts(side) as usize);
            generate::cuboid_divided(s.half_extents(), divisions).map_err(words)?
        }
        Shape::Sphere(s) => ball(DVec3::splat(s.radius()), spacing)?,
        Shape::Ellipsoid(s) => ball(s.semi_axes(), spacing)?,
        Shape::Cylinder(s) => {
            let (r, h) = (s.radius(), s.half_height());
            let cap = line(DVec2::new(0.0, -h), DVec2::new(r, -h), parts(r));
            let side = line(DVec2::new(r, -h), DVec2::new(r, h), parts(2.0 * h));
            let profile =
                cap.into_iter().chain(side).chain(line(DVec2::new(r, h), DVec2::new(0.0, h), parts(r)));
            turned(profile.chain([DVec2::new(0.0, h)]).collect(), r, spacing)?
        }
        Shape::Capsule(s) => {
            let (r, h) = (s.radius(), s.half_height());
            let bands = parts(FRAC_PI_2 * r).max(2.0);
            let arc = |centre: f64, i: f64, sign: f64| {
                let (sin, cos) = (FRAC_PI_2 * i / bands).sin_cos();
                DVec2::new(r * sin, centre + sign * r * cos)
            };
            let bottom = (0..bands as usize).map(|i| arc(-h, i as f64, -1.0));
            let side = line(DVec2::new(r, -h), DVec2::new(r, h), parts(2.0 * h));
            let top = (1..=bands as usize).rev().map(|i| arc(h, i as f64, 1.0));
            let profile = bottom.chain(side).chain(top).chain([DVec2::new(0.0, h + r)]);
            turned(profile.collect(), r, spacing)?
        }
        Shape::Mesh(_) => match &solid.mesh {
            Some(mesh) => refined(mesh, spacing)?,
            None => return Ok(None),
        },
    };
    Ok(Some(mesh))
}

fn few_enough(points: f64) -> Result<(), String> {
    if points <= MOST_POINTS {
        return Ok(());
    }
    Err(format!(
        "about {points:.1e} contact points are too many; at most {MOST_POINTS:.0e}: choose a wider `spacing`"
    ))
}

/// An icosahedron has sides of 1.0515 of its radius.
fn ball(axes: DVec3, spacing: f64) -> Result<TriangleMesh, String> {
    let frequency = (1.0515 * axes.max_element() / spacing).ceil().max(1.0);
    few_enough(20.0 * frequency * frequency)?;
    let mut mesh = generate::icosphere(1.0, frequency as usize).map_err(|error| error.to_string())?;
    mesh.vertices.iter_mut().for_each(|v| *v *= axes);
    Ok(mesh)
}

/// From `a` up to, but without, `b`.
fn line(a: DVec2, b: DVec2, parts: f64) -> Vec<DVec2> {
    (0..parts as usize).map(|i| a.lerp(b, i as f64 / parts)).collect()
}

fn turned(profile: Vec<DVec2>, radius: f64, spacing: f64) -> Result<TriangleMesh, String> {
    let segments = (TAU * radius / spacing).ceil().max(8.0);
    few_enough(2.0 * profile.len() as f64 * segments)?;
    generate::surface_of_revolution(&profile, segments as usize).map_err(|error| error.to_string())
}

/// Every triangle cut into n², n chosen by the mean side: neighbours stay neighbours.
fn refined(mesh: &TriangleMesh, spacing: f64) -> Result<TriangleMesh, String> {
    let count = mesh.triangles.len();
    let sides: f64 = (0..count)
        .map(|i| {
            let [a, b, c] = mesh.corners(i);
            a.distance(b) + b.distance(c) + c.distance(a)
        })
        .sum();
    let n = (sides / (3.0 * count.max(1) as f64) / spacing).ceil().max(1.0);
    few_enough(count as f64 * n * n)?;
    let n = n as u32;
    if n == 1 {
        return Ok(mesh.clone());
    }
    // A point is known by its weights on the corners of its triangle, so that both sides of an edge share it.
    let mut fine = TriangleMesh::default();
    let mut known: HashMap<[(u32, u32); 3], u32> = HashMap::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|v| mesh.vertices[v as usize]);
        let mut vertex = |i: u32, j: u32| {
            let weights = [n - i - j, i, j];
            let mut key =
                [0, 1, 2].map(|k| if weights[k] == 0 { (u32::MAX, 0) } else { (triangle[k], weights[k]) });
            key.sort_unstable();
            *known.entry(key).or_insert_with(|| {
                let sum: DVec3 = (0..3).map(|k| corners[k] * f64::from(weights[k])).sum();
                fine.vertices.push(sum / f64::from(n));
                fine.vertices.len() as u32 - 1
            })
        };
        let mut triangles = Vec::with_capacity((n * n) as usize);
        for i in 0..n {
            for j in 0..n - i {
                triangles.push([vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)]);
                if i + j + 1 < n {
                    triangles.push([vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
                }
            }
        }
        fine.triangles.append(&mut triangles);
    }
    Ok(fine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Cuboid, Cylinder, ShapeDescription, ShapeKind, Sphere, SprayBottle};
    use bristle_geometry::Pose;
    use bristle_geometry::shape::HalfSpace;

    fn solid(kind: ShapeKind) -> Solid {
        let description = ShapeDescription { name: "s".into(), kind, pose: Pose::IDENTITY };
        Solid::make(&description, &mut Vec::new()).unwrap()
    }

    fn area(mesh: &TriangleMesh) -> f64 {
        (0..mesh.triangles.len())
            .map(|i| {
                let [a, b, c] = mesh.corners(i);
                0.5 * (b - a).cross(c - a).length()
            })
            .sum()
    }

    /// Closed, outward, of the right area within `tolerance`, and no side much longer than asked for.
    fn check(kind: ShapeKind, spacing: f64, expected_area: f64, tolerance: f64) {
        let mesh = divided(&solid(kind.clone()), spacing).unwrap().unwrap();
        let volume = mesh.mass_properties().unwrap().volume; // refuses open and inside-out meshes
        assert!(volume > 0.0);
        let found = area(&mesh);
        assert!((found / expected_area - 1.0).abs() < tolerance, "{kind:?}: {found} for {expected_area}");
        for i in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(i);
            let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
            assert!(longest < 1.6 * spacing, "{kind:?}: a side of {longest}"); // diagonals are √2, spheres stretch by 10 %
        }
    }

    #[test]
    fn divided_surfaces_are_closed_and_have_the_area_of_their_solids() {
        let pi = std::f64::consts::PI;
        let size = DVec3::new(0.03, 0.07, 0.11);
        check(ShapeKind::Box(Cuboid { size }), 0.007, 2.0 * (0.03 * 0.07 + 0.07 * 0.11 + 0.11 * 0.03), 1e-12);
        // Inscribed facets of side s on a radius r lack about (s/r)²/8 of the area: 0.4 % here, twice over.
        check(ShapeKind::Sphere(Sphere { radius: 0.03 }), 0.005, 4.0 * pi * 9e-4, 0.01);
        let tall = 2.0 * pi * 0.03 * 0.11;
        check(
            ShapeKind::Cylinder(Cylinder { radius: 0.03, height: 0.11 }),
            0.005,
            tall + 2.0 * pi * 9e-4,
            0.01,
        );
        check(
            ShapeKind::Capsule(Cylinder { radius: 0.03, height: 0.11 }),
            0.005,
            tall + 4.0 * pi * 9e-4,
            0.01,
        );
    }

    #[test]
    fn a_mesh_is_refined_without_changing_its_shape() {
        let coarse = Solid {
            mesh: Some(generate::cuboid(DVec3::new(0.03, 0.07, 0.11)).unwrap()),
            ..solid(ShapeKind::SprayBottle(SprayBottle { triangles: 500 }))
        };
        let fine = divided(&coarse, 0.01).unwrap().unwrap();
        let (a, b) = (coarse.mesh.as_ref().unwrap(), &fine);
        assert!(b.triangles.len() > 100 * a.triangles.len());
        assert!((area(a) / area(b) - 1.0).abs() < 1e-12); // sums of 2000 areas
        let (a, b) = (a.mass_properties().unwrap(), b.mass_properties().unwrap());
        assert!((a.volume / b.volume - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_spacing_in_the_wrong_unit_is_refused() {
        let floor = solid(ShapeKind::Box(Cuboid { size: DVec3::splat(100.0) }));
        assert!(divided(&floor, 1e-3).unwrap_err().contains("spacing"));
        assert!(divided(&solid(ShapeKind::HalfSpace(HalfSpace)), 1e-3).unwrap().is_none());
    }
}
