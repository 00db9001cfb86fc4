//! Joints.

use super::{fitting_unit, trajectory};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::{DryFriction, JointKind, Limits, Spring, Trajectory};

/// How a body may move against its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDescription {
    /// What it leaves free; axes are unit vectors.
    pub kind: JointKind,
    /// Soft stops.
    pub limits: Option<Limits>,
    /// Viscous damping \[N·s/m or N·m·s/rad\].
    pub damping: f64,
    /// Dry friction.
    pub friction: Option<DryFriction>,
    /// Added inertia \[kg or kg·m²\].
    pub armature: f64,
    /// A spring.
    pub spring: Option<Spring>,
    /// Follows another joint.
    pub mimic: Option<MimicDescription>,
    /// Prescribed motion.
    pub motion: Option<Trajectory>,
}

/// `q = ratio × q of the other + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct MimicDescription {
    /// The body whose joint leads.
    pub body: String,
    /// Ratio of the positions.
    pub ratio: f64,
    /// Position while the leader is at zero \[m or rad\].
    pub offset: f64,
}

impl JointDescription {
    fn plain(kind: JointKind) -> Self {
        let (limits, friction, spring, mimic, motion) = (None, None, None, None, None);
        Self { kind, limits, damping: 0.0, friction, armature: 0.0, spring, mimic, motion }
    }

    /// The value of `joint` in the table of a body: a word or a table.
    pub(super) fn read(body: View<'_>) -> Result<Self, Fault> {
        match body.maybe_text("joint") {
            Some("free") => Ok(Self::plain(JointKind::Free)),
            Some("ball") => Ok(Self::plain(JointKind::Ball)),
            Some(_) => Ok(Self::plain(JointKind::Fixed)),
            None => Self::read_table(body.table("joint")?),
        }
    }

    fn read_table(view: View<'_>) -> Result<Self, Fault> {
        let kind = read_kind(view)?;
        if kind.velocities() != 1 {
            for key in ["axis", "limits", "friction", "spring", "mimic", "motion"] {
                if view.has(key) {
                    let message = format!("a {} joint cannot have `{key}`", view.text("kind")?);
                    return Err(Fault::new(ErrorKind::Conflict, view.at_key(key), message)
                        .note("help: only revolute and prismatic joints can"));
                }
            }
        }
        let limits = view.maybe_table("limits").map(|of| read_limits(of, kind)).transpose()?;
        let friction = view
            .maybe_table("friction")
            .map(|of| Ok(DryFriction { force: of.number("force")?, stiffness: of.number("stiffness")? }));
        let spring = view.maybe_table("spring").map(|of| {
            fitting_unit(of, "rest", kind)?;
            Ok(Spring { stiffness: of.number("stiffness")?, rest: of.number("rest")? })
        });
        let mimic = view.maybe_table("mimic").map(|of| read_mimic(of, kind)).transpose()?;
        let motion = view.maybe_table("motion").map(|of| trajectory::read(of, kind)).transpose()?;
        Ok(Self {
            kind,
            limits,
            damping: view.number("damping")?,
            friction: friction.transpose()?,
            armature: view.number("armature")?,
            spring: spring.transpose()?,
            mimic,
            motion,
        })
    }
}

fn read_kind(view: View<'_>) -> Result<JointKind, Fault> {
    let axis = || {
        let Some(axis) = view.maybe_vector("axis") else {
            let message = format!("a {} joint needs an `axis`", view.text("kind")?);
            return Err(
                Fault::new(ErrorKind::Missing, view.at(), message).note("help: for example axis = [0, 0, 1]")
            );
        };
        axis.try_normalize().filter(|_| axis.length() > 1e-9).ok_or_else(|| {
            Fault::new(ErrorKind::OutOfRange, view.at_key("axis"), "this axis has no direction")
                .note("allowed: any vector that is not zero")
        })
    };
    Ok(match view.text("kind")? {
        "revolute" => JointKind::Revolute { axis: axis()? },
        "prismatic" => JointKind::Prismatic { axis: axis()? },
        "ball" => JointKind::Ball,
        "free" => JointKind::Free,
        _ => JointKind::Fixed,
    })
}

fn read_limits(view: View<'_>, kind: JointKind) -> Result<Limits, Fault> {
    fitting_unit(view, "range", kind)?;
    let range = view.numbers("range")?;
    match *range {
        [lower, upper] if lower < upper => Ok(Limits {
            lower,
            upper,
            stiffness: view.number("stiffness")?,
            damping: view.number("damping")?,
        }),
        _ => Err(Fault::new(
            ErrorKind::OutOfRange,
            view.at_key("range"),
            "the lower limit is not below the upper one",
        )
        .note("allowed: [lower, upper] with lower < upper")),
    }
}

fn read_mimic(view: View<'_>, kind: JointKind) -> Result<MimicDescription, Fault> {
    fitting_unit(view, "offset", kind)?;
    let ratio = view.number("ratio")?;
    if ratio == 0.0 {
        return Err(Fault::new(
            ErrorKind::OutOfRange,
            view.at_key("ratio"),
            "with a ratio of 0 the joint follows nothing",
        )
        .note("help: make the joint fixed, or give it a motion"));
    }
    Ok(MimicDescription { body: view.name("body")?, ratio, offset: view.number("offset")? })
}
