//! 6×6 blocks: how the wrench between skin and target changes with their relative motion.

use bristle_contact::TangentMatrix;
use glam::DVec3;

/// A 6×6 matrix in the skin's frame about its origin. Columns belong to the target's displacement (or velocity) past the
/// skin, rows to the wrench on the skin; linear parts first, angular last.
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// Adds `l ⊗ r`.
    fn add_outer(&mut self, l: &[f64; 6], r: &[f64; 6]) {
        for (row, l) in self.0.iter_mut().zip(l) {
            for (entry, r) in row.iter_mut().zip(r) {
                *entry += l * r;
            }
        }
    }
}

/// A force at `point` as a wrench about the origin: `Jᵀ f`.
#[inline(always)]
fn lever(point: DVec3, force: DVec3) -> [f64; 6] {
    let t = point.cross(force);
    [force.x, force.y, force.z, t.x, t.y, t.z]
}

/// Running sum of `Jᵀ A J` over contacts, with `A = c nnᵀ + β I + (general dyads)` and `J = [I, −[y]ₓ]`.
///
/// The part with `nnᵀ` is symmetric and takes 21 sums; the isotropic part needs only β, βy and βyyᵀ. Only a
/// slipping contact adds the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockSum {
    symmetric: [f64; 21],
    isotropic: f64,
    moment: DVec3,
    /// yyᵀ: xx, yy, zz, xy, yz, zx.
    second: [f64; 6],
    general: Block6,
}

/// The geometry of one contact, shared by its stiffness and its damping.
pub(crate) struct Arm {
    point: DVec3,
    /// `Jᵀ n`.
    normal: [f64; 6],
    squares: [f64; 21],
    second: [f64; 6],
}

impl Arm {
    #[inline(always)]
    pub(crate) fn new(point: DVec3, n: DVec3) -> Self {
        let s = lever(point, n);
        let mut squares = [0.0; 21];
        let mut k = 0;
        for i in 0..6 {
            for j in i..6 {
                squares[k] = s[i] * s[j];
                k += 1;
            }
        }
        let DVec3 { x, y, z } = point;
        Self { point, normal: s, squares, second: [x * x, y * y, z * z, x * y, y * z, z * x] }
    }
}

impl BlockSum {
    pub(crate) const ZERO: Self = Self {
        symmetric: [0.0; 21],
        isotropic: 0.0,
        moment: DVec3::ZERO,
        second: [0.0; 6],
        general: Block6::ZERO,
    };

    /// Adds `Jᵀ [along nnᵀ + β(I − nnᵀ)] J`.
    #[inline(always)]
    pub(crate) fn add(&mut self, arm: &Arm, along: f64, beta: f64) {
        let c = along - beta;
        for (sum, s) in self.symmetric.iter_mut().zip(&arm.squares) {
            *sum += c * s;
        }
        self.isotropic += beta;
        self.moment += arm.point * beta;
        for (sum, s) in self.second.iter_mut().zip(&arm.second) {
            *sum += beta * s;
        }
    }

    /// Adds what makes a slipping contact unsymmetric: the dyad of its tangent matrix, and the friction that follows
    /// the normal force, `along (∂t/∂f) nᵀ`.
    #[inline]
    pub(crate) fn add_slip(&mut self, arm: &Arm, tangent: &TangentMatrix, along: f64, per_normal_force: DVec3) {
        self.general.add_outer(&lever(arm.point, tangent.a), &lever(arm.point, tangent.b));
        self.general.add_outer(&lever(arm.point, per_normal_force * along), &arm.normal);
    }

    pub(crate) fn finish(&self) -> Block6 {
        let Block6(mut m) = self.general;
        let mut k = 0;
        for i in 0..6 {
            for j in i..6 {
                m[i][j] += self.symmetric[k];
                if i != j {
                    m[j][i] += self.symmetric[k];
                }
                k += 1;
            }
        }
        // β JᵀJ = [βI, −[βy]ₓ; [βy]ₓ, β(y²I − yyᵀ)].
        let DVec3 { x, y, z } = self.moment;
        let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        let [xx, yy, zz, xy, yz, zx] = self.second;
        let inertia = [[yy + zz, -xy, -zx], [-xy, zz + xx, -yz], [-zx, -yz, xx + yy]];
        for i in 0..3 {
            m[i][i] += self.isotropic;
            for j in 0..3 {
                m[i][3 + j] -= cross[i][j];
                m[3 + i][j] += cross[i][j];
                m[3 + i][3 + j] += inertia[i][j];
            }
        }
        Block6(m)
    }
}
