//! A texel feels only what came through its front: what is behind or beside meets the body under the pad.

use crate::support::bodies::{COLUMNS, PITCH, ROWS, body, cuboid, looking_ahead, weightless};
use crate::support::material::{THICKNESS, bristles, elasto_plastic, per_texel};
use bristle_geometry::{Pose, Wrench};
use bristle_skin::{Skin, SkinLayout};
use bristle_world::{BodyId, Inertia, Joint, Mass, ModelBuilder, SkinId, World};
use glam::{DVec3, dvec3};
use std::f64::consts::PI;

/// Half of a pad \[m\].
const PAD: [f64; 2] = [0.5 * ROWS as f64 * PITCH, 0.5 * COLUMNS as f64 * PITCH];
/// How far a finger goes on beyond its pad \[m\].
const TIP: f64 = 6.2e-3;

/// A finger of some thickness \[m\] whose pad, thicker than that, lies on the face that looks along +z.
fn thin_finger(builder: &mut ModelBuilder, thickness: f64, joint: Joint) -> (BodyId, SkinId) {
    finger_at(builder, "finger", Pose::IDENTITY, (thickness, TIP), joint)
}

/// The same anywhere, with another tip.
fn finger_at(
    builder: &mut ModelBuilder,
    name: &str,
    pose: Pose,
    (thickness, tip): (f64, f64),
    joint: Joint,
) -> (BodyId, SkinId) {
    let half = dvec3(PAD[0] + tip, PAD[1], 0.5 * thickness);
    let shape = cuboid(half);
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.1)).unwrap();
    let finger = body(builder, name, pose, joint, inertia);
    let below = Pose::from_translation(DVec3::NEG_Z * half.z);
    builder.shape(finger, name, shape, below).unwrap();
    let soft = per_texel(150.0, 1.0, elasto_plastic(bristles(2e3, 2.0, 0.6)));
    let pad = Skin::new(&SkinLayout::grid(ROWS, COLUMNS, PITCH).unwrap(), soft, looking_ahead()).unwrap();
    (finger, builder.skin(finger, name, pad, Pose::IDENTITY).unwrap())
}

/// A plain block.
fn plain(builder: &mut ModelBuilder, half: DVec3, pose: Pose, joint: Joint) -> BodyId {
    let shape = cuboid(half);
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.02)).unwrap();
    let block = body(builder, "block", pose, joint, inertia);
    builder.shape(block, "block", shape, Pose::IDENTITY).unwrap();
    block
}

/// A card and a block, pushed against the back of a finger, through which the rays of its pad reach: the finger stops them, the pad feels nothing.
#[test]
fn what_is_pushed_against_the_back_of_a_thin_finger_is_not_felt_by_its_pad() {
    for thickness in [2e-3, 4e-3, 6e-3] {
        for half in [dvec3(0.02, 0.01, 0.3e-3), dvec3(8e-3, 6e-3, 4e-3)] {
            let mut builder = weightless();
            let (_, pad) = thin_finger(&mut builder, thickness, Joint::fixed());
            let at = Pose::from_translation(DVec3::NEG_Z * (thickness + half.z + 0.5e-3));
            let block = plain(&mut builder, half, at, Joint::free());
            let mut world = World::new(builder.build().unwrap());
            world.apply(block, Wrench { force: DVec3::Z * 2.0, ..Default::default() }).unwrap();
            let named = format!("finger of {thickness} m, half of the block {half}");
            for step in 0..400 {
                world.step(1e-3).unwrap();
                let felt = world.reading(pad).unwrap().total_normal_force();
                assert_eq!(felt, 0.0, "{named}: step {step}");
            }
            let gone = world.pose(block).unwrap().translation.z - at.translation.z;
            assert!(gone < 1e-3, "{named}: passed {gone} m");
        }
    }
}

/// Without anything between them, a card that lies behind the finger, or moves there in any direction, is left alone.
#[test]
fn a_card_behind_a_thin_finger_is_left_alone() {
    let half = dvec3(0.02, 0.01, 0.3e-3);
    for thickness in [2e-3, 4e-3] {
        for velocity in [DVec3::ZERO, dvec3(0.05, 0.0, 0.0), dvec3(0.0, 0.03, -0.02)] {
            let mut builder = weightless();
            let (_, pad) = thin_finger(&mut builder, thickness, Joint::fixed());
            let at = Pose::from_translation(DVec3::NEG_Z * (thickness + half.z + 0.1e-3));
            let inertia = Inertia::of_shape(&cuboid(half), Mass::Total(0.02)).unwrap();
            let card = body(&mut builder, "card", at, Joint::free(), inertia);
            builder.shape(card, "card", cuboid(half), Pose::IDENTITY).unwrap();
            let mut world = World::new(builder.build().unwrap());
            let v = [velocity.x, velocity.y, velocity.z, 0.0, 0.0, 0.0];
            world.edit(|model, state| state.set_joint_velocity(model, card, &v)).unwrap();
            for _ in 0..300 {
                world.step(1e-3).unwrap();
                assert_eq!(world.reading(pad).unwrap().total_normal_force(), 0.0);
            }
            assert_eq!(world.twist(card).unwrap().linear, velocity);
        }
    }
}

