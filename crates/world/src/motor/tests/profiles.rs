use super::super::profile::Profile;
use super::rig::{Rig, jaw};
use crate::motor::{Command, Reference};
use proptest::prelude::*;

const PG70: Profile = Profile { speed: 0.083, acceleration: 0.32 };

fn rest(position: f64) -> Reference {
    Reference { position, velocity: 0.0 }
}

/// Steps until the goal is reached.
fn steps(profile: Profile, mut now: Reference, goal: f64, h: f64) -> usize {
    let limit = 10_000_000;
    (1..limit)
        .find(|_| {
            now = profile.towards_position(now, goal, h);
            now == rest(goal)
        })
        .unwrap_or(limit)
}

#[test]
fn a_full_stroke_takes_distance_over_speed_plus_speed_over_acceleration() {
    let expected = 0.069 / 0.083 + 0.083 / 0.32;
    for h in [1e-5, 1e-3, 7e-3, 0.1] {
        let taken = steps(PG70, rest(0.0), 0.069, h) as f64 * h;
        // It arrives within the step in which its time is up.
        assert!(taken >= expected - 1e-9 && taken < expected + h, "{h}: {taken} {expected}");
    }
}

#[test]
fn a_short_move_takes_twice_the_root_of_distance_over_acceleration() {
    let expected = 2.0 * (0.003f64 / 0.32).sqrt();
    for h in [1e-5, 1e-3, 7e-3] {
        let taken = steps(PG70, rest(0.3), 0.297, h) as f64 * h;
        assert!(taken >= expected - 1e-9 && taken < expected + h, "{h}: {taken} {expected}");
    }
}

#[test]
fn the_reference_follows_the_closed_form_at_every_step() {
    use crate::trajectory::{Trajectory, Trapezoid};
    for goal in [0.069, 0.01, -0.3] {
        let motion = Trapezoid { from: 0.0, to: goal, start: 0.0, speed: 0.083, acceleration: 0.32 };
        let closed = Trajectory::trapezoid(motion).unwrap();
        let (mut now, h) = (rest(0.0), 1e-3);
        for i in 1..5000 {
            now = PG70.towards_position(now, goal, h);
            let expected = closed.at(i as f64 * h);
            // Round-off of thousands of steps in position; in velocity its root while braking.
            assert!((now.position - expected.position).abs() < 1e-12, "{i}");
            assert!((now.velocity - expected.velocity).abs() < 1e-7, "{i}");
        }
    }
}

#[test]
fn without_limits_the_reference_jumps() {
    let free = Profile { speed: f64::INFINITY, acceleration: f64::INFINITY };
    assert_eq!(free.towards_position(rest(0.3), -0.7, 1e-3), rest(-0.7));
    let quick = Profile { speed: 0.5, acceleration: f64::INFINITY };
    let next = quick.towards_position(rest(0.3), -0.7, 1e-3);
    assert_eq!(next, Reference { position: 0.3 - 0.5e-3, velocity: -0.5 });
    let patient = Profile { speed: f64::INFINITY, acceleration: 0.32 };
    let taken = steps(patient, rest(0.0), 1.1, 1e-3) as f64 * 1e-3;
    assert!((taken - 2.0 * (1.1f64 / 0.32).sqrt()).abs() < 1e-3);
}

proptest! {
    #[test]
    fn speed_and_acceleration_are_never_exceeded_whatever_is_commanded(
        goals in prop::collection::vec((-0.3f64..0.3, 1usize..400, prop::bool::ANY), 1..12),
        h in 1e-4f64..2e-2,
    ) {
        let mut now = rest(0.01);
        for (goal, count, by_velocity) in goals {
            for _ in 0..count {
                let next = if by_velocity {
                    PG70.towards_velocity(now, goal, h)
                } else {
                    PG70.towards_position(now, goal, h)
                };
                prop_assert!(next.velocity.abs() <= 0.083);
                // Round-off of a velocity near 0.1, over a step.
                prop_assert!((next.velocity - now.velocity).abs() <= 0.32 * h + 1e-16);
                let mean = (next.position - now.position) / h;
                prop_assert!(mean.abs() <= 0.083 * (1.0 + 1e-12) + 1e-16 / h, "{} {}", mean, h);
                now = next;
            }
        }
        // And from wherever it got to, it arrives and stays, to the last bit.
        let worst = 20.0 / 0.083;
        let taken = steps(PG70, now, -0.07, h);
        prop_assert!((taken as f64) * h <= worst);
    }
}

#[test]
fn a_joint_that_follows_takes_the_time_of_its_profile() {
    let mut rig = Rig::new(jaw().build().unwrap(), 0.5, 0.0);
    rig.command(Command::Position(0.069));
    rig.run(0.069 / 0.083 + 0.083 / 0.32, 1e-3);
    assert_eq!(rig.state.reference().position, 0.069);
    rig.run(2.0, 1e-3);
    // Critically damped at 8 Hz: e^(−ωt)(1 + ωt) is 1e-41 after 2 s. Within 20 units of the last place, 3e-16, a step of
    // h ω/2 of the error no longer changes the position; the velocity then stays at ω/2 of it.
    assert!((rig.q - 0.069).abs() < 1e-15 && rig.v.abs() < 1e-14, "{} {}", rig.q - 0.069, rig.v);
}

#[test]
fn a_velocity_beyond_the_limit_becomes_the_limit() {
    let mut rig = Rig::new(jaw().build().unwrap(), 0.5, 0.0);
    rig.command(Command::Velocity(-1.1));
    rig.run(5.0, 1e-3);
    assert!((rig.v + 0.083).abs() < 1e-13);
}
