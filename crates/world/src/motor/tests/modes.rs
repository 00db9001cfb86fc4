use super::rig::{ROTOR, Rig, WINDING, geared, jaw};
use crate::BodyId;
use crate::motor::{Command, Gear, Motor, PositionGains};

const N: f64 = 53.0;
const ETA: f64 = 0.81;

#[test]
fn under_voltage_the_rotor_runs_up_to_the_speed_where_torque_and_friction_balance() {
    let mut rig = Rig::new(geared().build().unwrap(), 0.02, 0.3);
    rig.command(Command::Voltage(7.0));
    rig.run(5.0, 1e-3);
    let (k, r, b) = (WINDING.torque_constant, WINDING.resistance, ROTOR.viscous_friction);
    // η N k (u − k N v)/R = N² b v.
    let expected = ETA * N * k * 7.0 / r / (N * N * (ETA * k * k / r + b));
    // After 5 s, more than 40 time constants have passed: what is left is round-off.
    assert!((rig.v / expected - 1.0).abs() < 1e-12, "{} {expected}", rig.v);
    let told = rig.motor.telemetry(&rig.state, rig.v);
    assert!((told.voltage.unwrap() - 7.0).abs() < 1e-12);
    assert!((told.current.unwrap() - (7.0 - k * N * rig.v) / r).abs() < 1e-12);
    assert!(!told.limited());
}

#[test]
fn the_run_up_has_the_mechanical_time_constant() {
    // No friction: τ = (J_load + N²J) R/(η N² k²). The current would be 1.1/1.7 A at first: within its limit.
    let motor = geared().rotor(crate::motor::Rotor { viscous_friction: 0.0, ..ROTOR }).build().unwrap();
    let (k, r) = (WINDING.torque_constant, WINDING.resistance);
    let constant = (0.02 + motor.armature()) * r / (ETA * N * N * k * k);
    let free = 1.1 / (k * N);
    let error = |steps: usize| {
        let mut rig = Rig::new(motor.clone(), 0.02, 0.3);
        rig.command(Command::Voltage(1.1));
        rig.run(constant, constant / steps as f64);
        (rig.v / free - (1.0 - (-1.0f64).exp())).abs()
    };
    // A damper is taken at the end of the step, so the error is e⁻¹/2 of the step, to first order.
    let (coarse, fine) = (error(1000), error(2000));
    assert!((coarse - 0.5 * (-1.0f64).exp() * 1e-3).abs() < 1e-6, "{coarse}");
    assert!((coarse / fine - 2.0).abs() < 5e-3);
}

#[test]
fn at_stall_the_torque_is_gear_times_efficiency_times_constant_times_current() {
    let motor = geared().build().unwrap();
    let mut state = motor.start(-0.7);
    for (voltage, current) in [(2.2, 2.2 / 1.7), (-2.2, -2.2 / 1.7), (24.0, 3.3), (-1e3, -3.3)] {
        motor.obey(&mut state, Command::Voltage(voltage)).unwrap();
        let plan = motor.plan(&state, -0.7, 0.0, 1e-3);
        let effort = motor.effort(&plan, -0.7, 0.0).effort;
        let expected = ETA * N * WINDING.torque_constant * current;
        assert!((effort / expected - 1.0).abs() < 4e-16 * 4.0, "{effort} {expected}");
    }
}

#[test]
fn a_commanded_effort_is_the_effort() {
    let motor = geared().build().unwrap();
    let mut state = motor.start(0.3);
    motor.obey(&mut state, Command::Effort(-1.1)).unwrap();
    let plan = motor.plan(&state, 0.3, 0.0, 1e-3);
    assert_eq!(motor.effort(&plan, 0.3, 0.0).effort, -1.1);
    // With speed comes the rotor's viscous friction, N² b.
    let moving = motor.effort(&plan, 0.3, 0.7).effort;
    assert!((moving - (-1.1 - N * N * ROTOR.viscous_friction * 0.7)).abs() < 1e-15);
}