/// The same card is felt if it comes through the front, however fast, and however deep it is pressed in.
#[test]
fn a_card_that_comes_through_the_front_is_felt_at_any_depth() {
    let half = dvec3(0.022, 0.009, 0.3e-3);
    for speed in [0.02, 0.5, 2.0] {
        let mut builder = weightless();
        let (_, pad) = thin_finger(&mut builder, 4e-3, Joint::fixed());
        let at = Pose::from_translation(DVec3::Z * (half.z + 0.7e-3));
        let inertia = Inertia::of_shape(&cuboid(half), Mass::Total(0.02)).unwrap();
        let card = body(&mut builder, "card", at, Joint::prismatic(DVec3::Z), inertia);
        builder.shape(card, "card", cuboid(half), Pose::IDENTITY).unwrap();
        let mut world = World::new(builder.build().unwrap());
        world.edit(|model, state| state.set_joint_velocity(model, card, &[-speed])).unwrap();
        world.apply(card, Wrench { force: DVec3::NEG_Z * 20.0, ..Default::default() }).unwrap();
        let mut lowest = 0.0_f64;
        for _ in 0..1000 {
            world.step(1e-3).unwrap();
            lowest = lowest.min(world.pose(card).unwrap().translation.z - half.z);
        }
        let felt = world.reading(pad).unwrap().total_normal_force();
        assert!((felt / 20.0 - 1.0).abs() < 1e-3, "{speed} m/s: {felt} N");
        assert!(lowest > -2.0 * THICKNESS, "{speed} m/s: {lowest} m");
    }
}

/// A finger lowered with its tip onto a post that stands under it: it stops on the post, whichever part of the pad that is under.
#[test]
fn a_finger_lowered_onto_a_post_stands_on_it_and_its_pad_feels_nothing() {
    let post = dvec3(10e-3, 4e-3, 4e-3);
    for thickness in [3e-3, 6e-3] {
        // From under the middle of the finger to in front of its pad.
        for ahead in [-0.5 * thickness, 0.0, 1e-3, 3e-3] {
            let mut builder = weightless();
            // Its tip looks along −x.
            let (finger, pad) = thin_finger(&mut builder, thickness, Joint::prismatic(DVec3::X));
            let at = Pose::from_translation(dvec3(-PAD[0] - TIP - post.x - 0.5e-3, 0.0, ahead));
            plain(&mut builder, post, at, Joint::fixed());
            let mut world = World::new(builder.build().unwrap());
            world.apply(finger, Wrench { force: DVec3::NEG_X * 5.0, ..Default::default() }).unwrap();
            let named = format!("finger of {thickness} m, post {ahead} m ahead");
            let mut most = 0.0_f64;
            for _ in 0..400 {
                world.step(1e-3).unwrap();
                most = most.max(world.reading(pad).unwrap().total_normal_force());
            }
            let sunk = -0.5e-3 - world.pose(finger).unwrap().translation.x;
            assert!(sunk < 1e-3, "{named}: {sunk} m");
            assert!(most == 0.0, "{named}: {most} N");
        }
    }
}

/// What is put into a gripper by hand is felt at once.
#[test]
fn what_is_placed_into_a_pad_is_felt_at_once() {
    let half = dvec3(0.02, 0.01, 0.01);
    let mut builder = weightless();
    let (_, pad) = thin_finger(&mut builder, 4e-3, Joint::fixed());
    let inertia = Inertia::of_shape(&cuboid(half), Mass::Total(50.0)).unwrap();
    let far = Pose::from_translation(DVec3::Z * 0.1);
    let block = body(&mut builder, "block", far, Joint::free(), inertia);
    builder.shape(block, "block", cuboid(half), Pose::IDENTITY).unwrap();
    let mut world = World::new(builder.build().unwrap());
    for depth in [1e-3, 5e-3, 9e-3] {
        for _ in 0..5 {
            world.step(1e-3).unwrap();
        }
        let at = Pose::from_translation(DVec3::Z * (half.z - depth));
        world.edit(|model, state| state.set_free_pose(model, block, at)).unwrap();
        world.edit(|model, state| state.set_joint_velocity(model, block, &[0.0; 6])).unwrap();
        world.step(1e-3).unwrap();
        let reading = world.reading(pad).unwrap();
        let touching = reading.texels.iter().filter(|texel| texel.in_contact()).count();
        let expected = 150.0 * depth * touching as f64;
        let felt = reading.total_normal_force();
        assert!(touching > 50 && (felt / expected - 1.0).abs() < 1e-3, "{depth} m: {felt}, not {expected} N");
    }
}

