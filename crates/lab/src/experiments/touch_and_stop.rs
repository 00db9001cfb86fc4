//! Fingers that close, stop at touch and reopen: the use case of the 2010 report.

use super::fig12_work_cycle::{Bench, Session, front, images, opening, sums};
use crate::staging::view_of;
use crate::{
    Experiment, Figure, LabError, Parameter, PartWatcher, Range, Results, Settings, Tolerance, Value, Watcher,
};
use bristle_control::{AbstractAction, ParallelGripper, Primitive, Step};

/// Opening at the start \[m\], and as a share of the widest.
const START: f64 = 0.066;
const WIDEST: f64 = 0.069;

/// How long the fingers stand before they reopen \[s\].
const STAND: f64 = 0.25;

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "touch-and-stop",
    title: "Fingers that stop at touch and reopen",
    source: "León et al., SIMPAR 2010 and its technical report, §IV.A, Fig. 4",
    about: "A gripper stands still with its fingers open and an object between them. The fingers close while the tactile sensors are read, stop \
            when the readings show that they touch, and open to where they began. The readings must be nothing before the fingers \
            touch, and something then.",
    parameters: &[
        Parameter::choice(
            "object",
            "box",
            &["box", "cube", "cylinder", "sphere"],
            "What is between the fingers.",
        ),
        Parameter::number("speed", "m/s", 0.04, Range::new(0.002, 0.08), "Rate at which the opening closes."),
        Parameter::number(
            "threshold",
            "N",
            0.2,
            Range::new(1e-3, 20.0),
            "Sum of a pad that counts as touch.",
        ),
        Parameter::number("step", "s", 1e-3, Range::new(1e-5, 5e-3), "Step of the simulation."),
        Parameter::number(
            "turn",
            "s",
            5e-3,
            Range::new(1e-3, 0.05),
            "Time between two looks at the sensors.",
        ),
    ],
    run,
};

