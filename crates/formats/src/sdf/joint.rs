//! Joints.

use super::frames::Frames;
use super::model::Scope;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{FollowedMotion, Joint, Motion, MotionKind, Robot, Sensor, SensorKind};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::DVec3;

/// Stops farther out than this are none \[rad or m\].
const ENDLESS: f64 = 1e6;

/// What the axes of a joint are counted in.
struct Place {
    /// The child's frame, in the model.
    child: Pose,
    /// The joint's frame, in the model.
    joint: Pose,
    /// Whether axes without a word are in the model's frame, as before version 1.5.
    axes_in_model: bool,
}

pub(super) fn read<'a>(of: El<'a>, scope: &Scope, frames: &mut Frames<'a>, robot: &mut Robot) -> Result<()> {
    let (name, kind) = (of.need_attr("name")?, of.need_attr("type")?);
    let (parent, child) = (of.need_child("parent")?.words(), of.need_child("child")?.words());
    let link = |name: &str| (name != "world").then(|| name.to_owned());
    let (Some(child), parent) = (link(&child), link(&parent)) else {
        return Err(of.fault(ErrorKind::Refused, "the child of a joint cannot be the world"));
    };
    let child_pose = frames.find(&child, of)?;
    let parent_pose =
        parent.as_deref().map_or(Ok(scope.world_in_model()), |parent| frames.find(parent, of))?;
    let place = Place {
        child: child_pose,
        joint: frames.find(&joint_frame(name), of)?,
        axes_in_model: scope.old_axes,
    };
    let scoped = scope.name(name);
    let at = of.at();
    let one = |motion: &str, axis: &str, turns: bool, frames: &mut Frames<'a>, robot: &mut Robot| {
        self::motion(of, motion, axis, turns, &place, scope, frames, robot)
    };
    let motions = match kind {
        "fixed" => Vec::new(),
        "revolute" => vec![one(&scoped, "axis", true, frames, robot)?],
        "continuous" => vec![Motion { limits: None, ..one(&scoped, "axis", true, frames, robot)? }],
        "prismatic" => vec![one(&scoped, "axis", false, frames, robot)?],
        "ball" => {
            let anchor = place.child.inverse().transform_point(place.joint.translation);
            vec![Motion { anchor, ..Motion::new(&scoped, &at, MotionKind::Ball) }]
        }
        "universal" | "revolute2" => vec![
            one(&format!("{scoped}_1"), "axis", true, frames, robot)?,
            one(&format!("{scoped}_2"), "axis2", true, frames, robot)?,
        ],
        "screw" => {
            let turn = one(&scoped, "axis", true, frames, robot)?;
            let pitch = pitch(of)?;
            let MotionKind::Revolute(axis) = turn.kind else { return Ok(()) };
            let slide = Motion {
                anchor: turn.anchor,
                mimic: Some(FollowedMotion {
                    leader: scoped.clone(),
                    ratio: pitch / std::f64::consts::TAU,
                    offset: 0.0,
                }),
                ..Motion::new(format!("{scoped}_slide"), &at, MotionKind::Prismatic(axis))
            };
            vec![turn, slide]
        }
        "gearbox" => {
            robot.notes.dropped(&at, format!("the gearbox `{scoped}`: its joint turns by itself"));
            vec![one(&scoped, "axis", true, frames, robot)?]
        }
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            return Err(of.fault_at("type", ErrorKind::OutOfRange, message).with_note(
                "allowed: fixed, revolute, continuous, prismatic, ball, universal, revolute2, screw, gearbox",
            ));
        }
    };
    for sensor in of.all("sensor") {
        sensors(sensor, &scope.name(&child), &place, robot)?;
    }
    robot.joints.push(Joint {
        name: scoped,
        at,
        parent: parent.map(|parent| scope.name(&parent)),
        child: scope.name(&child),
        origin: parent_pose.inverse() * child_pose,
        motions,
    });
    Ok(())
}

/// Frames of joints are kept apart from links of the same name.
pub(super) fn joint_frame(name: &str) -> String {
    name.to_owned()
}

/// Metres per turn.
fn pitch(of: El<'_>) -> Result<f64> {
    if let Some(pitch) = of.child("screw_thread_pitch") {
        return pitch.text_number();
    }
    // Before version 1.10: radians per metre, the other way round.
    match of.child("thread_pitch").map(|pitch| pitch.text_number()).transpose()? {
        Some(pitch) if pitch != 0.0 => Ok(-std::f64::consts::TAU / pitch),
        _ => Err(of.fault(ErrorKind::Missing, "a screw needs <screw_thread_pitch>")),
    }
}

