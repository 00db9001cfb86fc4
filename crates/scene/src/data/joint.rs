//! Joints.

use super::{Motion, fitting_unit};
use crate::describe::{Range, Space, Unit, Words, choice, described, name, number, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::{DryFriction, Joint, JointKind, Limits, Mimic, Spring};
use glam::DVec3;

/// The joint of a world, as far as a file can say it.
pub type JointDescription = Joint<String, Motion>;

/// A joint that follows another, whose body it names.
pub type MimicDescription = Mimic<String>;

const WITHOUT_OPTIONS: &[&str] = &["fixed", "free", "ball"];

described! {
    /// How a body moves against its parent. The words `"fixed"`, `"free"` and `"ball"` stand for joints without options.
    /// Forces are in N along a slide and in N·m about a hinge.
    impl struct JointDescription as "joint",
        at_most_one("mimic", "motion"),
        word(Words::These(WITHOUT_OPTIONS), of_word, word),
        check(check)
    {
        /// what it leaves free; axes are unit vectors
        kind: JointKind = flat;
        /// soft stops
        limits: Option<Limits> = maybe;
        /// viscous
        damping: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N·s/m or N·m·s/rad");
        /// dry friction that holds without creep
        friction: Option<DryFriction> = maybe;
        /// inertia of what turns with the joint, such as a geared rotor
        armature: f64 = or(0.0), number(Range::NOT_NEGATIVE, "kg or kg·m²");
        /// pulls it to a rest position
        spring: Option<Spring> = maybe;
        /// follows the joint of another body
        mimic: Option<MimicDescription> = maybe;
        /// prescribed motion, whatever force it takes
        motion: Option<Motion> = maybe;
    }
}

fn of_word(word: &str) -> JointDescription {
    Joint::new(JointKind::named(word, DVec3::NAN).unwrap_or(JointKind::Fixed))
}

fn word(joint: &JointDescription) -> Option<&str> {
    WITHOUT_OPTIONS.iter().copied().find(|word| *joint == of_word(word))
}

fn check(joint: &JointDescription, view: View<'_>) -> Result<(), Fault> {
    if joint.kind.velocities() != 1 {
        for key in ["axis", "limits", "friction", "spring", "mimic", "motion"] {
            if view.has(key) {
                let message = format!("a {} joint cannot have `{key}`", joint.kind.name());
                return Err(view
                    .fault(ErrorKind::Conflict, key, message)
                    .note("help: only revolute and prismatic joints can"));
            }
        }
    }
    for (table, key) in [("limits", "range"), ("spring", "rest"), ("mimic", "offset")] {
        if let Some(of) = view.table(table) {
            fitting_unit(of, key, joint.kind)?;
        }
    }
    view.table("motion").map_or(Ok(()), |of| Motion::check_units(of, joint.kind))
}

described! {
    /// What a joint leaves free.
    pub(crate) struct KindTable as "joint_kind", check(check_kind) {
        /// what it leaves free
        kind: String = needed, choice(&JointKind::NAMES);
        /// direction of a revolute or prismatic joint, in the joint's frame; needed for these
        axis: Option<DVec3> = maybe, numbers(3, Range::within(-1e6, 1e6), "");
    }
}

fn check_kind(this: &KindTable, view: View<'_>) -> Result<(), Fault> {
    if JointKind::from(this).axis().is_none() {
        return Ok(());
    }
    match this.axis {
        None => {
            let message = format!("a {} joint needs an `axis`", this.kind);
            Err(Fault::new(ErrorKind::Missing, view.at(), message).note("help: for example axis = [0, 0, 1]"))
        }
        Some(axis) if axis.length() <= 1e-9 => Err(view
            .fault(ErrorKind::OutOfRange, "axis", "this axis has no direction")
            .note("allowed: any vector that is not zero")),
        Some(_) => Ok(()),
    }
}

impl From<&KindTable> for JointKind {
    fn from(of: &KindTable) -> Self {
        let given = of.axis.unwrap_or(DVec3::NAN);
        // What was normalised once stays as it is, so that a joint reads back with the same bits.
        let is_unit = (given.length_squared() - 1.0).abs() < 1e-15;
        let axis = if is_unit { given } else { given.normalize() };
        Self::named(&of.kind, axis).unwrap_or(Self::Fixed)
    }
}

impl From<JointKind> for KindTable {
    fn from(kind: JointKind) -> Self {
        Self { kind: kind.name().to_owned(), axis: kind.axis() }
    }
}

described! { impl flat JointKind via KindTable: |of| JointKind::from(&of), |kind| KindTable::from(*kind) }

described! {
    /// Soft stops at both ends.
    #[derive(Copy)]
    pub(crate) struct LimitsTable as "limits", check(check_limits) {
        /// `[lower, upper]`
        range: [f64; 2] = needed, numbers(2, Range::ANY, Unit::Travel);
        /// of the stops
        stiffness: f64 = or(1e5), number(Range::POSITIVE, "N/m or N·m/rad");
        /// of the stops
        damping: f64 = or(1e2), number(Range::NOT_NEGATIVE, "N·s/m or N·m·s/rad");
    }
}

fn check_limits(this: &LimitsTable, view: View<'_>) -> Result<(), Fault> {
    let [lower, upper] = this.range;
    if lower < upper {
        return Ok(());
    }
    Err(view
        .fault(ErrorKind::OutOfRange, "range", "the lower limit is not below the upper one")
        .note("allowed: [lower, upper] with lower < upper"))
}

described! {
    impl Limits via LimitsTable:
        |of| Limits { lower: of.range[0], upper: of.range[1], stiffness: of.stiffness, damping: of.damping },
        |of| LimitsTable { range: [of.lower, of.upper], stiffness: of.stiffness, damping: of.damping }
}

described! {
    /// Holds below a force and slides at it.
    impl struct DryFriction as "dry_friction" {
        /// at which it slides
        force: f64 = needed, number(Range::NOT_NEGATIVE, "N or N·m");
        /// while it holds
        stiffness: f64 = or(1e5), number(Range::POSITIVE, "N/m or N·m/rad");
    }

    /// A spring on a joint.
    impl struct Spring as "spring" {
        /// stiffness
        stiffness: f64 = needed, number(Range::POSITIVE, "N/m or N·m/rad");
        /// where it is slack
        rest: f64 = or(0.0), number(Range::ANY, Unit::Travel);
    }

    /// `q = ratio × q of the other + offset`.
    impl struct MimicDescription as "mimic", check(check_mimic) {
        /// whose joint leads
        body: String = needed, name(Space::Body);
        /// not zero
        ratio: f64 = or(1.0);
        /// position while the other is at zero
        offset: f64 = or(0.0), number(Range::ANY, Unit::Travel);
    }
}

fn check_mimic(mimic: &MimicDescription, view: View<'_>) -> Result<(), Fault> {
    if mimic.ratio != 0.0 {
        return Ok(());
    }
    Err(view
        .fault(ErrorKind::OutOfRange, "ratio", "with a ratio of 0 the joint follows nothing")
        .note("help: make the joint fixed, or give it a motion"))
}
