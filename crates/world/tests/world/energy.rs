//! Contact and friction take energy; they never give any.

use crate::support::bodies::{coat, cube, cuboid, fixed_pad, free, sphere, table, under_gravity};
use crate::support::material::{bristles, elasto_plastic, frictionless, per_texel, rubber, weighing_pad};
use crate::support::passing::{IMPLICIT, watch};
use bristle_contact::{Basis, LinearSpringDamper};
use bristle_geometry::Pose;
use bristle_world::{BodyId, SkinId, Stepping, World};
use glam::{DQuat, DVec3, dvec3};

fn set_motion(world: &mut World, body: BodyId, linear: DVec3, angular: DVec3) {
    let v = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
    world.edit(|model, state| state.set_joint_velocity(model, body, &v)).unwrap();
}

/// The energy in this moment. The skins' readings are those of the last step's middle: look again, without moving on. And a
/// pad that springs back too slowly to push still stores what it was pressed with.
fn energy_now(world: &World) -> f64 {
    let mut still = world.clone().with_stepping(Stepping::Explicit);
    still.step(1e-9).unwrap();
    let now = world.energy();
    let mut stored = if world.model().skins().is_empty() { still.energy().elastic } else { 0.0 };
    for (i, mounted) in world.model().skins().iter().enumerate() {
        let material = mounted.skin.material();
        let felt = &still.reading(SkinId(i)).unwrap().texels;
        for (texel, felt) in mounted.skin.texels().iter().zip(felt) {
            let units = if material.basis() == Basis::PerArea { texel.area } else { 1.0 };
            stored +=
                units * (material.energy(felt.penetration) + material.friction().energy(felt.deflection));
        }
    }
    now.kinetic + now.potential + stored
}

fn kinetic(mass: f64, speed: f64) -> f64 {
    0.5 * mass * speed * speed
}

/// Speed after a fall of 7 mm \[m/s\].
const SPEED: f64 = 0.37;

/// Over the energy in play: a thousand roundings.
const ROUNDING: f64 = 1e-12;

/// What a damper may give in the one step in which the motion turns \[J\]: its force belongs to the end of the step, but acts
/// along the mean motion, which still goes the other way. At most `c h (a h)²/16` at an acceleration `a`.
fn turning(damping: f64, acceleration: f64, h: f64) -> f64 {
    damping * h * (acceleration * h).powi(2) / 16.0
}

/// Largest rise of the energy above the lowest value it had before, over the energy that is there to be moved.
fn largest_rise(world: &mut World, h: f64, seconds: f64, scale: f64) -> f64 {
    let mut lowest = energy_now(world);
    let mut rise: f64 = 0.0;
    let mut steps = 0;
    watch(world, h, seconds, |world| {
        steps += 1;
        if h < 5e-4 && steps % 5 != 0 {
            return; // every half millisecond is enough
        }
        let now = energy_now(world);
        rise = rise.max(now - lowest);
        lowest = lowest.min(now);
    });
    rise / scale
}

#[test]
fn bouncing_creates_no_energy() {
    for c in [0.0, 0.5] {
        for h in IMPLICIT {
            let mut builder = under_gravity();
            let material = per_texel(1000.0, c, elasto_plastic(bristles(2e4, 20.0, 0.43)));
            fixed_pad(&mut builder, Pose::IDENTITY, material);
            let above = Pose::from_translation(DVec3::Z * (0.025 + 7e-3));
            free(&mut builder, "cube", cube(0.05), 1.1, above);
            let mut world = World::new(builder.build().unwrap());
            let scale = kinetic(1.1, SPEED);
            let rise = largest_rise(&mut world, h, 0.5, scale);
            assert!(
                rise < ROUNDING + turning(84.0 * c, SPEED * (84e3f64 / 1.1).sqrt(), h) / scale,
                "c {c}, {h} s: {rise:e}"
            );
        }
    }
}

