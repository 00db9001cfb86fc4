//! Each hand of the library grasps three objects: Fig. 6 of the toolkit's report.

mod grasp;
mod hands;

use crate::staging::view_of;
use crate::{Experiment, Figure, LabError, Parameter, Range, Results, Settings, Value, Watcher};
use bristle_picture::{TactileSeries, WorldView};
use grasp::{Held, OBJECTS, grasp};
use hands::{HANDS, Hand};

const ALL: &str = "all";
const CHOICES: &[&str] = &[
    ALL,
    "franka-hand",
    "pg70",
    "robotiq-2f85",
    "sdh",
    "barrett",
    "shadow",
    "allegro",
    "leap",
    "human",
    "karlsruhe",
    "otto-bock",
];

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "fig6-hands",
    title: "Hands that grasp",
    source: "León et al. 2010, \"OpenGRASP: a toolkit for robot grasping simulation\", Fig. 6",
    about: "Each hand of the library hangs above an object on a post, closes its fingers until their skins touch, and presses on a little. The post goes, \
            and the hand holds a ball, a can and a box. All forces on the object, from skins and bare links, have to add up to its weight.",
    parameters: &[
        Parameter::choice("hand", ALL, CHOICES, "Which hand."),
        Parameter::number("step", "s", 1e-3, Range::new(1e-5, 5e-3), "Step of Newton's method."),
        Parameter::number(
            "duration",
            "s",
            5.0,
            Range::new(3.0, 60.0),
            "How long the object is held, from the start.",
        ),
    ],
    run,
};

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let (step, duration) = (settings.number("step")?, settings.number("duration")?);
    let wanted = settings.choice("hand")?;
    let hands: Vec<&Hand> = HANDS.iter().filter(|hand| wanted == ALL || hand.name == wanted).collect();
    let mut results = Results::new(EXPERIMENT.id);
    let trials = (hands.len() * OBJECTS.len()) as f64;
    let mut done = 0.0;
    for hand in hands {
        for object in OBJECTS {
            watcher.progress(done / trials, &format!("{} and {object}", hand.name));
            let held = grasp(hand, object, step, duration)?;
            values(&mut results, hand, object, &held);
            figures(&mut results, hand, object, &held)?;
            done += 1.0;
        }
    }
    results.remarks.push(
        "The figure shows hands on objects and has no numbers. An object counts as held when it has sunk by less than 10 mm and moves by less than a nanometre in the \
         last half second.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn values(results: &mut Results, hand: &Hand, object: &str, held: &Held) {
    let mut stated = |what: &str, value: f64, unit: &'static str, note: String| {
        results.values.push(Value::not_stated(format!("{}, {object}: {what}", hand.name), value, unit, note));
    };
    let is_held = held.sunk.abs() < 0.01 && held.creep < 1e-9;
    stated(
        "held",
        f64::from(u8::from(is_held)),
        "",
        format!("{} of {} fingers touched", held.touched, hand.fingers.len()),
    );
    stated("way in the last half second", held.creep, "m", String::new());
    stated("sum of all forces", held.imbalance, "N", "weight included".to_owned());
}

fn figures(results: &mut Results, hand: &Hand, object: &str, held: &Held) -> Result<(), LabError> {
    let title = format!("{} and {object}", hand.name);
    let view: WorldView = view_of(&held.staged)?.title(&title);
    let name = format!("{}-{object}", hand.name);
    results.figures.push(Figure::new(&name, &title, "Colours are normal forces.", view.render()?));
    let world = &held.staged.world;
    for finger in hand.fingers {
        for name_of_skin in finger.skins {
            let skin = world.model().skin_named(name_of_skin).map_err(LabError::other)?;
            let Some(grid) = world.model().skins()[skin.0].skin.grid() else { continue };
            let forces: Vec<f64> =
                world.reading(skin)?.texels.iter().map(|texel| texel.normal_force).collect();
            let image = TactileSeries::new(grid.rows, grid.columns).image(*name_of_skin, &forces);
            let file = format!("{name}-{}", name_of_skin.replace('_', "-"));
            let title = format!("{title}: {name_of_skin}");
            results.figures.push(Figure::new(
                file,
                &title,
                "White is nothing, black the largest force.",
                image.render()?,
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Balance to 1e-9 N, and no creep: what a hand holds stays.
    #[test]
    fn what_a_hand_holds_stays() {
        let all = std::env::var_os("BRISTLE_TEST_ALL").is_some();
        for hand in HANDS.iter().filter(|hand| all || matches!(hand.name, "franka-hand" | "sdh")) {
            for object in if all { &OBJECTS[..] } else { &OBJECTS[..1] } {
                let held = grasp(hand, object, 1e-3, 5.0).unwrap();
                let words = format!(
                    "{} and {object}: {:?}",
                    hand.name,
                    (held.touched, held.sunk, held.creep, held.imbalance)
                );
                assert!(held.sunk.abs() < 0.01 && held.creep < 1e-12 && held.imbalance < 1e-9, "{words}");
            }
        }
    }
}
