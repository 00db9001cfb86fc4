//! Joints: their axes are given in the frame of one of the bodies, or of the whole.

use super::body::Context;
use crate::error::{ErrorKind, Result, shown};
use crate::formula::Formula;
use crate::robot::{Actuator, Control, Driven, FollowedMotion, Joint, Link, Motion, MotionKind, Robot};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::DVec3;

/// Limits farther out than this are none \[rad or m\].
const ENDLESS: f64 = 1e4;

pub(super) fn read(of: El<'_>, context: &Context<'_>, robot: &mut Robot) -> Result<()> {
    let name =
        of.attr("name").map(str::to_owned).unwrap_or_else(|| format!("joint_{}", robot.joints.len() + 1));
    let bodies: Vec<El<'_>> = of.all("body").collect();
    let &[parent, child] = bodies.as_slice() else {
        return Err(of.fault(
            ErrorKind::Missing,
            format!("the joint `{}` needs two bodies and has {}", shown(&name), bodies.len()),
        ));
    };
    let find = |body: El<'_>| -> Result<&Link> {
        let wanted = body.words();
        let found = robot.links.iter().rev().find(|link| link.name.eq_ignore_ascii_case(&wanted));
        found.ok_or_else(|| {
            body.fault(ErrorKind::UnknownName, format!("there is no body `{}`", shown(&wanted)))
        })
    };
    let (parent, child) = (find(parent)?, find(child)?);
    let offset = of
        .child("offsetfrom")
        .map(|body| find(body).map(|link| link.pose))
        .transpose()?
        .unwrap_or(Pose::IDENTITY);
    let into_child = child.pose.inverse() * offset;
    // `lostop` and `histop` are those of ODE, which counts the other way round.
    let reversed = of.child("lostop").is_some() || of.child("histop").is_some();
    let anchor = of.child("anchor").map_or(Ok([0.0; 3]), |anchor| anchor.text_exactly::<3>())?;
    let anchor = into_child.transform_point(DVec3::from(anchor) * context.scale);
    let anchor = if anchor.length() < 1e-12 { DVec3::ZERO } else { anchor };
    let axis = |element: &str, otherwise: DVec3| -> Result<DVec3> {
        let given = of.child(element).map_or(Ok(otherwise.to_array()), |axis| axis.text_exactly::<3>())?;
        let given = DVec3::from(given).try_normalize();
        let given = given.ok_or_else(|| {
            of.fault(ErrorKind::OutOfRange, format!("the axis of `{}` has no direction", shown(&name)))
        })?;
        Ok(into_child.transform_vector(if reversed { -given } else { given }).normalize())
    };
    let word = of.attr("type").unwrap_or("hinge").to_ascii_lowercase();
    let motion = |name: String, kind: MotionKind| Motion { anchor, ..Motion::new(name, of.at(), kind) };
    let mut motions = match word.as_str() {
        "hinge" => vec![motion(name.clone(), MotionKind::Revolute(axis("axis", DVec3::Z)?))],
        "slider" => vec![Motion::new(&name, of.at(), MotionKind::Prismatic(axis("axis", DVec3::Z)?))],
        "universal" | "hinge2" => vec![
            motion(format!("{name}_1"), MotionKind::Revolute(axis("axis1", DVec3::X)?)),
            motion(format!("{name}_2"), MotionKind::Revolute(axis("axis2", DVec3::Y)?)),
        ],
        "spherical" => vec![motion(name.clone(), MotionKind::Ball)],
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            return Err(of
                .fault_at("type", ErrorKind::OutOfRange, message)
                .with_note("allowed: hinge, slider, universal, hinge2, spherical"));
        }
    };
    let (parent_name, child_name) = (parent.name.clone(), child.name.clone());
    let origin = parent.pose.inverse() * child.pose;
    details(of, &word, &mut motions, robot)?;
    motions = without_fixed(motions);
    follow(of, &mut motions, robot)?;
    let mut joint = Joint {
        name: name.clone(),
        at: of.at(),
        parent: Some(parent_name),
        child: child_name,
        origin,
        motions,
    };
    if let Some(initial) = of.child("initial") {
        joint.take_back(&initial.text_numbers()?);
    }
    let active = of.attr("enable").and_then(truth) != Some(false);
    for motion in
        joint.motions.iter().filter(|motion| active && motion.kind.is_single() && motion.mimic.is_none())
    {
        let drives = Driven::Motion(motion.name.clone());
        robot.actuators.push(Actuator::new(motion.name.clone(), motion.at.clone(), drives, Control::Unknown));
    }
    // What a joint carries does not stand in the world.
    robot
        .joints
        .retain(|other| !(other.child == joint.child && other.parent.is_none() && other.motions.is_empty()));
    robot.joints.push(joint);
    Ok(())
}

