//! Time that passes.

use bristle_world::{Stepping, World};

/// Lets `seconds` pass in steps of `h` \[s\] and looks at the world after each.
pub(crate) fn watch(world: &mut World, h: f64, seconds: f64, mut look: impl FnMut(&mut World)) {
    for _ in 0..(seconds / h).round() as usize {
        let report = world.step(h).unwrap_or_else(|error| panic!("{:?}, h {h}: {error}", world.stepping()));
        assert!(!report.beyond_window, "the test moves faster than its skins look");
        look(world);
    }
}

/// Lets `seconds` pass in steps of `h` \[s\].
pub(crate) fn pass(world: &mut World, h: f64, seconds: f64) {
    watch(world, h, seconds, |_| ());
}

/// Implicit steps \[s\] that every law is tried at.
pub(crate) const IMPLICIT: [f64; 3] = [1e-4, 1e-3, 5e-3];

/// The implicit steps, and two explicit ones: `explicit` \[s\] and half of it.
pub(crate) fn ways(explicit: f64) -> [(Stepping, f64); 5] {
    let newton = |h| (Stepping::Newton, h);
    let straight = |h| (Stepping::Explicit, h);
    let [a, b, c] = IMPLICIT.map(newton);
    [a, b, c, straight(explicit), straight(0.5 * explicit)]
}
