//! Chains: joints by Denavit–Hartenberg parameters, and the links between them.

use super::body::{self, Weight};
use super::{FORCE, LENGTH, TORQUE, place};
use crate::access::Access;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{FollowedMotion, Joint, Motion, MotionKind, NamedChain, Robot};
use crate::xml::{El, number, numbers_in};
use bristle_geometry::{Dh, DhConvention, Pose};
use bristle_scene::data::ShapeRole;
use glam::DVec3;

pub(super) const PALM: &str = "palm";

/// The joint that a degree of freedom moves first; others follow it.
#[derive(Clone, Debug)]
pub(super) struct Leader {
    pub(super) motion: String,
    /// Its travel per travel of the degree of freedom.
    pub(super) ratio: f64,
    pub(super) slides: bool,
    /// How many joints the degree of freedom moves.
    pub(super) joints: usize,
}

/// The name of a link, by its numbers; the palm has negative ones.
pub(super) fn link_name(chain: f64, link: f64) -> String {
    if chain < 0.0 { PALM.to_owned() } else { format!("chain{chain}_link{link}") }
}

/// Reads a chain; `leaders` has a place for every degree of freedom.
pub(super) fn read(
    of: El<'_>,
    index: usize,
    leaders: &mut [Option<Leader>],
    access: &Access,
    robot: &mut Robot,
) -> Result<()> {
    let mut joints = of.all("joint").enumerate();
    // A fixed link has no joint in GraspIt!, and one that does not move in files that people write.
    let needed: usize = of.all("link").map(joints_before).sum::<Result<usize>>()?;
    let fixed = of.all("link").filter(|link| matches!(joints_before(*link), Ok(0))).count();
    let per_fixed = usize::from(of.all("joint").count() == needed + fixed);
    let mut so_far = place::of_child(of)?;
    let mut parent = PALM.to_owned();
    for (number, element) in of.all("link").enumerate() {
        let name = link_name(index as f64, number as f64);
        let mut motions = Vec::new();
        let before = joints_before(element)?;
        for _ in 0..if before == 0 { per_fixed } else { before } {
            let Some((j, joint)) = joints.next() else {
                let message = format!("there is no <joint> left for the link {}", number + 1);
                return Err(element.fault(ErrorKind::Missing, message));
            };
            let (motion, frame) = motion(joint, format!("chain{index}_joint{j}"), leaders, robot)?;
            so_far = so_far * frame;
            motions.iter_mut().for_each(|(_, after): &mut (Motion, Pose)| *after = *after * frame);
            motions.extend(motion.filter(|_| before > 0).map(|motion| (motion, frame)));
        }
        // A joint moves about the z axis before its parameters; what a joint carries says it in its own frame.
        let placed = motions.into_iter().map(|(motion, frame)| {
            let back = frame.inverse();
            let axis = back.transform_vector(DVec3::Z);
            Motion {
                anchor: back.translation,
                kind: match motion.kind {
                    MotionKind::Prismatic(_) => MotionKind::Prismatic(axis),
                    _ => MotionKind::Revolute(axis),
                },
                ..motion
            }
        });
        let motions: Vec<Motion> = placed.collect();
        let joint = Joint {
            name: motions.first().map_or_else(|| format!("{name}_fixed"), |motion| motion.name.clone()),
            at: element.at(),
            parent: Some(parent),
            child: name.clone(),
            origin: std::mem::replace(&mut so_far, Pose::IDENTITY),
            motions,
        };
        add_link(element, &name, index, access, robot)?;
        robot.joints.push(joint);
        parent = name;
    }
    if parent == PALM {
        return Err(of.fault(ErrorKind::Missing, "a <chain> needs a <link>"));
    }
    if let Some((_, left)) = joints.next() {
        robot.notes.dropped(left.at(), "a <joint> without a <link>");
    }
    robot.chains.push(NamedChain {
        name: format!("chain{index}"),
        base: Some(PALM.to_owned()),
        tip: parent,
        tool: Pose::IDENTITY,
        hand: Vec::new(),
    });
    Ok(())
}

fn joints_before(link: El<'_>) -> Result<usize> {
    match link.need_attr("dynamicJointType")?.trim() {
        "Revolute" | "Prismatic" => Ok(1),
        "Universal" => Ok(2),
        "Ball" => Ok(3),
        "Fixed" => Ok(0),
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            Err(link
                .fault_at("dynamicJointType", ErrorKind::OutOfRange, message)
                .with_note("allowed: Revolute, Prismatic, Universal, Ball, Fixed"))
        }
    }
}

fn add_link(of: El<'_>, name: &str, chain: usize, access: &Access, robot: &mut Robot) -> Result<()> {
    let path = access.resolve_anywhere(&format!("iv/{}", of.words()), of)?;
    let mut link = body::from_file(&path, name, Weight::Needed, of, access, &mut robot.notes)?;
    link.at = of.at();
    match of.attr("collisionRule").map(str::trim) {
        None => {}
        Some("Off") => link.shapes.iter_mut().for_each(|shape| shape.role = ShapeRole::Visual),
        Some("OverlappingPair") => {
            let target = of.attr("targetChain").map(str::trim);
            let number = of.number("targetLink")?;
            let other = match (target, number) {
                (Some("base"), _) => Some(PALM.to_owned()),
                (None, Some(link)) => Some(link_name(chain as f64, link)),
                (Some(_), Some(link)) => Some(link_name(of.need_number("targetChain")?, link)),
                (_, None) => None,
            };
            robot.exclude.extend(other.map(|other| (name.to_owned(), other)));
        }
        Some(other) => {
            let message = format!("`{}` is no rule for collisions", shown(other));
            return Err(of
                .fault_at("collisionRule", ErrorKind::OutOfRange, message)
                .with_note("allowed: Off, OverlappingPair"));
        }
    }
    robot.add_link(link, of)?;
    Ok(())
}