fn motion<'a>(
    of: El<'a>,
    name: &str,
    axis_name: &str,
    turns: bool,
    place: &Place,
    scope: &Scope,
    frames: &mut Frames<'a>,
    robot: &mut Robot,
) -> Result<Motion> {
    let axis = of.need_child(axis_name)?;
    let given = axis.child("xyz");
    let direction = given.map_or(Ok([0.0, 0.0, 1.0]), |xyz| xyz.text_exactly::<3>())?;
    let in_model = axis
        .child("use_parent_model_frame")
        .map_or(place.axes_in_model, |flag| truth(&flag.words()) == Some(true));
    let expressed = given.and_then(|xyz| xyz.attr("expressed_in")).filter(|frame| !frame.is_empty());
    let frame = match expressed {
        Some(frame) => frames.find(frame, of)?,
        None if in_model => Pose::IDENTITY,
        None => place.joint,
    };
    let direction = DVec3::from(direction).try_normalize().ok_or_else(|| {
        axis.fault(ErrorKind::OutOfRange, format!("the axis of the joint `{}` has no direction", shown(name)))
    })?;
    let direction = place.child.inverse().transform_vector(frame.transform_vector(direction)).normalize();
    let kind = if turns { MotionKind::Revolute(direction) } else { MotionKind::Prismatic(direction) };
    let mut motion = Motion::new(name, of.at(), kind);
    let anchor = place.child.inverse().transform_point(place.joint.translation);
    // What is left of a place that is the link's own.
    motion.anchor = if anchor.length() < 1e-12 { DVec3::ZERO } else { anchor };
    details(&mut motion, axis, scope, robot)?;
    Ok(motion)
}

fn details(motion: &mut Motion, axis: El<'_>, scope: &Scope, robot: &mut Robot) -> Result<()> {
    let number = |of: Option<El<'_>>, name: &str| -> Result<Option<f64>> {
        of.and_then(|of| of.child(name)).map(|child| unbounded(child)).transpose()
    };
    let limit = axis.child("limit");
    let (lower, upper) = (number(limit, "lower")?, number(limit, "upper")?);
    if let (Some(lower), Some(upper)) = (lower, upper) {
        match lower < upper && lower.abs().max(upper.abs()) < ENDLESS {
            true => motion.limits = Some([lower, upper]),
            false if lower >= upper => {
                robot.notes.dropped(
                    axis.at(),
                    format!("the stops of `{}`, from {lower} to {upper}: it moves without", motion.name),
                );
            }
            false => {}
        }
    }
    motion.effort = number(limit, "effort")?.filter(|x| *x > 0.0 && *x < ENDLESS * ENDLESS);
    motion.speed = number(limit, "velocity")?.filter(|x| *x > 0.0 && *x < ENDLESS * ENDLESS);
    let dynamics = axis.child("dynamics");
    motion.damping = number(dynamics, "damping")?.unwrap_or(0.0).max(0.0);
    motion.friction = number(dynamics, "friction")?.unwrap_or(0.0).max(0.0);
    let stiffness = number(dynamics, "spring_stiffness")?.unwrap_or(0.0);
    if stiffness > 0.0 {
        motion.spring = Some((stiffness, number(dynamics, "spring_reference")?.unwrap_or(0.0)));
    }
    if let Some(mimic) = axis.child("mimic") {
        let (ratio, offset) = (number(Some(mimic), "multiplier")?, number(Some(mimic), "offset")?);
        let reference = number(Some(mimic), "reference")?.unwrap_or(0.0);
        let ratio = ratio.unwrap_or(1.0);
        motion.mimic = Some(FollowedMotion {
            leader: scope.name(mimic.need_attr("joint")?),
            ratio,
            offset: offset.unwrap_or(0.0) - ratio * reference,
        });
    }
    Ok(())
}

/// A number, or one of the words for a number without end.
fn unbounded(of: El<'_>) -> Result<f64> {
    match of.words().trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Ok(if of.words().starts_with('-') { -1e300 } else { 1e300 }),
        _ => of.text_number(),
    }
}

/// A force–torque sensor in a joint.
fn sensors(of: El<'_>, child: &str, place: &Place, robot: &mut Robot) -> Result<()> {
    let name = of.attr("name").unwrap_or("sensor").to_owned();
    if of.attr("type") != Some("force_torque") {
        robot
            .notes
            .dropped(of.at(), format!("the sensor `{name}` of type {}", of.attr("type").unwrap_or("none")));
        return Ok(());
    }
    let rate = of.child("update_rate").map(|rate| rate.text_number()).transpose()?.filter(|rate| *rate > 0.0);
    let pose = place.child.inverse() * place.joint;
    robot.sensors.push(Sensor {
        name,
        at: of.at(),
        kind: SensorKind::ForceTorque { link: child.to_owned(), pose },
        rate,
        noise: 0.0,
    });
    Ok(())
}
