use super::{Kind, Range, Space, TableSpec, Unit, optional, or, required};

/// What commands the motors.
pub(crate) const CONTROLLER: TableSpec = TableSpec::new(
    "controller",
    "What commands the motors: a script of phases, one after the other.",
    &[
        or("kind", "\"script\"", Kind::Choice(&["script"]), "the kind of controller"),
        required("phases", Kind::List(&Kind::Table(&PHASE)), "in their order"),
    ],
);

const PHASE: TableSpec = TableSpec::new(
    "phase",
    "A part of the script: it ends after a time, or when something happens.",
    &[
        required("name", Kind::Text, "what reports call it"),
        optional("duration", Kind::Number(Range::above(0.0, 1e6), Unit::Plain("s")), "how long it takes"),
        optional("until", Kind::Table(&UNTIL), "what ends it"),
        optional(
            "at_most",
            Kind::Number(Range::above(0.0, 1e6), Unit::Plain("s")),
            "with `until`: when it ends at the latest; needed, so that no run hangs",
        ),
        optional(
            "commands",
            Kind::Refers(Space::Motor, &Kind::Table(&COMMAND)),
            "per motor; motors that are not named keep their last command",
        ),
    ],
)
.exactly_one(&[&["duration", "until"]]);

/// What a motor shall do.
pub(crate) const COMMAND: TableSpec = TableSpec::new(
    "command",
    "What a motor shall do, at its joint; one of these.",
    &[
        optional("position", Kind::Number(Range::ANY, Unit::Travel), "go there, within the motor's limits"),
        optional("velocity", Kind::Number(Range::ANY, Unit::Plain("m/s or rad/s")), "keep this speed"),
        optional("effort", Kind::Number(Range::ANY, Unit::Plain("N or N·m")), "push with this"),
        optional("voltage", Kind::Number(Range::ANY, Unit::Plain("V")), "apply this"),
    ],
)
.exactly_one(&[&["position", "velocity", "effort", "voltage"]]);

const UNTIL: TableSpec = TableSpec::new(
    "until",
    "What ends a phase; one of these.",
    &[
        optional("skin_force", Kind::Table(&SKIN_FORCE), "the normal force on a skin passes a level"),
        optional("joint_speed", Kind::Table(&JOINT_SPEED), "a joint comes to rest"),
        optional("joint_position", Kind::Table(&JOINT_POSITION), "a joint passes a position"),
        optional("slip", Kind::Table(&SLIP), "texels of a skin begin to slip"),
    ],
)
.exactly_one(&[&["skin_force", "joint_speed", "joint_position", "slip"]]);

const SKIN_FORCE: TableSpec = TableSpec::new(
    "skin_force",
    "Sum of the texels' normal forces.",
    &[
        required("skin", Kind::Name(Space::Skin), "which"),
        optional(
            "above",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N")),
            "ends when the force is above",
        ),
        optional("below", Kind::Number(Range::POSITIVE, Unit::Plain("N")), "ends when the force is below"),
    ],
)
.exactly_one(&[&["above", "below"]]);

const JOINT_SPEED: TableSpec = TableSpec::new(
    "joint_speed",
    "Speed of a revolute or prismatic joint.",
    &[
        required("body", Kind::Name(Space::Body), "whose joint"),
        required(
            "below",
            Kind::Number(Range::POSITIVE, Unit::Plain("m/s or rad/s")),
            "ends when the speed is below",
        ),
    ],
);

const JOINT_POSITION: TableSpec = TableSpec::new(
    "joint_position",
    "Position of a revolute or prismatic joint.",
    &[
        required("body", Kind::Name(Space::Body), "whose joint"),
        optional("above", Kind::Number(Range::ANY, Unit::Travel), "ends when the position is above"),
        optional("below", Kind::Number(Range::ANY, Unit::Travel), "ends when the position is below"),
    ],
)
.exactly_one(&[&["above", "below"]]);

const SLIP: TableSpec = TableSpec::new(
    "slip",
    "Texels that slip.",
    &[
        required("skin", Kind::Name(Space::Skin), "which"),
        or("texels", "1", Kind::Integer { least: 1, most: 16_000_000 }, "ends when as many slip"),
    ],
);
