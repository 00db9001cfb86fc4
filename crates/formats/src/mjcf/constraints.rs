//! Equalities: joints that follow others, and loops.

use super::bodies::{Found, WORLD};
use super::geom::Context;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{FollowedMotion, Loop, Robot, Tendon, TendonPath};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use bristle_world::LoopKind;
use glam::{DQuat, DVec3};
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
                "tendon" => super::tendon::hold(element, found, robot)?,
                other => robot.notes.dropped(element.at(), format!("the equality <{other}>")),
            }
        }
    }
    Ok(())
}

/// One joint that follows another: `q1 = ref1 + a0 + a1 (q2 − ref2)`; or that is held where it is.
fn follow(element: El<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let name = element.need_attr("joint1")?;
    let coefficients = element.numbers("polycoef")?.unwrap_or_else(|| vec![0.0, 1.0]);
    let of = |i: usize| coefficients.get(i).copied().unwrap_or(0.0);
    let reference = |name: &str| found.references.get(name).copied().unwrap_or(0.0);
    let unknown = |attribute: &str, name: &str| {
        element.fault_at(attribute, ErrorKind::UnknownName, format!("there is no joint `{}`", shown(name)))
    };
    let motion =
        robot.joints.iter_mut().flat_map(|joint| &mut joint.motions).find(|motion| motion.name == name);
    let motion = motion.ok_or_else(|| unknown("joint1", name))?;
    let Some(leader) = element.attr("joint2") else {
        robot.tendons.push(Tendon {
            name: element.attr("name").map_or_else(|| format!("{name}_held"), str::to_owned),
            at: element.at(),
            path: TendonPath::Joints(vec![(name.to_owned(), 1.0)]),
            held: Some(reference(name) + of(0)),
            ..Default::default()
        });
        return Ok(());
    };
    if !found.motions.iter().any(|known| known == leader) {
        return Err(unknown("joint2", leader));
    }
    let (ratio, offset) = (of(1), reference(name) + of(0) - of(1) * reference(leader));
    motion.mimic = Some(FollowedMotion { leader: leader.to_owned(), ratio, offset });
    if coefficients.iter().skip(2).any(|x| *x != 0.0) {
        robot.notes.dropped(
            element.at(),
            format!("the squares and cubes by which `{}` follows `{}`", shown(name), shown(leader)),
        );
    }
    Ok(())
}

/// Two points or frames that are held together.
fn close(element: El<'_>, found: &Found, poses: &HashMap<String, Pose>, robot: &mut Robot) -> Result<()> {
    let kind = if element.is("connect") { LoopKind::Ball } else { LoopKind::Weld };
    let name = element
        .attr("name")
        .map_or_else(|| format!("{}_{}", element.name(), robot.loops.len() + 1), str::to_owned);
    let site = |attribute: &str| -> Result<Option<(String, Pose)>> {
        let Some(site) = element.attr(attribute) else { return Ok(None) };
        found.sites.get(site).cloned().map(Some).ok_or_else(|| {
            element.fault_at(attribute, ErrorKind::UnknownName, format!("there is no site `{}`", shown(site)))
        })
    };
    let (names, frames) = match (site("site1")?, site("site2")?) {
        (Some((one, on_one)), Some((other, on_other))) => ([one, other], [on_one, on_other]),
        _ => of_bodies(element, kind, found, poses)?,
    };
    if let Some(hand) = names.iter().find(|name| found.mocap.contains(*name)) {
        let other = if *hand == names[0] { &names[1] } else { &names[0] };
        let text = format!(
            "the <{}> that holds `{other}` to the mocap body `{hand}`, which leads it by hand",
            element.name()
        );
        robot.notes.dropped(element.at(), text);
        return Ok(());
    }
    robot.loops.push(Loop {
        name,
        at: element.at(),
        links: names.map(|name| link(&name)),
        frames,
        kind,
        spring: None,
    });
    Ok(())
}

/// By two bodies, as they stand to each other while all joints are as the model has them at the start.
fn of_bodies(
    element: El<'_>,
    kind: LoopKind,
    found: &Found,
    poses: &HashMap<String, Pose>,
) -> Result<([String; 2], [Pose; 2])> {
    let one = element.need_attr("body1")?;
    let other = element.attr("body2").unwrap_or(WORLD);
    for name in [one, other] {
        if !poses.contains_key(name) && name != WORLD {
            return Err(element.fault(ErrorKind::UnknownName, format!("there is no body `{}`", shown(name))));
        }
    }
    let at =
        |name: &str| found.initial.get(name).or_else(|| poses.get(name)).copied().unwrap_or(Pose::IDENTITY);
    let between = at(other).inverse() * at(one);
    let anchor = element.vector("anchor")?;
    let frames = match kind {
        LoopKind::Ball => {
            let anchor = anchor.unwrap_or(DVec3::ZERO);
            [anchor, between.transform_point(anchor)].map(Pose::from_translation)
        }
        _ => {
            // Of a weld the anchor is on the second body, and `relpose` is the place of that on the first; zeros mean as they stand.
            let stated = element.exactly::<7>("relpose")?.filter(|of| of[3..].iter().any(|x| *x != 0.0));
            let second_on_first = match stated {
                Some([x, y, z, qw, qx, qy, qz]) => {
                    Pose::new(DQuat::from_xyzw(qx, qy, qz, qw).normalize(), DVec3::new(x, y, z))
                }
                None => between.inverse(),
            };
            let on_second = Pose::from_translation(anchor.unwrap_or(DVec3::ZERO));
            [second_on_first * on_second, on_second]
        }
    };
    Ok(([one.to_owned(), other.to_owned()], frames))
}
