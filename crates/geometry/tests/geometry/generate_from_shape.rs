//! Surfaces of solids: closed, of the right size, as fine as asked for.

use crate::generate_common::area;
use bristle_geometry::Shape;
use bristle_geometry::mesh::generate::{Fineness, GenerateError, cuboid, refined, solid};
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use glam::DVec3;
use std::f64::consts::PI;

/// Closed, outward, of the right area within `tolerance`, and no side much longer than asked for.
fn check(shape: impl Into<Shape>, spacing: f64, expected_area: f64, tolerance: f64) {
    let shape = shape.into();
    let mesh = solid(&shape, Fineness::Spacing(spacing)).unwrap().unwrap();
    let volume = mesh.mass_properties().unwrap().volume; // refuses open and inside-out meshes
    assert!(volume > 0.0);
    let found = area(&mesh);
    assert!((found / expected_area - 1.0).abs() < tolerance, "{shape:?}: {found} for {expected_area}");
    for i in 0..mesh.triangles.len() {
        let [a, b, c] = mesh.corners(i);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        assert!(longest < 1.6 * spacing, "{shape:?}: a side of {longest}"); // diagonals are √2, spheres stretch by 10 %
    }
}

#[test]
fn divided_surfaces_are_closed_and_have_the_area_of_their_solids() {
    let half = DVec3::new(0.015, 0.035, 0.055);
    check(Cuboid::new(half).unwrap(), 0.007, 2.0 * (0.03 * 0.07 + 0.07 * 0.11 + 0.11 * 0.03), 1e-12);
    // Inscribed facets of side s on a radius r lack about (s/r)²/8 of the area: 0.4 % here, twice over.
    check(Sphere::new(0.03).unwrap(), 0.005, 4.0 * PI * 9e-4, 0.01);
    let tall = 2.0 * PI * 0.03 * 0.11;
    check(Cylinder::new(0.03, 0.055).unwrap(), 0.005, tall + 2.0 * PI * 9e-4, 0.01);
    check(Capsule::new(0.03, 0.055).unwrap(), 0.005, tall + 4.0 * PI * 9e-4, 0.01);
}

#[test]
fn drawn_surfaces_are_closed_and_nearly_as_large_as_their_solids() {
    let (r, h) = (0.03, 0.055);
    let ball = 4.0 / 3.0 * PI * r * r * r;
    let solids: [(Shape, f64); 5] = [
        (Cuboid::new(DVec3::new(0.3, 0.7, 1.1)).unwrap().into(), 8.0 * 0.3 * 0.7 * 1.1),
        (Sphere::new(r).unwrap().into(), ball),
        (Ellipsoid::new(DVec3::new(r, 2.0 * r, 0.5 * r)).unwrap().into(), ball),
        (Cylinder::new(r, h).unwrap().into(), PI * r * r * 2.0 * h),
        (Capsule::new(r, h).unwrap().into(), PI * r * r * 2.0 * h + ball),
    ];
    for (shape, expected) in solids {
        let volume = solid(&shape, Fineness::Drawn).unwrap().unwrap().mass_properties().unwrap().volume;
        assert!((0.985..=1.0 + 1e-12).contains(&(volume / expected)), "{shape:?}: {volume} for {expected}");
    }
}

#[test]
fn a_mesh_is_refined_without_changing_its_shape() {
    let a = cuboid(DVec3::new(0.03, 0.07, 0.11)).unwrap();
    let b = refined(&a, 0.01).unwrap();
    assert!(b.triangles.len() > 100 * a.triangles.len());
    assert!((area(&a) / area(&b) - 1.0).abs() < 1e-12); // sums of 2000 areas
    let (a, b) = (a.mass_properties().unwrap(), b.mass_properties().unwrap());
    assert!((a.volume / b.volume - 1.0).abs() < 1e-12);
}

#[test]
fn a_spacing_in_the_wrong_unit_is_refused() {
    let sides = [DVec3::splat(50.0), DVec3::new(1e6, 1e-6, 1e-6)];
    for shape in sides.map(|half| Shape::from(Cuboid::new(half).unwrap())) {
        let error = solid(&shape, Fineness::Spacing(1e-3)).unwrap_err();
        assert!(matches!(error, GenerateError::TooFine { .. }) && error.to_string().contains("spacing"));
    }
    let rod = Capsule::new(1e-6, 1e6).unwrap().into();
    assert!(solid(&rod, Fineness::Spacing(1e-6)).is_err());
    assert!(solid(&HalfSpace.into(), Fineness::Spacing(1e-3)).unwrap().is_none());
}
