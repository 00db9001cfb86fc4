//! Worlds: obstacles, objects, robots, and robots on robots.

use super::body::{self, Weight};
use super::chain::PALM;
use super::{place, robot};
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Joint, Link, Marks, Robot};
use crate::xml::{El, Xml};
use bristle_geometry::Pose;

/// A robot of the world, by the names it has there.
struct Placed {
    prefix: String,
    chains: usize,
}

pub(super) fn read(of: El<'_>, access: &Access) -> Result<Robot> {
    let mut world = Robot { name: "world".to_owned(), ..Default::default() };
    let several = of.all("robot").count() > 1;
    let mut robots: Vec<Placed> = Vec::new();
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "obstacle" => {
                let link = thing(element, Weight::None, access, &mut world)?;
                world.links.push(link);
            }
            "graspablebody" => {
                let link = thing(element, Weight::Needed, access, &mut world)?;
                world.joints.push(Joint::free(&link));
                world.links.push(link);
            }
            "robot" => robots.push(hand(element, several, access, &mut world)?),
            "connection" => connection(element, &robots, access, &mut world)?,
            "camera" => {}
            other => world.notes.dropped(element.at(), format!("<{}>", shown(other))),
        }
    }
    Ok(world)
}

fn thing(of: El<'_>, weight: Weight, access: &Access, world: &mut Robot) -> Result<Link> {
    let pose = place::of_child(of)?;
    let link = match (of.child("filename"), of.child("body")) {
        (Some(file), _) => {
            let path = access.resolve_anywhere(&file.words(), file)?;
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = new_name(world, &stem);
            body::from_file(&path, &name, weight, file, access, &mut world.notes)?
        }
        (None, Some(described)) => {
            let name = new_name(world, "body");
            body::read(described, &name, weight, access, &mut world.notes)?
        }
        (None, None) => {
            let message = format!("<{}> needs a <filename> or a <body>", of.name());
            return Err(of.fault(ErrorKind::Missing, message));
        }
    };
    Ok(Link { pose, at: of.at(), ..link })
}

fn new_name(world: &Robot, wanted: &str) -> String {
    let free = |name: &String| world.links.iter().all(|link| link.name != *name);
    let numbered = (2..).map(|i| format!("{wanted}_{i}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(free).unwrap_or_default()
}

fn hand(of: El<'_>, several: bool, access: &Access, world: &mut Robot) -> Result<Placed> {
    let file = of.need_child("filename")?;
    let path = access.resolve_anywhere(&file.words(), file)?;
    let text = access.text_of(&path, file)?;
    let xml = Xml::parse(&text)?;
    let robot::Hand { mut robot, dofs } = robot::read(xml.root(), access)?;
    if let Some(values) = of.child("dofValues") {
        let mut values = values.text_numbers()?.into_iter();
        for dof in &dofs {
            let Some(value) = values.next() else { break };
            dof.start(&mut robot, value);
            let joints = dof.leader.as_ref().map_or(0, |leader| leader.joints);
            for _ in 0..if dof.breaks_away { joints } else { 0 } {
                // Where a joint was held back follows its flag.
                if values.next() == Some(1.0) {
                    values.next();
                }
            }
        }
    }
    robot.links.iter_mut().filter(|link| link.name == PALM).for_each(|link| link.at = of.at());
    if let Some(palm) = robot.links.first_mut() {
        palm.pose = place::of_child(of)?;
    }
    let chains = xml.root().all("chain").count();
    let prefix = if several { format!("{}_", new_prefix(world, &robot.name)) } else { String::new() };
    robot.prefix_since(Marks::default(), &prefix);
    world.append(robot);
    Ok(Placed { prefix, chains })
}

/// A name that no link begins with yet.
fn new_prefix(world: &Robot, wanted: &str) -> String {
    let free = |name: &String| world.links.iter().all(|link| link.name != format!("{name}_{PALM}"));
    let numbered = (2..).map(|i| format!("{wanted}{i}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(free).unwrap_or_default()
}

/// Puts a robot on the last link of a chain of another, with a piece between them if there is one.
fn connection(of: El<'_>, robots: &[Placed], access: &Access, world: &mut Robot) -> Result<()> {
    let index = |key: &str, count: usize| -> Result<usize> {
        let element = of.need_child(key)?;
        let number = element.text_number()?;
        let allowed = (0..count).find(|i| *i as f64 == number);
        allowed.ok_or_else(|| {
            let message = format!("<{key}> is {number}, and there are {count}");
            element.fault(ErrorKind::OutOfRange, message).with_note("help: they are counted from 0")
        })
    };
    let parent = &robots[index("parentRobot", robots.len())?];
    let child = &robots[index("childRobot", robots.len())?];
    let chain = index("parentChain", parent.chains)?;
    let chain = format!("{}chain{chain}", parent.prefix);
    let Some(tip) = world.chains.iter().find(|known| known.name == chain).map(|chain| chain.tip.clone())
    else {
        return Ok(());
    };
    let palm = format!("{}{PALM}", child.prefix);
    let origin = place::of_child(of)?;
    let mut on = (tip, origin);
    let mount = of.child("mountFilename").filter(|file| !file.words().is_empty());
    if let Some(file) = mount {
        let path = access.resolve_anywhere(&file.words(), file)?;
        let name = new_name(world, &format!("{}mount", child.prefix));
        let link = body::from_file(&path, &name, Weight::Needed, file, access, &mut world.notes)?;
        world.joints.push(Joint::fixed(&link, &on.0, on.1));
        world.exclude.push((name.clone(), palm.clone()));
        world.links.push(link);
        on = (name, Pose::IDENTITY);
    }
    let Some(link) = world.links.iter().find(|link| link.name == palm).cloned() else { return Ok(()) };
    if world.joints.iter().any(|joint| joint.child == palm) {
        return Err(of.fault(ErrorKind::Refused, format!("`{palm}` hangs on another robot already")));
    }
    world.joints.push(Joint { at: of.at(), ..Joint::fixed(&link, &on.0, on.1) });
    Ok(())
}
