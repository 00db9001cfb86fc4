//! Links and joints as bodies.

use super::names::{Names, make_different, usable};
use crate::robot::{Forest, Joint, Link, LinkMass, LinkShape, Motion, MotionKind, Notes, Robot};
use bristle_geometry::Pose;
use bristle_scene::SceneData;
use bristle_scene::data::{
    BodyDescription, BodyMass, JointDescription, MimicDescription, RobotOptions, ShapeDescription, ShapeRole,
    Start,
};
use bristle_world::{DryFriction, JointKind, Limits, Spring};
use glam::DVec3;

/// Stops where the file does not say how hard they are \[N·m/rad or N/m, and per second\].
const STOP_STIFFNESS: f64 = 1e5;
const STOP_DAMPING: f64 = 1e2;
/// Stiffness of dry friction while it holds \[N·m/rad or N/m\].
const HOLDING_STIFFNESS: f64 = 1e5;

pub(super) fn add(
    data: &mut SceneData,
    robot: &Robot,
    forest: &Forest,
    names: &Names,
    options: &RobotOptions,
    notes: &mut Notes,
) {
    for (link, joint) in robot.links.iter().zip(&forest.carried_by) {
        let Some(name) = names.body(&link.name) else { continue };
        let joint = joint.map(|i| &robot.joints[i]);
        let mut body = BodyDescription {
            name: name.to_owned(),
            mass: mass(&link.mass),
            shapes: shapes(link, options),
            ..Default::default()
        };
        match joint {
            None => body.pose = link.pose,
            Some(joint) => data.bodies.extend(carry(&mut body, joint, robot, names, notes)),
        }
        data.bodies.push(body);
    }
}

fn mass(of: &LinkMass) -> Option<BodyMass> {
    match of {
        LinkMass::None => None,
        LinkMass::Given(inertia) if inertia.mass == 0.0 => None,
        LinkMass::Given(inertia) => Some(BodyMass::Given(*inertia)),
        LinkMass::Density(density) => Some(BodyMass::Density(*density)),
    }
}

/// Hangs a body on its joint. A joint with several motions, or one whose axis does not meet the body's origin, has bodies of its own between, which come
/// back.
fn carry(
    body: &mut BodyDescription,
    joint: &Joint,
    robot: &Robot,
    names: &Names,
    notes: &mut Notes,
) -> Vec<BodyDescription> {
    let parent = joint
        .parent
        .as_deref()
        .filter(|parent| !names.is_world(parent))
        .and_then(|parent| names.body(parent));
    let in_world = joint.parent.as_deref().map_or(Pose::IDENTITY, |parent| {
        robot.link(parent).filter(|_| names.is_world(parent)).map_or(Pose::IDENTITY, |world| world.pose)
    });
    let mut before = Vec::new();
    let mut hangs_on = parent.map(str::to_owned);
    // Where the next body is in the one before, but for its own anchor.
    let mut place = in_world * joint.origin;
    for (i, motion) in joint.motions.iter().enumerate() {
        let moved = place * Pose::from_translation(motion.anchor);
        let description = described(motion, names, hangs_on.is_some(), notes);
        let joint_name = Some(motion.name.clone()).filter(|name| !name.is_empty());
        let start = Start { position: motion.start.filter(|_| motion.mimic.is_none()), ..Default::default() };
        place = Pose::from_translation(-motion.anchor);
        if i + 1 == joint.motions.len() && motion.anchor == DVec3::ZERO {
            body.parent = hangs_on;
            body.pose = moved;
            body.joint_name = joint_name.filter(|name| *name != body.name);
            body.joint = description;
            body.start = start;
            return before;
        }
        let Some(name) = names.mover(&motion.name) else { continue };
        before.push(BodyDescription {
            name: name.to_owned(),
            parent: hangs_on.replace(name.to_owned()),
            pose: moved,
            joint_name: joint_name.filter(|joint| joint != name),
            joint: description,
            start,
            ..Default::default()
        });
    }
    body.parent = hangs_on;
    body.pose = place;
    before
}

fn described(motion: &Motion, names: &Names, has_parent: bool, notes: &mut Notes) -> JointDescription {
    let kind = match motion.kind {
        MotionKind::Revolute(axis) => JointKind::Revolute { axis },
        MotionKind::Prismatic(axis) => JointKind::Prismatic { axis },
        MotionKind::Ball => JointKind::Ball,
        MotionKind::Free if has_parent => {
            notes.dropped(
                &motion.at,
                format!("the six freedoms of `{}`, which hangs on another link: it is fixed", motion.name),
            );
            JointKind::Fixed
        }
        MotionKind::Free => JointKind::Free,
    };
    let mut joint = JointDescription::new(kind);
    joint.damping = motion.damping;
    joint.armature = motion.armature;
    if !motion.kind.is_single() {
        return joint;
    }
    if let Some([lower, upper]) = motion.limits {
        let (stiffness, damping) = motion.stops.unwrap_or((STOP_STIFFNESS, STOP_DAMPING));
        joint.limits = Some(Limits { lower, upper, stiffness, damping });
    }
    joint.friction = (motion.friction > 0.0)
        .then_some(DryFriction { force: motion.friction, stiffness: HOLDING_STIFFNESS });
    joint.spring = motion
        .spring
        .filter(|(stiffness, _)| *stiffness > 0.0)
        .map(|(stiffness, rest)| Spring { stiffness, rest });
    joint.mimic = motion.mimic.as_ref().and_then(|mimic| {
        let body = names.mover(&mimic.leader)?.to_owned();
        Some(MimicDescription { body, ratio: mimic.ratio, offset: mimic.offset })
    });
    joint
}

/// The shapes of a link. What is drawn as it is touched is one shape.
fn shapes(link: &Link, options: &RobotOptions) -> Vec<ShapeDescription> {
    let mut merged: Vec<LinkShape> = Vec::new();
    for shape in &link.shapes {
        if options.collision_only && shape.role == ShapeRole::Visual {
            continue;
        }
        let twin = |other: &&mut LinkShape| {
            other.role != shape.role
                && other.role != ShapeRole::Both
                && other.kind == shape.kind
                && other.pose == shape.pose
        };
        match merged.iter_mut().find(twin) {
            Some(other) => {
                other.role = ShapeRole::Both;
                other.colour = other.colour.or(shape.colour);
                if other.name.is_empty() {
                    other.name.clone_from(&shape.name);
                }
            }
            None => merged.push(shape.clone()),
        }
    }
    let mut shapes: Vec<ShapeDescription> = merged
        .into_iter()
        .map(|shape| {
            let otherwise = match shape.role {
                ShapeRole::Both => "shape",
                ShapeRole::Collision => "collision",
                ShapeRole::Visual => "visual",
            };
            ShapeDescription {
                name: usable(&shape.name, otherwise),
                kind: shape.kind,
                class: None,
                pose: shape.pose,
                role: shape.role,
                colour: shape.colour,
            }
        })
        .collect();
    make_different(&mut shapes, |shape| &mut shape.name);
    shapes
}
