//! Pushes and added masses come at their times, and with all they have.

use crate::support::{run, scene, simulation};
use bristle_run::{Happening, Simulation, steps_of};
use bristle_world::StepError;

/// A ball of 0.7 kg that floats until it is disturbed.
fn floating_ball(run: &str, more: &str) -> String {
    format!(
        r#"
        world = {{ gravity = [0, 0, 0] }}
        run = {{ {run} }}
        [bodies.ball]
        joint = "free"
        mass = 0.7
        shapes.ball = {{ sphere = {{ radius = 0.1 }} }}
        {more}"#
    )
}

#[test]
fn a_push_passes_on_its_impulse_and_an_added_mass_is_felt() {
    let text = floating_ball(
        "duration = 1.0, step = 0.003",
        r#"
        [[disturbances]]
        push = { body = "ball", force = [1.1, 0, 0], from = 0.1, until = 0.4 }
        [[disturbances]]
        push = { body = "ball", force = [0, 0.3, 0], from = 0.1, until = 0.4 }
        [[disturbances]]
        add_mass = { body = "ball", mass = 0.3, time = 0.6 }
        [[disturbances]]
        push = { body = "ball", force = [-1.1, 0, 0], from = 0.7, until = 1.0 }
    "#,
    );
    let mut simulation = simulation(&text);
    let ball = simulation.built().model.body_named("ball").unwrap();
    let mut speeds = Vec::new();
    for _ in 0..steps_of(1.0, 0.003) {
        simulation.step().unwrap();
        speeds.push(simulation.world().twist(ball).unwrap().linear);
    }
    // 0.3 s × F / m: 100 steps of 3 ms lie in each push, whose ends fall on whole steps to half a step.
    let after_first = speeds[150];
    assert!((after_first.x - 0.3 * 1.1 / 0.7).abs() < 1.1 / 0.7 * 0.0031, "{after_first}");
    assert!((after_first.y - 0.3 * 0.3 / 0.7).abs() < 0.3 / 0.7 * 0.0031, "{after_first}");
    // The mass moves along; then the same impulse is shared by 1 kg.
    let last = speeds.last().unwrap();
    assert!((last.x - (after_first.x - 0.3 * 1.1)).abs() < 1.1 * 0.0031, "{last}");
    assert_eq!(simulation.events().len(), 6, "three begins, two ends, one mass: {:?}", simulation.events());
}

#[test]
fn pushes_beside_the_middle_turn_the_body_as_their_sum() {
    let text = floating_ball(
        "duration = 0.02",
        r#"
        pose = { rpy_deg = [0, 0, 90] }
        [[disturbances]]
        push = { body = "ball", force = [0, 0, 1.1], at = [0.05, 0, 0], from = 0.0, until = 0.01 }
        [[disturbances]]
        push = { body = "ball", force = [0, 0, -1.1], at = [-0.03, 0, 0], from = 0.0, until = 0.01 }
    "#,
    );
    let mut simulation = simulation(&text);
    run(&mut simulation);
    let twist = simulation.world().twist(simulation.built().model.body_named("ball").unwrap()).unwrap();
    // The body's x lies along the world's y, so y × z = x: torque 0.08 m × 1.1 N for 10 ms on 2/5 m r².
    let expected = 0.08 * 1.1 * 0.01 / (0.4 * 0.7 * 0.01);
    // It turns by 1.6 mrad meanwhile, of which the lever feels the square; implicit steps see it a step ahead.
    assert!((twist.angular.x / expected - 1.0).abs() < 1e-5, "{} for {expected}", twist.angular);
    assert!(twist.linear.length() < 1e-12, "the forces cancel: {}", twist.linear);
}

#[test]
fn a_step_that_fails_adds_no_mass_and_tells_of_nothing() {
    let text = floating_ball(
        "duration = 0.2, step = 0.003",
        r#"
        [[disturbances]]
        add_mass = { body = "ball", mass = 0.3, time = 0.1 }
        [[disturbances]]
        push = { body = "ball", force = [1.1, 0, 0], from = 0.15, until = 0.4 }
    "#,
    );
    let (_, built) = scene(&text);
    let mut untroubled = Simulation::new(built.clone()).unwrap();
    let mut troubled = Simulation::new(built).unwrap();
    for _ in 0..steps_of(0.2, 0.003) {
        // No step of this length can be taken, and its middle is later than all disturbances.
        assert!(matches!(troubled.step_by(f64::INFINITY), Err(StepError::BadStep { .. })));
        troubled.step().unwrap();
        untroubled.step().unwrap();
        assert_eq!(troubled.world().state(), untroubled.world().state());
        assert_eq!(troubled.time(), untroubled.time());
    }
    assert_eq!(troubled.events(), untroubled.events());
    let told: Vec<_> = troubled.events().iter().map(|event| (event.time, event.what.clone())).collect();
    // Each from the step on whose middle lies within its time: 0.099 + 0.0015 s is the first after 0.1 s.
    let words = |words: &str| Happening::Disturbance(words.to_owned());
    assert_eq!(told, [(0.099, words("0.3 kg added to ball")), (0.15, words("push on ball: [1.1, 0, 0] N"))]);
}
