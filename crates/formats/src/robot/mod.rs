//! A robot as all formats can say it: links, joints, shapes, inertias, actuators, sensors, loops, tendons, chains.
//!
//! Readers make a [`Robot`], writers take one. Lengths are in metres, angles in radians, masses in kilograms, z points up. Names are those of the
//! file; scenes have stricter ones, and whoever makes a scene translates them.

mod bonds;
mod forest;
mod inertia;
mod join;
mod notes;
mod zero;

pub use bonds::{Loop, Tendon, TendonPath};
pub use forest::Forest;
pub(crate) use forest::MOST_LINKS;
pub use inertia::repaired;
pub(crate) use inertia::{objection as inertia_objection, principal};
pub(crate) use join::Marks;
pub use notes::{Note, NoteKind, Notes};
pub(crate) use zero::zero_poses;

use crate::error::{ErrorKind, Result};
use crate::xml::El;
use bristle_geometry::Pose;
use bristle_scene::Tree;
use bristle_scene::data::{Material, ShapeKind, ShapeRole, SkinDescription};
use bristle_world::Inertia;
use glam::DVec3;

/// A robot, or several, and what stands around.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Robot {
    /// What the file calls it.
    pub name: String,
    /// Rigid parts.
    pub links: Vec<Link>,
    /// What connects them. A link that no joint carries stands in the world.
    pub joints: Vec<Joint>,
    /// Joints and constraints that close a kinematic loop.
    pub loops: Vec<Loop>,
    /// Cords over several joints.
    pub tendons: Vec<Tendon>,
    /// What drives joints and tendons.
    pub actuators: Vec<Actuator>,
    /// Sensors that are no skins.
    pub sensors: Vec<Sensor>,
    /// Tactile skins, on links by name.
    pub skins: Vec<SkinDescription>,
    /// Materials of the skins.
    pub materials: Vec<Material>,
    /// Pairs of links that pass through each other, by name.
    pub exclude: Vec<(String, String)>,
    /// Named chains.
    pub chains: Vec<NamedChain>,
    /// Named configurations.
    pub configurations: Vec<NamedConfiguration>,
    /// Acceleration of free fall \[m/s²\], if the file says it.
    pub gravity: Option<DVec3>,
    /// Length of a step \[s\], if the file says it.
    pub step: Option<f64>,
    /// What only Bristle knows how to say; it is laid over the scene.
    pub extension: Option<Tree>,
    /// What was dropped, guessed or repaired on the way.
    pub notes: Notes,
}

/// A rigid part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Where it is in the file, such as `robot.urdf:12`.
    pub at: String,
    /// Where it is in the world while all joints are at zero, if no joint carries it.
    pub pose: Pose,
    /// How heavy it is.
    pub mass: LinkMass,
    /// Its solids and looks.
    pub shapes: Vec<LinkShape>,
}

/// How heavy a link is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LinkMass {
    /// The file does not say.
    #[default]
    None,
    /// In the link's frame.
    Given(Inertia),
    /// Of its solid shapes \[kg/m³\].
    Density(f64),
}

impl LinkMass {
    /// Itself, or nothing.
    pub(crate) fn filter(self, keep: bool) -> Self {
        if keep { self } else { Self::None }
    }
}

/// A solid on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkShape {
    /// Its name, empty if it has none.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// Whether it is touched, drawn or both.
    pub role: ShapeRole,
    /// Where it is on its link.
    pub pose: Pose,
    /// What it is.
    pub kind: ShapeKind,
    /// Red, green, blue, opacity.
    pub colour: Option<[f64; 4]>,
}

/// Carries a link: `X_PC(q) = origin · Π T(anchor) M(q) T(−anchor)`, over its motions from the parent's side to the child's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// What it hangs on, by name; the world if none.
    pub parent: Option<String>,
    /// What it carries, by name.
    pub child: String,
    /// The child in its parent while all motions are at zero.
    pub origin: Pose,
    /// What it leaves free; nothing, if there are none.
    pub motions: Vec<Motion>,
}

impl Joint {
    /// Holds a link on another, by name.
    pub(crate) fn fixed(link: &Link, parent: &str, origin: Pose) -> Self {
        Self {
            name: format!("{}_fixed", link.name),
            at: link.at.clone(),
            parent: Some(parent.to_owned()),
            child: link.name.clone(),
            origin,
            motions: Vec::new(),
        }
    }

