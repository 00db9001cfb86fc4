//! What MuJoCo's constraints make of a push.
//!
//! An object that stands on a floor, or a finger that an equality ties to another one, gives way less than its mass alone
//! would. In their quadratic zone constraints are springs on accelerations, `f_c = −D (J_c a − a_ref)`, so a push moves
//! `M + J_cᵀ D J_c` instead of `M`. Which of them resist is taken from MuJoCo's own solution for the guess. A skin that did not
//! know would meet the floor's answer one step late, and bounce.

use super::push::dot;
use crate::engine::Data;

/// With more constraints than this about the touching bodies it is too costly to look.
const MOST: usize = 300;

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
        data.resisting().into_iter().filter(|(c, d)| felt(*c) && *d > 0.0).collect();
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
    // `1/D + J_c M⁻¹ J_cᵀ`, and beside it what each row moves the constraints by.
    let width = n + rows;
    let mut system = vec![0.0; n * width];
    for (i, (line, effort)) in system.chunks_exact_mut(width).zip(efforts.chunks_exact(nv)).enumerate() {
        line.iter_mut().zip(yields.chunks_exact(nv)).for_each(|(entry, column)| *entry = dot(effort, column));
        line[i] += 1.0 / active[i].1;
        (0..rows).for_each(|row| line[n + row] = moved[row * count + active[i].0]);
    }
    if !reduce(&mut system, n, width) {
        return;
    }
    for (row, response) in response.chunks_exact_mut(nv).enumerate() {
        for (i, column) in yields.chunks_exact(nv).enumerate() {
            let share = system[i * width + n + row];
            response.iter_mut().zip(column).for_each(|(r, y)| *r -= share * y);
        }
    }
}

/// Solves a symmetric positive definite system with several right sides in place; false if it is not definite.
fn reduce(system: &mut [f64], n: usize, width: usize) -> bool {
    for k in 0..n {
        let pivot = system[k * width + k];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        system[k * width + k..(k + 1) * width].iter_mut().for_each(|entry| *entry /= pivot);
        let line = system[k * width..(k + 1) * width].to_vec();
        for (i, other) in system.chunks_exact_mut(width).enumerate() {
            let factor = other[k];
            if i != k && factor != 0.0 {
                other[k..].iter_mut().zip(&line[k..]).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_right_sides_are_solved_at_once_and_indefinite_systems_refused() {
        let mut system = [4.0, 1.0, 0.3, 1.1, 1.0, 3.0, -0.7, 0.2];
        assert!(reduce(&mut system, 2, 4));
        let expected = [(0.9 + 0.7) / 11.0, (3.3 - 0.2) / 11.0, (-2.8 - 0.3) / 11.0, (0.8 - 1.1) / 11.0];
        for (found, expected) in [system[2], system[3], system[6], system[7]].iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
        assert!(!reduce(&mut [0.0, 1.0], 1, 2));
    }
}