#[test]
fn a_held_joint_gives_way_by_load_over_stiffness() {
    for h in [1e-4, 1e-3, 5e-3] {
        let mut rig = Rig::new(geared().build().unwrap(), 0.2, 0.3);
        rig.load = -1.1;
        rig.run(10.0, h);
        assert!((rig.q - 0.3 + 1.1 / 310.0).abs() < 1e-12, "{h}: {}", rig.q);
        let before = (rig.q, rig.v);
        rig.run(10.0, h);
        assert!((rig.q - before.0).abs() < 1e-15, "{h}: a hold creeps by {}", rig.q - before.0);
    }
}

#[test]
fn an_integral_takes_the_sag_away() {
    let gains = PositionGains { stiffness: 310.0, damping: 17.0, integral: 600.0 };
    let mut rig = Rig::new(geared().position_gains(gains).build().unwrap(), 0.2, 0.3);
    rig.load = -1.1;
    rig.run(30.0, 1e-3);
    // The slowest mode decays with about k_i/k_p = 1.9 /s.
    assert!((rig.q - 0.3).abs() < 1e-14, "{}", rig.q - 0.3);
}

#[test]
fn a_servo_swings_at_the_frequency_it_was_made_for() {
    let motor = Motor::builder("ideal", BodyId(0))
        .effort_limit(1e6)
        .position_gains(PositionGains::for_inertia(0.7, 3.0, 0.0))
        .build()
        .unwrap();
    let mut rig = Rig::new(motor, 0.7, 0.3);
    rig.q = 0.31;
    let h = 1e-4;
    rig.run(1.0 / 3.0, h);
    // The midpoint rule is late by (ωh)²/12 of a turn: 3e-7 of 2π; at a crest the position sees its square. The last
    // step ends up to h/2 off a whole period, 1e-3 rad: 5e-7 of the amplitude.
    assert!((rig.q - 0.31).abs() < 1e-8, "{}", rig.q - 0.31);
    // An undamped spring taken at the midpoint keeps its energy over 1000 periods.
    rig.run(1000.0 / 3.0, 1e-3);
    let energy = 0.5 * 0.7 * rig.v * rig.v
        + 0.5 * rig.motor.position_gains().unwrap().stiffness * (rig.q - 0.3).powi(2);
    let first = 0.5 * rig.motor.position_gains().unwrap().stiffness * 1e-4;
    assert!((energy / first - 1.0).abs() < 1e-9, "{}", energy / first - 1.0);
}

#[test]
fn a_velocity_controller_reaches_its_velocity_under_load() {
    let mut rig = Rig::new(geared().build().unwrap(), 0.2, 0.3);
    rig.command(Command::Velocity(0.7));
    rig.load = -1.1;
    rig.run(20.0, 1e-3);
    assert!((rig.v - 0.7).abs() < 1e-13, "{}", rig.v);
    let told = rig.motor.telemetry(&rig.state, rig.v);
    assert!((told.effort - 1.1).abs() < 1e-11, "{}", told.effort);
}

#[test]
fn a_screw_turns_torque_into_force_and_inertia_into_mass() {
    let motor = geared().gear(Gear::screw(4e-3, 0.43)).build().unwrap();
    let ratio = std::f64::consts::TAU / 4e-3;
    assert!((motor.armature() / (ratio * ratio * 1.1e-5) - 1.0).abs() < 1e-15);
    assert!((motor.dry_friction().unwrap() / (ratio * 2e-3) - 1.0).abs() < 1e-15);
    assert!((motor.effort_limit() / (0.43 * ratio * 0.043 * 3.3) - 1.0).abs() < 1e-15);
}

#[test]
fn a_gear_that_reverses_leaves_the_joint_as_it_was() {
    let [ahead, back] = [53.0, -53.0].map(|ratio| {
        let mut rig = Rig::new(geared().gear(Gear::reduction(ratio, ETA)).build().unwrap(), 0.2, 0.3);
        rig.command(Command::Position(1.4));
        rig.run(0.2, 1e-3);
        rig
    });
    assert_eq!((ahead.q, ahead.v), (back.q, back.v));
    let current = |rig: &Rig| rig.motor.telemetry(&rig.state, rig.v).current.unwrap();
    assert_eq!(current(&ahead), -current(&back));
}

