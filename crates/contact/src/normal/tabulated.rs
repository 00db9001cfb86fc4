//! A pad known only by its measurements.

use std::sync::Arc;

use super::{Elastic, pchip};
use crate::check::non_negative;
use crate::series::balance;
use crate::{MaterialError, OutOfRange};

/// Measured pressure over compression, joined by a monotone cubic, with linear damping (NC-6).
///
/// Beyond the last point the curve continues straight with the slope it has there.
#[derive(Debug, Clone, PartialEq)]
pub struct Tabulated {
    /// Cubic pieces in order; the last one is the straight continuation.
    pieces: Arc<[Piece]>,
    scale: f64,
    damping: f64,
}

/// `y(s) = value + s (slope + s (quadratic + s cubic))`, `s` measured from `start`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    start: f64,
    value: f64,
    slope: f64,
    quadratic: f64,
    cubic: f64,
    /// Energy stored on the way to `start`.
    energy: f64,
}

impl Tabulated {
    /// A pad measured at `points` of (compression \[m\], pressure \[Pa\], or force \[N\] per texel) with damping
    /// `c` \[N·s/m³, or N·s/m per texel\].
    ///
    /// The origin is implied and may be given. Compressions increase by a nanometre at least, pressures never fall.
    pub fn new(points: &[(f64, f64)], damping: f64) -> Result<Self, MaterialError> {
        let damping = non_negative("damping c", damping, "N·s/m", "use 0 for a pad without losses")?;
        Ok(Self { pieces: pieces(&with_origin(points)?), scale: 1.0, damping })
    }

    /// Damping `c` \[N·s/m\].
    #[inline(always)]
    pub fn damping(&self) -> f64 {
        self.damping
    }

    /// The points the curve goes through, origin included: (compression \[m\], force \[N\]).
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.pieces.iter().map(|piece| (piece.start, piece.value * self.scale))
    }

    /// The piece that holds `p` and the distance into it. Pieces start at zero, so one is always found for `p > 0`.
    #[inline]
    fn locate(&self, p: f64) -> (&Piece, f64) {
        let after = self.pieces.partition_point(|piece| piece.start <= p);
        let piece = &self.pieces[after.saturating_sub(1)];
        (piece, p - piece.start)
    }

    #[inline(always)]
    pub(super) fn elastic(&self, p: f64) -> Elastic {
        if p <= 0.0 {
            return Elastic::default();
        }
        let (piece, s) = self.locate(p);
        self.elastic_on(piece, s)
    }

    /// The pad's share of `p` against a target of stiffness `k2`: the piece is found once, the root inside it.
    pub(crate) fn share_with(&self, k2: f64, p: f64) -> f64 {
        let total = k2 * p;
        let after = self.pieces.partition_point(|piece| self.scale * piece.value + k2 * piece.start <= total);
        let piece = &self.pieces[after.saturating_sub(1)];
        let end = self.pieces.get(after).map_or(p, |next| next.start.min(p));
        let width = end - piece.start;
        let (value_in, value_out) = (piece.value_at(0.0), piece.value_at(width));
        // Where the chord of the piece meets the target's line.
        let chord = (total - self.scale * value_in - k2 * piece.start)
            / (self.scale * (value_out - value_in) / width + k2);
        let start = (piece.start + chord).clamp(piece.start, end);
        balance(|x| self.elastic_on(piece, x - piece.start), k2, p, start, (piece.start, end))
    }

    #[inline(always)]
    fn elastic_on(&self, piece: &Piece, s: f64) -> Elastic {
        Elastic {
            force: self.scale * piece.value_at(s),
            slope: self.scale * piece.slope_at(s),
            curvature: self.scale * (2.0 * piece.quadratic + 6.0 * piece.cubic * s),
        }
    }

    #[inline]
    pub(super) fn energy(&self, p: f64) -> f64 {
        if p <= 0.0 {
            return 0.0;
        }
        let (piece, s) = self.locate(p);
        self.scale * piece.energy_at(s)
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { pieces: self.pieces.clone(), scale: self.scale * factor, damping: self.damping * factor }
    }
}

impl Piece {
    #[inline]
    fn value_at(&self, s: f64) -> f64 {
        self.value + s * (self.slope + s * (self.quadratic + s * self.cubic))
    }

    #[inline]
    fn slope_at(&self, s: f64) -> f64 {
        self.slope + s * (2.0 * self.quadratic + s * 3.0 * self.cubic)
    }

    #[inline]
    fn energy_at(&self, s: f64) -> f64 {
        self.energy
            + s * (self.value + s * (self.slope / 2.0 + s * (self.quadratic / 3.0 + s * self.cubic / 4.0)))
    }
}

/// The checked points, origin first.
/// Points of a table are at least so far apart \[m\]: no gauge tells less, and slopes stay finite.
const LEAST_SPACING: f64 = 1e-9;

/// Stiffer than any metal of any thickness \[Pa/m\].
const STEEPEST: f64 = 1e18;

fn with_origin(points: &[(f64, f64)]) -> Result<Vec<(f64, f64)>, MaterialError> {
    let mut curve = vec![(0.0, 0.0)];
    for (index, &(compression, pressure)) in points.iter().enumerate() {
        non_negative("compression", compression, "m", "remove or repair that point of the pressure table")?;
        non_negative("pressure", pressure, "Pa", "remove or repair that point of the pressure table")?;
        if index == 0 && compression == 0.0 {
            if pressure != 0.0 {
                return Err(MaterialError::TableOffset { pressure });
            }
            continue;
        }
        let (previous, previous_pressure) = curve[curve.len() - 1];
        if !(compression - previous >= LEAST_SPACING) {
            return Err(MaterialError::TableNotIncreasing { index, previous, compression });
        }
        let steepness = (pressure - previous_pressure) / (compression - previous);
        OutOfRange::unless(
            !(steepness > STEEPEST),
            "slope of the pressure table",
            steepness,
            "Pa/m",
            "≤ 1e18",
            "check the units of pressure and compression",
        )?;
        if pressure < previous_pressure {
            return Err(MaterialError::TableFallingPressure { index, previous: previous_pressure, pressure });
        }
        curve.push((compression, pressure));
    }
    match curve[..] {
        [_] => Err(MaterialError::TableTooShort { count: 0 }),
        [.., (_, highest)] => {
            let fix = "measure at a compression where the pad pushes back";
            OutOfRange::unless(!(highest <= 0.0), "highest pressure", highest, "Pa", "> 0", fix)?;
            Ok(curve)
        }
        [] => Ok(curve),
    }
}

fn pieces(curve: &[(f64, f64)]) -> Arc<[Piece]> {
    let slopes = pchip::slopes(curve);
    let mut pieces: Vec<Piece> = Vec::with_capacity(curve.len());
    let mut energy = 0.0;
    for (ends, slope) in curve.windows(2).zip(slopes.windows(2)) {
        let [(x0, y0), (x1, y1)] = [ends[0], ends[1]];
        let width = x1 - x0;
        let secant = (y1 - y0) / width;
        let piece = Piece {
            start: x0,
            value: y0,
            slope: slope[0],
            quadratic: (3.0 * secant - 2.0 * slope[0] - slope[1]) / width,
            cubic: (slope[0] + slope[1] - 2.0 * secant) / (width * width),
            energy,
        };
        energy = piece.energy_at(width);
        pieces.push(piece);
    }
    let last = curve.len() - 1;
    let (start, value) = curve[last];
    pieces.push(Piece { start, value, slope: slopes[last], quadratic: 0.0, cubic: 0.0, energy });
    pieces.into()
}
