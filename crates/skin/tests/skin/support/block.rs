//! Dense 6×6 blocks, written out: `Σ Jᵀ A J` with `J = [I, −[y]ₓ]` and A from central differences of the
//! laws.

use super::rig::Rig;
use bristle_contact::{ContactMaterial, rotate_deflection};
use bristle_geometry::Twist;
use bristle_skin::{Bristle, SkinState, TexelReading};
use glam::{DMat3, DVec3};

pub(crate) type Dense = [[f64; 6]; 6];

/// Steps of the central differences \[m, m/s\]: small against deflections of 1e-5 m and speeds of 1e-2 m/s.
const SHIFT: f64 = 1e-9;
const SPEED: f64 = 1e-6;

/// Force on the pad of one ray whose target is displaced by `shift` and moves past with `velocity`: geometry
/// frozen.
struct RayLaw<'a> {
    material: &'a ContactMaterial,
    units: f64,
    reading: &'a TexelReading,
    squareness: f64,
    deflection: DVec3,
    h: f64,
}

impl RayLaw<'_> {
    fn force(&self, shift: DVec3, velocity: DVec3) -> DVec3 {
        let n = self.reading.normal;
        let along = |v: DVec3| n.dot(v) / self.squareness;
        let tangential = |v: DVec3| v - n * n.dot(v);
        let depth = self.reading.penetration + along(shift);
        let push = self.material.normal_force(depth, along(velocity)).force.total() / self.squareness;
        let z = self.deflection + tangential(shift);
        let friction = self.material.friction().step(z, tangential(velocity), push, self.h);
        (n * push + friction.force) * self.units
    }

    fn difference(&self, velocity: DVec3, change: impl Fn(DVec3) -> (DVec3, DVec3), step: f64) -> DMat3 {
        let column = |axis: DVec3| {
            let at = |e: DVec3| {
                let (shift, faster) = change(e);
                self.force(shift, velocity + faster)
            };
            (at(axis * step) - at(axis * -step)) / (2.0 * step)
        };
        DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
    }
}

/// `Jᵀ A J`, added to a block.
pub(crate) fn add_congruent(block: &mut Dense, y: DVec3, a: DMat3) {
    // Columns of J: unit translations, then unit turns e × y.
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let columns: [DVec3; 6] = std::array::from_fn(|i| if i < 3 { axes[i] } else { axes[i - 3].cross(y) });
    for (row, left) in block.iter_mut().zip(columns) {
        for (entry, right) in row.iter_mut().zip(columns) {
            *entry += left.dot(a * right);
        }
    }
}

/// What an update should report, and the part of it that bristles make by bending within the step.
pub(crate) struct Oracle {
    pub(crate) stiffness: Dense,
    pub(crate) damping: Dense,
    /// `Σ Jᵀ (∂t/∂z) J`.
    pub(crate) bristles: Dense,
}

impl Oracle {
    /// From the last reading of a skin at the world's origin, with one ray per texel, its only target moving
    /// with the field `motion` (about the skin's origin), and the bristles as they were before.
    pub(crate) fn new(rig: &Rig, before: &SkinState, motion: Twist, h: f64) -> Self {
        let mut sum = Self { stiffness: [[0.0; 6]; 6], damping: [[0.0; 6]; 6], bristles: [[0.0; 6]; 6] };
        for (i, (texel, reading)) in rig.skin.texels().iter().zip(&rig.reading.texels).enumerate() {
            if !reading.in_contact() {
                continue;
            }
            let bristle = before.bristles(&rig.skin, i)[0];
            let n = reading.normal;
            let fresh = bristle.target == Bristle::FREE_TARGET;
            let law = RayLaw {
                material: rig.skin.material(),
                units: texel.area,
                reading,
                squareness: -n.dot(texel.direction),
                deflection: if fresh {
                    DVec3::ZERO
                } else {
                    rotate_deflection(bristle.deflection, bristle.normal, n)
                },
                h,
            };
            let velocity = motion.velocity_at(reading.point);
            let tangential = |v: DVec3| v - n * n.dot(v);
            let y = reading.point;
            add_congruent(&mut sum.stiffness, y, law.difference(velocity, |e| (e, DVec3::ZERO), SHIFT));
            // Faster, but starting so much farther back that the bristle ends where it would have.
            let compensated = law.difference(velocity, |e| (-h * tangential(e), e), SPEED);
            add_congruent(&mut sum.damping, y, compensated);
            let bent = law.difference(velocity, |e| (tangential(e), DVec3::ZERO), SHIFT);
            add_congruent(&mut sum.bristles, y, bent);
        }
        sum
    }
}

/// Largest difference, entries weighed so that lengths count as centimetres, over the largest entry.
pub(crate) fn mismatch(a: &Dense, b: &Dense) -> f64 {
    let weigh = |i: usize| if i < 3 { 1.0 } else { 100.0 };
    let largest = |pick: &dyn Fn(usize, usize) -> f64| {
        (0..36).map(|k| (pick(k / 6, k % 6) * weigh(k / 6) * weigh(k % 6)).abs()).fold(0.0, f64::max)
    };
    largest(&|i, j| a[i][j] - b[i][j]) / largest(&|i, j| b[i][j]).max(f64::MIN_POSITIVE)
}

pub(crate) fn transposed(a: &Dense) -> Dense {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

/// Whether a symmetric block has no eigenvalue below `−slack` times its largest entry (Cholesky's test).
pub(crate) fn is_positive_semidefinite(a: &Dense, slack: f64) -> bool {
    let weigh = |i: usize| if i < 3 { 1.0 } else { 100.0 };
    let mut m: Dense = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] * weigh(i) * weigh(j)));
    let largest = m.iter().flatten().fold(0.0, |l: f64, e| l.max(e.abs()));
    (0..6).for_each(|i| m[i][i] += slack * largest);
    for k in 0..6 {
        if m[k][k] <= 0.0 {
            return false;
        }
        for i in k + 1..6 {
            let factor = m[i][k] / m[k][k];
            let pivot = m[k];
            m[i].iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    true
}
