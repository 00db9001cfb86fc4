//! The same controller on the simulator and on its log.

use crate::bench::{controller, logged, work_cycle};
use bristle_control::log::{Log, LogPlayer};
use bristle_control::{
    AbstractAction, ActionController, Commands, Controller, Decision, Ending, Hardware, HardwareError,
    ParallelGripper, Percept, RunError, WorkCycle, run,
};

fn cycle(force: f64) -> AbstractAction {
    AbstractAction::work_cycle(&WorkCycle { force, height: 0.03, ..WorkCycle::default() }).unwrap()
}

/// A log of a work cycle with 13.7 N.
fn log() -> Log {
    let mut robot = work_cycle("", 10);
    let (ending, _, bytes) = logged(cycle(13.7), &mut robot);
    assert_eq!(ending, Ending::Done);
    Log::read(&bytes[..]).unwrap()
}

#[test]
fn a_controller_decides_on_its_log_as_it_did_in_simulation_to_the_last_bit() {
    let log = log();
    let turns = log.turns.len();
    let mut player = LogPlayer::new(log);
    let mut again =
        ActionController::new(cycle(13.7), ParallelGripper::pg70_on_lift(), player.senses()).unwrap();
    let ending = run(&mut again, &mut player, 60.0, |_, _| {}).unwrap();
    assert_eq!(ending, Ending::Done);
    assert!(player.agreement().is_complete(), "{}", player.agreement());
    assert_eq!((player.agreement().turns, player.left()), (turns, 0));
}

#[test]
fn a_log_has_every_bit_of_what_was_sensed_and_commanded() {
    let mut robot = work_cycle("", 10);
    let mut seen: Vec<(Percept, Commands)> = Vec::new();
    let mut control = controller(cycle(13.7), &robot);
    run(&mut control, &mut robot, 60.0, |turn, _| seen.push((turn.percept.clone(), turn.commands.clone())))
        .unwrap();
    let log = log();
    assert_eq!(log.turns.len(), seen.len());
    for (turn, (percept, commands)) in log.turns.iter().zip(&seen) {
        assert_eq!((&turn.percept, &turn.commands), (percept, commands));
        for (a, b) in turn.percept.skins.iter().zip(&percept.skins) {
            assert_eq!(a.sum.to_bits(), b.sum.to_bits());
        }
    }
}

#[test]
fn another_controller_is_told_where_it_parts_from_the_log() {
    let mut player = LogPlayer::new(log());
    let mut other =
        ActionController::new(cycle(12.9), ParallelGripper::pg70_on_lift(), player.senses()).unwrap();
    // Its force is never reached, so it ends in a failure or with the log; either way the first parting tells why.
    let _ = run(&mut other, &mut player, 60.0, |_, _| {});
    let agreement = player.agreement();
    let first = agreement.partings.first().unwrap();
    assert!(agreement.differing > 10 && agreement.partings.len() <= 20);
    assert_eq!(first.phase, "grasp");
    assert!(first.given.starts_with("jaws: velocity -0.02 within current 0."), "{first}");
    assert!(agreement.to_string().contains(&format!("they part at line {}", first.line)), "{agreement}");
}

/// Waits for ever.
struct Idle;

impl Controller for Idle {
    fn decide(&mut self, _percept: &Percept) -> Decision {
        Decision::go_on(Commands::none())
    }

    fn phase(&self) -> &str {
        "idle"
    }
}

#[test]
fn a_controller_that_outlasts_its_log_or_its_time_is_told_so() {
    let log = log();
    let end = log.turns.last().unwrap().percept.time;
    let mut player = LogPlayer::new(log);
    match run(&mut Idle, &mut player, 1e3, |_, _| {}) {
        Err(RunError::Hardware(HardwareError::EndOfLog { time })) => assert_eq!(time, end),
        other => panic!("{other:?}"),
    }
    let mut robot = work_cycle("", 10);
    let error = run(&mut Idle, &mut robot, 0.1, |_, _| {}).unwrap_err();
    assert!(matches!(error, RunError::TooLong { limit: 0.1, .. }), "{error}");
}
