//! The mechanoreceptors that the channels are named after.

use serde::{Deserialize, Serialize};

/// Mechanoreceptors in the glabrous skin of the human hand: Table I of Romano et al. (2011), after Johansson and Flanagan (2009).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Receptor {
    /// Merkel discs: slowly adapting, small fields. Steady pressure.
    SaI,
    /// Ruffini endings: slowly adapting, large fields. Stretch of the skin.
    SaII,
    /// Meissner corpuscles: fast adapting, small fields. Changes of pressure, the start of slip.
    FaI,
    /// Pacinian corpuscles: fast adapting, large fields. Vibration.
    FaII,
}

impl Receptor {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::SaI, Self::SaII, Self::FaI, Self::FaII];

    /// What it is called: `SA-I`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SaI => "SA-I",
            Self::SaII => "SA-II",
            Self::FaI => "FA-I",
            Self::FaII => "FA-II",
        }
    }

    /// Frequencies that it responds to \[Hz\].
    pub const fn band(self) -> (f64, f64) {
        match self {
            Self::SaI | Self::SaII => (0.0, 5.0),
            Self::FaI => (5.0, 50.0),
            Self::FaII => (20.0, 1000.0),
        }
    }

    /// Area of the skin that it responds to \[m²\], least and most; large fields have no upper end.
    pub const fn receptive_field(self) -> (f64, Option<f64>) {
        match self {
            Self::SaI => (2e-6, Some(4e-6)),
            Self::FaI => (3e-6, Some(5e-6)),
            Self::SaII | Self::FaII => (20e-6, None),
        }
    }
}
