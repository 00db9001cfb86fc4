//! Kinematic bodies: links and joints, and bodies within, from this file or another.

use super::{geometry, joint, mass, place};
use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::format::Format;
use crate::meshes::mesh_at;
use crate::robot::{Joint, Link, LinkMass, LinkShape, Robot};
use crate::xml::{El, Xml, truth};
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use glam::DVec3;
use std::path::{Path, PathBuf};

/// How deep bodies and files may nest.
const DEEPEST: usize = 16;

/// Where a body is read: how long its units are, and where its files are.
#[derive(Clone, Debug)]
pub(super) struct Context<'a> {
    pub(super) access: &'a Access,
    pub(super) scale: DVec3,
    /// Folder of models, if the body names one.
    pub(super) models: Option<String>,
    pub(super) skips_geometry: bool,
    pub(super) depth: usize,
}

impl Context<'_> {
    /// A file that an element names, in the folder of models or beside the file.
    pub(super) fn find(&self, name: &str, by: El<'_>) -> Result<PathBuf> {
        if let Some(models) = &self.models {
            let in_models =
                self.access.resolve_anywhere(&format!("{}/{name}", models.trim_end_matches('/')), by);
            if let Ok(found) = in_models {
                return Ok(found);
            }
        }
        self.access.resolve_anywhere(name, by)
    }
}

/// Reads the contents of a `<KinBody>` or `<Robot>` into the robot, moves what came by its transform, and puts its prefix before the names.
pub(super) fn read(of: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    if context.depth > DEEPEST {
        return Err(of.fault(ErrorKind::TooMany, format!("bodies nest more than {DEEPEST} deep")));
    }
    let mut context = context.clone();
    context.depth += 1;
    context.scale *= place::scale_of(of, "scalegeometry")?;
    context.skips_geometry |= of.attr("skipgeometry").and_then(truth) == Some(true);
    let prefix = of.attr("prefix").unwrap_or_default();
    let all = robot.marks();
    if let Some(file) = of.attr("file") {
        from_file(file, of, &context, robot)?;
        robot.prefix_since(all, prefix);
    }
    // What stands here may speak of what the file brought by its new name.
    let own = robot.marks();
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "modelsdir" => context.models = Some(element.words()),
            "kinbody" | "robot" => read(element, &context, robot)?,
            "body" => {
                let link = link(element, &context, robot)?;
                if let Some(link) = link {
                    robot.add_link(link, element)?;
                }
            }
            "joint" => joint::read(element, &context, robot)?,
            "adjacent" => {
                let words = element.words();
                let mut names = words.split_whitespace();
                if let (Some(a), Some(b)) = (names.next(), names.next()) {
                    robot.exclude.push((a.to_owned(), b.to_owned()));
                }
            }
            "manipulator" => super::robot::manipulator(element, robot)?,
            "attachedsensor" => super::robot::attached_sensor(element, &context, robot)?,
            "jointvalues" => {
                let values = element.text_numbers()?;
                let motions = robot.joints[all.joints..].iter_mut().flat_map(|joint| &mut joint.motions);
                motions
                    .filter(|motion| motion.mimic.is_none())
                    .zip(values)
                    .for_each(|(motion, q)| motion.start = Some(q));
            }
            "translation" | "rotationmat" | "rotationaxis" | "quat" | "mass" | "controller"
            | "diffusecolor" | "ambientcolor" | "transparency" | "bristle" => {}
            other => robot.notes.dropped(element.at(), format!("<{other}>")),
        }
    }
    let moved = place::read(of, context.scale)?;
    robot.links[all.links..].iter_mut().for_each(|link| link.pose = moved * link.pose);
    robot.prefix_since(own, prefix);
    Ok(())
}

/// What a file holds: XML of OpenRAVE, a robot of another format, or a mesh as a body of one link.
fn from_file(name: &str, by: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    let path = context.find(name, by)?;
    let is_xml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
    if is_xml {
        let text: Text = context.access.text_of(&path, by)?;
        let xml = Xml::parse(&text)?;
        let root = xml.root();
        if !["kinbody", "robot"].iter().any(|kind| root.is(kind)) {
            return Err(root.fault(ErrorKind::Refused, format!("<{}> is no body", shown(root.name()))));
        }
        return read(root, context, robot);
    }
    match Format::of_path(&path).flatten() {
        Some(format) if format != Format::OpenRave => of_another_format(format, &path, by, context, robot),
        _ => of_mesh(&path, by, context, robot),
    }
}

