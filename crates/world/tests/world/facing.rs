//! Pads that press on each other are springs in series; what is beside and behind a pad meets the body under it.

use crate::support::bodies::{COLUMNS, PITCH, ROWS, TEXELS, body, coat, cuboid, looking_ahead, weightless};
use crate::support::material::{bristles, elasto_plastic, per_area, per_texel, rubber};
use bristle_contact::ContactMaterial;
use bristle_geometry::{Pose, Wrench};
use bristle_skin::{Skin, SkinLayout, TexelState};
use bristle_world::{BodyId, Inertia, Joint, Mass, ModelBuilder, SkinId, World};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;

const FORCE: f64 = 3.0;
/// A finger: its pad lies on the face that looks along +z.
const FINGER: DVec3 = dvec3(0.03, 0.015, 3e-3);

fn finger(builder: &mut ModelBuilder, name: &str, pose: Pose, joint: Joint, pad: Skin) -> (BodyId, SkinId) {
    finger_of(FINGER, builder, name, pose, joint, pad)
}

fn finger_of(
    half: DVec3,
    builder: &mut ModelBuilder,
    name: &str,
    pose: Pose,
    joint: Joint,
    pad: Skin,
) -> (BodyId, SkinId) {
    let shape = cuboid(half);
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.1)).unwrap();
    let finger = body(builder, name, pose, joint, inertia);
    builder.shape(finger, name, shape, Pose::from_translation(DVec3::NEG_Z * half.z)).unwrap();
    let skin = builder.skin(finger, format!("{name} pad"), pad, Pose::IDENTITY).unwrap();
    (finger, skin)
}

fn pad(rows: usize, columns: usize, pitch: f64, material: ContactMaterial) -> Skin {
    Skin::new(&SkinLayout::grid(rows, columns, pitch).unwrap(), material, looking_ahead()).unwrap()
}

/// Two fingers, pad on pad; the upper one is pushed down.
fn pinched(lower: Skin, upper: Skin, half: DVec3) -> (World, BodyId, [SkinId; 2]) {
    pinched_by(FORCE, lower, upper, half)
}

fn pinched_by(force: f64, lower: Skin, upper: Skin, half: DVec3) -> (World, BodyId, [SkinId; 2]) {
    let mut builder = weightless();
    let (_, below) = finger(&mut builder, "lower", Pose::IDENTITY, Joint::fixed(), lower);
    let turned = Pose::new(DQuat::from_rotation_x(PI), DVec3::ZERO);
    let (moving, above) = finger_of(half, &mut builder, "upper", turned, Joint::prismatic(DVec3::Z), upper);
    // Their pads do not stand out of their faces: the rims around these would meet.
    builder.surface(moving, None).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.apply(moving, Wrench { force: DVec3::NEG_Z * force, ..Default::default() }).unwrap();
    for _ in 0..2000 {
        world.step(1e-3).unwrap();
    }
    (world, moving, [below, above])
}

/// 3 N between two pads: both read 3 N, and they yield by `F/k₁ + F/k₂`.
#[test]
fn pads_that_face_each_other_both_read_the_force() {
    let friction = || elasto_plastic(bristles(2e3, 2.0, 0.6));
    for (k1, k2) in [(150.0, 150.0), (150.0, 700.0)] {
        let lower = pad(ROWS, COLUMNS, PITCH, per_texel(k1, 1.0, friction()));
        let upper = pad(ROWS, COLUMNS, PITCH, per_texel(k2, 1.0, friction()));
        let (world, moving, skins) = pinched(lower, upper, FINGER);
        let depth = -world.pose(moving).unwrap().translation.z;
        let expected = FORCE / TEXELS * (1.0 / k1 + 1.0 / k2);
        assert!((depth / expected - 1.0).abs() < 1e-9, "{k1} and {k2} N/m: {depth}, not {expected}");
        for skin in skins {
            let reading = world.reading(skin).unwrap();
            assert!((reading.total_normal_force() / FORCE - 1.0).abs() < 1e-9);
            assert!(
                (reading.total_force() - DVec3::NEG_Z * FORCE).length() < 1e-9 * FORCE,
                "{}",
                reading.total_force()
            );
            for texel in &reading.texels {
                assert!((texel.normal_force * TEXELS / FORCE - 1.0).abs() < 1e-9);
            }
            let wrench: DVec3 = reading.pairs.iter().map(|p| p.wrench_on_skin_w.force).sum();
            assert!((wrench.length() / FORCE - 1.0).abs() < 1e-9);
        }
    }
}

