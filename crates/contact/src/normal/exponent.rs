//! The exponent of a power law, with the common ones kept free of `powf`.

use crate::{MaterialError, OutOfRange};

/// Exponent `n` of `k pⁿ`, between 1 and 10.
///
/// 1 is a bed of springs, 3/2 Hertz's sphere on a flat; soft finger pads are often fitted with 2 to 3. Below 1 the
/// stiffness at first touch would be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exponent(Kind);

/// Exponents that need at most a square root are named, because `powf` costs more than the rest of the law.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    One,
    ThreeHalves,
    Two,
    Other(f64),
}

/// An exponent whose power needs at most a square root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimplePower {
    /// `p`
    One,
    /// `p √p`
    ThreeHalves,
    /// `p²`
    Two,
}

impl Exponent {
    /// Hertz's exponent 3/2.
    pub const HERTZ: Self = Self(Kind::ThreeHalves);

    /// Exponent `n` \[-\], `1 <= n <= 10`.
    pub fn new(n: f64) -> Result<Self, MaterialError> {
        let fix = "use 1 for a linear pad, 1.5 for a Hertzian one";
        OutOfRange::unless((1.0..=10.0).contains(&n), "exponent n", n, "[-]", "from 1 to 10", fix)?;
        Ok(Self(if n == 1.0 {
            Kind::One
        } else if n == 1.5 {
            Kind::ThreeHalves
        } else if n == 2.0 {
            Kind::Two
        } else {
            Kind::Other(n)
        }))
    }

    /// The number `n` \[-\].
    #[inline]
    pub fn value(&self) -> f64 {
        match self.0 {
            Kind::One => 1.0,
            Kind::ThreeHalves => 1.5,
            Kind::Two => 2.0,
            Kind::Other(n) => n,
        }
    }

    /// The exponent, if its power needs at most a square root.
    #[inline]
    pub(crate) fn simple(&self) -> Option<SimplePower> {
        match self.0 {
            Kind::One => Some(SimplePower::One),
            Kind::ThreeHalves => Some(SimplePower::ThreeHalves),
            Kind::Two => Some(SimplePower::Two),
            Kind::Other(_) => None,
        }
    }

    #[inline]
    pub(crate) fn is_one(&self) -> bool {
        matches!(self.0, Kind::One)
    }

    /// `pⁿ` and `n pⁿ⁻¹` for `p > 0`.
    #[inline(always)]
    pub(super) fn power_and_slope(&self, p: f64) -> (f64, f64) {
        match self.0 {
            Kind::One => (p, 1.0),
            Kind::ThreeHalves => {
                let root = p.sqrt();
                (p * root, 1.5 * root)
            }
            Kind::Two => (p * p, 2.0 * p),
            Kind::Other(n) => {
                let below = p.powf(n - 1.0);
                (p * below, n * below)
            }
        }
    }

    /// Third member of the series: `n (n − 1) pⁿ⁻²` for `p > 0`, from the slope already known.
    #[inline]
    pub(super) fn curvature(&self, p: f64, slope: f64) -> f64 {
        match self.0 {
            Kind::One => 0.0,
            Kind::Two => 2.0,
            _ => (self.value() - 1.0) * slope / p,
        }
    }
}
