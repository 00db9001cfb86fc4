//! Numbers of bytes, for people.

use std::fmt;

/// A number of bytes, shown with a unit: `512 bytes`, `16 MiB`, `12.6 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1024 {
            return write!(f, "{} bytes", self.0);
        }
        let (mut size, mut unit) = (self.0 as f64 / 1024.0, 0);
        while size >= 1023.95 && unit + 1 < UNITS.len() {
            size /= 1024.0;
            unit += 1;
        }
        // A limit is a round number and should look like one.
        let digits = usize::from((size * 10.0).round() % 10.0 != 0.0);
        write!(f, "{size:.digits$} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_in_the_unit_that_reads_best() {
        for (bytes, shown) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1 << 24, "16 MiB"),
            ((1 << 20) - 1, "1 MiB"),
            (13_529_146_982, "12.6 GiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), shown);
        }
    }
}
