//! What is recorded, as messages of Foxglove's types.

use super::file::nanoseconds;
use crate::DeviceFrame;
use crate::drawing::solid_mesh;
use crate::{RunError, Simulation};
use bristle_geometry::Pose;
use bristle_record::Channel;
use bristle_scene::data::{BodyDescription, ShapeKind};
use bristle_skin::{TexelReading, TexelState};
use bristle_world::{BodyId, JointKind, ModelError, MotorId, MountedSkin, SkinId};
use foxglove::messages::packed_element_field::NumericType;
use foxglove::messages::{
    self as fox, ArrowPrimitive, Color, CubePrimitive, FrameTransform, FrameTransforms, JointState,
    JointStates, Log, PackedElementField, PointCloud, RawImage, SceneEntity, SceneUpdate, Timestamp,
    TriangleListPrimitive,
};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// The frame in which everything stands.
pub(super) const WORLD: &str = "world";
/// Side and thickness of the plate that stands for a half space \[m\].
const FLOOR: (f64, f64) = (4.0, 0.002);
/// Length of the arrow of a force \[m/N\].
const ARROW: f64 = 0.01;

/// The frame of a skin.
pub(super) fn skin_frame(skin: &str) -> String {
    format!("skins/{skin}")
}

fn at(time: f64) -> Option<Timestamp> {
    let nanoseconds = nanoseconds(time);
    let seconds = u32::try_from(nanoseconds / 1_000_000_000).unwrap_or(u32::MAX);
    Some(Timestamp::new(seconds, (nanoseconds % 1_000_000_000) as u32))
}

fn vector(v: DVec3) -> fox::Vector3 {
    fox::Vector3 { x: v.x, y: v.y, z: v.z }
}

fn point(v: DVec3) -> fox::Point3 {
    fox::Point3 { x: v.x, y: v.y, z: v.z }
}

fn quaternion(q: DQuat) -> fox::Quaternion {
    fox::Quaternion { x: q.x, y: q.y, z: q.z, w: q.w }
}

fn pose(pose: Pose) -> fox::Pose {
    fox::Pose { position: Some(vector(pose.translation)), orientation: Some(quaternion(pose.rotation)) }
}

fn transform(time: f64, parent: &str, child: &str, pose: Pose) -> FrameTransform {
    FrameTransform {
        timestamp: at(time),
        parent_frame_id: parent.to_owned(),
        child_frame_id: child.to_owned(),
        translation: Some(vector(pose.translation)),
        rotation: Some(quaternion(pose.rotation)),
    }
}

/// All bodies with their shapes, each in its own frame: written once.
pub(super) fn scene(simulation: &Simulation) -> Result<SceneUpdate, RunError> {
    let scene = &simulation.built().scene;
    let worn = |body: &str| scene.data().skins.iter().any(|skin| skin.on == body);
    let entity = |body: &BodyDescription| -> Result<SceneEntity, RunError> {
        let usual = match body.joint.kind {
            JointKind::Free => [0.90, 0.62, 0.0, 1.0],
            _ if worn(&body.name) => [0.63, 0.75, 0.84, 1.0],
            _ => [0.80, 0.80, 0.80, 1.0],
        };
        let mut entity = SceneEntity {
            timestamp: at(simulation.time()),
            frame_id: body.name.clone(),
            id: body.name.clone(),
            frame_locked: true,
            ..SceneEntity::default()
        };
        for shape in body.drawn() {
            let [r, g, b, a] = shape.colour.unwrap_or(usual);
            let color = Some(Color { r, g, b, a });
            if let ShapeKind::HalfSpace(_) = shape.kind {
                let (side, thickness) = FLOOR;
                let below = Pose::from_translation(-0.5 * thickness * DVec3::Z);
                entity.cubes.push(CubePrimitive {
                    pose: Some(pose(shape.pose * below)),
                    size: Some(vector(DVec3::new(side, side, thickness))),
                    color,
                });
                continue;
            }
            let mesh = solid_mesh(&shape.kind, Pose::IDENTITY);
            let Some(mesh) = mesh.map_err(|error| RunError::Observer(Box::new(error)))? else { continue };
            entity.triangles.push(TriangleListPrimitive {
                pose: Some(pose(shape.pose)),
                points: mesh.vertices.iter().copied().map(point).collect(),
                color,
                colors: Vec::new(),
                indices: mesh.triangles.iter().flatten().copied().collect(),
            });
        }
        Ok(entity)
    };
    let entities = scene.data().bodies.iter().map(entity).collect::<Result<_, _>>()?;
    Ok(SceneUpdate { deletions: Vec::new(), entities })
}

