//! Where touch begins and ends: beyond the pad's thickness, behind its reach, ahead of it, and at a fast
//! touch-down.

use crate::support::material::{STIFFNESS, THICKNESS, dry, elasto_plastic, per_area, spring, winkler};
use crate::support::rig::Rig;
use crate::support::shapes::{cuboid, half_space, plate_pressing, pressing, sphere};
use crate::support::{PAD_LENGTH, PAD_WIDTH, ROUNDING, pad};
use bristle_contact::{Basis, ContactMaterial, Exponent, HuntCrossley, Saturation};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::{SkinLayout, SkinOptions, Target, TexelReading, TexelState};
use glam::DVec3;

const H: f64 = 1e-3;
const AREA: f64 = PAD_LENGTH * PAD_WIDTH;

fn still(shape: &Shape, pose: Pose) -> Target<'_> {
    Target::new(shape, pose, Twist::ZERO)
}

/// Normal force on the whole pad and the state all its texels are in.
fn pressed(rig: &mut Rig, plate: &Shape, depth: f64) -> (f64, TexelState) {
    let reading = rig.feel(&[still(plate, plate_pressing(depth))], H);
    let state = reading.texels[17].state;
    assert!(reading.texels.iter().all(|t| t.state == state), "depth {depth}");
    (reading.total_normal_force(), state)
}

/// `F = k A min(p, h_max) + k_b A (p − h_max)`: what is applied goes on rising, what is read stays at `k A h_max`.
#[test]
fn pad_rests_on_its_backing_and_its_reading_saturates() {
    let plate = half_space();
    let mut rig = Rig::new(&pad(1), winkler(), &[&plate]);
    for (depth, state) in [
        (0.3e-3, TexelState::Stick),
        (0.999 * THICKNESS, TexelState::Stick),
        (1.001 * THICKNESS, TexelState::Saturated),
        (1.7 * THICKNESS, TexelState::Saturated),
        (1.999 * THICKNESS, TexelState::Saturated),
        (0.7 * THICKNESS, TexelState::Stick),
    ] {
        let (force, felt) = pressed(&mut rig, &plate, depth);
        let beyond = (depth - THICKNESS).max(0.0);
        let read = STIFFNESS * AREA * depth.min(THICKNESS);
        let expected = read + 1e3 * STIFFNESS * AREA * beyond;
        assert_eq!(felt, state, "depth {depth}");
        // Sums over 84 texels, of depths that come from lengths of 12 mm.
        let tolerance = 84.0 * f64::EPSILON + ROUNDING * 12e-3 / if beyond > 0.0 { beyond } else { depth };
        assert!((force / expected - 1.0).abs() < tolerance, "depth {depth}: {force} {expected}");
        let elastic: f64 = rig.reading.texels.iter().map(|t| t.elastic_force).sum();
        assert!((elastic / read - 1.0).abs() < tolerance, "depth {depth}: {elastic} {read}");
        let stiffness = rig.reading.pairs[0].stiffness.0[2][2];
        let expected = STIFFNESS * AREA * if beyond > 0.0 { 1e3 } else { 1.0 };
        assert!((stiffness / expected - 1.0).abs() <= 84.0 * f64::EPSILON, "depth {depth}");
    }
    // The backing ends as well: 12 mm by default.
    assert_eq!(pressed(&mut rig, &plate, 2.001 * THICKNESS), (0.0, TexelState::NoContact));
    let options = SkinOptions { backing: Some(3.0 * THICKNESS), ..SkinOptions::default() };
    let mut thick = Rig::with_options(&pad(1), winkler(), options, &[&plate]);
    assert_eq!(pressed(&mut thick, &plate, 3.9 * THICKNESS).1, TexelState::Saturated);
}

