//! Roots of functions that rise.

/// Halvings of a bracket until it is empty.
const MOST_TRIES: usize = 80;

/// Root of a function that is at most zero at the lower end of a bracket and at least zero at its upper end, given with its slope: Newton's
/// method from `start`, and halving where that would leave the bracket.
pub(crate) fn rising_root(
    rising: impl Fn(f64) -> (f64, f64),
    (mut below, mut above): (f64, f64),
    start: f64,
) -> f64 {
    let mut x = start;
    for _ in 0..MOST_TRIES {
        let (value, slope) = rising(x);
        if value < 0.0 {
            below = x
        } else {
            above = x
        }
        let newton = x - value / slope;
        let next = if newton > below && newton < above { newton } else { 0.5 * (below + above) };
        if (next - x).abs() <= f64::EPSILON * above {
            break;
        }
        x = next;
    }
    x
}