/// Where all bodies are, and in the first message where the skins are on them.
pub(super) fn transforms(simulation: &Simulation, first: bool) -> Result<FrameTransforms, ModelError> {
    let (world, time) = (simulation.world(), simulation.time());
    let model = world.model();
    let mut transforms = Vec::new();
    for (index, body) in model.bodies().iter().enumerate() {
        transforms.push(transform(time, WORLD, &body.name, world.pose(BodyId(index))?));
    }
    for skin in model.skins().iter().filter(|_| first) {
        let body = &model.bodies()[skin.body.0].name;
        transforms.push(transform(time, body, &skin_frame(&skin.name), skin.pose));
    }
    Ok(FrameTransforms { transforms })
}

/// Position, velocity and motor effort of joints with one degree of freedom.
pub(super) fn joints(simulation: &Simulation) -> Result<JointStates, ModelError> {
    let (world, time) = (simulation.world(), simulation.time());
    let model = world.model();
    let motor = |body: BodyId| {
        let driven = (0..model.motors().len()).filter(|&motor| model.motors()[motor].body() == body);
        let efforts = driven.filter_map(|motor| world.telemetry(MotorId(motor)));
        efforts.map(|telemetry| telemetry.effort).reduce(|a, b| a + b)
    };
    let mut joints = Vec::new();
    for (index, body) in model.bodies().iter().enumerate() {
        if !matches!(body.joint.kind, JointKind::Prismatic { .. } | JointKind::Revolute { .. }) {
            continue;
        }
        let id = BodyId(index);
        joints.push(JointState {
            name: body.name.clone(),
            position: Some(world.joint_position(id)?),
            velocity: Some(world.joint_velocity(id)?),
            acceleration: None,
            effort: motor(id),
        });
    }
    Ok(JointStates { timestamp: at(time), joints })
}

/// Fields of a texel in a point cloud.
const FIELDS: [(&str, NumericType, u32); 21] = {
    use NumericType::{Float32, Int16, Uint8};
    [
        ("x", Float32, 4),
        ("y", Float32, 4),
        ("z", Float32, 4),
        ("normal_force", Float32, 4),
        ("elastic_force", Float32, 4),
        ("shear_x", Float32, 4),
        ("shear_y", Float32, 4),
        ("shear_z", Float32, 4),
        ("penetration", Float32, 4),
        ("contact_x", Float32, 4),
        ("contact_y", Float32, 4),
        ("contact_z", Float32, 4),
        ("normal_x", Float32, 4),
        ("normal_y", Float32, 4),
        ("normal_z", Float32, 4),
        ("slip_velocity_x", Float32, 4),
        ("slip_velocity_y", Float32, 4),
        ("slip_velocity_z", Float32, 4),
        ("friction_utilisation", Float32, 4),
        ("target", Int16, 2),
        ("state", Uint8, 1),
    ]
};

