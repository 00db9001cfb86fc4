//! Whatever a caller gets wrong is a typed error that names the thing and what is allowed, and nothing has
//! changed after it.

use crate::support::material::{elasto_plastic, full, winkler};
use crate::support::pad;
use crate::support::rig::Rig;
use crate::support::shapes::{bumpy, pressing, sphere};
use bristle_geometry::{Pose, Twist};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{
    Skin, SkinError, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target, UpdateError,
};
use glam::{DQuat, DVec3};

const H: f64 = 1e-3;
const NAN: f64 = f64::NAN;
const INFINITE: f64 = f64::INFINITY;

/// All words are in the message.
fn says(message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "'{message}' does not say '{word}'");
    }
}

/// A pad in the middle of a slide, and the motion it is in.
fn sliding(ball: &bristle_geometry::Shape) -> (Rig, Target<'_>) {
    let mut rig = Rig::new(&pad(1), full(elasto_plastic), &[ball]);
    let twist = Twist::from_linear(DVec3::new(0.03, -0.07, 0.0));
    let target = Target::new(ball, pressing(0.3e-3, -0.7e-3, 15e-3, 1.1e-3), twist);
    for _ in 0..3 {
        rig.feel(&[target], H);
    }
    assert!(rig.touched().any(|t| t.shear.length() > 1e-4));
    (rig, target)
}

/// The update is refused, says why, and leaves state and reading as they were.
fn refused(
    rig: &mut Rig,
    pose: Pose,
    twist: Twist,
    targets: &[Target],
    h: f64,
    words: &[&str],
) -> UpdateError {
    let (state, reading) = (rig.state.clone(), rig.reading.clone());
    let error = rig
        .skin
        .update(pose, twist, targets, h, &mut rig.state, &mut rig.memory, &mut rig.reading)
        .expect_err("a bad input was taken");
    says(&error.to_string(), words);
    assert_eq!((&rig.state, &rig.reading), (&state, &reading), "{error}");
    error
}

#[test]
fn poses_and_twists_that_are_no_numbers_are_refused() {
    let ball = sphere(15e-3);
    let (mut rig, target) = sliding(&ball);
    let good = (Pose::IDENTITY, Twist::ZERO);
    let poses = [
        Pose::from_translation(DVec3::new(0.3, NAN, 0.0)),
        Pose::from_translation(DVec3::new(0.0, 0.0, INFINITE)),
        Pose { rotation: DQuat::from_xyzw(NAN, 0.0, 0.0, 1.0), translation: DVec3::ZERO },
    ];
    let twists = [
        Twist::from_linear(DVec3::new(0.0, -INFINITE, 0.0)),
        Twist { linear: DVec3::ZERO, angular: DVec3::new(0.0, 0.0, NAN) },
    ];
    for pose in poses {
        refused(&mut rig, pose, good.1, &[target], H, &["pose", "the skin", "not finite"]);
        refused(
            &mut rig,
            good.0,
            good.1,
            &[Target { pose, ..target }],
            H,
            &["pose", "target 0", "not finite"],
        );
    }
    for twist in twists {
        refused(&mut rig, good.0, twist, &[target], H, &["twist", "the skin", "not finite"]);
        let error = refused(
            &mut rig,
            good.0,
            good.1,
            &[Target { twist, ..target }],
            H,
            &["twist", "target 0", "not finite"],
        );
        assert!(matches!(error, UpdateError::NotFinite { quantity: "twist", .. }));
    }
    // And nothing was left behind that would hinder the next step.
    rig.feel(&[target], H);
}

#[test]
fn steps_out_of_range_are_refused() {
    let ball = sphere(15e-3);
    let (mut rig, target) = sliding(&ball);
    for h in [0.0, -1e-3, NAN, INFINITE, 2.0, 1e-10] {
        let error =
            refused(&mut rig, Pose::IDENTITY, Twist::ZERO, &[target], h, &["time step", "[1e-9, 1] s"]);
        assert!(matches!(error, UpdateError::BadStep(_)), "{error:?}");
    }
    rig.feel(&[target], 1e-9);
    rig.feel(&[target], 1.0);
}

