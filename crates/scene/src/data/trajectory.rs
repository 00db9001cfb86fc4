//! Prescribed motions.

use super::fitting_unit;
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::JointKind;
use bristle_world::trajectory::{Sine, Trajectory, TrajectoryError, Trapezoid, Waypoint};

pub(super) fn read(view: View<'_>, kind: JointKind) -> Result<Trajectory, Fault> {
    let mut parts = Vec::new();
    let refused = |error: TrajectoryError, at| Fault::new(ErrorKind::OutOfRange, at, error.to_string());
    if let Some(position) = view.maybe_number("hold") {
        fitting_unit(view, "hold", kind)?;
        parts.push(Trajectory::hold(position).map_err(|e| refused(e, view.at_key("hold")))?);
    }
    if let Some(of) = view.maybe_table("waypoints") {
        fitting_unit(of, "positions", kind)?;
        let (times, positions) = (of.numbers("times")?, of.numbers("positions")?);
        if times.len() != positions.len() {
            let message = format!("there are {} times for {} positions", times.len(), positions.len());
            return Err(Fault::new(ErrorKind::Conflict, of.at_key("positions"), message)
                .note("help: give as many of each"));
        }
        let list: Vec<_> =
            times.into_iter().zip(positions).map(|(time, position)| Waypoint { time, position }).collect();
        parts.push(Trajectory::waypoints(&list).map_err(|e| refused(e, of.at_key("times")))?);
    }
    if let Some(of) = view.maybe_table("trapezoid") {
        for key in ["from", "to"] {
            fitting_unit(of, key, kind)?;
        }
        let motion = Trapezoid {
            from: of.number("from")?,
            to: of.number("to")?,
            start: of.number("start")?,
            speed: of.number("speed")?,
            acceleration: of.number("acceleration")?,
        };
        parts.push(Trajectory::trapezoid(motion).map_err(|e| refused(e, of.at()))?);
    }
    if let Some(of) = view.maybe_table("sine") {
        for key in ["amplitude", "centre"] {
            fitting_unit(of, key, kind)?;
        }
        let motion = Sine {
            centre: of.number("centre")?,
            amplitude: of.number("amplitude")?,
            frequency: of.number("frequency")?,
            start: of.number("start")?,
            phase: of.number("phase")?,
        };
        parts.push(Trajectory::sine(motion).map_err(|e| refused(e, of.at()))?);
    }
    match parts.len() {
        0 => Err(Fault::new(ErrorKind::Missing, view.at(), "this motion says nothing")
            .note("allowed: one or more of hold, waypoints, trapezoid, sine")),
        1 => Ok(parts.remove(0)),
        _ => Ok(Trajectory::sum(parts)),
    }
}
