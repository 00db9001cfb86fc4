use super::joint::{JOINT, JOINT_WORDS};
use super::shape::SHAPE;
use super::{Kind, POSE, Range, Space, TableSpec, Unit, optional, or, required};

/// A rigid body and the joint that carries it.
pub(crate) const BODY: TableSpec = TableSpec::new(
    "body",
    "A rigid body and the joint that carries it. Give `mass` or `density` (spread over its shapes) or `inertia`; what is \
     fixed needs none.",
    &[
        optional("parent", Kind::Name(Space::Body), "the body it hangs on; the world if left out"),
        optional("pose", Kind::Table(&POSE), "where its frame is in its parent's while the joint is at zero"),
        or(
            "joint",
            "\"fixed\"",
            Kind::ChoiceOr(JOINT_WORDS, &JOINT),
            "how it may move against its parent; a free body has no parent",
        ),
        optional("start", Kind::Table(&START), "how it begins; at zero and at rest if left out"),
        optional("mass", Kind::Number(Range::POSITIVE, Unit::Plain("kg")), "spread evenly over its shapes' volume"),
        optional("density", Kind::Number(Range::POSITIVE, Unit::Plain("kg/m³")), "of its shapes"),
        optional("inertia", Kind::Table(&INERTIA), "mass properties given outright"),
        optional("shapes", Kind::Defines(Space::Shape, &Kind::Table(&SHAPE)), "its solids by name"),
        optional(
            "contact",
            Kind::Table(&CONTACT),
            "makes its own surface soft; without it, only the skins and surfaces of others feel it",
        ),
    ],
)
.at_most_one(&[&["mass", "density", "inertia"]]);

const START: TableSpec = TableSpec::new(
    "start",
    "How a joint begins.",
    &[
        optional("position", Kind::Number(Range::ANY, Unit::Travel), "of a revolute or prismatic joint"),
        optional(
            "speed",
            Kind::Number(Range::ANY, Unit::Plain("m/s or rad/s")),
            "of a revolute or prismatic joint",
        ),
        optional(
            "velocity",
            Kind::Numbers(3, Range::ANY, Unit::Plain("m/s")),
            "of a free body's origin, world axes",
        ),
        optional(
            "angular_velocity",
            Kind::Numbers(3, Range::ANY, Unit::Plain("rad/s")),
            "of a free body (world axes) or on a ball joint (joint axes)",
        ),
    ],
);

const INERTIA: TableSpec = TableSpec::new(
    "inertia",
    "Mass properties in the body's frame.",
    &[
        required("mass", Kind::Number(Range::POSITIVE, Unit::Plain("kg")), "mass"),
        or(
            "centre",
            "[0.0, 0.0, 0.0]",
            Kind::Numbers(3, Range::within(-1e6, 1e6), Unit::Length),
            "centre of mass",
        ),
        required(
            "moments",
            Kind::Numbers(3, Range::NOT_NEGATIVE, Unit::Plain("kg·m²")),
            "Ixx, Iyy, Izz about the centre of mass",
        ),
        or(
            "products",
            "[0.0, 0.0, 0.0]",
            Kind::Numbers(3, Range::ANY, Unit::Plain("kg·m²")),
            "Ixy, Ixz, Iyz as entries of the tensor",
        ),
    ],
);

const CONTACT: TableSpec = TableSpec::new(
    "contact",
    "A soft surface on all shapes of the body that no skin covers (a half-space gets none).",
    &[
        required("material", Kind::Name(Space::Material), "what the surface is made of; best one per area"),
        or(
            "spacing",
            "0.005",
            Kind::Number(Range::within(1e-4, 10.0), Unit::Length),
            "about how far apart its contact points are",
        ),
    ],
);
