use super::{Kind, Range, TableSpec, Unit, optional, or, required};

/// A prescribed motion of a one-dof joint.
pub(crate) const TRAJECTORY: TableSpec = TableSpec::new(
    "trajectory",
    "Position over time. Where more than one is given, their positions add up: a shake on top of a lift.",
    &[
        optional("hold", Kind::Number(PLACE, Unit::Travel), "stays there"),
        optional("waypoints", Kind::Table(&WAYPOINTS), "through points at times, with the least jerk"),
        optional(
            "trapezoid",
            Kind::Table(&TRAPEZOID),
            "from rest to rest with bounded speed and acceleration",
        ),
        optional("sine", Kind::Table(&SINE), "to and fro, swelling from rest within its first period"),
    ],
);

const PLACE: Range = Range::within(-1e6, 1e6);
const TIME: Kind = Kind::Number(Range::within(0.0, 1e6), Unit::Plain("s"));

const WAYPOINTS: TableSpec = TableSpec::new(
    "waypoints",
    "Positions at times; before the first and after the last the joint stands still.",
    &[
        required("times", Kind::Series(Unit::Plain("s")), "increasing, at least two"),
        required("positions", Kind::Series(Unit::Travel), "as many as times"),
    ],
);

const TRAPEZOID: TableSpec = TableSpec::new(
    "trapezoid",
    "Speeds up, keeps its speed, slows down.",
    &[
        or("from", "0.0", Kind::Number(PLACE, Unit::Travel), "position before"),
        required("to", Kind::Number(PLACE, Unit::Travel), "position after"),
        or("start", "0.0", TIME, "when it sets out"),
        required(
            "speed",
            Kind::Number(Range::within(1e-9, 1e9), Unit::Plain("m/s or rad/s")),
            "largest speed",
        ),
        required(
            "acceleration",
            Kind::Number(Range::within(1e-9, 1e9), Unit::Plain("m/s² or rad/s²")),
            "when speeding up and slowing down",
        ),
    ],
);

const SINE: TableSpec = TableSpec::new(
    "sine",
    "`centre + amplitude sin(2π frequency (t − start) + phase)` once it has swelled.",
    &[
        required("amplitude", Kind::Number(PLACE, Unit::Travel), "half the stroke"),
        required("frequency", Kind::Number(Range::within(1e-9, 1e6), Unit::Plain("Hz")), "frequency"),
        or("centre", "0.0", Kind::Number(PLACE, Unit::Travel), "the middle"),
        or("start", "0.0", TIME, "when it begins"),
        or("phase", "0.0", Kind::Number(Range::within(-1e4, 1e4), Unit::Angle), "at the start"),
    ],
);
