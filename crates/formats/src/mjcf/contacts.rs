//! Which bodies may touch: pairs that are excluded, and pairs of which no geom is made for another.

use super::bodies::{Found, WORLD};
use super::geom::Context;
use crate::error::{ErrorKind, Result};
use crate::robot::Robot;
use std::collections::{HashMap, HashSet};

/// How many pairs may follow from filters.
const MOST_PAIRS: usize = 5000;

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let mut paired: HashSet<[&str; 2]> = HashSet::new();
    for section in context.model.sections("contact")? {
        for element in context.model.children(section)? {
            match (element.name(), element.attr("body1"), element.attr("body2")) {
                ("exclude", Some(a), Some(b)) => robot.exclude.push((a.to_owned(), b.to_owned())),
                ("exclude", ..) => {
                    return Err(element.fault(ErrorKind::Missing, "<exclude> needs `body1` and `body2`"));
                }
                ("pair", ..) => {
                    let of = |name: &str| element.attr(name).and_then(|name| found.geoms.get(name));
                    if let (Some(a), Some(b)) = (of("geom1"), of("geom2")) {
                        paired.extend([[a.as_str(), b.as_str()], [b.as_str(), a.as_str()]]);
                    }
                }
                (other, ..) => robot.notes.dropped(element.at(), format!("<{other}> of <contact>")),
            }
        }
    }
    let pairs = filtered(found, &paired);
    if pairs.len() > MOST_PAIRS {
        let text = format!(
            "contype and conaffinity, by which {} pairs of bodies pass through each other",
            pairs.len()
        );
        robot.notes.dropped("", text);
        return Ok(());
    }
    let known: HashSet<(String, String)> = robot.exclude.iter().cloned().collect();
    let new = |(a, b): &(String, String)| {
        !known.contains(&(a.clone(), b.clone())) && !known.contains(&(b.clone(), a.clone()))
    };
    robot.exclude.extend(pairs.into_iter().filter(new));
    Ok(())
}

/// Pairs of bodies with solid geoms of which no two can touch.
fn filtered(found: &Found, paired: &HashSet<[&str; 2]>) -> Vec<(String, String)> {
    // In the order of the file; a body has few different filters.
    let (mut order, mut filters): (Vec<&str>, HashMap<&str, Vec<[u32; 2]>>) = (Vec::new(), HashMap::new());
    for (link, filter) in found.filters.iter().filter(|(link, _)| link != WORLD) {
        let of = filters.entry(link).or_insert_with(|| {
            order.push(link);
            Vec::new()
        });
        if !of.contains(filter) {
            of.push(*filter);
        }
    }
    let meet = |[type_a, affinity_a]: [u32; 2], [type_b, affinity_b]: [u32; 2]| {
        type_a & affinity_b != 0 || type_b & affinity_a != 0
    };
    let mut pairs = Vec::new();
    for (i, &a) in order.iter().enumerate() {
        for &b in &order[i + 1..] {
            let can = filters[a].iter().any(|of_a| filters[b].iter().any(|of_b| meet(*of_a, *of_b)));
            if !can && !paired.contains(&[a, b]) {
                pairs.push((a.to_owned(), b.to_owned()));
            }
        }
    }
    pairs
}
