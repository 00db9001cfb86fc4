//! From OpenRAVE's XML to a robot.

use super::body::{self, Context};
use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Joint, Marks, Robot};
use crate::xml::{El, Xml, truth};
use glam::DVec3;
use std::collections::HashSet;

pub(crate) fn read(text: &Text, access: &Access) -> Result<Robot> {
    let loose;
    let (xml, loosened) = match Xml::parse(text) {
        Ok(xml) => (xml, false),
        // As printed in papers, with blanks where XML has none.
        Err(error) => match loosened(text) {
            Some(found) => {
                loose = found;
                (Xml::parse(&loose).map_err(|_| error)?, true)
            }
            None => return Err(error),
        },
    };
    let root = xml.root();
    let mut robot = Robot::default();
    if loosened {
        robot.notes.repaired(root.at(), "tags with blanks in them, as `< link >`");
    }
    let context = Context { access, scale: DVec3::ONE, models: None, skips_geometry: false, depth: 0 };
    match root.name().to_ascii_lowercase().as_str() {
        "environment" => environment(root, &context, &mut robot)?,
        "robot" | "kinbody" => top(root, &context, false, &mut robot)?,
        other => {
            let message = format!(
                "OpenRAVE's files begin with <Environment>, <Robot> or <KinBody>, this one with <{}>",
                shown(other)
            );
            return Err(root.fault(ErrorKind::Syntax, message));
        }
    }
    if robot.links.is_empty() {
        return Err(root.fault(ErrorKind::Missing, "there is no <Body>"));
    }
    for extension in root.all("bristle") {
        robot.extension = Some(crate::extension::of_text(&extension.words(), &extension.at())?);
    }
    Ok(robot)
}

fn environment(of: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    if let Some(file) = of.attr("file") {
        robot.notes.dropped(of.at(), format!("the environment `{}`, which this one builds on", shown(file)));
    }
    robot.name = of.attr("name").unwrap_or_default().to_owned();
    let several = of.elements().filter(|e| e.is("robot") || e.is("kinbody")).count() > 1;
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "robot" | "kinbody" => top(element, context, several, robot)?,
            "camtrans" | "camrotationaxis" | "camrotaxis" | "camrotmat" | "camfocal" | "bkgndcolor"
            | "bristle" => {}
            other => robot.notes.dropped(element.at(), format!("<{other}>")),
        }
    }
    Ok(())
}

/// A body of the world. Names that others have already get its own before them; what has no joints and is not static moves freely.
fn top(of: El<'_>, context: &Context<'_>, several: bool, robot: &mut Robot) -> Result<()> {
    let taken: HashSet<String> = robot.links.iter().map(|link| link.name.clone()).collect();
    let mut own = Robot::default();
    body::read(of, context, &mut own)?;
    let name = of.attr("name").unwrap_or_default();
    if robot.name.is_empty() {
        robot.name = name.to_owned();
    }
    let is_free =
        of.is("kinbody") && own.joints.is_empty() && own.links.iter().all(|link| !link.shapes.is_empty());
    let rigid = of.attr("static").and_then(truth) == Some(true);
    // Several bodies without joints are one rigid thing.
    if own.joints.is_empty() && own.links.len() > 1 {
        hold_together(&mut own);
    }
    if is_free
        && !rigid
        && let Some(first) = own.links.first()
    {
        own.joints.insert(0, Joint::free(first));
    }
    fix_static(&mut own);
    let unnamed = format!("body{}", robot.links.len() + 1);
    let name = if name.is_empty() { &unnamed } else { name };
    if several && own.links.iter().any(|link| taken.contains(&link.name)) {
        own.prefix_since(Marks::default(), &format!("{name}_"));
    }
    robot.append(own);
    Ok(())
}

/// Fixes all links to the first.
fn hold_together(robot: &mut Robot) {
    let Some(first) = robot.links.first() else { return };
    let (name, pose) = (first.name.clone(), first.pose);
    let joints: Vec<Joint> =
        robot.links[1..].iter().map(|link| Joint::fixed(link, &name, pose.inverse() * link.pose)).collect();
    robot.joints.extend(joints);
}

/// Static bodies stand where they are after all was moved.
fn fix_static(robot: &mut Robot) {
    let places: Vec<(String, bristle_geometry::Pose)> =
        robot.links.iter().map(|link| (link.name.clone(), link.pose)).collect();
    for joint in robot.joints.iter_mut().filter(|joint| joint.parent.is_none()) {
        if let Some((_, pose)) = places.iter().find(|(name, _)| *name == joint.child) {
            joint.origin = *pose;
        }
    }
}

/// The text with blanks taken out of its tags, line by line as before; none if it has no such tags.
fn loosened(text: &Text) -> Option<Text> {
    let content = &text.content;
    if !(content.contains("< ") || content.contains("sensorname")) {
        return None;
    }
    let mut loose = String::with_capacity(content.len());
    let mut rest = content.as_str();
    while let Some(open) = rest.find('<') {
        loose.push_str(&rest[..=open]);
        rest = &rest[open + 1..];
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        rest = &rest[blanks(rest)..];
        if let Some(after) = rest.strip_prefix('/') {
            loose.push('/');
            rest = &after[blanks(after)..];
        }
        if let Some(after) = rest.strip_prefix("sensorname") {
            loose.push_str("sensor name");
            rest = after;
        }
    }
    loose.push_str(rest);
    Some(Text::new(text.name.clone(), loose, text.folder.clone()))
}