#[test]
fn at_rest_at_the_reference_nothing_changes() {
    for command in
        [Command::Position(0.3), Command::Velocity(0.0), Command::Effort(0.0), Command::Voltage(0.0)]
    {
        let mut rig = Rig::new(geared().build().unwrap(), 0.2, 0.3);
        rig.command(command);
        rig.step(1.1e-3);
        let state = rig.state;
        rig.run(1.0, 1.1e-3);
        assert_eq!((rig.q, rig.v, rig.state), (0.3, 0.0, state), "{command:?}");
    }
}

#[test]
fn a_new_mode_begins_where_the_joint_is() {
    let mut rig = Rig::new(jaw().build().unwrap(), 0.5, 0.0);
    rig.command(Command::Effort(0.11));
    rig.run(0.2, 1e-3);
    let (q, v) = (rig.q, rig.v);
    assert!(v > 0.01);
    rig.command(Command::Position(q + 0.01));
    rig.step(1e-3);
    let reference = rig.state.reference();
    // One step at no more than 83 mm/s away from where it was, and no faster than its acceleration allows.
    assert!(
        (reference.position - q).abs() <= 0.083e-3 && (reference.velocity - v).abs() <= 0.32e-3 * 1.000001
    );
}

#[test]
fn a_new_mode_does_not_inherit_the_pull_of_the_old_one() {
    let mut rig = Rig::new(jaw().build().unwrap(), 0.5, 0.0);
    rig.wall = Some(0.02);
    rig.command(Command::Position(0.03));
    rig.run(3.0, 1e-3);
    let q = rig.q;
    rig.command(Command::Velocity(0.0));
    rig.wall = None;
    rig.v = 0.0;
    rig.step(1e-3);
    assert!((rig.state.reference().position - q).abs() < 1e-15, "10 mm ahead of the wall until now");
}

#[test]
fn a_joint_that_moves_with_its_reference_feels_nothing() {
    for command in [Command::Position(0.069), Command::Velocity(-0.05)] {
        let motor = jaw().build().unwrap();
        let mut state = motor.start(0.0);
        motor.obey(&mut state, command).unwrap();
        let (h, mut at) = (1e-3, state.reference());
        for _ in 0..2000 {
            let plan = motor.plan(&state, at.position, at.velocity, h);
            let mut next = motor.finish(&plan, at.position, at.velocity, h).reference();
            // A velocity's integral would stop the reference for a joint that stays behind; this one does not.
            if let Command::Velocity(_) = command {
                next = motor.finish(&plan, next.position, next.velocity, h).reference();
            }
            let effort = motor.effort(&plan, 0.5 * (at.position + next.position), next.velocity).effort;
            // Round-off of positions below 0.1 times 3000 N/m.
            assert!(effort.abs() < 1e-12, "{effort}");
            state = motor.finish(&plan, next.position, next.velocity, h);
            at = next;
        }
        assert!(at.position.abs() > 0.06);
    }
}

#[test]
fn an_integral_grows_by_the_error_times_the_time() {
    let gains = PositionGains { stiffness: 310.0, damping: 17.0, integral: 600.0 };
    let motor = geared().position_gains(gains).build().unwrap();
    let (mut state, h, error) = (motor.start(0.3), 5e-3, -2e-3);
    for n in 0..50 {
        let plan = motor.plan(&state, 0.3 - error, 0.0, h);
        let effort = motor.effort(&plan, 0.3 - error, 0.0).effort;
        // In the middle of step n, (n + ½) h have passed.
        let expected = error * (310.0 + 600.0 * (n as f64 + 0.5) * h);
        assert!((effort - expected).abs() < 1e-13, "{n}: {effort} {expected}");
        state = motor.finish(&plan, 0.3 - error, 0.0, h);
    }
}

#[test]
fn a_plan_can_be_made_twice() {
    let motor = geared().build().unwrap();
    let mut state = motor.start(0.3);
    motor.obey(&mut state, Command::Position(0.7)).unwrap();
    let plan = motor.plan(&state, 0.3, -0.7, 1e-3);
    assert_eq!(plan, motor.plan(&state, 0.3, -0.7, 1e-3));
    assert_eq!(motor.effort(&plan, 0.31, 0.1), motor.effort(&plan, 0.31, 0.1));
}
