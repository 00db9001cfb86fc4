//! Small dense matrices, worked on in place.

/// A square matrix, row by row.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    n: usize,
    entries: Vec<f64>,
    /// Of a factor: the first entry of each row.
    first: Vec<usize>,
}

/// In four sums side by side.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours, rest) = (a.chunks_exact(4), a.chunks_exact(4).remainder());
    let mut sums = [0.0; 4];
    for (a, b) in fours.zip(b.chunks_exact(4)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let tail: f64 = rest.iter().zip(&b[a.len() - rest.len()..]).map(|(a, b)| a * b).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + tail
}

impl Matrix {
    /// `n` rows and columns of zeros.
    pub fn new(n: usize) -> Self {
        Self { n, entries: vec![0.0; n * n], first: Vec::new() }
    }

    /// Rows.
    #[inline]
    pub fn size(&self) -> usize {
        self.n
    }

    /// Sets the number of rows and columns; all entries become zero.
    pub fn resize(&mut self, n: usize) {
        self.n = n;
        self.entries.clear();
        self.entries.resize(n * n, 0.0);
    }

    /// Makes all entries zero.
    pub fn clear(&mut self) {
        self.entries.fill(0.0);
    }

    /// Takes the entries of a matrix of the same size.
    pub fn copy_from(&mut self, other: &Self) {
        self.entries.copy_from_slice(&other.entries);
        self.first.clone_from(&other.first);
    }

    /// Multiplies all entries.
    pub fn scale(&mut self, factor: f64) {
        self.entries.iter_mut().for_each(|entry| *entry *= factor);
    }

