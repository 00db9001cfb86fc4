//! Why a model cannot be built or changed.

use crate::UnknownName;
use thiserror::Error;

/// What is wrong with a model.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// A solid or mesh from which no mass properties follow.
    #[error("no mass: {why}")]
    NoMass {
        /// What is wrong, with numbers.
        why: String,
    },
    /// Mass properties that no body has.
    #[error("body `{body}`: {why}")]
    BadInertia {
        /// The body.
        body: String,
        /// What is wrong, with numbers.
        why: String,
    },
    /// A joint that cannot be.
    #[error("joint of body `{body}`: {what} {why}")]
    BadJoint {
        /// The body it carries.
        body: String,
        /// Which part of it.
        what: &'static str,
        /// What is wrong, with numbers.
        why: String,
    },
    /// A name that nothing has.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A handle from another model.
    #[error("{what} {index} does not exist; there are {count}")]
    Unknown {
        /// Kind of thing.
        what: &'static str,
        /// The handle's index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A body that a skin shall feel and cannot.
    #[error(
        "skin `{skin}` cannot feel its target `{body}`: it has no shape, is excluded, or is part of the body that wears the skin or \
         joined to it; name bodies that the skin can meet"
    )]
    BadTarget {
        /// The skin.
        skin: String,
        /// The body.
        body: String,
    },
    /// A surface that cannot yield like that.
    #[error(
        "the {what} of body `{body}` is {value}; it must be positive and finite: leave it out for a rigid body"
    )]
    BadSurface {
        /// The body.
        body: String,
        /// What is wrong.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A surface whose laws are not per area.
    #[error("the surface of body `{body}` has a material per texel; plain bodies need one per area")]
    SurfaceNotPerArea {
        /// The body.
        body: String,
    },
    /// Two surfaces that cannot touch.
    #[error("two surfaces may meet, but their materials have no series: {why}")]
    BadSurfacePair {
        /// Why.
        why: String,
    },
    /// Two skins that cannot face each other.
    #[error("skins `{}` and `{}` may meet, but their materials have no series: {why}", skins.0, skins.1)]
    BadPair {
        /// The skins.
        skins: (String, String),
        /// Why.
        why: String,
    },
    /// Two things of one name.
    #[error("there are two {what}s named `{name}`; give each its own name")]
    Duplicate {
        /// Kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A pose or a number that is not finite.
    #[error("{what} of `{name}` is not finite")]
    NotFinite {
        /// Which quantity.
        what: &'static str,
        /// Whose.
        name: String,
    },
    /// A free joint below another body.
    #[error(
        "body `{body}` has a free joint and a parent; a free body belongs to the world: leave the parent out"
    )]
    FreeWithParent {
        /// The body.
        body: String,
    },
    /// A movable body that nothing gives inertia to.
    #[error(
        "body `{body}` can move but has no inertia: {why}; give it (or what it carries) a mass, or its joint an armature"
    )]
    Weightless {
        /// The body.
        body: String,
        /// Which motion.
        why: &'static str,
    },
    /// A motor on a joint that it cannot drive.
    #[error("motor `{motor}`: {why}")]
    BadMotor {
        /// The motor.
        motor: String,
        /// What is wrong.
        why: String,
    },
    /// A command that a motor does not obey.
    #[error(transparent)]
    Command(#[from] crate::motor::CommandError),
    /// A sensor that cannot be there.
    #[error("sensor `{sensor}`: {why}")]
    BadSensor {
        /// The sensor.
        sensor: String,
        /// What is wrong.
        why: String,
    },
    /// A state that does not belong to this model, or a value that does not fit it.
    #[error("{what}: {why}")]
    BadState {
        /// Which part.
        what: String,
        /// What is wrong.
        why: String,
    },
}
