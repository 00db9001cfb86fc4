//! Weighing with a tactile pad: Table 3 of the 2013 paper.

use crate::staging::{FRICTION, GRAVITY, Stand, Standing, settle, stepping};
use crate::words::number;
use crate::{Experiment, Figure, LabError, Parameter, Range, Results, Settings, Tolerance, Value, Watcher};
use bristle_contact::{BristleParameters, FrictionLaw, Named};
use bristle_picture::{LinePlot, LineStyle};
use bristle_world::Stepping;
use glam::DVec3;

/// Twenty weights, evenly over two decades; Table 3 has the first, the eleventh and the last.
const MASSES: &[f64] = &[
    0.1, 0.13, 0.16, 0.2, 0.25, 0.32, 0.4, 0.5, 0.63, 0.8, 1.0, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 10.0,
];

/// Mass \[kg\], required force and tactile force feedback \[N\] of Table 3.
const TABLE_3: [(f64, f64, f64); 3] = [(0.1, 0.98, 0.98), (1.0, 9.8, 9.7999), (10.0, 98.0, 97.9899)];

/// The table has four decimals, of which the last seems to be cut rather than rounded: one of it is within its reading.
const LAST_DIGIT: f64 = 1e-4;

/// A pad weighs to this share of the weight: what is asked of it, far above what Newton's method or rest leave.
const WEIGHING: f64 = 1e-6;

/// What does not rest within this time \[s\] will not.
const PATIENCE: f64 = 60.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "table3-weights",
    title: "Weighing with a tactile pad",
    source: "Moisio et al. 2013, §5.1.1, Table 3",
    about: "A cube is laid on a level array of texels, and the sum of the texels' normal forces is compared with its weight: once with \
            the centre of mass above the middle of the pad, and once a little off along the pad's long side, where the cube leans, a \
            part of the weight is carried by friction, and the sum is m g cos θ. With the paper's explicit steps, and with Newton's \
            method at ten times the step.",
    parameters: &[
        Parameter::numbers("mass", "kg", MASSES, Range::new(1e-3, 100.0), "Masses of the cubes."),
        Parameter::number(
            "offset",
            "mm",
            1.95,
            Range::new(0.0, 10.0),
            "How far the centre of mass is off the middle in the second weighing.",
        ),
        Parameter::choice(
            "stepping",
            "both",
            &["both", "explicit", "newton"],
            "Explicit steps as in the paper, Newton's method, or one after the other.",
        ),
        Parameter::number("step", "s", 1e-4, Range::new(1e-6, 5e-3), "Explicit step; the paper's is 1e-4."),
        Parameter::number("newton-step", "s", 1e-3, Range::new(1e-6, 5e-3), "Step of Newton's method."),
        Parameter::number("k", "N/m", 1000.0, Range::new(10.0, 1e6), "Stiffness of a texel."),
        Parameter::number("c", "N·s/m", 10.0, Range::new(1e-3, 1e4), "Damping of a texel."),
        Parameter::choice("law", "elasto_plastic", FrictionLaw::NAMES, "Friction law; the paper's is lugre."),
        Parameter::number("sigma0", "N/m", 2e4, Range::new(1.0, 1e6), "Stiffness of a texel's bristle."),
        Parameter::number("sigma1", "N·s/m", 5.0, Range::new(0.0, 1e4), "Damping of a texel's bristle."),
        Parameter::count("rows", 14, 2, 200, "Texels along the pad."),
        Parameter::count("columns", 6, 2, 200, "Texels across the pad."),
    ],
    run,
};