/// The paper's behaviour: the force ceases and the object falls through.
#[test]
fn cut_off_force_vanishes_beyond_the_largest_penetration() {
    let plate = half_space();
    let material = winkler().with_saturation(Saturation::CutOff);
    let mut rig = Rig::new(&pad(1), material.clone(), &[&plate]);
    let (force, state) = pressed(&mut rig, &plate, 0.999 * THICKNESS);
    assert!(force > 0.99 * STIFFNESS * AREA * THICKNESS * 0.999 && state == TexelState::Stick);
    assert_eq!(pressed(&mut rig, &plate, 1.001 * THICKNESS), (0.0, TexelState::NoContact));
    // With a backing to look from, the texels still see what fell through.
    let options = SkinOptions { backing: Some(THICKNESS), ..SkinOptions::default() };
    let mut seeing = Rig::with_options(&pad(1), material, options, &[&plate]);
    assert_eq!(pressed(&mut seeing, &plate, 1.001 * THICKNESS), (0.0, TexelState::Saturated));
}

/// A plate thinner than the pad lies wholly within it and is felt by the side that faces the pad's ground.
#[test]
fn thin_plate_is_felt_by_its_near_side() {
    let (thickness, depth) = (0.7e-3, 3e-3);
    let plate = cuboid(DVec3::new(0.03, 0.02, 0.5 * thickness));
    let mut rig = Rig::new(&pad(1), winkler(), &[&plate]);
    // Its upper side is 2.3 mm below the surface of the pad.
    rig.feel(&[still(&plate, pressing(0.0, 0.0, 0.5 * thickness, depth))], H);
    for texel in &rig.reading.texels {
        assert!((texel.penetration - depth).abs() < ROUNDING * 12e-3, "{texel:?}");
        assert_eq!((texel.normal, texel.state), (DVec3::NEG_Z, TexelState::Stick));
    }
}

#[test]
fn bodies_out_of_reach_are_not_felt() {
    let ball = sphere(2e-3);
    let options = SkinOptions { look_ahead: Some(1e-3), ..SkinOptions::default() };
    let mut rig = Rig::with_options(&pad(2), winkler(), options, &[&ball]);
    let at = |z: f64| Pose::from_translation(DVec3::new(0.85e-3, 0.85e-3, z));
    // What is new is felt from 3 mm below the surface; rays look 1 mm beyond it.
    for (z, seen) in [
        (-9.9e-3, false),
        (-5.1e-3, false),
        (-4.9e-3, false),
        (-0.9e-3, true),
        (2.9e-3, true),
        (3.001e-3, false),
    ] {
        let reading = rig.feel(&[still(&ball, at(z))], H);
        assert_eq!(reading.texels.iter().any(|t| t.target.is_some()), seen, "centre at {z}");
        if !seen {
            assert!(reading.texels.iter().all(|t| *t == TexelReading::default()));
            assert_eq!(reading.pairs[0].wrench_on_skin_w.force, DVec3::ZERO);
        }
    }
    // Sunk so deep that the rays below it begin inside: they do not enter it.
    let reading = rig.feel(&[still(&ball, at(-12.5e-3))], H);
    assert!(reading.texels.iter().all(|t| !t.in_contact()));
}

/// Within the look-ahead a target is seen, not felt: `p = −gap`, and no force.
#[test]
fn look_ahead_reports_gaps_without_force() {
    let (radius, gap) = (15e-3, 0.3e-3);
    let ball = sphere(radius);
    let options = SkinOptions { look_ahead: Some(1.1e-3), ..SkinOptions::default() };
    let mut rig = Rig::with_options(&pad(2), winkler(), options, &[&ball]);
    rig.feel(
        &[Target::new(&ball, pressing(0.3e-3, -0.7e-3, radius, -gap), Twist::from_linear(DVec3::NEG_Z))],
        H,
    );
    let mut seen = 0;
    for (texel, reading) in rig.skin.texels().iter().zip(&rig.reading.texels) {
        let r = (texel.position.x - 0.3e-3).hypot(texel.position.y + 0.7e-3);
        let height = gap + radius - (radius * radius - r * r).max(0.0).sqrt();
        assert_eq!(reading.target, (height < 1.1e-3).then_some(0), "r {r}, height {height}");
        if reading.target.is_some() {
            seen += 1;
            assert!((reading.penetration + height).abs() < ROUNDING * radius, "{reading:?} {height}");
            assert!((reading.point - texel.position - DVec3::Z * height).length() < ROUNDING * radius);
        }
        assert_eq!((reading.normal_force, reading.shear), (0.0, DVec3::ZERO));
        assert!(!reading.in_contact());
    }
    assert!(seen > 20, "{seen}");
    assert_eq!((rig.reading.pairs[0].contacts, rig.wrench().force), (0, DVec3::ZERO));
}

