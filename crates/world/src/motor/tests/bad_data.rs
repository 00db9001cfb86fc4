use super::rig::{ROTOR, WINDING, geared, jaw};
use crate::BodyId;
use crate::motor::{
    Command, CommandError, Gear, Motor, MotorError, PositionGains, Rotor, VelocityGains, Winding,
};

#[test]
fn impossible_data_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e300] {
        let refused = [
            geared().winding(Winding { torque_constant: bad, ..WINDING }).build(),
            geared().winding(Winding { resistance: bad, ..WINDING }).build(),
            geared().winding(Winding { current_limit: bad, ..WINDING }).build(),
            geared().winding(Winding { supply_voltage: bad, ..WINDING }).build(),
            geared().effort_limit(bad).build(),
            geared().speed_limit(bad).build(),
            geared().acceleration_limit(bad).build(),
            geared().position_gains(PositionGains { stiffness: bad, damping: 1.0, integral: 0.0 }).build(),
            geared().velocity_gains(VelocityGains { proportional: bad, integral: 0.0 }).build(),
            geared().gear(Gear::reduction(3.0, if bad == 1e300 { 1.1 } else { bad })).build(),
        ];
        for (i, motor) in refused.into_iter().enumerate() {
            let error = motor.expect_err(&format!("case {i} of {bad}")).to_string();
            assert!(error.contains("motor `shoulder`") && error.contains("must be"), "{error}");
        }
    }
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(geared().rotor(Rotor { inertia: bad, ..ROTOR }).build().is_err());
        assert!(geared().rotor(Rotor { viscous_friction: bad, ..ROTOR }).build().is_err());
        assert!(geared().rotor(Rotor { dry_friction: bad, ..ROTOR }).build().is_err());
    }
    assert!(geared().gear(Gear::screw(0.0, 0.9)).build().is_err());
    assert!(geared().gear(Gear::screw(f64::NAN, 0.9)).build().is_err());
}

#[test]
fn a_motor_without_any_limit_is_refused_with_both_ways_out() {
    let error = Motor::builder("m", BodyId(0)).build().unwrap_err();
    assert_eq!(error, MotorError::Unlimited { motor: "m".into() });
    let words = error.to_string();
    assert!(words.contains("winding") && words.contains("effort limit"));
}

#[test]
fn a_command_that_cannot_be_obeyed_leaves_the_state_as_it_was() {
    let motor = jaw().build().unwrap();
    let mut state = motor.start(0.3);
    let before = state;
    let error = motor.obey(&mut state, Command::Voltage(3.0)).unwrap_err();
    assert!(matches!(error, CommandError::NoController { .. }));
    assert_eq!(
        error.to_string(),
        "motor `jaw` cannot be controlled by voltage: it has no winding; give it one, or command its position or \
         velocity or effort"
    );
    for bad in [f64::NAN, f64::INFINITY, -1e300] {
        assert!(matches!(
            motor.obey(&mut state, Command::Position(bad)),
            Err(CommandError::NotFinite { .. })
        ));
    }
    assert_eq!(state, before);
}

#[test]
fn a_motor_without_a_position_controller_starts_without_effort() {
    let motor = Motor::builder("m", BodyId(0)).effort_limit(3.0).build().unwrap();
    let state = motor.start(0.3);
    assert_eq!(state.command(), Command::Effort(0.0));
    assert_eq!(motor.effort(&motor.plan(&state, 0.3, 0.7, 1e-3), 0.3, 0.7).effort, 0.0);
}
