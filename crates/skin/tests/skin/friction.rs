//! Friction through the skin: steady sliding, sticking, the way from stick to slip, and letting go.

use crate::support::material::{dry, elasto_plastic, lugre, per_texel, spring};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{half_space, plate_pressing};
use crate::support::{self, ROUNDING, array};
use bristle_contact::presets::FOAM_FRICTION;
use bristle_contact::{BristleParameters, FrictionLaw};
use bristle_geometry::Twist;
use bristle_skin::{Bristle, TexelState};
use glam::DVec3;

/// Normal force on each texel under the weight of Moisio et al. (2013), Fig. 7 \[N\].
const NORMAL_FORCE: f64 = 0.08;
/// Stiffness of a texel \[N/m\], and the depth that makes [`NORMAL_FORCE`] of it.
const TEXEL_STIFFNESS: f64 = 110.0;
const DEPTH: f64 = NORMAL_FORCE / TEXEL_STIFFNESS;
/// Not along any axis.
const HEADING: DVec3 = DVec3::new(0.6, -0.8, 0.0);

/// A pad of 3 × 2 texels under an endless plate, each texel pressed by [`NORMAL_FORCE`].
fn loaded_pad(friction: FrictionLaw) -> (Rig, Rail, bristle_geometry::Shape) {
    let plate = half_space();
    let layout = array(3, 2);
    let rig = Rig::new(&layout, per_texel(spring(TEXEL_STIFFNESS, 0.0), friction), &[&plate]);
    (rig, Rail::still(plate_pressing(DEPTH)), plate)
}

/// `|z| = g/σ₀`, `t = g(v) + c_t v` along the target's motion, `g(v) = f_n (μ_d + (μ_s − μ_d)
/// exp(−(v/x₀)²))`.
fn slides_along_the_stribeck_curve(law: fn(BristleParameters) -> FrictionLaw) {
    let p = FOAM_FRICTION;
    for v in [1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.3, 0.43, 0.7, 1.1, 2.0] {
        let g = NORMAL_FORCE
            * (p.mu_dynamic + (p.mu_static - p.mu_dynamic) * (-(v / p.stribeck_speed).powi(2)).exp());
        for h in [1e-3, 1e-2] {
            let (mut rig, mut plate_rail, plate) = loaded_pad(law(p));
            plate_rail.twist = Twist::from_linear(HEADING * v);
            // LuGre forgets its start over the distance g/σ₀, the bristle's damper over the time σ₁/σ₀; after
            // 33 of each, e⁻³³ = 5e-15 is left.
            let duration = 33.0 * (g / (p.stiffness * v) + p.damping / p.stiffness);
            let steps = ((duration / h).ceil() as usize).min(200_000);
            let left = (-(steps as f64) * h * p.stiffness * v / g).exp();
            for _ in 0..steps {
                plate_rail.advance(h);
                rig.feel(&[plate_rail.target(&plate)], h);
            }
            // Each step rounds by an epsilon or two and forgets only this share of what came before.
            let forgotten = h * p.stiffness * (v / g).min(1.0 / p.damping);
            // Depth comes from lengths of twice the pad's thickness, with their round-off.
            let depth = ROUNDING * 2.0 * support::material::THICKNESS / DEPTH;
            let tolerance = 4.0 * f64::EPSILON * (1.0 + 1.0 / forgotten) + depth + 5e-15 + 2.0 * left;
            for texel in &rig.reading.texels {
                let z = HEADING * (g / p.stiffness);
                assert!((texel.deflection - z).length() <= tolerance * z.length(), "v {v} h {h}: {texel:?}");
                let t = HEADING * (g + p.viscosity * v);
                assert!((texel.shear - t).length() <= tolerance * t.length(), "v {v} h {h}: {texel:?}");
                assert_eq!(texel.state, TexelState::Slip, "v {v} h {h}");
                let used = (g + p.viscosity * v) / g;
                assert!((texel.utilisation - used).abs() <= 2.0 * tolerance * used, "v {v} h {h}");
            }
            // The target drags the pad along, and is held back itself.
            let pair = rig.reading.pairs[0];
            let drag = 6.0 * (g + p.viscosity * v);
            assert!((pair.wrench_on_skin_w.force.dot(HEADING) - drag).abs() <= tolerance * drag);
            assert!((pair.wrench_on_target_w.force.dot(HEADING) + drag).abs() <= tolerance * drag);
        }
    }
}

