//! Units of recorded numbers.

use serde::{Deserialize, Serialize};

/// The SI unit of a recorded number: how it ends a column's name, and how it is written for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unit {
    /// A plain number or a ratio.
    One,
    /// Seconds.
    Second,
    /// Metres.
    Metre,
    /// Square metres.
    SquareMetre,
    /// Radians.
    Radian,
    /// Metres per second.
    MetrePerSecond,
    /// Radians per second.
    RadianPerSecond,
    /// Metres per second squared.
    MetrePerSecondSquared,
    /// Kilograms.
    Kilogram,
    /// Newtons.
    Newton,
    /// Newton metres.
    NewtonMetre,
    /// Newton seconds.
    NewtonSecond,
    /// Newton metre seconds.
    NewtonMetreSecond,
    /// Pascals.
    Pascal,
    /// Joules.
    Joule,
    /// Watts.
    Watt,
    /// Volts.
    Volt,
    /// Amperes.
    Ampere,
}

impl Unit {
    const ALL: [Self; 18] = [
        Self::One,
        Self::Second,
        Self::Metre,
        Self::SquareMetre,
        Self::Radian,
        Self::MetrePerSecond,
        Self::RadianPerSecond,
        Self::MetrePerSecondSquared,
        Self::Kilogram,
        Self::Newton,
        Self::NewtonMetre,
        Self::NewtonSecond,
        Self::NewtonMetreSecond,
        Self::Pascal,
        Self::Joule,
        Self::Watt,
        Self::Volt,
        Self::Ampere,
    ];

    /// The unit that is written like this after a number; none if there is no such unit here.
    pub fn of_symbol(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.symbol() == symbol)
    }

    /// The end of a column's name, such as `m_per_s` in `left_jaw_m_per_s`; empty for [`Unit::One`].
    pub fn suffix(self) -> &'static str {
        self.words().0
    }

    /// As written after a number, such as `m/s`; empty for [`Unit::One`].
    pub fn symbol(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::One => ("", ""),
            Self::Second => ("s", "s"),
            Self::Metre => ("m", "m"),
            Self::SquareMetre => ("m2", "m²"),
            Self::Radian => ("rad", "rad"),
            Self::MetrePerSecond => ("m_per_s", "m/s"),
            Self::RadianPerSecond => ("rad_per_s", "rad/s"),
            Self::MetrePerSecondSquared => ("m_per_s2", "m/s²"),
            Self::Kilogram => ("kg", "kg"),
            Self::Newton => ("n", "N"),
            Self::NewtonMetre => ("nm", "N·m"),
            Self::NewtonSecond => ("ns", "N·s"),
            Self::NewtonMetreSecond => ("nms", "N·m·s"),
            Self::Pascal => ("pa", "Pa"),
            Self::Joule => ("j", "J"),
            Self::Watt => ("w", "W"),
            Self::Volt => ("v", "V"),
            Self::Ampere => ("a", "A"),
        }
    }
}
