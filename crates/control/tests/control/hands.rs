//! The same actions on a hand of three fingers, on two grippers at once, and what is done when one side touches first.

use crate::bench::robot;
use bristle_control::log::{Log, LogPlayer, LogWriter};
use bristle_control::simulated::Simulated;
use bristle_control::{
    AbstractAction, ActionController, ArmAxis, Controller, Embodiment, Ending, FingerHand, Hardware,
    OneSided, ParallelGripper, Primitive, Step, Together, WorkCycle, run,
};
use glam::DVec3;

const BALL: &str = "include = [\"lib:scenes/three-finger\"]";

/// The bench with a cube, the lift on a slide along the closing direction.
const SLIDE: &str = "
include = [\"lib:scenes/work-cycle\"]
[bodies.slide]
joint = { kind = \"prismatic\", axis = [1, 0, 0] }
inertia = { mass = 1.0, moments = [1e-3, 1e-3, 1e-3] }
[motors.slide]
drives = \"slide\"
max_effort = 300.0
max_speed = 0.1
max_acceleration = 0.5
position_control = { stiffness = 1e6, damping = 1e4 }
";

fn sliding_pg70() -> ParallelGripper {
    let axes = [ArmAxis::new("slide", DVec3::X), ArmAxis::new("lift", DVec3::Z)];
    ParallelGripper::pg70().on(axes)
}

/// Where a body is: the middle of what stands on the table, which a ball that rolls is not told by its lowest point.
fn place(robot: &Simulated, body: &str) -> DVec3 {
    let height = if body == "palm" { 0.0 } else { 0.03 };
    let body = robot.world().model().body_named(body).unwrap();
    robot.world().pose(body).unwrap().transform_point(height * DVec3::Z)
}

/// Steps that grasp what is there, lift and hold it.
fn pick(force: f64, one_sided: OneSided, descend: f64) -> AbstractAction {
    let steps = vec![
        Step::new("approach", Primitive::Approach { aperture: 0.95, by: -descend * DVec3::Z }),
        Step::new("grasp", Primitive::Grasp { force, one_sided }),
        Step::new("lift", Primitive::Carry { by: 0.05 * DVec3::Z }),
        Step::new("hold", Primitive::Hold { time: 0.5 }),
    ];
    AbstractAction::new(steps, 30.0).unwrap()
}

/// The very action that the parallel gripper carries out; held still, and replayed to the last bit.
#[test]
fn the_work_cycle_runs_unchanged_on_a_three_finger_hand() {
    let mut robot = robot(BALL, "", 5);
    let before = place(&robot, "sphere");
    let action = || {
        AbstractAction::work_cycle(&WorkCycle { force: 6.3, height: 0.05, ..WorkCycle::default() }).unwrap()
    };
    let hand = FingerHand::three_finger_on_gantry;
    let mut controller = ActionController::new(action(), hand(), robot.senses()).unwrap();
    let mut log = LogWriter::new(Vec::new(), robot.senses()).unwrap();
    let mut bound = hand();
    bound.bind(robot.senses()).unwrap();
    let (mut forces, mut top) = (Vec::new(), 0.0_f64);
    let ending = run(&mut controller, &mut robot, 60.0, |turn, robot| {
        log.write(&turn).unwrap();
        top = top.max(place(robot, "sphere").z);
        if turn.phase == "move down" {
            forces.push(bound.grip(turn.percept));
        }
    });
    let said: Vec<String> = controller.events().iter().map(ToString::to_string).collect();
    assert_eq!(ending.unwrap(), Ending::Done, "{said:#?}");
    assert!((top - before.z - 0.05).abs() < 1e-3, "{top}");
    for grip in forces {
        // The ball is in the middle: all fingers feel the same.
        assert!((grip.force / 6.3 - 1.0).abs() < 0.02 && grip.weakest / grip.strongest > 0.95, "{grip:?}");
    }
    let after = place(&robot, "sphere");
    assert!((after - before).length() < 1e-3, "{before} {after}");

    let mut player = LogPlayer::new(Log::read(&log.finish().unwrap()[..]).unwrap());
    let mut again = ActionController::new(action(), hand(), player.senses()).unwrap();
    assert_eq!(run(&mut again, &mut player, 60.0, |_, _| {}).unwrap(), Ending::Done);
    assert!(player.agreement().is_complete(), "{}", player.agreement());
}

#[test]
fn a_ball_is_held_in_three_fingers_without_slipping() {
    let mut robot = robot(BALL, "", 5);
    let mut controller = ActionController::new(
        pick(6.3, OneSided::Wait, 0.06),
        FingerHand::three_finger_on_gantry(),
        robot.senses(),
    )
    .unwrap();
    let mut in_hand = Vec::new();
    let ending = run(&mut controller, &mut robot, 60.0, |turn, robot| {
        if turn.phase == "hold" {
            in_hand.push(place(robot, "sphere") - place(robot, "palm"));
        }
    });
    assert_eq!(ending.unwrap(), Ending::Done, "{:#?}", controller.events());
    // Over half a second: nothing creeps.
    let way = (*in_hand.last().unwrap() - in_hand[in_hand.len() / 2]).length();
    assert!(way < 1e-6, "{way}");
}

/// How far an object is pushed from where it stands until it is grasped \[m\].
fn pushed<E: Embodiment + 'static>(
    scene: &str,
    settings: &str,
    (object, hand): (&str, E),
    one_sided: OneSided,
) -> (f64, Ending) {
    let mut robot = robot(scene, settings, 5);
    let before = place(&robot, object);
    let mut controller = ActionController::new(pick(6.3, one_sided, 0.06), hand, robot.senses()).unwrap();
    let mut furthest = 0.0_f64;
    let ending = run(&mut controller, &mut robot, 60.0, |turn, robot| {
        if turn.phase == "grasp" {
            furthest = furthest.max((place(robot, object) - before).length());
        }
    });
    println!("{one_sided:?}: {object} pushed by {:.3} mm, {ending:?}", 1e3 * furthest);
    (furthest, ending.unwrap())
}

#[test]
fn a_gripper_that_touches_with_one_jaw_centres_itself_instead_of_pushing() {
    let settings = "bodies.lift.parent = \"slide\"\nbodies.cube.pose = { xyz_mm = [5.3, 0, 0] }";
    let run = |one_sided| pushed(SLIDE, settings, ("cube", sliding_pg70()), one_sided);
    let (ignored, ending) = run(OneSided::Ignore);
    assert_eq!(ending, Ending::Done);
    // Without a reaction the jaw takes the cube to the middle.
    assert!((ignored - 5.3e-3).abs() < 0.3e-3, "{ignored}");
    let (centred, ending) = run(OneSided::Centre);
    assert_eq!(ending, Ending::Done);
    // The jaw closes at v = 20 mm/s and the arm accelerates with a = 0.5 m/s²: it lags by v²/2a = 0.4 mm, and by up to two turns of
    // 5 ms, 0.2 mm. The rest is the play of pads and table.
    assert!(centred < 0.8e-3, "{centred}");
}

#[test]
fn fingers_that_touch_first_wait_for_the_others_instead_of_pushing() {
    // Towards the thumb, so that it touches first; and a cylinder, which does not roll away from the slightest touch as the ball does.
    let scene = "include = [\"lib:scenes/three-finger\", \"lib:objects/cylinder\"]";
    let settings =
        "bodies.sphere.pose = { xyz_mm = [1000, 0, 0] }\nbodies.cylinder.pose = { xyz_mm = [6.1, 1.7, 0] }";
    let run =
        |one_sided| pushed(scene, settings, ("cylinder", FingerHand::three_finger_on_gantry()), one_sided);
    let (ignored, _) = run(OneSided::Ignore);
    assert!(ignored > 4e-3, "{ignored}");
    let (waited, ending) = run(OneSided::Wait);
    assert_eq!(ending, Ending::Done);
    assert!(waited < 0.25 * ignored, "{waited} {ignored}");
    let (centred, ending) = run(OneSided::Centre);
    assert_eq!(ending, Ending::Done);
    assert!(centred < 0.25 * ignored, "{centred} {ignored}");
}

/// Two grippers side by side, each with a cube.
fn two_grippers() -> Simulated {
    let mut text = "[[include]]\nfile = \"lib:objects/table\"\n".to_owned();
    for (side, x) in [("a_", -200.0), ("b_", 200.0)] {
        text += &format!(
            "[[include]]\nfile = \"lib:grippers/pg70\"\nprefix = \"{side}\"\n\
             pose = {{ xyz_mm = [{x}, 0, 120], rpy_deg = [180, 0, 0] }}\n\
             set.bodies.left_jaw.start = {{ position_mm = 33 }}\n\
             [[include]]\nfile = \"lib:objects/cube\"\nprefix = \"{side}\"\npose = {{ xyz_mm = [{x}, 0, 0] }}\n"
        );
    }
    robot(&text, "", 5)
}

fn gripper(prefix: &str) -> ParallelGripper {
    let mut hand = ParallelGripper::pg70();
    hand.motor = format!("{prefix}jaws");
    hand.skins = ["left_dsa", "right_dsa"].map(|skin| format!("{prefix}{skin}"));
    hand
}

#[test]
fn two_controllers_drive_two_grippers_in_one_world() {
    let mut robot = two_grippers();
    let grasp = |prefix: &str, force| -> Box<dyn Controller> {
        let action = AbstractAction::new(vec![Step::new("grasp", Primitive::grasp(force))], 10.0).unwrap();
        Box::new(ActionController::new(action, gripper(prefix), robot.senses()).unwrap())
    };
    let parts = [("a", grasp("a_", 5.3)), ("b", grasp("b_", 11.7))];
    let clash = [("a", grasp("a_", 5.3)), ("b", grasp("a_", 11.7))];
    let senses = robot.senses().clone();
    let mut both = Together::new(parts, &senses);
    let mut sums = Vec::new();
    let ending = run(&mut both, &mut robot, 20.0, |turn, _| {
        sums = turn.percept.skins.iter().map(|skin| skin.sum).collect();
    });
    assert_eq!(ending.unwrap(), Ending::Done, "{:#?}", both.events());
    // The first to reach its force holds it with the current that it has then.
    for (felt, wanted) in sums.iter().zip([5.3, 5.3, 11.7, 11.7]) {
        assert!((felt / wanted - 1.0).abs() < 5e-3, "{felt} for {wanted}");
    }
    assert_eq!(both.phase(), "a: grasp; b: grasp");

    let mut clash = Together::new(clash, &senses);
    let ending = run(&mut clash, &mut two_grippers(), 20.0, |_, _| {}).unwrap();
    assert!(ending.to_string().contains("another controller commands the motor `a_jaws`"), "{ending}");
}
