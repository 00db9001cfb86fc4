//! The path that the object is led along: down, then sideways.

use crate::error::CliError;
use glam::DVec3;

/// Mean speed of the press \[m/s\]: slow enough that damping hardly shows.
const PRESS_SPEED: f64 = 0.01;
/// Speed of the slide \[m/s\].
const SLIDE_SPEED: f64 = 0.005;
/// More steps than this are a slip in the units.
const MOST_STEPS: f64 = 1e6;

/// Where the object's anchor is at every step, in the press frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// Where it comes to rest: over the middle of the pad, pressed and slid.
    end: DVec3,
    depth: f64,
    slide: f64,
    press_steps: usize,
    slide_steps: usize,
    /// Time step \[s\].
    pub(crate) h: f64,
}

impl Path {
    /// To `end`, `depth` \[m\] down and then `slide` \[m\] along +y, in steps of `h` \[s\].
    pub(crate) fn to(end: DVec3, depth: f64, slide: f64, h: f64) -> Result<Self, CliError> {
        let press_steps = (depth / PRESS_SPEED / h).ceil().max(1.0);
        let slide_steps = (slide / SLIDE_SPEED / h).ceil();
        if press_steps + slide_steps > MOST_STEPS {
            return Err(CliError::Usage(format!(
                "this press would take {:.0} steps of {} ms, and at most {MOST_STEPS} are made\n  fix: a larger \
                 --step-ms, or a smaller --depth-mm and --slide-mm",
                press_steps + slide_steps,
                h * 1e3
            )));
        }
        Ok(Self {
            end,
            depth,
            slide,
            press_steps: press_steps as usize,
            slide_steps: slide_steps as usize,
            h,
        })
    }

    pub(crate) fn steps(&self) -> usize {
        self.press_steps + self.slide_steps
    }

    /// The first step by which `fraction` of the depth is reached.
    pub(crate) fn step_at_depth(&self, fraction: f64) -> usize {
        let reached = |step: &usize| smooth(*step as f64 / self.press_steps as f64) >= fraction - 1e-12;
        (1..=self.press_steps).find(reached).unwrap_or(self.press_steps)
    }

    /// Depth below the first touch after `step` steps \[m\].
    pub(crate) fn depth_at(&self, step: usize) -> f64 {
        self.depth * smooth((step as f64 / self.press_steps as f64).min(1.0))
    }

    /// Where the anchor is after `step` steps.
    pub(crate) fn position(&self, step: usize) -> DVec3 {
        let up = self.depth - self.depth_at(step);
        let slid = step.saturating_sub(self.press_steps) as f64 / self.slide_steps.max(1) as f64;
        let back = if self.slide_steps == 0 { 0.0 } else { self.slide * (1.0 - slid) };
        self.end + DVec3::new(0.0, -back, up)
    }

    /// Mean velocity over step `step` (from 1): what friction sees is exactly the way that was made.
    pub(crate) fn velocity(&self, step: usize) -> DVec3 {
        (self.position(step) - self.position(step - 1)) / self.h
    }
}

/// From 0 to 1 with neither speed nor acceleration at both ends: so slow at the end that damping is gone.
fn smooth(t: f64) -> f64 {
    t * t * t * (10.0 - t * (15.0 - 6.0 * t))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_add_up_to_the_path() {
        let end = DVec3::new(0.3, -0.7, 1.1);
        let path = Path::to(end, 1.7e-3, 0.9e-3, 0.7e-3).unwrap();
        let way: DVec3 = (1..=path.steps()).map(|step| path.velocity(step) * path.h).sum();
        // 500 sums of differences of numbers near 1, each rounded to 2e-16.
        assert!((way - DVec3::new(0.0, 0.9e-3, -1.7e-3)).length() < 1e-13, "{way}");
        assert!((path.position(path.steps()) - end).length() < 1e-15);
    }

    #[test]
    fn a_press_without_slide_ends_at_rest() {
        let path = Path::to(DVec3::ZERO, 2e-3, 0.0, 1e-3).unwrap();
        assert_eq!(path.steps(), 200);
        // The last step of a path of N steps covers 10/N³ of the way, to first order in 1/N.
        assert!(path.velocity(200).length() <= 10.0 / 200f64.powi(3) * 2e-3 / 1e-3);
        assert_eq!(path.step_at_depth(1.0), 200);
        assert!(path.depth_at(path.step_at_depth(0.5)) >= 1e-3);
    }

    #[test]
    fn absurd_paths_are_refused() {
        assert!(Path::to(DVec3::ZERO, 1.0, 1.0, 1e-6).unwrap_err().to_string().contains("--step-ms"));
    }
}
