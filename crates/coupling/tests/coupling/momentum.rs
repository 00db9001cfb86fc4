//! Two bodies that collide keep their momentum.

use crate::free_bodies::{FreeBodies, FreeBody};
use crate::hold_and_slide::pad;
use bristle_coupling::{Coupling, SkinMount, TargetMount};
use bristle_geometry::shape::Sphere;
use bristle_geometry::{Pose, Shape};
use glam::DVec3;

fn momentum(engine: &FreeBodies) -> (DVec3, DVec3) {
    let parts = engine.bodies.iter().enumerate().map(|(i, body)| {
        let linear = body.mass * engine.linear(i);
        (linear, body.pose.translation.cross(linear) + body.inertia * engine.angular(i))
    });
    parts.fold((DVec3::ZERO, DVec3::ZERO), |(p, l), (dp, dl)| (p + dp, l + dl))
}

#[test]
fn a_skin_takes_no_momentum_from_two_bodies() {
    let body =
        |x: DVec3, mass: f64, inertia: f64| FreeBody { pose: Pose::from_translation(x), mass, inertia };
    let bodies = vec![
        body(DVec3::new(0.3, -0.2, 0.0), 0.31, 2.7e-4),
        body(DVec3::new(0.303, -0.197, 0.035), 0.17, 1.1e-4),
    ];
    let mut engine = FreeBodies::new(DVec3::ZERO, bodies);
    engine.velocity.copy_from_slice(&[0.1, 0.0, 0.05, 0.7, -0.3, 2.1, -0.02, 0.04, -0.3, 1.3, 0.4, -0.9]);
    let sphere = Shape::from(Sphere::new(0.03).unwrap());
    let target = TargetMount::new(sphere, 2, Pose::IDENTITY);
    let mount = SkinMount { skin: pad(0.4), body: 1, pose: Pose::IDENTITY, targets: vec![target] };
    let mut coupling = Coupling::new([mount]);
    let (begin, first) = (momentum(&engine), engine.linear(1).z);
    let mut pressed: f64 = 0.0;
    for _ in 0..200 {
        engine.step(&mut coupling, 5e-4);
        pressed = pressed.max(coupling.force().iter().fold(0.0, |most, f| f.abs().max(most)));
    }
    let end = momentum(&engine);
    assert!(pressed > 1.0 && engine.linear(1).z > first + 0.2, "they collide: {pressed} N");
    assert!((end.0 - begin.0).length() < 1e-14, "{begin:?} {end:?}"); // sums of roundings
    assert!((end.1 - begin.1).length() < 1e-14, "{begin:?} {end:?}");
}
