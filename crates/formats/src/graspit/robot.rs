//! Robots: a palm, degrees of freedom, and chains.

use super::body::{self, Weight};
use super::chain::{self, Leader, PALM, link_name};
use super::{FORCE, LENGTH, TORQUE, touch};
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Actuator, Control, Driven, NamedChain, Robot, Tendon, TendonPath};
use crate::xml::{El, Xml};
use bristle_geometry::Pose;
use glam::{DMat3, DQuat, DVec3};

/// A robot and the degrees of freedom that worlds give values for.
pub(super) struct Hand {
    pub(super) robot: Robot,
    pub(super) dofs: Vec<Dof>,
}

/// A degree of freedom.
pub(super) struct Dof {
    /// Its joints may be held back one by one, so that a world says for each whether it is.
    pub(super) breaks_away: bool,
    pub(super) leader: Option<Leader>,
}

impl Dof {
    /// Where the joint that leads is when the degree of freedom has this value \[rad or mm\].
    pub(super) fn start(&self, robot: &mut Robot, value: f64) {
        let Some(leader) = &self.leader else { return };
        let unit = if leader.slides { LENGTH } else { 1.0 };
        let motions = robot.joints.iter_mut().flat_map(|joint| &mut joint.motions);
        if let Some(motion) = motions.into_iter().find(|motion| motion.name == leader.motion) {
            motion.start = Some(value * leader.ratio * unit);
        }
    }
}

pub(super) fn read(of: El<'_>, access: &Access) -> Result<Hand> {
    let mut robot = Robot { name: of.attr("type").unwrap_or_default().to_owned(), ..Default::default() };
    let palm = of.need_child("palm")?;
    let path = access.resolve_anywhere(&format!("iv/{}", palm.words()), palm)?;
    let mut link = body::from_file(&path, PALM, Weight::Needed, palm, access, &mut robot.notes)?;
    link.at = palm.at();
    robot.links.push(link);
    let elements: Vec<El<'_>> = of.all("dof").collect();
    let mut leaders: Vec<Option<Leader>> = vec![None; elements.len()];
    for (index, chain) in of.all("chain").enumerate() {
        chain::read(chain, index, &mut leaders, access, &mut robot)?;
    }
    let mut dofs = Vec::with_capacity(elements.len());
    for (element, leader) in elements.iter().zip(leaders) {
        dofs.push(dof(*element, leader, dofs.len(), &mut robot)?);
    }
    let hand = dofs.iter().zip(&elements).filter_map(|(dof, element)| {
        let leader = dof.leader.as_ref()?;
        let speed =
            element.child("defaultVelocity").and_then(|speed| speed.text_number().ok()).unwrap_or(0.0);
        let direction = if speed == 0.0 { 0.0 } else { (speed * leader.ratio).signum() };
        Some((leader.motion.clone(), direction))
    });
    let hand: Vec<(String, f64)> = hand.collect();
    touch::filters(of, &mut robot)?;
    for element in of.elements() {
        match element.name().to_ascii_lowercase().as_str() {
            "palm" | "dof" | "chain" | "filter" => {}
            "approachdirection" => robot.chains.push(NamedChain {
                name: "approach".to_owned(),
                base: None,
                tip: PALM.to_owned(),
                tool: approach(element)?,
                hand: hand.clone(),
            }),
            "virtualcontacts" => contacts(element, access, &mut robot)?,
            "tendon" => tendon(element, &mut robot)?,
            "disablecollision" => {
                let end = |n: u8| -> Result<String> {
                    Ok(link_name(
                        element.need_number(&format!("body{n}_chain"))?,
                        element.need_number(&format!("body{n}_link"))?,
                    ))
                };
                robot.exclude.push((end(1)?, end(2)?));
            }
            other => robot.notes.dropped(element.at(), format!("<{}>", shown(other))),
        }
    }
    Ok(Hand { robot, dofs })
}

