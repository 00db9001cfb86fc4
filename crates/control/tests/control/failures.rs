//! Every way to fail, told apart; and actions that make no sense.

use crate::bench::{controller, percept, small_senses, work_cycle};
use bristle_control::simulated::Simulated;
use bristle_control::{
    AbstractAction, ActionController, ActionError, Command, Commands, Controller, Decision, Ending, Failure,
    ForceGains, Next, OneSided, ParallelGripper, Primitive, Step, WorkCycle, run,
};
use bristle_world::Inertia;
use glam::{DMat3, DVec3};

/// Makes a body heavier.
fn add_mass(robot: &mut Simulated, body: &str, mass: f64) {
    let link = robot.world().model().body_named(body).unwrap();
    let about_centre = DMat3::from_diagonal(DVec3::splat(1e-2));
    let added = Inertia { mass, centre: DVec3::new(0.0, 0.0, 0.02), about_centre };
    robot.world_mut().add_mass(link, added).unwrap();
}

fn hand_controller(steps: Vec<Step>) -> ActionController {
    ActionController::new(AbstractAction::new(steps, 20.0).unwrap(), ParallelGripper::pg70(), &small_senses())
        .unwrap()
}

fn failure(decision: &Decision) -> Failure {
    match &decision.ending {
        Some(Ending::Failed { why, .. }) => why.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_object_too_heavy_for_the_grip_is_lost_and_the_robot_stops() {
    let mut robot = work_cycle("", 5);
    let action = AbstractAction::work_cycle(&WorkCycle { force: 10.0, ..WorkCycle::default() }).unwrap();
    let mut control = controller(action, &robot);
    // 2 · 0.6 · 10 N of friction hold 1.2 kg; 5 kg do not stay.
    add_mass(&mut robot, "cube", 5.0);
    let mut last = (Commands::none(), 0.0);
    let lift = bristle_control::Hardware::senses(&robot).motor("lift").unwrap();
    let ending = run(&mut control, &mut robot, 60.0, |turn, _| {
        last = (turn.commands.clone(), turn.percept.joints[0].position);
    });
    assert_eq!(ending.unwrap(), Ending::Failed { phase: "lift".to_owned(), why: Failure::ObjectLost });
    assert_eq!(last.0.get(lift), Some(Command::Position(last.1)), "the arm holds where it is");
    assert_eq!(last.0.iter().filter(|given| given.command == Command::Halt).count(), 1);
}

#[test]
fn a_force_that_the_current_cannot_give_is_told_with_what_it_gave() {
    let mut robot = work_cycle("", 5);
    let mut hand = ParallelGripper::pg70_on_lift();
    hand.force = ForceGains { max_drive: 0.7, ..hand.force };
    let action = AbstractAction::work_cycle(&WorkCycle { force: 20.0, ..WorkCycle::default() }).unwrap();
    let mut control = ActionController::new(action, hand, bristle_control::Hardware::senses(&robot)).unwrap();
    let ending = run(&mut control, &mut robot, 60.0, |_, _| {}).unwrap();
    let Ending::Failed { why: Failure::LimitReached { wanted, reached, drive, unit: "A" }, .. } = ending
    else {
        panic!("{ending:?}")
    };
    // 18.85 N per jaw and ampere.
    assert!(wanted == 20.0 && drive == 0.7 && (reached / (0.7 * 18.85) - 1.0).abs() < 1e-2, "{reached}");
}

#[test]
fn steps_and_actions_run_out_of_time() {
    let mut slow = hand_controller(vec![Step::new("close", Primitive::Touch).within(0.3)]);
    assert!(slow.decide(&percept(1.1, 0.05, 0.0, 0.0)).ending.is_none());
    assert!(slow.decide(&percept(1.39, 0.045, 0.0, 0.0)).ending.is_none());
    assert_eq!(failure(&slow.decide(&percept(1.41, 0.044, 0.0, 0.0))), Failure::TimeOut { limit: 0.3 });

    // Tries for ever, if it were not for the limit of the whole.
    let again = Step::new("again", Primitive::Release { aperture: 0.5 }).then(Next::Step("again".to_owned()));
    let mut ring = hand_controller(vec![again]);
    assert!(ring.decide(&percept(0.0, 0.0345, 0.0, 0.0)).ending.is_none());
    assert!(ring.decide(&percept(19.9, 0.0345, 0.0, 0.0)).ending.is_none());
    assert_eq!(failure(&ring.decide(&percept(20.1, 0.0345, 0.0, 0.0))), Failure::TimeOut { limit: 20.0 });
}

#[test]
fn percepts_that_are_no_numbers_or_lack_a_skin_stop_the_robot() {
    let mut bad = percept(0.0, 0.05, 0.0, 0.0);
    bad.skins[1].values[2] = f64::NAN;
    bad.skins[1].sum = f64::NAN;
    let mut lacking = percept(0.0, 0.05, 0.0, 0.0);
    lacking.skins.pop();
    let nowhere = percept(0.0, f64::INFINITY, 0.0, 0.0);
    for percept in [bad, lacking, nowhere] {
        let decision = hand_controller(vec![Step::new("close", Primitive::Touch)]).decide(&percept);
        assert_eq!(failure(&decision), Failure::BadPercept);
        assert_eq!(decision.commands, Commands::one(0, Command::Halt));
    }
}

#[test]
fn a_controller_that_has_ended_commands_nothing_more() {
    let mut control = hand_controller(vec![Step::new("close", Primitive::Touch)]);
    let first = control.decide(&percept(0.0, 0.05, 0.0, 0.0));
    assert_eq!(first.commands, Commands::one(0, Command::Velocity(-0.02)));
    let second = control.decide(&percept(0.01, 0.049, 0.0, 0.31));
    assert_eq!(second, Decision::end(Commands::one(0, Command::Halt), Ending::Done));
    let third = control.decide(&percept(0.02, 0.049, 0.0, 0.31));
    assert_eq!(third, Decision::end(Commands::none(), Ending::Done));
}

#[test]
fn actions_that_make_no_sense_are_refused_with_the_way_out() {
    let touch = |name: &str| Step::new(name, Primitive::Touch);
    let grasp = |force| Step::new("grasp", Primitive::grasp(force));
    let far = Step::new("lift", Primitive::Carry { by: DVec3::new(0.0, f64::NAN, 0.1) });
    let wide = Step::new("open", Primitive::Release { aperture: 69.0 });
    let refused = |steps: Vec<Step>| AbstractAction::new(steps, 5.0).unwrap_err().to_string();
    assert_eq!(AbstractAction::new(vec![], 5.0).unwrap_err(), ActionError::Empty);
    assert!(refused(vec![touch("a"), touch("a")]).contains("rename one"));
    assert!(refused(vec![touch("a").or_else(Next::Step("b".to_owned()))]).contains("there are a"));
    assert!(refused(vec![grasp(-3.0)]).contains("-3; it must be positive"));
    assert!(refused(vec![grasp(f64::NAN)]).contains("it must be positive"));
    assert!(refused(vec![far]).contains("in metres"));
    assert!(refused(vec![wide]).contains("0 (closed) to 1 (open)"));
    assert!(refused(vec![touch("a").within(0.0)]).contains("time limit"));
    assert!(AbstractAction::new(vec![touch("a")], f64::NAN).is_err());
}

#[test]
fn a_hand_without_its_skins_or_with_impossible_numbers_is_refused() {
    let grasp = |one_sided| vec![Step::new("grasp", Primitive::Grasp { force: 7.3, one_sided })];
    let action = || AbstractAction::new(grasp(OneSided::Ignore), 5.0).unwrap();
    let mut hand = ParallelGripper::pg70();
    hand.skins[1] = "thumb".to_owned();
    let error = ActionController::new(action(), hand, &small_senses()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the hand does not fit: the robot has no skin `thumb`; it has `left_dsa`, `right_dsa`"
    );
    let mut hand = ParallelGripper::pg70();
    hand.closing_speed = -0.04;
    let error = ActionController::new(action(), hand, &small_senses()).unwrap_err();
    assert_eq!(error.to_string(), "the closing speed [m/s] is -0.04; it must be positive and finite");
    let refused = |action: AbstractAction| {
        ActionController::new(action, ParallelGripper::pg70(), &small_senses()).unwrap_err().to_string()
    };
    let wait = refused(AbstractAction::new(grasp(OneSided::Wait), 5.0).unwrap());
    assert!(wait.contains("one motor moves both; use `centre`"), "{wait}");
    let centre = refused(AbstractAction::new(grasp(OneSided::Centre), 5.0).unwrap());
    assert!(centre.contains("along no axis of the arm"), "{centre}");
    let cycle = refused(AbstractAction::work_cycle(&WorkCycle::default()).unwrap());
    assert!(cycle.contains("-0.06) m cannot be gone"), "{cycle}");
}
