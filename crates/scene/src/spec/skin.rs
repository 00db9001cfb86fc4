use super::shape::MESH;
use super::{Kind, POSE, Range, Space, TableSpec, Unit, optional, or, required};

/// A tactile skin on a body.
pub(crate) const SKIN: TableSpec = TableSpec::new(
    "skin",
    "A tactile skin on a body: it feels every body that is not rigidly joined to its own.",
    &[
        required("on", Kind::Name(Space::Body), "the body that wears it"),
        optional(
            "pose",
            Kind::Table(&POSE),
            "where it is on that body; a flat array lies in z = 0 and looks along +z",
        ),
        required("layout", Kind::Table(&LAYOUT), "where its texels are"),
        required("material", Kind::Name(Space::Material), "what it is made of"),
        or(
            "samples",
            "1",
            Kind::Integer { least: 1, most: 1024 },
            "contact points per texel; 4 to 9 make edges smooth",
        ),
        or(
            "sampling",
            "\"jittered\"",
            Kind::Choice(&["jittered", "regular"]),
            "how the points are spread; `regular` needs a square number",
        ),
        or(
            "covers",
            "[]",
            Kind::List(&Kind::Name(Space::Shape)),
            "shapes of its body that lie under it: others touch the skin in their stead",
        ),
        or(
            "look_ahead",
            "0.0",
            Kind::Number(Range::within(0.0, 1.0), Unit::Length),
            "how far out of the pad gaps are reported",
        ),
        optional(
            "backing",
            Kind::Number(Range::within(0.0, 1.0), Unit::Length),
            "how far below its largest penetration a texel still feels; the largest penetration again if left out",
        ),
        or(
            "min_cosine",
            "0.1",
            Kind::Number(Range::within(0.0, 1.0), Unit::NONE),
            "flatter hits are ignored",
        ),
        or(
            "incipient_from",
            "0.9",
            Kind::Number(Range::within(0.0, 1.0), Unit::NONE),
            "share of the friction limit from which a texel counts as about to slip",
        ),
        optional("intensity", Kind::Table(&INTENSITY), "what the device would say, beside the forces"),
    ],
);

const LAYOUT: TableSpec = TableSpec::new(
    "layout",
    "Where the texels are; one of these.",
    &[
        optional("grid", Kind::Table(&GRID), "a flat array"),
        optional("vertices", Kind::Table(&MESH), "a texel at every vertex of a mesh"),
        optional("faces", Kind::Table(&MESH), "a texel on every triangle of a mesh"),
        optional("fingertip", Kind::Table(&FINGERTIP), "the pad of a human fingertip"),
        optional("cap", Kind::Table(&CAP), "a dome"),
    ],
)
.exactly_one(&[&["grid", "vertices", "faces", "fingertip", "cap"]]);

const LENGTH: Kind = Kind::Number(Range::within(1e-6, 10.0), Unit::Length);
/// An angle to either side; all the way around would fold a surface onto itself.
const LESS_THAN_ALL_AROUND: Range = Range::above(0.0, 0.999 * std::f64::consts::PI);
const COUNT: Kind = Kind::Integer { least: 1, most: 10_000 };

const GRID: TableSpec = TableSpec::new(
    "grid",
    "Rows along x, columns along y, the middle at the origin.",
    &[
        required("rows", COUNT, "texels along x"),
        required("columns", COUNT, "texels along y"),
        required("pitch", LENGTH, "distance of neighbours"),
        optional("pitch_along_columns", LENGTH, "distance along y, where it differs"),
    ],
);

const FINGERTIP: TableSpec = TableSpec::new(
    "fingertip",
    "The pad of a fingertip.",
    &[
        or("length", "0.025", LENGTH, "from the last crease to the tip"),
        or("width", "0.018", LENGTH, "from side to side"),
        or("thickness", "0.014", LENGTH, "from the pad to the back"),
        or("rounding", "0.012", LENGTH, "the part of the length over which the tip is rounded"),
        or(
            "wrap",
            "1.5707963267948966",
            Kind::Number(LESS_THAN_ALL_AROUND, Unit::Angle),
            "how far it wraps around",
        ),
        required("spacing", LENGTH, "distance of neighbours"),
    ],
);

const CAP: TableSpec = TableSpec::new(
    "cap",
    "A dome about +z.",
    &[
        required("radius", LENGTH, "of the sphere"),
        required(
            "opening",
            Kind::Number(LESS_THAN_ALL_AROUND, Unit::Angle),
            "angle from the axis to the rim",
        ),
        required("rings", COUNT, "rings of texels about the middle one"),
        required("segments", Kind::Integer { least: 3, most: 10_000 }, "texels per ring"),
    ],
);

const INTENSITY: TableSpec = TableSpec::new(
    "intensity",
    "From the elastic force of a texel to its reading.",
    &[
        required("gain", Kind::Number(Range::POSITIVE, Unit::Plain("counts/N")), "slope"),
        or(
            "dead_band",
            "0.0",
            Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N")),
            "force below which nothing shows",
        ),
        or("full_scale", "4095.0", Kind::Number(Range::POSITIVE, Unit::Plain("counts")), "highest reading"),
    ],
);
