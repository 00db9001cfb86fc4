//! From a scene to a robot that other formats can say.

use crate::error::Result;
use crate::output::surface;
use crate::robot::{
    Actuator, Control, Driven, Electric, FollowedMotion, Joint, Link, LinkMass, LinkShape, Loop, Motion,
    MotionKind, NamedChain, NamedConfiguration, Robot, Sensor, SensorKind, Tendon, TendonPath,
};
use bristle_geometry::mesh::generate;
use bristle_geometry::{TriangleMesh, files};
use bristle_scene::data::{
    BentGrid, BentOver, BodyDescription, JointDescription, Layout, LoopDescription, MeshFile, SceneData,
    SensorDescription, SensorMeasures, ShapeDescription, ShapeKind, SkinDescription, TendonDescription,
    TendonJoint, TexelsOn,
};
use bristle_scene::{Scene, SceneError};
use bristle_world::{JointKind, LoopKind};
use std::collections::HashMap;
use std::path::PathBuf;

/// Tendons as stiff as this are constraints elsewhere \[N/m\].
const HARD: f64 = 1e5;
/// Longer than any tendon \[m\].
const ENDLESS: f64 = 1e9;

/// What a scene says, as far as robots have it. Masses are those of the built model, whether they were given or follow from shapes.
pub(crate) fn from_scene(scene: &Scene) -> Result<Robot> {
    let (data, built) = (scene.data(), scene.build()?);
    let mut robot = Robot {
        name: data.title.clone(),
        gravity: Some(data.world.gravity),
        step: Some(data.run.step),
        exclude: data.exclude.clone(),
        skins: data.skins.iter().map(|skin| portable(scene, skin)).collect::<Result<_>>()?,
        materials: data.materials.clone(),
        ..Default::default()
    };
    let movers: HashMap<&str, String> =
        data.bodies.iter().map(|body| (body.name.as_str(), motion_name(body))).collect();
    for body in &data.bodies {
        let id = built.model.body_named(&body.name).map_err(|error| refused(&error.to_string()))?;
        let inertia = built.model.bodies()[id.0].inertia;
        robot.links.push(Link {
            name: body.name.clone(),
            at: String::new(),
            pose: body.pose,
            mass: if inertia.mass > 0.0 { LinkMass::Given(inertia) } else { LinkMass::None },
            shapes: body
                .shapes
                .iter()
                .map(|shape| {
                    Ok(LinkShape {
                        name: shape.name.clone(),
                        at: String::new(),
                        role: shape.role,
                        pose: shape.pose,
                        kind: without_formula(&shape.kind)?,
                        colour: shape.colour,
                    })
                })
                .collect::<Result<_>>()?,
        });
        let motion = motion(body, &movers);
        if body.parent.is_some() || motion.is_some() {
            robot.joints.push(Joint {
                name: motion_name(body),
                at: String::new(),
                parent: body.parent.clone(),
                child: body.name.clone(),
                origin: body.pose,
                motions: motion.into_iter().collect(),
            });
        }
    }
    robot.loops = data.loops.iter().map(of_loop).collect();
    robot.tendons = data.tendons.iter().map(|tendon| of_tendon(tendon, &movers)).collect();
    robot.actuators = actuators(data, &movers);
    robot.sensors = data.sensors.iter().filter_map(|sensor| of_sensor(sensor, &movers)).collect();
    let named = |bodies: &[String], signs: &[f64]| -> Vec<(String, f64)> {
        let signs = signs.iter().copied().chain(std::iter::repeat(0.0));
        bodies.iter().filter_map(|body| movers.get(body.as_str()).cloned()).zip(signs).collect()
    };
    robot.chains = data
        .chains
        .iter()
        .map(|chain| NamedChain {
            name: chain.name.clone(),
            base: chain.base.clone(),
            tip: chain.tip.clone(),
            tool: chain.tool,
            hand: named(&chain.hand, &chain.closing),
        })
        .collect();
    robot.configurations = data
        .configurations
        .iter()
        .map(|configuration| NamedConfiguration {
            name: configuration.name.clone(),
            positions: configuration
                .positions
                .iter()
                .filter_map(|(body, q)| Some((movers.get(body.as_str())?.clone(), *q)))
                .collect(),
        })
        .collect();
    Ok(robot)
}

