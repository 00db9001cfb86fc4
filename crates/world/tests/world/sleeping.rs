//! What rests sleeps, costs nothing, and wakes as if it had never slept.

use crate::support::bodies::{cube, free, sphere, table, under_gravity};
use bristle_geometry::{Pose, Wrench};
use bristle_world::{BodyId, World};
use glam::{DVec3, dvec3};

const H: f64 = 1e-3;

/// A row of cubes on a table, a stack beside it, and a ball that rolls towards the row.
fn scene(with_ball: bool) -> (World, Vec<BodyId>) {
    let mut builder = under_gravity();
    table(&mut builder, Pose::IDENTITY);
    let mut bodies = Vec::new();
    for i in 0..4 {
        let place = Pose::from_translation(dvec3(0.2 * f64::from(i), 0.0, 0.0201));
        bodies.push(free(&mut builder, &format!("cube {i}"), cube(0.04), 0.2, place));
    }
    for i in 0..3 {
        let place = Pose::from_translation(dvec3(0.0, 0.5, 0.0201 + 0.04 * f64::from(i)));
        bodies.push(free(&mut builder, &format!("layer {i}"), cube(0.04), 0.2, place));
    }
    if with_ball {
        let place = Pose::from_translation(dvec3(-0.6, 0.0, 0.02));
        bodies.push(free(&mut builder, "ball", sphere(0.02), 0.3, place));
    }
    let mut world = World::new(builder.build().unwrap());
    if let Some(&ball) = bodies.get(7) {
        world
            .edit(|model, state| state.set_joint_velocity(model, ball, &[0.5, 0.0, 0.0, 0.0, 25.0, 0.0]))
            .unwrap();
    }
    (world, bodies)
}

/// A world that is restored from its own state looks at everything anew: that it sleeps must not show.
#[test]
fn sleeping_changes_no_bit() {
    let (mut sleeping, bodies) = scene(true);
    let (mut awake, _) = scene(true);
    for i in 0..1600 {
        sleeping.step(H).unwrap();
        let state = awake.state().clone();
        awake.set_state(state).unwrap();
        awake.step(H).unwrap();
        assert_eq!(sleeping.state(), awake.state(), "step {i}");
    }
    // The ball has come, and moved the first cube.
    assert!(sleeping.pose(bodies[0]).unwrap().translation.x > 1e-3);
}

#[test]
fn what_sleeps_is_not_evaluated_and_what_comes_near_wakes_it_without_a_jump() {
    let (mut world, bodies) = scene(true);
    let mut evaluations = Vec::new();
    let mut speeds = Vec::new();
    for _ in 0..1600 {
        let report = world.step(H).unwrap();
        evaluations.push(report.evaluations);
        speeds.push(world.twist(bodies[0]).unwrap().linear.length());
    }
    // Only the ball is looked at: as much as one body takes alone.
    assert!(evaluations[700] <= 3, "{}", evaluations[700]);
    let hit = 200 + speeds[200..].iter().position(|speed| *speed > 1e-3).unwrap();
    assert!(hit > 700, "hit in step {hit}");
    // The step in which the ball arrives may be nearly over.
    assert!(speeds[600..hit - 2].iter().all(|speed| *speed == 0.0), "moved before it was hit");
}

#[test]
fn a_push_wakes_and_others_stay_where_they_are() {
    let (mut world, bodies) = scene(false);
    for _ in 0..1000 {
        world.step(H).unwrap();
    }
    let before: Vec<Pose> = bodies.iter().map(|&body| world.pose(body).unwrap()).collect();
    assert_eq!(world.step(H).unwrap().evaluations, 0);
    world.apply(bodies[1], Wrench { force: DVec3::X * 2.0, ..Default::default() }).unwrap();
    for _ in 0..200 {
        world.step(H).unwrap();
    }
    for (i, (&body, before)) in bodies.iter().zip(&before).enumerate() {
        assert_eq!(world.pose(body).unwrap() == *before, i != 1, "body {i}");
    }
}

/// What is far away changes no bit of what happens here: islands are solved apart.
#[test]
fn what_is_far_away_changes_no_bit() {
    let (mut without, bodies) = scene(false);
    let (mut with, _) = scene(true);
    for _ in 0..600 {
        without.step(H).unwrap();
        with.step(H).unwrap();
    }
    for &body in &bodies {
        assert_eq!(without.pose(body).unwrap(), with.pose(body).unwrap());
    }
}