#[test]
fn things_made_for_another_skin_are_refused() {
    let ball = sphere(15e-3);
    let (mut rig, target) = sliding(&ball);
    let other = Skin::new(&pad(2), winkler(), SkinOptions::default()).unwrap();
    let rays = Skin::new(
        &pad(1).with_samples(SamplePattern::Regular(2)).unwrap(),
        winkler(),
        SkinOptions::default(),
    )
    .unwrap();
    let same = Skin::new(&pad(1), winkler(), SkinOptions::default()).unwrap();
    let update = |state: Option<SkinState>,
                  memory: Option<SkinMemory>,
                  reading: Option<SkinReading>,
                  words: &[&str]| {
        let mut state = state.unwrap_or_else(|| rig.state.clone());
        let mut memory = memory.unwrap_or_else(|| rig.memory.clone());
        let mut reading = reading.unwrap_or_else(|| rig.reading.clone());
        let (old_state, old_reading) = (state.clone(), reading.clone());
        let error = rig
            .skin
            .update(Pose::IDENTITY, Twist::ZERO, &[target], H, &mut state, &mut memory, &mut reading)
            .expect_err("taken");
        assert!(matches!(error, UpdateError::Mismatch { .. }), "{error:?}");
        says(&error.to_string(), words);
        says(&error.to_string(), &["make a new one"]);
        assert_eq!((state, reading), (old_state, old_reading));
    };
    update(Some(SkinState::new(&other)), None, None, &["state", "336", "84"]);
    update(Some(SkinState::new(&rays)), None, None, &["state", "rays", "336", "84"]);
    update(None, None, Some(SkinReading::new(&other, 1)), &["reading", "texels", "336", "84"]);
    update(None, None, Some(SkinReading::new(&same, 2)), &["reading", "targets", "2", "1"]);
    update(None, Some(SkinMemory::new(&other, &[target, target])), None, &["memory", "targets", "2", "1"]);
    update(None, Some(SkinMemory::new(&rays, &[target])), None, &["memory"]);
    rig.feel(&[target], H);
}

#[test]
fn wrong_number_of_targets_is_refused() {
    let ball = sphere(15e-3);
    let (mut rig, target) = sliding(&ball);
    refused(&mut rig, Pose::IDENTITY, Twist::ZERO, &[], H, &["targets", "1", "0"]);
    refused(&mut rig, Pose::IDENTITY, Twist::ZERO, &[target; 3], H, &["targets", "1", "3"]);
    // A memory made for an analytic shape has no room for what a mesh needs.
    let mesh = bumpy(80);
    refused(
        &mut rig,
        Pose::IDENTITY,
        Twist::ZERO,
        &[Target { shape: &mesh, ..target }],
        H,
        &["memory", "mesh", "84"],
    );
    rig.feel(&[target], H);
}

#[test]
fn options_out_of_range_are_refused() {
    let base = SkinOptions::default();
    for (options, name, allowed) in [
        (SkinOptions { look_ahead: Some(-1e-3), ..base }, "look_ahead", "[0, 1] m"),
        (SkinOptions { look_ahead: Some(NAN), ..base }, "look_ahead", "[0, 1] m"),
        (SkinOptions { look_ahead: Some(1.1), ..base }, "look_ahead", "[0, 1] m"),
        (SkinOptions { backing: Some(-0.3), ..base }, "backing", "[0, 1] m"),
        (SkinOptions { backing: Some(INFINITE), ..base }, "backing", "[0, 1] m"),
        (SkinOptions { min_cosine: -0.1, ..base }, "min_cosine", "[0, 0.9]"),
        (SkinOptions { min_cosine: 1.0, ..base }, "min_cosine", "[0, 0.9]"),
        (SkinOptions { incipient_from: 1.1, ..base }, "incipient_from", "[0, 1]"),
        (SkinOptions { incipient_from: NAN, ..base }, "incipient_from", "[0, 1]"),
    ] {
        let error = Skin::new(&pad(1), winkler(), options).expect_err("taken");
        assert!(matches!(error, SkinError::BadOption { .. }), "{error:?}");
        says(&error.to_string(), &[name, allowed, "must be within"]);
    }
}

/// A pad with two rays per texel, spoilt.
fn spoilt(spoil: impl FnOnce(&mut SkinLayout)) -> SkinError {
    let mut layout = pad(1).with_samples(SamplePattern::Jittered(2)).unwrap();
    spoil(&mut layout);
    Skin::new(&layout, winkler(), SkinOptions::default()).expect_err("a bad layout was taken")
}

