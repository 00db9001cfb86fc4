//! The tree of bodies, with their joints, geoms and sites.

use super::classes::Full;
use super::compiler::FromGeoms;
use super::geom::{self, Context};
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Joint, Link, LinkMass, Motion, MotionKind, Robot, principal};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use bristle_world::Inertia;
use glam::{DMat3, DVec3};
use std::collections::{HashMap, HashSet};

/// The name of the link that stands for the geoms of the world.
pub(super) const WORLD: &str = "world";

/// What has to be found by name later.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Sites: link, and where on it.
    pub(super) sites: HashMap<String, (String, Pose)>,
    /// Bodies of geoms.
    pub(super) geoms: HashMap<String, String>,
    /// `contype` and `conaffinity` of solid geoms, by body.
    pub(super) filters: Vec<(String, [u32; 2])>,
    /// Bodies that are led by hand.
    pub(super) mocap: HashSet<String>,
    /// Where bodies are at the start of the model; some joints are not at zero then.
    pub(super) initial: HashMap<String, Pose>,
    /// Motions in the order of coordinates.
    pub(super) motions: Vec<String>,
    /// Positions of motions in the initial configuration.
    pub(super) references: HashMap<String, f64>,
    unnamed: usize,
    depth: usize,
}

/// How deep bodies may nest, through whatever files.
const DEEPEST: usize = 200;

/// A body that is being read.
struct Open<'a> {
    link: Link,
    joint: Joint,
    parent: Option<String>,
    given: Option<Inertia>,
    of_geoms: Inertia,
    children: Vec<(El<'a>, Pose, Option<String>)>,
    has_visuals: bool,
    /// Whether its mass is that of its geoms.
    weighs_geoms: bool,
    /// References of the motions, by which positions are counted from elsewhere.
    references: Vec<f64>,
}

pub(super) fn read<'a>(context: &Context<'a>, robot: &mut Robot) -> Result<Found> {
    let mut found = Found::default();
    let mut world = Open::new(WORLD.to_owned(), String::new(), None);
    for section in context.model.sections("worldbody")? {
        if world.link.at.is_empty() {
            world.link.at = section.at();
        }
        let class = section.attr("childclass").map(str::to_owned);
        contents(section, Pose::IDENTITY, class.as_deref(), &mut world, context, &mut found, robot)?;
    }
    // Nobody weighs the world.
    world.finish_shapes();
    let children = std::mem::take(&mut world.children);
    if !world.link.shapes.is_empty() {
        robot.links.push(world.link);
    }
    for (element, frame, class) in children {
        body(element, frame, class.as_deref(), None, context, &mut found, robot)?;
    }
    if let Some(total) = context.compiler.total_mass {
        set_total(robot, total);
    }
    Ok(found)
}

impl Open<'_> {
    fn new(name: String, at: String, parent: Option<String>) -> Self {
        let link = Link { name: name.clone(), at: at.clone(), ..Default::default() };
        let joint =
            Joint { name: name.clone(), at, parent: parent.clone(), child: name, ..Default::default() };
        Self {
            link,
            joint,
            parent,
            given: None,
            of_geoms: Inertia::ZERO,
            children: Vec::new(),
            has_visuals: false,
            weighs_geoms: false,
            references: Vec::new(),
        }
    }

    /// A body that has shapes to be looked at shows these alone.
    fn finish_shapes(&mut self) {
        if self.has_visuals {
            let solid = self.link.shapes.iter_mut().filter(|shape| shape.role == ShapeRole::Both);
            solid.for_each(|shape| shape.role = ShapeRole::Collision);
        }
    }
}

fn body<'a>(
    element: El<'a>,
    frame: Pose,
    class: Option<&str>,
    parent: Option<&str>,
    context: &Context<'a>,
    found: &mut Found,
    robot: &mut Robot,
) -> Result<()> {
    if robot.links.len() > crate::robot::MOST_LINKS {
        return Err(
            element.fault(ErrorKind::TooMany, format!("more than {} bodies", crate::robot::MOST_LINKS))
        );
    }
    if found.depth > DEEPEST {
        return Err(element.fault(ErrorKind::TooMany, format!("bodies nest more than {DEEPEST} deep")));
    }
    let name = element.attr("name").map(str::to_owned).unwrap_or_else(|| {
        found.unnamed += 1;
        format!("body_{}", found.unnamed)
    });
    let mut open = Open::new(name, element.at(), parent.map(str::to_owned));
    open.joint.origin = frame * context.plain_pose(element)?;
    open.weighs_geoms = match context.compiler.from_geoms {
        FromGeoms::Never => false,
        FromGeoms::Always => true,
        FromGeoms::Missing => context.model.children(element)?.iter().all(|child| !child.is("inertial")),
    };
    let class = element.attr("childclass").or(class);
    contents(element, Pose::IDENTITY, class, &mut open, context, found, robot)?;
    if element.attr("mocap").and_then(truth) == Some(true) {
        found.mocap.insert(open.link.name.clone());
        robot.notes.dropped(
            element.at(),
            format!("`mocap` of the body `{}`: it stands where it is", open.link.name),
        );
    }
    open.finish_shapes();
    let above = parent.and_then(|parent| found.initial.get(parent)).copied().unwrap_or(Pose::IDENTITY);
    found.initial.insert(open.link.name.clone(), above * open.joint.origin);
    open.joint.take_back(&open.references);
    open.link.mass = mass(&open, element, context)?;
    let Open { mut link, joint, children, .. } = open;
    let name = link.name.clone();
    if joint.motions.is_empty() && joint.parent.is_none() {
        link.pose = joint.origin;
    } else {
        robot.joints.push(joint);
    }
    robot.links.push(link);
    found.depth += 1;
    for (child, frame, class) in children {
        body(child, frame, class.as_deref(), Some(&name), context, found, robot)?;
    }
    found.depth -= 1;
    Ok(())
}

