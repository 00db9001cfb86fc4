//! From SDF to a robot.

use super::frames::pose;
use super::model::{self, Scope};
use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::robot::Robot;
use crate::xml::{El, Xml, truth};
use bristle_geometry::Pose;
use glam::DVec3;

pub(crate) fn read(text: &Text, access: &Access) -> Result<Robot> {
    let xml = Xml::parse(text)?;
    let root = xml.root();
    if !(root.is("sdf") || root.is("gazebo")) {
        let message = format!("an SDF file begins with <sdf>, this one with <{}>", shown(root.name()));
        return Err(root.fault(ErrorKind::Syntax, message));
    }
    let mut robot = Robot::default();
    let worlds: Vec<El<'_>> = root.all("world").collect();
    for world in &worlds {
        if let Some(gravity) = world.child("gravity") {
            robot.gravity = Some(DVec3::from(gravity.text_exactly::<3>()?));
        }
        if let Some(step) = world.child("physics").and_then(|physics| physics.child("max_step_size")) {
            robot.step = Some(step.text_number()?);
        }
    }
    let mut models: Vec<El<'_>> = root.all("model").collect();
    models.extend(
        worlds.iter().flat_map(|world| world.elements().filter(|e| e.is("model") || e.is("include"))),
    );
    for of in &models {
        top(*of, models.len() > 1, access, &mut robot, old_axes(root))?;
    }
    if robot.links.is_empty() {
        return Err(root.fault(ErrorKind::Missing, "there is no model with a link"));
    }
    model::actuators(&mut robot);
    Ok(robot)
}

/// Before version 1.5 axes were given in the model's frame.
pub(super) fn old_axes(root: El<'_>) -> bool {
    let version = root.attr("version").unwrap_or("1.6");
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(1), parts.next().unwrap_or(6)) < (1, 5)
}

/// A model of the file or of a world. Names need the model's before them only if there are several.
fn top(of: El<'_>, several: bool, access: &Access, robot: &mut Robot, old_axes: bool) -> Result<()> {
    if of.is("include") {
        let uri = of.need_child("uri")?;
        if uri.words() == "model://sun" {
            return Ok(());
        }
        let path = access.model_at(&uri.words(), uri)?;
        let text = access.text_of(&path, uri)?;
        let xml = Xml::parse(&text)?;
        let Some(model) = xml.root().child("model") else {
            return Err(uri.fault(ErrorKind::Missing, format!("`{}` holds no model", shown(&uri.words()))));
        };
        let place = if of.child("pose").is_some() { pose(of)?.0 } else { pose(model)?.0 };
        let flag = of.child("static").or_else(|| model.child("static"));
        let name = of.child("name").map(|name| name.words());
        let old = self::old_axes(xml.root());
        return placed(model, name.as_deref(), place, flag, several, access, robot, old);
    }
    let (place, _) = pose(of)?;
    placed(of, None, place, of.child("static"), several, access, robot, old_axes)
}

fn placed(
    model: El<'_>,
    name: Option<&str>,
    pose: Pose,
    flag: Option<El<'_>>,
    several: bool,
    access: &Access,
    robot: &mut Robot,
    old_axes: bool,
) -> Result<()> {
    let name = name.or_else(|| model.attr("name")).unwrap_or("model");
    if robot.name.is_empty() {
        robot.name = name.to_owned();
    }
    let is_static = flag.and_then(|flag| truth(&flag.words())).unwrap_or(false);
    let prefix = if several { name.to_owned() } else { String::new() };
    model::read(model, &Scope { prefix, pose, is_static, old_axes, depth: 0 }, access, robot)
}
