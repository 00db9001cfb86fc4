use super::rig::{geared, jaw};
use crate::motor::{Command, Gear, Motor, PositionGains};
use proptest::prelude::*;

fn motors() -> Vec<Motor> {
    let gains = PositionGains { stiffness: 310.0, damping: 17.0, integral: 600.0 };
    vec![
        geared().build().unwrap(),
        geared().position_gains(gains).gear(Gear::reduction(-7.0, 0.43)).build().unwrap(),
        geared().effort_limit(2.2).build().unwrap(),
    ]
}

fn command(mode: u8, value: f64) -> Command {
    match mode {
        0 => Command::Position(value),
        1 => Command::Velocity(value * 10.0),
        2 => Command::Effort(value * 10.0),
        _ => Command::Voltage(value * 24.0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn slopes_are_the_derivatives_and_never_positive(
        which in 0usize..3, mode in 0u8..4, value in -1.3f64..1.3,
        q in -0.02f64..0.02, v in -12.0f64..12.0, dq in -0.01f64..0.01, dv in -3.0f64..3.0,
    ) {
        let motor = &motors()[which];
        let mut state = motor.start(0.0);
        motor.obey(&mut state, command(mode, value)).unwrap();
        let plan = motor.plan(&state, q, v, 1e-3);
        let d = 1e-7;
        let at = |a: f64, b: f64| motor.effort(&plan, q + dq + a, v + dv + b);
        let here = at(0.0, 0.0);
        prop_assert!(here.d_position <= 0.0 && here.d_velocity <= 0.0);
        // Where a limit begins or ends within the stencil there are two slopes; the difference lies between them.
        let by_position = (at(d, 0.0).effort - at(-d, 0.0).effort) / (2.0 * d);
        let same = at(d, 0.0).d_position == at(-d, 0.0).d_position;
        // Round-off of efforts up to 1e3, over 2e-7.
        prop_assert!(!same || (by_position - here.d_position).abs() < 1e-5, "{} {:?}", by_position, here);
        let by_velocity = (at(0.0, d).effort - at(0.0, -d).effort) / (2.0 * d);
        let same = at(0.0, d).d_velocity == at(0.0, -d).d_velocity;
        prop_assert!(!same || (by_velocity - here.d_velocity).abs() < 1e-5, "{} {:?}", by_velocity, here);
    }

    #[test]
    fn effort_is_continuous(
        which in 0usize..3, mode in 0u8..4, value in -1.3f64..1.3, v in -12.0f64..12.0,
        from in (-0.3f64..0.3, -30.0f64..30.0), to in (-0.3f64..0.3, -30.0f64..30.0),
    ) {
        let motor = &motors()[which];
        let mut state = motor.start(0.0);
        motor.obey(&mut state, command(mode, value)).unwrap();
        let plan = motor.plan(&state, 0.0, v, 1e-3);
        let n = 2000;
        let efforts: Vec<f64> = (0..=n).map(|i| {
            let s = i as f64 / n as f64;
            motor.effort(&plan, from.0 + s * (to.0 - from.0), from.1 + s * (to.1 - from.1)).effort
        }).collect();
        // Slopes are below 311 per rad and 125 per rad/s: a jump would be larger than a step of the way allows.
        let most = 1.01 * (311.0 * (to.0 - from.0).abs() + 125.0 * (to.1 - from.1).abs()) / n as f64 + 1e-9;
        for pair in efforts.windows(2) {
            prop_assert!((pair[1] - pair[0]).abs() <= most, "{} > {most}", (pair[1] - pair[0]).abs());
        }
    }
}

#[test]
fn where_the_current_is_at_its_limit_only_the_rotor_s_friction_has_a_slope() {
    let motor = jaw().build().unwrap();
    let mut state = motor.start(0.0);
    motor.obey(&mut state, Command::Effort(1e4)).unwrap();
    let effort = motor.effort(&motor.plan(&state, 0.3, 0.7, 1e-3), 0.3, 0.7);
    assert_eq!((effort.effort, effort.d_position, effort.d_velocity), (200.0, 0.0, 0.0));
}
