//! From COLLADA to a robot.

use super::bindings::{self, instances};
use super::document::{Document, rigid};
use super::extras::{self, BRISTLE, technique};
use super::geometry::{self, Found, Meshes};
use super::model::{self, Made};
use super::scene::{Places, places};
use super::{archive, physics};
use crate::access::Text;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Actuator, Control, Driven, Notes, Robot};
use crate::xml::{El, Xml};
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use glam::DMat4;
use std::collections::{HashMap, HashSet};
use std::path::Path;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Robot> {
    let unpacked;
    let bytes = match archive::is_archive(bytes) {
        true => {
            unpacked = archive::unpacked(bytes, path)?;
            &unpacked
        }
        false => bytes,
    };
    let text = Text::of_file(path, bytes.to_vec());
    let xml = Xml::parse(&text)?;
    let root = xml.root();
    if !root.is("COLLADA") {
        let message = format!("a COLLADA file begins with <COLLADA>, this one with <{}>", shown(root.name()));
        return Err(root.fault(ErrorKind::Syntax, message));
    }
    let document = Document::of(root)?;
    let instances = instances(&document)?;
    if instances.is_empty() {
        return Err(root.fault(ErrorKind::Missing, "this document has no kinematics").with_note(
            "help: as a mesh it can be the shape of a body: shapes.x = { mesh = { file = \"…\" } }",
        ));
    }
    let bindings = bindings::read(&document, &instances)?;
    let places = places(&document, &bindings.held)?;
    let meshes = Meshes::of(bytes, &document)?;
    let mut robot = Robot::default();
    for instance in &instances {
        let name = instance.model.attr("name").or_else(|| instance.model.attr("id")).unwrap_or("robot");
        if robot.name.is_empty() {
            robot.name = name.to_owned();
        }
        let node = bindings.roots.get(&instance.model.key());
        let at = node.and_then(|node| places.parent.get(&node.key())).and_then(|matrix| rigid(*matrix));
        let base = document.up * at.unwrap_or(Pose::IDENTITY);
        let made = model::read(instance.model, base, &document, &bindings, &mut robot)?;
        let first = made.links.values().find(|link| link.node.map(El::key) == node.map(|node| node.key()));
        let base = first.map_or(base, |link| link.pose);
        let solids = physics::read(&document, &made, base, &places, &meshes, &mut robot)?;
        let bound: HashSet<u32> = bindings.nodes.values().map(|node| node.key()).collect();
        let context = Looks { document: &document, places: &places, meshes: &meshes, bound };
        shapes(&made, solids, &context, &mut robot)?;
        extras::read(instance, &document, &made, &mut robot)?;
    }
    for extra in root.elements().filter(|e| e.is("extra")) {
        if let Some(technique) = technique(extra, BRISTLE) {
            robot.extension = Some(crate::extension::of_text(&technique.words(), &technique.at())?);
        }
    }
    if robot.actuators.is_empty() {
        robot.actuators = all_driven(&robot);
    }
    Ok(robot)
}

struct Looks<'a, 'r> {
    document: &'r Document<'a>,
    places: &'r Places,
    meshes: &'r Meshes,
    /// Nodes that joints move: what is below them belongs to others.
    bound: HashSet<u32>,
}

/// Gives links their shapes. Where the rigid body has the same ones as the visual node, they are touched and drawn.
fn shapes(
    made: &Made<'_>,
    mut solids: HashMap<String, Vec<Found>>,
    looks: &Looks<'_, '_>,
    robot: &mut Robot,
) -> Result<()> {
    for link in made.links.values() {
        let mut seen = Vec::new();
        if let Some(node) = link.node {
            let into = link.pose.inverse() * looks.document.up;
            let into = DMat4::from_rotation_translation(into.rotation, into.translation);
            seen = of_node(node, into, looks, &mut robot.notes)?;
        }
        let mut solid = solids.remove(&link.name).unwrap_or_default();
        if !solid.is_empty() {
            for (id, shape) in &mut seen {
                match solid.iter().position(|(other, _)| other == id) {
                    Some(same) => {
                        solid.remove(same);
                    }
                    None => shape.role = ShapeRole::Visual,
                }
            }
            solid.iter_mut().for_each(|(_, shape)| shape.role = ShapeRole::Collision);
        }
        let shapes = seen.into_iter().chain(solid);
        if let Some(found) = robot.links.iter_mut().find(|other| other.name == link.name) {
            found.shapes = shapes.map(|(_, shape)| shape).collect();
        }
    }
    Ok(())
}

/// The geometries of a node and of nodes below it that no joint moves.
fn of_node<'a>(
    node: El<'a>,
    into_link: DMat4,
    looks: &Looks<'a, '_>,
    notes: &mut Notes,
) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut todo = vec![node];
    let mut visits = 0;
    while let Some(node) = todo.pop() {
        visits += 1;
        if visits > 10_000 {
            return Err(node.fault(ErrorKind::TooMany, "a link has more than 10000 nodes"));
        }
        let place = into_link * looks.places.own.get(&node.key()).copied().unwrap_or(DMat4::IDENTITY);
        for element in node.elements() {
            match element.name() {
                "instance_geometry" => {
                    let colour = colour(element, looks.document)?;
                    let shape = geometry::instance(element, place, looks.document, looks.meshes, notes)?;
                    found.extend(shape.map(|(id, mut shape)| {
                        shape.colour = colour;
                        (id, shape)
                    }));
                }
                "node" if !looks.bound.contains(&element.key()) => todo.push(element),
                "instance_node" => {
                    let inner = looks.document.follow(element, "url", "node")?;
                    if !looks.bound.contains(&inner.key()) {
                        todo.push(inner);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

/// The diffuse colour that is bound to a geometry.
fn colour<'a>(instance: El<'a>, document: &Document<'a>) -> Result<Option<[f64; 4]>> {
    let Some(bound) = instance.below().find(|e| e.is("instance_material")) else { return Ok(None) };
    let find = |of: El<'a>, attribute: &str, kind: &str| document.follow(of, attribute, kind).ok();
    let effect = find(bound, "target", "material")
        .and_then(|material| find(material.child("instance_effect")?, "url", "effect"));
    let diffuse = effect
        .and_then(|effect| effect.below().find(|e| e.is("diffuse")))
        .and_then(|diffuse| diffuse.child("color"));
    let Some(diffuse) = diffuse else { return Ok(None) };
    Ok(match diffuse.text_numbers()?[..] {
        [r, g, b, a] => Some([r, g, b, a].map(|x| x.clamp(0.0, 1.0))),
        [r, g, b] => Some([r, g, b, 1.0].map(|x| x.clamp(0.0, 1.0))),
        _ => None,
    })
}

/// An actuator for every joint with one position, where the file names none.
fn all_driven(robot: &Robot) -> Vec<Actuator> {
    let drivable = robot.motions().filter(|(_, motion)| motion.kind.is_single() && motion.mimic.is_none());
    drivable
        .map(|(_, motion)| {
            Actuator::new(
                motion.name.clone(),
                motion.at.clone(),
                Driven::Motion(motion.name.clone()),
                Control::Unknown,
            )
        })
        .collect()
}