#[test]
fn elasto_plastic_skin_slides_along_the_stribeck_curve() {
    slides_along_the_stribeck_curve(elasto_plastic);
}

#[test]
fn lugre_skin_slides_along_the_stribeck_curve() {
    slides_along_the_stribeck_curve(lugre);
}

/// Sticking: `Σ t = N σ₀ x`; while it moves, `+ N (σ₁ + c_t) v`.
#[test]
fn sticking_shear_is_bristle_stiffness_times_displacement() {
    let friction = BristleParameters { stiffness: 70.0, damping: 0.3, viscosity: 0.11, ..dry(70.0, 0.43) };
    let (mut rig, mut rail, plate) = loaded_pad(elasto_plastic(friction));
    let (h, steps, v) = (1e-3, 37, 3e-3);
    rail.twist = Twist::from_linear(HEADING * v);
    for step in 1..=steps {
        rail.advance(h);
        rig.feel(&[rail.target(&plate)], h);
        let moved = f64::from(step) * h * v;
        let t = HEADING * (6.0 * (70.0 * moved + (0.3 + 0.11) * v));
        let tangential = rig.reading.texels.iter().map(|t| t.shear).sum::<DVec3>();
        assert!(
            (tangential - t).length() <= f64::from(step) * ROUNDING * t.length(),
            "step {step}: {tangential} {t}"
        );
        assert_eq!(rig.in_state(TexelState::Stick), 6);
    }
    rail.twist = Twist::ZERO;
    let at_rest = rig.feel(&[rail.target(&plate)], h).texels.iter().map(|t| t.shear).sum::<DVec3>();
    let t = HEADING * (6.0 * 70.0 * f64::from(steps) * h * v);
    assert!((at_rest - t).length() <= f64::from(steps) * ROUNDING * t.length());
}

