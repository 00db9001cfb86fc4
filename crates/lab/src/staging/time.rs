//! Time that passes.

use crate::{LabError, Watcher};
use bristle_world::{BodyId, World};

/// The watcher is told about this many times.
const TELLINGS: u64 = 200;

/// Lets `seconds` pass in steps of `h` \[s\] and looks at the world after each.
pub(crate) fn pass(
    world: &mut World,
    h: f64,
    seconds: f64,
    watcher: &mut dyn Watcher,
    what: &str,
    mut look: impl FnMut(&World, f64) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let steps = (seconds / h).round().max(1.0) as u64;
    let between = steps.div_ceil(TELLINGS);
    for step in 1..=steps {
        world.step(h)?;
        look(world, step as f64 * h)?;
        if step % between == 0 {
            watcher.progress(step as f64 / steps as f64, what);
        }
    }
    Ok(())
}

/// Slower than this \[m/s, rad/s\] is at rest: dampers of 1000 N·s/m pass less than a nanonewton.
const SLOW: f64 = 1e-12;
/// Only what stays slow for this long \[s\] is at rest; what swings is slow twice in every period.
const PATIENCE: f64 = 0.1;

/// Lets time pass in steps of `h` \[s\] until `link` is at rest, at most `at_most` \[s\]; returns the time that it took.
pub(crate) fn settle(world: &mut World, link: BodyId, h: f64, at_most: f64) -> Result<f64, LabError> {
    let (mut still, mut passed) = (0.0, 0.0);
    while still < PATIENCE {
        if passed > at_most {
            let name = &world.model().bodies()[link.0].name;
            return Err(LabError::Failed(format!(
                "the {name} has not come to rest within {at_most} s\n  fix: more damping, or a smaller step"
            )));
        }
        world.step(h)?;
        let twist = world.twist(link)?;
        let slow = twist.linear.length() < SLOW && twist.angular.length() < SLOW;
        still = if slow { still + h } else { 0.0 };
        passed += h;
    }
    Ok(passed)
}