/// Texels that touch with some rays report the mean depth of those alone, even where other rays still look
/// ahead.
#[test]
fn touch_outweighs_look_ahead_within_a_texel() {
    let block = cuboid(DVec3::new(0.01, 0.01, 7e-3));
    let layout = SkinLayout::grid(1, 1, 3.4e-3)
        .unwrap()
        .with_samples(bristle_skin::layout::SamplePattern::Regular(2))
        .unwrap();
    let options = SkinOptions { look_ahead: Some(2e-3), ..SkinOptions::default() };
    // The box covers only the half x > 0, 1.1 mm deep; a ball hovers 0.3 mm above the other half.
    let ball = sphere(5e-3);
    let mut rig = Rig::with_options(&layout, winkler(), options, &[&block, &ball]);
    let targets = [
        still(&block, pressing(0.01, 0.0, 7e-3, 1.1e-3)),
        still(&ball, pressing(-0.85e-3, 0.0, 5e-3, -0.3e-3)),
    ];
    let texel = rig.feel(&targets, H).texels[0];
    assert!((texel.penetration - 1.1e-3).abs() < ROUNDING * 14e-3, "{texel:?}");
    assert!((texel.point.x - 0.85e-3).abs() < ROUNDING * 14e-3, "{texel:?}");
    assert_eq!(texel.target, Some(0));
    // Half of the texel's area bears it.
    let force = STIFFNESS * 0.5 * 3.4e-3 * 3.4e-3 * 1.1e-3;
    assert!((texel.normal_force / force - 1.0).abs() < ROUNDING * 14.0 / 1.1);
}

/// Linear damping jumps from nothing to `c v` when a fast target touches. The elastic reading `k p` does not
/// show it; Hunt–Crossley damping, `k p (1 + a ṗ)`, has no such jump to begin with.
#[test]
fn fast_touch_down_spikes_in_the_applied_force_only() {
    let plate = half_space();
    let (depth, speed) = (1e-6, 0.1);
    let friction = elasto_plastic(dry(STIFFNESS, 0.43));
    let touch = |material: ContactMaterial| {
        let mut rig = Rig::new(&pad(1), material, &[&plate]);
        let twist = Twist::from_linear(DVec3::NEG_Z * speed);
        rig.feel(&[Target::new(&plate, plate_pressing(depth), twist)], H);
        let elastic: f64 = rig.reading.texels.iter().map(|t| t.elastic_force).sum();
        (rig.reading.total_normal_force(), elastic)
    };
    let elastic = STIFFNESS * AREA * depth;
    // The depth of 1 µm comes from lengths of 12 mm.
    let tolerance = 12e3 * ROUNDING;

    let damping = 0.011 * STIFFNESS;
    let (applied, read) = touch(per_area(spring(STIFFNESS, damping), friction));
    assert!((read / elastic - 1.0).abs() < tolerance, "{read} {elastic}");
    assert!((applied / (elastic + damping * AREA * speed) - 1.0).abs() < tolerance, "{applied}");
    assert!(applied > 1000.0 * read);

    let soft = HuntCrossley::new(STIFFNESS, Exponent::new(1.0).unwrap(), 3.0).unwrap();
    let (applied, read) = touch(ContactMaterial::new(soft, friction, THICKNESS, Basis::PerArea).unwrap());
    assert!((read / elastic - 1.0).abs() < tolerance, "{read} {elastic}");
    assert!((applied / (elastic * (1.0 + 3.0 * speed)) - 1.0).abs() < tolerance, "{applied}");
}
