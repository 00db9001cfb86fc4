//! Bristles live in the skin's frame: they turn with the bodies, and follow a contact plane that turns under
//! them.

use crate::support::array;
use crate::support::material::{dry, elasto_plastic, per_texel, spring};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{cuboid, cylinder, lying_along_y, pressing};
use bristle_geometry::{Pose, Twist};
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;

const H: f64 = 1e-3;

/// Skin and target, stuck together, turn by 90° about `axis` through the skin's origin. Nothing moves within
/// the skin's frame; in the world the wrench turns with the bodies.
fn shear_turns_with_the_bodies(axis: DVec3) {
    let body = cuboid(DVec3::new(0.03, 0.02, 0.011));
    let layout = array(5, 3);
    let material = per_texel(spring(700.0, 0.0), elasto_plastic(dry(300.0, 0.43)));
    let mut rig = Rig::new(&layout, material, &[&body]);
    let mut target = Rail { pose: pressing(0.3e-3, -0.7e-3, 0.011, 1.1e-3), twist: Twist::ZERO };
    let mut skin = Rail::still(Pose::IDENTITY);
    target.twist = Twist::from_linear(DVec3::new(0.03, -0.011, 0.0));
    for _ in 0..17 {
        target.advance(H);
        rig.feel(&[target.target(&body)], H);
    }
    target.twist = Twist::ZERO;
    let before = rig.feel(&[target.target(&body)], H).clone();
    assert!(before.total_force().truncate().length() > 0.1);

    let steps = 900;
    let angular = axis * (FRAC_PI_2 / (f64::from(steps) * H));
    for _ in 0..steps {
        skin.advance_about(DVec3::ZERO, angular, H);
        target.advance_about(DVec3::ZERO, angular, H);
        rig.feel_at(skin.pose, skin.twist, &[target.target(&body)], H);
    }
    skin.twist = Twist::ZERO;
    target.twist = Twist::ZERO;
    rig.feel_at(skin.pose, skin.twist, &[target.target(&body)], H);

    // Positions of a few centimetres round by 1e-17 m per step, as do the velocities times the step.
    let slack = f64::from(steps) * 2e-17;
    for (i, (old, new)) in before.texels.iter().zip(&rig.reading.texels).enumerate() {
        assert!((old.deflection - new.deflection).length() < slack, "texel {i}: {old:?} {new:?}");
        assert!((old.shear - new.shear).length() < 300.0 * slack, "texel {i}: {old:?} {new:?}");
        assert!((old.penetration - new.penetration).abs() < slack, "texel {i}");
    }
    let turned = DQuat::from_axis_angle(axis, FRAC_PI_2) * before.pairs[0].wrench_on_skin_w.force;
    assert!(
        (rig.wrench().force - turned).length() < 15.0 * 1000.0 * slack,
        "{} {turned}",
        rig.wrench().force
    );
}

#[test]
fn shear_turns_with_the_bodies_about_the_contact_normal() {
    shear_turns_with_the_bodies(DVec3::Z);
}

#[test]
fn shear_turns_with_the_bodies_about_a_tangent() {
    shear_turns_with_the_bodies(DVec3::new(0.6, -0.8, 0.0));
}

/// A cylinder rocked about the very point where a ray meets it does not slip there: the bristle keeps its
/// length, stays in the contact plane, and comes back when the cylinder does.
#[test]
fn rocking_without_slip_keeps_the_bristle() {
    let roller = cylinder(0.02, 0.03);
    let layout = array(1, 1);
    let material = per_texel(spring(700.0, 0.0), elasto_plastic(dry(300.0, 0.43)));
    let mut rig = Rig::new(&layout, material, &[&roller]);
    let mut rail = Rail::still(lying_along_y(0.02, 1.1e-3));
    rail.twist = Twist::from_linear(DVec3::new(0.03, 0.05, 0.0));
    for _ in 0..7 {
        rail.advance(H);
        rig.feel(&[rail.target(&roller)], H);
    }
    let (start, start_normal) = (rig.bristle(0).deflection, rig.bristle(0).normal);
    assert!(start.x > 2e-4 && start.y > 3e-4, "{start}");

    let (rate, steps) = (0.1, 3000); // 1e-4 rad per step, 0.3 rad each way
    let mut most_tilted: f64 = 0.0;
    for leg in [1.0, -2.0, 1.0] {
        for _ in 0..(steps as f64 * f64::abs(leg)) as usize {
            let angular = DVec3::Y * (rate * leg.signum());
            rail.advance_about(rig.reading.texels[0].point, angular, H);
            rig.feel(&[rail.target(&roller)], H);
            let bristle = rig.bristle(0);
            most_tilted = most_tilted.max(bristle.normal.angle_between(start_normal));
            assert!(bristle.deflection.dot(bristle.normal).abs() <= 1e-15 * start.length());
            // After a step of α the point has wandered off the centre by R α²/2 along the ray, and slips
            // there by α times that: over 12 000 steps of 1e-4 that is 12e3 × 20 mm × (1e-4)³/2 = 1.2e-10 m
            // at most.
            assert!((bristle.deflection.length() - start.length()).abs() < 1.2e-10, "{}", bristle.deflection);
        }
    }
    assert!((0.28..0.32).contains(&most_tilted), "{most_tilted}");
    assert!((rig.bristle(0).normal - start_normal).length() < 1e-6);
    assert!((rig.bristle(0).deflection - start).length() < 1e-6 * start.length() + 1.2e-10);
}

/// A cylinder that rolls over the whole pad turns every contact plane about its own axis: what the bristles
/// hold along that axis stays.
#[test]
fn rolling_cylinder_keeps_the_shear_along_its_axis() {
    let roller = cylinder(0.02, 0.03);
    let layout = array(14, 6);
    let material = per_texel(spring(700.0, 0.0), elasto_plastic(dry(300.0, 0.43)));
    let mut rig = Rig::new(&layout, material, &[&roller]);
    let mut rail = Rail { pose: lying_along_y(0.02, 1.1e-3), twist: Twist::from_linear(DVec3::Y * 0.01) };
    for _ in 0..7 {
        rail.advance(H);
        rig.feel(&[rail.target(&roller)], H);
    }
    let before = rig.reading.clone();
    let steps = 200;
    for _ in 0..steps {
        // Rolls by 0.02 rad, 0.4 mm: the outer rows, but not the inner ones, may let go.
        let angular = DVec3::Y * (0.02 / (f64::from(steps) * H));
        rail.twist = Twist { linear: DVec3::X * (0.02 * angular.y), angular };
        rail.advance(H);
        rig.feel(&[rail.target(&roller)], H);
    }
    let mut compared = 0;
    for (old, new) in before.texels.iter().zip(&rig.reading.texels) {
        if old.penetration > 0.5e-3 {
            compared += 1;
            assert!((old.normal - new.normal).length() > 0.01);
            // A rounding or two of 7e-5 m per step.
            let tolerance = f64::from(steps) * 4.0 * f64::EPSILON * 7e-5;
            assert!(
                (old.deflection.y - 7e-5).abs() < tolerance && (new.deflection.y - 7e-5).abs() < tolerance
            );
        }
    }
    assert!(compared >= 12, "{compared}");
}
