//! What is drawn is what is there.

use crate::support::scene;
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_picture::WorldView;
use bristle_run::Simulation;
use bristle_run::drawing::{DrawError, Texels, scene_view, solid_mesh};
use bristle_scene::data::{Cuboid, Cylinder, Ellipsoid, ShapeKind, Sphere, SprayBottle};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

fn mesh(kind: &ShapeKind) -> TriangleMesh {
    solid_mesh(kind, Pose::IDENTITY).unwrap().unwrap()
}

/// A vertex's distance from the surface of a kind \[m\], of ellipsoids as a share of its axes.
fn off_surface(kind: &ShapeKind, v: DVec3) -> f64 {
    match kind {
        ShapeKind::Sphere(Sphere { radius }) => v.length() - radius,
        ShapeKind::Box(Cuboid { size }) => (v.abs() - *size / 2.0).max_element(),
        ShapeKind::Cylinder(Cylinder { radius, height }) => {
            (DVec2::new(v.x, v.y).length() - radius).max(v.z.abs() - height / 2.0)
        }
        ShapeKind::Capsule(Cylinder { radius, height }) => {
            let along = v.z.clamp(-height / 2.0, height / 2.0);
            v.distance(DVec3::Z * along) - radius
        }
        ShapeKind::Ellipsoid(Ellipsoid { size }) => (v * 2.0 / *size).length() - 1.0,
        _ => panic!("no formula"),
    }
}

#[test]
fn drawn_solids_have_their_vertices_on_the_true_surface_and_nearly_its_volume() {
    let (radius, height, size) = (0.3, 1.1, DVec3::new(0.3, 0.7, 1.1));
    let ball = 4.0 / 3.0 * PI * radius * radius * radius;
    let disc = PI * radius * radius;
    // An icosahedron's edge of 1.107 rad in ten parts, at most 1.2 of their mean: a facet's middle is e²/6 deep, of which the volume
    // feels three times as much. A prism of 48 sides has sin(2π/n)/(2π/n) of its cylinder.
    let facets = 0.5 * (1.2 * 1.107 / 10.0f64).powi(2);
    let sides = 1.0 - (TAU / 48.0).sin() / (TAU / 48.0);
    let cases = [
        (ShapeKind::Sphere(Sphere { radius }), ball, facets),
        (ShapeKind::Box(Cuboid { size }), size.element_product(), 1e-12),
        (ShapeKind::Cylinder(Cylinder { radius, height }), disc * height, sides + 1e-12),
        (ShapeKind::Capsule(Cylinder { radius, height }), ball + disc * height, facets),
        (ShapeKind::Ellipsoid(Ellipsoid { size }), PI / 6.0 * size.element_product(), facets),
    ];
    for (kind, volume, lost) in cases {
        let drawn = mesh(&kind);
        let off = drawn.vertices.iter().map(|v| off_surface(&kind, *v).abs()).fold(0.0, f64::max);
        // A few units in the last place of sizes about 1.
        assert!(off < 4e-15, "{kind:?}: {off} off its surface");
        assert!(drawn.report().is_clean(), "{kind:?}: {:?}", drawn.report());
        let share = drawn.mass_properties().unwrap().volume / volume;
        assert!(
            (1.0 - lost..=1.0 + 1e-12).contains(&share),
            "{kind:?}: {share} of its volume, {lost} may lack"
        );
    }
}

#[test]
fn a_solid_is_drawn_at_its_pose_and_a_half_space_not_at_all() {
    let pose = Pose::new(DQuat::from_rotation_y(0.7), DVec3::new(0.3, -0.7, 1.1));
    let kind = ShapeKind::Box(Cuboid { size: DVec3::new(0.3, 0.7, 1.1) });
    let placed = solid_mesh(&kind, pose).unwrap().unwrap();
    for (here, own) in placed.vertices.iter().zip(&mesh(&kind).vertices) {
        assert_eq!(*here, pose.transform_point(*own));
    }
    assert_eq!(solid_mesh(&ShapeKind::HalfSpace(HalfSpace), pose).unwrap(), None);
    // However fine the bottle that is touched, the drawn one stays handy.
    let bottle = mesh(&ShapeKind::SprayBottle(SprayBottle { triangles: 400_000 }));
    assert!((3000..9000).contains(&bottle.triangles.len()), "{}", bottle.triangles.len());
}

#[test]
fn sizes_that_cannot_be_and_files_that_are_gone_are_refused_in_words() {
    let refused = solid_mesh(&ShapeKind::Sphere(Sphere { radius: -0.3 }), Pose::IDENTITY);
    assert!(matches!(refused, Err(DrawError::Shape(_))), "{refused:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pyramid.obj");
    let pyramid = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::fs::write(&file, pyramid).unwrap();
    let text = format!(
        "bodies.rock = {{ joint = \"free\", mass = 0.7, shapes.rock.mesh = {{ file = {file:?}, unit = \"cm\" }} }}"
    );
    let (scene, built) = scene(&text);
    let simulation = Simulation::new(built.clone()).unwrap();
    let draw = || scene_view(&scene, simulation.world(), Texels::Bare);
    draw().unwrap().render().unwrap();
    std::fs::remove_file(&file).unwrap();
    let error = draw().unwrap_err();
    assert!(matches!(error, DrawError::MeshFile(_)));
    assert!(error.to_string().contains("pyramid.obj"), "{error}");
}

const FALLING_BALL: &str = r#"
    run = { duration = 0.2, step = 0.003 }
    [bodies.floor]
    shapes.floor = { half_space = {}, pose = { xyz = [0, 0, -0.3] } }
    [bodies.wall]
    shapes.wall = { half_space = {}, pose = { xyz = [1.1, 0, 0], rpy_deg = [0, -90, 0] } }
    [bodies.ball]
    joint = "free"
    pose = { xyz = [0.3, -0.7, 1.1] }
    mass = 0.7
    shapes.ball = { sphere = { radius = 0.1 } }
"#;

#[test]
fn bodies_are_drawn_where_they_are_now_and_only_a_level_half_space_is_a_floor() {
    let (scene, built) = scene(FALLING_BALL);
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    for _ in 0..30 {
        simulation.step().unwrap();
    }
    let ball = simulation.world().pose(built.model.body_named("ball").unwrap()).unwrap();
    assert!(ball.translation.z < 1.1 - 0.03, "it falls: {}", ball.translation);
    let drawn = scene_view(&scene, simulation.world(), Texels::Felt).unwrap();
    let sphere = solid_mesh(&ShapeKind::Sphere(Sphere { radius: 0.1 }), ball).unwrap().unwrap();
    let expected = WorldView::new().floor(-0.3).body(sphere, bristle_picture::Colour::ORANGE);
    assert_eq!(drawn.render().unwrap().svg(), expected.render().unwrap().svg());
}

#[test]
fn a_texel_shows_its_force_if_asked_to() {
    let (scene, built) = scene("include = [\"lib:scenes/weigh\"]");
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let svg = |simulation: &Simulation, texels| {
        let view = scene_view(&scene, simulation.world(), texels).unwrap();
        view.render().unwrap().svg().to_owned()
    };
    for _ in 0..100 {
        simulation.step().unwrap();
    }
    let (bare, felt) = (svg(&simulation, Texels::Bare), svg(&simulation, Texels::Felt));
    // Dots of other colours, and a scale that says what they mean.
    assert!(felt.len() > bare.len(), "{} and {}", felt.len(), bare.len());
    for _ in 0..100 {
        simulation.step().unwrap();
    }
    assert_ne!(svg(&simulation, Texels::Felt), felt, "the weight still sinks in, and each texel feels it");
}
