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

/// `f = f(h_max) + k_b (p − h_max)`: the pad's own force stays at its largest value, the backing's is added, and damping grows with their sum.
#[test]
fn pad_rests_on_its_backing_beyond_the_limit() {
    let pad = pad(Saturation::Backed, None);
    let (at_limit, slope) = (pad.normal().force(LIMIT, -0.3), pad.normal().elastic(LIMIT).slope);
    assert!(at_limit.damping < 0.0 && at_limit.d_rate > 0.0);
    let stated = pad.clone().with_backing_stiffness(7e4).unwrap();
    for (pad, stiffness) in [(&pad, 1e3 * slope), (&stated, 7e4)] {
        let beyond = pad.normal_force(LIMIT + 1.1e-3, -0.3);
        assert!(beyond.saturated);
        assert!((beyond.force.backing / (stiffness * 1.1e-3) - 1.0).abs() < 1e-12); // 1.1 mm from a difference
        assert_eq!(beyond.force.elastic, at_limit.elastic);
        let damping = 1.0 + beyond.force.backing / at_limit.elastic;
        let steeper = stiffness * (1.0 + at_limit.damping / at_limit.elastic);
        assert!((beyond.force.d_penetration / steeper - 1.0).abs() < 1e-14);
        assert!((beyond.force.damping / (damping * at_limit.damping) - 1.0).abs() < 1e-14);
        assert!((beyond.force.d_rate / (damping * at_limit.d_rate) - 1.0).abs() < 1e-14);
        assert_eq!(beyond.compression, LIMIT + (LIMIT + 1.1e-3 - LIMIT));
        assert!(!pad.normal_force(LIMIT, 0.0).saturated);
    }
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
    let pad = pad(Saturation::Backed, Some(k2));
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
    // Backing and target in series.
    let series = 1.0 / (1.0 / pad.backing_stiffness() + 1.0 / k2);
    assert!((above.force.d_penetration / series - 1.0).abs() < 1e-14);
}

/// Neither force nor damping jumps where the pad comes to its limit, against a target that yields either.
#[test]
fn force_has_no_jump_at_the_limit() {
    for target in [None, Some(900.0), Some(3e5)] {
        let pad = pad(Saturation::Backed, target);
        let (below, above) = (
            pad.normal_force(pad.reach() * (1.0 - 1e-12), 0.3),
            pad.normal_force(pad.reach() * (1.0 + 1e-12), 0.3),
        );
        assert!(!below.saturated && above.saturated);
        // The two are 2e-12 of the way apart, on slopes of up to a thousand times the pad's.
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-8 * a;
        assert!(near(below.force.total(), above.force.total()), "{target:?}");
        assert!(near(below.force.damping, above.force.damping), "{target:?}");
    }
}
