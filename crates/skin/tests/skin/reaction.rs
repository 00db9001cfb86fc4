//! What is sensed is what is applied, on both bodies, whichever frame it is looked at from.

use crate::support::dice::Dice;
use crate::support::material::{elasto_plastic, full, lugre};
use crate::support::pad;
use crate::support::rail::{Rail, reposed};
use crate::support::rig::{Rig, texel_sums};
use crate::support::shapes::{bumpy, cylinder, ellipsoid, lying_along_y, pressing, sphere};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::{SkinLayout, SkinReading, Target, TexelReading};
use glam::DVec3;

const H: f64 = 1e-3;

/// Three bodies on one pad, two of which overlap.
fn crowd() -> [(Shape, Rail); 3] {
    let rail = |pose, linear, angular| Rail { pose, twist: Twist { linear, angular } };
    [
        (
            sphere(9e-3),
            rail(
                pressing(-13e-3, 1e-3, 9e-3, 1.1e-3),
                DVec3::new(0.03, -0.07, 0.011),
                DVec3::new(0.3, -0.7, 1.1),
            ),
        ),
        (
            bumpy(2000),
            rail(
                pressing(9e-3, -2e-3, 15e-3, 1.9e-3),
                DVec3::new(-0.11, 0.03, 0.0),
                DVec3::new(-0.3, 0.2, 0.7),
            ),
        ),
        (
            ellipsoid(DVec3::new(7e-3, 9e-3, 5e-3)),
            rail(
                pressing(16e-3, 3e-3, 5e-3, 2.3e-3),
                DVec3::new(0.0, 0.07, -0.03),
                DVec3::new(1.1, 0.3, 0.0),
            ),
        ),
    ]
}

/// Lets the bodies slide for a while; gives the last reading and targets.
fn slide<'a>(rig: &mut Rig, bodies: &'a mut [(Shape, Rail); 3], steps: usize) -> [Target<'a>; 3] {
    for _ in 0..steps {
        bodies.iter_mut().for_each(|(_, rail)| rail.advance(H));
        let targets = [0, 1, 2].map(|i| bodies[i].1.target(&bodies[i].0));
        rig.feel(&targets, H);
    }
    [0, 1, 2].map(|i| bodies[i].1.target(&bodies[i].0))
}

fn crowded_rig(layout: &SkinLayout, bodies: &[(Shape, Rail); 3]) -> Rig {
    Rig::new(layout, full(elasto_plastic), &[&bodies[0].0, &bodies[1].0, &bodies[2].0])
}

/// Forces opposite to the last bit; torques about any common point to the round-off of moving them there.
#[test]
fn action_is_minus_reaction() {
    let mut bodies = crowd();
    let mut rig = crowded_rig(&pad(2), &bodies);
    slide(&mut rig, &mut bodies, 20);
    for pair in &rig.reading.pairs {
        let (on_skin, on_target) = (pair.wrench_on_skin_w, pair.wrench_on_target_w);
        assert!(on_skin.force.length() > 0.02, "{pair:?}");
        assert_eq!(on_skin.force, -on_target.force);
        let point = DVec3::new(0.3, -0.7, 1.1);
        let (a, b) = (on_skin.shift_to(point).torque, on_target.shift_to(point).torque);
        // Levers of about 1.3 m; three torques moved there, each of them three sums of two products.
        assert!((a + b).length() <= 3.0 * 6.0 * f64::EPSILON * 1.3 * on_skin.force.length(), "{a} {b}");
    }
}

/// `Σ f` and `Σ y × f` over the texels that name a target are that pair's wrench, with one ray per texel.
#[test]
fn pair_wrench_is_the_sum_over_the_texels_that_name_the_target() {
    let mut bodies = crowd();
    let mut rig = crowded_rig(&pad(2), &bodies);
    slide(&mut rig, &mut bodies, 20);
    let mut named = 0;
    for (i, pair) in rig.reading.pairs.iter().enumerate() {
        let own = |t: &&TexelReading| t.target == Some(i as u16);
        let (force, moment) = texel_sums(rig.reading.texels.iter().filter(own));
        let wrench = pair.wrench_on_skin_w;
        assert_eq!(pair.contacts, rig.reading.texels.iter().filter(own).count());
        named += pair.contacts;
        // Sums of up to 336 terms in two orders; the parts across the press direction cancel.
        let tolerance = 336.0 * f64::EPSILON * rig.reading.total_normal_force();
        assert!((force - wrench.force).length() <= tolerance, "{force} {}", wrench.force);
        assert!((moment - wrench.torque).length() <= 0.024 * tolerance, "{moment} {}", wrench.torque);
    }
    assert_eq!(named, rig.reading.texels.iter().filter(|t| t.penetration > 0.0).count());
    assert!((texel_sums(rig.touched()).0 - rig.reading.total_force()).length() < 1e-14);
}

