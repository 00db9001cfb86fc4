//! Joints: how a body may move against its parent, and what resists it.

use crate::trajectory::Trajectory;
use crate::{BodyId, ModelError};
use glam::DVec3;

/// Which motions a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// None.
    Fixed,
    /// Turning about an axis, given in the joint's frame.
    Revolute {
        /// Unit vector.
        axis: DVec3,
    },
    /// Sliding along an axis, given in the joint's frame.
    Prismatic {
        /// Unit vector.
        axis: DVec3,
    },
    /// Turning about any axis. Its velocity is the relative angular velocity in the parent's axes of the joint frame.
    Ball,
    /// All: a body that belongs to the world alone. Its position is its pose in the world, its velocity that of its
    /// origin and its angular velocity, in world axes. Damping acts on the velocity of its centre of mass.
    Free,
}

impl JointKind {
    /// What the kinds are called.
    pub const NAMES: [&str; 5] = ["fixed", "revolute", "prismatic", "ball", "free"];

    /// The kind of a name; `axis` is for those that have one.
    pub fn named(name: &str, axis: DVec3) -> Option<Self> {
        let kinds = [Self::Fixed, Self::Revolute { axis }, Self::Prismatic { axis }, Self::Ball, Self::Free];
        kinds.into_iter().find(|kind| kind.name() == name)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        let [fixed, revolute, prismatic, ball, free] = Self::NAMES;
        match self {
            Self::Fixed => fixed,
            Self::Revolute { .. } => revolute,
            Self::Prismatic { .. } => prismatic,
            Self::Ball => ball,
            Self::Free => free,
        }
    }

    /// What it turns about or slides along, if it is one axis.
    pub fn axis(self) -> Option<DVec3> {
        match self {
            Self::Revolute { axis } | Self::Prismatic { axis } => Some(axis),
            Self::Fixed | Self::Ball | Self::Free => None,
        }
    }

    /// Number of velocities.
    pub fn velocities(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute { .. } | Self::Prismatic { .. } => 1,
            Self::Ball => 3,
            Self::Free => 6,
        }
    }

    /// Number of coordinates: a rotation takes four (quaternion x, y, z, w).
    pub fn coordinates(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute { .. } | Self::Prismatic { .. } => 1,
            Self::Ball => 4,
            Self::Free => 7,
        }
    }
}

/// Soft stops at both ends of a one-dof joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Lower end \[m or rad\].
    pub lower: f64,
    /// Upper end \[m or rad\].
    pub upper: f64,
    /// Stiffness of the stops \[N/m or N·m/rad\].
    pub stiffness: f64,
    /// Their damping \[N·s/m or N·m·s/rad\].
    pub damping: f64,
}

/// Dry friction by a bristle: holds without creep below `force`, slides at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DryFriction {
    /// Force at which it slides \[N or N·m\].
    pub force: f64,
    /// Stiffness while it holds \[N/m or N·m/rad\].
    pub stiffness: f64,
}

/// A spring that pulls a one-dof joint to its rest position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Stiffness \[N/m or N·m/rad\].
    pub stiffness: f64,
    /// Where it is slack \[m or rad\].
    pub rest: f64,
}

/// A joint that follows another: `q = ratio × q_leader + offset`. As in [`Joint`], a scene has the leader by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic<Leader = BodyId> {
    /// The body whose joint leads.
    pub body: Leader,
    /// Ratio of the positions.
    pub ratio: f64,
    /// Position while the leader is at zero \[m or rad\].
    pub offset: f64,
}

/// A joint.
///
/// It is described here for scenes as well. They differ in two things, since a file cannot hold what is known only once the
/// model is put together: they name the body that leads, and have the numbers of a motion in place of the motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint<Leader = BodyId, Motion = Trajectory> {
    /// Which motions are free.
    pub kind: JointKind,
    /// Stops; one-dof joints only.
    pub limits: Option<Limits>,
    /// Viscous damping per velocity \[N·s/m or N·m·s/rad\].
    pub damping: f64,
    /// Dry friction; one-dof joints only.
    pub friction: Option<DryFriction>,
    /// Inertia that moves with the joint beside the bodies', such as a rotor's, per velocity \[kg or kg·m²\].
    pub armature: f64,
    /// Spring; one-dof joints only.
    pub spring: Option<Spring>,
    /// Follows another joint; one-dof joints only.
    pub mimic: Option<Mimic<Leader>>,
    /// Prescribed motion; one-dof joints only. Whatever force it takes is there.
    pub motion: Option<Motion>,
}

impl<Leader, Motion> Joint<Leader, Motion> {
    /// A joint without limits, friction and the like.
    pub fn new(kind: JointKind) -> Self {
        Self {
            kind,
            limits: None,
            damping: 0.0,
            friction: None,
            armature: 0.0,
            spring: None,
            mimic: None,
            motion: None,
        }
    }

