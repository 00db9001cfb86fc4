//! Figures of the work cycle.

use super::bench::Trace;
use super::{Session, front, one_side};
use crate::staging::view_of;
use crate::{Figure, LabError, Results};
use bristle_picture::LinePlot;

pub(super) fn figures(results: &mut Results, session: &Session, size: [usize; 2]) -> Result<(), LabError> {
    for (number, moment) in session.moments.iter().enumerate() {
        let title = format!("End of {}", moment.step);
        let view = view_of(&moment.staged)?.title(&title).view(front());
        let name = format!("{}-{}", number + 1, moment.step.replace(' ', "-"));
        let caption = format!("The robot after {:.2} s.", moment.percept.time);
        results.figures.push(Figure::new(name, title, caption, view.render()?));
    }
    for (side, name) in ["left", "right"].iter().enumerate() {
        let moments = session.moments.iter().map(|moment| (moment.step.as_str(), &moment.percept));
        let title = format!("Tactile images of the {name} pad at the end of each step");
        results.figures.push(Figure::new(
            format!("images-{name}"),
            &title,
            "White is nothing, black the largest force. A flat face presses all texels alike, so that single texels cannot be told apart, \
             as in the paper.",
            one_side(size, moments, side).title(&title).render()?,
        ));
    }
    results.figures.push(Figure::new(
        "sums",
        "Sums of the tactile images over the cycle",
        "Velocity control until the first touch, then force control. Both pads feel the same: their lines lie on each other.",
        sums(&session.trace).render()?,
    ));
    results.figures.push(Figure::new(
        "opening",
        "Opening of the gripper",
        "Distance of the pads.",
        opening(&session.trace).render()?,
    ));
    let current = LinePlot::new()
        .title("Current of the gripper")
        .labels("time [s]", "closing current [A]")
        .line("current", &session.trace.time, &session.trace.current);
    results.figures.push(Figure::new(
        "current",
        "Current of the gripper's motor",
        "What the drive draws to move the jaws, and then the limit by which the force is controlled.",
        current.render()?,
    ));
    Ok(())
}

/// What each pad feels over time.
pub(in crate::experiments) fn sums(trace: &Trace) -> LinePlot {
    LinePlot::new()
        .title("Sums of the tactile images")
        .labels("time [s]", "sum of forces [N]")
        .line("left pad", &trace.time, &trace.left)
        .line("right pad", &trace.time, &trace.right)
}

/// How far the gripper is open over time.
pub(in crate::experiments) fn opening(trace: &Trace) -> LinePlot {
    let millimetres: Vec<f64> = trace.opening.iter().map(|opening| 1e3 * opening).collect();
    LinePlot::new().title("Opening of the gripper").labels("time [s]", "opening [mm]").line(
        "opening",
        &trace.time,
        &millimetres,
    )
}
