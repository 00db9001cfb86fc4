use super::{Kind, Range, Space, TableSpec, Unit, optional, or, required};

/// Something that befalls a body.
pub(crate) const DISTURBANCE: TableSpec = TableSpec::new(
    "disturbance",
    "Something that befalls a body; one of these.",
    &[
        optional("push", Kind::Table(&PUSH), "a constant force for a while"),
        optional("shake", Kind::Table(&SHAKE), "a force to and fro for a while"),
        optional("add_mass", Kind::Table(&ADD_MASS), "marbles into a cup"),
    ],
)
.exactly_one(&[&["push", "shake", "add_mass"]]);

const TIME: Kind = Kind::Number(Range::within(0.0, 1e6), Unit::Plain("s"));
const FORCE: Kind = Kind::Numbers(3, Range::ANY, Unit::Plain("N"));
const POINT: Kind = Kind::Numbers(3, Range::within(-1e6, 1e6), Unit::Length);

const PUSH: TableSpec = TableSpec::new(
    "push",
    "A constant force, in world axes.",
    &[
        required("body", Kind::Name(Space::Body), "which"),
        required("force", FORCE, "world axes"),
        or("at", "[0.0, 0.0, 0.0]", POINT, "where it acts, in the body's frame"),
        or("from", "0.0", TIME, "begin"),
        required("until", TIME, "end"),
    ],
);

const SHAKE: TableSpec = TableSpec::new(
    "shake",
    "`force × sin(2π frequency (t − from))`, in world axes.",
    &[
        required("body", Kind::Name(Space::Body), "which"),
        required("force", FORCE, "amplitude, world axes"),
        required("frequency", Kind::Number(Range::above(0.0, 1e6), Unit::Plain("Hz")), "frequency"),
        or("at", "[0.0, 0.0, 0.0]", POINT, "where it acts, in the body's frame"),
        or("from", "0.0", TIME, "begin"),
        required("until", TIME, "end"),
    ],
);

const ADD_MASS: TableSpec = TableSpec::new(
    "add_mass",
    "A point mass that joins the body and stays.",
    &[
        required("body", Kind::Name(Space::Body), "which"),
        required("mass", Kind::Number(Range::POSITIVE, Unit::Plain("kg")), "mass"),
        or("at", "[0.0, 0.0, 0.0]", POINT, "where, in the body's frame"),
        required("time", TIME, "when"),
    ],
);