/// Motions that can go somewhere: limits of zero make a joint rigid.
fn without_fixed(motions: Vec<Motion>) -> Vec<Motion> {
    motions.into_iter().filter(|motion| motion.limits != Some([0.0, 0.0])).collect()
}

fn details(of: El<'_>, word: &str, motions: &mut [Motion], robot: &mut Robot) -> Result<()> {
    let degrees = if word == "slider" { 1.0 } else { 1f64.to_radians() };
    let numbers = |name: &str| -> Result<Vec<f64>> {
        of.child(name).map_or(Ok(Vec::new()), |child| child.text_numbers())
    };
    // Radians in `limits` and `limitsrad`, degrees in `limitsdeg` and the stops of ODE.
    let (radians, in_degrees) = ([numbers("limits")?, numbers("limitsrad")?].concat(), numbers("limitsdeg")?);
    let (low, high) = (numbers("lostop")?, numbers("histop")?);
    for (i, motion) in motions.iter_mut().enumerate() {
        let pair =
            |numbers: &[f64], unit: f64| Some([numbers.get(2 * i)? * unit, numbers.get(2 * i + 1)? * unit]);
        let stops = || Some([low.get(i)? * degrees, high.get(i)? * degrees]);
        let limits = pair(&radians, 1.0).or_else(|| pair(&in_degrees, degrees)).or_else(stops);
        let circular = of.attr("circular").and_then(truth) == Some(true);
        if let Some([a, b]) = limits.filter(|_| !circular && motion.kind.is_single()) {
            let [a, b] = [a.min(b), a.max(b)];
            match a == b && a != 0.0 {
                true => robot.notes.dropped(
                    of.at(),
                    format!("the limits of `{}`, which are one: it moves without stops", motion.name),
                ),
                false if a.abs().max(b.abs()) < ENDLESS => motion.limits = Some([a, b]),
                false => {}
            }
        }
        let value = |names: [&str; 2]| -> Result<Option<f64>> {
            let (plain, in_degrees) = (numbers(names[0])?, numbers(names[1])?);
            Ok(plain.get(i).copied().or_else(|| in_degrees.get(i).map(|x| x * degrees)).filter(|x| *x > 0.0))
        };
        motion.speed = value(["maxvel", "maxveldeg"])?;
        motion.acceleration = value(["maxaccel", "maxacceldeg"])?;
        motion.effort = value(["maxtorque", "maxforce"])?;
    }
    Ok(())
}

/// `mimic="joint ratio offset"`, or a formula in `mimic_pos`; both in radians.
fn follow(of: El<'_>, motions: &mut [Motion], robot: &mut Robot) -> Result<()> {
    let Some(motion) = motions.first_mut() else { return Ok(()) };
    let formula = match (of.attr("mimic_pos"), of.attr("mimic")) {
        (Some(formula), _) => formula.to_owned(),
        (None, Some(words)) => {
            let mut parts = words.split_whitespace();
            let (leader, ratio, offset) =
                (parts.next().unwrap_or_default(), parts.next().unwrap_or("1"), parts.next().unwrap_or("0"));
            format!("{leader}*({ratio})+({offset})")
        }
        (None, None) => return Ok(()),
    };
    let parsed = match Formula::parse(&formula) {
        Ok(parsed) => parsed,
        Err(why) => {
            let text = format!(
                "the formula `{}` of `{}`, as {why}: it moves by itself",
                shown(&formula),
                motion.name
            );
            robot.notes.dropped(of.at(), text);
            return Ok(());
        }
    };
    let Some(line) = parsed.line() else {
        robot.notes.dropped(
            of.at(),
            format!("the formula of `{}`, which is not one of one joint: it moves by itself", motion.name),
        );
        return Ok(());
    };
    if line.bent {
        robot
            .notes
            .guessed(of.at(), format!("`{}` follows by a curve; its tangent at zero was taken", motion.name));
    }
    motion.mimic = Some(FollowedMotion { leader: line.name, ratio: line.ratio, offset: line.offset });
    Ok(())
}