/// A quaternion of length 2 would stretch the target and quadruple its force.
#[test]
fn rotations_that_stretch_are_refused() {
    let ball = sphere(15e-3);
    let (mut rig, target) = sliding(&ball);
    for length in [0.0, 0.5, 2.0] {
        let pose = Pose { rotation: DQuat::IDENTITY * length, translation: DVec3::ZERO };
        refused(&mut rig, pose, Twist::ZERO, &[target], H, &["the skin", "unit quaternion", "Pose::new"]);
        refused(
            &mut rig,
            Pose::IDENTITY,
            Twist::ZERO,
            &[Target { pose, ..target }],
            H,
            &["target 0", "unit quaternion"],
        );
    }
}

#[test]
fn bad_layouts_are_refused() {
    says(&spoilt(|l| l.texels.clear()).to_string(), &["no texels"]);
    says(&spoilt(|l| l.samples.clear()).to_string(), &["at least one"]);
    let uneven = spoilt(|l| l.samples.truncate(167));
    assert_eq!(uneven, SkinError::UnevenSamples { texel: 83, found: 1, expected: 2 });
    says(&uneven.to_string(), &["texel 83", "1 rays", "has 2"]);
    for (words, error) in [
        (["texel 99", "only 84 texels"], spoilt(|l| l.samples[7].texel = 99)),
        (["texel 3", "not finite"], spoilt(|l| l.samples[7].position.y = NAN)),
        (["texel 3", "not finite"], spoilt(|l| l.samples[7].position.x = INFINITE)),
        (["texel 3", "not a unit vector"], spoilt(|l| l.samples[7].direction = DVec3::new(0.6, 0.7, 0.0))),
        (["texel 3", "not a unit vector"], spoilt(|l| l.samples[7].direction = DVec3::ZERO)),
        (["texel 3", "not a unit vector"], spoilt(|l| l.samples[7].direction.z = NAN)),
        (["weight 0 ", "(0, 1]"], spoilt(|l| l.samples[7].weight = 0.0)),
        (["weight -0.5 ", "(0, 1]"], spoilt(|l| l.samples[7].weight = -0.5)),
        (["weight NaN ", "(0, 1]"], spoilt(|l| l.samples[7].weight = NAN)),
        (["weight 1.1 ", "(0, 1]"], spoilt(|l| l.samples[7].weight = 1.1)),
        (["texel 3", "area 0 m²"], spoilt(|l| l.texels[3].area = 0.0)),
        (["texel 3", "area NaN m²"], spoilt(|l| l.texels[3].area = NAN)),
        (["texel 3", "area inf m²"], spoilt(|l| l.texels[3].area = INFINITE)),
        (["texel 3", "not finite"], spoilt(|l| l.texels[3].position.z = NAN)),
        (["texel 3", "not a unit vector"], spoilt(|l| l.texels[3].direction = DVec3::new(0.0, 0.3, -0.7))),
        (["texel 3", "sum to 1.5"], spoilt(|l| l.samples[7].weight = 1.0)),
        (["texel 3", "after a ray of texel 4"], spoilt(|l| l.samples.swap(7, 8))),
    ] {
        assert!(matches!(error, SkinError::BadRay { .. } | SkinError::BadTexel { .. }), "{error:?}");
        says(&error.to_string(), &words);
    }
}

/// Numbers at the edge of what a float can hold are no reason to panic.
#[test]
fn extreme_but_finite_inputs_are_survived() {
    let (ball, mesh) = (sphere(15e-3), bumpy(80));
    for shape in [&ball, &mesh] {
        let mut rig = Rig::new(&pad(1), full(elasto_plastic), &[shape]);
        for far in [1e9, 1e100, 1e300] {
            for pose in [pressing(0.0, 0.0, 15e-3, 1.1e-3), Pose::from_translation(DVec3::splat(far))] {
                let twist = Twist { linear: DVec3::new(far, 0.0, -0.3), angular: DVec3::Z };
                rig.feel(&[Target::new(shape, pose, twist)], H);
            }
        }
        // Ordinary life goes on.
        let twist = Twist::from_linear(DVec3::new(0.03, 0.0, 0.0));
        rig.feel(&[Target::new(shape, pressing(0.0, 0.0, 15e-3, -1e-3), twist)], H);
        rig.feel(&[Target::new(shape, pressing(0.0, 0.0, 15e-3, 1.7e-3), twist)], H);
        assert!(rig.wrench().force.is_finite() && rig.wrench().force.z < -0.01, "{:?}", rig.wrench());
    }
}