/// The softer pad is at its limit, the stiffer one is not: that reads the force, and says that it holds. Whichever feels for both.
#[test]
fn each_of_two_pads_saturates_at_its_own_limit() {
    let friction = || elasto_plastic(bristles(2e3, 2.0, 0.6));
    let soft = || pad(ROWS, COLUMNS, PITCH, per_texel(80.0, 1.0, friction()));
    let stiff = || pad(ROWS, COLUMNS, PITCH, per_texel(400.0, 1.0, friction()));
    let limit = |skin: &Skin| skin.material().force_at_limit() * TEXELS;
    let (low, high) = (limit(&soft()), limit(&stiff()));
    for pushed in [0.5 * low, 0.5 * (low + high), 1.2 * high] {
        for soft_first in [true, false] {
            let (one, two) = if soft_first { (soft(), stiff()) } else { (stiff(), soft()) };
            let limits = [limit(&one), limit(&two)];
            // Thicker than both pads are pressed.
            let half = dvec3(FINGER.x, FINGER.y, 0.03);
            let (world, _, skins) = pinched_by(pushed, one, two, half);
            for (skin, limit) in skins.into_iter().zip(limits) {
                let reading = world.reading(skin).unwrap();
                let elastic: f64 = reading.texels.iter().map(|t| t.elastic_force).sum();
                let expected = pushed.min(limit);
                let named = format!("{pushed} N on a pad of {limit} N");
                assert!((elastic / expected - 1.0).abs() < 1e-6, "{named}: {elastic}");
                let state = if pushed > limit { TexelState::Saturated } else { TexelState::Stick };
                assert!(reading.texels.iter().all(|t| t.state == state), "{named}");
                assert!((reading.total_normal_force() / pushed - 1.0).abs() < 1e-9, "{named}");
            }
        }
    }
}

/// Pads of different pitch and size: the sum of what each reads is what acts on it.
#[test]
fn pads_of_different_grids_read_the_same_sum() {
    let friction = || elasto_plastic(bristles(5e7, 2e4, 0.6));
    let lower = pad(ROWS, COLUMNS, PITCH, per_area(1e7, 2e4, friction()));
    let upper = pad(9, 5, 2.9e-3, per_area(3e7, 2e4, friction()));
    // The upper finger is as large as its pad.
    let half = dvec3(0.5 * 9.0 * 2.9e-3, 0.5 * 5.0 * 2.9e-3, FINGER.z);
    let (world, moving, skins) = pinched(lower, upper, half);
    assert!(world.twist(moving).unwrap().linear.length() < 1e-9);
    for skin in skins {
        let felt = world.reading(skin).unwrap().total_normal_force();
        assert!((felt / FORCE - 1.0).abs() < 1e-6, "{felt}");
    }
}

/// A plain block, pushed by `force` against a finger whose pad looks along +z.
fn block_against_finger(at: DVec3, force: DVec3) -> (World, BodyId, SkinId) {
    let mut builder = weightless();
    let soft = per_texel(150.0, 1.0, elasto_plastic(bristles(2e3, 2.0, 0.6)));
    let (_, skin) =
        finger(&mut builder, "finger", Pose::IDENTITY, Joint::fixed(), pad(ROWS, COLUMNS, PITCH, soft));
    let half = DVec3::splat(4e-3);
    let shape = cuboid(half);
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.05)).unwrap();
    let joint = Joint::prismatic(force.normalize());
    let block = body(&mut builder, "block", Pose::from_translation(at), joint, inertia);
    builder.shape(block, "block", shape, Pose::IDENTITY).unwrap();
    coat(&mut builder, block, rubber(0.5));
    let mut world = World::new(builder.build().unwrap());
    world.apply(block, Wrench { force, ..Default::default() }).unwrap();
    for _ in 0..3000 {
        world.step(1e-3).unwrap();
    }
    (world, block, skin)
}

/// From the front the pad is touched, and nothing else; from behind, from the side and on the face beside the pad the finger is.
#[test]
fn a_skin_covers_the_face_under_it_only() {
    let cases = [
        ("front", dvec3(0.0, 0.0, 5e-3), DVec3::NEG_Z, 2.0),
        ("behind", dvec3(0.0, 0.0, -2.0 * FINGER.z - 5e-3), DVec3::Z, 0.0),
        ("side", dvec3(0.0, FINGER.y + 5e-3, -FINGER.z), DVec3::NEG_Y, 0.0),
        ("beside the pad", dvec3(0.0, FINGER.y, 5e-3), DVec3::NEG_Z, 0.0),
    ];
    for (name, at, towards, felt) in cases {
        let (world, block, skin) = block_against_finger(at, towards * 2.0);
        assert!(world.twist(block).unwrap().linear.length() < 1e-6, "{name}: not stopped");
        let reading = world.reading(skin).unwrap().total_normal_force();
        assert!((reading - felt).abs() < 1e-6, "{name}: {reading} N");
        let gone = (world.pose(block).unwrap().translation - at).dot(towards);
        println!("{name}: {gone}");
        assert!(gone < 5e-3, "{name}: passed {gone} m into the finger");
    }
}
