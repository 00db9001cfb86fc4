//! A scene as plain data: what the file says, in SI units, every number checked.
//!
//! Each file describes one thing, once: see `describe`.

mod body;
mod bond;
mod chain;
mod class;
mod controller;
mod device;
mod disturbance;
mod include;
mod joint;
mod layout;
mod material;
mod motion;
mod motor;
mod pose;
mod record;
mod run;
mod sensor;
mod shape;
mod signal;
mod skin;
mod table_file;
mod texels;

pub use body::{BodyDescription, BodyMass, PlainSurface, Start, TouchedBy};
pub use bond::{LoopDescription, TendonDescription, TendonJoint};
pub use bristle_transduction::Profile;
pub use chain::{Chain, Configuration};
pub use class::Class;
pub use controller::{
    ControllerDescription, Event, JointPosition, JointSpeed, MotorCommand, Phase, PhaseEnd, Script,
    SkinForce, Slip,
};
pub use disturbance::{AddMass, Disturbance, Push, Shake};
pub use include::{Base, Include, RobotOptions, SelfContact};
pub use joint::{JointDescription, MimicDescription};
pub use layout::{
    BendingBody, BendingCap, BendingCylinder, BentGrid, BentOver, BodySurface, Cap, Cells, Fingertip, Grid,
    Layout, TexelsOn,
};
pub use material::Material;
pub use motion::{Motion, Waypoints};
pub use motor::MotorDescription;
pub use record::Record;
pub use run::Run;
pub use sensor::{
    Distance, DriveNoise, Encoder, ForceTorque, Inertial, SensorDescription, SensorMeasures, TexelSlip, Touch,
};
pub use shape::{
    Cuboid, Cylinder, Ellipsoid, MeshFile, ShapeDescription, ShapeKind, ShapeRole, Sphere, SprayBottle,
};
pub use signal::{BandForce, Centroid, Fa1, Fa2, Sa1, Sa2, SignalCells, SignalDescription, SignalKind};
pub use skin::SkinDescription;
pub use texels::Texels;

pub(crate) use device::read_device;
pub(crate) use pose::PoseTable;

use crate::Tree;
use crate::describe::{Field, Kind, Range, Space, described, list, name, numbers};
use crate::error::{ErrorKind, Fault};
use crate::node::Node;
use crate::validate::validate;
use crate::view::View;
use bristle_system::input::{self, Problem};
use bristle_world::JointKind;
use glam::DVec3;
use std::path::{Path, PathBuf};

described! {
    /// The top of a scene file.
    pub struct SceneData as "scene", check(validate) {
        /// what reports are headed with
        title: String = or(String::new()), Kind::Line(true);
        /// a few sentences for people
        description: String = or(String::new());
        /// other files whose parts are taken over
        include: Vec<Include> = maybe;
        /// keys that several things have in common, by class
        classes: Vec<Class> = maybe;
        /// folders in which `package://name/…` is looked for; those above the file that says so are searched as well
        packages: Vec<PathBuf> = maybe;
        /// what acts on everything
        world: Surroundings = or(Surroundings::default());
        /// how long and how finely time passes
        run: Run = or(Run::default());
        /// materials by name
        materials: Vec<Material> = maybe;
        /// bodies by name
        bodies: Vec<BodyDescription> = maybe;
        /// tactile skins by name
        skins: Vec<SkinDescription> = maybe;
        /// motors by name
        motors: Vec<MotorDescription> = maybe;
        /// sensors by name
        sensors: Vec<SensorDescription> = maybe;
        /// joints that close loops, by name
        loops: Vec<LoopDescription> = maybe;
        /// tendons over joints, by name
        tendons: Vec<TendonDescription> = maybe;
        /// tactile channels by name
        signals: Vec<SignalDescription> = maybe;
        /// pairs of bodies that pass through each other
        exclude: Vec<(String, String)> = maybe;
        /// kinematic chains by name
        chains: Vec<Chain> = maybe;
        /// positions of joints by name
        configurations: Vec<Configuration> = maybe;
        /// the configuration that it begins in; a body with a `start` begins there
        start: Option<String> = maybe, name(Space::Configuration);
        /// what acts on the bodies from outside
        disturbances: Vec<Disturbance> = maybe;
        /// what commands the motors
        controller: Option<ControllerDescription> = maybe;
        /// what is written down
        record: Record = or(Record::default());
    }

    /// What acts on everything.
    #[derive(Copy)]
    pub struct Surroundings as "world" {
        /// acceleration of free fall in the world frame, z up
        gravity: DVec3 = or(DVec3::new(0.0, 0.0, -9.81)), numbers(3, Range::within(-1e3, 1e3), "m/s²");
    }
}

