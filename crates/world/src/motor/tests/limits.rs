use super::rig::{Rig, WINDING, geared, jaw};
use crate::motor::{Command, LimitedBy, PositionGains};

#[test]
fn the_current_never_exceeds_its_limit_and_the_voltage_never_its_supply() {
    for h in [1e-4, 1e-3, 5e-3] {
        let mut rig = Rig::new(geared().build().unwrap(), 0.02, 0.3);
        for command in [
            Command::Position(40.0),
            Command::Velocity(-30.0),
            Command::Effort(900.0),
            Command::Voltage(-24.0),
        ] {
            rig.command(command);
            for _ in 0..(1.0 / h) as usize {
                rig.step(h);
                let told = rig.motor.telemetry(&rig.state, rig.v);
                let (current, voltage) = (told.current.unwrap(), told.voltage.unwrap());
                assert!(current.abs() <= 3.3 * (1.0 + 1e-15), "{command:?} {current} A");
                // While a fast rotor is braked with all its current, the back-EMF can lie above the supply.
                let braking = current * rig.v < 0.0;
                assert!(voltage.abs() <= 24.0 * (1.0 + 1e-14) || braking, "{command:?} {voltage} V");
            }
        }
    }
}

#[test]
fn a_supply_sets_the_top_speed_of_a_position_move() {
    // Back-EMF eats the supply: without friction the rotor cannot pass U/k.
    let motor = geared().rotor(Default::default()).build().unwrap();
    let mut rig = Rig::new(motor, 0.02, 0.0);
    rig.command(Command::Position(1e4));
    rig.run(3.0, 1e-3);
    let top = 24.0 / (WINDING.torque_constant * 53.0);
    assert!((rig.v / top - 1.0).abs() < 1e-12, "{} {top}", rig.v);
    assert_eq!(rig.motor.telemetry(&rig.state, rig.v).limited_by, LimitedBy::Voltage);
}

#[test]
fn a_blocked_motor_pushes_with_its_whole_current_and_says_so() {
    let mut rig = Rig::new(geared().build().unwrap(), 0.2, 0.3);
    rig.wall = Some(0.35);
    rig.command(Command::Position(1.1));
    rig.run(3.0, 1e-3);
    let told = rig.motor.telemetry(&rig.state, rig.v);
    assert_eq!(told.limited_by, LimitedBy::Current);
    assert!((told.current.unwrap() - 3.3).abs() < 1e-14);
    assert!((told.effort - 0.81 * 53.0 * 0.043 * 3.3).abs() < 1e-12);
}

#[test]
fn an_effort_limit_below_that_of_the_current_counts() {
    let motor = geared().effort_limit(1.1).build().unwrap();
    let mut state = motor.start(0.3);
    motor.obey(&mut state, Command::Effort(-5.0)).unwrap();
    let plan = motor.plan(&state, 0.3, 0.0, 1e-3);
    assert_eq!(motor.effort(&plan, 0.3, 0.0).effort, -1.1);
    let told = motor.telemetry(&motor.finish(&plan, 0.3, 0.0, 1e-3), 0.0);
    assert_eq!((told.effort, told.limited_by), (-1.1, LimitedBy::Effort));
}

/// How far the joint shoots over its goal after it was blocked by a wall for `blocked` seconds.
fn overshoot_after(blocked: f64, command: Command, watch: impl Fn(&Rig) -> f64) -> f64 {
    let gains = PositionGains { stiffness: 310.0, damping: 30.0, integral: 2000.0 };
    let mut rig = Rig::new(geared().position_gains(gains).build().unwrap(), 0.2, 0.3);
    rig.wall = Some(0.35);
    rig.command(command);
    rig.run(blocked, 1e-3);
    rig.wall = None;
    (0..3000)
        .map(|_| {
            rig.step(1e-3);
            watch(&rig)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_position_integral_does_not_wind_up_while_blocked() {
    let [brief, long] = [1.0, 60.0].map(|t| overshoot_after(t, Command::Position(0.7), |rig| rig.q - 0.7));
    assert!(brief.is_finite() && (brief - long).abs() < 1e-9, "{brief} {long}");
    // A minute of 0.35 rad at 2000 N·m/(rad·s) would have been 42 kN·m to unwind.
    assert!(long < 0.2, "{long}");
}

#[test]
fn a_velocity_integral_does_not_wind_up_while_blocked() {
    let [brief, long] = [1.0, 60.0].map(|t| overshoot_after(t, Command::Velocity(0.7), |rig| rig.v - 0.7));
    assert!((brief - long).abs() < 1e-9, "{brief} {long}");
    let mut rig = Rig::new(geared().build().unwrap(), 0.2, 0.3);
    rig.wall = Some(0.35);
    rig.command(Command::Velocity(0.7));
    rig.run(60.0, 1e-3);
    rig.command(Command::Velocity(-0.7));
    rig.run(0.5, 1e-3);
    assert!((rig.v + 0.7).abs() < 0.1, "half a second after the turn: {}", rig.v);
}

#[test]
fn a_limited_motor_pulls_away_from_a_wall_as_soon_as_its_reference_does() {
    let mut rig = Rig::new(jaw().build().unwrap(), 0.5, 0.0);
    rig.wall = Some(0.02);
    rig.command(Command::Position(0.025));
    rig.run(10.0, 1e-3);
    rig.command(Command::Position(0.0));
    // The reference needs √(2·5 mm/a) = 0.18 s to come back to the wall.
    rig.run(0.4, 1e-3);
    assert!(rig.q < 0.02 && rig.v < 0.0);
}
