//! Colours, and the eight that people with any colour vision can tell apart.

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// Paper.
    pub const WHITE: Self = Self::new(255, 255, 255);
    /// Ink.
    pub const BLACK: Self = Self::new(0, 0, 0);

    // Okabe & Ito, "Color Universal Design" (2008): categories that stay apart for colour-blind readers.
    /// Okabe–Ito orange.
    pub const ORANGE: Self = Self::new(230, 159, 0);
    /// Okabe–Ito sky blue.
    pub const SKY_BLUE: Self = Self::new(86, 180, 233);
    /// Okabe–Ito bluish green.
    pub const GREEN: Self = Self::new(0, 158, 115);
    /// Okabe–Ito yellow.
    pub const YELLOW: Self = Self::new(240, 228, 66);
    /// Okabe–Ito blue.
    pub const BLUE: Self = Self::new(0, 114, 178);
    /// Okabe–Ito vermillion.
    pub const VERMILLION: Self = Self::new(213, 94, 0);
    /// Okabe–Ito reddish purple.
    pub const PURPLE: Self = Self::new(204, 121, 167);

    /// A colour from its three components.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// A grey; 0 is black, 255 is white.
    pub const fn grey(level: u8) -> Self {
        Self::new(level, level, level)
    }

    /// The colour a fraction `t` of the way (0 to 1) from `self` to `other`, component by component.
    pub fn mix(self, other: Self, t: f64) -> Self {
        let between = |a: u8, b: u8| {
            // In range by construction: t is clamped and both ends are bytes.
            (f64::from(a) + (f64::from(b) - f64::from(a)) * t.clamp(0.0, 1.0)).round() as u8
        };
        Self::new(
            between(self.red, other.red),
            between(self.green, other.green),
            between(self.blue, other.blue),
        )
    }

    /// How light the colour looks: CIE L*, 0 (black) to 100 (white), for the sRGB white point.
    pub fn lightness(self) -> f64 {
        let linear = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let y = 0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue);
        if y > 216.0 / 24389.0 { 116.0 * y.cbrt() - 16.0 } else { y * 24389.0 / 27.0 }
    }

    /// Black or white, whichever reads better on this colour.
    pub fn readable_ink(self) -> Self {
        // At L* = 49.5 (luminance 0.179) black and white have the same contrast ratio.
        if self.lightness() > 49.5 { Self::BLACK } else { Self::WHITE }
    }

    pub(crate) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_of_paper_is_100_and_of_ink_0() {
        // sRGB luminance weights sum to 1 and the 2.4-power branch maps 1 to 1: only round-off remains.
        assert!((Colour::WHITE.lightness() - 100.0).abs() < 1e-9);
        assert_eq!(Colour::BLACK.lightness(), 0.0);
        // CIE L* of mid grey 119 is 50.03 (the usual "L* = 50" grey).
        assert!((Colour::grey(119).lightness() - 50.03).abs() < 0.01);
    }

    #[test]
    fn ink_contrasts_with_its_ground() {
        assert_eq!(Colour::YELLOW.readable_ink(), Colour::BLACK);
        assert_eq!(Colour::BLUE.readable_ink(), Colour::WHITE);
    }

    #[test]
    fn mixing_meets_both_ends() {
        let (a, b) = (Colour::new(3, 250, 77), Colour::new(201, 11, 78));
        assert_eq!((a.mix(b, 0.0), a.mix(b, 1.0)), (a, b));
        assert_eq!(a.mix(b, 0.3), Colour::new(62, 178, 77));
    }
}