/// Two thin fingers back to back, each with an object on its pad: each pad feels its own object, though its rays begin in the other one.
#[test]
fn fingers_back_to_back_feel_their_own_objects() {
    let half = dvec3(0.02, 0.009, 0.006);
    let forces = [7.0, 13.0];
    for thickness in [2e-3, 4e-3, 6e-3] {
        let mut builder = weightless();
        let over = Pose::from_axis_angle(DVec3::X, PI);
        let away = Pose::from_translation(DVec3::NEG_Z * (2.0 * thickness + 0.2e-3)) * over;
        let (_, upper) = finger_at(&mut builder, "upper", Pose::IDENTITY, (thickness, 0.0), Joint::fixed());
        let (_, lower) = finger_at(&mut builder, "lower", away, (thickness, 0.0), Joint::fixed());
        let objects = [Pose::IDENTITY, away].map(|finger| {
            let name = if finger == away { "below" } else { "above" };
            let at = finger * Pose::from_translation(DVec3::Z * (half.z + 0.3e-3));
            let inertia = Inertia::of_shape(&cuboid(half), Mass::Total(0.05)).unwrap();
            let object = body(&mut builder, name, at, Joint::prismatic(DVec3::Z), inertia);
            builder.shape(object, name, cuboid(half), Pose::IDENTITY).unwrap();
            object
        });
        let mut world = World::new(builder.build().unwrap());
        for (object, force) in objects.into_iter().zip([-forces[0], forces[1]]) {
            world.apply(object, Wrench { force: DVec3::Z * force, ..Default::default() }).unwrap();
        }
        for _ in 0..1500 {
            world.step(1e-3).unwrap();
        }
        for (pad, force) in [upper, lower].into_iter().zip(forces) {
            let felt = world.reading(pad).unwrap().total_normal_force();
            assert!((felt / force - 1.0).abs() < 1e-6, "{thickness} m: {felt}, not {force} N");
        }
    }
}

/// Two thin fingers pinch a card that is thinner than either pad is deep: both feel the force, and the card is not squeezed out.
#[test]
fn a_card_between_two_thin_fingers_is_felt_by_both() {
    let (half, force) = (dvec3(0.02, 0.009, 0.3e-3), 9.0);
    let mut builder = weightless();
    let over = Pose::from_axis_angle(DVec3::X, PI);
    let above = Pose::from_translation(DVec3::Z * 4e-3) * over;
    let (_, lower) = finger_at(&mut builder, "lower", Pose::IDENTITY, (3e-3, 0.0), Joint::fixed());
    let (upper_finger, upper) =
        finger_at(&mut builder, "upper", above, (3e-3, 0.0), Joint::prismatic(DVec3::Z));
    let inertia = Inertia::of_shape(&cuboid(half), Mass::Total(0.01)).unwrap();
    let at = Pose::from_translation(DVec3::Z * 2e-3);
    let card = body(&mut builder, "card", at, Joint::free(), inertia);
    builder.shape(card, "card", cuboid(half), Pose::IDENTITY).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.apply(upper_finger, Wrench { force: DVec3::NEG_Z * force, ..Default::default() }).unwrap();
    for _ in 0..1000 {
        world.step(1e-3).unwrap();
    }
    for pad in [lower, upper] {
        let felt = world.reading(pad).unwrap().total_normal_force();
        assert!((felt / force - 1.0).abs() < 1e-6, "{felt}, not {force} N");
    }
    let place = world.pose(card).unwrap().translation;
    assert!(place.truncate().length() < 1e-6, "{place}");
    // Twelve texels are beside the card, on those of the other pad.
    let expected = (force - 72.0 * 75.0 * 2.0 * half.z) / (84.0 * 75.0);
    let depth = -world.pose(upper_finger).unwrap().translation.z;
    assert!((depth / expected - 1.0).abs() < 1e-6, "{depth}, not {expected} m");
}
