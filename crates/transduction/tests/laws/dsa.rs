//! The profile of the Weiss DSA 9205 says what was measured.

use bristle_transduction::Profile;
use bristle_transduction::rig::{DsaStamp, Refit, Rig, RigError, Stamp, Weighing};
use glam::DVec2;

fn stamp(side: f64) -> Stamp {
    Stamp { side, offset: DVec2::new(0.3e-3, -0.7e-3), turned: 0.0 }
}

#[test]
fn stamp_presses_with_its_weight_on_the_texels_under_it() {
    let rig: Rig = DsaStamp::rig().unwrap();
    let side = 110.25e-6_f64.sqrt();
    let forces = rig.press(stamp(side), 4.3).unwrap();
    assert!((forces.iter().sum::<f64>() - 4.3).abs() < 1e-11);
    // Uniform pressure: the force of a texel is its share of the area, known to 1/64 of a texel.
    let under: f64 = forces.iter().sum::<f64>() / forces.iter().copied().fold(0.0, f64::max);
    assert!((under - 110.25 / 3.4_f64.powi(2)).abs() < 0.5, "{under} texels under the stamp");
    assert!(matches!(rig.press(stamp(side), 1e6), Err(RigError::TooHeavy { .. })));
    assert!(matches!(rig.press(stamp(side), f64::NAN), Err(RigError::BadForce { .. })));
    let beside = Stamp { offset: DVec2::new(1.0, 0.0), ..stamp(side) };
    assert!(matches!(rig.press(beside, 1.0), Err(RigError::TooHeavy { .. })));
}

#[test]
fn profile_says_what_was_measured() {
    let published = DsaStamp::published().unwrap();
    let measured = published.measured();
    let rig = DsaStamp::rig().unwrap();
    let profile = Profile::named("weiss-dsa-9205").unwrap();
    let refit = Refit::new(&rig, profile, Weighing::default(), &published.stamps(3)).unwrap();
    let predicted = refit.predict(&measured.loads).unwrap();
    let error = measured.error(predicted.iter().map(|p| p.sum));
    assert!(error < 0.15, "root mean square error {error}");
    for p in &predicted {
        let [low, high] = measured.creep_ratio;
        assert!((low..=high).contains(&p.creep_ratio), "{p:?}");
        let [low, high] = measured.active;
        assert!((low..=high).contains(&p.active), "{p:?}");
    }
}

#[test]
fn profile_delivers_frames_at_the_rate_of_the_device() {
    let published = DsaStamp::published().unwrap();
    let rig = DsaStamp::rig().unwrap();
    let profile = Profile::named("weiss-dsa-9205").unwrap();
    for step in [1e-3, 0.01] {
        let weighing = Weighing { step, ..Weighing::default() };
        let refit = Refit::new(&rig, profile.clone(), weighing, &published.stamps(1)).unwrap();
        let times = refit.watch(0, 5.9).unwrap().times;
        let rate = (times.len() - 1) as f64 / (times[times.len() - 1] - times[0]);
        // Each end is known to a step.
        assert!((rate / 31.3 - 1.0).abs() < 2.0 * step / 10.0 + 1e-6, "{rate}");
    }
}

#[test]
fn fit_finds_parameters_that_are_known() {
    // Sums of a device with other parameters, said by itself; the fit starts from the shipped ones.
    let published = DsaStamp::published().unwrap();
    let rig = DsaStamp::rig().unwrap();
    let silent = Profile::named("weiss-dsa-9205").unwrap().without(&["noise", "variation", "sampling"]);
    let mut truth = bristle_transduction::rig::Knobs::of(&silent).unwrap();
    truth.half_force *= 1.13;
    truth.exponent *= 0.93;
    let stamps = published.stamps(1);
    let weighing = Weighing { step: 0.25, ..Weighing::default() };
    let device = Refit::new(&rig, truth.turn(silent.clone()), weighing, &stamps).unwrap();
    let mut measured = published.measured();
    // Ranges that decide nothing.
    (measured.creep_ratio, measured.active) = ([0.1, 100.0], [0.1, 84.0]);
    measured.sums = device.predict(&measured.loads).unwrap().iter().map(|p| p.sum).collect();
    let (found, minimum) = Refit::new(&rig, silent, weighing, &stamps).unwrap().fit(&measured).unwrap();
    // The sums are whole counts and leave a valley along which the parameters trade off; the sums themselves agree.
    assert!(minimum.value.sqrt() < 0.01, "{minimum:?}");
    assert!((found.exponent / truth.exponent - 1.0).abs() < 0.1, "{found:?} for {truth:?}");
}
