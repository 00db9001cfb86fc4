//! Whether the masses of a robot can be, and what to do where they cannot.

use crate::error::{ErrorKind, Result, error};
use crate::robot::{Forest, Link, LinkMass, Notes, Robot, inertia_objection, repaired};
use bristle_scene::data::{RobotOptions, ShapeRole};
use bristle_world::Inertia;
use glam::{DMat3, DVec3};

/// Checks all links; with `repair`, mends what can be mended and says so.
pub(super) fn check(
    robot: &mut Robot,
    forest: &Forest,
    options: &RobotOptions,
    notes: &mut Notes,
) -> Result<()> {
    let placeholder = all_alike(robot);
    if placeholder && !options.repair {
        notes.doubtful(
            robot.links.first().map_or("", |link| &link.at).to_owned(),
            "every link has the inertia 1 1 1, which looks like a placeholder (`repair` takes it from the shapes)",
        );
    }
    let moves = moving(robot, forest);
    if !options.repair {
        refuse_impossible(robot)?;
    }
    let mut mended = Mended::default();
    for (link, moves) in robot.links.iter_mut().zip(moves) {
        let nothing =
            matches!(&link.mass, LinkMass::Given(of) if of.mass == 0.0 && of.about_centre == DMat3::ZERO);
        let LinkMass::Given(inertia) = link.mass.filter(!nothing) else { continue };
        if let Some(why) = inertia_objection(&inertia) {
            let sound = repaired(&inertia);
            let [x, y, z] =
                [sound.about_centre.x_axis.x, sound.about_centre.y_axis.y, sound.about_centre.z_axis.z];
            let words = format!(
                "the inertia of the link `{}`, as {why}; its moments are now {x:.3e}, {y:.3e}, {z:.3e} kg·m²",
                link.name
            );
            notes.repaired(&link.at, words);
            link.mass = LinkMass::Given(sound);
        } else if options.repair
            && inertia.mass > 0.0
            && moves
            && (placeholder || inertia.about_centre == DMat3::ZERO)
        {
            from_shapes(link, inertia, &mut mended);
        }
    }
    mended.report(notes);
    Ok(())
}

/// Links that were mended alike: where the first is, and all their names.
#[derive(Default)]
struct Mended {
    by_shapes: Vec<(String, String)>,
    by_water: Vec<(String, String)>,
}

impl Mended {
    fn report(self, notes: &mut Notes) {
        let kinds = [
            (self.by_shapes, "which is now that of its shapes"),
            (self.by_water, "which is now that of a ball of water of its mass"),
        ];
        for (links, what) in kinds {
            let text = match links.as_slice() {
                [] => continue,
                [(_, one)] => format!("the link `{one}`"),
                [(_, first), .., (_, last)] => format!("{} links, `{first}` to `{last}`, each", links.len()),
            };
            notes.repaired(links[0].0.clone(), format!("the inertia of {text}, {what}"));
        }
    }
}

/// Refuses links with an inertia that no body has.
fn refuse_impossible(robot: &Robot) -> Result<()> {
    let objection = |link: &Link| match &link.mass {
        LinkMass::Given(inertia) => inertia_objection(inertia),
        _ => None,
    };
    let mut found = robot.links.iter().filter_map(|link| objection(link).map(|why| (link, why)));
    let Some((link, why)) = found.next() else { return Ok(()) };
    let message = format!("no body has the inertia of the link `{}` ({}): {why}", link.name, link.at);
    let others: Vec<String> = found.map(|(link, _)| format!("`{}` ({})", link.name, link.at)).collect();
    let fault = error(ErrorKind::OutOfRange, message);
    let fault = match others.len() {
        0 => fault,
        1..=5 => fault.with_note(format!("the same holds for {}", others.join(", "))),
        more => {
            fault.with_note(format!("the same holds for {} and {} more", others[..4].join(", "), more - 4))
        }
    };
    Err(fault
        .with_note("help: correct the file, or have it repaired and reported: --repair, `repair = true`"))
}

/// Whether all inertias are the identity, as some programs write them.
fn all_alike(robot: &Robot) -> bool {
    let given = robot.links.iter().filter_map(|link| match &link.mass {
        // Turned into the link's frame, it is the identity but for rounding.
        LinkMass::Given(inertia) => Some(inertia.about_centre.abs_diff_eq(DMat3::IDENTITY, 1e-12)),
        _ => None,
    });
    let given: Vec<bool> = given.collect();
    given.len() > 1 && given.iter().all(|is_one| *is_one)
}

/// Which links a moving joint carries and nothing else has to give mass to.
fn moving(robot: &Robot, forest: &Forest) -> Vec<bool> {
    forest.carried_by.iter().map(|joint| joint.is_some_and(|i| !robot.joints[i].motions.is_empty())).collect()
}

/// The same mass, spread over the solids of the link, if they are no meshes; else over a ball.
fn from_shapes(link: &mut Link, given: Inertia, mended: &mut Mended) {
    let solids: Vec<Inertia> = link
        .shapes
        .iter()
        .filter(|shape| shape.role != ShapeRole::Visual)
        .filter_map(|shape| {
            let solid = shape.kind.by_formula().ok()??;
            Some(Inertia::of_shape(&solid, bristle_world::Mass::Density(1.0)).ok()?.posed(shape.pose))
        })
        .collect();
    let whole = solids.iter().fold(Inertia::ZERO, |sum, part| sum.combined(*part));
    let about_centre = match whole.mass > 0.0 {
        true => {
            mended.by_shapes.push((link.at.clone(), link.name.clone()));
            whole.about_centre * (given.mass / whole.mass)
        }
        // As large as water of this mass.
        false => {
            let radius = (given.mass / 1000.0 * 0.75 / std::f64::consts::PI).cbrt();
            mended.by_water.push((link.at.clone(), link.name.clone()));
            DMat3::from_diagonal(DVec3::splat(0.4 * given.mass * radius * radius))
        }
    };
    link.mass = LinkMass::Given(Inertia { about_centre, ..given });
}
