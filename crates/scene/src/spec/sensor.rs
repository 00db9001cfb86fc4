use super::{Kind, POSE, Range, Space, TableSpec, Unit, optional, required};

const RATE: Kind = Kind::Number(Range::within(1e-6, 1e9), Unit::Plain("Hz"));

/// A sensor beside the skins.
pub(crate) const SENSOR: TableSpec = TableSpec::new(
    "sensor",
    "A sensor beside the skins; one of these kinds. Unless told otherwise it is ideal and tells the truth after every step.",
    &[
        optional(
            "force_torque",
            Kind::Table(&FORCE_TORQUE),
            "load of a body, and all beyond it, on its parent: a wrist sensor; 6 channels",
        ),
        optional("accelerometer", Kind::Table(&INERTIAL), "proper acceleration in m/s²: at rest it reads gravity, upwards; 3 channels"),
        optional("gyro", Kind::Table(&INERTIAL), "angular velocity in rad/s; 3 channels"),
        optional("encoder", Kind::Table(&ENCODER), "position and speed of a joint; 2 channels"),
        optional("touch", Kind::Table(&TOUCH), "a whole skin as one switch: force in N and share of texels; 2 channels"),
        optional("slip", Kind::Table(&SLIP), "slip of one texel, which no hardware can measure; 5 channels"),
        optional("distance", Kind::Table(&DISTANCE), "distance along +z of the sensor to the next body; 1 channel"),
        optional("rate", RATE, "samples per second; every step if left out"),
        optional("bandwidth", RATE, "of a first-order low-pass; none if left out"),
        optional("bias", Kind::Series(Unit::Plain("of the channel")), "constant error, a number per channel"),
    ],
)
.exactly_one(&[&["force_torque", "accelerometer", "gyro", "encoder", "touch", "slip", "distance"]]);

const POSITIVE: Kind = Kind::Number(Range::POSITIVE, Unit::Plain("of the channel"));
const NOISE: Kind = Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("of the channel"));

const RESPONSE: TableSpec = TableSpec::new(
    "response",
    "How well a channel is told.",
    &[
        optional("range", POSITIVE, "largest value, either way"),
        optional("resolution", POSITIVE, "step between values"),
        optional("noise", NOISE, "standard deviation of a sample; none if left out"),
    ],
);

const FORCE_TORQUE: TableSpec = TableSpec::new(
    "force_torque",
    "A sensor in the joint of a body.",
    &[
        required("on", Kind::Name(Space::Body), "the body beyond the sensor"),
        optional("pose", Kind::Table(&POSE), "where it is on that body"),
        optional("force", Kind::Table(&RESPONSE), "how well forces are told in N"),
        optional("torque", Kind::Table(&RESPONSE), "how well torques are told in N·m"),
    ],
);

const INERTIAL: TableSpec = TableSpec::new(
    "inertial_sensor",
    "A sensor on a body.",
    &[
        required("on", Kind::Name(Space::Body), "the body that wears it"),
        optional("pose", Kind::Table(&POSE), "where it is on that body"),
        optional("range", POSITIVE, "largest value, either way"),
        optional("resolution", POSITIVE, "step between values"),
        optional("noise", NOISE, "standard deviation of a sample; none if left out"),
    ],
);

const ENCODER: TableSpec = TableSpec::new(
    "encoder",
    "Position of a revolute or prismatic joint.",
    &[
        required("of", Kind::Name(Space::Body), "the body whose joint it measures"),
        optional("resolution", Kind::Number(Range::POSITIVE, Unit::Travel), "one count"),
        optional(
            "noise",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Travel),
            "standard deviation of a sample; none if left out",
        ),
    ],
);

const TOUCH: TableSpec = TableSpec::new(
    "touch",
    "Sum of a skin's normal forces.",
    &[
        required("skin", Kind::Name(Space::Skin), "which"),
        optional("range", Kind::Number(Range::POSITIVE, Unit::Plain("N")), "largest force"),
        optional("resolution", Kind::Number(Range::POSITIVE, Unit::Plain("N")), "step between values"),
        optional(
            "noise",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N")),
            "standard deviation of a sample; none if left out",
        ),
    ],
);

const SLIP: TableSpec = TableSpec::new(
    "slip_sensor",
    "How fast what is touched slides past a texel.",
    &[
        required("skin", Kind::Name(Space::Skin), "which"),
        required(
            "texel",
            Kind::Integer { least: 0, most: 16_000_000 },
            "its number, `row × columns + column` on an array",
        ),
    ],
);

const DISTANCE: TableSpec = TableSpec::new(
    "distance",
    "Distance along +z of the sensor's frame, to any body but its own.",
    &[
        required("on", Kind::Name(Space::Body), "the body that wears it"),
        optional("pose", Kind::Table(&POSE), "where it is on that body"),
        required("range", Kind::Number(Range::above(0.0, 1e3), Unit::Length), "how far it sees"),
        optional("resolution", Kind::Number(Range::POSITIVE, Unit::Length), "step between values"),
        optional(
            "noise",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Length),
            "standard deviation of a sample; none if left out",
        ),
    ],
);
