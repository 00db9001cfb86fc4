//! From what a scene says to a model that can move.

mod adjacent;
mod falls_through;
mod inertia;
mod layout;
mod sensor;
mod skin;
mod solid;
mod start;

pub use layout::TexelsError;

use crate::data::{
    BodyDescription, ControllerDescription, Disturbance, JointDescription, LoopDescription, MotorDescription,
    Record, Run, Script, SignalDescription, TendonDescription, TouchedBy,
};
use crate::error::{ErrorKind, Fault, SceneError};
use crate::order::order;
use crate::scene::Scene;
use crate::source::Span;
use bristle_transduction::Chain;
use bristle_world::{
    Body, BodyId, Joint, LoopJoint, Model, ModelBuilder, ModelError, Motor, Overlap, Sensor, SkinId, State,
    Surface, Tendon, World,
};
use solid::Solid;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

/// All that a run needs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Built {
    /// What it was built from.
    pub scene: Arc<Scene>,
    /// What never changes.
    pub model: Arc<Model>,
    /// How it begins.
    pub state: State,
    /// How long and how finely time passes.
    pub run: Run,
    /// What commands the motors.
    pub controller: Option<ControllerDescription>,
    /// The controller, if it is a script.
    pub script: Option<Script>,
    /// What acts on the bodies from outside.
    pub disturbances: Vec<Disturbance>,
    /// Tactile channels.
    pub signals: Vec<SignalDescription>,
    /// What is written down.
    pub record: Record,
    /// Devices of the skins that have one.
    pub devices: BTreeMap<SkinId, Device>,
    /// What a person may want to know, such as a mesh that is not closed. Never an error.
    pub notes: Vec<String>,
    /// Bodies that begin inside each other.
    pub overlaps: Vec<Overlap>,
}

impl Built {
    /// The same with one more sensor, for example one of a user's own kind.
    pub fn with_sensor(mut self, sensor: Sensor) -> Result<Self, ModelError> {
        let model = Arc::unwrap_or_clone(self.model).with_sensor(sensor)?;
        self.state.grow_with(&model);
        self.model = Arc::new(model);
        Ok(self)
    }
}

/// What stands between the forces of a skin and its readings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Device {
    /// What it is called.
    pub name: String,
    /// Its layers, made for the skin.
    pub chain: Arc<Chain>,
}

impl Scene {
    /// Loads the meshes, makes the skins and surfaces, and puts everything together.
    pub fn build(&self) -> Result<Built, SceneError> {
        Assembly::new(self).build().map_err(|fault| fault.in_sources(&self.sources))
    }
}

struct Assembly<'a> {
    scene: &'a Scene,
    builder: ModelBuilder,
    bodies: BTreeMap<&'a str, BodyId>,
    skins: BTreeMap<&'a str, SkinId>,
    devices: BTreeMap<SkinId, Device>,
    notes: Vec<String>,
}

impl<'a> Assembly<'a> {
    fn new(scene: &'a Scene) -> Self {
        let mut builder = ModelBuilder::new();
        builder.gravity(scene.data.world.gravity);
        let (bodies, skins, devices) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { scene, builder, bodies, skins, devices, notes: Vec::new() }
    }

    fn build(mut self) -> Result<Built, Fault> {
        let data = &self.scene.data;
        for index in order(data, |name| self.scene.place("bodies", name))? {
            self.add_body(&data.bodies[index])?;
        }
        for skin in &data.skins {
            self.add_skin(skin)?;
        }
        for motor in &data.motors {
            self.add_motor(motor)?;
        }
        for sensor in &data.sensors {
            self.add_sensor(sensor)?;
        }
        for joint in &data.loops {
            self.close_loop(joint)?;
        }
        for tendon in &data.tendons {
            self.run_tendon(tendon)?;
        }
        for (a, b) in &data.exclude {
            let (a, b) = (self.body(a)?, self.body(b)?);
            self.builder.exclude(a, b);
        }
        for (a, b) in adjacent::pairs(data) {
            let (a, b) = (self.body(a)?, self.body(b)?);
            self.builder.exclude(a, b);
        }
        let scene = self.scene;
        let model = self.builder.build().map_err(|error| {
            let at = match &error {
                ModelError::Weightless { body, .. } => scene.place("bodies", body),
                ModelError::BadTarget { skin, .. } => scene.place("skins", skin),
                _ => None,
            };
            refused(&error, at)
        })?;
        let state = start::state(&model, data)
            .map_err(|(body, error)| refused(&error, scene.place("bodies", &body)))?;
        // Several skins of one mesh file would say the same.
        let mut notes: Vec<String> = Vec::new();
        let read = scene.notes.iter().cloned();
        for note in read.chain(self.notes).chain(falls_through::remarks(&model)) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        let mut world = World::new(model);
        world.set_state(state.clone()).map_err(|error| refused(&error, None))?;
        let overlaps = world.overlaps();
        Ok(Built {
            scene: Arc::new(scene.clone()),
            model: Arc::new(world.model().clone().reaching_out_of(&overlaps)),
            overlaps,
            state,
            run: data.run,
            controller: data.controller.clone(),
            script: data.controller.as_ref().and_then(ControllerDescription::script),
            disturbances: data.disturbances.clone(),
            signals: data.signals.clone(),
            record: data.record,
            devices: self.devices,
            notes,
        })
    }

