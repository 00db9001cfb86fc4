//! From Simox' XML to a robot.

use super::{joint, looks, mass, place, sets};
use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{
    Actuator, Control, Driven, FollowedMotion, Joint, Link, Notes, Robot, Sensor, SensorKind,
};
use crate::xml::{El, Xml, truth, with_closing_tags};
use std::collections::{HashMap, HashSet};

/// How deep robots may consist of robots.
const DEEPEST: usize = 16;
/// What nodes may be called.
pub(crate) const NODES: [&str; 5] = ["robotnode", "jointnode", "transformationnode", "bodynode", "modelnode"];

pub(crate) fn read(text: Text, access: &Access) -> Result<Robot> {
    let mut robot = Robot::default();
    let text = mended(text, &mut robot.notes);
    let xml = Xml::parse(&text)?;
    let mut reading = Reading { access, robot: &mut robot, names: HashSet::new(), followers: Vec::new() };
    reading.file(xml.root(), 0)?;
    let followers = std::mem::take(&mut reading.followers);
    follow(&mut robot, followers)?;
    let motions = robot.motions().map(|(_, motion)| motion).filter(|motion| motion.mimic.is_none());
    let actuators = motions.map(|motion| Actuator {
        effort: motion.effort,
        speed: motion.speed,
        acceleration: motion.acceleration,
        ..Actuator::new(&motion.name, &motion.at, Driven::Motion(motion.name.clone()), Control::Unknown)
    });
    robot.actuators = actuators.collect();
    Ok(robot)
}

/// Whose value goes where, and how much of it.
struct Follower {
    leader: String,
    joint: String,
    ratio: f64,
    at: String,
}

/// What is read, and what is known of it so far.
struct Reading<'a> {
    access: &'a Access,
    robot: &'a mut Robot,
    names: HashSet<String>,
    followers: Vec<Follower>,
}

impl Reading<'_> {
    /// Reads the robot of a file, with those that it names. Gives the name of its root.
    fn file(&mut self, of: El<'_>, depth: usize) -> Result<String> {
        if depth > DEEPEST {
            return Err(
                of.fault(ErrorKind::TooMany, format!("robots consist of robots more than {DEEPEST} deep"))
            );
        }
        let first = self.robot.links.len();
        let mut parents: HashMap<String, String> = HashMap::new();
        let mut frames = Vec::new();
        let mut others = Vec::new();
        for element in of.elements().filter(|element| is_node(*element)) {
            let name = element.need_attr("name")?.to_owned();
            if !self.names.insert(name.clone()) {
                let message = format!("there are two nodes called `{}`", shown(&name));
                return Err(element.fault_at("name", ErrorKind::Duplicate, message));
            }
            for child in element.all("child") {
                parents.insert(child.need_attr("name")?.to_owned(), name.clone());
            }
            others.extend(
                element.all("childfromrobot").flat_map(El::elements).map(|file| (name.clone(), file)),
            );
            frames.push(self.node(element, name)?);
        }
        if self.robot.links.len() == first {
            return Err(of.fault(ErrorKind::Missing, "there is no <RobotNode>"));
        }
        let root = of.attr("rootnode").map_or_else(|| self.robot.links[first].name.clone(), str::to_owned);
        if self.robot.links[first..].iter().all(|link| link.name != root) {
            let message = format!("the root node `{}` does not exist", shown(&root));
            return Err(of.fault_at("rootnode", ErrorKind::UnknownName, message));
        }
        // The root may have a transform and a joint as well: then it moves in the world, or on what carries it.
        for mut joint in frames {
            joint.parent = parents.get(&joint.child).cloned();
            let is_root = joint.child == root;
            if joint.parent.is_none() && !is_root {
                self.robot.notes.dropped(
                    &joint.at,
                    format!("the node `{}`, which no other node carries", shown(&joint.child)),
                );
                self.robot.links.retain(|link| link.name != joint.child);
                continue;
            }
            self.robot.joints.push(joint);
        }
        for (carrier, element) in others.into_iter().filter(|(_, element)| element.is("file")) {
            let path = self.access.resolve_anywhere(&element.words(), element)?;
            let text = mended(self.access.text_of(&path, element)?, &mut self.robot.notes);
            let xml = Xml::parse(&text)?;
            let inner = self.file(xml.root(), depth + 1)?;
            if let Some(joint) = self.robot.joints.iter_mut().find(|joint| joint.child == inner) {
                joint.parent = Some(carrier);
            }
        }
        if depth == 0 {
            self.robot.name = of.attr("standardname").or(of.attr("type")).unwrap_or_default().to_owned();
        }
        for element in of.elements() {
            match element.name().to_ascii_lowercase().as_str() {
                "robotnodeset" | "modelnodeset" => sets::node_set(element, self.robot),
                "endeffector" => sets::end_effector(element, self.robot)?,
                "robotinfo" => {}
                other if NODES.contains(&other) => {}
                other => self.robot.notes.dropped(element.at(), format!("<{}>", shown(other))),
            }
        }
        Ok(root)
    }

    /// A node as a link, and what carries it.
    fn node(&mut self, of: El<'_>, name: String) -> Result<Joint> {
        let mut link = Link { name: name.clone(), at: of.at(), ..Default::default() };
        link.shapes = looks::read(of, self.access, &mut self.robot.notes)?;
        if let Some(physics) = of.child("physics") {
            link.mass = mass::read(physics, &link, &mut self.robot.notes)?;
            let ignored = physics.all("ignorecollision").filter_map(|other| other.attr("name"));
            self.robot.exclude.extend(ignored.map(|other| (name.clone(), other.to_owned())));
        }
        let mut joint = Joint {
            name: name.clone(),
            at: of.at(),
            child: name.clone(),
            origin: place::of_child(of)?,
            ..Default::default()
        };
        if let Some(element) = of.child("joint") {
            let moved = joint::read(element, &name, &mut self.robot.notes)?;
            joint.origin = joint.origin * moved.offset;
            joint.motions.extend(moved.motion);
            self.followers.extend(moved.others.into_iter().map(|(joint, ratio)| Follower {
                leader: name.clone(),
                joint,
                ratio,
                at: element.at(),
            }));
        }
        for element in of.elements() {
            match element.name().to_ascii_lowercase().as_str() {
                "visualization" | "collisionmodel" | "child" | "childfromrobot" | "joint" | "physics"
                | "transform" => {}
                "sensor" => sensor(element, &name, self.robot)?,
                other => self.robot.notes.dropped(element.at(), format!("<{}>", shown(other))),
            }
        }
        self.robot.add_link(link, of)?;
        Ok(joint)
    }
}

