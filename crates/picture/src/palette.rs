//! From a number between 0 and 1 to a colour.

use crate::Colour;

/// How a force becomes a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// White for 0, black for full scale: the tactile images of Moisio et al. (2013), and safe in print.
    #[default]
    Grey,
    /// Viridis, dark violet to yellow: even steps of force look like even steps, also to colour-blind readers.
    Viridis,
}

impl Palette {
    /// The colour of `fraction` of full scale; values outside 0 to 1 take the colour of the nearer end.
    pub fn colour(self, fraction: f64) -> Colour {
        let t = fraction.clamp(0.0, 1.0);
        match self {
            Self::Grey => Colour::WHITE.mix(Colour::BLACK, t),
            Self::Viridis => {
                let last = VIRIDIS.len() - 1;
                let position = t * last as f64;
                let stop = (position as usize).min(last - 1);
                VIRIDIS[stop].mix(VIRIDIS[stop + 1], position - stop as f64)
            }
        }
    }

    /// The same, with the colour of readings above full scale beyond 1.
    pub(crate) fn shade(self, fraction: f64) -> Colour {
        if fraction > 1.0 { self.over_range() } else { self.colour(fraction) }
    }

    /// The colour for a reading above full scale: one that the palette itself never takes.
    pub fn over_range(self) -> Colour {
        match self {
            Self::Grey => Colour::VERMILLION,
            Self::Viridis => Colour::new(255, 0, 144),
        }
    }
}

/// Every 17th entry of viridis (S. van der Walt, N. Smith and E. Firing, 2015; public domain, CC0).
const VIRIDIS: [Colour; 16] = [
    Colour::new(68, 1, 84),
    Colour::new(72, 26, 108),
    Colour::new(71, 47, 125),
    Colour::new(65, 68, 135),
    Colour::new(57, 86, 140),
    Colour::new(49, 104, 142),
    Colour::new(42, 120, 142),
    Colour::new(35, 136, 142),
    Colour::new(31, 152, 139),
    Colour::new(34, 168, 132),
    Colour::new(53, 183, 121),
    Colour::new(84, 197, 104),
    Colour::new(122, 209, 81),
    Colour::new(165, 219, 54),
    Colour::new(210, 226, 27),
    Colour::new(253, 231, 37),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_runs_from_white_to_black() {
        assert_eq!(Palette::Grey.colour(0.0), Colour::WHITE);
        assert_eq!(Palette::Grey.colour(0.3), Colour::grey(179)); // 255 * 0.7 = 178.5
        assert_eq!(Palette::Grey.colour(1.0), Colour::BLACK);
    }

    #[test]
    fn viridis_lightness_rises_evenly() {
        let (low, high) =
            (Palette::Viridis.colour(0.0).lightness(), Palette::Viridis.colour(1.0).lightness());
        let mut previous = low - 1.0;
        for i in 0..=200 {
            let t = f64::from(i) / 200.0;
            let lightness = Palette::Viridis.colour(t).lightness();
            assert!(lightness > previous - 0.35, "rounding to bytes moves L* by at most 0.35, fell at {t}");
            // Viridis was designed even in CAM02-UCS, which differs from L* by up to 2.2 (measured 2.0).
            assert!((lightness - (low + (high - low) * t)).abs() < 2.2, "{t}: {lightness}");
            previous = lightness;
        }
    }

    #[test]
    fn viridis_between_stops_follows_the_original() {
        // Entries 25, 93, 141 and 246 of the published table of 256, times 255. Blue dips between the last two
        // stops (27, 37), where a straight line is 6.7 levels off; everywhere else it is within 2.
        for (entry, [r, g, b], tolerance) in [
            (25, [72.1, 35.9, 116.7], 2.0),
            (93, [45.2, 111.6, 142.2], 2.0),
            (141, [30.5, 156.8, 137.1], 2.0),
            (246, [231.1, 228.2, 25.0], 7.0),
        ] {
            let found = Palette::Viridis.colour(f64::from(entry) / 255.0);
            for (byte, original) in [(found.red, r), (found.green, g), (found.blue, b)] {
                assert!(
                    (f64::from(byte) - original).abs() <= tolerance,
                    "entry {entry}: {byte} for {original}"
                );
            }
        }
    }

    #[test]
    fn over_range_is_no_colour_of_the_palette() {
        for palette in [Palette::Grey, Palette::Viridis] {
            assert!((0..=255).all(|i| palette.colour(f64::from(i) / 255.0) != palette.over_range()));
        }
    }
}
