//! The edge of a foot carries the bed's energy per length (ED-1): feet that lean do not drive themselves.

use crate::support::G;
use crate::support::bodies::{body, cuboid, fixed, looking_ahead, under_gravity};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use crate::support::passing::pass;
use bristle_geometry::Pose;
use bristle_skin::layout::SamplePattern;
use bristle_skin::{Skin, SkinLayout};
use bristle_world::{BodyId, Inertia, Joint, Mass, World};
use glam::{DVec3, dvec3};

const MASS: f64 = 0.613;
const HALF: DVec3 = DVec3::new(16.5e-3, 15.5e-3, 6e-3);
/// How far its centre of mass is ahead \[m\].
const AHEAD: f64 = 4e-3;
/// Of a texel \[N/m\] at this pitch \[m\]; the same per area at others.
const STIFFNESS: f64 = 2500.0;
const PITCH: f64 = 3.7e-3;

struct Scene {
    pitch: f64,
    rays: SamplePattern,
    damping: f64,
    /// Of the pad, about y: downhill is +x.
    incline: f64,
    /// Where the box begins \[m\].
    start: f64,
    /// Of the pad \[m\].
    length: f64,
}

/// How deep a box stands in an endless bed as stiff as this one, on average \[m\].
fn sunk(incline: f64) -> f64 {
    MASS * G * incline.cos() / (STIFFNESS / (PITCH * PITCH) * 4.0 * HALF.x * HALF.y)
}

/// And how far it leans forward \[rad\].
fn lean(incline: f64) -> f64 {
    sunk(incline) * AHEAD / (HALF.x * HALF.x / 3.0)
}

/// A box, heavy at its nose, that stands on a pad as deep as it will.
fn nose_heavy(scene: &Scene) -> (World, BodyId) {
    let mut builder = under_gravity();
    let tilt = Pose::from_axis_angle(DVec3::Y, scene.incline);
    let carrier = fixed(&mut builder, "pad", tilt);
    let layout =
        SkinLayout::grid((scene.length / scene.pitch) as usize, (0.05 / scene.pitch) as usize, scene.pitch)
            .unwrap();
    let layout = layout.with_samples(scene.rays).unwrap();
    let k = STIFFNESS * (scene.pitch / PITCH).powi(2);
    let material = per_texel(k, scene.damping, elasto_plastic(bristles(1e4, 10.0, 0.0)));
    let skin = Skin::new(&layout, material, looking_ahead()).unwrap();
    builder.skin(carrier, "pad", skin, Pose::IDENTITY).unwrap();
    let shape = cuboid(HALF);
    let inertia =
        Inertia { centre: DVec3::X * AHEAD, ..Inertia::of_shape(&shape, Mass::Total(MASS)).unwrap() };
    let place = Pose::from_translation(dvec3(scene.start, 0.0, -sunk(scene.incline)))
        * Pose::from_axis_angle(DVec3::Y, lean(scene.incline))
        * Pose::from_translation(DVec3::Z * HALF.z);
    let foot = body(&mut builder, "box", tilt * place, Joint::free(), inertia);
    builder.shape(foot, "box", shape, Pose::IDENTITY).unwrap();
    (World::new(builder.build().unwrap()), foot)
}

const LEVEL: Scene = Scene {
    pitch: PITCH,
    rays: SamplePattern::Centre,
    damping: 0.0,
    incline: 0.0,
    start: 0.2e-3,
    length: 0.06,
};

/// Velocity of the centre of mass \[m/s\].
fn velocity(world: &World, foot: BodyId) -> DVec3 {
    let arm = world.pose(foot).unwrap().transform_vector(DVec3::X * AHEAD);
    world.twist(foot).unwrap().velocity_at(arm)
}

/// Without the edges its slope would drive it with g times its lean, 14 mm/s².
#[test]
fn a_nose_heavy_box_stays_on_a_level_pad_without_friction() {
    for (rays, damping, h, seconds) in [
        (SamplePattern::Centre, 0.0, 2e-4, 1.0),
        (SamplePattern::Centre, 0.0, 5e-4, 1.0),
        (SamplePattern::Centre, 0.0, 1e-3, 1.0),
        (SamplePattern::Centre, 0.0, 2e-3, 60.0),
        (SamplePattern::Centre, 3.0, 1e-3, 1.0),
        (SamplePattern::Jittered(1), 0.0, 1e-3, 1.0),
        (SamplePattern::Jittered(4), 0.0, 1e-3, 1.0),
        (SamplePattern::Jittered(4), 3.0, 2e-3, 1.0),
    ] {
        let (mut world, foot) = nose_heavy(&Scene { rays, damping, ..LEVEL });
        let begin = world.pose(foot).unwrap().translation;
        pass(&mut world, h, seconds);
        let moved = (world.pose(foot).unwrap().translation - begin).truncate().length();
        let speed = velocity(&world, foot).truncate().length();
        let named = format!("{rays:?}, {damping} N·s/m, {h} s");
        println!("{named}: moved by {moved:.1e} m in {seconds} s, {speed:.1e} m/s");
        // Dampers give the slope a push while the box settles, and the steps one of second order while it rattles; on it goes.
        assert!(speed < 1e-5 && moved < 1e-5 * seconds, "{named}: moved by {moved:e} m, {speed:e} m/s");
    }
}

#[test]
fn a_box_slides_down_an_incline_with_g_sin_at_every_pitch() {
    let (incline, seconds, h) = (0.2_f64, 0.2, 1e-3);
    for pitch in [2.3e-3, 3.0e-3, 3.7e-3, 4.1e-3] {
        for (damping, part) in [(0.0, 0), (0.0, 1), (0.0, 2), (0.0, 3), (3.0, 0)] {
            let start = -0.03 + pitch * f64::from(part) / 4.0;
            let (mut world, foot) =
                nose_heavy(&Scene { pitch, damping, incline, start, length: 0.12, ..LEVEL });
            pass(&mut world, h, seconds);
            let downhill = velocity(&world, foot).dot(dvec3(incline.cos(), 0.0, -incline.sin()));
            let error = downhill / (G * incline.sin() * seconds) - 1.0;
            // Under a face that leans by θ dampers are pressed at the speed times θ: a drag of N c θ² times the speed.
            let drag = damping * 4.0 * HALF.x * HALF.y / (pitch * pitch) * lean(incline).powi(2);
            let expected = -0.5 * drag * seconds / MASS;
            println!("{pitch} m, {damping} N·s/m, part {part}: off by {error:.1e}, dampers {expected:.1e}");
            let allowed = if damping == 0.0 { 1e-4 } else { 4e-5 };
            assert!(
                (error - expected).abs() < allowed,
                "{pitch} m, part {part}: {error:e}, not {expected:e}"
            );
        }
    }
}

/// Over 13 pitches; without the edges it would be faster by a quarter.
#[test]
fn a_nose_heavy_box_that_slides_without_friction_keeps_its_speed() {
    for rays in [SamplePattern::Centre, SamplePattern::Jittered(1), SamplePattern::Jittered(4)] {
        let (mut world, foot) = nose_heavy(&Scene { rays, start: -0.03, length: 0.12, ..LEVEL });
        let speed = 0.05;
        let v = [speed, 0.0, 0.0, 0.0, 0.0, 0.0];
        world.edit(|model, state| state.set_joint_velocity(model, foot, &v)).unwrap();
        pass(&mut world, 1e-3, 1.0);
        let error = velocity(&world, foot).x / speed - 1.0;
        println!("{rays:?}: {error:.1e}");
        assert!(error.abs() < 1e-3, "{rays:?}: off by {error:e}");
    }
}