fn dof(of: El<'_>, leader: Option<Leader>, index: usize, robot: &mut Robot) -> Result<Dof> {
    let kind = of.attr("type").unwrap_or("r").trim();
    if !["r", "b", "c"].contains(&kind) {
        let message = format!("`{}` is no type of a degree of freedom", shown(kind));
        return Err(of
            .fault_at("type", ErrorKind::OutOfRange, message)
            .with_note("allowed: r (rigid), b (breakaway), c (compliant)"));
    }
    let dof = Dof { breaks_away: kind == "b", leader };
    let Some(leader) = dof.leader.clone() else {
        robot.notes.dropped(of.at(), "a <dof> that moves no joint");
        return Ok(dof);
    };
    if kind != "r" && leader.joints > 1 {
        let what = if kind == "b" { "a breakaway" } else { "a compliant" };
        robot.notes.guessed(
            of.at(),
            format!("the joints of {what} <dof> keep their ratio, also when one of them is held back"),
        );
    }
    let number = |key: &str| -> Result<Option<f64>> { of.child(key).map(|e| e.text_number()).transpose() };
    if let Some(torque) = number("breakAwayTorque")?.filter(|_| kind == "b") {
        let torque = torque.abs() * TORQUE;
        robot.notes.dropped(
            of.at(),
            format!("<breakAwayTorque>, {torque} N·m: no joint of this <dof> breaks away from the others"),
        );
    }
    // The first joint takes the effort; its travel is a multiple of that of the degree of freedom.
    let unit = if leader.slides { FORCE } else { TORQUE };
    let per_travel = if leader.slides { FORCE / LENGTH } else { TORQUE };
    let gain = |gain: f64| gain * per_travel / leader.ratio.abs();
    let control = match (number("Kp")?, number("Kd")?) {
        (Some(stiffness), damping) => Control::Position {
            stiffness: gain(stiffness),
            damping: gain(damping.unwrap_or(0.0)),
            integral: 0.0,
        },
        (None, _) => Control::Unknown,
    };
    let effort = number("maxEffort")?.map(|effort| effort.abs() * unit);
    let drives = Driven::Motion(leader.motion.clone());
    robot
        .actuators
        .push(Actuator { effort, ..Actuator::new(format!("dof{index}"), of.at(), drives, control) });
    if let Some(value) = number("defaultValue")? {
        dof.start(robot, value);
    }
    Ok(dof)
}

/// z is the direction; x is as near to the x axis as can be, or else to the y axis.
fn approach(of: El<'_>) -> Result<Pose> {
    let place = DVec3::from(of.need_child("referenceLocation")?.text_exactly::<3>()?) * LENGTH;
    let direction = of.need_child("direction")?;
    let z = DVec3::from(direction.text_exactly::<3>()?).try_normalize();
    let z = z.ok_or_else(|| direction.fault(ErrorKind::OutOfRange, "the direction is zero"))?;
    let near = if z.x.abs() > 0.9 { DVec3::Y } else { DVec3::X };
    let y = z.cross(near).normalize();
    let rotation = DQuat::from_mat3(&DMat3::from_cols(y.cross(z), y, z)).normalize();
    Ok(Pose { rotation, translation: place })
}

/// What cannot be opened is left out, as GraspIt! does.
fn contacts(of: El<'_>, access: &Access, robot: &mut Robot) -> Result<()> {
    let path = match access.resolve_anywhere(&of.words(), of) {
        Ok(path) => path,
        Err(error) => {
            robot.notes.dropped(of.at(), format!("virtual contacts: {}", error.message()));
            return Ok(());
        }
    };
    let text = access.text_of(&path, of)?;
    let xml = Xml::parse(&text)?;
    touch::contacts(xml.root(), robot)
}

fn tendon(of: El<'_>, robot: &mut Robot) -> Result<()> {
    let points = of.all("insertionPoint").map(|point| {
        let of = |key: &str| point.need_child(key)?.text_number();
        let place = DVec3::from(point.need_child("position")?.text_exactly::<3>()?) * LENGTH;
        Ok((link_name(of("chain")?, of("link")?), place))
    });
    let points: Vec<(String, DVec3)> = points.collect::<Result<_>>()?;
    let name = of.attr("name").map_or_else(|| format!("tendon{}", robot.tendons.len()), str::to_owned);
    robot.tendons.push(Tendon { name, at: of.at(), path: TendonPath::Points(points), ..Default::default() });
    Ok(())
}
