//! The work cycle of a robot that picks up a cube: Fig. 11 and 12 of the 2013 paper.

mod bench;
mod drawing;

use bench::one_side;
pub(super) use bench::{
    Bench, Moment, PAD, PAD_HEIGHT, Session, TEXELS, apart, front, images, pad_settings, texels,
};
pub(super) use drawing::{opening, sums};

use crate::{
    Experiment, LabError, Parameter, PartWatcher, Range, Results, Settings, Tolerance, Value, Watcher,
};
use bristle_control::{AbstractAction, Happening, ParallelGripper, WorkCycle};
use bristle_geometry::Pose;
use glam::DVec3;

/// Side of the cube \[m\].
const SIDE: f64 = 0.05;
/// Share of the pads that touched the cube in the paper.
const COVERED: f64 = 0.3;
/// Way down to the cube \[m\].
const DESCENT: f64 = 0.06;
/// Steps of the cycle in which the cube is held, at whose ends it is looked at.
const HELD: [&str; 3] = ["grasp", "lift", "move down"];

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "fig12-work-cycle",
    title: "A work cycle led by touch",
    source: "Moisio et al. 2013, §5.2.2, Fig. 11 and 12",
    about: "A PG70 with a Weiss array on each jaw approaches a cube, grasps it, lifts it, moves it down and releases it. The controller knows \
            the primitives of this action and not the gripper; it closes at constant speed until the first touch, and then controls the \
            force by the current limit of the motor, with the sums of the tactile images as feedback. It sees what a robot would see, so \
            that the recorded cycle can be given to it again.",
    parameters: &[
        Parameter::number("mass", "kg", 0.2, Range::new(0.01, 3.0), "Mass of the cube."),
        Parameter::number("force", "N", 15.0, Range::new(1.0, 90.0), "Force on each side of the cube."),
        Parameter::number(
            "cover",
            "",
            COVERED,
            Range::new(0.05, 1.0),
            "Share of the pads that lies on the cube.",
        ),
        Parameter::number("height", "m", 0.1, Range::new(0.01, 0.3), "How far the cube is lifted."),
        Parameter::number("step", "s", 1e-3, Range::new(1e-5, 5e-3), "Step of the simulation."),
        Parameter::number(
            "turn",
            "s",
            5e-3,
            Range::new(1e-3, 0.05),
            "Time between two decisions of the controller.",
        ),
        Parameter::choice("texels", "14x6", TEXELS, "Texels of each pad, along the finger and across it."),
        Parameter::count("samples", 1, 1, 16, "Rays per texel: 1, 4, 9 or 16; the paper has one."),
    ],
    run,
};

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let size = texels(settings.choice("texels")?)?;
    let (force, height) = (settings.number("force")?, settings.number("height")?);
    let bench = bench(settings, size)?;
    let cube = bench.body("cube")?;
    let before = bench.staged().world.pose(cube)?;
    let limit = 30.0 + 100.0 * height;
    let cycle = WorkCycle { descend: DESCENT, force, height, time_limit: limit, ..WorkCycle::default() };
    let action = AbstractAction::work_cycle(&cycle).map_err(LabError::other)?;
    let hand = ParallelGripper::pg70_on_lift();
    let session = bench.perform("work-cycle", &action, &hand, &mut PartWatcher::new(watcher, 0.0, 0.7))?;
    session.must_be_done()?;
    watcher.progress(0.75, "replaying the log");
    let agreement = session.replay(&action, &hand)?;

    let mut results = Results::new(EXPERIMENT.id);
    let values = &mut results.values;
    covered(values, &session, cube)?;
    evenness(values, &session)?;
    for step in HELD {
        let [left, right] = session.moment(step)?.sums();
        let note = format!("wanted: {force} N; the right pad reads {right:.6} N");
        values.push(Value::not_stated(format!("force at the end of {step}, left pad"), left, "N", note));
    }
    moved(values, &session, cube, before)?;
    let current = session.events.iter().find_map(|event| match event.what {
        Happening::ForceReached { drive, .. } => Some(drive),
        _ => None,
    });
    values.push(Value::not_stated(
        "current limit that gives the force",
        current.unwrap_or(f64::NAN),
        "A",
        format!(
            "{:.2} A by the maker's constant; touch made up for the rest",
            force * hand.force.drive_per_newton
        ),
    ));
    values.push(Value::not_stated(
        "turns in which the controller decides otherwise on its log",
        agreement.differing as f64,
        "",
        format!(
            "{agreement}; 0 of them: what drives a simulated gripper drives a recorded one to the last bit"
        ),
    ));
    watcher.progress(0.85, "drawing");
    drawing::figures(&mut results, &session, size)?;
    results.remarks.push(
        "The paper states neither the cube's mass and size nor the force. The images of its real sensors differed from each other by \
         manufacture and wear; those of its simulated ones, and ours, do not.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn bench(settings: &Settings, size: [usize; 2]) -> Result<Bench, LabError> {
    let cover = settings.number("cover")?;
    // The lower edge of the pads, which hang from their middle, goes so far below the top of the cube.
    let lift = SIDE - cover * PAD[0] + 0.5 * PAD[0] - PAD_HEIGHT + DESCENT;
    let text = format!(
        "bodies.cube.mass = {}\nbodies.lift.start = {{ position = {lift} }}\n{}",
        settings.number("mass")?,
        pad_settings(size, settings.count("samples")?)
    );
    let scene = "include = [\"lib:scenes/work-cycle\"]";
    Bench::new(scene, &text, settings.number("step")?, settings.number("turn")?)
}

