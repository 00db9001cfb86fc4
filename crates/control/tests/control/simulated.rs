//! The simulator as hardware, for any robot.

use crate::bench::{read, robot, work_cycle};
use bristle_control::simulated::Simulated;
use bristle_control::{Command, Commands, Hardware, JointMotion, Limit, TactileUnit};

const BENCH: &str = "include = [\"lib:scenes/pg70-bench\"]";

/// Commands for one motor by its name.
fn tell(robot: &mut Simulated, motor: &str, command: Command) -> Result<(), String> {
    let motor = robot.senses().motor(motor).unwrap();
    robot.send(&Commands::one(motor, command)).map_err(|error| error.to_string())
}

fn limited(velocity: f64, current: f64) -> Command {
    Command::LimitedVelocity { velocity, limit: Limit::Current(current) }
}

#[test]
fn all_that_a_model_has_is_known_by_name_before_the_first_percept() {
    let robot = work_cycle("sensors.palm = { accelerometer = { on = \"palm\" }, rate = 400.0 }", 7);
    let senses = robot.senses();
    let names: Vec<_> = senses.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["lift", "left_jaw", "right_jaw"]);
    assert!(senses.joints.iter().all(|joint| joint.motion == JointMotion::Prismatic));
    let jaws = &senses.motors[senses.motor("jaws").unwrap()];
    // 0.6 · 0.02 N·m/A · 2π/2 mm.
    assert!((jaws.effort_per_ampere.unwrap() - 0.6 * 0.02 * std::f64::consts::TAU / 2e-3).abs() < 1e-12);
    assert_eq!(
        (senses.joints[jaws.joint].name.as_str(), senses.motors[0].effort_per_ampere),
        ("left_jaw", None)
    );
    let skin = &senses.skins[senses.skin("right_dsa").unwrap()];
    assert_eq!((skin.rows, skin.columns, skin.unit, skin.places.len()), (14, 6, TactileUnit::Newtons, 84));
    let sensor = &senses.sensors[senses.sensor("palm").unwrap()];
    assert_eq!((sensor.rate, sensor.channels[2].name.as_str()), (Some(400.0), "az"));
    let unknown = senses.motor("jaw").unwrap_err().to_string();
    assert_eq!(unknown, "the robot has no motor `jaw`; it has `lift`, `jaws`");
}

#[test]
fn the_first_read_shows_the_robot_as_it_is_and_each_further_one_a_turn_later() {
    let mut robot = work_cycle("", 7);
    let first = read(&mut robot);
    assert_eq!((first.time, first.joints[1].position, first.joints[0].position), (0.0, 0.033, 0.08952));
    assert_eq!(first.skins.iter().map(|skin| skin.values.len()).collect::<Vec<_>>(), [84, 84]);
    assert!(first.skins[0].is_new && first.motors[1].current.is_some() && first.motors[0].current.is_none());
    let second = read(&mut robot);
    assert_eq!((second.time, second.skins[0].frame), (0.007, 7));
    assert_eq!(read(&mut robot).time, 0.014);
}

/// A sensor of 400 Hz at turns of 7 ms: 2 or 3 samples per turn, none of them twice, none left out.
#[test]
fn samples_of_a_sensor_faster_than_the_controller_all_arrive() {
    let mut robot = work_cycle("sensors.palm = { accelerometer = { on = \"palm\" }, rate = 400.0 }", 7);
    let mut times = Vec::new();
    let mut most = 0;
    for _ in 0..101 {
        let percept = read(&mut robot);
        let samples = &percept.sensors[0].samples;
        most = most.max(samples.len());
        for sample in samples {
            // The palm hangs upside down and, once it has sagged on its stiff axis, at rest: gravity points along its −z.
            assert!(sample.time < 0.3 || (sample.values[2] + 9.81).abs() < 1e-3, "{sample:?}");
            times.push(sample.time);
        }
    }
    assert_eq!((times.len(), most), (281, 3)); // from 0 to 0.7 s
    assert!(times.windows(2).all(|pair| pair[1] > pair[0]));
}

