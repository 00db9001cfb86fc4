//! Poses against the world's own, Jacobians against differences.

use crate::{arm, chance, random_positions, world};
use bristle_geometry::Pose;
use bristle_kinematics::{Chain, ChainError, JointSpace};
use bristle_world::BodyId;
use glam::DVec3;

#[test]
fn every_body_of_every_arm_is_where_the_world_puts_it() {
    let mut chance = chance(5);
    for name in ["puma560", "ur5e", "rv-3sb", "pa10", "franka", "katana", "pr2", "armar3"] {
        let mut world = world(&format!("include = [\"lib:arms/{name}\"]"));
        let space = JointSpace::of(&world);
        let q: Vec<f64> =
            (0..space.joints().len()).map(|_| rand::RngExt::random::<f64>(&mut chance) - 0.5).collect();
        let mut poses = Vec::new();
        space.place(&q, &mut poses);
        world
            .edit(|model, state| {
                for (joint, &q) in space.joints().iter().zip(&q) {
                    state.set_joint_position(model, joint.body, &[q])?;
                }
                Ok(())
            })
            .unwrap();
        for (i, pose) in poses.iter().enumerate() {
            assert!(crate::difference(*pose, world.pose(BodyId(i)).unwrap()) < 1e-12, "{name}, body {i}");
        }
    }
}

#[test]
fn a_jacobian_is_what_differences_say() {
    let mut chance = chance(6);
    let step = 1e-6;
    for name in ["pa10", "franka", "katana"] {
        let chain = arm(name);
        let q = random_positions(&chain, &mut chance);
        for (i, column) in chain.jacobian(&q).into_iter().enumerate() {
            let at = |by: f64| {
                let mut q = q.clone();
                q[i] += by;
                chain.pose(&q)
            };
            let (before, after) = (at(-step), at(step));
            let linear = (after.translation - before.translation) / (2.0 * step);
            let turn = (after.rotation * before.rotation.conjugate()).normalize();
            let angular = turn.xyz() * (turn.w.signum() / step);
            // Central differences are right to step² and to rounding over step.
            assert!((linear - column.linear).length() < 1e-9, "{name}, joint {i}");
            assert!((angular - column.angular).length() < 1e-9, "{name}, joint {i}");
        }
    }
}

#[test]
fn followers_and_slides_count_in_a_chain() {
    let world = world("include = [\"lib:grippers/pg70\"]");
    let jaw = world.model().body_named("right_jaw").unwrap();
    let chain = Chain::new(world.model(), None, jaw, Pose::IDENTITY).unwrap();
    assert_eq!(chain.joints()[0].name, "left_jaw");
    assert!((chain.pose(&[0.013]).translation - DVec3::new(0.013, 0.0, 0.09)).length() < 1e-15);
    assert!((chain.jacobian(&[0.013])[0].linear - DVec3::X).length() < 1e-15);
}

#[test]
fn what_is_no_chain_says_why() {
    let world = world("include = [\"lib:grippers/pg70\", \"lib:objects/cube\"]");
    let body = |name: &str| world.model().body_named(name).unwrap();
    let chain =
        |base: Option<&str>, tip: &str| Chain::new(world.model(), base.map(body), body(tip), Pose::IDENTITY);
    assert!(matches!(chain(Some("left_jaw"), "right_jaw"), Err(ChainError::NotCarried { .. })));
    assert!(matches!(chain(None, "cube"), Err(ChainError::Joint { kind: "free", .. })));
    assert!(matches!(chain(None, "palm"), Err(ChainError::Rigid { .. })));
    let error = chain(Some("left_jaw"), "right_jaw").unwrap_err().to_string();
    assert!(error.contains("`left_jaw` does not carry `right_jaw`") && error.contains("`palm`"), "{error}");
    assert!(matches!(arm("pa10").with_locked(7, 0.0), Err(ChainError::NoJoint { given: 7, joints: 7 })));
}

#[test]
fn a_held_joint_moves_nothing_else() {
    let chain = arm("pa10");
    let mut chance = chance(7);
    let q = random_positions(&chain, &mut chance);
    let held = chain.with_locked(2, q[2]).unwrap();
    let others = [&q[..2], &q[3..]].concat();
    assert!(crate::difference(chain.pose(&q), held.pose(&others)) < 1e-14);
}
