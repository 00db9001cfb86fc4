//! Skins as instances of Bristle's plugin for MuJoCo.

use super::write::place;
use crate::error::{ErrorKind, Result, error};
use crate::robot::{Joint, Link, LinkShape, Robot};
use crate::xml_writer::{XmlWriter, a, number};
use bristle_contact::{Basis, ContactMaterial, Named, Saturation};
use bristle_scene::Tree;
use bristle_scene::data::{ShapeRole, SkinDescription};

const PLUGIN: &str = "bristle.skin";

/// What the site of a skin is called: sites have names of their own.
fn site(skin: &SkinDescription) -> String {
    format!("{}/skin", skin.name)
}

/// Skins that can touch anything: the plugin refuses others.
fn touching(robot: &Robot) -> impl Iterator<Item = &SkinDescription> {
    robot.skins.iter().filter(|skin| !partners(robot, skin).is_empty())
}

pub(super) fn write_instances(xml: &mut XmlWriter, robot: &Robot) -> Result<()> {
    if touching(robot).next().is_none() {
        return Ok(());
    }
    xml.open("extension", &[]);
    xml.open("plugin", &[a("plugin", PLUGIN)]);
    for skin in touching(robot) {
        xml.open("instance", &[a("name", &skin.name)]);
        for (key, value) in words(skin, robot)? {
            xml.leaf("config", &[a("key", key), a("value", value)]);
        }
        xml.close();
    }
    xml.close();
    xml.close();
    Ok(())
}

/// The keys of an instance, see docs/mujoco.md.
fn words(skin: &SkinDescription, robot: &Robot) -> Result<Vec<(&'static str, String)>> {
    let refuse = |why: String| {
        error(ErrorKind::Refused, format!("the skin `{}` cannot be written for MuJoCo: {why}", skin.name))
    };
    let described = robot.materials.iter().find(|material| material.name == skin.material);
    let described = described.ok_or_else(|| refuse(format!("there is no material `{}`", skin.material)))?;
    let material = described.contact().map_err(|cause| refuse(cause.to_string()))?;
    let mut words = vec![("layout", layout(skin))];
    words.extend(sampling(skin));
    words.extend(laws(&material).ok_or_else(|| refuse("the plugin has no words for its laws".to_owned()))?);
    if !skin.targets.is_empty() {
        words.push(("targets", skin.targets.join(" ")));
    }
    words.extend(skin.options.look_ahead.map(|look| ("look_ahead", number(look))));
    Ok(words)
}

/// The layout as scenes write it, on one line.
fn layout(skin: &SkinDescription) -> String {
    let texels = crate::tree::of_skin(skin);
    match texels {
        Tree::Table(entries) => entries
            .into_iter()
            .find(|(key, _)| key == "layout")
            .map(|(_, tree)| crate::tree::on_one_line(&tree))
            .unwrap_or_default(),
        _ => String::new(),
    }
}

fn sampling(skin: &SkinDescription) -> Vec<(&'static str, String)> {
    let Tree::Table(entries) = crate::tree::of_skin(skin) else { return Vec::new() };
    let find = |wanted: &str| entries.iter().find(|(key, _)| key == wanted).map(|(_, tree)| tree.clone());
    let mut words = Vec::new();
    if let Some(Tree::Integer(samples)) = find("samples").filter(|samples| *samples != Tree::Integer(1)) {
        words.push(("samples", samples.to_string()));
        if let Some(Tree::Text(spread)) = find("sampling") {
            words.push(("sampling", spread));
        }
    }
    words
}

