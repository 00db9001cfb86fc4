//! What a step cost.

/// Statistics of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Newton iterations: none if the world stood still, or for explicit steps.
    pub iterations: usize,
    /// Times that all skins were evaluated.
    pub evaluations: usize,
    /// Parts that a Newton step had to be divided into; none if it was not.
    pub divisions: usize,
    /// What is left of the equations, over the size of the impulses in play.
    pub residual: f64,
    /// Rays in contact, of all skins and patches.
    pub contacts: usize,
    /// Whether some body moved so far in the step that contacts may have been met too late: shorten the step, or give the
    /// skin a longer look-ahead.
    pub beyond_window: bool,
}
