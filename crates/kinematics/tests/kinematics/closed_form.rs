//! All branches of arms that have a closed form.

use crate::{arm, chance, count, difference, random_positions};
use bristle_geometry::{JointAxis, Pose};
use bristle_kinematics::{
    Chain, ClosedForm, Degeneracy, NoClosedForm, Numeric, Structure, Target, Unreachable,
};
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

fn solvable() -> Vec<(&'static str, Chain, Structure)> {
    let pa10 = arm("pa10");
    vec![
        ("puma560", arm("puma560"), Structure::WristAndParallel),
        ("rv-3sb", arm("rv-3sb"), Structure::WristAndParallel),
        ("ur5e", arm("ur5e"), Structure::ThreeParallel),
        ("katana", arm("katana"), Structure::FiveJoints),
        ("pa10, S3 at 0", pa10.with_locked(2, 0.0).unwrap(), Structure::WristAndParallel),
        ("pa10, S3 at 0.7", pa10.with_locked(2, 0.7).unwrap(), Structure::WristAndShoulder),
    ]
}

/// The largest difference of two configurations, whole turns apart.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let one = |(a, b): (&f64, &f64)| ((a - b + PI).rem_euclid(2.0 * PI) - PI).abs();
    a.iter().zip(b).map(one).fold(0.0, f64::max)
}

#[test]
fn every_branch_puts_the_tip_where_it_is_wanted() {
    for (name, chain, structure) in solvable() {
        let form = ClosedForm::of(&chain).unwrap();
        assert_eq!(form.structure(), structure, "{name}");
        let mut chance = chance(11);
        let (mut branches, mut worst) = (0, 0.0_f64);
        let poses = count(1000, 10_000);
        for _ in 0..poses {
            let q = random_positions(&chain, &mut chance);
            let pose = chain.pose(&q);
            let found = form.solve(pose).unwrap_or_else(|error| panic!("{name} at {q:?}: {error}"));
            for branch in found.all() {
                worst = worst.max(difference(chain.pose(branch.positions()), pose));
            }
            let nearest = found.all().iter().map(|branch| apart(branch.positions(), &q)).fold(PI, f64::min);
            // An angle is known to the square root of rounding where two branches are about to meet.
            assert!(nearest < 1e-6, "{name}: {q:?} is not among {found:#?}");
            let within = found.within_limits(&chain, &q);
            assert!(within.iter().any(|other| apart(other, &q) < 1e-6), "{name}");
            assert!(within.iter().all(|other| chain.is_within_limits(other)), "{name}");
            branches += found.all().len();
        }
        println!("{name}: {:.2} branches, worst {worst:.1e}", branches as f64 / poses as f64);
        assert!(worst < 1e-10, "{name}: {worst}");
    }
}

/// What a numeric search finds from many starts is among the branches: none is left out.
#[test]
fn no_branch_is_left_out() {
    for (name, chain, _) in solvable().into_iter().filter(|(name, ..)| *name != "katana") {
        let chain = chain.with_limits(&[(-PI, PI); 6]);
        let form = ClosedForm::of(&chain).unwrap();
        let mut chance = chance(12);
        for round in 0..count(10, 100) {
            let pose = chain.pose(&random_positions(&chain, &mut chance));
            let found = form.solve(pose).unwrap();
            let mut met = vec![false; found.all().len()];
            for seed in 0..60 {
                let start = random_positions(&chain, &mut chance);
                let numeric = Numeric { restarts: 0, seed, ..Numeric::default() };
                let Ok(solved) = numeric.solve(&chain, &Target::pose(pose), &start) else { continue };
                let branch = found.all().iter().position(|b| apart(b.positions(), &solved.positions) < 1e-4);
                met[branch.unwrap_or_else(|| panic!("{name}, {round}: {solved:?} is new to {found:#?}"))] =
                    true;
            }
            // The other way round: most branches are found by the search as well.
            assert!(2 * met.iter().filter(|met| **met).count() >= met.len(), "{name}, {round}: {met:?}");
        }
    }
}

