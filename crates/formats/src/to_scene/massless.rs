//! Links that move and weigh nothing, with all they carry: no motor could hold them still.

use crate::error::{ErrorKind, Result, error};
use crate::meshes::weighed;
use crate::robot::{Forest, Link, LinkMass, Notes, Robot};
use bristle_scene::data::{RobotOptions, ShapeRole};
use bristle_world::{Inertia, Mass};
use glam::{DMat3, DVec3};
use std::collections::HashSet;

/// What shapes are made of, where nothing is said \[kg/m³\]: water.
const DENSITY: f64 = 1000.0;

/// Refuses such links, or with `repair` gives them the mass of their shapes, and says so.
pub(super) fn check(
    robot: &mut Robot,
    forest: &Forest,
    options: &RobotOptions,
    notes: &mut Notes,
) -> Result<()> {
    let found = movers(robot, forest);
    let Some(&first) = found.first() else { return Ok(()) };
    if !options.repair {
        let link = &robot.links[first];
        let message = format!(
            "the link `{}` ({}) moves, but neither it nor what it carries has a mass",
            link.name, link.at
        );
        let fault = error(ErrorKind::Missing, message);
        let others: Vec<String> =
            found[1..].iter().map(|&i| format!("`{}`", robot.links[i].name)).take(8).collect();
        let fault = match found.len() {
            1 => fault,
            count if count > 9 => {
                fault.with_note(format!("the same holds for {} and {} more", others.join(", "), count - 9))
            }
            _ => fault.with_note(format!("the same holds for {}", others.join(", "))),
        };
        return Err(fault.with_note(
            "help: give it an inertia, or have it made of water in its own shape and reported: --repair, `repair = true`",
        ));
    }
    let below = below(forest, &found);
    let mut given: Vec<usize> = Vec::new();
    for (i, link) in robot.links.iter_mut().enumerate().filter(|(i, _)| below[*i]) {
        if let Some(inertia) = of_shapes(link) {
            link.mass = LinkMass::Given(inertia);
            given.push(i);
        }
    }
    say(robot, &given, "which weighs nothing and moves: it is now of water, in its own shape", notes);
    let left = movers(robot, forest);
    for &i in &left {
        let (mass, radius) = (1e-3, 0.01);
        let about_centre = DMat3::from_diagonal(DVec3::splat(0.4 * mass * radius * radius));
        robot.links[i].mass = LinkMass::Given(Inertia { mass, centre: DVec3::ZERO, about_centre });
    }
    say(robot, &left, "which weighs nothing and moves: it is now 1 g", notes);
    Ok(())
}

fn say(robot: &Robot, links: &[usize], what: &str, notes: &mut Notes) {
    let name = |i: usize| &robot.links[i].name;
    let text = match links {
        [] => return,
        [one] => format!("the link `{}`, {what}", name(*one)),
        [first, .., last] => {
            format!("{} links, `{}` to `{}`, each of {what}", links.len(), name(*first), name(*last))
        }
    };
    notes.repaired(&robot.links[links[0]].at, text);
}

/// Links with a joint that moves nothing heavy, neither here nor through joints that follow it.
fn movers(robot: &Robot, forest: &Forest) -> Vec<usize> {
    let heavy = heavy(robot, forest);
    let joint_of = |i: usize| forest.carried_by[i].map(|joint| &robot.joints[joint]);
    // Names of motions that lead something heavy.
    let leads: HashSet<&str> = (0..robot.links.len())
        .filter(|&i| heavy[i])
        .filter_map(joint_of)
        .flat_map(|joint| joint.motions.iter().filter_map(|motion| motion.mimic.as_ref()))
        .map(|mimic| mimic.leader.as_str())
        .collect();
    let idle = |i: usize| {
        joint_of(i).is_some_and(|joint| {
            joint.motions.iter().any(|motion| {
                motion.mimic.is_none() && motion.armature == 0.0 && !leads.contains(motion.name.as_str())
            })
        })
    };
    (0..robot.links.len()).filter(|&i| !heavy[i] && idle(i)).collect()
}

/// Whether each link, or something it carries, has a mass.
fn heavy(robot: &Robot, forest: &Forest) -> Vec<bool> {
    let mut heavy: Vec<bool> = robot.links.iter().map(has_mass).collect();
    for &i in forest.order.iter().rev() {
        if let Some(parent) = forest.parents[i] {
            heavy[parent] |= heavy[i];
        }
    }
    heavy
}

fn has_mass(link: &Link) -> bool {
    match &link.mass {
        LinkMass::None => false,
        LinkMass::Given(inertia) => inertia.mass > 0.0 || inertia.about_centre != DMat3::ZERO,
        LinkMass::Density(density) => *density > 0.0 && !link.shapes.is_empty(),
    }
}

/// Whether each link is one of these or carried by one.
fn below(forest: &Forest, of: &[usize]) -> Vec<bool> {
    let mut below = vec![false; forest.parents.len()];
    of.iter().for_each(|&i| below[i] = true);
    for &i in &forest.order {
        if let Some(parent) = forest.parents[i] {
            below[i] |= below[parent];
        }
    }
    below
}

/// Its solids, or else its looks, of water.
fn of_shapes(link: &Link) -> Option<Inertia> {
    let solid = link.shapes.iter().any(|shape| shape.role != ShapeRole::Visual);
    let shapes = link.shapes.iter().filter(|shape| !solid || shape.role != ShapeRole::Visual);
    let whole = shapes
        .filter_map(|shape| Some(weighed(&shape.kind, Mass::Density(DENSITY))?.posed(shape.pose)))
        .fold(Inertia::ZERO, |sum, part| sum.combined(part));
    (whole.mass > 0.0).then_some(whole)
}
