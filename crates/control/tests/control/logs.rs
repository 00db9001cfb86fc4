//! Logs that other people write.

use crate::bench::{percept, small_senses};
use bristle_control::log::{Log, LogWriter};
use bristle_control::{
    ChannelSense, Command, Commands, JointMotion, JointSense, Limit, MotorSense, MotorState, Percept, Sample,
    Samples, Senses, SensorSense, TactileUnit, Turn,
};
use glam::DVec3;
use proptest::prelude::*;

fn written(senses: &Senses, turns: &[(Percept, Commands)]) -> Vec<u8> {
    let mut log = LogWriter::new(Vec::new(), senses).unwrap();
    for (percept, commands) in turns {
        log.write(&Turn { percept, commands, phase: "a, b", last: false }).unwrap();
    }
    log.finish().unwrap()
}

fn sample() -> String {
    let squeeze = Command::LimitedVelocity { velocity: -0.02, limit: Limit::Current(0.1) };
    let turn = (percept(0.0, 0.05, 0.3, 0.7), Commands::one(0, squeeze));
    String::from_utf8(written(&small_senses(), &[turn])).unwrap()
}

fn refused(text: &str) -> String {
    Log::read(text.as_bytes()).unwrap_err().to_string()
}

/// A robot with all that there can be.
fn rich_senses() -> Senses {
    let mut senses = small_senses();
    senses.joints.push(JointSense { name: "a, \"b\"".to_owned(), motion: JointMotion::Revolute });
    senses.motors.push(MotorSense { name: "thumb".to_owned(), joint: 1, effort_per_ampere: None });
    senses.skins[1].unit = TactileUnit::Counts;
    senses.skins[1].rate = Some(24.4);
    senses.skins[0].shear = true;
    senses.skins[0].places = (0..6).map(|i| [0.1 + 0.2 * f64::from(i), 1.0 / 3.0, -1e-17]).collect();
    let channels =
        ["fx", "fy"].map(|name| ChannelSense { name: name.to_owned(), unit: "N".to_owned() }).to_vec();
    senses.sensors.push(SensorSense { name: "wrist".to_owned(), channels, rate: Some(3000.0) });
    senses
}

#[test]
fn every_command_sense_and_sample_comes_back_to_the_last_bit() {
    let senses = rich_senses();
    let commands = [
        Command::Position(1.0 / 3.0),
        Command::Velocity(-0.3),
        Command::Effort(5e-324),
        Command::Current(0.1 + 0.2),
        Command::Voltage(1e22),
        Command::LimitedVelocity { velocity: -0.1, limit: Limit::Effort(4.0 / 7.0) },
        Command::LimitedVelocity { velocity: 0.1, limit: Limit::Current(0.0) },
        Command::Halt,
    ];
    let mut turns = vec![(percept(0.0, 0.05, 0.3, 0.7), Commands::none())];
    for (i, &command) in commands.iter().enumerate() {
        let mut both = Commands::one(1, command);
        both.set(0, commands[commands.len() - 1 - i]);
        turns.push((percept(0.1 * i as f64, 0.05, 0.3, 0.7), both));
    }
    for (i, (percept, _)) in turns.iter_mut().enumerate() {
        percept.joints.push(percept.joints[0]);
        percept.motors.push(MotorState { effort: -0.7, current: None, voltage: None });
        percept.skins[0].shear = vec![DVec3::new(0.1, -1.0 / 3.0, 1e-9); 6];
        (percept.skins[1].frame, percept.skins[1].is_new) = (17, i % 2 == 0);
        let sample = |k: usize| Sample { time: k as f64 / 3000.0, values: vec![0.1 * k as f64, -7.3] };
        percept.sensors = vec![Samples { samples: (0..i % 4).map(sample).collect() }];
    }
    let log = Log::read(&written(&senses, &turns)[..]).unwrap();
    assert_eq!((&log.senses, log.turns.len()), (&senses, turns.len()));
    for (turn, (percept, commands)) in log.turns.iter().zip(&turns) {
        assert_eq!((&turn.percept, &turn.commands, turn.phase.as_str()), (percept, commands, "a, b"));
    }
}

#[test]
fn bad_logs_are_refused_with_line_column_and_what_is_allowed() {
    let good = sample();
    assert!(Log::read(good.as_bytes()).is_ok());
    assert!(refused("").contains("line 1 must be `# senses`"), "{}", refused(""));
    assert!(refused("# senses {\"joints\": 3}\n").contains("invalid type"));
    let head = good.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(refused(&head).contains("no turns"));
    let bad = refused(&good.replacen("\n0,", "\nnow,", 1));
    assert_eq!(bad, "line 3, column `time`: `now` is not a number, such as 0.0123 or 4.5e-6");
    let bad = refused(&good.replace("within current", "with current"));
    assert!(bad.contains("column `command.jaws`") && bad.contains("or `halt`"), "{bad}");
    let bad = refused(&good.replacen("joint.left_jaw.position", "joint.left_jaw.angle", 1));
    assert!(
        bad.contains("column 3 is `joint.left_jaw.angle` where the log of this robot has `joint.left"),
        "{bad}"
    );
    let bad = refused(&good.replacen(",1,", ",2,", 1));
    assert!(bad.contains("`2` is not 0 or 1"), "{bad}");
    let bad = refused(&good.replacen("0.049999999999999996 ", "0.05x ", 1));
    assert!(bad.contains("column `skin.left_dsa.values`"), "{bad}");
    let bad = refused(&good.replacen("\n0,", "\n", 1));
    assert!(bad.contains("as many fields as the head"), "{bad}");
    assert!(Log::load("/nonexistent/log.csv").unwrap_err().to_string().contains("cannot read"));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(cut in 0_usize..1500, noise in "[ -~\n]{0,12}") {
        let mut text = sample();
        let cut = cut.min(text.len());
        text.replace_range(cut.., &noise);
        let _ = Log::read(text.as_bytes());
    }
}
