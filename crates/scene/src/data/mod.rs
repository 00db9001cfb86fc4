//! A scene as plain data: what the file says, in SI units, every number checked.

mod body;
mod controller;
mod disturbance;
mod joint;
mod layout;
mod material;
mod motor;
mod record;
mod run;
mod sensor;
mod shape;
mod skin;
mod table_file;
mod trajectory;

pub use body::{BodyDescription, BodyMass, PatchSurface, Start};
pub use controller::{Event, MotorCommand, Phase, PhaseEnd, Script};
pub use disturbance::Disturbance;
pub use joint::{JointDescription, MimicDescription};
pub use layout::Layout;
pub use material::Material;
pub use motor::{GearDescription, MotorDescription};
pub use record::Record;
pub use run::Run;
pub use sensor::{SensorDescription, SensorMeasures};
pub use shape::{MeshFile, ShapeDescription, ShapeKind};
pub use skin::SkinDescription;

use crate::error::{ErrorKind, Fault};
use crate::node::Node;
use crate::view::View;
use bristle_world::JointKind;
use glam::DVec3;

/// Everything a scene says. Names are unique among things of one kind; things are in the order of the file, those of
/// included files after the file's own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneData {
    /// What reports are headed with.
    pub title: String,
    /// A few sentences for people.
    pub description: String,
    /// Acceleration of free fall \[m/s²\].
    pub gravity: DVec3,
    /// How long and how finely time passes.
    pub run: Run,
    /// Materials.
    pub materials: Vec<Material>,
    /// Bodies.
    pub bodies: Vec<BodyDescription>,
    /// Tactile skins.
    pub skins: Vec<SkinDescription>,
    /// Motors.
    pub motors: Vec<MotorDescription>,
    /// Sensors beside the skins.
    pub sensors: Vec<SensorDescription>,
    /// Pairs of bodies that pass through each other.
    pub exclude: Vec<(String, String)>,
    /// What befalls the bodies.
    pub disturbances: Vec<Disturbance>,
    /// What commands the motors.
    pub script: Option<Script>,
    /// What is written down.
    pub record: Record,
}

impl SceneData {
    pub(crate) fn read(scene: View<'_>) -> Result<Self, Fault> {
        let mut data = Self {
            title: scene.name("title")?,
            description: scene.name("description")?,
            gravity: scene.table("world")?.vector("gravity")?,
            run: Run::read(scene.table("run")?)?,
            materials: Vec::new(),
            bodies: Vec::new(),
            skins: Vec::new(),
            motors: Vec::new(),
            sensors: Vec::new(),
            exclude: Vec::new(),
            disturbances: Vec::new(),
            script: None,
            record: Record::read(scene.table("record")?)?,
        };
        for (name, _, view) in scene.named("materials") {
            data.materials.push(Material::read(name, view)?);
        }
        for (name, _, view) in scene.named("bodies") {
            data.bodies.push(BodyDescription::read(name, view)?);
        }
        for (name, _, view) in scene.named("skins") {
            data.skins.push(SkinDescription::read(name, view)?);
        }
        for (name, _, view) in scene.named("motors") {
            data.motors.push(MotorDescription::read(name, view)?);
        }
        for (name, _, view) in scene.named("sensors") {
            let sensor = SensorDescription::read(name, view, &data)?;
            data.sensors.push(sensor);
        }
        for pair in scene.list("exclude") {
            data.exclude.push(read_pair(pair)?);
        }
        for view in scene.tables("disturbances") {
            data.disturbances.push(Disturbance::read(view)?);
        }
        if let Some(view) = scene.maybe_table("controller") {
            data.script = Some(Script::read(view, &data)?);
        }
        Ok(data)
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

    /// The kind of joint that a body has.
    fn joint_kind(&self, body: &str) -> Option<JointKind> {
        self.body(body).map(|body| body.joint.kind)
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
fn fitting_unit(view: View<'_>, key: &str, kind: JointKind) -> Result<(), Fault> {
    let wrong = match (kind, view.suffix(key)) {
        (JointKind::Revolute { .. }, Some("mm")) => "a revolute joint turns: write it in rad, or as `…_deg`",
        (JointKind::Prismatic { .. }, Some("deg")) => "a prismatic joint slides: write it in m, or as `…_mm`",
        _ => return Ok(()),
    };
    Err(Fault::new(
        ErrorKind::Conflict,
        view.at_key(key),
        format!("`{key}` is in the wrong unit for this joint"),
    )
    .note(wrong))
}
