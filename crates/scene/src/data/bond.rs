//! Joints that close loops, and tendons.

use crate::describe::{Label, Range, Space, Unit, choice, described, name, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_world::{LoopKind, LoopSpring, TendonKind};

const STIFFNESS: Range = Range::within(1e-6, 1e12);

described! {
    /// A joint between two bodies that are carried already. It closes a loop of bodies. The two do not touch each other.
    pub struct LoopDescription as "loop" {
        /// its name
        name: String = label(Label::Defines(Space::Loop));
        /// what it leaves free: nothing, turning about z, turning, sliding along z, or sliding in x and y and turning about z
        kind: String = needed, choice(&LOOP_KINDS);
        /// the first body
        joins: String = needed, name(Space::Body);
        /// the second body
        to: String = needed, name(Space::Body);
        /// its frame on the first body
        pose: Pose = maybe;
        /// its frame on the second body
        pose_on_second: Pose = maybe;
        /// how it yields; hard if left out
        spring: Option<LoopSpring> = maybe;
    }

    /// How a loop yields.
    impl struct LoopSpring as "loop_spring" {
        /// against displacement
        stiffness: f64 = needed, number(STIFFNESS, "N/m");
        /// against turning
        turning_stiffness: f64 = needed, number(STIFFNESS, "N·m/rad");
        /// damping over stiffness
        damping_time: f64 = or(0.0), number(Range::within(0.0, 10.0), "s");
    }

    /// A spring on a sum of joint coordinates: a cord over pulleys, a rod, a differential, a clutch.
    pub struct TendonDescription as "tendon", check(check_tendon) {
        /// its name
        name: String = label(Label::Defines(Space::Tendon));
        /// pushes and pulls, only pulls, or slips at a force
        kind: String = or("cord".to_owned()), choice(&TENDON_KINDS);
        /// bodies whose joints lengthen it
        joints: Vec<TendonJoint> = needed;
        /// where it does not pull
        rest_length: f64 = or(0.0), number(Range::within(-1e6, 1e6), Unit::Length);
        /// spring
        stiffness: f64 = or(1e6), number(STIFFNESS, "N/m");
        /// damper
        damping: f64 = or(0.0), number(Range::within(0.0, 1e12), "N·s/m");
        /// of a clutch: the force, or the torque where joints count as they turn, at which it slips
        slips_at: Option<f64> = maybe, number(STIFFNESS, "N or N·m");
    }

    /// A joint that a tendon runs over.
    pub struct TendonJoint as "tendon_joint" {
        /// the body that the joint carries
        body: String = label(Label::Refers(Space::Body));
        /// by how much the joint lengthens the tendon: the radius of a pulley
        by: f64 = needed, number(Range::within(-1e6, 1e6), "m/rad or m/m");
    }
}

const LOOP_KINDS: [&str; 5] = ["weld", "pin", "ball", "slider", "plane"];
const TENDON_KINDS: [&str; 3] = ["rod", "cord", "clutch"];

fn check_tendon(tendon: &TendonDescription, view: View<'_>) -> Result<(), Fault> {
    match (&*tendon.kind, tendon.slips_at) {
        ("clutch", None) => Err(Fault::new(ErrorKind::Missing, view.at(), "a clutch needs `slips_at`")
            .note("help: for example slips_at = 2.5")),
        ("rod" | "cord", Some(_)) => {
            Err(view.fault(ErrorKind::Conflict, "slips_at", "only a clutch has `slips_at`"))
        }
        _ => Ok(()),
    }
}

impl LoopDescription {
    pub(crate) fn kind(&self) -> LoopKind {
        match &*self.kind {
            "pin" => LoopKind::Pin,
            "ball" => LoopKind::Ball,
            "slider" => LoopKind::Slider,
            "plane" => LoopKind::Plane,
            _ => LoopKind::Weld,
        }
    }
}

impl TendonDescription {
    pub(crate) fn kind(&self) -> TendonKind {
        match (&*self.kind, self.slips_at) {
            ("rod", _) => TendonKind::Rod,
            ("clutch", Some(limit)) => TendonKind::Clutch(limit),
            _ => TendonKind::Cord,
        }
    }
}