/// How much of the pads lies on the cube, by where they are and by what they feel.
fn covered(values: &mut Vec<Value>, session: &Session, cube: bristle_world::BodyId) -> Result<(), LabError> {
    let grasp = session.moment("grasp")?;
    let world = &grasp.staged.world;
    let top = world.pose(cube)?.transform_point(DVec3::Z * SIDE).z;
    let pad = world.model().skin_named("left_dsa").ok().map(|skin| &world.model().skins()[skin.0]);
    let pad = pad.ok_or_else(|| LabError::Failed("the scene has no left pad".to_owned()))?;
    let lower = (world.pose(pad.body)? * pad.pose).translation.z - 0.5 * PAD[0];
    values.push(Value::compared(
        "share of the pad on the cube",
        (top - lower) / PAD[0],
        "",
        COVERED,
        Tolerance::Absolute(0.005),
        "the share that was asked for is another",
    ));
    let active =
        grasp.percept.skins.first().map_or(0.0, |skin| skin.active(0.0) as f64 / skin.values.len() as f64);
    values.push(Value::not_stated(
        "share of the texels that touch",
        active,
        "",
        "whole texels, by their rays",
    ));
    Ok(())
}

fn evenness(values: &mut Vec<Value>, session: &Session) -> Result<(), LabError> {
    let (mut uneven, mut differ) = (0.0_f64, 0.0_f64);
    for step in HELD {
        let moment = session.moment(step)?;
        uneven = uneven.max(moment.unevenness());
        differ = differ.max(apart(moment.sums()));
    }
    values.push(
        Value::compared(
            "largest difference of texels on the cube's face",
            uneven,
            "of their mean",
            0.0,
            Tolerance::Absolute(1e-9),
            "texels at the edge of the cube are covered in part: more than one ray, or a share that cuts a row",
        )
        .note("published: \"the individual tactile element values are the same\"; at the end of grasp, lift and move down"),
    );
    values.push(
        Value::compared(
            "difference of the sums of opposite pads",
            differ,
            "of the sum",
            0.0,
            Tolerance::Absolute(1e-6),
            "the cube is not at rest at the end of a step",
        )
        .note("published: opposite sensors return similar values"),
    );
    Ok(())
}

fn moved(
    values: &mut Vec<Value>,
    session: &Session,
    cube: bristle_world::BodyId,
    before: Pose,
) -> Result<(), LabError> {
    let grasp = session.moment("grasp")?.in_hand(cube)?.translation;
    for step in &HELD[1..] {
        let slip = session.moment(step)?.in_hand(cube)?.translation.distance(grasp);
        let note = "way of the cube in the hand since it was grasped: the sag of the pads' bristles";
        values.push(Value::not_stated(format!("slip until the end of {step}"), slip, "m", note));
    }
    let after = session.moment("release")?.staged.world.pose(cube)?;
    let way = after.translation.distance(before.translation);
    values.push(Value::not_stated("way of the cube over the whole cycle", way, "m", "from table to table"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Silent, Status};

    #[test]
    fn a_flat_face_gives_even_images_and_equal_sums_and_the_log_replays_to_the_bit() {
        let results = EXPERIMENT.with(&[("height", "0.03"), ("mass", "0.37"), ("force", "13")]).unwrap();
        assert_eq!(results.count(Status::Differs), 0, "{:#?}", results.values);
        assert_eq!(results.count(Status::Reproduced), 3);
        let value = |name: &str| results.value(name).unwrap().value;
        assert_eq!(value("turns in which the controller decides otherwise on its log"), 0.0);
        // 4 of 14 rows: 30 % of the pad is a fifth of a row more.
        assert_eq!(value("share of the texels that touch"), 4.0 / 14.0);
        assert!((value("force at the end of lift, left pad") / 13.0 - 1.0).abs() < 2e-3);
        // m g/(2 N σ0) = 0.37 · 9.81/(2 · 24 · 2e4) = 3.8 µm, and less than twice that with the start of the lift.
        let slip = value("slip until the end of lift");
        assert!(slip > 3.5e-6 && slip < 8e-6, "{slip}");
    }

    #[test]
    fn a_share_that_is_not_the_papers_differs_and_says_so() {
        let results = EXPERIMENT.with(&[("height", "0.01"), ("cover", "0.5"), ("texels", "7x3")]).unwrap();
        let share = results.value("share of the pad on the cube").unwrap();
        assert_eq!(share.status, Status::Differs);
        assert!((share.value - 0.5).abs() < 1e-3 && share.note.contains("asked for"), "{share:?}");
    }

    #[test]
    fn a_cube_too_heavy_for_the_grip_is_an_error_in_words() {
        let mut all = Settings::of(&EXPERIMENT);
        all.set("mass", "3").unwrap();
        all.set("force", "5").unwrap();
        let error = EXPERIMENT.run(&all, &mut Silent).unwrap_err().to_string();
        assert!(error.contains("`lift` failed"), "{error}");
    }
}
