//! Why a skin cannot be made or put on.

use bristle_contact::MaterialError;
use bristle_geometry::SurfaceError;
use bristle_geometry::shape::ShapeError;
use bristle_scene::{SceneError, TexelsError};
use bristle_skin::SkinError;

/// What is wrong with the words of an instance, or with what it is put on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecipeError {
    /// A value that cannot be read.
    #[error("{key} is `{value}`; it must be {allowed}")]
    BadValue {
        /// Its key.
        key: &'static str,
        /// What stands there.
        value: String,
        /// What may stand there.
        allowed: String,
    },
    /// A key that something else needs.
    #[error("{key} is missing: {why}")]
    Missing {
        /// The key.
        key: &'static str,
        /// What needs it.
        why: &'static str,
    },
    /// Two keys that contradict each other.
    #[error("{key} does not go with {other}: {why}")]
    Conflict {
        /// The key.
        key: &'static str,
        /// What it contradicts.
        other: &'static str,
        /// The way out.
        why: &'static str,
    },
    /// Nothing wears the skin.
    #[error(
        "nothing wears this skin: add <sensor><plugin plugin=\"bristle.skin\" instance=\"…\" objtype=\"site\" objname=\"…\"/>, or \
         name the instance in a <plugin> of a <body>"
    )]
    NotWorn,
    /// A name that nothing has.
    #[error(
        "targets names `{0}`, but no body or geom has that name; allowed are these, `all`, and `group:` with the number of a group of geoms"
    )]
    NoSuchTarget(String),
    /// A target that is part of the skin's own rigid body.
    #[error(
        "targets names `{0}`, which is part of the rigid body that wears the skin: the two never move past each other"
    )]
    OwnBody(String),
    /// A geom that no ray can be cast at.
    #[error(
        "targets names geom `{0}`, which is no plane, sphere, capsule, ellipsoid, cylinder, box or mesh; use one of these"
    )]
    NotAShape(String),
    /// There is nothing to touch.
    #[error(
        "targets names nothing that the skin could touch: no geom with contype or conaffinity, or in a pair, is among them"
    )]
    NothingToTouch,
    /// A geom that nothing has.
    #[error(
        "covers names `{0}`, but no geom has that name; one without a name is called by its body and number, as in `fingertip#0`"
    )]
    NoSuchCover(String),
    /// A geom of another body.
    #[error("covers names geom `{0}`, which is not part of the rigid body that wears the skin")]
    CoverElsewhere(String),
    /// A solver that skins cannot take contacts over from.
    #[error(
        "the solver is PGS, which no skin can take contacts over from: use Newton or CG, or exclude skin and targets from contact yourself and say \
         contact=\"kept\""
    )]
    DualSolver,
    /// A way of integration whose inner stages no bristle can follow.
    #[error(
        "the integrator is RK4, which evaluates forces at times that never come; use Euler, implicit or implicitfast"
    )]
    RungeKutta,
    /// A way of integration whose solver works with more than masses.
    #[error(
        "the integrator is `discrete`, whose solver counts springs and dampers in with the masses, in numbers that MuJoCo makes up after it has asked for the \
         forces of plugins; use Euler, implicit or implicitfast"
    )]
    Discrete,
    /// A way of integration of some later MuJoCo.
    #[error(
        "the integrator has the number {0}, which this version of Bristle does not know; use Euler, implicit or implicitfast"
    )]
    UnknownIntegrator(i32),
    /// A mesh of the model.
    #[error("the mesh of geom `{geom}`: {source}")]
    Mesh {
        /// The geom.
        geom: String,
        /// What is wrong with it.
        source: SurfaceError,
    },
    /// A size of the model.
    #[error("geom `{geom}`: {source}")]
    Shape {
        /// The geom.
        geom: String,
        /// What is wrong with it.
        source: ShapeError,
    },
    /// The material.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// What is said of the layout.
    #[error(transparent)]
    Description(#[from] SceneError),
    /// The layout.
    #[error(transparent)]
    Texels(#[from] TexelsError),
    /// The skin.
    #[error(transparent)]
    Skin(#[from] SkinError),
}
