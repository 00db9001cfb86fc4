use super::trajectory::TRAJECTORY;
use super::{Kind, Range, Space, TableSpec, Unit, optional, or, required};

/// Joints that need no more than a word.
pub(crate) const JOINT_WORDS: &[&str] = &["fixed", "free", "ball"];

/// How a body moves against its parent.
pub(crate) const JOINT: TableSpec = TableSpec::new(
    "joint",
    "How a body moves against its parent. The words `\"fixed\"`, `\"free\"` and `\"ball\"` stand for joints without options. \
     Forces are in N along a slide and in N·m about a hinge.",
    &[
        required("kind", Kind::Choice(&["fixed", "revolute", "prismatic", "ball", "free"]), "what it leaves free"),
        optional(
            "axis",
            Kind::Numbers(3, Range::within(-1e6, 1e6), Unit::NONE),
            "direction of a revolute or prismatic joint, in the joint's frame; needed for these",
        ),
        optional("limits", Kind::Table(&LIMITS), "soft stops"),
        or("damping", "0.0", Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·s/m or N·m·s/rad")), "viscous"),
        optional("friction", Kind::Table(&DRY_FRICTION), "dry friction that holds without creep"),
        or(
            "armature",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("kg or kg·m²")),
            "inertia of what turns with the joint, such as a geared rotor",
        ),
        optional("spring", Kind::Table(&SPRING), "pulls it to a rest position"),
        optional("mimic", Kind::Table(&MIMIC), "follows the joint of another body"),
        optional("motion", Kind::Table(&TRAJECTORY), "prescribed motion, whatever force it takes"),
    ],
)
.at_most_one(&[&["mimic", "motion"]]);

const LIMITS: TableSpec = TableSpec::new(
    "limits",
    "Soft stops at both ends.",
    &[
        required("range", Kind::Numbers(2, Range::ANY, Unit::Travel), "`[lower, upper]`"),
        or("stiffness", "1e5", Kind::Number(Range::POSITIVE, Unit::Plain("N/m or N·m/rad")), "of the stops"),
        or(
            "damping",
            "1e2",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·s/m or N·m·s/rad")),
            "of the stops",
        ),
    ],
);

const DRY_FRICTION: TableSpec = TableSpec::new(
    "dry_friction",
    "Holds below a force and slides at it.",
    &[
        required("force", Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N or N·m")), "at which it slides"),
        or(
            "stiffness",
            "1e5",
            Kind::Number(Range::POSITIVE, Unit::Plain("N/m or N·m/rad")),
            "while it holds",
        ),
    ],
);

const SPRING: TableSpec = TableSpec::new(
    "spring",
    "A spring on a joint.",
    &[
        required("stiffness", Kind::Number(Range::POSITIVE, Unit::Plain("N/m or N·m/rad")), "stiffness"),
        or("rest", "0.0", Kind::Number(Range::ANY, Unit::Travel), "where it is slack"),
    ],
);

const MIMIC: TableSpec = TableSpec::new(
    "mimic",
    "`q = ratio × q of the other + offset`.",
    &[
        required("body", Kind::Name(Space::Body), "whose joint leads"),
        or("ratio", "1.0", Kind::Number(Range::ANY, Unit::NONE), "not zero"),
        or("offset", "0.0", Kind::Number(Range::ANY, Unit::Travel), "position while the other is at zero"),
    ],
);
