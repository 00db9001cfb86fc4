//! A cube on a tilted pad: held by m g sin α, and held for good.

use crate::support::G;
use crate::support::bodies::{cube, fixed_pad, free, under_gravity};
use crate::support::material::weighing_pad;
use crate::support::passing::{IMPLICIT, pass, watch, ways};
use bristle_geometry::Pose;
use bristle_world::{BodyId, Model, SkinId, Stepping, World};
use glam::DVec3;

const SIDE: f64 = 0.05;
const MASS: f64 = 1.0;

/// The pad and a cube on it, both tilted by `angle` about `axis`.
fn tilted(axis: DVec3, angle: f64) -> (Model, BodyId, SkinId) {
    let mut builder = under_gravity();
    let tilt = Pose::from_axis_angle(axis, angle);
    let pad = fixed_pad(&mut builder, tilt, weighing_pad());
    let above = tilt * Pose::from_translation(DVec3::Z * 0.5 * SIDE);
    let cube = free(&mut builder, "cube", cube(SIDE), MASS, above);
    (builder.build().unwrap(), cube, pad)
}

/// Down the short side and down the long one.
const AXES: [DVec3; 2] = [DVec3::X, DVec3::Y];

/// Until rocking is over \[s\]. Down the short side the cube leans until texels uphill let go, and rocks on few of them.
fn settling(axis: DVec3) -> f64 {
    if axis == DVec3::X { 6.0 } else { 2.0 }
}

#[test]
fn friction_on_a_tilt_of_10_degrees_is_m_g_sin_10() {
    let angle = 10f64.to_radians();
    for axis in AXES {
        // Half the limit of the 1 kg cube, 0.40 ms.
        for (stepping, h) in ways(2e-4) {
            let (model, _, pad) = tilted(axis, angle);
            let mut world = World::new(model).with_stepping(stepping);
            pass(&mut world, h, settling(axis));
            let force = world.reading(pad).unwrap().total_force();
            let (shear, press) = (force.truncate().length(), -force.z);
            let expected = (MASS * G * angle.sin(), MASS * G * angle.cos());
            let context = format!("about {axis}, {stepping:?}, {h} s");
            assert!((shear - expected.0).abs() < 1e-9, "{context}: {shear} N, not {} N", expected.0);
            assert!((press - expected.1).abs() < 1e-9, "{context}: {press} N, not {} N", expected.1);
        }
    }
}

#[test]
fn what_is_held_stays_to_the_last_bit() {
    for axis in AXES {
        for h in IMPLICIT {
            let (model, cube, _) = tilted(axis, 10f64.to_radians());
            let mut world = World::new(model);
            pass(&mut world, h, settling(axis));
            let held = world.pose(cube).unwrap();
            let mut steps = 0;
            watch(&mut world, h, 2000.0 * h, |world| {
                steps += 1;
                let twist = world.twist(cube).unwrap();
                assert_eq!((twist.linear, twist.angular), (DVec3::ZERO, DVec3::ZERO), "{h} s, step {steps}");
                assert_eq!(world.pose(cube).unwrap(), held, "about {axis}, {h} s, step {steps}");
            });
            assert_eq!(steps, 2000);
        }
    }
}

#[test]
fn explicit_steps_hold_too() {
    for (stepping, h) in [(Stepping::Explicit, 2e-4), (Stepping::Explicit, 1e-4)] {
        let (model, cube, _) = tilted(DVec3::Y, 10f64.to_radians());
        let mut world = World::new(model).with_stepping(stepping);
        pass(&mut world, h, 3.0);
        let held = world.pose(cube).unwrap().translation;
        pass(&mut world, h, 1.0);
        let moved = (world.pose(cube).unwrap().translation - held).length();
        // A hundred roundings of a position of 25 mm; explicit steps never quite rest.
        assert!(moved < 1e-14, "{stepping:?}, {h} s: crept by {moved:e} m");
    }
}