/// A joint as a motion, if it moves, and the frame behind it.
fn motion(
    of: El<'_>,
    name: String,
    leaders: &mut [Option<Leader>],
    robot: &mut Robot,
) -> Result<(Option<Motion>, Pose)> {
    let slides = match of.need_attr("type")?.trim() {
        "Revolute" => false,
        "Prismatic" => true,
        other => {
            let message = format!("`{}` is no type of joint", shown(other));
            return Err(of
                .fault_at("type", ErrorKind::OutOfRange, message)
                .with_note("allowed: Revolute, Prismatic"));
        }
    };
    let need = |key: &str| of.need_child(key)?.text_number();
    let maybe = |key: &str| -> Result<f64> { of.child(key).map_or(Ok(0.0), |element| element.text_number()) };
    let moved = of.need_child(if slides { "d" } else { "theta" })?;
    let mut coordinate = coordinate(moved, robot)?;
    let (low, high) = (need("minValue")?, need("maxValue")?);
    if low == high && coordinate.moved.is_some() {
        robot.notes.guessed(of.at(), "a joint without room to move, as a fixed one");
        coordinate = Coordinate { moved: None, offset: coordinate.offset + low };
    }
    let (length, angle) = (LENGTH, 1f64.to_radians());
    let mut frame = Dh { a: need("a")? * length, alpha: need("alpha")? * angle, d: 0.0, theta: 0.0 };
    if slides {
        frame.d = coordinate.offset * length;
        frame.theta = need("theta")? * angle;
    } else {
        frame.theta = coordinate.offset * angle;
        frame.d = need("d")? * length;
    }
    let frame = frame.pose(DhConvention::Standard);
    let Some((dof, ratio)) = coordinate.moved.filter(|(_, ratio)| *ratio != 0.0) else {
        return Ok((None, frame));
    };
    let (travel, effort) = if slides { (length, FORCE) } else { (angle, TORQUE) };
    let kind = if slides { MotionKind::Prismatic(DVec3::Z) } else { MotionKind::Revolute(DVec3::Z) };
    let mut motion = Motion::new(&name, of.at(), kind);
    motion.limits = Some([low.min(high) * travel, low.max(high) * travel]);
    // Rates are per radian, or per millimetre.
    let per_travel = if slides { effort / length } else { effort };
    motion.damping = maybe("viscousFriction")? * per_travel;
    motion.friction = maybe("CoulombFriction")? * effort;
    // Springs alone are in newtons and N·mm.
    let stiffness = maybe("springStiffness")? * if slides { 1.0 / length } else { length };
    if stiffness > 0.0 {
        motion.spring = Some((stiffness, maybe("restValue")? * travel));
    }
    let known = leaders.len();
    let Some(leader) = leaders.get_mut(dof) else {
        let message = format!("there is no degree of freedom {dof}");
        return Err(moved
            .fault(ErrorKind::OutOfRange, message)
            .with_note(format!("allowed: d0 to d{}", known.saturating_sub(1))));
    };
    match leader {
        None => *leader = Some(Leader { motion: name, ratio, slides, joints: 1 }),
        Some(leader) => {
            leader.joints += 1;
            let unit = match (leader.slides, slides) {
                (false, true) => length,
                (true, false) => 1.0 / length,
                _ => 1.0,
            };
            let ratio = ratio / leader.ratio * unit;
            motion.mimic = Some(FollowedMotion { leader: leader.motion.clone(), ratio, offset: 0.0 });
        }
    }
    Ok((Some(motion), frame))
}

/// `d1*0.333+40`: which degree of freedom moves it, how much, and where it is while that is at zero.
struct Coordinate {
    moved: Option<(usize, f64)>,
    offset: f64,
}

fn coordinate(of: El<'_>, robot: &mut Robot) -> Result<Coordinate> {
    let words = of.words();
    let text: String = words.split_whitespace().collect();
    let refuse = || {
        let message = format!("`{}` is neither a number nor a degree of freedom", shown(&words));
        of.fault(ErrorKind::OutOfRange, message)
            .with_note("help: write it as `40`, `d1`, `d1+40` or `d1*0.5+40`")
    };
    let Some(rest) = text.strip_prefix('d') else {
        let offset = numbers_in(&text).ok().filter(|numbers| numbers.len() == 1).ok_or_else(refuse)?[0];
        return Ok(Coordinate { moved: None, offset });
    };
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (dof, rest) = rest.split_at(digits);
    let dof: usize = dof.parse().map_err(|_| refuse())?;
    let (ratio, offset) = match rest.strip_prefix('*') {
        Some(rest) => {
            // The sign of the ratio is not that of the offset.
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, c)| matches!(c, '+' | '-'))
                .map_or(rest.len(), |(i, _)| i);
            (number(&rest[..end]).ok_or_else(refuse)?, &rest[end..])
        }
        None => (1.0, rest),
    };
    if offset.starts_with('-') {
        robot
            .notes
            .doubtful(of.at(), "an offset with a minus sign, as in `d3-2.46`: GraspIt! itself overlooks it");
    }
    let offset = match offset.strip_prefix('+') {
        Some(offset) => number(offset).ok_or_else(refuse)?,
        None if offset.is_empty() => 0.0,
        None => number(offset).ok_or_else(refuse)?,
    };
    Ok(Coordinate { moved: Some((dof, ratio)), offset })
}