/// A ray that could meet several bodies feels the one that it meets first: the deepest. Of equals it feels
/// the first named.
#[test]
fn deepest_target_wins() {
    let mut bodies = crowd();
    bodies.iter_mut().for_each(|(_, rail)| rail.twist = Twist::ZERO);
    let mut rig = crowded_rig(&pad(2), &bodies);
    slide(&mut rig, &mut bodies, 1);
    let alone: Vec<SkinReading> = bodies
        .iter()
        .map(|(shape, rail)| {
            Rig::new(&pad(2), full(elasto_plastic), &[shape]).feel(&[rail.target(shape)], H).clone()
        })
        .collect();
    let mut contested = 0;
    for (i, together) in rig.reading.texels.iter().enumerate() {
        let depths: Vec<f64> = alone.iter().map(|r| r.texels[i].penetration).collect();
        let deepest = depths.iter().copied().fold(0.0, f64::max);
        contested += usize::from(depths.iter().filter(|&&d| d > 0.0).count() > 1);
        if deepest > 0.0 {
            let winner = depths.iter().position(|&d| d == deepest).unwrap();
            assert_eq!(together.target, Some(winner as u16), "texel {i}: {depths:?}");
            assert_eq!(*together, TexelReading { target: Some(winner as u16), ..alone[winner].texels[i] });
        } else {
            assert_eq!(*together, TexelReading::default());
        }
    }
    assert!(contested > 5, "{contested}");

    let (twin, rail) = (sphere(9e-3), Rail::still(pressing(0.3e-3, 0.7e-3, 9e-3, 1.1e-3)));
    let mut rig = Rig::new(&pad(1), full(elasto_plastic), &[&twin, &twin]);
    rig.feel(&[rail.target(&twin), rail.target(&twin)], H);
    assert!(rig.touched().count() > 3 && rig.touched().all(|t| t.target == Some(0)));
    assert_eq!(rig.reading.pairs[1].contacts, 0);
}

/// Largest differences of force, deflection and depth between two readings.
fn differences(a: &SkinReading, b: &SkinReading) -> [f64; 3] {
    a.texels.iter().zip(&b.texels).fold([0.0; 3], |worst, (a, b)| {
        assert_eq!((a.state, a.target), (b.state, b.target), "{a:?} {b:?}");
        [
            worst[0].max((a.force_on_pad() - b.force_on_pad()).length()),
            worst[1].max((a.deflection - b.deflection).length()),
            worst[2].max((a.penetration - b.penetration).abs()),
        ]
    })
}

/// Moving the whole world, with everything in it, changes readings by the round-off of the coordinates only.
#[test]
fn reposing_the_world_changes_nothing() {
    let mut dice = Dice(3);
    for law in [elasto_plastic, lugre] {
        for _ in 0..5 {
            let world = dice.pose(0.7);
            let mut bodies = crowd();
            let [mut here, mut there] =
                [(); 2].map(|()| Rig::new(&pad(1), full(law), &[&bodies[0].0, &bodies[1].0, &bodies[2].0]));
            let steps = 20;
            for _ in 0..steps {
                bodies.iter_mut().for_each(|(_, rail)| rail.advance(H));
                let targets = [0, 1, 2].map(|i| bodies[i].1.target(&bodies[i].0));
                here.feel(&targets, H);
                let moved = targets.map(|t| {
                    let (pose, twist) = reposed(world, t.pose, t.twist);
                    Target { pose, twist, ..t }
                });
                there.feel_at(world, Twist::ZERO, &moved, H);
            }
            let [force, deflection, depth] = differences(&here.reading, &there.reading);
            // Coordinates of about a metre round by 2e-16 m, some ten times per transformation; velocities of
            // 0.1 m/s and their normals add less. Texels of 11.6 mm² have 15 N/m, damping 30 times that per
            // second.
            let length = 1e-15 * 4.0;
            assert!(depth < length, "{depth:e}");
            assert!(deflection < f64::from(steps) * length, "{deflection:e}");
            assert!(force < 15.0 * f64::from(steps) * length, "{force:e}");
            for (a, b) in here.reading.pairs.iter().zip(&there.reading.pairs) {
                let expected = a.wrench_on_skin_w.in_frame(world);
                assert!((expected.force - b.wrench_on_skin_w.force).length() < 1e-11);
                assert!((expected.torque - b.wrench_on_skin_w.torque).length() < 1e-12);
                assert_eq!(b.wrench_on_skin_w.point, world.translation);
                assert!(
                    (b.wrench_on_target_w.shift_to(world.translation).torque + b.wrench_on_skin_w.torque)
                        .length()
                        < 1e-14
                );
            }
        }
    }
}

/// Only relative motion counts: a skin that moves with `v, ω` over a target at rest feels the same as a skin
/// at rest under a target with the opposite motion `−v − ω × r, −ω`; moving together, they feel no velocity
/// at all.
#[test]
fn only_relative_motion_is_felt() {
    let roller = cylinder(0.011, 0.03);
    let pose = Pose { translation: DVec3::new(1e-3, 0.3e-3, 0.011 - 1.1e-3), ..lying_along_y(0.011, 1.1e-3) };
    let skin_pose = Pose::IDENTITY;
    let mut dice = Dice(5);
    for _ in 0..20 {
        let twist = dice.twist(0.05, 3.0);
        let opposite = Twist {
            linear: -twist.velocity_at(pose.translation - skin_pose.translation),
            angular: -twist.angular,
        };
        let together = Twist { linear: twist.velocity_at(pose.translation), angular: twist.angular };
        let felt = |skin_twist, target_twist| {
            let mut rig = Rig::new(&pad(2), full(elasto_plastic), &[&roller]);
            rig.feel_at(skin_pose, skin_twist, &[Target::new(&roller, pose, target_twist)], H).clone()
        };
        let (skin_moves, target_moves) = (felt(twist, Twist::ZERO), felt(Twist::ZERO, opposite));
        let [force, deflection, depth] = differences(&skin_moves, &target_moves);
        assert_eq!(depth, 0.0);
        // Velocities of 0.1 m/s; a texel of 2.9 mm² has dampers of 0.0114 N·s/m and so forces of some mN.
        assert!(force < 1e-17 && deflection < 1e-19, "{force:e} {deflection:e}");
        assert!(skin_moves.texels.iter().any(|t| t.slip_velocity.length() > 1e-3));
        for texel in &felt(twist, together).texels {
            assert!(texel.slip_velocity.length() < 1e-16, "{texel:?}");
        }
    }
}
