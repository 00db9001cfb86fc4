//! Equalities, tendons and exclusions.

use super::bodies::{Found, WORLD};
use super::geom::Context;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{FollowedMotion, Loop, LoopKind, Robot, Tendon, TendonPath};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::DVec3;
use std::collections::HashMap;

/// A link by name; the world has none.
fn link(name: &str) -> Option<String> {
    (name != WORLD).then(|| name.to_owned())
}

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let poses = crate::robot::zero_poses(robot);
    for section in context.model.sections("equality")? {
        for element in context.model.children(section)? {
            let full = context.classes.with_defaults(element, None)?;
            if full.attr("active").and_then(truth) == Some(false) {
                robot.notes.dropped(element.at(), format!("<{}> that is not active", element.name()));
                continue;
            }
            match element.name() {
                "joint" => follow(element, found, robot)?,
                "connect" | "weld" => close(element, found, &poses, robot)?,
                other => robot.notes.dropped(element.at(), format!("the equality <{other}>")),
            }
        }
    }
    for section in context.model.sections("tendon")? {
        for element in context.model.children(section)? {
            tendon(element, context, found, robot)?;
        }
    }
    for section in context.model.sections("contact")? {
        for element in context.model.children(section)? {
            match (element.name(), element.attr("body1"), element.attr("body2")) {
                ("exclude", Some(a), Some(b)) => robot.exclude.push((a.to_owned(), b.to_owned())),
                ("exclude", ..) => {
                    return Err(element.fault(ErrorKind::Missing, "<exclude> needs `body1` and `body2`"));
                }
                _ => robot.notes.dropped(element.at(), "<pair> of contacts: everything may touch everything"),
            }
        }
    }
    Ok(())
}

/// One joint that follows another: `q1 = ref1 + a0 + a1 (q2 − ref2)`.
fn follow(element: El<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let name = element.need_attr("joint1")?;
    let coefficients = element.numbers("polycoef")?.unwrap_or_else(|| vec![0.0, 1.0]);
    let of = |i: usize| coefficients.get(i).copied().unwrap_or(0.0);
    let reference = |name: &str| found.references.get(name).copied().unwrap_or(0.0);
    let Some(leader) = element.attr("joint2") else {
        robot
            .notes
            .dropped(element.at(), format!("the equality that holds the joint `{}` in place", shown(name)));
        return Ok(());
    };
    if coefficients.iter().skip(2).any(|x| *x != 0.0) {
        robot.notes.dropped(
            element.at(),
            format!("the squares and cubes by which `{}` follows `{}`", shown(name), shown(leader)),
        );
    }
    let (ratio, offset) = (of(1), reference(name) + of(0) - of(1) * reference(leader));
    let motion =
        robot.joints.iter_mut().flat_map(|joint| &mut joint.motions).find(|motion| motion.name == name);
    let Some(motion) = motion else {
        return Err(element.fault_at(
            "joint1",
            ErrorKind::UnknownName,
            format!("there is no joint `{}`", shown(name)),
        ));
    };
    motion.mimic = Some(FollowedMotion { leader: leader.to_owned(), ratio, offset });
    Ok(())
}

/// Two points or frames that are held together.
fn close(element: El<'_>, found: &Found, poses: &HashMap<String, Pose>, robot: &mut Robot) -> Result<()> {
    let name = element
        .attr("name")
        .map_or_else(|| format!("{}_{}", element.name(), robot.loops.len() + 1), str::to_owned);
    let site = |attribute: &str| -> Result<Option<(String, Pose)>> {
        let Some(site) = element.attr(attribute) else { return Ok(None) };
        found.sites.get(site).cloned().map(Some).ok_or_else(|| {
            element.fault_at(attribute, ErrorKind::UnknownName, format!("there is no site `{}`", shown(site)))
        })
    };
    let known = |name: &str| poses.contains_key(name) || name == WORLD;
    let (links, kind) = match (site("site1")?, site("site2")?) {
        (Some((one, at_one)), Some((other, at_other))) => {
            let kind = match element.name() {
                "connect" => LoopKind::Point([at_one.translation, at_other.translation]),
                _ => LoopKind::Frame([at_one, at_other]),
            };
            ([link(&one), link(&other)], kind)
        }
        _ => {
            let one = element.need_attr("body1")?;
            let other = element.attr("body2").unwrap_or(WORLD);
            for name in [one, other] {
                if !known(name) {
                    return Err(
                        element.fault(ErrorKind::UnknownName, format!("there is no body `{}`", shown(name)))
                    );
                }
            }
            // Where both are while all joints are as the model has them at the start.
            let at = |name: &str| poses.get(name).copied().unwrap_or(Pose::IDENTITY);
            let between = at(other).inverse() * at(one);
            let kind = match element.name() {
                "connect" => {
                    let anchor = element.vector("anchor")?.unwrap_or(DVec3::ZERO);
                    LoopKind::Point([anchor, between.transform_point(anchor)])
                }
                _ => LoopKind::Frame([Pose::IDENTITY, between]),
            };
            ([link(one), link(other)], kind)
        }
    };
    robot.loops.push(Loop { name, at: element.at(), links, kind });
    Ok(())
}

fn tendon(element: El<'_>, context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let full = context.classes.with_defaults(element, None)?;
    let name =
        element.attr("name").map_or_else(|| format!("tendon_{}", robot.tendons.len() + 1), str::to_owned);
    let path = match element.name() {
        "fixed" => {
            let term =
                |joint: El<'_>| Ok((joint.need_attr("joint")?.to_owned(), joint.number_or("coef", 1.0)?));
            TendonPath::Joints(element.all("joint").map(term).collect::<Result<_>>()?)
        }
        _ => {
            let point = |site: El<'_>| {
                let name = site.attr("site")?;
                found.sites.get(name).map(|(link, pose)| (link.clone(), pose.translation))
            };
            TendonPath::Points(element.all("site").filter_map(point).collect())
        }
    };
    let limited = full
        .attr("limited")
        .map_or(context.compiler.auto_limits, |word| truth(word).unwrap_or(context.compiler.auto_limits));
    robot.tendons.push(Tendon {
        name,
        at: element.at(),
        path,
        limits: full.exactly::<2>("range")?.filter(|_| limited),
        stiffness: full.first_or("stiffness", 0.0)?,
        damping: full.first_or("damping", 0.0)?,
    });
    Ok(())
}