/// What every texel of a skin feels, in the skin's frame: SI units, in single precision.
pub(super) fn texels(time: f64, skin: &MountedSkin, readings: &[TexelReading]) -> PointCloud {
    let mut offset = 0;
    let mut fields = Vec::with_capacity(FIELDS.len());
    for (name, kind, size) in FIELDS {
        fields.push(PackedElementField { name: name.to_owned(), offset, r#type: kind as i32 });
        offset += size;
    }
    let mut data = Vec::with_capacity(readings.len() * offset as usize);
    for (texel, felt) in skin.skin.texels().iter().zip(readings) {
        let mut number = |number: f64| data.extend_from_slice(&(number as f32).to_le_bytes());
        let mut three = |v: DVec3| v.to_array().into_iter().for_each(&mut number);
        three(texel.position);
        [felt.normal_force, felt.elastic_force].into_iter().for_each(&mut number);
        let mut three = |v: DVec3| v.to_array().into_iter().for_each(&mut number);
        three(felt.shear);
        number(felt.penetration);
        let mut three = |v: DVec3| v.to_array().into_iter().for_each(&mut number);
        [felt.point, felt.normal, felt.slip_velocity].into_iter().for_each(&mut three);
        number(felt.utilisation);
        let target = felt.target.map_or(-1, |target| i16::try_from(target).unwrap_or(i16::MAX));
        data.extend_from_slice(&target.to_le_bytes());
        data.push(state(felt.state));
    }
    PointCloud {
        timestamp: at(time),
        frame_id: skin_frame(&skin.name),
        pose: Some(pose(Pose::IDENTITY)),
        point_stride: offset,
        fields,
        data: data.into(),
    }
}

fn state(state: TexelState) -> u8 {
    match state {
        TexelState::NoContact => 0,
        TexelState::Stick => 1,
        TexelState::Incipient => 2,
        TexelState::Slip => 3,
        TexelState::Saturated => 4,
    }
}

/// The elastic forces \[N\] of a skin with rows and columns, as an image of single numbers; NaN where it has no cell.
pub(super) fn image(time: f64, skin: &MountedSkin, readings: &[TexelReading]) -> Option<RawImage> {
    let grid = skin.skin.grid()?;
    let forces: Vec<f64> = readings.iter().map(|felt| felt.elastic_force).collect();
    let pixels = grid.image(&forces, f64::NAN);
    let data: Vec<u8> = pixels.iter().flat_map(|&force| (force as f32).to_le_bytes()).collect();
    let [width, height] = [grid.columns, grid.rows].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Some(RawImage {
        timestamp: at(time),
        frame_id: skin_frame(&skin.name),
        width,
        height,
        encoding: "32FC1".to_owned(),
        step: 4 * width,
        data: data.into(),
    })
}

/// An arrow for the force on each skin, at its centre of pressure.
pub(super) fn forces(simulation: &Simulation) -> Result<SceneUpdate, ModelError> {
    let world = simulation.world();
    let mut entities = Vec::new();
    for (index, skin) in world.model().skins().iter().enumerate() {
        let mut entity = SceneEntity {
            timestamp: at(simulation.time()),
            frame_id: skin_frame(&skin.name),
            id: skin.name.clone(),
            frame_locked: true,
            ..SceneEntity::default()
        };
        let touching = || world.reading(SkinId(index)).map(|reading| &reading.texels);
        let of = |felt: &TexelReading| felt.normal_force * felt.normal + felt.shear;
        let weight: f64 = touching()?.iter().map(|felt| felt.normal_force).sum();
        if weight > 0.0 {
            let force: DVec3 = touching()?.iter().map(of).sum();
            let centre: DVec3 = touching()?.iter().map(|felt| felt.normal_force * felt.point).sum();
            let length = ARROW * force.length();
            let turn = DQuat::from_rotation_arc(DVec3::X, force.normalize_or(DVec3::X));
            entity.arrows.push(ArrowPrimitive {
                pose: Some(fox::Pose {
                    position: Some(vector(centre / weight)),
                    orientation: Some(quaternion(turn)),
                }),
                shaft_length: 0.75 * length,
                shaft_diameter: 0.002,
                head_length: 0.25 * length,
                head_diameter: 0.005,
                color: Some(Color { r: 0.84, g: 0.15, b: 0.16, a: 1.0 }),
            });
        }
        entities.push(entity);
    }
    Ok(SceneUpdate { deletions: Vec::new(), entities })
}

/// A phase or an event, in words.
pub(super) fn log(time: f64, level: fox::log::Level, name: &str, message: &str) -> Log {
    Log {
        timestamp: at(time),
        level: level as i32,
        message: message.to_owned(),
        name: name.to_owned(),
        file: String::new(),
        line: 0,
    }
}

/// The schema of all scalar series.
pub(super) fn signals_schema(channels: &[Channel]) -> Value {
    let property = |channel: &Channel| {
        let words = format!("{} [{}]", channel.name, channel.unit.symbol());
        (channel.column(), json!({ "type": ["number", "null"], "description": words }))
    };
    let mut properties: serde_json::Map<String, Value> = channels.iter().map(property).collect();
    properties.insert("time_s".to_owned(), json!({ "type": "number", "description": "time [s]" }));
    json!({ "title": "bristle.Signals", "type": "object", "properties": properties })
}

/// A sample of all scalar series; null where a series has no value.
pub(super) fn signals(time: f64, columns: &[String], values: &[f64]) -> Value {
    let mut sample: serde_json::Map<String, Value> =
        columns.iter().zip(values).map(|(column, &value)| (column.clone(), json!(value))).collect();
    sample.insert("time_s".to_owned(), json!(time));
    Value::Object(sample)
}

/// The schema of a device's frames.
pub(super) fn device_schema() -> Value {
    json!({
        "title": "bristle.DeviceFrame",
        "type": "object",
        "properties": {
            "time_s": { "type": "number", "description": "end of the step after which the frame could be read [s]" },
            "frame": { "type": "integer", "description": "number of the frame, from 1" },
            "readings": { "type": "array", "items": { "type": ["number", "null"] }, "description": "a reading per texel" },
        },
    })
}

/// A frame of a device.
pub(super) fn device(time: f64, frame: &DeviceFrame<'_>) -> Value {
    json!({ "time_s": time, "frame": frame.number, "readings": frame.readings })
}
