//! Numeric inverse kinematics.

use crate::{arm, chance, count, difference, random_positions};
use bristle_geometry::Pose;
use bristle_kinematics::{Numeric, Target};
use glam::{DQuat, DVec3};

#[test]
fn reachable_poses_are_found_within_the_limits() {
    for name in ["puma560", "ur5e", "rv-3sb", "pa10", "franka", "pr2", "armar3"] {
        let chain = arm(name);
        let mut chance = chance(21);
        let poses = count(400, 10_000);
        let (mut missed, mut restarts) = (0, 0);
        for _ in 0..poses {
            let pose = chain.pose(&random_positions(&chain, &mut chance));
            match Numeric::default().solve(&chain, &Target::pose(pose), &[]) {
                Ok(solved) => {
                    assert!(chain.is_within_limits(&solved.positions), "{name}");
                    assert!(difference(chain.pose(&solved.positions), pose) < 2e-9, "{name}");
                    restarts += solved.restarts;
                }
                Err(_) => missed += 1,
            }
        }
        println!("{name}: {missed} of {poses} missed, {:.2} restarts", restarts as f64 / poses as f64);
        assert!(missed * 200 <= poses, "{name}: {missed} of {poses}");
    }
}

#[test]
fn positions_and_axes_alone_are_targets() {
    let chain = arm("katana");
    let mut chance = chance(22);
    for _ in 0..100 {
        let pose = chain.pose(&random_positions(&chain, &mut chance));
        let along = pose.transform_vector(DVec3::Z);
        for target in [
            Target::position(pose.translation),
            Target::axis(DVec3::Z, along),
            Target::axis(DVec3::Z, along).at(pose.translation),
        ] {
            let solved = Numeric::default().solve(&chain, &target, &[]).unwrap();
            let (way, angle) = target.distance(chain.pose(&solved.positions));
            assert!(way < 2e-9 && angle < 2e-9, "{way} {angle}");
        }
    }
}

#[test]
fn a_spare_joint_goes_towards_a_posture() {
    let chain = arm("franka");
    let mut chance = chance(23);
    let posture = [0.0, -0.3, 0.0, -1.8, 0.0, 1.6, 0.0];
    let away = |q: &[f64]| q.iter().zip(&posture).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let (mut before, mut after) = (0.0, 0.0);
    for _ in 0..50 {
        let target = Target::pose(chain.pose(&random_positions(&chain, &mut chance)));
        let solved = Numeric::default().solve(&chain, &target, &[]).unwrap();
        let nearer = Numeric::default().towards_posture(&chain, &target, &solved, &posture);
        assert!(chain.is_within_limits(&nearer.positions));
        let (way, angle) = target.distance(chain.pose(&nearer.positions));
        assert!(way < 2e-9 && angle < 2e-9);
        assert!(away(&nearer.positions) <= away(&solved.positions) + 1e-12);
        // As near as it gets: again is no nearer.
        let again = Numeric::default().towards_posture(&chain, &target, &nearer, &posture);
        assert!(away(&nearer.positions) - away(&again.positions) < 1e-2, "{nearer:?} {again:?}");
        (before, after) = (before + away(&solved.positions), after + away(&nearer.positions));
    }
    assert!(after < 0.97 * before, "{before} {after}");
}

#[test]
fn what_is_out_of_reach_is_said() {
    let chain = arm("franka");
    let far = Target::position(DVec3::new(3.0, 0.0, 0.333));
    let missed = Numeric::default().solve(&chain, &far, &[]).unwrap_err();
    // From the first joint, which is at the height of 333 mm.
    let by = missed.beyond_reach.unwrap();
    assert!((by - (3.0 - chain.reach())).abs() < 1e-9, "{missed}");
    assert!(missed.nearest.position_error > by);
    // Within the reach of the stretched arm, but not while it points back at the base.
    let back = DQuat::from_rotation_y(-std::f64::consts::FRAC_PI_2);
    let twisted = Target::pose(Pose { rotation: back, translation: DVec3::new(0.85, 0.0, 0.333) });
    let missed = Numeric { restarts: 3, ..Numeric::default() }.solve(&chain, &twisted, &[]).unwrap_err();
    assert!(missed.beyond_reach.is_none() && missed.to_string().contains("from 4 starts"), "{missed}");
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let chain = arm("pa10");
    let target = Target::pose(chain.pose(&[0.3, -1.2, 2.0, 1.9, -3.0, 2.2, 0.4]));
    let solve = || Numeric { seed: 4, ..Numeric::default() }.solve(&chain, &target, &[0.1; 7]).unwrap();
    assert_eq!(solve(), solve());
}
