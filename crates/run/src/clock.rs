//! Time as a multiple of the step: the thousandth millisecond ends at 1 s, not at 1.0000000000000007 s.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// When steps of the present length began \[s\].
    since: f64,
    /// Their length \[s\].
    h: f64,
    steps: u64,
}

impl Clock {
    /// Time that has passed \[s\].
    pub(crate) fn time(&self) -> f64 {
        tidy(self.since + self.steps as f64 * self.h)
    }

    /// A step of `h` \[s\] was taken.
    pub(crate) fn tick(&mut self, h: f64) {
        if h != self.h {
            *self = Self { since: self.time(), h, steps: 0 };
        }
        self.steps += 1;
    }
}

/// A time with no more than 12 decimals, so that 0.007 is written so and not as 0.007000000000000001.
fn tidy(time: f64) -> f64 {
    if time < 1e3 { (time * 1e12).round() / 1e12 } else { time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_one_length_do_not_sum_up_their_round_off() {
        let mut clock = Clock::default();
        for _ in 0..700 {
            clock.tick(0.007);
        }
        assert_eq!(clock.time(), 4.9);
        let summed = (0..700).fold(0.0, |sum, _| sum + 0.007);
        assert_ne!(summed, 4.9, "a sum would not have told the two apart");
        // Another length counts from there.
        (0..3).for_each(|_| clock.tick(0.0011));
        assert_eq!(clock.time(), 4.9033);
        clock.tick(0.007);
        assert_eq!(clock.time(), 4.9103);
    }
}
