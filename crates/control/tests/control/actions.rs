//! The abstract actions at work on the simulated PG70.

use crate::bench::{logged, robot, work_cycle};
use bristle_control::{AbstractAction, Controller, Ending, Happening, Primitive, Step, WorkCycle, run};
use glam::DVec3;

#[test]
fn the_work_cycle_goes_through_its_five_primitives_and_sets_the_cube_down_where_it_was() {
    let mut robot = work_cycle("bodies.cube.mass = 0.31", 5);
    let cube = robot.world().model().body_named("cube").unwrap();
    let before = robot.world().pose(cube).unwrap().translation;
    let action = AbstractAction::work_cycle(&WorkCycle { force: 13.7, height: 0.08, ..WorkCycle::default() });
    let (ending, controller, _) = logged(action.unwrap(), &mut robot);
    let said: Vec<String> = controller.events().iter().map(ToString::to_string).collect();
    assert_eq!(ending, Ending::Done, "{said:#?}");
    let done: Vec<&str> = controller
        .events()
        .iter()
        .filter(|event| event.what == Happening::Done)
        .map(|event| event.phase.as_str())
        .collect();
    assert_eq!(done, ["approach", "grasp", "lift", "move down", "release"]);
    let after = robot.world().pose(cube).unwrap().translation;
    // The cube sags in the pads by m g/(2 N σ0) = 0.31 · 9.81/(2 · 24 · 2e4) = 3 µm, and the arm stops within its tolerance of 1 mm.
    assert!((after - before).length() < 1e-3, "{before} {after}");
}

#[test]
fn touch_finds_the_force_although_the_drive_gives_a_quarter_less_than_its_maker_says() {
    let mut robot = work_cycle("", 5);
    let action = AbstractAction::work_cycle(&WorkCycle { force: 13.7, ..WorkCycle::default() }).unwrap();
    let mut controller = crate::bench::controller(action, &robot);
    let mut sums = Vec::new();
    run(&mut controller, &mut robot, 60.0, |turn, _| {
        if turn.phase == "move down" {
            sums.push([turn.percept.skins[0].sum, turn.percept.skins[1].sum]);
        }
    })
    .unwrap();
    let reached = controller.events().iter().find_map(|event| match event.what {
        Happening::ForceReached { drive, .. } => Some(drive),
        _ => None,
    });
    // 0.6 · 0.02 N·m/A · 2π/2 mm = 37.7 N/A, shared by two jaws.
    let expected = 13.7 / (0.5 * 0.6 * 0.02 * std::f64::consts::TAU / 2e-3);
    assert!((reached.unwrap() / expected - 1.0).abs() < 2e-3, "{reached:?} for {expected}"); // twice the tolerance
    for [left, right] in sums {
        assert!((left / 13.7 - 1.0).abs() < 5e-3, "{left}");
        assert!((left / right - 1.0).abs() < 1e-6, "{left} {right}");
    }
}

/// An object beside the middle is met by one pad first, pushed over, and grasped all the same.
#[test]
fn an_object_off_the_middle_is_pushed_there_and_grasped() {
    let mut robot = work_cycle("bodies.cube.pose = { xyz_mm = [3.7, 0, 0] }", 5);
    let cube = robot.world().model().body_named("cube").unwrap();
    let action = AbstractAction::work_cycle(&WorkCycle::default()).unwrap();
    let (ending, controller, _) = logged(action, &mut robot);
    assert_eq!(ending, Ending::Done, "{:#?}", controller.events());
    let first: Vec<&str> = controller
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            Happening::Touched { skin, .. } => Some(skin.as_str()),
            _ => None,
        })
        .take(2)
        .collect();
    assert_eq!(first, ["right_dsa", "left_dsa"]);
    // It ends in the middle but for the table's friction, which holds it back a little while it is pushed.
    let x = robot.world().pose(cube).unwrap().translation.x;
    assert!(x.abs() < 1e-4, "{x}");
}

#[test]
fn fingers_that_touch_stop_and_reopen() {
    let mut robot = robot(
        "include = [\"lib:scenes/pg70-bench\", \"lib:objects/box\"]",
        "bodies.lift.start.position_mm = 0\nbodies.box.pose.rpy_deg = [0, 0, 90]",
        1,
    );
    let action = vec![
        Step::new("close", Primitive::Touch),
        Step::new("reopen", Primitive::Release { aperture: 0.95 }),
    ];
    let mut controller = crate::bench::controller(AbstractAction::new(action, 10.0).unwrap(), &robot);
    let (mut narrowest, mut most) = (f64::INFINITY, 0.0_f64);
    let mut hand = bristle_control::ParallelGripper::pg70();
    bristle_control::Embodiment::bind(&mut hand, bristle_control::Hardware::senses(&robot)).unwrap();
    let ending = run(&mut controller, &mut robot, 10.0, |turn, _| {
        narrowest = narrowest.min(hand.opening(turn.percept));
        most = most.max(turn.percept.skins[0].sum);
    });
    assert_eq!(ending.unwrap(), Ending::Done);
    // The box is 40 mm wide. At 40 mm/s a jaw moves 20 µm in a turn of 1 ms, and its servo gives way a little.
    assert!((0.0398..0.04).contains(&narrowest), "{narrowest}");
    // 14 · 6 texels, less those above and below the box: none here. 84 · 1000 N/m · 100 µm.
    assert!(most > 0.2 && most < 8.4, "{most}");
}

#[test]
fn a_failed_grasp_goes_the_way_that_is_written_for_it() {
    let mut robot = robot("include = [\"lib:scenes/pg70-bench\"]", "", 5);
    let steps = vec![
        Step::new("grasp", Primitive::grasp(9.3)).or_else(bristle_control::Next::Step("back off".to_owned())),
        Step::new("lift", Primitive::Carry { by: DVec3::Z }).then(bristle_control::Next::Done),
        Step::new("back off", Primitive::Release { aperture: 0.7 }).then(bristle_control::Next::Fail),
    ];
    let (ending, controller, _) = logged(AbstractAction::new(steps, 10.0).unwrap(), &mut robot);
    let expected = Ending::Failed { phase: "grasp".to_owned(), why: bristle_control::Failure::ObjectMissed };
    assert_eq!(ending, expected);
    assert_eq!(ending.to_string(), "`grasp` failed: the fingers closed and nothing was between them");
    assert!(controller.span("back off").is_some() && controller.span("lift").is_none());
}