    /// An entry, to change it.
    #[inline]
    pub fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.n + column]
    }

    /// An entry.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.n + column]
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.n..][..self.n]
    }

    /// A row, to change it.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[row * self.n..][..self.n]
    }

    /// `self × v`.
    pub fn times(&self, v: &[f64], product: &mut [f64]) {
        for (row, out) in product.iter_mut().enumerate() {
            *out = self.row(row).iter().zip(v).map(|(a, b)| a * b).sum();
        }
    }

    /// Lower triangle `L` with `L Lᵀ = self`, in place; the column where it fails if the matrix is not
    /// positive definite. What is zero before the first entry of a row stays so, and costs nothing: bodies that are not joined.
    pub fn cholesky(&mut self) -> Result<(), usize> {
        let n = self.n;
        self.first.clear();
        for i in 0..n {
            let row = &self.entries[i * n..][..i];
            let first = row.iter().position(|entry| *entry != 0.0).unwrap_or(i);
            self.first.push(first);
            let (above, below) = self.entries.split_at_mut(i * n);
            let row = &mut below[..=i];
            for j in first..i {
                let from = first.max(self.first[j]);
                let other = &above[j * n..][..=j];
                row[j] = (row[j] - dot(&row[from..j.max(from)], &other[from..j.max(from)])) / other[j];
            }
            let rest = row[i] - dot(&row[first..i], &row[first..i]);
            let positive = rest > 0.0;
            if !positive {
                return Err(i);
            }
            row[i] = rest.sqrt();
        }
        Ok(())
    }

    /// Solves `L Lᵀ x = b` in place, `self` being the factor of [`cholesky`](Self::cholesky).
    pub fn cholesky_solve(&self, x: &mut [f64]) {
        let lower = |i: usize| {
            let first = self.first.get(i).copied().unwrap_or(0);
            (first, &self.row(i)[first..=i])
        };
        for i in 0..self.n {
            let (first, row) = lower(i);
            let (before, pivot) = (&row[..i - first], row[i - first]);
            x[i] = (x[i] - dot(before, &x[first..i])) / pivot;
        }
        for i in (0..self.n).rev() {
            let (first, row) = lower(i);
            let (before, pivot) = (&row[..i - first], row[i - first]);
            let solved = x[i] / pivot;
            x[i] = solved;
            for (x, entry) in x[first..i].iter_mut().zip(before) {
                *x -= entry * solved;
            }
        }
    }

    /// Solves `self × x = b` in place by elimination with row exchanges, destroying the matrix; the column that has no
    /// pivot if it is singular.
    pub fn eliminate(&mut self, x: &mut [f64]) -> Result<(), usize> {
        let n = self.n;
        for k in 0..n {
            let mut pivot = k;
            for i in k + 1..n {
                if self.get(i, k).abs() > self.get(pivot, k).abs() {
                    pivot = i;
                }
            }
            let size = self.get(pivot, k).abs();
            if !(size > 0.0 && size.is_finite()) {
                return Err(k);
            }
            if pivot != k {
                for j in 0..n {
                    self.entries.swap(k * n + j, pivot * n + j);
                }
                x.swap(k, pivot);
            }
            let (done, rest) = self.entries.split_at_mut((k + 1) * n);
            let row = &done[k * n..];
            for (below, i) in rest.chunks_exact_mut(n).zip(k + 1..) {
                let factor = below[k] / row[k];
                if factor != 0.0 {
                    for (entry, above) in below[k + 1..].iter_mut().zip(&row[k + 1..]) {
                        *entry -= factor * above;
                    }
                    x[i] -= factor * x[k];
                }
            }
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| self.get(i, k) * x[k]).sum();
            x[i] = (x[i] - dot) / self.get(i, i);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(n: usize, definite: bool) -> Matrix {
        let mut m = Matrix::new(n);
        for i in 0..n {
            for j in 0..n {
                let (a, b) = if definite { (i.min(j), i.max(j)) } else { (i, j) };
                *m.at(i, j) = ((3 * a + 7 * b + 5 * a * b) as f64).sin()
                    + if i == j && definite { n as f64 } else { 0.0 };
            }
        }
        m
    }

    #[test]
    fn elimination_solves_unsymmetric_systems_with_zero_pivots() {
        let mut m = sample(7, false);
        *m.at(0, 0) = 0.0;
        let x: Vec<f64> = (0..7).map(|i| 0.3 - 0.7 * i as f64).collect();
        let mut b = vec![0.0; 7];
        m.times(&x, &mut b);
        assert_eq!(m.clone().eliminate(&mut b), Ok(()));
        for (a, b) in x.iter().zip(&b) {
            assert!((a - b).abs() < 1e-11, "{a} {b}"); // condition number about 1e3
        }
        assert_eq!(Matrix::new(3).eliminate(&mut [1.0; 3]), Err(0));
    }

    #[test]
    fn blocks_that_are_not_joined_are_factored_apart() {
        let blocks = [sample(6, true), sample(3, true), sample(7, true)];
        let n = 16;
        let mut m = Matrix::new(n);
        let mut from = 0;
        for block in &blocks {
            for i in 0..block.size() {
                for j in 0..block.size() {
                    *m.at(from + i, from + j) = block.get(i, j);
                }
            }
            from += block.size();
        }
        // Far from the diagonal, too.
        (*m.at(15, 1), *m.at(1, 15)) = (0.4, 0.4);
        let x: Vec<f64> = (0..n).map(|i| 0.3 - 0.7 * (i as f64).sin()).collect();
        let mut b = vec![0.0; n];
        m.times(&x, &mut b);
        let mut factor = m.clone();
        assert_eq!(factor.cholesky(), Ok(()));
        factor.cholesky_solve(&mut b);
        for (x, b) in x.iter().zip(&b) {
            assert!((x - b).abs() < 1e-13, "{x} {b}");
        }
    }

    #[test]
    fn cholesky_agrees_with_elimination_and_refuses_indefinite_matrices() {
        let m = sample(6, true);
        let b = [0.3, -0.7, 1.1, 0.2, -1.3, 0.9];
        let (mut x, mut y) = (b, b);
        let mut factor = m.clone();
        assert_eq!(factor.cholesky(), Ok(()));
        factor.cholesky_solve(&mut x);
        assert_eq!(m.clone().eliminate(&mut y), Ok(()));
        for (x, y) in x.iter().zip(&y) {
            assert!((x - y).abs() < 1e-14);
        }
        let mut indefinite = m;
        *indefinite.at(3, 3) = -0.1;
        assert_eq!(indefinite.cholesky(), Err(3));
    }
}