/// One weighing.
struct Weighed {
    mass: f64,
    centred: f64,
    off_centre: f64,
    /// How far the off-centre cube leans, measured and by the formula \[rad\].
    lean: f64,
    expected_lean: f64,
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let masses = settings.numbers("mass")?;
    let ways = match settings.choice("stepping")? {
        "both" => vec!["explicit", "newton"],
        one => vec![one],
    };
    let mut results = Results::new(EXPERIMENT.id);
    let mut all = Vec::new();
    for (index, &way) in ways.iter().enumerate() {
        let h = settings.number(if way == "newton" { "newton-step" } else { "step" })?;
        let mut weighed = Vec::new();
        for (number, &mass) in masses.iter().enumerate() {
            let done = (index * masses.len() + number) as f64 / (ways.len() * masses.len()) as f64;
            watcher.progress(done, &format!("{mass} kg, {way}"));
            weighed.push(weigh(settings, mass, way, h)?);
        }
        values(&mut results, settings, &weighed, way, h)?;
        all.push((way, weighed));
    }
    figures(&mut results, &all)?;
    results.remarks.push(
        "The paper gives neither the cube's size nor how far it was off the middle, nor the friction. A cube of 50 mm, 1.95 mm off along \
         the long side, gives its three readings; a centred one reads m g to the last digits.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn stand(settings: &Settings, mass: f64, offset: f64) -> Result<Stand, LabError> {
    Ok(Stand {
        rows: settings.count("rows")? as usize,
        columns: settings.count("columns")? as usize,
        stiffness: settings.number("k")?,
        damping: settings.number("c")?,
        law: settings.choice("law")?,
        friction: BristleParameters {
            stiffness: settings.number("sigma0")?,
            damping: settings.number("sigma1")?,
            ..FRICTION
        },
        mass,
        offset,
        tilt: 0.0,
    })
}

fn weigh(settings: &Settings, mass: f64, way: &str, h: f64) -> Result<Weighed, LabError> {
    let off_centre = stand(settings, mass, 1e-3 * settings.number("offset")?)?;
    let (centred, _) = rest(&stand(settings, mass, 0.0)?, stepping(way)?, h)?;
    let (reading, lean) = rest(&off_centre, stepping(way)?, h)?;
    Ok(Weighed { mass, centred, off_centre: reading, lean, expected_lean: off_centre.lean() })
}

/// Sum of the texels' normal forces \[N\] once the cube rests, and how far it leans \[rad\].
fn rest(stand: &Stand, stepping: Stepping, h: f64) -> Result<(f64, f64), LabError> {
    let standing = stand.build()?;
    if stepping == Stepping::Explicit {
        stand.check_explicit(&standing, h)?;
    }
    let Standing { world, cube, pad } = standing;
    let mut world = world.with_stepping(stepping);
    settle(&mut world, cube, h, PATIENCE)?;
    let reading = world.reading(pad)?;
    if !reading.texels.iter().any(|texel| texel.in_contact()) {
        return Err(LabError::Failed(format!("the cube of {} kg fell off the pad", stand.mass)));
    }
    let along = world.pose(cube)?.rotation * DVec3::X;
    Ok((reading.total_normal_force(), (-along.z).atan2(along.x)))
}

fn values(
    results: &mut Results,
    settings: &Settings,
    weighed: &[Weighed],
    way: &str,
    h: f64,
) -> Result<(), LabError> {
    let as_published = settings_of_the_paper(settings);
    let reason = match as_published {
        true => format!("steps of {h} s"),
        false => "settings are not those of the paper".to_owned(),
    };
    for one in weighed {
        let weight = one.mass * GRAVITY;
        let published = TABLE_3.iter().find(|(mass, ..)| *mass == one.mass);
        let name = |place: &str| format!("sum of forces, {} kg, {place}, {way}", one.mass);
        let share = (one.centred - weight) / weight;
        let note = format!("off m g by {} of it", number(share));
        let offset = format!("{} mm off", settings.number("offset")?);
        let lean = format!("leans by {} rad, by the formula {}", number(one.lean), number(one.expected_lean));
        let (centred, off_centre) = match published {
            Some(&(_, required, felt)) => (
                Value::compared(
                    name("centred"),
                    one.centred,
                    "N",
                    required,
                    Tolerance::Relative(WEIGHING),
                    &reason,
                ),
                Value::compared(
                    name(&offset),
                    one.off_centre,
                    "N",
                    felt,
                    Tolerance::Absolute(LAST_DIGIT),
                    &reason,
                ),
            ),
            None => (
                Value::not_stated(name("centred"), one.centred, "N", format!("m g is {} N", number(weight))),
                Value::not_stated(name(&offset), one.off_centre, "N", ""),
            ),
        };
        results.values.push(centred.note(note));
        results.values.push(off_centre.note(lean));
    }
    let error = |one: &Weighed| (one.centred / (one.mass * GRAVITY) - 1.0).abs();
    let worst = weighed.iter().map(error).fold(0.0, f64::max);
    let name = format!("largest error of {} centred weights, {way}", weighed.len());
    results.values.push(Value::not_stated(name, worst, "of m g", format!("asked: below {WEIGHING:e}")));
    Ok(())
}

/// Whether everything but the masses and the way of stepping is as the paper has it, or as we assume that it had.
fn settings_of_the_paper(settings: &Settings) -> bool {
    settings
        .iter()
        .filter(|(parameter, _)| !["mass", "stepping", "newton-step"].contains(&parameter.name))
        .all(|(parameter, setting)| *setting == parameter.default())
}

fn figures(results: &mut Results, all: &[(&str, Vec<Weighed>)]) -> Result<(), LabError> {
    let Some((_, first)) = all.first() else { return Ok(()) };
    let weights: Vec<f64> = first.iter().map(|one| one.mass * GRAVITY).collect();
    let plot =
        |title: &str, y: &str| LinePlot::new().title(title).labels("weight m g [N]", y).x_log().y_log();
    let mut reading = plot("Sum of texel forces over weight", "sum of normal forces [N]");
    reading = reading.line("m g", &weights, &weights);
    let mut error = plot("How far the sum is off the weight", "|sum - m g| / m g");
    for (way, weighed) in all {
        let centred: Vec<f64> = weighed.iter().map(|one| one.centred).collect();
        let off: Vec<f64> = weighed.iter().map(|one| one.off_centre).collect();
        reading = reading
            .styled_line(format!("centred, {way}"), &weights, &centred, LineStyle::Dots)
            .styled_line(format!("off centre, {way}"), &weights, &off, LineStyle::Dots);
        error = error
            .styled_line(
                format!("centred, {way}"),
                &weights,
                &shares(&weights, &centred),
                LineStyle::LineAndDots,
            )
            .styled_line(
                format!("off centre, {way}"),
                &weights,
                &shares(&weights, &off),
                LineStyle::LineAndDots,
            );
    }
    let (xs, ys): (Vec<f64>, Vec<f64>) = TABLE_3.iter().map(|(_, required, felt)| (*required, *felt)).unzip();
    reading = reading.styled_line("Table 3", &xs, &ys, LineStyle::Dots);
    error = error.styled_line("Table 3", &xs, &shares(&xs, &ys), LineStyle::Dots);
    results.figures.push(Figure::new(
        "reading",
        "What the pad reads",
        "Sum of the normal forces of all texels over the weight of the cube, both on logarithmic axes, with the readings of Table 3.",
        reading.render()?,
    ));
    results.figures.push(Figure::new(
        "error",
        "Error of the reading",
        "Centred cubes are weighed to round-off; cubes off centre lean, and read m g cos θ. Errors below 1e-16 are drawn there, and \
         four decimals of Table 3 end at 1e-4 N.",
        error.render()?,
    ));
    Ok(())
}

/// Errors as shares of the weight; zero cannot be drawn on a logarithmic axis.
fn shares(weights: &[f64], readings: &[f64]) -> Vec<f64> {
    weights.iter().zip(readings).map(|(weight, reading)| (reading / weight - 1.0).abs().max(1e-16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;

    #[test]
    fn table_3_is_reproduced_by_both_ways_of_stepping() {
        let results = EXPERIMENT.with(&[("mass", "0.1,1,10")]).unwrap();
        assert_eq!(results.count(Status::Reproduced), 12, "{:#?}", results.values);
        assert_eq!(results.count(Status::Differs), 0);
        assert_eq!(results.figures.len(), 2);
    }

    /// The formula is of first order, so that θ² of the angle is missing; and of m g (1 − θ²/2) twice as much.
    #[test]
    fn an_awkward_weight_reads_its_weight_and_off_centre_what_the_lean_leaves() {
        let results =
            EXPERIMENT.with(&[("mass", "0.37"), ("offset", "3.1"), ("stepping", "newton")]).unwrap();
        let centred = results.value("sum of forces, 0.37 kg, centred, newton").unwrap();
        let weight = 0.37 * GRAVITY;
        assert!((centred.value / weight - 1.0).abs() < 1e-9, "{}", centred.value);
        assert_eq!(centred.status, Status::NotStated);
        let off = results.value("sum of forces, 0.37 kg, 3.1 mm off, newton").unwrap();
        let mut stand = stand(&Settings::of(&EXPERIMENT), 0.37, 3.1e-3).unwrap();
        let theta = stand.lean();
        assert!((off.value - weight * theta.cos()).abs() < weight * theta * theta * (theta + 1e-3));
        stand.offset = 0.0;
        assert_eq!(stand.lean(), 0.0);
    }

    #[test]
    fn another_pad_than_the_papers_differs_for_that_reason() {
        let results = EXPERIMENT.with(&[("mass", "10"), ("offset", "5"), ("stepping", "newton")]).unwrap();
        let off = results.value("sum of forces, 10 kg, 5 mm off, newton").unwrap();
        assert_eq!(off.status, Status::Differs);
        assert!(off.note.starts_with("settings are not those of the paper"), "{}", off.note);
    }

    #[test]
    fn explicit_steps_that_would_explode_are_refused_with_the_largest_that_would_not() {
        let error = EXPERIMENT.with(&[("mass", "0.01"), ("stepping", "explicit")]).unwrap_err();
        assert!(error.to_string().contains("the largest is"), "{error}");
    }
}
