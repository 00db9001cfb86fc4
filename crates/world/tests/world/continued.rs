//! Bodies that come, go and change while a world runs.

use crate::support::G;
use crate::support::bodies::{cube, fixed_pad, free, sphere, table, under_gravity};
use crate::support::material::weighing_pad;
use bristle_geometry::{Pose, Wrench};
use bristle_world::{Inertia, Model, State, Surface, World};
use glam::{DVec3, dvec3};

const H: f64 = 1e-3;

/// What is there beside the pad with a cube on it and the table that a ball rolls on.
#[derive(Clone, Copy, Debug, Default)]
struct Variant {
    /// A second ball, before all others.
    guest: bool,
    /// Without the rolling ball.
    without_ball: bool,
    /// Mass of the cube, and friction of what lies on the table.
    mass: f64,
    mu: f64,
}

const USUAL: Variant = Variant { guest: false, without_ball: false, mass: 0.5, mu: 0.6 };

fn model(variant: Variant) -> Model {
    let mut builder = under_gravity();
    if variant.guest {
        let far = Pose::from_translation(dvec3(2.0, 0.0, -0.47));
        free(&mut builder, "guest", sphere(0.03), 0.1, far);
    }
    let ground = table(&mut builder, Pose::from_translation(DVec3::NEG_Z * 0.5));
    builder.surface(ground, Some(Surface::hard(variant.mu, variant.mu).unwrap())).unwrap();
    fixed_pad(&mut builder, Pose::IDENTITY, weighing_pad());
    free(&mut builder, "cube", cube(0.03), variant.mass, Pose::from_translation(DVec3::Z * 0.0149));
    let at = |x: f64, z: f64| Pose::from_translation(dvec3(x, 0.5, z));
    if !variant.without_ball {
        free(&mut builder, "ball", sphere(0.02), 0.2, at(0.3, -0.47));
    }
    free(&mut builder, "box", cube(0.04), 0.3, at(-0.3, -0.48));
    builder.build().unwrap()
}

fn started() -> World {
    let mut world = World::new(model(USUAL));
    let ball = world.model().body_named("ball").unwrap();
    world
        .edit(|model, state| state.set_joint_velocity(model, ball, &[0.3, 0.0, 0.0, 1.0, 7.0, 0.0]))
        .unwrap();
    let boxed = world.model().body_named("box").unwrap();
    world.apply(boxed, Wrench { force: DVec3::X * 0.5, ..Default::default() }).unwrap();
    steps(&mut world, 300);
    world
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(H).unwrap();
    }
}

fn place(world: &World, body: &str) -> (Pose, bristle_geometry::Twist) {
    let id = world.model().body_named(body).unwrap();
    (world.pose(id).unwrap(), world.twist(id).unwrap())
}

#[test]
fn going_on_in_an_equal_model_changes_no_bit() {
    let mut world = started();
    let mut other = world.continued_in(model(USUAL)).unwrap();
    for _ in 0..5 {
        assert_eq!(world.state(), other.state());
        steps(&mut world, 60);
        steps(&mut other, 60);
    }
}

#[test]
fn bodies_that_come_and_go_leave_the_others_alone() {
    let mut alone = started();
    let mut other = alone.continued_in(model(Variant { guest: true, ..USUAL })).unwrap();
    assert_eq!(place(&other, "ball"), place(&alone, "ball"));
    for _ in 0..3 {
        steps(&mut alone, 50);
        steps(&mut other, 50);
        for body in ["cube", "ball", "box"] {
            assert_eq!(place(&other, body), place(&alone, body), "{body}");
        }
    }
    // The guest has come down onto the table.
    steps(&mut other, 300);
    let guest = place(&other, "guest").0.translation;
    assert!((guest.z + 0.47).abs() < 1e-4, "{guest}");
    let mut fewer = other.continued_in(model(Variant { without_ball: true, ..USUAL })).unwrap();
    assert!(fewer.model().body_named("guest").is_err() && fewer.model().body_named("ball").is_err());
    steps(&mut other, 50);
    steps(&mut fewer, 50);
    assert_eq!(place(&other, "cube"), place(&fewer, "cube"));
    assert_eq!(place(&other, "box"), place(&fewer, "box"));
}

#[test]
fn mass_and_material_change_while_the_world_runs() {
    let world = started();
    assert!(place(&world, "box").1.linear.length() < 1e-9);
    let mut heavy = world.continued_in(model(Variant { mass: 1.3, ..USUAL })).unwrap();
    steps(&mut heavy, 1500);
    let pad = heavy.model().skin_named("pad").unwrap();
    let felt = heavy.reading(pad).unwrap().total_normal_force();
    assert!((felt - 1.3 * G).abs() < 1e-6, "{felt} N");
    // What pushes it still does, and now nearly nothing holds it.
    let mut smooth = world.continued_in(model(Variant { mu: 0.05, ..USUAL })).unwrap();
    steps(&mut smooth, 200);
    let speed = place(&smooth, "box").1.linear.x;
    let expected = (0.5 / 0.3 - 0.05 * G) * 0.2;
    assert!((speed / expected - 1.0).abs() < 2e-2, "{speed} m/s, not {expected}");
}

#[test]
fn what_was_added_to_a_body_stays_with_it() {
    let mut world = started();
    let cube = world.model().body_named("cube").unwrap();
    world.add_mass(cube, Inertia::point(0.25, DVec3::ZERO)).unwrap();
    let mut other = world.continued_in(model(Variant { mass: 0.6, ..USUAL })).unwrap();
    steps(&mut other, 1500);
    let felt = other.reading(other.model().skin_named("pad").unwrap()).unwrap().total_normal_force();
    assert!((felt - 0.85 * G).abs() < 1e-6, "{felt} N");
}

#[test]
fn snapshots_of_a_changed_world_go_on_with_the_same_bits() {
    let mut changed = started().continued_in(model(Variant { guest: true, mass: 0.7, ..USUAL })).unwrap();
    steps(&mut changed, 40);
    let taken: State = changed.state().clone();
    steps(&mut changed, 100);
    let mut again = World::new(model(Variant { guest: true, mass: 0.7, ..USUAL }));
    again.set_state(taken).unwrap();
    steps(&mut again, 100);
    assert_eq!(changed.state(), again.state());
}
