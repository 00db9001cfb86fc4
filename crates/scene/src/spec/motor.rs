use super::{Kind, Range, Space, TableSpec, Unit, optional, or, required};

const POSITIVE: Range = Range::within(1e-12, 1e12);

/// A motor on a joint.
pub(crate) const MOTOR: TableSpec = TableSpec::new(
    "motor",
    "A motor on a revolute or prismatic joint. Limits and gains are at the joint. It needs a `winding` or a `max_effort`. At \
     the start it holds its joint where it is, if it has a position controller, and else is idle.",
    &[
        required("drives", Kind::Name(Space::Body), "the body whose joint it drives"),
        optional(
            "max_effort",
            Kind::Number(POSITIVE, Unit::Plain("N or N·m")),
            "largest effort at the joint",
        ),
        optional(
            "max_speed",
            Kind::Number(POSITIVE, Unit::Plain("m/s or rad/s")),
            "of the way to a commanded position or velocity; no limit if left out",
        ),
        optional(
            "max_acceleration",
            Kind::Number(POSITIVE, Unit::Plain("m/s² or rad/s²")),
            "of the way to a commanded position or velocity; no limit if left out",
        ),
        optional("position_control", Kind::Table(&POSITION_CONTROL), "needed for position commands"),
        optional("velocity_control", Kind::Table(&VELOCITY_CONTROL), "needed for velocity commands"),
        optional(
            "winding",
            Kind::Table(&WINDING),
            "makes it a direct-current motor; needed for voltage commands",
        ),
        optional("gear", Kind::Table(&GEAR), "between rotor and joint; direct if left out"),
        optional("rotor", Kind::Table(&ROTOR), "massless and without friction if left out"),
    ],
);

const POSITION_CONTROL: TableSpec = TableSpec::new(
    "position_control",
    "`stiffness e + damping e' + integral ∫e`, e being the reference less the position.",
    &[
        required("stiffness", Kind::Number(POSITIVE, Unit::Plain("N/m or N·m/rad")), "proportional gain"),
        or(
            "damping",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·s/m or N·m·s/rad")),
            "derivative gain",
        ),
        or(
            "integral",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N/(m·s) or N·m/(rad·s)")),
            "integral gain",
        ),
    ],
);

const VELOCITY_CONTROL: TableSpec = TableSpec::new(
    "velocity_control",
    "`proportional e + integral ∫e`, e being the reference less the velocity.",
    &[
        required(
            "proportional",
            Kind::Number(POSITIVE, Unit::Plain("N·s/m or N·m·s/rad")),
            "proportional gain",
        ),
        or(
            "integral",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N/m or N·m/rad")),
            "integral gain",
        ),
    ],
);

const WINDING: TableSpec = TableSpec::new(
    "winding",
    "A direct-current winding and its supply.",
    &[
        required(
            "torque_constant",
            Kind::Number(POSITIVE, Unit::Plain("N·m/A")),
            "the same as the back-EMF's in V·s/rad",
        ),
        required("resistance", Kind::Number(POSITIVE, Unit::Plain("Ω")), "resistance"),
        required("max_current", Kind::Number(POSITIVE, Unit::Plain("A")), "either way"),
        required("max_voltage", Kind::Number(POSITIVE, Unit::Plain("V")), "of the supply, either way"),
    ],
);

const GEAR: TableSpec = TableSpec::new(
    "gear",
    "A gear head or a screw.",
    &[
        optional(
            "ratio",
            Kind::Number(Range::within(-1e6, 1e6), Unit::Plain("rad/rad or rad/m")),
            "turn of the rotor per motion of the joint",
        ),
        optional(
            "lead",
            Kind::Number(Range::within(1e-6, 1e3), Unit::Length),
            "of a screw: way of the joint per turn of the rotor",
        ),
        or(
            "efficiency",
            "1.0",
            Kind::Number(Range::above(0.0, 1.0), Unit::NONE),
            "share of the torque that arrives",
        ),
    ],
)
.exactly_one(&[&["ratio", "lead"]]);

const ROTOR: TableSpec = TableSpec::new(
    "rotor",
    "What turns inside, on the motor's side of the gear.",
    &[
        or("inertia", "0.0", Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("kg·m²")), "inertia"),
        or(
            "viscous_friction",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·m·s/rad")),
            "viscous friction",
        ),
        or("dry_friction", "0.0", Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·m")), "dry friction"),
    ],
);
