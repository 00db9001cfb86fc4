use super::{Kind, POSE, Range, TableSpec, Unit, optional, or, required};

const SIZE: Range = Range::within(1e-6, 1e6);
const LENGTH: Kind = Kind::Number(SIZE, Unit::Length);
const SIZES: Kind = Kind::Numbers(3, SIZE, Unit::Length);

/// A solid on a body.
pub(crate) const SHAPE: TableSpec = TableSpec::new(
    "shape",
    "A solid, fixed to its body; one of these kinds.",
    &[
        optional("sphere", Kind::Table(&SPHERE), "a ball about the origin"),
        optional("box", Kind::Table(&BOX), "a box about the origin"),
        optional("cylinder", Kind::Table(&CYLINDER), "about the z axis, the origin in its middle"),
        optional(
            "capsule",
            Kind::Table(&CYLINDER),
            "a cylinder with round ends; `height` is that between the ends' centres",
        ),
        optional("ellipsoid", Kind::Table(&ELLIPSOID), "a ball stretched along the axes"),
        optional(
            "half_space",
            Kind::Table(&HALF_SPACE),
            "everything below z = 0: a floor or a table without edges",
        ),
        optional("mesh", Kind::Table(&MESH), "a mesh from a file"),
        optional(
            "spray_bottle",
            Kind::Table(&SPRAY_BOTTLE),
            "a bottle with a waist, made by formula, 25 cm high",
        ),
        optional("pose", Kind::Table(&POSE), "where it is on its body"),
    ],
)
.exactly_one(&[&["sphere", "box", "cylinder", "capsule", "ellipsoid", "half_space", "mesh", "spray_bottle"]]);

const SPHERE: TableSpec = TableSpec::new("sphere", "A ball.", &[required("radius", LENGTH, "radius")]);

const BOX: TableSpec =
    TableSpec::new("box", "A box.", &[required("size", SIZES, "whole sides along x, y, z")]);

const CYLINDER: TableSpec = TableSpec::new(
    "cylinder",
    "Round about the z axis.",
    &[required("radius", LENGTH, "radius"), required("height", LENGTH, "whole height along z")],
);

const ELLIPSOID: TableSpec =
    TableSpec::new("ellipsoid", "An ellipsoid.", &[required("size", SIZES, "whole axes along x, y, z")]);

const HALF_SPACE: TableSpec = TableSpec::new("half_space", "It has no measures.", &[]);

/// A mesh file.
pub(crate) const MESH: TableSpec = TableSpec::new(
    "mesh",
    "A mesh file: STL, OBJ, PLY, glTF or COLLADA.",
    &[
        required("file", Kind::File, "relative to the file that names it"),
        or(
            "unit",
            "\"from_file\"",
            Kind::Choice(&["from_file", "m", "cm", "mm", "inch"]),
            "unit of length; metres where the file does not say",
        ),
        or("up", "\"from_file\"", Kind::Choice(&["from_file", "x", "y", "z"]), "the axis that points up"),
        or(
            "scale",
            "[1.0, 1.0, 1.0]",
            Kind::Numbers(3, Range::within(-1e6, 1e6), Unit::NONE),
            "factors along the axes of the result",
        ),
    ],
);

const SPRAY_BOTTLE: TableSpec = TableSpec::new(
    "spray_bottle",
    "A spray bottle.",
    &[or("triangles", "10000", Kind::Integer { least: 500, most: 1_000_000 }, "about how many triangles")],
);
