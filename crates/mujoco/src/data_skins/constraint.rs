//! What MuJoCo's constraints make of a push.
//!
//! An object that stands on a floor, or a finger that an equality ties to another one, gives way less than its mass alone
//! would. In their quadratic zone constraints are springs on accelerations, `f_c = −D (J_c a − a_ref)`, so a push moves
//! `M + J_cᵀ D J_c` instead of `M`. Which of them resist is taken from MuJoCo's own solution for the guess. A skin that did not
//! know would meet the floor's answer one step late, and bounce.

use crate::engine::Data;
use bristle_coupling::Matrix;

/// With more constraints than this about the touching bodies it is too costly to look.
const MOST: usize = 300;

/// Those that a skin has taken over have next to none.
const LEAST: f64 = 1e-15;

/// Turns rows `M⁻¹ f` into rows `(M + J_cᵀ D J_c)⁻¹ f`, by Woodbury's formula.
pub(super) fn stiffen(data: &mut Data, response: &mut [f64]) {
    let (nv, count) = (data.velocity().len(), data.constraints());
    if nv == 0 || count == 0 {
        return;
    }
    let rows = response.len() / nv;
    let mut moved = vec![0.0; rows * count];
    for (row, moved) in response.chunks_exact(nv).zip(moved.chunks_exact_mut(count)) {
        data.constraint_motion(row, moved);
    }
    let felt = |c: usize| (0..rows).any(|row| moved[row * count + c] != 0.0);
    let active: Vec<(usize, f64)> =
        data.resisting().into_iter().filter(|(c, d)| felt(*c) && *d > LEAST).collect();
    let n = active.len();
    if n == 0 || n > MOST {
        return;
    }
    let mut unit = vec![0.0; count];
    let mut efforts = vec![0.0; n * nv];
    for ((c, _), effort) in active.iter().zip(efforts.chunks_exact_mut(nv)) {
        unit[*c] = 1.0;
        data.constraint_effort(&unit, effort);
        unit[*c] = 0.0;
    }
    let mut yields = vec![0.0; n * nv];
    data.solve_mass(&efforts, &mut yields);
    // `1/D + J_c M⁻¹ J_cᵀ`.
    let mut system = Matrix::new(n);
    for (i, effort) in efforts.chunks_exact(nv).enumerate() {
        let line = system.row_mut(i).iter_mut().zip(yields.chunks_exact(nv));
        line.for_each(|(entry, column)| *entry = effort.iter().zip(column).map(|(a, b)| a * b).sum());
        *system.at(i, i) += 1.0 / active[i].1;
    }
    if system.cholesky().is_err() {
        return;
    }
    let mut shares = vec![0.0; n];
    for (response, moved) in response.chunks_exact_mut(nv).zip(moved.chunks_exact(count)) {
        shares.iter_mut().zip(&active).for_each(|(share, (c, _))| *share = moved[*c]);
        system.cholesky_solve(&mut shares);
        for (share, column) in shares.iter().zip(yields.chunks_exact(nv)) {
            response.iter_mut().zip(column).for_each(|(r, y)| *r -= share * y);
        }
    }
}
