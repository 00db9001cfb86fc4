use super::{Kind, Range, TableSpec, Unit, or};

/// What is written down.
pub(crate) const RECORD: TableSpec = TableSpec::new(
    "record",
    "What a run writes down.",
    &[
        or(
            "every",
            "0.01",
            Kind::Number(Range::above(0.0, 1e6), Unit::Plain("s")),
            "time between two records",
        ),
        or("texels", "true", Kind::Flag, "every texel of every skin"),
        or(
            "joints",
            "true",
            Kind::Flag,
            "positions and velocities of joints, commands and efforts of motors",
        ),
        or("bodies", "true", Kind::Flag, "poses and velocities of bodies"),
        or("sensors", "true", Kind::Flag, "readings of sensors"),
        or("solver", "false", Kind::Flag, "energy and what the solver did"),
    ],
);
