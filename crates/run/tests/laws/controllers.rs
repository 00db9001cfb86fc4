//! Controllers that scenes name.

use crate::support::scene;
use bristle_control::Hardware as _;
use bristle_control::{
    Command, Commands, Controller, Controllers, Decision, Ending, ParameterError, Percept,
};
use bristle_run::{
    Driver, Folder, Happening, RunError, RunRecorder, SimulatedHardware, Simulation, run, run_info,
};
use bristle_world::BodyId;
use std::sync::Arc;

const ACTION: &str = r#"
include = ["lib:scenes/three-finger"]
run = { duration = 7.0 }

[controller]
kind = "action"
period = 0.005

[controller.parameters]
time_limit = 20
hand = { kind = "fingers" }
steps = [
    { approach = { aperture = 0.95, by = [0, 0, -0.06] } },
    { grasp = { force = 6.3, one_sided = "wait" } },
    { name = "lift", carry = { by = [0, 0, 0.05] } },
    { hold = { time = 0.5 } },
]
"#;

fn refused(text: &str) -> String {
    Simulation::new(scene(text).1).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn an_action_of_a_scene_is_carried_out_and_reported_with_its_phases() {
    let (_, built) = scene(ACTION);
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let outcome = run(&mut simulation, built.run.duration, &mut []).unwrap();
    assert_eq!(simulation.controller_ending(), Some(&Ending::Done), "{:#?}", simulation.events());
    let phases: Vec<&str> = outcome.phases.iter().map(|phase| phase.name.as_str()).collect();
    assert_eq!(phases, ["approach", "grasp", "lift", "hold"]);
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
    let told: Vec<String> = simulation
        .events()
        .iter()
        .filter(|event| matches!(event.what, Happening::Controller(_)))
        .map(|event| event.what.to_string())
        .collect();
    assert!(told.iter().any(|words| words.starts_with("grasp: thumb_pad touches")), "{told:#?}");
    assert_eq!(told.last().unwrap(), "the controller has ended: done");
    let ball = simulation.world().model().body_named("sphere").unwrap();
    // Its frame is at the bottom.
    assert!((simulation.world().pose(ball).unwrap().translation.z - 0.05).abs() < 1e-3);
}

/// Copied in the middle, both go on with the same bits: the controller is copied, too.
#[test]
fn a_copy_goes_on_as_the_original_does() {
    let (_, built) = scene(ACTION);
    let mut original = Simulation::new(built).unwrap();
    (0..2600).for_each(|_| {
        original.step().unwrap();
    });
    let mut copy = original.clone();
    for _ in 0..900 {
        original.step().unwrap();
        copy.step().unwrap();
    }
    assert_eq!((copy.phase(), copy.events()), (original.phase(), original.events()));
    assert_eq!(copy.world().state(), original.world().state());
}

/// A loop outside drives a simulation as a scene's own controller does, and is recorded as it is.
#[test]
fn hardware_goes_the_same_way_as_a_scenes_controller() {
    let (parsed, built) = scene(ACTION);
    let mut inside = Simulation::new(Arc::clone(&built)).unwrap();
    let (text, _) = ACTION.split_once("[controller]").unwrap();
    let (_, bare) = scene(text);
    let folder = tempfile::tempdir().unwrap();
    let outside = Simulation::new(Arc::clone(&bare)).unwrap();
    let info = run_info(&parsed, &bare, "law", String::new());
    let recorder = RunRecorder::open(&outside, info, Folder::New(folder.path()), None).unwrap();
    let mut robot = SimulatedHardware::new(outside, 0.005).unwrap().watched_by(Box::new(recorder)).unwrap();
    let parameters = built.controller.as_ref().unwrap().parameters.clone().unwrap().to_json();
    let mut controller = Controllers::standard().make("action", &parameters, robot.senses()).unwrap();
    let ending = bristle_control::run(&mut *controller, &mut robot, 20.0, |_, _| {}).unwrap();
    let (outside, outcome) = robot.finish().unwrap();
    assert_eq!(ending, Ending::Done);
    while inside.time() < outside.time() {
        inside.step().unwrap();
    }
    // The last commands have been given to one of them only.
    let motion = |simulation: &Simulation| {
        let world = simulation.world();
        let bodies = (0..world.model().bodies().len()).map(BodyId);
        bodies.map(|body| (world.pose(body).unwrap(), world.twist(body).unwrap())).collect::<Vec<_>>()
    };
    assert!(motion(&inside) == motion(&outside));
    let phases: Vec<&str> = outcome.phases.iter().map(|phase| phase.name.as_str()).collect();
    assert_eq!(phases, ["approach", "grasp", "lift", "hold"]);
    let recording = bristle_record::Recording::open(folder.path()).unwrap();
    assert_eq!(recording.phases().len(), 4);
    assert!(recording.phases().iter().all(|phase| recording.times().contains(&phase.start)));
    assert_eq!(recording.times().last(), Some(&outside.time()));
}

/// The end of a phase is in the recording, whatever the time between samples and whoever leads.
#[test]
fn every_phase_of_a_controller_begins_with_a_sample() {
    let (parsed, built) = scene(&ACTION.replace("[controller]", "[record]\nevery = 0.07\n\n[controller]"));
    let folder = tempfile::tempdir().unwrap();
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let info = run_info(&parsed, &built, "law", String::new());
    let mut recorder = RunRecorder::open(&simulation, info, Folder::New(folder.path()), None).unwrap();
    run(&mut simulation, built.run.duration, &mut [&mut recorder]).unwrap();
    let recording = recorder.into_recording().unwrap();
    let phases = recording.phases();
    assert_eq!(phases.len(), 4);
    for phase in phases {
        assert!(recording.times().contains(&phase.start), "{} at {} s", phase.name, phase.start);
    }
}

#[test]
fn a_run_that_ends_before_its_controller_says_so() {
    let (_, built) = scene(ACTION);
    let mut simulation = Simulation::new(built).unwrap();
    let outcome = run(&mut simulation, 1.0, &mut []).unwrap();
    assert_eq!(outcome.warnings.len(), 1, "{:?}", outcome.warnings);
    assert!(outcome.warnings[0].contains("in phase `approach`"), "{:?}", outcome.warnings);
}

#[test]
fn a_controller_that_fails_is_a_warning_with_its_reason() {
    let away = "[[include]]\nfile = \"lib:scenes/three-finger\"\nset.bodies.sphere.pose = { xyz_mm = [500, 0, 0] }\n";
    let (_, built) = scene(&ACTION.replace(
        "include = [\"lib:scenes/three-finger\"]\nrun = { duration = 7.0 }",
        &format!("run = {{ duration = 7.0 }}\n{away}"),
    ));
    let mut simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let outcome = run(&mut simulation, built.run.duration, &mut []).unwrap();
    assert!(outcome.warnings[0].contains("`grasp` failed: the fingers closed"), "{:?}", outcome.warnings);
}

#[test]
fn parameters_that_make_no_controller_are_refused_with_their_place() {
    for (from, to, part) in [
        (
            "force = 6.3",
            "fource = 6.3",
            "steps[1].grasp.fource: there is no such key; allowed: force, one_sided; did you mean `force`?",
        ),
        ("force = 6.3", "force = -6.3", "the force of step `grasp` is -6.3; it must be positive"),
        ("by = [0, 0, 0.05]", "by = [0, 0]", "steps[2].carry"),
        (
            "time_limit = 20",
            "time_limit = \"long\"",
            "time_limit: invalid type: string \"long\", expected a number",
        ),
        ("kind = \"fingers\"", "kind = \"claw\"", "hand.kind: allowed: parallel, fingers"),
        ("kind = \"fingers\"", "kind = \"fingers\", closing_speed = 0", "the closing speed [rad/s] is 0"),
        (
            "kind = \"action\"",
            "kind = \"acton\"",
            "allowed: action, grasp, python, script; did you mean `action`?",
        ),
    ] {
        let message = refused(&ACTION.replace(from, to));
        assert!(message.contains(part), "{message}");
        // The line itself, and its number.
        assert!(
            message.contains("--> law.toml:") && message.contains(to.split(' ').next().unwrap()),
            "{message}"
        );
    }
    let python =
        "include = [\"lib:grippers/pg70\"]\ncontroller = { kind = \"python\", class = \"mine:Grasp\" }";
    let (_, built) = scene(python);
    assert!(
        matches!(Driver::of_scene(&built), Err(RunError::NeedsPython { class }) if class == "mine:Grasp")
    );
}

/// Pushes a motor for a while.
struct Push {
    motor: usize,
    effort: f64,
    until: f64,
}

impl Controller for Push {
    fn decide(&mut self, percept: &Percept) -> Decision {
        match percept.time < self.until {
            true => Decision::go_on(Commands::one(self.motor, Command::Effort(self.effort))),
            false => Decision::end(Commands::one(self.motor, Command::Halt), Ending::Done),
        }
    }

    fn phase(&self) -> &str {
        "push"
    }
}

#[test]
fn a_kind_that_a_program_registers_is_made_from_the_scene() {
    let mut controllers = Controllers::standard();
    controllers.register("push", |parameters, senses| {
        let number = |key: &str| {
            parameters[key].as_f64().ok_or_else(|| ParameterError::new(key, "a number is needed"))
        };
        let motor = senses.motor("jaws").map_err(|error| ParameterError::new("motor", error))?;
        Ok(Box::new(Push { motor, effort: number("effort")?, until: number("until")? }))
    });
    let text = "include = [\"lib:grippers/pg70\"]\n[controller]\nkind = \"push\"\nperiod = 0.01\nparameters = { effort = 1.7, until = 0.2 }";
    let (_, built) = scene(text);
    let driver = Driver::with_controllers(&built, &controllers).unwrap();
    let mut simulation = Simulation::driven_by(Arc::clone(&built), driver).unwrap();
    run(&mut simulation, 0.5, &mut []).unwrap();
    assert_eq!(simulation.controller_ending(), Some(&Ending::Done));
    let ended = simulation.events().iter().find(|event| event.what.kind() == "controller").unwrap().time;
    assert_eq!(ended, 0.2);
    let missing = scene(&text.replace("effort = 1.7", "force = 1.7")).1;
    let error = Driver::with_controllers(&missing, &controllers).unwrap_err().to_string();
    assert!(
        error.starts_with("error: the controller cannot be made: effort: a number is needed\n"),
        "{error}"
    );
    assert!(error.contains("--> law.toml:5:14"), "{error}");
}

/// Who takes over is alone: the script's later phases give no commands.
#[test]
fn a_script_does_not_fight_who_takes_over() {
    let (_, built) = scene(
        "include = [\"lib:grippers/pg70\"]\n[[controller.phases]]\nname = \"a\"\nduration = 0.1\n\
         [[controller.phases]]\nname = \"b\"\nduration = 1.0\ncommands = { jaws = { position_mm = 30 } }",
    );
    let mut simulation = Simulation::new(built).unwrap();
    simulation.take_over();
    simulation.enter_phase("mine");
    simulation.command(&Commands::one(0, Command::Position(0.011))).unwrap();
    (0..900).for_each(|_| {
        simulation.step().unwrap();
    });
    let jaw = simulation.world().model().body_named("left_jaw").unwrap();
    assert!((simulation.world().joint_position(jaw).unwrap() - 0.011).abs() < 1e-4);
    assert_eq!(simulation.phase(), Some("mine"));
    assert!(!simulation.events().iter().any(|event| event.what.to_string() == "b"));
}