impl SceneData {
    /// The scene as a tree of values, as a file would have it.
    pub fn to_tree(&self) -> Tree {
        self.tree()
    }

    /// The body of a name.
    pub fn body(&self, name: &str) -> Option<&BodyDescription> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The material of a name.
    pub fn material(&self, name: &str) -> Option<&Material> {
        self.materials.iter().find(|material| material.name == name)
    }

    /// The skin of a name.
    pub fn skin(&self, name: &str) -> Option<&SkinDescription> {
        self.skins.iter().find(|skin| skin.name == name)
    }

    /// The motor of a name.
    pub fn motor(&self, name: &str) -> Option<&MotorDescription> {
        self.motors.iter().find(|motor| motor.name == name)
    }

    /// The configuration of a name.
    pub fn configuration(&self, name: &str) -> Option<&Configuration> {
        self.configurations.iter().find(|configuration| configuration.name == name)
    }

    /// The joint of a body, if it has one degree of freedom.
    fn one_dof(&self, body: &str) -> Option<JointKind> {
        self.body(body).map(|body| body.joint.kind).filter(|kind| kind.velocities() == 1)
    }
}

/// Pairs of bodies.
impl Field for Vec<(String, String)> {
    fn kind() -> Kind {
        list(list(name(Space::Body)))
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        let list = view.get(key).and_then(Node::as_list);
        list.map(|pairs| pairs.iter().map(read_pair).collect()).transpose()
    }

    fn tree(&self) -> Tree {
        let pair = |(a, b): &(String, String)| Tree::List(vec![Tree::Text(a.clone()), Tree::Text(b.clone())]);
        Tree::List(self.iter().map(pair).collect())
    }

    fn unset() -> Self {
        Vec::new()
    }

    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

fn read_pair(node: &Node) -> Result<(String, String), Fault> {
    match node.as_list().unwrap_or_default() {
        [a, b] => match (a.as_text(), b.as_text()) {
            (Some(a), Some(b)) if a != b => Ok((a.to_owned(), b.to_owned())),
            _ => Err(Fault::new(ErrorKind::Conflict, node.at, "a body always passes through itself")
                .note("allowed: two different bodies")),
        },
        names => {
            let message = format!("`exclude` needs pairs of bodies, but this has {}", names.len());
            Err(Fault::new(ErrorKind::OutOfRange, node.at, message).note("allowed: [\"one\", \"other\"]"))
        }
    }
}

/// Refuses millimetres at a hinge and degrees at a slide.
pub(crate) fn fitting_unit(view: View<'_>, key: &str, kind: JointKind) -> Result<(), Fault> {
    let wrong = match (kind, view.suffix(key)) {
        (JointKind::Revolute { .. }, Some("mm")) => "a revolute joint turns: write it in rad, or as `…_deg`",
        (JointKind::Prismatic { .. }, Some("deg")) => "a prismatic joint slides: write it in m, or as `…_mm`",
        _ => return Ok(()),
    };
    let message = format!("`{key}` is in the wrong unit for this joint");
    Err(view.fault(ErrorKind::Conflict, key, message).note(wrong))
}

/// Refuses what stands at the key `file` unless it can be read.
fn check_readable(path: &Path, view: View<'_>) -> Result<(), Fault> {
    input::open(path).map(drop).map_err(|problem| {
        let message = format!("cannot read `{}`: {problem}", path.display());
        let fault = view.fault(ErrorKind::Unreadable, "file", message);
        match problem {
            Problem::Missing => fault.note("help: paths are relative to the file that names them"),
            _ => fault,
        }
    })
}
