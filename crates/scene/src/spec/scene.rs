use super::body::BODY;
use super::controller::CONTROLLER;
use super::disturbance::DISTURBANCE;
use super::material::MATERIAL;
use super::motor::MOTOR;
use super::record::RECORD;
use super::sensor::SENSOR;
use super::skin::SKIN;
use super::{INCLUDE, Kind, Range, Space, TableSpec, Unit, optional, or};

/// The file itself.
pub(crate) const SCENE: TableSpec = TableSpec::new(
    "scene",
    "The top of a scene file.",
    &[
        or("title", "\"\"", Kind::Text, "what reports are headed with"),
        or("description", "\"\"", Kind::Text, "a few sentences for people"),
        optional("include", Kind::List(&Kind::TextOr(&INCLUDE)), "other files whose parts are taken over"),
        or("world", "{}", Kind::Table(&WORLD), "what acts on everything"),
        or("run", "{}", Kind::Table(&RUN), "how long and how finely time passes"),
        optional("materials", Kind::Defines(Space::Material, &Kind::Table(&MATERIAL)), "materials by name"),
        optional("bodies", Kind::Defines(Space::Body, &Kind::Table(&BODY)), "bodies by name"),
        optional("skins", Kind::Defines(Space::Skin, &Kind::Table(&SKIN)), "tactile skins by name"),
        optional("motors", Kind::Defines(Space::Motor, &Kind::Table(&MOTOR)), "motors by name"),
        optional("sensors", Kind::Defines(Space::Sensor, &Kind::Table(&SENSOR)), "sensors by name"),
        optional(
            "exclude",
            Kind::List(&Kind::List(&Kind::Name(Space::Body))),
            "pairs of bodies that pass through each other",
        ),
        optional("disturbances", Kind::List(&Kind::Table(&DISTURBANCE)), "what befalls the bodies"),
        optional("controller", Kind::Table(&CONTROLLER), "what commands the motors"),
        or("record", "{}", Kind::Table(&RECORD), "what is written down"),
    ],
);

const WORLD: TableSpec = TableSpec::new(
    "world",
    "What acts on everything.",
    &[or(
        "gravity",
        "[0.0, 0.0, -9.81]",
        Kind::Numbers(3, Range::within(-1e3, 1e3), Unit::Plain("m/s²")),
        "acceleration of free fall in the world frame, z up",
    )],
);

const RUN: TableSpec = TableSpec::new(
    "run",
    "How long and how finely time passes.",
    &[
        or("duration", "1.0", Kind::Number(Range::above(0.0, 1e6), Unit::Plain("s")), "simulated time"),
        or("step", "0.001", Kind::Number(Range::within(1e-7, 1.0), Unit::Plain("s")), "length of a step"),
        or(
            "stepping",
            "\"automatic\"",
            Kind::Choice(&["newton", "explicit", "automatic"]),
            "`newton` solves every step for its end, `explicit` is the papers' way and needs small steps, \
             `automatic` takes explicit substeps where few of them are stable, and else Newton's way",
        ),
        or("seed", "0", Kind::Integer { least: 0, most: i64::MAX }, "of everything that is random"),
    ],
);
