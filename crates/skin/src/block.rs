//! 6×6 blocks: how the wrench between skin and target changes with their relative motion.

use crate::quad::Quad;
use bristle_geometry::lanes::{Four, FourVec3, Lanes, Vec3x, WIDTH};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A 6×6 matrix in the skin's frame about its origin. Columns belong to the target's displacement (or velocity) past the
/// skin, rows to the wrench on the skin; linear parts first, angular last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block6(pub [[f64; 6]; 6]);

impl Block6 {
    /// All zero.
    pub const ZERO: Self = Self([[0.0; 6]; 6]);

    /// The block times a 6-vector, as (linear, angular).
    pub fn apply(&self, linear: DVec3, angular: DVec3) -> (DVec3, DVec3) {
        let v = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
        let row = |r: usize| self.0[r].iter().zip(v).map(|(a, b)| a * b).sum();
        (DVec3::new(row(0), row(1), row(2)), DVec3::new(row(3), row(4), row(5)))
    }
}

/// A force at `point` as a wrench about the origin: `Jᵀ f`.
#[inline(always)]
fn lever<L: Lanes>(point: Vec3x<L>, force: Vec3x<L>) -> [L; 6] {
    let t = point.cross(force);
    [force.x, force.y, force.z, t.x, t.y, t.z]
}

/// Running sum of `Jᵀ A J` over contacts, with `A = c nnᵀ + β I + (general dyads)` and `J = [I, −[y]ₓ]`.
///
/// The part with `nnᵀ` is symmetric and takes 21 sums; the isotropic part needs only β, βy and βyyᵀ. Only a
/// slipping contact adds the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockSum {
    symmetric: [Four; 21],
    isotropic: Four,
    moment: FourVec3,
    /// yyᵀ: xx, yy, zz, xy, yz, zx.
    second: [Four; 6],
    /// The unsymmetric rest, four entries of a row-by-row 6×6 matrix in each.
    general: [Four; 9],
}

/// The geometry of four contacts, shared by their stiffness and their damping.
pub(crate) struct Arm<L> {
    point: Vec3x<L>,
    /// `Jᵀ n`.
    normal: [L; 6],
}

impl<L: Lanes> Arm<L> {
    #[inline(always)]
    pub(crate) fn new(point: Vec3x<L>, n: Vec3x<L>) -> Self {
        Self { point, normal: lever(point, n) }
    }
}

impl BlockSum {
    pub(crate) const ZERO: Self = Self {
        symmetric: [Four::ZERO; 21],
        isotropic: Four::ZERO,
        moment: FourVec3::ZERO,
        second: [Four::ZERO; 6],
        general: [Four::ZERO; 9],
    };

    pub(crate) fn clear(&mut self) {
        self.symmetric = [Four::ZERO; 21];
        self.isotropic = Four::ZERO;
        self.moment = FourVec3::ZERO;
        self.second = [Four::ZERO; 6];
        self.general = [Four::ZERO; 9];
    }

    /// Adds `Jᵀ [along nnᵀ + β(I − nnᵀ)] J`.
    #[inline(always)]
    pub(crate) fn add<L: Lanes>(&mut self, arm: &Arm<L>, along: L, beta: L) {
        let c = along - beta;
        let mut k = 0;
        for i in 0..6 {
            let scaled = c * arm.normal[i];
            for j in i..6 {
                (scaled * arm.normal[j]).add_to(&mut self.symmetric[k]);
                k += 1;
            }
        }
        beta.add_to(&mut self.isotropic);
        let Vec3x { x, y, z } = arm.point;
        let (bx, by, bz) = (beta * x, beta * y, beta * z);
        Vec3x { x: bx, y: by, z: bz }.add_to(&mut self.moment);
        for (sum, term) in self.second.iter_mut().zip([bx * x, by * y, bz * z, bx * y, by * z, bz * x]) {
            term.add_to(sum);
        }
    }

    /// Adds what makes a slipping contact unsymmetric: the dyad `a ⊗ b` of its tangent matrix, and the friction that
    /// follows the normal force, `along (∂t/∂f) nᵀ`.
    #[inline(always)]
    pub(crate) fn add_slip<L: Quad>(
        &mut self,
        arm: &Arm<L>,
        (a, b): (Vec3x<L>, Vec3x<L>),
        along: L,
        per_normal_force: Vec3x<L>,
    ) {
        let (a, b) = (lever(arm.point, a), lever(arm.point, b));
        let follows = lever(arm.point, per_normal_force * along);
        let n = arm.normal;
        for (k, sum) in self.general.iter_mut().enumerate() {
            let mut entries = [L::splat(0.0); WIDTH];
            for (e, entry) in entries.iter_mut().enumerate() {
                let (i, j) = ((WIDTH * k + e) / 6, (WIDTH * k + e) % 6);
                *entry = a[i] * b[j] + follows[i] * n[j];
            }
            // Few contacts slip, so that sums of single numbers will do: they take a quarter of the memory.
            L::totals(entries).add_to(sum);
        }
    }

    /// All but the unsymmetric rest: symmetric, and never negative.
    pub(crate) fn resistance(&self) -> Block6 {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = self.symmetric.map(Four::total);
        let mut block = [
            [a, b, c, d, e, f],
            [b, g, h, i, j, k],
            [c, h, l, m, n, o],
            [d, i, m, p, q, r],
            [e, j, n, q, s, t],
            [f, k, o, r, t, u],
        ];
        // β JᵀJ = [βI, −[βy]ₓ; [βy]ₓ, β(y²I − yyᵀ)].
        let beta = self.isotropic.total();
        let DVec3 { x, y, z } = self.moment.total();
        let [xx, yy, zz, xy, yz, zx] = self.second.map(Four::total);
        let isotropic = [
            [beta, 0.0, 0.0, 0.0, z, -y],
            [0.0, beta, 0.0, -z, 0.0, x],
            [0.0, 0.0, beta, y, -x, 0.0],
            [0.0, -z, y, yy + zz, -xy, -zx],
            [z, 0.0, -x, -xy, zz + xx, -yz],
            [-y, x, 0.0, -zx, -yz, xx + yy],
        ];
        add(&mut block, &isotropic);
        Block6(block)
    }

    /// Adds the unsymmetric rest.
    pub(crate) fn add_general(&self, block: &mut [[f64; 6]; 6]) {
        for (k, four) in self.general.iter().enumerate() {
            for (e, entry) in four.0.iter().enumerate() {
                block[(WIDTH * k + e) / 6][(WIDTH * k + e) % 6] += entry;
            }
        }
    }

    pub(crate) fn finish(&self) -> Block6 {
        let Block6(mut block) = self.resistance();
        self.add_general(&mut block);
        Block6(block)
    }
}

/// `sum += other`.
pub(crate) fn add(sum: &mut [[f64; 6]; 6], other: &[[f64; 6]; 6]) {
    for (row, other) in sum.iter_mut().zip(other) {
        for (entry, other) in row.iter_mut().zip(other) {
            *entry += other;
        }
    }
}