/// An object of the library, placed so that the pads meet its middle: its width between them \[m\] and what is set.
fn object(name: &str) -> (f64, &'static str) {
    match name {
        // A millimetre above the table.
        "cube" => (0.05, "bodies.lift.start = { position_mm = -4 }"),
        "cylinder" => (0.06, "bodies.lift.start = { position_mm = 20 }"),
        "sphere" => (
            0.056,
            "bodies.lift.start = { position_mm = -2 }\nbodies.sphere.shapes.body.sphere.radius_mm = 28\n\
             bodies.sphere.shapes.body.pose = { xyz_mm = [0, 0, 28] }",
        ),
        // Across, so that the fingers have some way to go.
        _ => (0.04, "bodies.lift.start = { position_mm = 20 }\nbodies.box.pose = { rpy_deg = [0, 0, 90] }"),
    }
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let name = settings.choice("object")?;
    let (width, placed) = object(name);
    let scene = format!("include = [\"lib:scenes/pg70-bench\", \"lib:objects/{name}\"]");
    let (step, turn) = (settings.number("step")?, settings.number("turn")?);
    let bench = Bench::new(&scene, placed, step, turn)?;
    let link = bench.body(name)?;
    let begin = bench.staged();
    let place = begin.world.pose(link)?.translation;
    let mut hand = ParallelGripper::pg70();
    hand.closing_speed = settings.number("speed")?;
    hand.touch_force = settings.number("threshold")?;
    let time_limit = 2.0 + WIDEST / hand.closing_speed;
    let steps = vec![
        Step::new("close", Primitive::Touch).within(time_limit),
        Step::new("stop", Primitive::Hold { time: STAND }),
        Step::new("reopen", Primitive::Release { aperture: START / WIDEST }).within(time_limit + 10.0),
    ];
    let action = AbstractAction::new(steps, 2.0 * time_limit + 10.0).map_err(LabError::other)?;
    let session = bench.perform(name, &action, &hand, &mut PartWatcher::new(watcher, 0.0, 0.8))?;
    session.must_be_done()?;

    let mut results = Results::new(EXPERIMENT.id);
    let moved = session.moment("reopen")?.staged.world.pose(link)?.translation.distance(place);
    values(&mut results.values, &session, width, &hand, moved)?;
    watcher.progress(0.85, "drawing");
    figures(&mut results, &begin, &session, name)?;
    results.remarks.push(
        "The report gives no numbers, and neither the size of its box nor the speed; only that readings were zero while the gripper closed and \
         positive when it came to the box.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn values(
    values: &mut Vec<Value>,
    session: &Session,
    width: f64,
    hand: &ParallelGripper,
    moved: f64,
) -> Result<(), LabError> {
    let trace = &session.trace;
    let sums = || trace.opening.iter().zip(trace.left.iter().zip(&trace.right));
    // Until the fingers are as close as the object is wide. Later a reading may be the mean of a step that began with a touch.
    let apart =
        sums().take_while(|(opening, _)| **opening > width).map(|(_, (left, right))| left.max(*right));
    values.push(Value::compared(
        "largest reading while the fingers do not touch yet",
        apart.fold(0.0, f64::max),
        "N",
        0.0,
        Tolerance::Absolute(0.0),
        "a pad feels what it does not touch",
    ));
    let close = session.moment("close")?;
    let [left, right] = close.sums();
    let reading = left.max(right);
    values.push(
        Value::compared(
            "readings are positive when the fingers touch",
            f64::from(u8::from(reading > 0.0)),
            "",
            1.0,
            Tolerance::Absolute(0.0),
            "the fingers stopped without a touch",
        )
        .note("1 for yes; published: positive values when it came to the box"),
    );
    let note = format!("the first above the threshold of {} N", hand.touch_force);
    values.push(Value::not_stated("reading that stops the fingers", reading, "N", note));
    let note = "the object's true width: what the fingers feel is where they stop";
    let felt = close.opening;
    values.push(Value::not_stated(
        "opening at which the touch was noticed",
        felt,
        "m",
        format!("{width} m is {note}"),
    ));
    let narrowest = trace.opening.iter().copied().fold(f64::INFINITY, f64::min);
    values.push(Value::not_stated(
        "how far the fingers press in before they stand",
        width - narrowest,
        "m",
        "both together: between two looks, and until they have run out",
    ));
    let peak = trace.left.iter().chain(&trace.right).copied().fold(0.0, f64::max);
    values.push(Value::not_stated("largest reading", peak, "N", "while the fingers run out"));
    let end = session.moment("reopen")?;
    values.push(Value::compared(
        "opening at the end",
        end.opening,
        "m",
        START,
        Tolerance::Absolute(hand.opening_tolerance),
        "the fingers did not come back",
    ));
    let last = end.sums();
    values.push(Value::compared(
        "reading at the end",
        last[0].max(last[1]),
        "N",
        0.0,
        Tolerance::Absolute(0.0),
        "a pad still touches",
    ));
    values.push(Value::not_stated("way of the object", moved, "m", "from begin to end"));
    values.push(Value::not_stated(
        "time of the touch",
        session.first_touch().unwrap_or(f64::NAN),
        "s",
        "since the fingers began to close",
    ));
    Ok(())
}

fn figures(
    results: &mut Results,
    begin: &crate::staging::Staged,
    session: &Session,
    name: &str,
) -> Result<(), LabError> {
    let close = session.moment("close")?;
    let scenes = [
        ("1-begin", "Open", "The fingers stand open.", begin),
        ("2-touch", "Touch", "The fingers have touched and stand.", &session.moment("stop")?.staged),
        (
            "3-reopened",
            "Reopened",
            "The fingers are back where they began.",
            &session.moment("reopen")?.staged,
        ),
    ];
    for (file, title, caption, staged) in scenes {
        let picture = view_of(staged)?.title(title).view(front()).render()?;
        results.figures.push(Figure::new(file, title, caption, picture));
    }
    let rows = close.staged.world.model().skins().iter().find_map(|skin| skin.skin.grid());
    let size = rows.map_or([14, 6], |size| [size.rows, size.columns]);
    let series = images(size, &close.percept).title(format!("The {name} when the fingers stop"));
    results.figures.push(Figure::new(
        "images",
        "Tactile images when the touch is noticed",
        "White is nothing, black the largest force.",
        series.render()?,
    ));
    let trace = &session.trace;
    results.figures.push(Figure::new("opening", "Opening", "Close, stop, reopen.", opening(trace).render()?));
    let caption = "Nothing while the fingers close, a peak when they meet the object; without drive the pads push them off.";
    results.figures.push(Figure::new("sums", "Sums of the tactile images", caption, sums(trace).render()?));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Silent, Status};

    #[test]
    fn readings_are_nothing_before_the_touch_and_the_fingers_come_back_for_every_object() {
        for object in ["box", "cube", "cylinder", "sphere"] {
            let mut settings = Settings::of(&EXPERIMENT);
            settings.set("object", object).unwrap();
            settings.set("speed", "0.037").unwrap();
            let results = EXPERIMENT.run(&settings, &mut Silent).unwrap();
            assert_eq!(results.count(Status::Differs), 0, "{object}: {:#?}", results.values);
            assert_eq!(results.count(Status::Reproduced), 4, "{object}");
            let pressed = results.value("how far the fingers press in before they stand").unwrap().value;
            // At 37 mm/s a turn of 5 ms is 0.19 mm, and running out against 20 N·s/m another v m/d = 0.74 mm at most.
            assert!(pressed > 0.0 && pressed < 0.93e-3, "{object}: {pressed}");
        }
    }

    #[test]
    fn slower_fingers_press_in_less() {
        let pressed = |speed: &str| {
            let mut settings = Settings::of(&EXPERIMENT);
            settings.set("speed", speed).unwrap();
            let results = EXPERIMENT.run(&settings, &mut Silent).unwrap();
            results.value("largest reading").unwrap().value
        };
        assert!(pressed("0.01") < 0.5 * pressed("0.06"));
    }
}
