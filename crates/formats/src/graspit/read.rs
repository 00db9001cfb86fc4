//! From GraspIt!'s XML to a robot.

use super::body::{self, Weight};
use super::{robot, world};
use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Joint, Robot};
use crate::xml::Xml;
use std::path::Path;

pub(crate) fn read(text: &Text, access: &Access) -> Result<Robot> {
    let xml = Xml::parse(text)?;
    let root = xml.root();
    match root.name().to_ascii_lowercase().as_str() {
        "world" => world::read(root, access),
        "robot" => Ok(robot::read(root, access)?.robot),
        "root" => {
            let stem = Path::new(&text.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = stem.unwrap_or_else(|| "body".to_owned());
            let mut robot = Robot { name: name.clone(), ..Default::default() };
            let link = body::read(root, &name, Weight::Needed, access, &mut robot.notes)?;
            robot.joints.push(Joint::free(&link));
            robot.links.push(link);
            Ok(robot)
        }
        other => {
            let message = format!(
                "GraspIt!'s files begin with <robot>, <world> or <root>, this one with <{}>",
                shown(other)
            );
            Err(root.fault(ErrorKind::Syntax, message))
        }
    }
}
