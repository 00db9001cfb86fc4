//! Logs that other people write.

use crate::bench::{percept, small_senses};
use bristle_control::log::{Log, LogWriter};
use bristle_control::{ArmCommand, GripperCommand, Orders, Turn, WristLoad};
use glam::DVec3;
use proptest::prelude::*;

fn written(turns: &[(bristle_control::Percept, Orders)], wrist: bool) -> Vec<u8> {
    let mut senses = small_senses();
    senses.wrist = wrist;
    let mut log = LogWriter::new(Vec::new(), &senses).unwrap();
    for (percept, orders) in turns {
        log.write(&Turn { percept, orders, phase: "a, b", last: false }).unwrap();
    }
    log.finish().unwrap()
}

fn sample() -> String {
    let orders = Orders::gripper(GripperCommand::Squeeze { current: 0.1, speed: 0.04 });
    String::from_utf8(written(&[(percept(0.0, 0.05, 0.3, 0.7), orders)], false)).unwrap()
}

fn refused(text: &str) -> String {
    Log::read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn every_order_and_a_wrist_come_back() {
    let orders = [
        Orders::NONE,
        Orders::stop(),
        Orders::gripper(GripperCommand::Velocity(-0.3)),
        Orders::gripper(GripperCommand::Opening(1.0 / 3.0)),
        Orders { gripper: None, arm: Some(ArmCommand::MoveTo(DVec3::new(0.1, -0.7, 1e-17))) },
        Orders::gripper(GripperCommand::Squeeze { current: 0.1 + 0.2, speed: 5e-324 }),
    ];
    let mut turns = Vec::new();
    for (i, orders) in orders.into_iter().enumerate() {
        let mut percept = percept(i as f64 * 0.1, 0.05, 0.3, 0.7);
        percept.wrist =
            Some(WristLoad { force: DVec3::new(0.1, 0.2, -9.3), torque: DVec3::new(1e-9, 0.0, 1.1) });
        turns.push((percept, orders));
    }
    let log = Log::read(&written(&turns, true)[..]).unwrap();
    assert!(log.senses.wrist && log.senses.skins == small_senses().skins);
    for (turn, (percept, orders)) in log.turns.iter().zip(&turns) {
        assert_eq!((&turn.percept, &turn.orders, turn.phase.as_str()), (percept, orders, "a, b"));
    }
}

#[test]
fn bad_logs_are_refused_with_line_column_and_what_is_allowed() {
    let good = sample();
    assert!(Log::read(good.as_bytes()).is_ok());
    assert!(refused("").contains("column 1 is `nothing` where a log has `time_s`"), "{}", refused(""));
    let (head, line) = good.split_once('\n').unwrap();
    assert!(refused(head).contains("no turns"));
    let bad = refused(&good.replacen("0.05,", "five,", 1));
    assert_eq!(bad, "line 2, column `opening_m`: `five` is not a number, such as 0.0123 or 4.5e-6");
    let bad = refused(&good.replace("squeeze", "sqeeze"));
    assert!(bad.contains("`sqeeze` is not velocity, opening, squeeze, stop or empty"), "{bad}");
    let bad = refused(&good.replace("squeeze", "stop"));
    assert!(bad.contains("column `gripper_value`: `0.1` is not empty"), "{bad}");
    let bad = refused(&good.replacen("opening_m", "opening_mm", 1));
    assert!(bad.contains("column 3 is `opening_mm` where a log has `opening_m`"), "{bad}");
    let bad = refused(&good.replacen("left_dsa r1 c2", "left_dsa r1 c9", 1));
    assert!(bad.contains("column"), "{bad}");
    let bad = refused(&good.replacen("left_dsa r1 c2", "left_dsa r18446744073709551615 c99999999999", 1));
    assert!(bad.contains("column"), "{bad}");
    let bad = refused(&format!("{head}\n{}", line.replacen("0.05,", "", 1)));
    assert!(bad.contains("as many fields as the head"), "{bad}");
    assert!(Log::load("/nonexistent/log.csv").unwrap_err().to_string().contains("cannot read"));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(cut in 0_usize..600, noise in "[ -~\n]{0,12}") {
        let mut text = sample();
        let cut = cut.min(text.len());
        text.replace_range(cut.., &noise);
        let _ = Log::read(text.as_bytes());
    }
}
