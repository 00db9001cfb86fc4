//! Bodies that begin inside each other are found, and where they must go.

use crate::support::bodies::{
    body, coat, cube, cuboid, fixed, fixed_pad, free, pad, sphere, table, under_gravity, weightless,
};
use crate::support::material::{THICKNESS, bristles, elasto_plastic, per_texel, rubber, weighing_pad};
use bristle_geometry::mesh::generate::icosphere;
use bristle_geometry::{MeshSurface, Pose, Shape};
use bristle_world::{BodyId, Inertia, Joint, Mass, ModelBuilder, World};
use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;
use std::sync::Arc;

fn pair(a: (Shape, Pose), b: (Shape, Pose)) -> World {
    let mut builder = weightless();
    for (name, (shape, pose)) in [("a", a), ("b", b)] {
        let inertia = Inertia::of_shape(&sphere(0.03), Mass::Total(0.3)).unwrap();
        let id = body(&mut builder, name, pose, Joint::free(), inertia);
        builder.shape(id, name, shape, Pose::IDENTITY).unwrap();
    }
    World::new(builder.build().unwrap())
}

/// As far as it must be moved to be free, along the axis on which it is least.
#[test]
fn cubes_inside_each_other_are_told_with_depth_and_direction() {
    let aside = Pose::from_translation(dvec3(0.004, 0.03, -0.003));
    let [overlap] = &pair((cube(0.05), aside), (cube(0.05), Pose::IDENTITY)).overlaps()[..] else {
        panic!("one pair overlaps")
    };
    assert!((overlap.depth - 0.02).abs() < 1e-9, "{overlap:?}");
    let sign = if overlap.body == "a" { 1.0 } else { -1.0 };
    assert!((overlap.direction * sign - DVec3::Y).length() < 1e-12, "{overlap:?}");
    assert_eq!((overlap.pads, &overlap.joint_of, overlap.is_wedged), (Some(0.0), &None, false));
    let words = overlap.to_string();
    assert!(words.contains("20.0 mm") && words.contains("move") && words.contains("are hard"), "{words}");
    let apart = Pose::from_translation(dvec3(0.0, 0.05, 0.0));
    assert_eq!(pair((cube(0.05), apart), (cube(0.05), Pose::IDENTITY)).overlaps(), []);
}

/// A pad that is pressed from the start is meant; what is deeper than the pad is thick is not.
#[test]
fn a_body_within_the_thickness_of_a_pad_is_not_told_of() {
    let thick = weighing_pad().max_penetration();
    let told = |depth: f64| {
        let mut builder = weightless();
        let base = fixed(&mut builder, "base", Pose::IDENTITY);
        builder.skin(base, "pad", pad(weighing_pad()), Pose::IDENTITY).unwrap();
        let block = cuboid(dvec3(0.03, 0.03, 0.01));
        let below = Pose::from_translation(dvec3(0.0, 0.0, -0.01));
        builder.shape(base, "block", block, below).unwrap();
        let above = Pose::from_translation(dvec3(0.0, 0.0, 0.025 - depth));
        free(&mut builder, "cube", cube(0.05), 0.3, above);
        World::new(builder.build().unwrap()).overlaps()
    };
    assert_eq!(told(0.5 * thick), []);
    let [overlap] = &told(thick + 1e-3)[..] else { panic!("one pair overlaps") };
    assert!((overlap.depth - thick - 1e-3).abs() < 1e-9 && overlap.direction == DVec3::Z, "{overlap:?}");
    assert_eq!((overlap.body.as_str(), overlap.pads), ("cube", Some(thick)));
}

