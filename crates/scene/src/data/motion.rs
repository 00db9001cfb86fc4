//! Prescribed motions.

use super::fitting_unit;
use crate::describe::{Kind, Range, Unit, described, number, series};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::JointKind;
use bristle_world::trajectory::{Sine, Trajectory, TrajectoryError, Trapezoid, Waypoint};

described! {
    /// Position over time. Where more than one is given, their positions add up: a shake on top of a lift.
    pub struct Motion as "trajectory", check(check) {
        /// stays there
        hold: Option<f64> = maybe, place();
        /// through points at times, with the least jerk
        waypoints: Option<Waypoints> = maybe;
        /// from rest to rest with bounded speed and acceleration
        trapezoid: Option<Trapezoid> = maybe;
        /// to and fro, swelling from rest within its first period
        sine: Option<Sine> = maybe;
    }
}

fn place() -> Kind {
    number(Range::within(-1e6, 1e6), Unit::Travel)
}

fn time() -> Kind {
    number(Range::within(0.0, 1e6), "s")
}

described! {
    /// Positions at times; before the first and after the last the joint stands still.
    pub struct Waypoints as "waypoints" {
        /// increasing, at least two
        times: Vec<f64> = needed, series("s");
        /// as many as times
        positions: Vec<f64> = needed, series(Unit::Travel);
    }

    /// Speeds up, keeps its speed, slows down.
    impl struct Trapezoid as "trapezoid" {
        /// position before
        from: f64 = or(0.0), place();
        /// position after
        to: f64 = needed, place();
        /// when it sets out
        start: f64 = or(0.0), time();
        /// largest speed
        speed: f64 = needed, number(Range::within(1e-9, 1e9), "m/s or rad/s");
        /// when speeding up and slowing down
        acceleration: f64 = needed, number(Range::within(1e-9, 1e9), "m/s² or rad/s²");
    }

    /// `centre + amplitude sin(2π frequency (t − start) + phase)` once it has swelled.
    impl struct Sine as "sine" {
        /// half the stroke
        amplitude: f64 = needed, place();
        /// frequency
        frequency: f64 = needed, number(Range::within(1e-9, 1e6), "Hz");
        /// the middle
        centre: f64 = or(0.0), place();
        /// when it begins
        start: f64 = or(0.0), time();
        /// at the start
        phase: f64 = or(0.0), number(Range::within(-1e4, 1e4), Unit::Angle);
    }
}

impl Motion {
    /// The trajectory itself; an error names the key that it is about.
    pub(crate) fn trajectory(&self) -> Result<Trajectory, (&'static str, TrajectoryError)> {
        let mut parts = Vec::new();
        if let Some(position) = self.hold {
            parts.push(Trajectory::hold(position).map_err(|error| ("hold", error))?);
        }
        if let Some(Waypoints { times, positions }) = &self.waypoints {
            let waypoint = |(&time, &position)| Waypoint { time, position };
            let list: Vec<Waypoint> = times.iter().zip(positions).map(waypoint).collect();
            parts.push(Trajectory::waypoints(&list).map_err(|error| ("waypoints", error))?);
        }
        if let Some(motion) = self.trapezoid {
            parts.push(Trajectory::trapezoid(motion).map_err(|error| ("trapezoid", error))?);
        }
        if let Some(motion) = self.sine {
            parts.push(Trajectory::sine(motion).map_err(|error| ("sine", error))?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Trajectory::sum(parts) })
    }

    pub(super) fn check_units(view: View<'_>, kind: JointKind) -> Result<(), Fault> {
        fitting_unit(view, "hold", kind)?;
        let below = [
            ("waypoints", "positions"),
            ("trapezoid", "from"),
            ("trapezoid", "to"),
            ("sine", "amplitude"),
            ("sine", "centre"),
        ];
        below
            .into_iter()
            .try_for_each(|(table, key)| view.table(table).map_or(Ok(()), |of| fitting_unit(of, key, kind)))
    }
}

fn check(motion: &Motion, view: View<'_>) -> Result<(), Fault> {
    if *motion == Motion::default() {
        return Err(Fault::new(ErrorKind::Missing, view.at(), "this motion says nothing")
            .note("allowed: one or more of hold, waypoints, trapezoid, sine"));
    }
    if let (Some(points), Some(of)) = (&motion.waypoints, view.table("waypoints"))
        && points.times.len() != points.positions.len()
    {
        let message =
            format!("there are {} times for {} positions", points.times.len(), points.positions.len());
        return Err(of.fault(ErrorKind::Conflict, "positions", message).note("help: give as many of each"));
    }
    let refused = |(key, error): (&str, TrajectoryError)| {
        // Of waypoints it is the times that can be wrong.
        let at = match view.table("waypoints") {
            Some(of) if key == "waypoints" => of.at_key("times"),
            _ => view.at_key(key),
        };
        Fault::new(ErrorKind::OutOfRange, at, error.to_string())
    };
    motion.trajectory().map(drop).map_err(refused)
}
