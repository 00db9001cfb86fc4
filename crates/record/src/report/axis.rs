//! A range of numbers with round ticks.

/// Where an axis ends.
pub(super) enum Air {
    /// At its data.
    None,
    /// At the next round number.
    ToTicks,
}

/// A range with round ticks.
pub(super) struct Axis {
    low: f64,
    high: f64,
    pub(super) ticks: Vec<f64>,
    decimals: usize,
    /// Far from 1, ticks are written with an exponent.
    scientific: bool,
}

impl Axis {
    pub(super) fn new(low: f64, high: f64, most: usize, air: Air) -> Self {
        let size = low.abs().max(high.abs());
        // A span lost in round-off is no span.
        let (low, high) = match high - low > (1e-9 * size).max(1e-100) {
            true => (low, high),
            false if size > 1e-100 => (low - 0.1 * size, high + 0.1 * size),
            false => (0.0, 1.0),
        };
        let rough = (high - low) / most as f64;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * decade)
            .into_iter()
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(rough);
        let (first, last) = match air {
            Air::ToTicks => ((low / step).floor(), (high / step).ceil()),
            Air::None => ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor()),
        };
        let ticks: Vec<f64> = (0..=(last - first) as usize).map(|i| (first + i as f64) * step).collect();
        let (low, high) = match air {
            Air::ToTicks => (first * step, last * step),
            Air::None => (low, high),
        };
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        Self { low, high, ticks, decimals, scientific: !(1e-4..1e6).contains(&size) && size > 1e-100 }
    }

    pub(super) fn fraction(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    pub(super) fn label(&self, tick: f64) -> String {
        // A tick at 0 may be off by a rounding error.
        let tick = if tick.abs() < 1e-9 * (self.high - self.low) { 0.0 } else { tick };
        let text = if self.scientific && tick != 0.0 {
            format!("{tick:.1e}")
        } else {
            format!("{tick:.*}", self.decimals)
        };
        text.replace('-', "\u{2212}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        let axis = Axis::new(-0.7, 11.3, 5, Air::ToTicks);
        assert_eq!(axis.ticks, [-5.0, 0.0, 5.0, 10.0, 15.0]);
        let time = Axis::new(0.3, 2.05, 10, Air::None);
        assert_eq!(time.label(time.ticks[0]), "0.4");
        assert!(time.ticks.iter().all(|t| (0.3..=2.05).contains(t)));
        for flat in [0.0, 1e-300, -3.3, 1e99] {
            let axis = Axis::new(flat, flat, 5, Air::ToTicks);
            assert!((0.0..=1.0).contains(&axis.fraction(flat)) && axis.ticks.len() < 20, "{flat}");
        }
    }
}