/// Drawn slowly, a texel sticks up to `x = 0.9 g/σ₀`, is incipient up to `g/σ₀`, and slips from there on; its
/// utilisation is `σ₀ x/g`, then 1.
#[test]
fn texel_passes_from_stick_over_incipient_to_slip() {
    let (sigma0, mu) = (70.0, 0.43);
    let (mut rig, mut rail, plate) = loaded_pad(elasto_plastic(dry(sigma0, mu)));
    let g = mu * NORMAL_FORCE;
    let (h, v) = (1e-3, 1.1e-3);
    rail.twist = Twist::from_linear(HEADING * v);
    let mut seen = [0; 3];
    for step in 1..=600 {
        rail.advance(h);
        let texel = rig.feel(&[rail.target(&plate)], h).texels[4];
        let share = sigma0 * f64::from(step) * h * v / g;
        let expected = match share {
            s if s < 0.9 => TexelState::Stick,
            s if s < 1.0 => TexelState::Incipient,
            _ => TexelState::Slip,
        };
        // 1 and 0.9 are not met exactly by any step, so that round-off cannot decide.
        assert_eq!(texel.state, expected, "step {step}, share {share}");
        // A rounding per step, and that of the depth in lengths of 12 mm.
        let tolerance = f64::from(step) * f64::EPSILON + ROUNDING * 12e-3 / DEPTH;
        assert!(
            (texel.utilisation - share.min(1.0)).abs() <= tolerance,
            "step {step}: {}",
            texel.utilisation
        );
        seen[match expected {
            TexelState::Stick => 0,
            TexelState::Incipient => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
}

/// A texel that lets go forgets, whether the target is still near or far away: pressed again at the same
/// place, it bears no shear.
#[test]
fn released_bristle_is_straight() {
    for gap in [1e-4, 0.3] {
        let (mut rig, mut rail, plate) = loaded_pad(elasto_plastic(dry(70.0, 0.43)));
        let h = 1e-3;
        rail.twist = Twist::from_linear(HEADING * 0.03);
        for _ in 0..11 {
            rail.advance(h);
            rig.feel(&[rail.target(&plate)], h);
        }
        assert!(rig.reading.texels.iter().all(|t| t.shear.length() > 0.01));
        let pressed = rail.pose;
        (rail.pose, rail.twist) = (plate_pressing(-gap), Twist::ZERO);
        rig.feel(&[rail.target(&plate)], h);
        assert!((0..6).all(|i| rig.bristle(i) == Bristle::FREE));
        assert_eq!(rig.in_state(TexelState::NoContact), 6);
        rail.pose = pressed;
        rig.feel(&[rail.target(&plate)], h);
        assert!(rig.reading.texels.iter().all(|t| t.shear == DVec3::ZERO && t.normal_force > 0.0));
    }
}

/// A target that comes in between, deeper than the first, is a new contact: it inherits no shear.
#[test]
fn bristle_that_changes_its_target_begins_straight() {
    let (_, mut rail, plate) = loaded_pad(elasto_plastic(dry(70.0, 0.43)));
    let layout = array(3, 2);
    let material = per_texel(spring(TEXEL_STIFFNESS, 0.0), elasto_plastic(dry(70.0, 0.43)));
    let mut rig = Rig::new(&layout, material, &[&plate, &plate]);
    let away = Rail::still(plate_pressing(-0.3));
    rail.twist = Twist::from_linear(HEADING * 0.03);
    for _ in 0..11 {
        rail.advance(1e-3);
        rig.feel(&[rail.target(&plate), away.target(&plate)], 1e-3);
    }
    assert!(rig.reading.texels.iter().all(|t| t.shear.length() > 0.01 && t.target == Some(0)));
    let deeper = Rail::still(plate_pressing(1.1 * DEPTH));
    rig.feel(&[rail.target(&plate), deeper.target(&plate)], 1e-3);
    assert!(rig.reading.texels.iter().all(|t| t.shear == DVec3::ZERO && t.target == Some(1)));
    assert_eq!(rig.reading.pairs[0].contacts, 0);
}

/// A pad that springs back slower than the target retreats loses its hold although it is still compressed:
/// `k p + c ṗ < 0`, so `f_n = 0` and `z = 0`.
#[test]
fn bristle_springs_back_where_damping_cancels_the_push() {
    let plate = half_space();
    let layout = array(3, 2);
    let material = per_texel(spring(TEXEL_STIFFNESS, 11.0), elasto_plastic(dry(70.0, 0.43)));
    let mut rig = Rig::new(&layout, material, &[&plate]);
    let mut rail = Rail { pose: plate_pressing(DEPTH), twist: Twist::from_linear(HEADING * 3e-3) };
    let h = 1e-3;
    rail.advance(h);
    rig.feel(&[rail.target(&plate)], h);
    assert!(rig.bristle(3).deflection.length() > 2e-6);
    // 110 N/m × 0.73 mm = 0.08 N of spring against 11 N·s/m × 0.02 m/s = 0.22 N of damper.
    rail.twist = Twist::from_linear(DVec3::Z * 0.02);
    rig.feel(&[rail.target(&plate)], h);
    for (i, texel) in rig.reading.texels.iter().enumerate() {
        assert!(texel.penetration > 0.0 && texel.elastic_force > 0.07);
        assert_eq!((texel.normal_force, texel.shear), (0.0, DVec3::ZERO));
        assert_eq!(rig.bristle(i).deflection, DVec3::ZERO);
    }
}
