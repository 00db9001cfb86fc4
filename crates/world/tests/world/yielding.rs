//! Objects that yield are springs in series with the pad that presses them, and may be crushed.

use crate::support::bodies::{PITCH, TEXELS, cuboid, fixed_pad, free, weightless};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use bristle_geometry::{Pose, Wrench};
use bristle_world::{BodyId, Crush, SkinId, World, Yielding};
use glam::{DVec3, dvec3};

const K: f64 = 400.0;
const HALF: DVec3 = dvec3(0.04, 0.03, 0.02);

/// An object on a pad, to be pressed down.
fn pressed(surface: Option<Yielding>) -> (World, BodyId, SkinId) {
    let mut builder = weightless();
    let foam = per_texel(K, 4.0, elasto_plastic(bristles(2e3, 2.0, 0.6)));
    let pad = fixed_pad(&mut builder, Pose::IDENTITY, foam);
    let object = free(&mut builder, "object", cuboid(HALF), 0.2, Pose::from_translation(DVec3::Z * HALF.z));
    if let Some(surface) = surface {
        builder.yielding(object, surface).unwrap();
    }
    (World::new(builder.build().unwrap()), object, pad)
}

/// Presses slowly with a force that goes from one value to another, and lets it settle.
fn press(world: &mut World, object: BodyId, from: f64, to: f64) -> f64 {
    for step in 0..6000 {
        let force = from + (to - from) * (f64::from(step) / 3000.0).min(1.0);
        world.apply(object, Wrench { force: DVec3::NEG_Z * force, ..Default::default() }).unwrap();
        world.step(1e-3).unwrap();
    }
    HALF.z - world.pose(object).unwrap().translation.z
}

/// A sponge, an egg and a can on one pad differ: `p = F (1/k + 1/k₂)`.
#[test]
fn different_objects_on_one_pad_differ() {
    let force = 9.0;
    for stiffness in [None, Some(1e7), Some(2e8), Some(5e9)] {
        let (mut world, object, pad) =
            pressed(stiffness.map(|stiffness| Yielding { stiffness, crush: None, core: None }));
        let depth = press(&mut world, object, 0.0, force);
        let its = stiffness.map_or(0.0, |k| 1.0 / (k * PITCH * PITCH));
        let expected = force / TEXELS * (1.0 / K + its);
        assert!((depth / expected - 1.0).abs() < 1e-9, "{stiffness:?}: {depth}, not {expected}");
        let felt = world.reading(pad).unwrap().total_normal_force();
        assert!((felt / force - 1.0).abs() < 1e-9, "{felt}");
        assert_eq!(world.crushed(object).unwrap(), 0.0);
    }
}

/// Beyond its limit an object stays deformed: pressed again, it is met deeper by as much.
#[test]
fn crushed_objects_stay_deformed() {
    let stiffness = 1e7;
    let per_texel = stiffness * PITCH * PITCH;
    // The same limit as a force and as a deformation.
    let limit = 12.0;
    let deformation = limit / TEXELS / per_texel;
    for crush in [Crush::Force(limit), Crush::Deformation(deformation)] {
        let (mut world, object, pad) = pressed(Some(Yielding { stiffness, crush: Some(crush), core: None }));
        let compliance = (1.0 / K + 1.0 / per_texel) / TEXELS;
        let depth = press(&mut world, object, 0.0, 0.9 * limit);
        assert!((depth / (0.9 * limit * compliance) - 1.0).abs() < 1e-9, "{crush:?}: {depth}");
        assert_eq!(world.crushed(object).unwrap(), 0.0, "{crush:?}");
        // A little more than it bears, for a moment; what moves in is damped, too.
        world.apply(object, Wrench { force: DVec3::NEG_Z * 1.05 * limit, ..Default::default() }).unwrap();
        for _ in 0..60 {
            world.step(1e-3).unwrap();
            let felt = world.reading(pad).unwrap().total_normal_force();
            assert!(felt < 1.1 * limit, "{crush:?}: {felt}");
        }
        // It is brought to a stop, and let go.
        press(&mut world, object, 0.8 * limit, 0.5 * limit);
        let receded = world.crushed(object).unwrap();
        assert!(receded > 1e-5, "{crush:?}: {receded}");
        press(&mut world, object, 0.5 * limit, 0.9 * limit);
        let depth = press(&mut world, object, 0.9 * limit, 0.5 * limit);
        assert_eq!(world.crushed(object).unwrap(), receded, "{crush:?}");
        let expected = 0.5 * limit * compliance + receded;
        assert!((depth / expected - 1.0).abs() < 1e-9, "{crush:?}: {depth}, not {expected}");
    }
}

/// An object that is crushed as far as it can be rests on a core, as stiff as if it were rigid. More load than this and it would tip over.
#[test]
fn what_is_crushed_down_to_its_core_is_rigid() {
    let (stiffness, core) = (1e7, 3.7e-3);
    let its = stiffness * PITCH * PITCH;
    let limit = 12.0;
    for crush in [Crush::Force(limit), Crush::Deformation(limit / TEXELS / its)] {
        // The last one is half of the object's thinnest side, deeper than the pad.
        for (stated, core) in [(Some(core), core), (None, HALF.z)] {
            let surface = Yielding { stiffness, crush: Some(crush), core: stated };
            let (mut world, object, pad) = pressed(Some(surface));
            for load in [2.0 * limit, 4.0 * limit] {
                let named = format!("{crush:?}, core at {core} m, {load} N");
                let depth = press(&mut world, object, 2.0 * limit, load);
                let receded = world.crushed(object).unwrap();
                // And by as much as it yields when it comes down to the core.
                let most = core + 2.0 * limit / TEXELS / its;
                assert!(core <= receded && receded < most, "{named}: {receded}, not {core} to {most}");
                let expected = receded + load / TEXELS / K;
                assert!((depth / expected - 1.0).abs() < 1e-6, "{named}: {depth}, not {expected}");
                let felt = world.reading(pad).unwrap().total_normal_force();
                assert!((felt / load - 1.0).abs() < 1e-6, "{named}: {felt}");
            }
        }
    }
}
