//! A rectangular patch under uniform pressure, twisted about its normal.

use crate::support::material::{STIFFNESS, dry, elasto_plastic, per_area, spring};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{cuboid, pressing};
use crate::support::{PAD_LENGTH, PAD_WIDTH, ROUNDING, order, pad};
use bristle_geometry::{Shape, Twist};
use bristle_skin::TexelState;
use glam::DVec3;

const MU: f64 = 0.43;
const SIGMA0: f64 = 0.7 * STIFFNESS;
const DEPTH: f64 = 1.1e-3;
/// Traction at which a texel gives way, `μ k p` \[Pa\].
const LIMIT: f64 = MU * STIFFNESS * DEPTH;
const H: f64 = 1e-3;

struct Twisted {
    rig: Rig,
    rail: Rail,
    face: Shape,
}

impl Twisted {
    fn new(fineness: usize) -> Self {
        let face = cuboid(DVec3::new(0.04, 0.03, 0.011));
        let material = per_area(spring(STIFFNESS, 0.0), elasto_plastic(dry(SIGMA0, MU)));
        let rig = Rig::new(&pad(fineness), material, &[&face]);
        Self { rig, rail: Rail::still(pressing(0.0, 0.0, 0.011, DEPTH)), face }
    }

    /// Turns the box by `angle` in the given number of steps; gives the torque on the pad \[N·m\].
    fn turn(&mut self, angle: f64, steps: usize) -> f64 {
        let angular = DVec3::Z * (angle / (steps as f64 * H));
        self.rail.twist = Twist { linear: DVec3::ZERO, angular };
        for _ in 0..steps {
            self.rail.advance(H);
            self.rig.feel(&[self.rail.target(&self.face)], H);
        }
        self.rig.wrench().torque.z
    }

    /// `Σ weight(r)` over the texels, r being the distance from the axis.
    fn sum(&self, weight: impl Fn(f64) -> f64) -> f64 {
        self.rig.skin.texels().iter().map(|t| t.area * weight(t.position.truncate().length())).sum()
    }
}

/// `K_ψ = σ₀ Σ r²` for the discrete sum, and `σ₀ A (L² + W²)/12` for the pad without gaps.
#[test]
fn torsional_stiffness_is_the_second_moment_of_the_bristles() {
    for fineness in [1, 2, 4] {
        let mut twisted = Twisted::new(fineness);
        let angle = 1e-3;
        let torque = twisted.turn(angle, 7);
        let discrete = SIGMA0 * twisted.sum(|r| r * r);
        // A sum over 84 n² texels, and a few roundings for each of seven steps.
        let tolerance = 84.0 * (fineness * fineness) as f64 * f64::EPSILON + 7.0 * ROUNDING;
        assert!((torque / (discrete * angle) - 1.0).abs() < tolerance, "{} {discrete}", torque / angle);
        let continuous =
            SIGMA0 * PAD_LENGTH * PAD_WIDTH * (PAD_LENGTH * PAD_LENGTH + PAD_WIDTH * PAD_WIDTH) / 12.0;
        // The midpoint rule misses s²/12 per axis: 2 s² of L² + W².
        let pitch = 3.4e-3 / fineness as f64;
        let missing = 2.0 * pitch * pitch / (PAD_LENGTH * PAD_LENGTH + PAD_WIDTH * PAD_WIDTH);
        assert!((torque / (continuous * angle) - 1.0 + missing).abs() < 1e-10, "{missing}");
    }
}

/// Turned by ψ, the texels beyond `r = μ p/(σ₀ ψ)` slip and bear `μ p r`, the others `σ₀ r² ψ`.
#[test]
fn slip_begins_at_the_rim_and_works_inwards() {
    let mut twisted = Twisted::new(2);
    let mut turned = 0.0;
    for angle in [3e-3, 0.03, 0.07, 0.11, 0.3] {
        let torque = twisted.turn(angle - turned, 300);
        turned = angle;
        let expected = twisted.sum(|r| (SIGMA0 * r * r * angle).min(LIMIT * r));
        // 1500 steps, each a rounding of the deflections.
        assert!((torque / expected - 1.0).abs() < 1500.0 * f64::EPSILON, "{angle}: {torque} {expected}");
        let stuck = LIMIT / (SIGMA0 * angle);
        for (texel, reading) in twisted.rig.skin.texels().iter().zip(&twisted.rig.reading.texels) {
            let slips = reading.state == TexelState::Slip;
            assert_eq!(slips, texel.position.truncate().length() > stuck, "{angle}: {reading:?}");
        }
    }
}

/// Break-away torque `T = (μF/4ab)·4[abD/3 + a³/6·asinh(b/a) + b³/6·asinh(a/b)]`, a and b half sides, D =
/// √(a² + b²).
#[test]
fn break_away_torque_converges_to_the_rectangle() {
    let (a, b) = (0.5 * PAD_LENGTH, 0.5 * PAD_WIDTH);
    let diagonal = a.hypot(b);
    let force = STIFFNESS * DEPTH * PAD_LENGTH * PAD_WIDTH;
    let exact = MU * force / (4.0 * a * b)
        * 4.0
        * (a * b * diagonal / 3.0 + a.powi(3) / 6.0 * (b / a).asinh() + b.powi(3) / 6.0 * (a / b).asinh());
    // The midpoint rule misses s²/24 ∫∇²r dA, and ∇²r = 1/r.
    let laplacian = 4.0 * (b * (a / b).asinh() + a * (b / a).asinh());
    let mut errors = Vec::new();
    for fineness in [1, 2, 4] {
        let mut twisted = Twisted::new(fineness);
        // Far enough that the innermost texels, half a pitch from the axis, slip as well.
        let torque = twisted.turn(5.0, 100);
        assert_eq!(twisted.rig.in_state(TexelState::Slip), 84 * fineness * fineness);
        let error = torque / exact - 1.0;
        let pitch = 3.4e-3 / fineness as f64;
        let predicted = -pitch * pitch / 24.0 * LIMIT * laplacian / exact;
        let (rows, columns) = (14 * fineness, 6 * fineness);
        println!("{rows} x {columns}: {torque:.6} N·m, error {error:.2e}, midpoint rule {predicted:.2e}");
        // The tip of the cone r = 0 is not smooth: it adds an error of order s³.
        assert!((error - predicted).abs() < 0.1 * predicted.abs(), "{error:e} {predicted:e}");
        errors.push(error);
    }
    assert!(errors[0].abs() < 4e-3 && errors[1].abs() < 1e-3 && errors[2].abs() < 2.5e-4, "{errors:?}");
    for pair in errors.windows(2) {
        let observed = order(pair[0], pair[1], 2.0);
        println!("order {observed:.2}");
        assert!((1.9..2.1).contains(&observed), "order {observed}");
    }
}