fn of_another_format(
    format: Format,
    path: &Path,
    by: El<'_>,
    context: &Context<'_>,
    robot: &mut Robot,
) -> Result<()> {
    let bytes = context.access.bytes_at(path, by)?;
    let mut inner = format.read_bytes(&bytes, path, context.access)?;
    // Links of one name are one.
    for mut link in std::mem::take(&mut inner.links) {
        match robot.links.iter_mut().find(|known| known.name == link.name) {
            Some(known) => {
                known.shapes.append(&mut link.shapes);
                known.mass = if link.mass == LinkMass::None { known.mass } else { link.mass };
            }
            None => robot.links.push(link),
        }
    }
    robot.joints.append(&mut inner.joints);
    robot.loops.append(&mut inner.loops);
    robot.actuators.append(&mut inner.actuators);
    robot.sensors.append(&mut inner.sensors);
    robot.skins.append(&mut inner.skins);
    robot.materials.append(&mut inner.materials);
    robot.exclude.append(&mut inner.exclude);
    robot.chains.append(&mut inner.chains);
    inner.notes.iter().for_each(|note| robot.notes.add(note.kind, note.at.clone(), note.text.clone()));
    Ok(())
}

fn of_mesh(path: &Path, by: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    let Some(kind) = mesh_at(path, context.scale, by, context.access, &mut robot.notes)? else {
        return Ok(());
    };
    let shape = LinkShape {
        name: String::new(),
        at: by.at(),
        role: ShapeRole::Both,
        pose: Pose::IDENTITY,
        kind,
        colour: None,
    };
    robot.links.push(Link {
        name: by.attr("name").unwrap_or("body").to_owned(),
        at: by.at(),
        mass: LinkMass::Given(mass::unstated()),
        shapes: vec![shape],
        ..Default::default()
    });
    Ok(())
}

/// A link; none if it only adds to one that is there.
fn link(of: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<Option<Link>> {
    let mut context = context.clone();
    context.scale *= place::scale_of(of, "scalegeometry")?;
    let name =
        of.attr("name").map(str::to_owned).unwrap_or_else(|| format!("body_{}", robot.links.len() + 1));
    let mut link = Link { name: name.clone(), at: of.at(), ..Default::default() };
    fill(of, &context, &mut link, robot)?;
    let own = place::read(of, context.scale)?;
    let offset = match of.child("offsetfrom") {
        Some(from) => {
            let name = from.words();
            let found = robot.links.iter().rev().find(|link| link.name == name);
            let unknown = || {
                from.fault(
                    ErrorKind::UnknownName,
                    format!("there is no body `{}` to be offset from", shown(&name)),
                )
            };
            found.ok_or_else(unknown)?.pose
        }
        None => Pose::IDENTITY,
    };
    let stated = of.child("mass");
    if let Some(stated) = stated {
        link.mass = mass::read(stated, &link, context.scale, &mut robot.notes)?;
    }
    // A body of a name that is there already adds to it, and moves it.
    if let Some(known) = robot.links.iter_mut().find(|known| known.name == name) {
        known.shapes.append(&mut link.shapes);
        let moved = Pose::new(own.rotation * known.pose.rotation, known.pose.translation + own.translation);
        known.pose = offset * moved;
        if stated.is_some() {
            known.mass = link.mass;
        }
        return Ok(None);
    }
    if stated.is_none() {
        robot.notes.guessed(of.at(), "a body without <Mass> has 1 kg and 0.4 kg·m², as in OpenRAVE");
        link.mass = LinkMass::Given(mass::unstated());
    }
    link.pose = offset * own;
    if of.attr("type").is_some_and(|kind| kind.eq_ignore_ascii_case("static")) {
        robot.joints.push(standing(&link));
    }
    Ok(Some(link))
}

/// A joint that holds a static body in the world; taken back if something carries it.
fn standing(link: &Link) -> Joint {
    Joint {
        name: format!("{}_static", link.name),
        at: link.at.clone(),
        child: link.name.clone(),
        origin: link.pose,
        ..Default::default()
    }
}

/// The geometries of a body, and of bodies within.
fn fill(of: El<'_>, context: &Context<'_>, link: &mut Link, robot: &mut Robot) -> Result<()> {
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "geom" | "geometry" if !context.skips_geometry => {
                link.shapes.extend(geometry::read(element, context, &mut robot.notes)?);
            }
            "body" => {
                let first = link.shapes.len();
                fill(element, context, link, robot)?;
                let moved = place::read(element, context.scale)?;
                link.shapes[first..].iter_mut().for_each(|shape| shape.pose = moved * shape.pose);
            }
            _ => {}
        }
    }
    Ok(())
}
