//! The simulator as hardware.

use crate::bench::{robot, work_cycle};
use bristle_control::simulated::{ArmAxis, Simulated, Wiring};
use bristle_control::{ArmCommand, GripperCommand, Hardware, Orders};
use glam::DVec3;

const BENCH: &str = "include = [\"lib:scenes/pg70-bench\"]";

fn wired(change: impl Fn(&mut Wiring)) -> Result<Simulated, String> {
    let world = robot(BENCH, "", 1).world().clone();
    let mut wiring = Wiring::pg70_on_lift();
    change(&mut wiring);
    Simulated::new(world, &wiring, 1e-3, 1).map_err(|error| error.to_string())
}

#[test]
fn the_first_read_shows_the_robot_as_it_is_and_each_further_one_a_turn_later() {
    let mut robot = work_cycle("", 7);
    let first = robot.read().unwrap();
    assert_eq!((first.time, first.gripper.opening, first.arm.position.z), (0.0, 0.066, 0.08952));
    assert_eq!(first.skins.iter().map(|skin| skin.values.len()).collect::<Vec<_>>(), [84, 84]);
    assert_eq!(robot.read().unwrap().time, 0.007);
    assert_eq!(robot.read().unwrap().time, 0.014);
}

#[test]
fn a_squeeze_in_the_air_keeps_to_its_speed_and_one_on_an_object_to_its_current() {
    let mut air = robot(BENCH, "", 1);
    air.read().unwrap();
    air.send(&Orders::gripper(GripperCommand::Squeeze { current: 1.0, speed: 0.03 })).unwrap();
    let fastest = (0..400).map(|_| -air.read().unwrap().gripper.velocity).fold(0.0, f64::max);
    // A step of 1 ms at 37.7 N on two jaws of 0.2 kg is 94 mm/s of each: it is noticed a step late.
    assert!(fastest > 0.03 && fastest < 0.03 + 2.0 * 0.095, "{fastest}");
    let steady = -air.read().unwrap().gripper.velocity;
    assert!((steady - 0.03).abs() < 3e-3, "{steady}");

    let mut cube = work_cycle("bodies.lift.start = { position_mm = 29.52 }", 1);
    cube.read().unwrap();
    cube.send(&Orders::gripper(GripperCommand::Squeeze { current: 0.83, speed: 0.03 })).unwrap();
    let last = (0..1500).map(|_| cube.read().unwrap()).last().unwrap();
    assert!((last.gripper.current + 0.83).abs() < 1e-12, "{}", last.gripper.current);
    // 18.85 N per jaw and ampere.
    let expected = 0.83 * 0.5 * 0.6 * 0.02 * std::f64::consts::TAU / 2e-3;
    assert!((last.skins[0].sum / expected - 1.0).abs() < 1e-6, "{} for {expected}", last.skins[0].sum);
}

#[test]
fn stop_holds_the_fingers_where_they_are() {
    let mut robot = robot(BENCH, "", 1);
    robot.read().unwrap();
    robot.send(&Orders::gripper(GripperCommand::Velocity(-0.04))).unwrap();
    let at = (0..500).map(|_| robot.read().unwrap()).last().unwrap().gripper;
    robot.send(&Orders::stop()).unwrap();
    let after = (0..500).map(|_| robot.read().unwrap()).last().unwrap().gripper;
    // Without drive 0.4 kg of jaws run out against 20 N·s/m within v m/d = 0.8 mm of the opening.
    assert!(at.velocity < -0.039 && after.velocity.abs() < 1e-6, "{at:?} {after:?}");
    let way = at.opening - after.opening;
    assert!(way > 0.0 && way < 0.8e-3, "{at:?} {after:?}");
}

#[test]
fn wrong_wiring_and_impossible_orders_are_refused() {
    let error = wired(|wiring| wiring.gripper = "jaw".to_owned()).unwrap_err();
    assert_eq!(error, "there is no motor `jaw`; there are `lift`, `jaws`");
    let error = wired(|wiring| wiring.skins.push("thumb".to_owned())).unwrap_err();
    assert_eq!(error, "there is no skin `thumb`; there are `left_dsa`, `right_dsa`");
    assert!(wired(|wiring| wiring.wrist = Some("ft".to_owned())).unwrap_err().contains("there are none"));
    assert!(wired(|wiring| wiring.opening_per_joint = 0.0).unwrap_err().contains("not 0"));
    let sideways = ArmAxis { motor: "lift".to_owned(), direction: DVec3::new(0.0, 0.0, 2.0) };
    assert!(wired(|wiring| wiring.arm = vec![sideways.clone()]).unwrap_err().contains("must be 1"));
    let world = robot(BENCH, "", 1).world().clone();
    assert!(Simulated::new(world.clone(), &Wiring::pg70(), 0.0, 1).is_err());
    assert!(Simulated::new(world, &Wiring::pg70(), 1e-3, 0).is_err());

    let mut robot = robot(BENCH, "", 1);
    let mut refused = |orders: Orders| robot.send(&orders).unwrap_err().to_string();
    assert!(refused(Orders::gripper(GripperCommand::Velocity(f64::NAN))).contains("must be finite"));
    assert!(
        refused(Orders::gripper(GripperCommand::Squeeze { current: -1.0, speed: 0.1 }))
            .contains("not negative")
    );
    let aside = ArmCommand::MoveTo(DVec3::new(0.1, 0.0, 0.2));
    assert!(refused(Orders::arm(aside)).contains("along no axis"));
    assert!(refused(Orders::arm(ArmCommand::MoveTo(DVec3::NAN))).contains("cannot obey"));
}