#[test]
fn a_limited_velocity_in_the_air_keeps_to_its_speed_and_on_an_object_to_its_current() {
    let mut air = robot(BENCH, "", 1);
    read(&mut air);
    tell(&mut air, "jaws", limited(-0.015, 1.0)).unwrap();
    let fastest = (0..400).map(|_| -read(&mut air).joints[1].velocity).fold(0.0, f64::max);
    // A step of 1 ms at 37.7 N on two jaws of 0.2 kg is 94 mm/s of each: it is noticed a step late.
    assert!(fastest > 0.015 && fastest < 0.015 + 0.095, "{fastest}");
    let steady = -read(&mut air).joints[1].velocity;
    assert!((steady - 0.015).abs() < 1.5e-3, "{steady}");

    let mut cube = work_cycle("bodies.lift.start = { position_mm = 29.52 }", 1);
    read(&mut cube);
    tell(&mut cube, "jaws", limited(-0.015, 0.83)).unwrap();
    let last = (0..1500).map(|_| read(&mut cube)).last().unwrap();
    assert!((last.motors[1].current.unwrap() + 0.83).abs() < 1e-12, "{:?}", last.motors[1]);
    // 18.85 N per jaw and ampere.
    let expected = 0.83 * 0.5 * 0.6 * 0.02 * std::f64::consts::TAU / 2e-3;
    assert!((last.skins[0].sum / expected - 1.0).abs() < 1e-6, "{} for {expected}", last.skins[0].sum);
    // The same by a limit of effort, which is that of both jaws.
    let limit = Limit::Effort(2.0 * expected);
    tell(&mut cube, "jaws", Command::LimitedVelocity { velocity: -0.015, limit }).unwrap();
    let last = (0..500).map(|_| read(&mut cube)).last().unwrap();
    assert!((last.skins[0].sum / expected - 1.0).abs() < 1e-6, "{} for {expected}", last.skins[0].sum);
    assert!((last.joints[1].effort + 2.0 * expected).abs() < 1e-9);
}

#[test]
fn a_current_pushes_with_what_the_winding_gives() {
    let mut cube = work_cycle("bodies.lift.start = { position_mm = 29.52 }", 1);
    read(&mut cube);
    tell(&mut cube, "jaws", Command::Current(-0.61)).unwrap();
    let last = (0..1500).map(|_| read(&mut cube)).last().unwrap();
    assert!((last.motors[1].current.unwrap() + 0.61).abs() < 1e-12, "{:?}", last.motors[1]);
}

#[test]
fn halt_holds_the_fingers_where_they_are() {
    let mut robot = robot(BENCH, "", 1);
    read(&mut robot);
    tell(&mut robot, "jaws", Command::Velocity(-0.02)).unwrap();
    let at = (0..500).map(|_| read(&mut robot)).last().unwrap().joints[1];
    tell(&mut robot, "jaws", Command::Halt).unwrap();
    let after = (0..500).map(|_| read(&mut robot)).last().unwrap().joints[1];
    // Without drive 0.4 kg of jaws run out against 20 N·s/m within v m/d = 0.4 mm.
    assert!(at.velocity < -0.0195 && after.velocity.abs() < 5e-7, "{at:?} {after:?}");
    let way = at.position - after.position;
    assert!(way > 0.0 && way < 0.4e-3, "{at:?} {after:?}");
}

#[test]
fn impossible_settings_and_commands_are_refused() {
    let world = robot(BENCH, "", 1).world().clone();
    assert!(Simulated::new(world.clone(), 0.0, 1).is_err());
    assert!(Simulated::new(world, 1e-3, 0).is_err());

    let mut robot = robot(BENCH, "", 1);
    let mut refused = |motor: &str, command| tell(&mut robot, motor, command).unwrap_err();
    let nan = refused("jaws", Command::Velocity(f64::NAN));
    assert_eq!(nan, "cannot carry out `jaws: velocity NaN`: numbers must be finite");
    assert!(refused("jaws", limited(-0.1, -1.0)).contains("not negative"));
    assert!(refused("jaws", limited(0.0, 1.0)).contains("not 0"));
    assert!(refused("lift", Command::Current(1.0)).contains("no winding; command its effort"));
    assert!(refused("lift", Command::Velocity(0.1)).contains("cannot be controlled by velocity"));
    let limit = Limit::Effort(1.0);
    assert!(
        refused("lift", Command::LimitedVelocity { velocity: 0.1, limit }).contains("no velocity control")
    );
    let beyond = robot.send(&Commands::one(2, Command::Halt)).unwrap_err().to_string();
    assert!(beyond.contains("the robot has 2 motors"), "{beyond}");
}
