//! What a pad does when it is pressed flat.

use bristle_contact::{Basis, ContactMaterial, Exponent, HuntCrossley, NormalForce, Saturation, presets};

const LIMIT: f64 = 2.3e-3;

fn pad(saturation: Saturation, target: Option<f64>) -> ContactMaterial {
    let normal = HuntCrossley::new(3e4, Exponent::HERTZ, 0.7).unwrap();
    let pad = ContactMaterial::new(normal, *presets::table3().friction(), LIMIT, Basis::PerTexel)
        .unwrap()
        .with_saturation(saturation);
    match target {
        Some(k2) => pad.with_target_stiffness(k2).unwrap(),
        None => pad,
    }
}

#[test]
fn held_force_stays_at_its_value_at_the_limit_and_damping_still_acts() {
    let pad = pad(Saturation::Hold, None);
    let at_limit = pad.normal().force(LIMIT, -0.3);
    let beyond = pad.normal_force(LIMIT + 1.1e-3, -0.3);
    assert!(beyond.saturated);
    assert_eq!(beyond.force, NormalForce { d_penetration: 0.0, ..at_limit });
    assert!(at_limit.damping < 0.0 && at_limit.d_rate > 0.0);
    assert_eq!(beyond.compression, LIMIT + 1.1e-3);
    assert!(!pad.normal_force(LIMIT, 0.0).saturated);
}

#[test]
fn cut_off_force_ceases_beyond_the_limit() {
    let pad = pad(Saturation::CutOff, None);
    assert!(pad.normal_force(LIMIT, 0.0).force.total() > 1.0);
    let beyond = pad.normal_force(LIMIT * (1.0 + 1e-15), 0.3);
    assert!(beyond.saturated);
    assert_eq!(beyond.force, NormalForce::ZERO);
}

/// Against a yielding target it is the pad's own compression that meets the limit.
#[test]
fn pad_against_soft_target_saturates_by_its_own_compression() {
    let k2 = 900.0;
    let pad = pad(Saturation::Hold, Some(k2));
    let most = pad.normal().elastic(LIMIT).force;
    let reach = LIMIT + most / k2;
    let (below, above) =
        (pad.normal_force(reach * (1.0 - 1e-9), 0.0), pad.normal_force(reach * (1.0 + 1e-9), 0.0));
    assert!(!below.saturated && above.saturated);
    // The two sides are 2e-9 of the reach apart.
    assert!((below.force.elastic - most).abs() <= 1e-8 * most && above.force.elastic == most);
    assert!(
        (below.compression - LIMIT).abs() <= 1e-8 * LIMIT
            && (above.compression - LIMIT).abs() <= 1e-8 * LIMIT
    );
    assert_eq!(above.force.d_penetration, 0.0);
}