    /// Lets a link go, from where it is.
    pub(crate) fn free(link: &Link) -> Self {
        let name = format!("{}_free", link.name);
        Self {
            name: name.clone(),
            at: link.at.clone(),
            parent: None,
            child: link.name.clone(),
            origin: link.pose,
            motions: vec![Motion::new(name, &link.at, MotionKind::Free)],
        }
    }

    /// Counts positions from elsewhere: `references` are the positions in which the child is at [`origin`](Self::origin) by now.
    pub(crate) fn take_back(&mut self, references: &[f64]) {
        for (k, &reference) in references.iter().enumerate().take(self.motions.len()) {
            let motion = self.motions[k].clone();
            if reference == 0.0 {
                continue;
            }
            let anchor = Pose::from_translation(motion.anchor);
            let back = anchor * motion.kind.pose(-reference) * anchor.inverse();
            self.origin = self.origin * back;
            // What moves before it moves in the frame that was turned back.
            for earlier in &mut self.motions[..k] {
                earlier.anchor = back.inverse().transform_point(earlier.anchor);
                earlier.kind = match earlier.kind {
                    MotionKind::Revolute(axis) => MotionKind::Revolute(back.inverse().transform_vector(axis)),
                    MotionKind::Prismatic(axis) => {
                        MotionKind::Prismatic(back.inverse().transform_vector(axis))
                    }
                    other => other,
                };
            }
        }
    }
}

/// One way in which a joint can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Its name; that of its joint, if it is the only one.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// What it leaves free.
    pub kind: MotionKind,
    /// A point of its axis, or its centre, in the child's frame \[m\].
    pub anchor: DVec3,
    /// Stops, resistance and the like, in units of the motion.
    pub limits: Option<[f64; 2]>,
    /// Stiffness and damping of the stops, if the file says it.
    pub stops: Option<(f64, f64)>,
    /// Largest effort of what drives it \[N or N·m\].
    pub effort: Option<f64>,
    /// Largest speed \[m/s or rad/s\].
    pub speed: Option<f64>,
    /// Largest acceleration \[m/s² or rad/s²\].
    pub acceleration: Option<f64>,
    /// Viscous.
    pub damping: f64,
    /// Dry friction \[N or N·m\].
    pub friction: f64,
    /// Inertia that moves with it \[kg or kg·m²\].
    pub armature: f64,
    /// Stiffness and rest position of a spring.
    pub spring: Option<(f64, f64)>,
    /// Follows another motion.
    pub mimic: Option<FollowedMotion>,
    /// Where it begins, if not at zero.
    pub start: Option<f64>,
}

impl Motion {
    /// A motion without limits and resistance.
    pub fn new(name: impl Into<String>, at: impl Into<String>, kind: MotionKind) -> Self {
        Self {
            name: name.into(),
            at: at.into(),
            kind,
            anchor: DVec3::ZERO,
            limits: None,
            stops: None,
            effort: None,
            speed: None,
            acceleration: None,
            damping: 0.0,
            friction: 0.0,
            armature: 0.0,
            spring: None,
            mimic: None,
            start: None,
        }
    }
}

/// What a motion leaves free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionKind {
    /// Turning about an axis in the child's frame; a unit vector.
    Revolute(DVec3),
    /// Sliding along an axis in the child's frame; a unit vector.
    Prismatic(DVec3),
    /// Turning about any axis.
    Ball,
    /// Everything.
    Free,
}

impl MotionKind {
    /// Whether it has one coordinate.
    pub fn is_single(self) -> bool {
        matches!(self, Self::Revolute(_) | Self::Prismatic(_))
    }

    /// How a place moves by a coordinate.
    pub fn pose(self, q: f64) -> Pose {
        match self {
            Self::Revolute(axis) => Pose::from_axis_angle(axis, q),
            Self::Prismatic(axis) => Pose::from_translation(axis * q),
            Self::Ball | Self::Free => Pose::IDENTITY,
        }
    }
}

/// `q = ratio × q of the other + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowedMotion {
    /// The motion that leads, by name.
    pub leader: String,
    /// Ratio.
    pub ratio: f64,
    /// While the leader is at zero.
    pub offset: f64,
}

/// What drives a joint or tendon.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// Its name.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// What it drives.
    pub drives: Driven,
    /// How it is commanded.
    pub control: Control,
    /// Largest effort at the joint.
    pub effort: Option<f64>,
    /// Largest speed at the joint.
    pub speed: Option<f64>,
    /// Largest acceleration at the joint.
    pub acceleration: Option<f64>,
    /// Data of an electric motor, if the file has them.
    pub electric: Option<Electric>,
}

