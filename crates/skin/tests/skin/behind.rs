//! A texel feels only what came through its front.

use crate::support::material::{THICKNESS, winkler};
use crate::support::pad;
use crate::support::rig::Rig;
use crate::support::shapes::{cuboid, half_space, mesh, plate_pressing, pressing};
use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::Target;
use glam::DVec3;

const H: f64 = 1e-3;

fn still(shape: &Shape, pose: Pose) -> Target<'_> {
    Target::new(shape, pose, Twist::ZERO)
}

fn card() -> DVec3 {
    DVec3::new(0.03, 0.02, 0.2e-3)
}

/// A card behind a pad, within reach of its rays, as a solid and as a mesh.
#[test]
fn card_behind_a_pad_is_not_felt() {
    for card in [cuboid(card()), mesh(&generate::cuboid(card()).unwrap())] {
        let mut rig = Rig::new(&pad(1), winkler(), &[&card]);
        for depth in [0.55, 0.8, 1.0, 1.3, 1.9] {
            let pose = pressing(0.0, 0.0, 0.2e-3, depth * THICKNESS);
            let reading = rig.feel(&[still(&card, pose)], H);
            assert_eq!(reading.total_normal_force(), 0.0, "{depth}");
            assert!(reading.texels.iter().all(|t| t.target.is_none()), "{depth}");
        }
    }
}

/// The same card pressed in from the front is felt by its near side at any depth.
#[test]
fn card_pressed_in_from_the_front_is_felt_to_the_ground() {
    for card in [cuboid(card()), mesh(&generate::cuboid(card()).unwrap())] {
        let mut rig = Rig::new(&pad(1), winkler(), &[&card]);
        for step in 1..=140 {
            let depth = 0.01 * f64::from(step) * THICKNESS;
            rig.feel(&[still(&card, pressing(0.0, 0.0, 0.2e-3, depth))], H);
            let texel = rig.reading.texels[17];
            assert!((texel.penetration - depth).abs() < 1e-12, "{depth}: {texel:?}");
        }
    }
}

/// What stands behind does not hide what is pressed in from the front, and what fills all of the pad came through its front.
#[test]
fn front_is_felt_past_what_is_behind() {
    let (card, plate) = (cuboid(card()), half_space());
    let behind = pressing(0.0, 0.0, 0.2e-3, 1.5 * THICKNESS);
    for depth in [0.1 * THICKNESS, 0.45 * THICKNESS] {
        let mut alone = Rig::new(&pad(1), winkler(), &[&plate]);
        let expected = alone.feel(&[still(&plate, plate_pressing(depth))], H).total_normal_force();
        let mut rig = Rig::new(&pad(1), winkler(), &[&card, &plate]);
        let targets = [still(&card, behind), still(&plate, plate_pressing(depth))];
        let felt = rig.feel(&targets, H).total_normal_force();
        // The ray is cast from another point.
        assert!((felt / expected - 1.0).abs() < 1e-12, "{felt} {expected}");
        assert!(rig.reading.texels.iter().all(|t| t.target == Some(1)));
    }
    let mut rig = Rig::new(&pad(1), winkler(), &[&plate]);
    let reading = rig.feel(&[still(&plate, plate_pressing(0.9 * THICKNESS))], H);
    assert!(reading.texels.iter().all(|t| t.in_contact()));
}
