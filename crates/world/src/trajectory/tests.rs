//! Motions against closed forms and differences.

use super::*;

fn waypoints(list: &[(f64, f64)]) -> Trajectory {
    let list: Vec<_> = list.iter().map(|&(time, position)| Waypoint { time, position }).collect();
    Trajectory::waypoints(&list).unwrap()
}

fn samples() -> Vec<Trajectory> {
    let trapezoid = Trapezoid { from: 0.3, to: -0.7, start: 0.11, speed: 1.1, acceleration: 4.3 };
    let short = Trapezoid { to: 0.31, ..trapezoid };
    let sine = Sine { centre: 0.3, amplitude: -0.7, frequency: 1.3, start: 0.11, phase: 1.1 };
    let spline = waypoints(&[(0.1, 0.3), (0.4, -0.7), (0.53, -0.2), (1.7, 1.1), (1.9, 1.1)]);
    let list = vec![
        Trajectory::hold(-0.7).unwrap(),
        Trajectory::trapezoid(trapezoid).unwrap(),
        Trajectory::trapezoid(short).unwrap(),
        Trajectory::sine(sine).unwrap(),
        spline,
    ];
    let all = Trajectory::sum(list.clone());
    list.into_iter().chain([all]).collect()
}

#[test]
fn velocity_and_acceleration_are_the_derivatives_of_the_position() {
    let d = 1e-5;
    for trajectory in samples() {
        for i in 0..2300 {
            let t = i as f64 * 1.0009e-3;
            let [before, now, after] = [t - d, t, t + d].map(|t| trajectory.at(t));
            let velocity = (after.position - before.position) / (2.0 * d);
            // Central differences leave d²/6 · jerk (below 1e4 here) = 2e-7; a step of the acceleration (below 50)
            // inside the stencil leaves at most 50 d/2 = 3e-4.
            let steps = (after.acceleration - before.acceleration).abs() > 1.0;
            assert!((velocity - now.velocity).abs() < if steps { 3e-4 } else { 3e-7 }, "{trajectory} at {t}");
            let acceleration = (after.velocity - before.velocity) / (2.0 * d);
            if !steps {
                // d²/6 · snap (below 1e6), and round-off 1e-16/d of velocities up to 10.
                assert!((acceleration - now.acceleration).abs() < 5e-5, "{trajectory} at {t}");
            }
        }
    }
}

#[test]
fn a_trapezoid_takes_distance_over_speed_plus_speed_over_acceleration() {
    let pg70 = Trapezoid { from: 0.069, to: 0.0, start: 0.3, speed: 0.083, acceleration: 0.32 };
    assert!((pg70.duration() - (0.069 / 0.083 + 0.083 / 0.32)).abs() < 1e-15);
    let trajectory = Trajectory::trapezoid(pg70).unwrap();
    let end = trajectory.end().unwrap();
    assert_eq!(trajectory.at(end), Sample::at_rest(0.0));
    assert_eq!(trajectory.at(0.3 - 1e-12), Sample::at_rest(0.069));
    let fastest = (0..2000).map(|i| trajectory.at(i as f64 * 1e-3).velocity.abs()).fold(0.0, f64::max);
    assert!((fastest - 0.083).abs() < 1e-16);
}

#[test]
fn a_short_move_is_a_triangle() {
    let short = Trapezoid { from: -0.7, to: -0.69, start: 0.0, speed: 0.083, acceleration: 0.32 };
    let half = (0.01f64 / 0.32).sqrt();
    assert!((short.duration() - 2.0 * half).abs() < 1e-15);
    let top = Trajectory::trapezoid(short).unwrap().at(half);
    // Differences of numbers near 0.7 are good to 1e-16; the root doubles no digit.
    assert!((top.position + 0.695).abs() < 1e-15 && (top.velocity - (0.32f64 * 0.01).sqrt()).abs() < 1e-14);
}

#[test]
fn a_move_to_where_it_is_stays() {
    let still = Trapezoid { from: 0.3, to: 0.3, start: 1.1, speed: 0.083, acceleration: 0.32 };
    let trajectory = Trajectory::trapezoid(still).unwrap();
    assert_eq!(trajectory.at(1.1), Sample::at_rest(0.3));
    assert_eq!(trajectory.end(), Some(1.1));
}

#[test]
fn waypoints_are_met_on_time_and_the_ends_are_at_rest_without_a_step_of_acceleration() {
    let list = [(0.1, 0.3), (0.4, -0.7), (0.53, -0.2), (1.7, 1.1), (1.9, 1.1)];
    let trajectory = waypoints(&list);
    for (time, position) in list {
        assert!((trajectory.at(time).position - position).abs() < 1e-15);
        let [before, after] = [time - 1e-9, time + 1e-9].map(|t| trajectory.at(t));
        // Jerks here stay below 1e4 m/s³, so 2 ns change the acceleration by less than 2e-5.
        assert!((after.acceleration - before.acceleration).abs() < 2e-5);
        assert!((after.velocity - before.velocity).abs() < 1e-6);
    }
    assert_eq!(trajectory.at(5.0), Sample::at_rest(1.1));
    assert_eq!(trajectory.at(0.0), Sample::at_rest(0.3));
}

#[test]
fn two_waypoints_give_the_minimum_jerk_reach() {
    // Flash and Hogan's reach: x = 10 τ³ − 15 τ⁴ + 6 τ⁵.
    let trajectory = waypoints(&[(0.3, -0.7), (1.4, 1.1)]);
    for i in 0..=10 {
        let tau = i as f64 / 10.0;
        let x = tau.powi(3) * (10.0 - 15.0 * tau + 6.0 * tau * tau);
        assert!((trajectory.at(0.3 + 1.1 * tau).position - (-0.7 + 1.8 * x)).abs() < 4e-15);
    }
}