    fn add_body(&mut self, body: &'a BodyDescription) -> Result<(), Fault> {
        let at = self.scene.place("bodies", &body.name);
        let solids: Vec<Solid> = body
            .solids()
            .map(|shape| {
                Solid::make(shape, &mut self.notes).map_err(|why| about(&body.name, &shape.name, &why, at))
            })
            .collect::<Result<_, _>>()?;
        let inertia = inertia::of_body(body.mass, &solids).map_err(|why| {
            Fault::new(ErrorKind::Refused, at, format!("the mass of `{}` cannot be known: {why}", body.name))
                .note("help: give `inertia = { mass, centre, moments }`")
        })?;
        let parent = body.parent.as_deref().map(|name| self.body(name)).transpose()?;
        let joint = self.joint(&body.joint)?;
        let made = Body { name: body.name.clone(), parent, pose: body.pose, joint, inertia };
        let id = self.builder.body(made).map_err(|error| refused(&error, at))?;
        self.bodies.insert(&body.name, id);
        if let Some(surface) = &body.surface {
            self.builder.yielding(id, surface.yielding()).map_err(|error| refused(&error, at))?;
        }

        for (shape, solid) in body.solids().zip(&solids) {
            let name = format!("{}/{}", body.name, shape.name);
            self.builder
                .shape(id, name, solid.shape.clone(), shape.pose)
                .map_err(|error| refused(&error, at))?;
        }
        self.set_surface(body, id, at)
    }

    fn close_loop(&mut self, joint: &LoopDescription) -> Result<(), Fault> {
        let made = LoopJoint {
            name: joint.name.clone(),
            bodies: [self.body(&joint.joins)?, self.body(&joint.to)?],
            frames: [joint.pose, joint.pose_on_second],
            kind: joint.kind(),
            spring: joint.spring,
        };
        let at = self.scene.place("loops", &joint.name);
        self.builder.close_loop(made).map_err(|error| refused(&error, at))?;
        Ok(())
    }

    fn run_tendon(&mut self, tendon: &TendonDescription) -> Result<(), Fault> {
        let joints = tendon.joints.iter().map(|joint| Ok((self.body(&joint.body)?, joint.by)));
        let made = Tendon {
            name: tendon.name.clone(),
            joints: joints.collect::<Result<_, Fault>>()?,
            rest_length: tendon.rest_length,
            stiffness: tendon.stiffness,
            damping: tendon.damping,
            kind: tendon.kind(),
        };
        let at = self.scene.place("tendons", &tendon.name);
        self.builder.tendon(made).map_err(|error| refused(&error, at))?;
        Ok(())
    }

    /// How the body touches other plain bodies.
    fn set_surface(&mut self, body: &BodyDescription, id: BodyId, at: Option<Span>) -> Result<(), Fault> {
        let surface = match (&body.contact, body.touched_by) {
            (_, TouchedBy::Skins) => None,
            (None, TouchedBy::Bodies) => return Ok(()),
            (Some(contact), TouchedBy::Bodies) => Some(Surface {
                material: self.material(&contact.material)?,
                edge_radius: contact.edge_radius,
                rolling_resistance: contact.rolling_resistance,
            }),
        };
        self.builder.surface(id, surface).map_err(|error| refused(&error, at))?;
        Ok(())
    }

    fn joint(&self, description: &JointDescription) -> Result<Joint, Fault> {
        description.clone().resolved(
            |name| self.body(&name),
            |motion| motion.trajectory().map_err(|(_, error)| refused(&error, None)),
        )
    }

    fn add_motor(&mut self, motor: &MotorDescription) -> Result<(), Fault> {
        let at = self.scene.place("motors", &motor.name);
        let mut builder = Motor::builder(&motor.name, self.body(&motor.drives)?);
        macro_rules! set {
            ($($given:ident as $setter:ident,)*) => {
                $(if let Some(given) = motor.$given {
                    builder = builder.$setter(given);
                })*
            };
        }
        set! {
            max_effort as effort_limit,
            max_speed as speed_limit,
            max_acceleration as acceleration_limit,
            position_gains as position_gains,
            velocity_gains as velocity_gains,
            winding as winding,
            gear as gear,
            rotor as rotor,
        }
        let built = builder.build().map_err(|error| refused(&error, at))?;
        self.builder.motor(built).map(drop).map_err(|error| refused(&error, at))
    }

    fn body(&self, name: &str) -> Result<BodyId, Fault> {
        // References were checked when the scene was read.
        self.bodies.get(name).copied().ok_or_else(|| unknown("body", name))
    }
}

fn unknown(what: &str, name: &str) -> Fault {
    Fault::new(ErrorKind::UnknownName, None, format!("the {what} `{name}` does not exist"))
}

fn refused(error: &impl Display, at: Option<Span>) -> Fault {
    Fault::new(ErrorKind::Refused, at, error.to_string())
}

fn about(body: &str, shape: &str, why: &str, at: Option<Span>) -> Fault {
    Fault::new(ErrorKind::Refused, at, format!("the shape `{shape}` of `{body}` cannot be made: {why}"))
}
