//! Shaken contacts: LuGre forgets a held load, the elasto-plastic bristle does not.
//!
//! With σ₁ = c_t = 0 and one μ, LuGre's `ż = w − σ₀|w|z/g` reads, in ζ = σ₀z/g over ξ = σ₀x/g, `dζ/dξ = 1 ∓
//! ζ`. Moving the target forth by `a` multiplies `1 − ζ` by e⁻ᵃ, moving it back multiplies `1 + ζ` by e⁻ᵃ.
//! After a whole cycle the target is where it was, but ζ has come closer to `−tanh(a/2)`, whatever it held:
//! its distance from there shrinks by e⁻²ᵃ. In backward-Euler steps of `δ` each factor is `1/(1 + δ)` per
//! step, exactly.

use crate::support::array;
use crate::support::material::{dry, elasto_plastic, lugre, per_texel, spring};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{half_space, plate_pressing};
use bristle_contact::FrictionLaw;
use bristle_geometry::{Shape, Twist};
use glam::DVec3;

const SIGMA0: f64 = 2e4;
const MU: f64 = 0.43;
const STIFFNESS: f64 = 1000.0;
const DEPTH: f64 = 1.1e-3;
/// Break-away deflection `g/σ₀` \[m\].
const BREAK_AWAY: f64 = MU * STIFFNESS * DEPTH / SIGMA0;
const H: f64 = 1e-4;

struct Shaken {
    rig: Rig,
    rail: Rail,
    plate: Shape,
}

impl Shaken {
    fn new(friction: FrictionLaw) -> Self {
        let plate = half_space();
        let layout = array(2, 3);
        let rig = Rig::new(&layout, per_texel(spring(STIFFNESS, 0.0), friction), &[&plate]);
        Self { rig, rail: Rail::still(plate_pressing(DEPTH)), plate }
    }

    /// Moves by `distance` break-away deflections along x in the given number of steps.
    fn move_by(&mut self, distance: f64, steps: usize) {
        self.rail.twist = Twist::from_linear(DVec3::X * (distance * BREAK_AWAY / (steps as f64 * H)));
        for _ in 0..steps {
            self.rail.advance(H);
            self.rig.feel(&[self.rail.target(&self.plate)], H);
        }
    }

    /// Share of the limit that the bristles bear.
    fn share(&self) -> f64 {
        self.rig.reading.texels[4].deflection.x / BREAK_AWAY
    }
}

/// Deflections around 2e-5 m come from velocities of moves on 12 mm: their round-off, once per step.
fn tolerance(steps: usize) -> f64 {
    steps as f64 * 4.0 * f64::EPSILON * (1.0 + 12e-3 / DEPTH)
}

#[test]
fn lugre_skin_forgets_a_held_load_when_shaken() {
    let (cycles, steps) = (7, 250);
    for a in [0.05, 0.3, 1.1] {
        let mut shaken = Shaken::new(lugre(dry(SIGMA0, MU)));
        shaken.move_by(0.7, steps);
        let kept = |distance: f64| (1.0 + distance / steps as f64).powi(-(steps as i32));
        let mut zeta = 1.0 - kept(0.7);
        let start = zeta;
        for _ in 0..cycles {
            shaken.move_by(a, steps);
            shaken.move_by(-a, steps);
            zeta = 1.0 - (1.0 - zeta) * kept(a);
            zeta = (1.0 + zeta) * kept(a) - 1.0;
        }
        let share = shaken.share();
        assert!((share - zeta).abs() < tolerance(2 * cycles * steps), "a {a}: {share} vs {zeta}");
        // The continuous law; backward Euler misses each factor e⁻ᵃ by a²/2 per step, and the seven cycles
        // add up.
        let rest = -f64::tanh(0.5 * a);
        let continuous = rest + (start - rest) * (-2.0 * a * cycles as f64).exp();
        let euler = cycles as f64 * 2.0 * a * a / steps as f64;
        assert!((share - continuous).abs() < euler, "a {a}: {share} vs {continuous}");
        println!(
            "a {a}: bristles bear {start:.4} of the limit before, {share:.4} after (law {continuous:.4})"
        );
    }
}

#[test]
fn elasto_plastic_skin_keeps_a_held_load_when_shaken() {
    let (cycles, steps) = (7, 250);
    for (load, a) in [(0.3, 0.05), (0.43, 0.3), (-0.7, 0.25)] {
        let mut shaken = Shaken::new(elasto_plastic(dry(SIGMA0, MU)));
        shaken.move_by(load, steps);
        for _ in 0..cycles {
            shaken.move_by(a, steps);
            shaken.move_by(-a, steps);
        }
        let share = shaken.share();
        assert!((share - load).abs() < tolerance(2 * cycles * steps), "load {load}, a {a}: {share}");
    }
}