/// A material in the words of the plugin; none for laws that it has no words for.
fn laws(material: &ContactMaterial) -> Option<Vec<(&'static str, String)>> {
    let (normal, friction) = (material.normal(), material.friction());
    let mut words = vec![(
        "basis",
        match material.basis() {
            Basis::PerTexel => "per_texel".to_owned(),
            Basis::PerArea => "per_area".to_owned(),
        },
    )];
    for (parameter, value) in normal.law()?.values(normal)? {
        words.push((parameter.name, number(value)));
    }
    let law = friction.law()?;
    words.push(("friction_law", law.name.to_owned()));
    for (parameter, value) in law.values(friction)? {
        let key = match parameter.name {
            "stiffness" => "shear_stiffness",
            "damping" => "shear_damping",
            other => other,
        };
        words.push((key, number(value)));
    }
    words.push(("max_penetration", number(material.max_penetration())));
    let saturation = if material.saturation() == Saturation::CutOff { "cut_off" } else { "backed" };
    words.push(("saturation", saturation.to_owned()));
    words.extend(material.stated_backing_stiffness().map(|k| ("backing_stiffness", number(k))));
    words.extend(material.target_stiffness().map(|k| ("target_stiffness", number(k))));
    Some(words)
}

pub(super) fn write_sites(xml: &mut XmlWriter, robot: &Robot, link: &str) {
    for skin in robot.skins.iter().filter(|skin| skin.on == link) {
        let attributes: Vec<_> = std::iter::once(a("name", site(skin))).chain(place(skin.pose)).collect();
        xml.leaf("site", &attributes);
    }
}

/// What the sensors of the skins are.
pub(super) fn sensors(robot: &Robot) -> Vec<Vec<(&'static str, String)>> {
    let sensor = |skin: &SkinDescription| {
        vec![
            a("name", &skin.name),
            a("plugin", PLUGIN),
            a("instance", &skin.name),
            a("objtype", "site"),
            a("objname", site(skin)),
        ]
    };
    touching(robot).map(sensor).collect()
}

/// Links that a skin can touch.
fn partners<'a>(robot: &'a Robot, skin: &SkinDescription) -> Vec<&'a str> {
    let solid = |shape: &LinkShape| shape.role != ShapeRole::Visual;
    let own = rigid(robot, &skin.on);
    let neighbours = |other: &str| {
        let hangs = |joint: &Joint, on: &str| {
            joint.parent.as_deref().is_some_and(|parent| rigid(robot, parent) == on)
        };
        robot.joints.iter().any(|joint| {
            joint.child == own && hangs(joint, other) || joint.child == other && hangs(joint, own)
        })
    };
    let apart = |link: &&Link| {
        let other = rigid(robot, &link.name);
        // MuJoCo lets neighbours pass through each other, unless one of them stands.
        other != own && (!neighbours(other) || stands(robot, own) || stands(robot, other))
    };
    let others = robot.links.iter().filter(|link| link.shapes.iter().any(solid)).filter(apart);
    let meant = others.filter(|link| skin.targets.is_empty() || skin.targets.contains(&link.name));
    meant.map(|link| link.name.as_str()).collect()
}

/// The topmost link that a link is fixed to.
fn rigid<'a>(robot: &'a Robot, mut link: &'a str) -> &'a str {
    for _ in 0..robot.links.len() {
        let joint = robot.joints.iter().find(|joint| joint.child == link && joint.motions.is_empty());
        match joint.and_then(|joint| joint.parent.as_deref()) {
            Some(parent) => link = parent,
            None => break,
        }
    }
    link
}

/// Whether a link that is fixed to no other does not move.
fn stands(robot: &Robot, link: &str) -> bool {
    robot.joints.iter().all(|joint| joint.child != link || joint.motions.is_empty())
}

/// Pairs that MuJoCo itself must leave alone: a skin is between them, or they are neighbours of which one stands.
pub(super) fn excluded(robot: &Robot) -> Vec<(String, String)> {
    let pairs = |skin: &SkinDescription| {
        partners(robot, skin).into_iter().map(|other| (skin.on.clone(), other.to_owned())).collect::<Vec<_>>()
    };
    let neighbour = |joint: &Joint| {
        let parent = joint.parent.as_deref().filter(|parent| stands(robot, rigid(robot, parent)))?;
        (!joint.motions.is_empty()).then(|| (parent.to_owned(), joint.child.clone()))
    };
    robot.skins.iter().flat_map(pairs).chain(robot.joints.iter().filter_map(neighbour)).collect()
}
