//! What a scene means.

use crate::error::CliError;
use bristle_geometry::Shape;
use bristle_run::{Driver, RunError, Simulation};
use bristle_scene::data::{Event, PhaseEnd};
use bristle_scene::{Built, Scene};
use bristle_world::{Advice, BodyId, Model, MountedSkin};
use serde::Serialize;
use std::sync::Arc;

/// What a scene means, in SI units.
#[derive(Serialize)]
pub(super) struct Findings {
    pub(super) scene: String,
    pub(super) ok: bool,
    pub(super) title: String,
    /// All files it was read from.
    pub(super) files: Vec<String>,
    pub(super) duration_s: f64,
    pub(super) step_s: f64,
    pub(super) stepping: String,
    pub(super) seed: u64,
    pub(super) mass_kg: f64,
    pub(super) degrees_of_freedom: usize,
    pub(super) bodies: Vec<BodyFinding>,
    pub(super) skins: Vec<SkinFinding>,
    /// Soft surfaces of plain bodies.
    pub(super) motors: Vec<MotorFinding>,
    pub(super) sensors: Vec<SensorFinding>,
    pub(super) phases: Vec<PhaseFinding>,
    pub(super) controller: Option<ControllerFinding>,
    pub(super) disturbances: usize,
    pub(super) advice: AdviceFinding,
    pub(super) warnings: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct BodyFinding {
    pub(super) name: String,
    pub(super) parent: Option<String>,
    pub(super) joint: &'static str,
    /// What rules the joint beside forces: a motor, another joint, a trajectory.
    pub(super) led_by: Option<String>,
    pub(super) mass_kg: f64,
    pub(super) movable: bool,
    pub(super) shapes: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct SkinFinding {
    pub(super) name: String,
    pub(super) body: String,
    pub(super) texels: usize,
    pub(super) rows: Option<usize>,
    pub(super) columns: Option<usize>,
    pub(super) rays: usize,
    /// Bodies that it can feel.
    pub(super) feels: Vec<String>,
    /// What makes readings of its forces.
    pub(super) device: Option<DeviceFinding>,
}

#[derive(Serialize)]
pub(super) struct DeviceFinding {
    pub(super) name: String,
    /// What its readings are: `force`, `signal` or `counts`.
    pub(super) readings: String,
    /// Frames per second; `null` is one in every step.
    pub(super) rate_hz: Option<f64>,
}

/// A controller that is no script.
#[derive(Serialize)]
pub(super) struct ControllerFinding {
    pub(super) kind: String,
    pub(super) class: Option<String>,
    /// Time between two decisions.
    pub(super) period_s: f64,
}

#[derive(Serialize)]
pub(super) struct MotorFinding {
    pub(super) name: String,
    pub(super) drives: String,
    /// At the joint \[N or N·m\].
    pub(super) effort_limit: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct SensorFinding {
    pub(super) name: String,
    pub(super) channels: Vec<&'static str>,
}

#[derive(Serialize)]
pub(super) struct PhaseFinding {
    pub(super) name: String,
    /// Its length, or the longest it may wait.
    pub(super) at_most_s: f64,
    pub(super) until: Option<String>,
}

#[derive(Serialize)]
pub(super) struct AdviceFinding {
    pub(super) contacts: usize,
    /// `null` is any.
    pub(super) largest_explicit_step_s: Option<f64>,
    pub(super) largest_explicit_step_pressed_s: Option<f64>,
    pub(super) words: String,
}

impl Findings {
    pub(super) fn of(name: &str, scene: &Scene, built: &Arc<Built>) -> Result<Self, CliError> {
        let (data, model, run) = (scene.data(), &*built.model, built.run);
        let advice = first_advice(built)?;
        let controller = data.controller.as_ref().filter(|_| built.script.is_none());
        let controller = controller.map(|of| ControllerFinding {
            kind: of.kind.clone(),
            class: of.class.clone(),
            period_s: of.period.unwrap_or(run.step),
        });
        let motors = model.motors().iter().map(|motor| MotorFinding {
            name: motor.name().to_owned(),
            drives: model.bodies()[motor.body().0].name.clone(),
            effort_limit: Some(motor.effort_limit()).filter(|limit| limit.is_finite()),
        });
        let sensors = model.sensors().iter().map(|sensor| SensorFinding {
            name: sensor.name().to_owned(),
            channels: sensor.kind().channels().iter().map(|channel| channel.name).collect(),
        });
        let phases = data.controller.iter().flat_map(|script| &script.phases).map(|phase| match &phase.end {
            PhaseEnd::After(time) => PhaseFinding { name: phase.name.clone(), at_most_s: *time, until: None },
            PhaseEnd::When { event, at_most } => PhaseFinding {
                name: phase.name.clone(),
                at_most_s: *at_most,
                until: Some(event_in_words(event)),
            },
        });
        Ok(Self {
            scene: name.to_owned(),
            ok: true,
            title: data.title.clone(),
            files: scene.files().map(str::to_owned).collect(),
            duration_s: run.duration,
            step_s: run.step,
            stepping: format!("{:?}", run.stepping).to_lowercase(),
            seed: run.seed,
            mass_kg: model.mass(),
            degrees_of_freedom: model.dofs(),
            bodies: (0..model.bodies().len()).map(|link| body_finding(model, BodyId(link))).collect(),
            skins: model.skins().iter().map(|skin| skin_finding(built, skin)).collect(),
            motors: motors.collect(),
            sensors: sensors.collect(),
            phases: phases.collect(),
            controller,
            disturbances: data.disturbances.len(),
            warnings: warnings(built, &advice),
            advice: AdviceFinding {
                contacts: advice.contacts,
                largest_explicit_step_s: Some(advice.largest_explicit).filter(|h| h.is_finite()),
                largest_explicit_step_pressed_s: Some(advice.largest_explicit_pressed)
                    .filter(|h| h.is_finite()),
                words: advice.to_string(),
            },
        })
    }
}

/// What the advisor says after the first step: before it, what stands on something does not press on it yet. A first step
/// that fails is no reason to say nothing.
fn first_advice(built: &Arc<Built>) -> Result<Advice, CliError> {
    let driver = match Driver::of_scene(built) {
        // Python alone can make it; all else can be checked.
        Err(RunError::NeedsPython { .. }) => Driver::Nobody,
        driver => driver?,
    };
    let mut simulation = Simulation::driven_by(Arc::clone(built), driver)?;
    let at_begin = simulation.world().advise(built.run.step)?;
    match simulation.step() {
        Ok(_) => Ok(simulation.world().advise(built.run.step)?),
        Err(_) => Ok(at_begin),
    }
}

fn body_finding(model: &Model, id: BodyId) -> BodyFinding {
    let link = &model.bodies()[id.0];
    let name = |id: BodyId| model.bodies()[id.0].name.clone();
    let motor = || model.motors().iter().find(|motor| motor.body() == id);
    let led_by = match &link.joint {
        joint if joint.mimic.is_some() => joint.mimic.map(|mimic| format!("follows {}", name(mimic.body))),
        joint if joint.motion.is_some() => Some("follows a trajectory".to_owned()),
        _ => motor().map(|motor| format!("motor {}", motor.name())),
    };
    let shapes = model.shapes().iter().filter(|shape| shape.body == id);
    BodyFinding {
        name: link.name.clone(),
        parent: link.parent.map(name),
        joint: link.joint.kind.name(),
        led_by,
        mass_kg: link.inertia.mass,
        movable: model.is_movable(id),
        shapes: shapes.map(|shape| shape_in_words(&shape.shape)).collect(),
    }
}

fn skin_finding(built: &Built, skin: &MountedSkin) -> SkinFinding {
    let model = &built.model;
    let device = model.skin_named(&skin.name).ok().and_then(|id| built.devices.get(&id));
    let device = device.map(|device| DeviceFinding {
        name: device.name.clone(),
        readings: format!("{:?}", device.chain.quantity()).to_lowercase(),
        rate_hz: device.chain.rate(),
    });
    let grid = skin.skin.grid();
    let mut feels: Vec<String> = skin
        .targets
        .iter()
        .map(|shape| model.bodies()[model.shapes()[shape.0].body.0].name.clone())
        .collect();
    feels.dedup();
    SkinFinding {
        name: skin.name.clone(),
        body: model.bodies()[skin.body.0].name.clone(),
        texels: skin.skin.texels().len(),
        rows: grid.map(|grid| grid.rows),
        columns: grid.map(|grid| grid.columns),
        rays: skin.skin.ray_count(),
        feels,
        device,
    }
}

fn shape_in_words(shape: &Shape) -> String {
    let mm = |metres: f64| crate::quantity::digits(metres * 1e3);
    let three = |size: glam::DVec3| format!("{} × {} × {} mm", mm(size.x), mm(size.y), mm(size.z));
    let round = |radius, half_height| format!("{} × {} mm", mm(2.0 * radius), mm(2.0 * half_height));
    match shape {
        Shape::HalfSpace(_) => "everything below a plane".to_owned(),
        Shape::Sphere(s) => format!("sphere of {} mm", mm(2.0 * s.radius())),
        Shape::Cuboid(s) => format!("box of {}", three(2.0 * s.half_extents())),
        Shape::Cylinder(s) => format!("cylinder of {}", round(s.radius(), s.half_height())),
        Shape::Capsule(s) => format!("capsule of {}", round(s.radius(), s.half_height())),
        Shape::Ellipsoid(s) => format!("ellipsoid of {}", three(2.0 * s.semi_axes())),
        Shape::Mesh(mesh) => format!("mesh of {} triangles", mesh.triangle_count()),
    }
}

fn event_in_words(event: &Event) -> String {
    match event {
        Event::SkinForce(of) => match (of.above, of.below) {
            (Some(force), _) => format!("{} feels more than {force} N", of.skin),
            (_, force) => format!("{} feels less than {} N", of.skin, force.unwrap_or_default()),
        },
        Event::JointSpeed(of) => format!("{} is slower than {}", of.body, of.below),
        Event::JointPosition(of) => match (of.above, of.below) {
            (Some(position), _) => format!("{} is beyond {position}", of.body),
            (_, position) => format!("{} is short of {}", of.body, position.unwrap_or_default()),
        },
        Event::Slip(of) => format!("{} texels of {} slip", of.texels, of.skin),
    }
}

/// What is allowed but may not be meant.
fn warnings(built: &Built, advice: &Advice) -> Vec<String> {
    let mut warnings = built.notes.clone();
    warnings.extend(built.overlaps.iter().map(ToString::to_string));
    if let Some(script) = &built.script
        && script.longest() > built.run.duration * (1.0 + 1e-9)
    {
        warnings.push(format!(
            "the script may take {} s, longer than the run of {} s",
            script.longest(),
            built.run.duration
        ));
    }
    for skin in built.model.skins().iter().filter(|skin| skin.targets.is_empty()) {
        warnings.push(format!("skin {} can feel nothing: no other body has a shape", skin.name));
    }
    for fast in &advice.too_fast {
        warnings.push(format!("{} is too fast for skin {} at this step", fast.target, fast.skin));
    }
    if built.record.every < built.run.step {
        warnings.push(format!(
            "every step of {} s is recorded, not every {} s",
            built.run.step, built.record.every
        ));
    }
    warnings
}
