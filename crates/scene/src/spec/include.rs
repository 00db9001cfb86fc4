use super::{Kind, POSE, Space, TableSpec, optional, or, required};

/// Another file, laid into this one.
pub(crate) const INCLUDE: TableSpec = TableSpec::new(
    "include",
    "Another scene file whose parts are taken over. A bare string is short for `{ file = \"…\" }`.",
    &[
        required(
            "file",
            Kind::Text,
            "a path relative to this file, or `lib:…` for a model of the built-in library",
        ),
        or("prefix", "\"\"", Kind::Text, "put before every name of the file, so that it can be had twice"),
        optional("pose", Kind::Table(&POSE), "moves the bodies that have no parent"),
        optional("attach", Kind::Name(Space::Body), "the body that becomes their parent"),
        optional(
            "set",
            Kind::Overlay,
            "values of the file to replace, as in `set.bodies.cube.mass = 0.3` (names without prefix)",
        ),
    ],
);
