//! Grippers with two parallel jaws.

use super::pad::Pad;
use bristle_geometry::Pose;
use bristle_geometry::shape::Cuboid;
use bristle_world::motor::PositionGains;
use bristle_world::{
    Body, BodyId, Inertia, Joint, Limits, Mass, Mimic, ModelBuilder, Motor, MotorId, SkinId, Spring,
};
use glam::DVec3;

/// How the jaws are driven.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drive {
    /// One motor, the second jaw follows: a PG70, with this largest force at each finger [N].
    Linked { force: f64 },
    /// A spring behind each finger [N/m], which rests where it presses its pad in with this force [N].
    Sprung { stiffness: f64, damping: f64, force: f64 },
}

/// A gripper to be built.
#[derive(Clone, Debug)]
pub(crate) struct Parallel {
    pub(crate) pad: Pad,
    /// Of each jaw [kg].
    pub(crate) jaw_mass: f64,
    /// Between the pads while the jaws are at zero [m].
    pub(crate) opening: f64,
    pub(crate) drive: Drive,
    /// Pose of G in the world.
    pub(crate) mount: Pose,
    /// Carries the palm.
    pub(crate) wrist: Joint,
    /// From the wrist to the origin of G [m].
    pub(crate) reach: DVec3,
}

/// A gripper in a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gripper {
    pub(crate) palm: BodyId,
    pub(crate) jaws: [BodyId; 2],
    pub(crate) skins: [SkinId; 2],
    pub(crate) motor: Option<MotorId>,
}

/// Stroke of both jaws together [m], speed [m/s] and acceleration [m/s²] of a Schunk PG70.
pub(crate) const PG70_STROKE: f64 = 0.069;
const PG70_SPEED: f64 = 0.083;
const PG70_ACCELERATION: f64 = 0.320;

const FINGER_THICKNESS: f64 = 0.012;

impl Parallel {
    /// A PG70 with two DSA pads, open.
    pub(crate) fn pg70(force: f64) -> Self {
        Self {
            pad: Pad::DSA,
            jaw_mass: 0.3,
            opening: PG70_STROKE,
            drive: Drive::Linked { force },
            mount: Pose::IDENTITY,
            wrist: Joint::fixed(),
            reach: DVec3::ZERO,
        }
    }

    pub(crate) fn mount(&self, builder: &mut ModelBuilder) -> Gripper {
        let joint = self.wrist.clone();
        let palm = builder
            .body(Body { name: "palm".into(), parent: None, pose: self.mount, joint, inertia: Inertia::ZERO })
            .unwrap();
        let left = self.jaw(builder, palm, "left", 1.0, None);
        let right = self.jaw(builder, palm, "right", -1.0, Some(left.0));
        let motor = match self.drive {
            Drive::Linked { force } => Some(builder.motor(self.motor(left.0, force)).unwrap()),
            Drive::Sprung { .. } => None,
        };
        Gripper { palm, jaws: [left.0, right.0], skins: [left.1, right.1], motor }
    }

    /// One motor moves both jaws, so it pushes with twice the force at a finger.
    fn motor(&self, body: BodyId, force: f64) -> Motor {
        Motor::builder("drive", body)
            .effort_limit(2.0 * force)
            .speed_limit(PG70_SPEED)
            .acceleration_limit(PG70_ACCELERATION)
            .position_gains(PositionGains { stiffness: 2e4, damping: 2e2, integral: 0.0 })
            .build()
            .unwrap()
    }

    /// The jaw whose pad faces `side` of y.
    fn jaw(
        &self,
        builder: &mut ModelBuilder,
        palm: BodyId,
        name: &str,
        side: f64,
        leader: Option<BodyId>,
    ) -> (BodyId, SkinId) {
        let (length, width) =
            (self.pad.pitch * self.pad.rows as f64, self.pad.pitch * self.pad.columns as f64);
        let half = 0.5 * DVec3::new(length, width, FINGER_THICKNESS);
        let finger = bristle_geometry::Shape::from(Cuboid::new(half).unwrap());
        let facing = self.pad.facing(side);
        // The body ends where its pad begins.
        let depth = 0.5 * FINGER_THICKNESS + self.pad.texels.thickness;
        let body_pose = facing * Pose::from_translation(-DVec3::Z * depth);
        let inertia = Inertia::of_shape(&finger, Mass::Total(self.jaw_mass)).unwrap().posed(body_pose);
        let mut joint = Joint::prismatic(DVec3::Y * side).with_limits(Limits {
            lower: -1e-3,
            upper: 0.5 * self.opening + 5e-3,
            stiffness: 1e5,
            damping: 1e2,
        });
        match (self.drive, leader) {
            (Drive::Linked { .. }, Some(body)) => {
                joint.limits = None;
                joint = joint.with_mimic(Mimic { body, ratio: 1.0, offset: 0.0 });
            }
            (Drive::Linked { .. }, None) => {}
            (Drive::Sprung { stiffness, damping, force }, _) => {
                let pressed_in = force / (self.pad.texels.k * self.pad.count() as f64);
                let spring = Spring { stiffness, rest: pressed_in + force / stiffness };
                joint = joint.with_spring(spring).with_damping(damping);
            }
        }
        let pose = Pose::from_translation(self.reach + DVec3::Y * (-0.5 * side * self.opening));
        let body = Body { name: name.into(), parent: Some(palm), pose, joint, inertia };
        let id = builder.body(body).unwrap();
        builder.shape(id, format!("{name} finger"), finger, body_pose).unwrap();
        (id, builder.skin(id, name, self.pad.skin(), facing).unwrap())
    }
}
