//! From MJCF to a robot.

use super::assets::Meshes;
use super::classes::Classes;
use super::compiler::Compiler;
use super::document::{Model, Texts};
use super::geom::Context;
use super::{actuator, bodies, constraints, contacts, keyframe, sensor, tendon};
use crate::access::{Access, Text};
use crate::error::Result;
use crate::robot::Robot;

/// What the extension of Bristle is called among the custom texts.
pub(super) const EXTENSION: &str = "bristle";

/// Sections that say nothing about robots.
const PASSED_OVER: [&str; 14] = [
    "compiler",
    "option",
    "size",
    "visual",
    "statistic",
    "default",
    "asset",
    "worldbody",
    "contact",
    "equality",
    "tendon",
    "actuator",
    "sensor",
    "keyframe",
];

pub(crate) fn read(text: Text, access: &Access) -> Result<Robot> {
    let texts = Texts::read(text, access)?;
    let model = Model::parse(&texts, access)?;
    let root = model.root();
    let mut robot = Robot { name: root.attr("model").unwrap_or_default().to_owned(), ..Default::default() };
    let compiler = Compiler::of(&model, &mut robot.notes)?;
    let classes = Classes::of(&model)?;
    let meshes = Meshes::of(&model, &classes)?;
    let context = Context { model: &model, compiler, classes, meshes, access };
    for option in model.sections("option")? {
        robot.gravity = option.vector("gravity")?.or(robot.gravity);
        robot.step = option.number("timestep")?.or(robot.step);
    }
    let found = bodies::read(&context, &mut robot)?;
    tendon::read(&context, &found, &mut robot)?;
    constraints::read(&context, &found, &mut robot)?;
    contacts::read(&context, &found, &mut robot)?;
    actuator::read(&context, &found, &mut robot)?;
    sensor::read(&context, &found, &mut robot)?;
    keyframe::read(&context, &found, &mut robot)?;
    for custom in model.sections("custom")? {
        for text in custom.all("text").filter(|text| text.attr("name") == Some(EXTENSION)) {
            robot.extension = Some(crate::extension::of_line(text.need_attr("data")?, &text.at())?);
        }
    }
    for section in model.children(root)? {
        if !PASSED_OVER.contains(&section.name()) && section.name() != "custom" && robot.extension.is_none() {
            robot.notes.dropped(section.at(), format!("<{}>", section.name()));
        }
    }
    if robot.links.is_empty() {
        return Err(root
            .fault(crate::ErrorKind::Missing, "the model has no bodies and no geoms")
            .with_note("help: if it is meant to be included, read the file that includes it"));
    }
    Ok(robot)
}