impl Actuator {
    /// An actuator without limits of its own.
    pub fn new(name: impl Into<String>, at: impl Into<String>, drives: Driven, control: Control) -> Self {
        Self {
            name: name.into(),
            at: at.into(),
            drives,
            control,
            effort: None,
            speed: None,
            acceleration: None,
            electric: None,
        }
    }
}

/// A direct-current motor and its gear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Electric {
    /// Torque per current \[N·m/A\].
    pub torque_constant: f64,
    /// Of the winding \[Ω\].
    pub resistance: f64,
    /// Of the supply \[V\].
    pub voltage: f64,
    /// Largest current \[A\].
    pub current: f64,
    /// Turns of the motor per turn of the joint.
    pub gear_ratio: f64,
    /// Of the rotor \[kg·m²\].
    pub rotor_inertia: f64,
}

/// What an actuator drives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driven {
    /// A motion, by name.
    Motion(String),
    /// A tendon, by name.
    Tendon(String),
}

/// How an actuator is commanded, in units of the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// The file says nothing.
    Unknown,
    /// By its effort.
    Effort,
    /// By a position: stiffness, damping and integral gain.
    Position {
        /// Proportional gain.
        stiffness: f64,
        /// Derivative gain.
        damping: f64,
        /// Integral gain.
        integral: f64,
    },
    /// By a position, damped in proportion to what has to be moved.
    DampedPosition {
        /// Proportional gain.
        stiffness: f64,
        /// 1 is critical.
        ratio: f64,
    },
    /// By a velocity.
    Velocity {
        /// Proportional gain.
        gain: f64,
    },
}

/// A sensor that is no skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    /// Its name.
    pub name: String,
    /// Where it is in the file.
    pub at: String,
    /// What it measures.
    pub kind: SensorKind,
    /// Samples per second.
    pub rate: Option<f64>,
    /// Standard deviation of a sample.
    pub noise: f64,
}

/// What a sensor measures; links and motions by name.
#[derive(Clone, Debug, PartialEq)]
pub enum SensorKind {
    /// The load in the joint that carries a link.
    ForceTorque {
        /// The link beyond the sensor.
        link: String,
        /// Its frame on the link.
        pose: Pose,
    },
    /// Proper acceleration.
    Accelerometer {
        /// The link that wears it.
        link: String,
        /// Its frame on the link.
        pose: Pose,
    },
    /// Angular velocity.
    Gyro {
        /// The link that wears it.
        link: String,
        /// Its frame on the link.
        pose: Pose,
    },
    /// Position of a motion.
    Encoder {
        /// The motion.
        motion: String,
    },
    /// Distance along z.
    Distance {
        /// The link that wears it.
        link: String,
        /// Its frame on the link.
        pose: Pose,
        /// How far it sees \[m\].
        range: f64,
    },
}

/// A chain by name, such as an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedChain {
    /// Its name.
    pub name: String,
    /// The link it begins at, by name; the world if none.
    pub base: Option<String>,
    /// The last link, by name.
    pub tip: String,
    /// The tool on that link.
    pub tool: Pose,
    /// Motions of the hand, by name, and in which direction each closes.
    pub hand: Vec<(String, f64)>,
}

/// Positions by name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedConfiguration {
    /// Its name.
    pub name: String,
    /// By the names of motions.
    pub positions: Vec<(String, f64)>,
}

impl Robot {
    /// Adds the link of an element, unless there are too many.
    pub(crate) fn add_link(&mut self, link: Link, of: El<'_>) -> Result<()> {
        if self.links.len() >= MOST_LINKS {
            let message = format!("{} has more than {MOST_LINKS} links", self.in_words());
            return Err(of
                .fault(ErrorKind::TooMany, message)
                .with_note("help: leave out what is far from the hand, or split the file"));
        }
        self.links.push(link);
        Ok(())
    }

    /// All motions with their joints.
    pub fn motions(&self) -> impl Iterator<Item = (&Joint, &Motion)> {
        self.joints.iter().flat_map(|joint| joint.motions.iter().map(move |motion| (joint, motion)))
    }

    /// The motion of a name.
    pub fn motion(&self, name: &str) -> Option<&Motion> {
        self.motions().map(|(_, motion)| motion).find(|motion| motion.name == name)
    }

    /// The link of a name.
    pub fn link(&self, name: &str) -> Option<&Link> {
        self.links.iter().find(|link| link.name == name)
    }
}
