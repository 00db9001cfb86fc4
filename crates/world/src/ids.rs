//! Handles: where a thing stands in its model, in the order in which things were added.

use serde::{Deserialize, Serialize};

macro_rules! handle {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub usize);
    )*};
}

handle! {
    /// A body and the joint that carries it.
    BodyId,
    /// A solid on a body.
    ShapeId,
    /// A skin or a patch on a body.
    SkinId,
    /// A motor.
    MotorId,
    /// A sensor.
    SensorId
}