/// What stands in a body, or in a frame within it.
fn contents<'a>(
    element: El<'a>,
    frame: Pose,
    class: Option<&str>,
    open: &mut Open<'a>,
    context: &Context<'a>,
    found: &mut Found,
    robot: &mut Robot,
) -> Result<()> {
    for child in context.model.children(element)? {
        match child.name() {
            "body" => open.children.push((child, frame, class.map(str::to_owned))),
            "frame" => {
                let inner = frame * context.plain_pose(child)?;
                let class = child.attr("childclass").or(class);
                contents(child, inner, class, open, context, found, robot)?;
            }
            "geom" => {
                let geom = geom::read(child, class, frame, open.weighs_geoms, context, &mut robot.notes)?;
                open.of_geoms = open.of_geoms.combined(geom.inertia);
                open.has_visuals |= !geom.collides() && geom.shape.is_some();
                if geom.collides() && geom.shape.is_some() {
                    found.filters.push((open.link.name.clone(), geom.filter));
                }
                // As Bristle writes them: names of geoms have to be different in all of a model.
                let prefix = format!("{}/", open.link.name);
                open.link.shapes.extend(geom.shape.map(|mut shape| {
                    shape.name = shape.name.strip_prefix(&prefix).unwrap_or(&shape.name).to_owned();
                    shape
                }));
                if let Some(name) = child.attr("name") {
                    found.geoms.insert(name.to_owned(), open.link.name.clone());
                }
            }
            "joint" | "freejoint" => motion(child, class, frame, open, context, found, robot)?,
            "inertial" => open.given = Some(inertial(child, frame, context)?),
            "site" => {
                let full = context.classes.with_defaults(child, class)?;
                if let Some(name) = child.attr("name") {
                    let place = frame * context.pose(&full)?;
                    found.sites.insert(name.to_owned(), (open.link.name.clone(), place));
                }
            }
            "camera" | "light" => {}
            "composite" | "flexcomp" | "attach" | "replicate" => {
                let message = format!("<{}> is not read", child.name());
                return Err(child.fault(ErrorKind::Refused, message).with_note(
                    "help: have MuJoCo write the bodies out: load the model and call mujoco.mj_saveLastXML, or MjSpec.to_xml",
                ));
            }
            other => robot.notes.dropped(child.at(), format!("<{other}>")),
        }
    }
    Ok(())
}

fn motion<'a>(
    element: El<'a>,
    class: Option<&str>,
    frame: Pose,
    open: &mut Open<'a>,
    context: &Context<'a>,
    found: &mut Found,
    robot: &mut Robot,
) -> Result<()> {
    if open.link.name == WORLD {
        return Err(element.fault(ErrorKind::Refused, "the world cannot have a joint"));
    }
    let full = context.classes.with_defaults(element, class)?;
    let word = if element.is("freejoint") { "free" } else { full.attr("type").unwrap_or("hinge") };
    let axis = || -> Result<DVec3> {
        let axis = frame.transform_vector(full.vector("axis")?.unwrap_or(DVec3::Z));
        axis.try_normalize()
            .ok_or_else(|| element.fault_at("axis", ErrorKind::OutOfRange, "this axis has no direction"))
    };
    let kind = match word {
        "hinge" => MotionKind::Revolute(axis()?),
        "slide" => MotionKind::Prismatic(axis()?),
        "ball" => MotionKind::Ball,
        "free" => MotionKind::Free,
        other => return Err(super::compiler::not_one_of(element, "type", other, "free, ball, slide, hinge")),
    };
    let name = element.attr("name").map(str::to_owned).unwrap_or_else(|| match open.joint.motions.len() {
        0 => open.link.name.clone(),
        more => format!("{}_{}", open.link.name, more + 1),
    });
    let mut motion = Motion::new(name, element.at(), kind);
    if word == "free" {
        if open.parent.is_some() || !open.joint.motions.is_empty() {
            let message = format!(
                "the free joint of `{}` is below another body or beside other joints",
                shown(&open.link.name)
            );
            return Err(element
                .fault(ErrorKind::Refused, message)
                .with_note("help: free joints belong to bodies of the world"));
        }
        found.motions.push(motion.name.clone());
        open.references.push(0.0);
        open.joint.motions.push(motion);
        return Ok(());
    }
    motion.anchor = frame.transform_point(full.vector("pos")?.unwrap_or(DVec3::ZERO));
    let reference = details(&mut motion, &full, word, context, robot)?;
    found.motions.push(motion.name.clone());
    found.references.insert(motion.name.clone(), reference);
    open.references.push(reference);
    open.joint.motions.push(motion);
    Ok(())
}