#[test]
fn sliding_creates_no_energy() {
    let half = dvec3(0.03, 0.025, 0.008);
    for h in IMPLICIT {
        let mut builder = under_gravity();
        table(&mut builder, Pose::IDENTITY);
        let body = free(&mut builder, "box", cuboid(half), 1.1, Pose::from_translation(DVec3::Z * half.z));
        coat(&mut builder, body, rubber(0.43));
        let mut world = World::new(builder.build().unwrap());
        set_motion(&mut world, body, dvec3(0.7, 0.3, 0.0), DVec3::Z * 3.0);
        let scale = kinetic(1.1, 0.76);
        let rise = largest_rise(&mut world, h, 0.4, scale);
        // Landing turns at about one g.
        let damping = 2e5 * 4.0 * half.x * half.y;
        assert!(rise < ROUNDING + turning(damping, 9.8, h) / scale, "{h} s: {rise:e}");
    }
}

#[test]
fn rolling_creates_no_energy() {
    let radius = 0.03;
    for h in IMPLICIT {
        let mut builder = under_gravity();
        table(&mut builder, Pose::IDENTITY);
        let ball = free(&mut builder, "ball", sphere(radius), 0.3, Pose::from_translation(DVec3::Z * radius));
        coat(&mut builder, ball, rubber(0.43));
        let mut world = World::new(builder.build().unwrap());
        set_motion(&mut world, ball, DVec3::X * 0.3, DVec3::Y * 0.3 / radius);
        let rise = largest_rise(&mut world, h, 0.3, kinetic(0.3, 0.3));
        // Where the ball is pressed in farther, new area takes the deflection of the bristles that are there: 1.2e-5 at 1 ms were measured, and less with the
        // square of the step.
        assert!(rise < 1.5e-5 * (h / 1e-3).powi(2), "{h} s: {rise:e}");
    }
}

#[test]
fn a_cube_thrown_with_spin_gains_no_energy() {
    for h in IMPLICIT {
        let mut builder = under_gravity();
        fixed_pad(&mut builder, Pose::IDENTITY, weighing_pad());
        let start = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.002, -0.003, 0.04));
        let body = free(&mut builder, "cube", cube(0.05), 0.7, start);
        let mut world = World::new(builder.build().unwrap());
        set_motion(&mut world, body, dvec3(0.11, 0.03, -0.3), dvec3(1.1, -3.0, 7.0));
        let rise = largest_rise(&mut world, h, 0.15, kinetic(0.7, 0.5));
        // Where the ball is pressed in farther, new area takes the deflection of the bristles that are there: 1.2e-5 at 1 ms were measured, and less with the
        // square of the step.
        assert!(rise < 1.5e-5 * (h / 1e-3).powi(2), "{h} s: {rise:e}");
    }
}

/// An undamped, frictionless plate bounces on a pad that it covers for 10⁵ steps, flat at first, then as it likes.
#[test]
fn bouncing_for_a_hundred_thousand_steps_gains_nothing() {
    let (mass, omega, half) = (0.37, 700.0, dvec3(0.04, 0.03, 0.008));
    let k = mass * omega * omega / 84.0;
    for swings in [0.05, 0.3] {
        let h = swings / omega;
        let mut builder = under_gravity();
        fixed_pad(
            &mut builder,
            Pose::IDENTITY,
            frictionless(LinearSpringDamper::new(k, 0.0).unwrap().into()),
        );
        free(&mut builder, "plate", cuboid(half), mass, Pose::from_translation(DVec3::Z * (half.z + 1e-3)));
        let mut world = World::new(builder.build().unwrap());
        let (resting, first) = (energy_of_rest(mass, half.z, k), energy_now(&world));
        let mut last = first;
        for step in 0..100_000 {
            world.step(h).unwrap();
            if step % 10 == 0 {
                let now = energy_now(&world);
                let grown = (now - first) / (first - resting);
                assert!(grown <= 1e-6, "ωh {swings}, step {step}: grows by {grown:e}");
                last = now;
            }
        }
        println!("ωh {swings}: {:.6} of the energy is left", (last - resting) / (first - resting));
    }
}

/// Energy of a body at rest on the pad, of texels of stiffness `k`, the middle of the body `height` above its foot.
fn energy_of_rest(mass: f64, height: f64, k: f64) -> f64 {
    let weight = mass * crate::support::G;
    weight * height - weight * weight / (2.0 * 84.0 * k)
}
