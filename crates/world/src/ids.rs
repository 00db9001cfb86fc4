//! Handles: where a thing stands in its model, in the order in which things were added.

macro_rules! handle {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);
    )*};
}

handle! {
    /// A link and the joint that carries it.
    LinkId,
    /// A solid on a link.
    ShapeId,
    /// A skin or a patch on a link.
    SkinId,
    /// A motor.
    ActuatorId,
    /// A sensor.
    SensorId
}