fn shapes() -> impl Strategy<Value = Shape> {
    let ball = MeshSurface::new(&icosphere(0.03, 6).unwrap()).unwrap();
    prop_oneof![
        Just(cube(0.05)),
        Just(cuboid(dvec3(0.04, 0.02, 0.03))),
        Just(sphere(0.03)),
        Just(Shape::Mesh(Arc::new(ball))),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    let vector =
        |size: f64| [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64].prop_map(move |v| DVec3::from_array(v) * size);
    (vector(3.0), vector(0.03)).prop_map(|(turn, at)| Pose::new(DQuat::from_scaled_axis(turn), at))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whoever does what the warning says is rid of it.
    #[test]
    fn a_body_that_is_moved_as_told_is_free(a in shapes(), b in shapes(), at in pose()) {
        let world = pair((a.clone(), at), (b.clone(), Pose::IDENTITY));
        for overlap in world.overlaps() {
            let sign = if overlap.body == "a" { 1.0 } else { -1.0 };
            let away = overlap.direction * sign * (overlap.depth + 1e-4);
            let moved = Pose::new(at.rotation, at.translation + away);
            let left = pair((a.clone(), moved), (b.clone(), Pose::IDENTITY)).overlaps();
            // Points of a grid miss edges that cross between them.
            let deepest = left.iter().map(|o| o.depth).fold(0.0, f64::max);
            prop_assert!(deepest < 0.1 * overlap.depth + 5e-4, "{overlap} then {left:?}");
        }
    }
}

/// Bodies that are excluded from touching may overlap.
#[test]
fn excluded_bodies_are_not_told_of() {
    let mut builder = weightless();
    let a = free(&mut builder, "a", cube(0.05), 0.3, Pose::IDENTITY);
    let b = free(&mut builder, "b", cube(0.05), 0.3, Pose::from_translation(DVec3::X * 0.02));
    builder.exclude(a, b);
    assert!(World::new(builder.build().unwrap()).overlaps().is_empty());
}

/// What begins deeper in a pad than that is thick leaves it slowly, however stiff the pad and light the body: at most at twice the speed at
/// which it is let out, 0.05 m/s.
#[test]
fn deep_overlap_is_pushed_out_without_launching() {
    let half = dvec3(0.04, 0.03, 0.02);
    for k in [500.0, 1e4, 1e5] {
        for mass in [0.01, 0.3, 5.0] {
            for depth in [1.05, 1.5, 1.9] {
                let mut builder = weightless();
                let soft = per_texel(k, 1e-3 * k, elasto_plastic(bristles(k, 0.0, 0.5)));
                fixed_pad(&mut builder, Pose::IDENTITY, soft);
                let pose = Pose::from_translation(DVec3::Z * (half.z - depth * THICKNESS));
                let block = free(&mut builder, "block", cuboid(half), mass, pose);
                let mut world = World::new(builder.build().unwrap());
                let mut fastest = 0.0_f64;
                for _ in 0..1500 {
                    world.step(1e-3).unwrap();
                    fastest = fastest.max(world.twist(block).unwrap().linear.length());
                }
                let named = format!("{k} N/m, {mass} kg, {depth} of the pad");
                assert!(fastest < 0.1, "{named}: {fastest} m/s");
                let left = world.pose(block).unwrap().translation.z - half.z;
                assert!(left > -0.1 * THICKNESS, "{named}: still {left} m");
            }
        }
    }
}

/// Pressed in at the start within its thickness, a pad pushes at once.
#[test]
fn overlap_within_the_pad_is_felt_at_once() {
    let half = dvec3(0.04, 0.03, 0.02);
    let mut builder = weightless();
    let soft = per_texel(500.0, 0.5, elasto_plastic(bristles(500.0, 0.0, 0.5)));
    let pad = fixed_pad(&mut builder, Pose::IDENTITY, soft);
    let pose = Pose::from_translation(DVec3::Z * (half.z - 0.9 * THICKNESS));
    free(&mut builder, "block", cuboid(half), 500.0, pose);
    let mut world = World::new(builder.build().unwrap());
    world.step(1e-3).unwrap();
    let felt = world.reading(pad).unwrap().total_normal_force();
    let expected = 84.0 * 500.0 * 0.9 * THICKNESS;
    assert!((felt / expected - 1.0).abs() < 1e-3, "{felt}, not {expected}");
}

/// A plain block.
fn plain_block(builder: &mut ModelBuilder, name: &str, half: DVec3, mass: f64, pose: Pose) -> BodyId {
    let block = free(builder, name, cuboid(half), mass, pose);
    coat(builder, block, rubber(0.5));
    block
}

/// A world whose skins look as deep as its bodies overlap.
fn looking_out(builder: ModelBuilder) -> World {
    let model = builder.build().unwrap();
    let overlaps = World::new(model.clone()).overlaps();
    assert!(!overlaps.is_empty());
    World::new(model.reaching_out_of(&overlaps))
}

/// The fastest that a body rises over two seconds, or moves if nothing weighs \[m/s\].
fn fastest(world: &mut World, body: BodyId) -> f64 {
    let mut fastest = 0.0_f64;
    for _ in 0..2000 {
        world.step(1e-3).unwrap();
        let velocity = world.twist(body).unwrap().linear;
        let falls = world.model().gravity() != DVec3::ZERO;
        fastest = fastest.max(if falls { velocity.z } else { velocity.length() });
    }
    fastest
}

/// However deep a plain body begins in the table, level or leaning, it ends on top of it and is never fast.
#[test]
fn a_plain_body_deep_in_the_table_is_pushed_out_without_launching() {
    let half = dvec3(0.025, 0.02, 0.025);
    for depth in [5e-3, 12e-3, 30e-3, 60e-3] {
        for lean in [0.0, 0.3] {
            let mut builder = under_gravity();
            table(&mut builder, Pose::IDENTITY);
            let turn = DQuat::from_rotation_y(lean);
            let lowest = half.x * lean.sin() + half.z * lean.cos();
            let pose = Pose::new(turn, DVec3::Z * (lowest - depth));
            let block = plain_block(&mut builder, "block", half, 0.2, pose);
            let mut world = looking_out(builder);
            let fastest = fastest(&mut world, block);
            let height = world.pose(block).unwrap().translation.z;
            let named = format!("{depth} m deep, leaning {lean}");
            // One that leans may tip onto another face.
            let lowest = if lean == 0.0 { half.z } else { half.min_element() };
            assert!(height > 0.9 * lowest, "{named}: ends at {height} m");
            // A leaning one turns as it is pushed out.
            assert!(fastest < 0.1 + 0.5 * lean, "{named}: {fastest} m/s");
        }
    }
}

/// Two plain bodies in each other are pushed apart, also if they are turned.
#[test]
fn plain_bodies_deep_in_each_other_are_pushed_apart_without_launching() {
    let half = DVec3::splat(0.02);
    for turn in [0.0, 0.35] {
        let mut builder = weightless();
        plain_block(&mut builder, "one", half, 0.2, Pose::IDENTITY);
        let aside = Pose::new(DQuat::from_rotation_z(turn), dvec3(0.022, 5e-3, 1e-3));
        let two = plain_block(&mut builder, "two", half, 0.1, aside);
        let mut world = looking_out(builder);
        let fastest = fastest(&mut world, two);
        assert!(fastest < 0.15, "turned by {turn}: {fastest} m/s");
        let left = world.overlaps();
        assert!(left.is_empty(), "turned by {turn}: {left:?}");
    }
}

/// The advice names the body that has the joint, and does not ask for opposite moves.
#[test]
fn advice_on_overlaps_can_be_followed() {
    let mut builder = weightless();
    let mut jaws = Vec::new();
    for (name, x) in [("left", -0.03), ("right", 0.03)] {
        let pose = Pose::from_translation(DVec3::X * x);
        let inertia = Inertia::of_shape(&cube(0.02), Mass::Total(0.1)).unwrap();
        let jaw = body(&mut builder, name, pose, Joint::prismatic(DVec3::X), inertia);
        let tip = bristle_world::Body {
            name: format!("{name} tip"),
            parent: Some(jaw),
            pose: Pose::IDENTITY,
            joint: Joint::fixed(),
            inertia: Inertia::ZERO,
        };
        let tip = builder.body(tip).unwrap();
        builder.shape(tip, format!("{name} tip"), cube(0.02), Pose::IDENTITY).unwrap();
        jaws.push(name);
    }
    free(&mut builder, "mug", cube(0.05), 0.3, Pose::IDENTITY);
    let overlaps = World::new(builder.build().unwrap()).overlaps();
    assert_eq!(overlaps.len(), 2);
    for (overlap, jaw) in overlaps.iter().zip(jaws) {
        let words = overlap.to_string();
        assert_eq!(overlap.joint_of.as_deref(), Some(jaw));
        assert!(words.contains(&format!("open the joint of `{jaw}`")) && !words.contains("move"), "{words}");
    }
}

/// What would pass through a plane within a step is stopped by it, since the step is divided.
#[test]
fn a_body_that_falls_fast_is_stopped_by_a_plane() {
    for speed in [3.0, 40.0, 100.0] {
        let mut builder = under_gravity();
        table(&mut builder, Pose::IDENTITY);
        let half = DVec3::splat(0.01);
        let block = free(&mut builder, "block", cuboid(half), 0.2, Pose::from_translation(DVec3::Z * 0.02));
        let mut world = World::new(builder.build().unwrap());
        world
            .edit(|model, state| state.set_joint_velocity(model, block, &[0.0, 0.0, -speed, 0.0, 0.0, 0.0]))
            .unwrap();
        for _ in 0..20 {
            world.step(1e-3).unwrap();
        }
        let now = world.pose(block).unwrap().translation.z;
        assert!(now > 0.0, "{speed} m/s: at {now} m");
    }
}
