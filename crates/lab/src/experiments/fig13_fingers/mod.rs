//! Index finger and thumb of a human hand hold a cylinder: Fig. 13 of the 2013 paper.

mod drawing;
mod grasp;
mod hand;

use crate::staging::GRAVITY;
use crate::words::number;
use crate::{Experiment, LabError, Parameter, Range, Results, Settings, Value, Watcher};
use glam::DVec3;
use grasp::{Grasp, Grasped};

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "fig13-fingers",
    title: "Index finger and thumb of a human hand",
    source: "Moisio et al. 2013, §5.3, Fig. 13",
    about: "Any shape can be a tactile sensor: here the pulps of an index finger and a thumb, with a texel at every vertex of their \
            surfaces. The index finger closes on a cylinder until muscle and contact balance; then what carried the cylinder from \
            below is taken away, and the skin has to hold it by friction.",
    parameters: &[
        Parameter::number("mass", "kg", 0.2, Range::new(1e-3, 2.0), "Mass of the cylinder."),
        Parameter::number("diameter", "mm", 40.0, Range::new(15.0, 80.0), "Diameter of the cylinder."),
        Parameter::number("height", "mm", 100.0, Range::new(30.0, 300.0), "Height of the cylinder."),
        Parameter::number("grip", "N", 5.0, Range::new(0.1, 30.0), "What the index finger presses with."),
        Parameter::number("mu", "", 0.8, Range::new(0.05, 3.0), "Friction coefficient of the skin at rest."),
        Parameter::number(
            "hand",
            "",
            1.0,
            Range::new(0.6, 1.4),
            "Size of the hand, as a multiple of the mean.",
        ),
        Parameter::number("spacing", "mm", 1.5, Range::new(0.5, 3.0), "Distance of texels."),
        Parameter::number("step", "s", 1e-3, Range::new(1e-5, 5e-3), "Step of Newton's method."),
        Parameter::number("duration", "s", 2.0, Range::new(0.5, 600.0), "How long the cylinder is held."),
    ],
    run,
};

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let grasp = Grasp {
        mass: settings.number("mass")?,
        diameter: 1e-3 * settings.number("diameter")?,
        height: 1e-3 * settings.number("height")?,
        grip: settings.number("grip")?,
        mu: settings.number("mu")?,
        scale: settings.number("hand")?,
        spacing: 1e-3 * settings.number("spacing")?,
        h: settings.number("step")?,
        duration: settings.number("duration")?,
    };
    let grasped = grasp.run(watcher)?;
    let mut results = Results::new(EXPERIMENT.id);
    values(&mut results, &grasp, &grasped)?;
    drawing::figures(&mut results, &grasp, &grasped)?;
    results.remarks.push(
        "The paper shows pictures and gives no numbers here. Its hand is a model of Universitat Jaume I, which is not published with it; ours \
         follows the mean lengths of Buryanov and Kotiuk (2010). Stiffness, friction and breadth of the pulps are typical, uncited.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn values(results: &mut Results, grasp: &Grasp, grasped: &Grasped) -> Result<(), LabError> {
    let mut stated = |name: String, value: f64, unit, note: String| {
        results.values.push(Value::not_stated(name, value, unit, note));
    };
    let mut forces = [DVec3::ZERO; 2];
    for (force, (&skin, digit)) in
        forces.iter_mut().zip(grasped.skins.iter().zip([&grasped.index, &grasped.thumb]))
    {
        let reading = grasped.world.reading(skin)?;
        *force = reading.pairs[0].wrench_on_skin_w.force;
        let touching = reading.texels.iter().filter(|texel| texel.in_contact()).count();
        let all = reading.texels.len();
        let across = DVec3::new(force.x, force.y, 0.0).length();
        stated(format!("force across the cylinder, {}", digit.name), across, "N", String::new());
        stated(
            format!("sum of normal forces, {}", digit.name),
            reading.total_normal_force(),
            "N",
            "texels around the pulp press at angles, and friction carries the rest of the force across"
                .to_owned(),
        );
        stated(format!("texels that touch, {}", digit.name), touching as f64, "", format!("of {all}"));
    }
    let [index, thumb] = forces.map(|force| DVec3::new(force.x, force.y, 0.0).length());
    stated(
        "difference of the two forces across".to_owned(),
        (index - thumb).abs() / thumb,
        "of the force",
        "asked: below 1e-6".to_owned(),
    );
    let weight = grasp.mass * GRAVITY;
    let carried = -(forces[0].z + forces[1].z);
    stated("weight carried by friction".to_owned(), carried, "N", format!("m g is {} N", number(weight)));
    stated(
        "farthest from where it was let go".to_owned(),
        1e3 * grasped.farthest,
        "mm",
        "asked: below 1 mm".to_owned(),
    );
    let speed = grasped.world.twist(grasped.cylinder)?.linear.length();
    stated(format!("speed after {} s", number(grasp.duration)), speed, "m/s", String::new());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cylinder_is_held_and_the_two_fingers_press_equally() {
        for changes in [&[][..], &[("mass", "0.13"), ("diameter", "31"), ("hand", "1.1"), ("spacing", "2.3")]]
        {
            let results = EXPERIMENT.with(changes).unwrap();
            let of = |name: &str| results.value(name).unwrap().value;
            assert!(of("difference of the two forces across") < 1e-6, "{:#?}", results.values);
            assert!(of("farthest from where it was let go") < 1.0, "{:#?}", results.values);
            let weight = changes.first().map_or(0.2, |(_, mass)| mass.parse().unwrap()) * GRAVITY;
            assert!((of("weight carried by friction") / weight - 1.0).abs() < 1e-6, "{:#?}", results.values);
            // Texels at the rim slide a little longer than the cylinder moves to be seen.
            assert!(of("speed after 2 s") < 1e-7);
            assert!(of("texels that touch, index") > 5.0 && of("texels that touch, thumb") > 5.0);
        }
    }

    #[test]
    fn too_little_grip_lets_the_cylinder_go() {
        // 2 μ F = 1.6 N at most, and 1.96 N are needed.
        let error = EXPERIMENT.with(&[("grip", "1")]).unwrap_err();
        assert!(error.to_string().contains("slid out"), "{error}");
    }
}