#[test]
fn no_other_way_through_the_waypoints_has_less_jerk() {
    let times = [0.0, 0.3, 1.0, 1.4];
    let jerk = |knots: &[Knot]| {
        let n = 20_000;
        let d = 1.4 / n as f64;
        let a: Vec<_> =
            (0..=n).map(|i| between_knots(knots, i as f64 * d * (1.0 - 1e-15)).acceleration).collect();
        a.windows(2).map(|w| (w[1] - w[0]).powi(2) / d).sum::<f64>()
    };
    let list: Vec<_> = times
        .iter()
        .zip([0.3, -0.7, 1.1, 0.2])
        .map(|(&time, position)| Waypoint { time, position })
        .collect();
    let best = least_jerk(&list);
    let least = jerk(&best);
    for (i, dv, da) in
        [(1, 0.1, 0.0), (1, -0.1, 0.0), (2, 0.0, 3.0), (2, 0.0, -3.0), (1, 0.05, -2.0), (2, -0.1, 1.0)]
    {
        let mut other = best.clone();
        other[i].sample.velocity += dv;
        other[i].sample.acceleration += da;
        assert!(jerk(&other) > least * (1.0 + 1e-6), "{i} {dv} {da}: {} {least}", jerk(&other));
    }
}

#[test]
fn jerk_and_snap_are_continuous_at_inner_waypoints() {
    let trajectory = waypoints(&[(0.1, 0.3), (0.4, -0.7), (0.53, -0.2), (1.7, 1.1), (1.9, 0.9), (2.6, 1.0)]);
    for (before, time, after) in [(0.1, 0.4, 0.53), (0.4, 0.53, 1.7), (0.53, 1.7, 1.9), (1.7, 1.9, 2.6)] {
        // The acceleration is a cubic, so these four-point differences are exact.
        let beside = |d: f64| {
            let a = [0.0, 1.0, 2.0, 3.0].map(|i| trajectory.at(time + i * d).acceleration);
            let jerk = (-11.0 * a[0] + 18.0 * a[1] - 9.0 * a[2] + 2.0 * a[3]) / (6.0 * d);
            let snap = (2.0 * a[0] - 5.0 * a[1] + 4.0 * a[2] - a[3]) / (d * d);
            (jerk, snap)
        };
        let (left, right) = (beside((before - time) / 4.0), beside((after - time) / 4.0));
        // Accelerations near 100, good to 1e-13 after the solve, over intervals down to 0.03 s.
        assert!(
            (left.0 - right.0).abs() < 1e-10 * (1.0 + left.0.abs()),
            "jerk at {time}: {left:?} {right:?}"
        );
        assert!((left.1 - right.1).abs() < 1e-9 * (1.0 + left.1.abs()), "snap at {time}: {left:?} {right:?}");
    }
}

#[test]
fn a_sine_swells_from_rest_and_is_pure_after_one_period() {
    let sine = Sine { centre: 0.3, amplitude: 0.7, frequency: 2.0, start: 0.4, phase: 1.1 };
    let trajectory = Trajectory::sine(sine).unwrap();
    assert_eq!(trajectory.at(0.4), Sample::at_rest(0.3));
    let t = 1.37f64;
    assert_eq!(trajectory.at(t).position, 0.3 + 0.7 * (TAU * 2.0 * (t - 0.4) + 1.1).sin());
    assert_eq!(trajectory.end(), None);
}

#[test]
fn impossible_motions_are_refused_with_a_way_out() {
    let trapezoid = Trapezoid { from: 0.3, to: -0.7, start: 0.1, speed: 0.0, acceleration: 1.0 };
    let error = Trajectory::trapezoid(trapezoid).unwrap_err().to_string();
    assert!(error.contains("speed = 0") && error.contains("must be") && error.contains("give the largest"));
    for bad in [f64::NAN, f64::INFINITY, -1.0, 1e300, 1e-300] {
        assert!(Trajectory::trapezoid(Trapezoid { speed: 1.0, acceleration: bad, ..trapezoid }).is_err());
        let sine = Sine { centre: 0.0, amplitude: 1.0, frequency: bad, start: 0.0, phase: 0.0 };
        assert!(Trajectory::sine(sine).is_err());
    }
    assert!(Trajectory::hold(f64::NAN).is_err());
    let at = |time: f64| Waypoint { time, position: 0.3 };
    assert_eq!(Trajectory::waypoints(&[at(0.0)]), Err(TrajectoryError::TooFewWaypoints { count: 1 }));
    let twice = Trajectory::waypoints(&[at(0.0), at(0.3), at(0.3)]);
    assert_eq!(twice, Err(TrajectoryError::TimesNotIncreasing { index: 2, previous: 0.3, time: 0.3 }));
}

#[test]
fn intervals_of_very_different_length_stay_finite() {
    let trajectory = waypoints(&[(0.0, 0.3), (1e-6, 0.3), (1e3, -0.7), (1e3 + 1e-3, -0.7), (1e6, 1.1)]);
    for i in 0..1000 {
        let Sample { position, velocity, acceleration } = trajectory.at(1e6 * (i as f64 / 1000.0).powi(5));
        assert!(position.is_finite() && velocity.is_finite() && acceleration.is_finite());
    }
}