fn refused(why: &str) -> SceneError {
    crate::error::error(crate::ErrorKind::Refused, why)
}

/// A skin whose texels need no body of the scene: its surface stands in the layout.
fn portable(scene: &Scene, skin: &SkinDescription) -> Result<SkinDescription> {
    let inline =
        |mesh: &TriangleMesh| MeshFile { path: PathBuf::from(files::inline(mesh)), ..Default::default() };
    let layout = match &skin.layout {
        Layout::Body(of) => {
            let file = inline(&scene.skin_layout(&skin.name)?.mesh);
            match of.texels {
                TexelsOn::Vertices => Layout::Vertices(file),
                // Polygons are triangles by now.
                TexelsOn::Faces | TexelsOn::Polygons => Layout::Faces(file),
            }
        }
        Layout::BentGrid(grid @ BentGrid { over: BentOver::Body(of), .. }) => {
            let body = scene.data().body(&skin.on);
            let meant = |shape: &&ShapeDescription| {
                of.shape.as_ref().map_or(shape.is_solid(), |name| shape.name == *name)
            };
            let Some(shape) = body.and_then(|body| body.shapes.iter().find(meant)) else {
                return Ok(skin.clone());
            };
            let Some(mut mesh) = surface(&shape.kind)? else { return Ok(skin.clone()) };
            let into_skin = skin.pose.inverse() * shape.pose;
            mesh.vertices.iter_mut().for_each(|v| *v = into_skin.transform_point(*v));
            Layout::BentGrid(BentGrid { over: BentOver::Mesh(inline(&mesh)), ..grid.clone() })
        }
        _ => return Ok(skin.clone()),
    };
    Ok(SkinDescription { layout, ..skin.clone() })
}

/// What the joint of a body is called.
fn motion_name(body: &BodyDescription) -> String {
    body.joint_name.clone().unwrap_or_else(|| body.name.clone())
}

/// A bottle by formula is a mesh elsewhere.
fn without_formula(kind: &ShapeKind) -> Result<ShapeKind> {
    let ShapeKind::SprayBottle(bottle) = kind else { return Ok(kind.clone()) };
    let mesh = generate::spray_bottle(bottle.triangles).map_err(|error| refused(&error.to_string()))?;
    Ok(ShapeKind::Mesh(MeshFile { path: PathBuf::from(files::inline(&mesh)), ..Default::default() }))
}

fn motion(body: &BodyDescription, movers: &HashMap<&str, String>) -> Option<Motion> {
    let JointDescription { kind, limits, damping, friction, armature, spring, mimic, .. } = &body.joint;
    let kind = match *kind {
        JointKind::Fixed => return None,
        JointKind::Revolute { axis } => MotionKind::Revolute(axis),
        JointKind::Prismatic { axis } => MotionKind::Prismatic(axis),
        JointKind::Ball => MotionKind::Ball,
        JointKind::Free => MotionKind::Free,
    };
    Some(Motion {
        limits: limits.map(|limits| [limits.lower, limits.upper]),
        stops: limits.map(|limits| (limits.stiffness, limits.damping)),
        damping: *damping,
        friction: friction.map_or(0.0, |friction| friction.force),
        armature: *armature,
        spring: spring.map(|spring| (spring.stiffness, spring.rest)),
        mimic: mimic.as_ref().map(|mimic| FollowedMotion {
            leader: movers.get(mimic.body.as_str()).cloned().unwrap_or_default(),
            ratio: mimic.ratio,
            offset: mimic.offset,
        }),
        start: body.start.position,
        ..Motion::new(motion_name(body), "", kind)
    })
}

