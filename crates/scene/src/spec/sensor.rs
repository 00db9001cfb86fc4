use super::{Kind, POSE, Range, Space, TableSpec, Unit, optional, or, required};

/// A sensor beside the skins.
pub(crate) const SENSOR: TableSpec = TableSpec::new(
    "sensor",
    "A sensor beside the skins; one of these kinds.",
    &[
        optional("force_torque", Kind::Table(&ON_BODY), "what a body's parent exerts on it, in the sensor's frame: a wrist sensor"),
        optional("accelerometer", Kind::Table(&ON_BODY), "specific force, gravity included"),
        optional("gyro", Kind::Table(&ON_BODY), "angular velocity"),
        optional("encoder", Kind::Table(&ENCODER), "position of a joint"),
        optional("slip", Kind::Table(&SLIP), "slip of one texel, which no hardware can measure"),
        optional("distance", Kind::Table(&DISTANCE), "distance to the next body along a ray"),
    ],
)
.exactly_one(&[&["force_torque", "accelerometer", "gyro", "encoder", "slip", "distance"]]);

const ON_BODY: TableSpec = TableSpec::new(
    "body_sensor",
    "A sensor on a body.",
    &[
        required("on", Kind::Name(Space::Body), "the body that wears it"),
        optional("pose", Kind::Table(&POSE), "where it is on that body"),
    ],
);

const ENCODER: TableSpec = TableSpec::new(
    "encoder",
    "Position of a revolute or prismatic joint.",
    &[required("of", Kind::Name(Space::Body), "the body whose joint it measures")],
);

const SLIP: TableSpec = TableSpec::new(
    "slip_sensor",
    "How fast what is touched slides past a texel.",
    &[
        required("skin", Kind::Name(Space::Skin), "which"),
        required("texel", Kind::Integer { least: 0, most: 16_000_000 }, "its number, `row × columns + column` on an array"),
    ],
);

const DISTANCE: TableSpec = TableSpec::new(
    "distance",
    "Distance along +z of the sensor's frame, to any body but its own.",
    &[
        required("on", Kind::Name(Space::Body), "the body that wears it"),
        optional("pose", Kind::Table(&POSE), "where it is on that body"),
        or("range", "1.0", Kind::Number(Range::above(0.0, 1e3), Unit::Length), "how far it sees"),
    ],
);
