//! Joints of nodes: they move behind the transform of their node.

use super::place;
use super::units::Units;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Motion, MotionKind, Notes};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::DVec3;

/// What a joint is, and what it drives along.
pub(super) struct Moved {
    /// What it leaves free; none, if it is fixed.
    pub(super) motion: Option<Motion>,
    /// Where it is while its value is zero.
    pub(super) offset: Pose,
    /// Other joints that take its value, each times a factor.
    pub(super) others: Vec<(String, f64)>,
}

pub(super) fn read(of: El<'_>, name: &str, notes: &mut Notes) -> Result<Moved> {
    let fixed = Moved { motion: None, offset: Pose::IDENTITY, others: Vec::new() };
    let kind = of.attr("type").unwrap_or("fixed").to_ascii_lowercase();
    let slides = match kind.as_str() {
        "fixed" => return Ok(fixed),
        "revolute" => false,
        "prismatic" => true,
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            return Err(of
                .fault_at("type", ErrorKind::OutOfRange, message)
                .with_note("allowed: revolute, prismatic, fixed"));
        }
    };
    let (key, otherwise) = if slides { ("translationdirection", None) } else { ("axis", Some(DVec3::Z)) };
    let axis = match (of.child(key), otherwise) {
        (Some(axis), _) => place::vector(axis)?.try_normalize(),
        (None, Some(axis)) => Some(axis),
        (None, None) => {
            let message = format!("the joint of `{}` needs a <TranslationDirection>", shown(name));
            return Err(of.fault(ErrorKind::Missing, message));
        }
    };
    let Some(axis) = axis else {
        return Err(
            of.fault(ErrorKind::OutOfRange, format!("the axis of `{}` has no direction", shown(name)))
        );
    };
    let kind = if slides { MotionKind::Prismatic(axis) } else { MotionKind::Revolute(axis) };
    let mut motion = Motion::new(name, of.at(), kind);
    let mut others = Vec::new();
    // Without a unit: millimetres and radians.
    let plain = if slides { 1e-3 } else { 1.0 };
    let offset = kind.pose(of.number_or("offset", 0.0)? * plain);
    motion.start = of.number("initialvalue")?.map(|value| value * plain).filter(|value| *value != 0.0);
    for element in of.elements() {
        let value = || element.need_number("value");
        // Rates are in metres where no length is named.
        let rate = |power: i32| -> Result<f64> {
            let units = Units::with_length(element, 1.0)?;
            Ok((if slides { units.length } else { units.angle }) / units.time.powi(power))
        };
        match element.name().to_ascii_lowercase().as_str() {
            "axis" | "translationdirection" => {}
            "limits" => limits(element, slides, &mut motion, notes)?,
            "maxvelocity" => motion.speed = Some(value()? * rate(1)?).filter(|speed| *speed > 0.0),
            "maxacceleration" => motion.acceleration = Some(value()? * rate(2)?).filter(|a| *a > 0.0),
            "maxtorque" => {
                let units = Units::with_length(element, 1.0)?;
                let unit = if slides { 1.0 } else { units.length };
                motion.effort = Some(value()? * unit).filter(|effort| *effort > 0.0);
            }
            "propagatejointvalue" => {
                others.push((element.need_attr("name")?.to_owned(), element.number_or("factor", 1.0)?));
            }
            other => notes.dropped(element.at(), format!("<{}>", shown(other))),
        }
    }
    if let Some([low, high]) = motion.limits.filter(|[low, high]| low >= high) {
        notes.guessed(of.at(), "a joint without room to move, as a fixed one");
        let middle = kind.pose(0.5 * (low + high));
        return Ok(Moved { offset: offset * middle, others, ..fixed });
    }
    Ok(Moved { motion: Some(motion), offset, others })
}

fn limits(of: El<'_>, slides: bool, motion: &mut Motion, notes: &mut Notes) -> Result<()> {
    if of.attr("limitless").and_then(truth) == Some(true) {
        return Ok(());
    }
    let units = Units::of(of)?;
    let unit = match (slides, units.names_angle, units.names_length) {
        // Simox takes such numbers as they are: radians that are called millimetres, and the other way round.
        (true, true, false) => {
            notes.guessed(of.at(), "limits of a sliding joint in a unit of angles, as millimetres");
            units.angle * 1e-3
        }
        (false, false, true) => {
            notes.guessed(of.at(), "limits of a turning joint in a unit of lengths, as radians");
            units.length / 1e-3
        }
        (true, ..) => units.length,
        (false, ..) => units.angle,
    };
    let half = if slides { 1.0 } else { std::f64::consts::PI };
    let end = |key: &str, otherwise: f64| Ok(of.number(key)?.map_or(otherwise, |value| value * unit));
    if of.attr("lo").is_none() || of.attr("hi").is_none() {
        notes.guessed(of.at(), "a missing limit, as half a turn or 1 m");
    }
    motion.limits = Some([end("lo", -half)?, end("hi", half)?]);
    Ok(())
}
