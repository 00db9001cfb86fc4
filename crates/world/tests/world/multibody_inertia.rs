//! Mass properties: closed forms against fine meshes, Steiner's theorem, and what no body has.

use crate::mechanics::*;
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{Pose, Shape, TriangleMesh};
use bristle_world::{Inertia, Joint, Mass, ModelBuilder, ModelError};
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::f64::consts::PI;

/// The outline (radius, height) of a ball of radius `r` cut at its equator, the halves `gap` apart.
fn ball_outline(r: f64, gap: f64, along: usize) -> Vec<DVec2> {
    let quarter = |i: usize| DVec2::from_angle(0.5 * PI * i as f64 / along as f64) * r;
    let upper = (0..=along).map(|i| quarter(i) + DVec2::Y * 0.5 * gap);
    let lower = (usize::from(gap == 0.0)..=along)
        .rev()
        .map(|i| quarter(i) * DVec2::new(1.0, -1.0) - DVec2::Y * 0.5 * gap);
    // The poles lie on the axis, to the last bit.
    lower.chain(upper).map(|p| if p.x < 1e-12 { DVec2::new(0.0, p.y) } else { p }).collect()
}

fn turned(outline: &[DVec2], around: usize) -> TriangleMesh {
    generate::surface_of_revolution(outline, around).unwrap()
}

/// Relative difference: of masses, and of moments.
fn differ(a: Inertia, b: Inertia) -> f64 {
    let size =
        b.about_centre.x_axis.length() + b.about_centre.y_axis.length() + b.about_centre.z_axis.length();
    let moments = a.about_centre - b.about_centre;
    let worst = moments.to_cols_array().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    (a.mass / b.mass - 1.0).abs().max(worst / size).max((a.centre - b.centre).length())
}

/// Meshes of `n` and `2n` facets around: their error must be small, and fall as the square of the facets.
fn assert_limit_of_meshes(shape: Shape, mesh: impl Fn(usize) -> TriangleMesh) {
    let exact = Inertia::of_shape(&shape, Mass::Density(730.0)).unwrap();
    let error = |n| differ(Inertia::of_mesh(&mesh(n), Mass::Density(730.0)).unwrap(), exact);
    let (coarse, fine) = (error(60), error(120));
    // A circle's polygon lacks (2π/n)²/6 of the area: 4.6e-4 at 120; up to thrice that where all three radii count.
    assert!(fine < 2e-3 && (3.8..4.2).contains(&(coarse / fine)), "{shape:?}: {coarse:e} {fine:e}");
}

#[test]
fn a_ball_weighs_and_turns_as_the_limit_of_its_meshes() {
    let shape = Sphere::new(0.073).unwrap().into();
    assert_limit_of_meshes(shape, |n| turned(&ball_outline(0.073, 0.0, n / 4), n));
}

#[test]
fn an_ellipsoid_weighs_and_turns_as_the_limit_of_its_meshes() {
    let axes = DVec3::new(0.03, 0.07, 0.11);
    let shape = Ellipsoid::new(axes).unwrap().into();
    assert_limit_of_meshes(shape, |n| {
        let mut mesh = turned(&ball_outline(1.0, 0.0, n / 4), n);
        mesh.vertices.iter_mut().for_each(|v| *v *= axes);
        mesh
    });
}

#[test]
fn a_capsule_weighs_and_turns_as_the_limit_of_its_meshes() {
    let shape = Capsule::new(0.031, 0.07).unwrap().into();
    assert_limit_of_meshes(shape, |n| turned(&ball_outline(0.031, 0.14, n / 4), n));
}

#[test]
fn a_cylinder_weighs_and_turns_as_the_limit_of_its_meshes() {
    let shape = Cylinder::new(0.037, 0.09).unwrap().into();
    let outline = [(0.0, -0.09), (0.037, -0.09), (0.037, 0.09), (0.0, 0.09)].map(DVec2::from);
    assert_limit_of_meshes(shape, |n| turned(&outline, n));
}

#[test]
fn a_box_weighs_and_turns_exactly_as_its_twelve_triangles() {
    let half = DVec3::new(0.02, 0.07, 0.11);
    let shape = Shape::from(Cuboid::new(half).unwrap());
    let exact = Inertia::of_shape(&shape, Mass::Total(0.37)).unwrap();
    let mesh = generate::cuboid(half).unwrap();
    assert!(differ(Inertia::of_mesh(&mesh, Mass::Total(0.37)).unwrap(), exact) < 1e-14);
    // m/12 (b² + c²) with whole sides.
    assert_close(exact.about_centre.x_axis.x, 0.37 / 12.0 * (0.14_f64.powi(2) + 0.22_f64.powi(2)), 1e-17);
    assert_eq!(exact.mass, 0.37);
}

