use super::{Kind, Range, TableSpec, Unit, optional, or};

/// Where one frame is in another.
pub(crate) const POSE: TableSpec = TableSpec::new(
    "pose",
    "Where a frame is in the one it belongs to: `p = R p' + xyz`. Roll, pitch and yaw turn about the fixed axes x, y, z, \
     in this order.",
    &[
        or("xyz", "[0.0, 0.0, 0.0]", Kind::Numbers(3, Range::within(-1e6, 1e6), Unit::Length), "origin"),
        optional("rpy", Kind::Numbers(3, Range::within(-1e4, 1e4), Unit::Angle), "roll, pitch, yaw"),
        optional(
            "quat",
            Kind::Numbers(4, Range::within(-1e3, 1e3), Unit::NONE),
            "rotation as a quaternion `[x, y, z, w]`; it is normalised",
        ),
    ],
)
.at_most_one(&[&["rpy", "quat"]]);