#[test]
fn degenerate_places_are_said() {
    let puma = arm("puma560");
    let form = ClosedForm::of(&puma).unwrap();
    // The wrist is straight: joints 4 and 6 turn about one line.
    let straight = [0.3, -0.4, 0.9, 0.5, 0.0, 0.2];
    let found = form.solve(puma.pose(&straight)).unwrap();
    let aligned =
        |branch: &&bristle_kinematics::Branch| branch.degenerate == Some(Degeneracy::Together(3, 5));
    assert!(found.all().iter().filter(aligned).count() >= 1, "{found:#?}");
    for branch in found.all() {
        assert!(difference(puma.pose(branch.positions()), puma.pose(&straight)) < 1e-10);
    }
    // A wrist on the axis of the first joint, by an arm without an offset of the shoulder: that joint is free.
    let pa10 = arm("pa10").with_locked(2, 0.0).unwrap();
    let form = ClosedForm::of(&pa10).unwrap();
    let above = pa10.pose(&[0.4, 0.5, -2.0 * (0.5_f64 * 0.0 + 0.6), 0.3, 0.7, 0.1]);
    assert!(form.solve(above).unwrap().all().iter().all(|branch| branch.degenerate.is_none()));
    let upright = pa10.pose(&[0.4, 0.0, 0.0, 0.3, 0.7, 0.1]);
    let found = form.solve(upright).unwrap();
    assert!(!found.all().is_empty());
    assert!(found.all().iter().any(|branch| branch.degenerate == Some(Degeneracy::Free(0))), "{found:#?}");
    for branch in found.all() {
        // Stretched out, the distance of the wrist tells the elbow's angle to the square root of rounding, and its position to rounding.
        assert!(difference(pa10.pose(branch.positions()), upright) < 1e-10, "{branch:?}");
    }
}

#[test]
fn what_cannot_be_reached_says_by_how_much() {
    let form = ClosedForm::of(&arm("rv-3sb")).unwrap();
    let far = Pose::from_translation(DVec3::new(1.5, 0.2, 0.6));
    let Err(Unreachable::Position { what: "elbow", by }) = form.solve(far) else { panic!() };
    // From the drawing: the wrist's centre is 85 mm behind the flange, and can be 302 + 245 mm from the shoulder.
    let wrist = DVec3::new(1.5, 0.2, 0.6 - 0.085);
    let shoulder = wrist.with_z(0.0).normalize() * 0.095 + DVec3::Z * 0.35;
    let wanted = (wrist - shoulder).length() - 0.245 - 0.135_f64.hypot(0.27);
    assert!((by - wanted).abs() < 1e-9, "{by}, {wanted}");
    let katana = arm("katana");
    let form = ClosedForm::of(&katana).unwrap();
    let pose = katana.pose(&[0.2, 0.5, -0.4, 0.3, 0.1]);
    let turned = Pose { rotation: DQuat::from_rotation_z(0.1) * pose.rotation, ..pose };
    assert!(matches!(form.solve(turned), Err(Unreachable::Plane { .. })), "{:?}", form.solve(turned));
}

#[test]
fn what_has_no_closed_form_says_why() {
    assert!(matches!(ClosedForm::of(&arm("pa10")), Err(NoClosedForm::Joints { joints: 7 })));
    let mut chance = chance(13);
    let mut axis = || {
        let mut number = || rand::RngExt::random::<f64>(&mut chance) - 0.5;
        let mut vector = || DVec3::new(number(), number(), number());
        JointAxis { point: vector(), direction: vector().normalize() }
    };
    let axes: Vec<JointAxis> = (0..6).map(|_| axis()).collect();
    let random = Chain::of_axes(&axes, Pose::IDENTITY);
    assert!(matches!(ClosedForm::of(&random), Err(NoClosedForm::Axes { .. })));
}

/// The structures do not hang on how the arms of the library are drawn: axes in any directions, and tips anywhere.
#[test]
fn arms_in_any_pose_are_solved() {
    let mut chance = chance(14);
    for (name, chain, structure) in solvable() {
        let mut number = || 2.0 * rand::RngExt::random::<f64>(&mut chance) - 1.0;
        let mut vector = || DVec3::new(number(), number(), number());
        let placed = Pose::new(DQuat::from_scaled_axis(2.0 * vector()), vector());
        let tool = Pose::new(DQuat::from_scaled_axis(2.0 * vector()), vector());
        let axes: Vec<JointAxis> = chain
            .axes()
            .unwrap()
            .iter()
            // Turned the other way round, and begun elsewhere on their lines.
            .map(|axis| JointAxis {
                point: placed.transform_point(axis.point + 0.3 * axis.direction),
                direction: -placed.transform_vector(axis.direction),
            })
            .collect();
        let zero = vec![0.0; axes.len()];
        let moved = Chain::of_axes(&axes, placed * chain.pose(&zero) * tool);
        let form = ClosedForm::of(&moved).unwrap();
        assert_eq!(form.structure(), structure, "{name}");
        for _ in 0..50 {
            let q = random_positions(&moved, &mut chance);
            let found = form.solve(moved.pose(&q)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(found.all().iter().any(|branch| apart(branch.positions(), &q) < 1e-6), "{name}");
            for branch in found.all() {
                assert!(difference(moved.pose(branch.positions()), moved.pose(&q)) < 1e-10, "{name}");
            }
        }
    }
}
