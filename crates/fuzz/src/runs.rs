//! What runs leave behind and take up again: recordings, logs of controllers, stored simulations; and the parameters of actions.

use crate::{LARGEST, text};
use bristle_control::log::{Log, LogWriter};
use bristle_control::{ActionController, Controllers, Turn};
use bristle_record::{Recording, recover};
use bristle_run::Simulation;
use bristle_scene::{Built, Scene};
use std::sync::{Arc, OnceLock};

/// Files of a recording, one after the other, each with a line before it that names it: `=== signals.csv`.
pub(crate) fn recording(bytes: &[u8]) {
    if bytes.len() > LARGEST {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut name = None;
    let mut content: Vec<u8> = Vec::new();
    let save = |name: &Option<String>, content: &mut Vec<u8>| {
        if let Some(name) = name {
            std::fs::write(folder.path().join(name), &content).expect("a file");
        }
        content.clear();
    };
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(b"=== ").and_then(|rest| std::str::from_utf8(rest.trim_ascii_end()).ok()) {
            Some(next)
                if next.len() < 40
                    && next.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
                    && !next.starts_with('.')
                    && !next.is_empty() =>
            {
                save(&name, &mut content);
                name = Some(next.to_owned());
            }
            _ => content.extend_from_slice(line),
        }
    }
    save(&name, &mut content);
    let Ok(read) = Recording::open(folder.path()) else { return };
    if let Ok(frames) = read.frames() {
        frames.take(100).for_each(drop);
    }
    let samples = read.times().len();
    if let Ok(recovered) = recover(folder.path()) {
        assert_eq!(recovered.times().len(), samples, "recovery keeps every sample that could be read");
    }
}

/// A log of a controller is written as it was read.
pub(crate) fn control_log(bytes: &[u8]) {
    if bytes.len() > LARGEST {
        return;
    }
    let Ok(log) = Log::read(bytes) else { return };
    let mut writer = LogWriter::new(Vec::new(), &log.senses).expect("a log can be written");
    for turn in &log.turns {
        let turn = Turn { percept: &turn.percept, commands: &turn.commands, phase: &turn.phase, last: false };
        writer.write(&turn).expect("a turn can be written");
    }
    let written = writer.finish().expect("a log can be written");
    let again = Log::read(&written[..]).expect("what is written is a log");
    assert_eq!(again.turns.len(), log.turns.len());
}

/// Parameters of an abstract action, as JSON.
pub(crate) fn action(bytes: &[u8]) {
    static GRIPPER: OnceLock<Arc<Built>> = OnceLock::new();
    let Some(text) = text(bytes) else { return };
    let Ok(parameters) = serde_json::from_str(text) else { return };
    let built = GRIPPER.get_or_init(|| {
        let scene = Scene::parse("include = [\"lib:scenes/work-cycle\"]", "robot.toml").expect("a scene");
        Arc::new(scene.build().expect("a model"))
    });
    let robot = bristle_control::simulated::Robot::new(&built.model);
    let _ = ActionController::from_parameters(&parameters, robot.senses());
    let _ = Controllers::standard().make("action", &parameters, robot.senses());
}

/// A ball on four texels, with a device, a motor, a sensor and a script: some of everything that a simulation stores.
const BALL: &str = r#"
[materials.pad]
preset = "table3"
[bodies.block]
joint = { kind = "prismatic", axis = [0, 0, 1], damping = 1.0 }
inertia = { mass = 0.3, moments = [1e-3, 1e-3, 1e-3] }
[bodies.ball]
joint = "free"
mass = 0.05
pose = { xyz_mm = [0, 0, 19.9] }
shapes.s = { sphere = { radius_mm = 20 } }
[skins.pad]
on = "block"
material = "pad"
layout = { grid = { rows = 2, columns = 2, pitch_mm = 3 } }
device = { layers = [{ noise = { deviation = 0.01, seed = 3 } }, { counts = { full_scale = 5.0, bits = 12 } }] }
[motors.lift]
drives = "block"
max_effort = 30.0
position_control = { stiffness = 1e3, damping = 10 }
[sensors.s]
accelerometer = { on = "ball", range = 78.0 }
rate = 500
[[controller.phases]]
name = "hold"
duration = 0.01
commands.lift = { position = 0.001 }
[[controller.phases]]
name = "sink"
duration = 1.0
commands.lift = { position = -0.001 }
"#;

/// The robot whose simulations are stored.
pub fn ball() -> &'static Arc<Built> {
    static BUILT: OnceLock<Arc<Built>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let scene = Scene::parse(BALL, "ball.toml").expect("a scene");
        Arc::new(scene.build().expect("a model"))
    })
}

/// A stored simulation: what is restored goes on, or fails with an error.
pub(crate) fn stored(bytes: &[u8]) {
    if let Ok((mut simulation, _)) = Simulation::restored(Arc::clone(ball()), bytes) {
        let _ = simulation.step();
        let _ = simulation.store(None);
    }
}