    /// The same joint of a model: `leader` finds the body of a name, `motion` makes the motion.
    pub fn resolved<E>(
        self,
        leader: impl FnOnce(Leader) -> Result<BodyId, E>,
        motion: impl FnOnce(Motion) -> Result<Trajectory, E>,
    ) -> Result<Joint, E> {
        let Self { kind, limits, damping, friction, armature, spring, mimic, motion: moves } = self;
        let follow = |Mimic { body, ratio, offset }| Ok(Mimic { body: leader(body)?, ratio, offset });
        let (mimic, motion) = (mimic.map(follow).transpose()?, moves.map(motion).transpose()?);
        Ok(Joint { kind, limits, damping, friction, armature, spring, mimic, motion })
    }
}

impl Joint {
    /// Welded to the parent.
    pub fn fixed() -> Self {
        Self::new(JointKind::Fixed)
    }

    /// A hinge.
    pub fn revolute(axis: DVec3) -> Self {
        Self::new(JointKind::Revolute { axis })
    }

    /// A slide.
    pub fn prismatic(axis: DVec3) -> Self {
        Self::new(JointKind::Prismatic { axis })
    }

    /// A ball in a socket.
    pub fn ball() -> Self {
        Self::new(JointKind::Ball)
    }

    /// No joint at all: a free body.
    pub fn free() -> Self {
        Self::new(JointKind::Free)
    }

    /// The same with soft stops.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits: Some(limits), ..self }
    }

    /// The same with viscous damping.
    #[must_use]
    pub fn with_damping(self, damping: f64) -> Self {
        Self { damping, ..self }
    }

    /// The same with dry friction.
    #[must_use]
    pub fn with_friction(self, friction: DryFriction) -> Self {
        Self { friction: Some(friction), ..self }
    }

    /// The same with added inertia.
    #[must_use]
    pub fn with_armature(self, armature: f64) -> Self {
        Self { armature, ..self }
    }

    /// The same with a spring.
    #[must_use]
    pub fn with_spring(self, spring: Spring) -> Self {
        Self { spring: Some(spring), ..self }
    }

    /// The same, following another joint.
    #[must_use]
    pub fn with_mimic(self, mimic: Mimic) -> Self {
        Self { mimic: Some(mimic), ..self }
    }

    /// The same with a prescribed motion.
    #[must_use]
    pub fn with_motion(self, motion: Trajectory) -> Self {
        Self { motion: Some(motion), ..self }
    }

    /// Checks every number, and makes the axis a unit vector.
    pub(crate) fn checked(mut self, body: &str) -> Result<Self, ModelError> {
        let bad = |what: &'static str, why: String| ModelError::BadJoint { body: body.into(), what, why };
        if let JointKind::Revolute { axis } | JointKind::Prismatic { axis } = &mut self.kind {
            let length = axis.length();
            if !(length > 1e-9 && length.is_finite()) {
                return Err(bad("axis", format!("is {axis}; give a direction that is not zero")));
            }
            *axis /= length;
        }
        let not_negative = |what, value: f64| match value >= 0.0 && value.is_finite() {
            true => Ok(()),
            false => Err(bad(what, format!("is {value}; it must be finite and not negative"))),
        };
        let positive = |what, value: f64| match value > 0.0 && value.is_finite() {
            true => Ok(()),
            false => Err(bad(what, format!("is {value}; it must be positive and finite"))),
        };
        not_negative("damping", self.damping)?;
        not_negative("armature", self.armature)?;
        if let Some(limits) = &self.limits {
            let ordered = limits.lower < limits.upper;
            if !(ordered && limits.lower.is_finite() && limits.upper.is_finite()) {
                let why = format!("run from {} to {}; lower must be below upper", limits.lower, limits.upper);
                return Err(bad("limits", why));
            }
            positive("stiffness of the limits", limits.stiffness)?;
            not_negative("damping of the limits", limits.damping)?;
        }
        if let Some(friction) = &self.friction {
            not_negative("dry friction", friction.force)?;
            positive("stiffness of the dry friction", friction.stiffness)?;
        }
        if let Some(spring) = &self.spring {
            not_negative("stiffness of the spring", spring.stiffness)?;
            if !spring.rest.is_finite() {
                return Err(bad("rest position of the spring", "must be finite".into()));
            }
        }
        if let Some(mimic) = &self.mimic
            && !(mimic.ratio.is_finite() && mimic.offset.is_finite() && mimic.ratio != 0.0)
        {
            return Err(bad(
                "mimic",
                "needs a ratio that is finite and not zero, and a finite offset".into(),
            ));
        }
        if self.mimic.is_some() && self.motion.is_some() {
            return Err(bad("motion", "is prescribed, but the joint follows another: choose one".into()));
        }
        let one_dof_only = [
            ("limits", self.limits.is_some()),
            ("dry friction", self.friction.is_some()),
            ("spring", self.spring.is_some()),
            ("mimic", self.mimic.is_some()),
            ("motion", self.motion.is_some()),
        ];
        match one_dof_only.iter().find(|(_, given)| *given) {
            Some((what, _)) if self.kind.velocities() != 1 => {
                Err(bad(what, "needs a revolute or prismatic joint".into()))
            }
            _ => Ok(self),
        }
    }
}