#[test]
fn two_half_boxes_combine_to_the_whole() {
    let part = |half: DVec3, at: DVec3| {
        let shape = Shape::from(Cuboid::new(half).unwrap());
        let pose = Pose::new(DQuat::from_axis_angle(DVec3::X, 0.5 * PI), at);
        Inertia::of_shape(&shape, Mass::Density(930.0)).unwrap().posed(pose)
    };
    // Turned by a right angle about x: sides y and z change places.
    let whole = part(DVec3::new(0.3, 0.05, 0.07), DVec3::new(0.1, -0.2, 0.7));
    let halves = part(DVec3::new(0.12, 0.05, 0.07), DVec3::new(0.1 - 0.18, -0.2, 0.7))
        .combined(part(DVec3::new(0.18, 0.05, 0.07), DVec3::new(0.1 + 0.12, -0.2, 0.7)));
    assert!(differ(halves, whole) < 1e-14, "{halves:?} {whole:?}");
}

#[test]
fn steiner_a_posed_body_turns_about_the_origin_with_its_own_inertia_and_that_of_its_centre() {
    let (body, pose) = (awkward(0.7, DVec3::new(0.1, 0.2, -0.3), DVec3::new(0.02, 0.03, 0.04)), askew());
    let posed = body.posed(pose);
    // Kinetic energy of a turn about the world's origin, both ways.
    let omega = DVec3::new(0.4, -1.9, 0.8);
    let energy = |i: Inertia, omega: DVec3, at_origin: DVec3| {
        let v = at_origin + omega.cross(i.centre);
        0.5 * (i.mass * v.length_squared() + omega.dot(i.about_centre * omega))
    };
    let here = pose.rotation.conjugate() * omega;
    let carried = pose.rotation.conjugate() * omega.cross(pose.translation);
    assert_close(energy(posed, omega, DVec3::ZERO), energy(body, here, carried), 1e-15);
    // A point that is added where nothing was: parallel axes alone.
    let points = Inertia::point(0.3, DVec3::X * 0.2).combined(Inertia::point(0.6, DVec3::X * -0.1));
    assert_close_vec(points.centre, DVec3::ZERO, 1e-17);
    assert_close(points.about_centre.y_axis.y, 0.3 * 0.04 + 0.6 * 0.01, 1e-17);
    assert_eq!(points.about_centre.x_axis, DVec3::ZERO);
    assert_eq!(Inertia::ZERO.combined(Inertia::ZERO), Inertia::ZERO);
}

#[test]
fn what_no_body_has_is_refused() {
    let refuse = |inertia: Inertia, word: &str| {
        let error = ModelBuilder::new()
            .body(body("stone", None, Pose::IDENTITY, Joint::free(), inertia))
            .unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, ModelError::BadInertia { .. }), "{error:?}");
        assert!(text.contains("`stone`") && text.contains(word), "{text}");
    };
    let good = awkward(0.3, DVec3::X, DVec3::new(0.02, 0.03, 0.04));
    for mass in [-0.1, f64::NAN, f64::INFINITY] {
        refuse(Inertia { mass, ..good }, "mass");
    }
    refuse(Inertia { centre: DVec3::new(0.0, f64::NAN, 0.0), ..good }, "finite");
    refuse(Inertia { about_centre: DMat3::from_diagonal(DVec3::INFINITY), ..good }, "finite");
    refuse(Inertia { about_centre: DMat3::from_diagonal(DVec3::splat(1e308)), ..good }, "belongs to no body");
    // 0.01 + 0.02 < 0.04, along the axes and askew.
    refuse(
        Inertia { about_centre: DMat3::from_diagonal(DVec3::new(0.01, 0.04, 0.02)), ..good },
        "two moments",
    );
    refuse(awkward(0.3, DVec3::X, DVec3::new(0.01, 0.02, 0.04)), "two moments");
    refuse(
        Inertia { about_centre: DMat3::from_diagonal(DVec3::new(-0.01, 0.02, 0.02)), ..good },
        "two moments",
    );
    let mut lopsided = good;
    lopsided.about_centre.x_axis.y += 0.001;
    refuse(lopsided, "symmetric");
    // On the edge: a flat body, a thin rod.
    for edge in [DVec3::new(0.01, 0.02, 0.03), DVec3::new(0.02, 0.02, 0.0)] {
        let inertia = awkward(0.3, DVec3::ZERO, edge);
        ModelBuilder::new().body(body("flat", None, Pose::IDENTITY, Joint::ball(), inertia)).unwrap();
    }
}

#[test]
fn what_has_no_mass_says_so() {
    let ball = Shape::from(Sphere::new(0.1).unwrap());
    let text = |r: Result<Inertia, ModelError>| match r {
        Err(ModelError::NoMass { why }) => why,
        other => panic!("{other:?}"),
    };
    assert!(text(Inertia::of_shape(&Shape::from(HalfSpace), Mass::Total(1.0))).contains("infinite"));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(text(Inertia::of_shape(&ball, Mass::Total(bad))).contains("mass is"));
        assert!(text(Inertia::of_shape(&ball, Mass::Density(bad))).contains("density is"));
    }
    let open = TriangleMesh { vertices: vec![DVec3::X, DVec3::Y, DVec3::Z], triangles: vec![[0, 1, 2]] };
    assert!(!text(Inertia::of_mesh(&open, Mass::Total(1.0))).is_empty());
    let mesh = generate::cuboid(DVec3::splat(0.1)).unwrap();
    let surface = Shape::from(bristle_geometry::MeshSurface::new(&mesh).unwrap());
    assert!(text(Inertia::of_shape(&surface, Mass::Total(1.0))).contains("of_mesh"));
}