fn actuators(data: &SceneData, movers: &HashMap<&str, String>) -> Vec<Actuator> {
    let of = |motor: &bristle_scene::data::MotorDescription| {
        let control = match (motor.position_gains, motor.velocity_gains) {
            (Some(gains), _) => Control::Position {
                stiffness: gains.stiffness,
                damping: gains.damping,
                integral: gains.integral,
            },
            (None, Some(gains)) => Control::Velocity { gain: gains.proportional },
            (None, None) => Control::Effort,
        };
        let drives = Driven::Motion(movers.get(motor.drives.as_str())?.clone());
        let electric = motor.winding.map(|winding| Electric {
            torque_constant: winding.torque_constant,
            resistance: winding.resistance,
            voltage: winding.supply_voltage,
            current: winding.current_limit,
            gear_ratio: motor.gear.map_or(1.0, |gear| gear.ratio),
            rotor_inertia: motor.rotor.map_or(0.0, |rotor| rotor.inertia),
        });
        Some(Actuator {
            effort: motor.max_effort,
            speed: motor.max_speed,
            acceleration: motor.max_acceleration,
            electric,
            ..Actuator::new(&motor.name, "", drives, control)
        })
    };
    data.motors.iter().filter_map(of).collect()
}

fn of_loop(of: &LoopDescription) -> Loop {
    Loop {
        name: of.name.clone(),
        at: String::new(),
        links: [Some(of.joins.clone()), Some(of.to.clone())],
        frames: [of.pose, of.pose_on_second],
        kind: match &*of.kind {
            "pin" => LoopKind::Pin,
            "ball" => LoopKind::Ball,
            "slider" => LoopKind::Slider,
            "plane" => LoopKind::Plane,
            _ => LoopKind::Weld,
        },
        spring: of.spring,
    }
}

fn of_tendon(of: &TendonDescription, movers: &HashMap<&str, String>) -> Tendon {
    let term = |joint: &TendonJoint| Some((movers.get(joint.body.as_str())?.clone(), joint.by));
    let (kind, rest) = (&*of.kind, of.rest_length);
    Tendon {
        name: of.name.clone(),
        path: TendonPath::Joints(of.joints.iter().filter_map(term).collect()),
        // What is hard is said as a constraint: other programs have no springs that are as stiff.
        held: (kind == "rod" && of.stiffness >= HARD).then_some(rest),
        limits: (kind == "cord" && of.stiffness >= HARD).then_some([-ENDLESS, rest]),
        stiffness: if kind == "clutch" || of.stiffness >= HARD { 0.0 } else { of.stiffness },
        rest: [if kind == "cord" { -ENDLESS } else { rest }, rest],
        damping: of.damping,
        friction: of.slips_at.unwrap_or(0.0),
        ..Default::default()
    }
}

/// Sensors of skins are no sensors elsewhere.
fn of_sensor(sensor: &SensorDescription, movers: &HashMap<&str, String>) -> Option<Sensor> {
    let (kind, noise) = match &sensor.kind {
        SensorMeasures::ForceTorque(of) => {
            (SensorKind::ForceTorque { link: of.on.clone(), pose: of.pose }, of.force.noise)
        }
        SensorMeasures::Accelerometer(of) => {
            (SensorKind::Accelerometer { link: of.on.clone(), pose: of.pose }, of.response.noise)
        }
        SensorMeasures::Gyro(of) => {
            (SensorKind::Gyro { link: of.on.clone(), pose: of.pose }, of.response.noise)
        }
        SensorMeasures::Encoder(of) => {
            (SensorKind::Encoder { motion: movers.get(of.of.as_str())?.clone() }, of.noise)
        }
        SensorMeasures::Distance(of) => {
            (SensorKind::Distance { link: of.on.clone(), pose: of.pose, range: of.range }, of.noise)
        }
        SensorMeasures::Touch(_) | SensorMeasures::Slip(_) => return None,
    };
    Some(Sensor { name: sensor.name.clone(), at: String::new(), kind, rate: sensor.rate, noise })
}