/// Simox never looks at the names of closing tags.
fn mended(text: Text, notes: &mut Notes) -> Text {
    let (text, places) = with_closing_tags(text);
    places
        .into_iter()
        .for_each(|at| notes.guessed(at, "a closing tag with another name than the opening one"));
    text
}

fn is_node(element: El<'_>) -> bool {
    NODES.iter().any(|name| element.is(name))
}

fn sensor(of: El<'_>, link: &str, robot: &mut Robot) -> Result<()> {
    let kind = of.attr("type").unwrap_or_default();
    let name = of.attr("name").map_or_else(|| format!("{link}_{kind}"), str::to_owned);
    if kind.eq_ignore_ascii_case("forcetorque") {
        let pose = place::of_child(of)?;
        let kind = SensorKind::ForceTorque { link: link.to_owned(), pose };
        robot.sensors.push(Sensor { name, at: of.at(), kind, rate: None, noise: 0.0 });
    } else if of.attr("enable").and_then(truth) != Some(false) {
        robot.notes.dropped(of.at(), format!("the sensor `{}` of type {}", shown(&name), shown(kind)));
    }
    Ok(())
}

/// Joints that take the value of another.
fn follow(robot: &mut Robot, followers: Vec<Follower>) -> Result<()> {
    for Follower { leader, joint, ratio, at } in followers {
        let leads = robot.motion(&leader).is_some();
        let motions = robot.joints.iter_mut().flat_map(|joint| &mut joint.motions);
        match motions.into_iter().find(|motion| motion.name == joint && motion.name != leader) {
            Some(motion) if leads && ratio != 0.0 => {
                motion.mimic = Some(FollowedMotion { leader, ratio, offset: 0.0 });
            }
            _ => robot.notes.dropped(
                at,
                format!(
                    "the joint `{}` does not follow `{}`: one of them cannot move",
                    shown(&joint),
                    shown(&leader)
                ),
            ),
        }
    }
    Ok(())
}
