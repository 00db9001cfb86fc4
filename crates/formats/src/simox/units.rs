//! Units that an element names for itself.

use crate::error::{ErrorKind, Result, shown};
use crate::xml::El;

/// How long, heavy and so on the units of an element are, in SI.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    pub(super) length: f64,
    pub(super) angle: f64,
    pub(super) mass: f64,
    pub(super) time: f64,
    /// Whether an angle or a length was named: limits of joints are either.
    pub(super) names_angle: bool,
    pub(super) names_length: bool,
}

impl Units {
    /// Those of an element; what it does not name is millimetres, radians, kilograms and seconds.
    pub(super) fn of(element: El<'_>) -> Result<Self> {
        Self::with_length(element, 1e-3)
    }

    /// The same with another length \[m\] where none is named.
    pub(super) fn with_length(element: El<'_>, length: f64) -> Result<Self> {
        let mut units =
            Self { length, angle: 1.0, mass: 1.0, time: 1.0, names_angle: false, names_length: false };
        for key in ["unit", "units", "unitsAngle", "unitsLength", "unitsWeight", "unitsTime"] {
            if let Some(word) = element.attr(key) {
                units.take(word).map_err(|()| {
                    let message = format!("`{}` is no unit", shown(word));
                    element
                        .fault_at(key, ErrorKind::OutOfRange, message)
                        .with_note("allowed: mm, cm, m, inch; degree, radian; g, kg, ton; sec, min, hour")
                })?;
            }
        }
        Ok(units)
    }

    fn take(&mut self, word: &str) -> std::result::Result<(), ()> {
        let length = |metres: f64| Self { length: metres, names_length: true, ..*self };
        let angle = |radians: f64| Self { angle: radians, names_angle: true, ..*self };
        *self = match word.trim().to_ascii_lowercase().as_str() {
            "mm" | "millimeter" => length(1e-3),
            "cm" | "centimeter" => length(1e-2),
            "m" | "meter" => length(1.0),
            "inch" => length(0.0254),
            "rad" | "radian" => angle(1.0),
            "deg" | "degree" => angle(1f64.to_radians()),
            "kg" | "kilogram" => Self { mass: 1.0, ..*self },
            "g" | "gram" => Self { mass: 1e-3, ..*self },
            "t" | "ton" => Self { mass: 1e3, ..*self },
            "s" | "sec" | "second" => Self { time: 1.0, ..*self },
            "min" | "minute" => Self { time: 60.0, ..*self },
            "h" | "hour" => Self { time: 3600.0, ..*self },
            _ => return Err(()),
        };
        Ok(())
    }
}