/// Limits, springs and the like; returns the position at the start.
fn details(
    motion: &mut Motion,
    full: &Full<'_>,
    word: &str,
    context: &Context<'_>,
    robot: &mut Robot,
) -> Result<f64> {
    let turned = |x: f64| if word == "slide" { x } else { context.compiler.angle(x) };
    motion.armature = full.number_or("armature", 0.0)?.max(0.0);
    motion.damping = full.first_or("damping", 0.0)?.max(0.0);
    motion.friction = full.number_or("frictionloss", 0.0)?.max(0.0);
    let range = full.exactly::<2>("range")?;
    let limited = match full.attr("limited") {
        None | Some("auto") => context.compiler.auto_limits && range.is_some(),
        Some(word) => truth(word).unwrap_or(false),
    };
    let range = range.filter(|_| limited).map(|range| range.map(turned));
    if word == "ball" {
        if range.is_some() {
            robot.notes.dropped(full.el.at(), format!("the range of the ball joint `{}`", motion.name));
        }
        return Ok(0.0);
    }
    match range {
        Some([lower, upper]) if lower < upper => motion.limits = Some([lower, upper]),
        Some([lower, upper]) => {
            robot.notes.dropped(
                full.el.at(),
                format!("the range of `{}`, from {lower} to {upper}: it moves without stops", motion.name),
            );
        }
        None => {}
    }
    motion.effort = full
        .exactly::<2>("actuatorfrcrange")?
        .map(|[low, high]| low.abs().max(high.abs()))
        .filter(|x| *x > 0.0);
    let reference = turned(full.number_or("ref", 0.0)?);
    let stiffness = full.first_or("stiffness", 0.0)?;
    if stiffness > 0.0 {
        // Rest and reference are counted alike.
        motion.spring = Some((stiffness, turned(full.number_or("springref", 0.0)?)));
    }
    motion.start = (reference != 0.0).then_some(reference);
    Ok(reference)
}

fn inertial(element: El<'_>, frame: Pose, context: &Context<'_>) -> Result<Inertia> {
    let mass = element.need_number("mass")?;
    let pose = frame * context.plain_pose(element)?;
    let about_centre = match (element.vector("diaginertia")?, element.exactly::<6>("fullinertia")?) {
        (_, Some([xx, yy, zz, xy, xz, yz])) => {
            DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
        }
        (Some(moments), None) => DMat3::from_diagonal(moments),
        (None, None) => DMat3::ZERO,
    };
    let turned = pose.rotation_matrix();
    Ok(Inertia { mass, centre: pose.translation, about_centre: turned * about_centre * turned.transpose() })
}

fn mass(open: &Open<'_>, element: El<'_>, context: &Context<'_>) -> Result<LinkMass> {
    let compiler = &context.compiler;
    let inertia = match (open.given, compiler.from_geoms) {
        (Some(given), FromGeoms::Missing | FromGeoms::Never) => given,
        (None, FromGeoms::Never) => {
            if open.joint.motions.is_empty() {
                return Ok(LinkMass::None);
            }
            let message = format!(
                "the body `{}` moves and has no <inertial>, and inertiafromgeom is false",
                shown(&open.link.name)
            );
            return Err(element.fault(ErrorKind::Missing, message));
        }
        _ => open.of_geoms,
    };
    let mut inertia = Inertia { mass: inertia.mass.max(compiler.least_mass), ..inertia };
    if compiler.least_inertia > 0.0 || compiler.balances {
        let (moments, axes) = principal(inertia.about_centre);
        let mut moments = moments.max(DVec3::splat(compiler.least_inertia));
        let [a, b, c] = moments.to_array();
        if compiler.balances && (a + b < c || b + c < a || c + a < b) {
            moments = DVec3::splat((a + b + c) / 3.0);
        }
        inertia.about_centre = axes * DMat3::from_diagonal(moments) * axes.transpose();
    }
    Ok(if inertia.mass > 0.0 || inertia.about_centre != DMat3::ZERO {
        LinkMass::Given(inertia)
    } else {
        LinkMass::None
    })
}

/// Makes all together as heavy as the model wants them.
fn set_total(robot: &mut Robot, total: f64) {
    let given = |link: &Link| if let LinkMass::Given(inertia) = link.mass { inertia.mass } else { 0.0 };
    let sum: f64 = robot.links.iter().map(given).sum();
    if sum <= 0.0 {
        return;
    }
    let factor = total / sum;
    for link in &mut robot.links {
        if let LinkMass::Given(inertia) = &mut link.mass {
            inertia.mass *= factor;
            inertia.about_centre *= factor;
        }
    }
}
