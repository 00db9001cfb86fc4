//! How the rays of a texel are spread, as points of a unit square.

use super::super::Grid;

/// How many rays a texel has and how they are spread over its piece of skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplePattern {
    /// One ray, at the texel itself.
    #[default]
    Centre,
    /// `n × n` rays in rows and columns, the same in every texel. `Regular(1)` is `Centre`.
    Regular(usize),
    /// `n` rays of a low-discrepancy sequence that runs on from texel to texel, so that texels let go of an edge one
    /// by one. Smoother than `Regular` with many more rays. In a grid the sequence runs from the middle outwards and is mirrored in
    /// both directions, so that an edge leaves two rays at a time: a mirrored pair. Choose an even `n`: with an odd one, every cell of a
    /// middle row or column has a ray on the line through the middle, and an edge leaves all of these at once.
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
        match self {
            Self::Centre => [0.5, 0.5],
            Self::Regular(n) => {
                let (n, number) = (n as f64, number as f64);
                [((number / n).floor() + 0.5) / n, (number % n + 0.5) / n]
            }
            Self::Jittered(n) => address.jittered(n, number),
        }
    }
}

/// Where a texel stands in the order that jitter follows.
#[derive(Clone, Copy, Debug)]
pub(super) enum TexelAddress {
    /// In a grid: rows and columns from its middle.
    Cell([f64; 2]),
    /// On a mesh, by its number.
    Number(f64),
}

impl TexelAddress {
    pub(super) fn new(texel: usize, grid: Option<&Grid>) -> Self {
        grid.map_or(Self::Number(texel as f64), |grid| Self::Cell(grid.offset_from_middle(texel)))
    }

    /// Ray `number` of `n`.
    fn jittered(self, n: usize, number: usize) -> [f64; 2] {
        let count = n as f64;
        match self {
            Self::Number(texel) => {
                let step = |a: f64| (0.5 + a * count * texel + a * number as f64).fract();
                [step(A), step(B)]
            }
            Self::Cell(offset_from_middle) => mirrored(offset_from_middle, n, number),
        }
    }
}

/// Ray `number` of `n` in the cell at a distance from the middle of its grid.
///
/// Along a row, going out from the middle, the first coordinates are together one unbroken sequence, and so are the second ones
/// along a column: the samples next to any edge that is parallel to the grid are as evenly spread as one texel's. Numbering
/// the texels through would do so for rows only, and let columns fall in step at unlucky widths (14, for one, because
/// 14 · B is nearly whole).
///
/// A cell on the other side of the middle has the mirror image. Within a cell every ray has its opposite through the cell's middle, so that rays
/// under a plane that leans feel together what one in the middle feels. A cell on the middle line is its own mirror image, too: its rays are
/// fours, and what is left over are a pair across that line and one in the middle.
fn mirrored(offset_from_middle: [f64; 2], n: usize, number: usize) -> [f64; 2] {
    let own = offset_from_middle.map(|distance| distance == 0.0);
    let images = if own[0] || own[1] { 4 } else { 2 };
    let (ray, image) = (number / images, number % images);
    let left_over = n - ray * images;
    if left_over % 2 == 1 && image + 1 == left_over {
        return [0.5, 0.5];
    }
    // Rays of the cells before this one, counted from the middle, of which every cell draws one in two, or one in four.
    let [row, column] = offset_from_middle.map(|distance| (distance.abs() - 0.5).max(0.0));
    let [in_row, in_column] = own.map(|own| n as f64 / if own { 4.0 } else { 2.0 });
    let start = [0.25 + A * in_row * column + B * row, 0.25 + B * in_column * row + A * column];
    let mut point = [(start[0] + A * ray as f64).fract(), (start[1] + B * ray as f64).fract()];
    let through_middle = [image & 1 == 1; 2];
    let flipped = match images {
        2 => through_middle,
        _ => {
            point = point.map(|p| 0.5 * p);
            if left_over < images {
                // A pair across its line.
                point[usize::from(own[0])] = 0.5;
                through_middle
            } else {
                [image & 1 == 1, image & 2 == 2]
            }
        }
    };
    for (axis, coordinate) in point.iter_mut().enumerate() {
        if flipped[axis] != (offset_from_middle[axis] < 0.0) {
            *coordinate = 1.0 - *coordinate;
        }
    }
    point
}
