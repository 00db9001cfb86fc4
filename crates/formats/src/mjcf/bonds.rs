//! Loops and tendons as MuJoCo has them.

use super::write::{place, section, with};
use crate::robot::{Loop, Robot, Tendon, TendonPath};
use crate::xml_writer::{XmlWriter, a, list, n};
use bristle_geometry::Pose;
use bristle_world::LoopKind;
use glam::DVec3;

/// Distance of the two points by which an axis is held \[m\].
const ALONG: f64 = 0.02;

/// The constraints of a loop: element, name, and the place of its sites in the frames of the loop. MuJoCo has no slides and planes that close loops.
fn parts(of: &Loop) -> Vec<(&'static str, String, Pose)> {
    match of.kind {
        LoopKind::Weld => vec![("weld", of.name.clone(), Pose::IDENTITY)],
        LoopKind::Ball => vec![("connect", of.name.clone(), Pose::IDENTITY)],
        LoopKind::Pin => vec![
            ("connect", of.name.clone(), Pose::IDENTITY),
            ("connect", format!("{}/axis", of.name), Pose::from_translation(DVec3::new(0.0, 0.0, ALONG))),
        ],
        LoopKind::Slider | LoopKind::Plane => Vec::new(),
    }
}

fn site(name: &str, side: usize) -> String {
    format!("{name}/{}", ["first", "second"][side])
}

pub(super) fn write_sites(xml: &mut XmlWriter, robot: &Robot, link: &str) {
    for of in &robot.loops {
        for side in (0..2).filter(|side| of.links[*side].as_deref() == Some(link)) {
            for (_, name, at) in parts(of) {
                xml.leaf("site", &with(a("name", site(&name, side)), place(of.frames[side] * at)));
            }
        }
    }
}

/// Loops, and tendons whose length is kept.
pub(super) fn equalities(robot: &Robot) -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let of_loops = robot.loops.iter().flat_map(parts).map(|(element, name, _)| {
        let sites = [a("site1", site(&name, 0)), a("site2", site(&name, 1))];
        (element, with(a("name", name), sites.to_vec()))
    });
    let of_tendons = robot.tendons.iter().filter_map(|tendon| {
        // Counted from its length while all joints are at zero.
        let polynomial = list([tendon.held?, 0.0, 0.0, 0.0, 0.0]);
        Some(("tendon", vec![a("tendon1", &tendon.name), a("polycoef", polynomial)]))
    });
    of_loops.chain(of_tendons).collect()
}

pub(super) fn write_tendons(xml: &mut XmlWriter, robot: &Robot) {
    let mut open = false;
    for tendon in &robot.tendons {
        let TendonPath::Joints(terms) = &tendon.path else { continue };
        section(xml, "tendon", &mut open).open("fixed", &attributes(tendon));
        for (joint, by) in terms {
            xml.leaf("joint", &[a("joint", joint), n("coef", *by)]);
        }
        xml.close();
    }
    if open {
        xml.close();
    }
}

fn attributes(tendon: &Tendon) -> Vec<(&'static str, String)> {
    let mut attributes = vec![a("name", &tendon.name)];
    attributes.extend(tendon.limits.map(|limits| a("range", list(limits))));
    if tendon.stiffness > 0.0 {
        attributes.extend([n("stiffness", tendon.stiffness), a("springlength", list(tendon.rest))]);
    }
    let numbers = [("damping", tendon.damping), ("frictionloss", tendon.friction)];
    attributes.extend(numbers.into_iter().filter(|(_, x)| *x != 0.0).map(|(key, x)| n(key, x)));
    attributes
}
