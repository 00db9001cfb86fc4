//! Time as a multiple of the step: the thousandth millisecond ends at 1 s, not at 1.0000000000000007 s.

#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// When steps of the present length began \[s\].
    since: f64,
    h: f64,
    steps: u64,
}

impl Clock {
    pub(super) fn time(&self) -> f64 {
        let time = self.since + self.steps as f64 * self.h;
        // 12 decimals, as recordings have them.
        if time < 1e3 { (time * 1e12).round() / 1e12 } else { time }
    }

    pub(super) fn tick(&mut self, h: f64) {
        if h != self.h {
            *self = Self { since: self.time(), h, steps: 0 };
        }
        self.steps += 1;
    }
}
