//! How the rays of a texel are spread, as points of a unit square.

use super::super::GridSize;

/// How many rays a texel has and how they are spread over its piece of skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplePattern {
    /// One ray, at the texel itself.
    #[default]
    Centre,
    /// `n × n` rays in rows and columns, the same in every texel. `Regular(1)` is `Centre`.
    Regular(usize),
    /// `n` rays of a low-discrepancy sequence that runs on from texel to texel, so that no two texels let go
    /// of an edge at the same place. Smoother than `Regular` with many more rays.
    Jittered(usize),
}

/// First step of M. Roberts' two-dimensional additive recurrence "R2", 1/g of the plastic number g = 1.3247…
/// (g³ = g + 1); the second is 1/g². Multiples of the pair, modulo 1, fill the unit square evenly.
const A: f64 = 0.754_877_666_246_692_8;
/// The second step; see [`A`].
const B: f64 = 0.569_840_290_998_053_3;

impl SamplePattern {
    /// Rays per texel; saturates for absurd counts.
    pub fn per_texel(self) -> usize {
        match self {
            Self::Centre => 1,
            Self::Regular(n) => n.saturating_mul(n),
            Self::Jittered(n) => n,
        }
    }

    /// Point `number` of the texel at `address`, in the unit square.
    pub(super) fn point(self, address: TexelAddress, number: usize) -> [f64; 2] {
        let number = number as f64;
        match self {
            Self::Centre => [0.5, 0.5],
            Self::Regular(n) => {
                let n = n as f64;
                [((number / n).floor() + 0.5) / n, (number % n + 0.5) / n]
            }
            Self::Jittered(n) => {
                let [u, v] = address.jitter_offset(n as f64);
                [(u + A * number).fract(), (v + B * number).fract()]
            }
        }
    }
}

/// Where a texel stands in the order that jitter follows.
#[derive(Clone, Copy, Debug)]
pub(super) enum TexelAddress {
    /// In an array.
    Cell { row: f64, column: f64 },
    /// On a mesh, by its number.
    Number(f64),
}

impl TexelAddress {
    pub(super) fn new(texel: usize, grid: Option<GridSize>) -> Self {
        match grid {
            Some(GridSize { columns, .. }) if columns > 0 => {
                Self::Cell { row: (texel / columns) as f64, column: (texel % columns) as f64 }
            }
            _ => Self::Number(texel as f64),
        }
    }

    /// Where this texel's sequence of `n` points begins.
    ///
    /// In an array the first coordinates along a row are together one unbroken sequence, and so are the
    /// second ones along a column: the samples next to any edge that is parallel to the array are as evenly
    /// spread as one texel's. Numbering the texels through would do so for rows only, and let columns fall in
    /// step at unlucky widths (14, for one, because 14 · B is nearly whole).
    fn jitter_offset(self, n: f64) -> [f64; 2] {
        match self {
            Self::Cell { row, column } => [0.5 + A * n * column + B * row, 0.5 + B * n * row + A * column],
            Self::Number(number) => [0.5 + A * n * number, 0.5 + B * n * number],
        }
    }
}
