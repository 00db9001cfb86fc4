//! A PG70 over a table, led by an abstract action: what the grasp experiments share.

use crate::staging::Staged;
use crate::{LabError, Watcher};
use bristle_control::log::{Agreement, Log, LogPlayer, LogWriter};
use bristle_control::{
    AbstractAction, ActionController, Controller, Embodiment, Ending, Event, Happening, Hardware,
    ParallelGripper, Percept, run,
};
use bristle_geometry::Pose;
use bristle_picture::{TactileSeries, View};
use bristle_run::{SimulatedHardware, Simulation};
use bristle_scene::Scene;
use bristle_world::{BodyId, ModelError};
use std::fmt::Write as _;
use std::sync::Arc;

/// Size of the pads along the finger and across it \[m\].
pub(in crate::experiments) const PAD: [f64; 2] = [47.6e-3, 20.4e-3];
/// Height of the pads' middle above the table at lift 0 \[m\].
pub(in crate::experiments) const PAD_HEIGHT: f64 = 30e-3;

/// Rows and columns of the words of a parameter `texels`; pads keep their size.
pub(in crate::experiments) const TEXELS: &[&str] = &["7x3", "14x6", "28x12", "56x24"];

/// A robot about to do something.
pub(in crate::experiments) struct Bench {
    scene: Scene,
    simulation: Simulation,
    /// Time between two decisions of a controller \[s\].
    turn: f64,
}

/// How things are at the end of a step of an action.
pub(in crate::experiments) struct Moment {
    pub(in crate::experiments) step: String,
    pub(in crate::experiments) percept: Percept,
    /// Of the gripper \[m\].
    pub(in crate::experiments) opening: f64,
    pub(in crate::experiments) staged: Staged,
}

/// What was sensed over time.
#[derive(Default)]
pub(in crate::experiments) struct Trace {
    pub(in crate::experiments) time: Vec<f64>,
    pub(in crate::experiments) opening: Vec<f64>,
    pub(in crate::experiments) current: Vec<f64>,
    pub(in crate::experiments) left: Vec<f64>,
    pub(in crate::experiments) right: Vec<f64>,
}

/// What came of an action.
pub(in crate::experiments) struct Session {
    pub(in crate::experiments) ending: Ending,
    pub(in crate::experiments) events: Vec<Event>,
    /// Ends of steps, in their order.
    pub(in crate::experiments) moments: Vec<Moment>,
    pub(in crate::experiments) trace: Trace,
    log: Vec<u8>,
}

impl Bench {
    /// A scene with some values replaced, stepped by `step` \[s\], its controller asked every `turn` \[s\].
    pub(in crate::experiments) fn new(
        scene: &str,
        settings: &str,
        step: f64,
        turn: f64,
    ) -> Result<Self, LabError> {
        let scene = Scene::parse(scene, "experiment.toml")?.with_settings(settings)?;
        let scene = scene.with_settings(&format!("run.step = {step:e}"))?;
        let simulation = Simulation::new(Arc::new(scene.build()?)).map_err(LabError::other)?;
        Ok(Self { scene, simulation, turn })
    }

    /// The scene as it is now, for pictures.
    pub(in crate::experiments) fn staged(&self) -> Staged {
        staged(&self.scene, &self.simulation)
    }

    /// The body of that name.
    pub(in crate::experiments) fn body(&self, name: &str) -> Result<BodyId, LabError> {
        Ok(self.simulation.built().model.body_named(name).map_err(ModelError::from)?)
    }

    /// Does what the action says, under a name that no other run of the experiment has.
    pub(in crate::experiments) fn perform(
        self,
        name: &str,
        action: &AbstractAction,
        hand: &ParallelGripper,
        watcher: &mut dyn Watcher,
    ) -> Result<Session, LabError> {
        let Self { scene, simulation, turn } = self;
        let observer = watcher.watch(name, &scene, &simulation)?;
        let mut robot = SimulatedHardware::new(simulation, turn)?;
        if let Some(observer) = observer {
            robot = robot.watched_by(observer).map_err(LabError::other)?;
        }
        let mut controller = controller(action, hand, &robot)?;
        let mut hand = hand.clone();
        hand.bind(robot.senses()).map_err(LabError::other)?;
        let failed = |cause: std::io::Error| LabError::Failed(format!("the log cannot be kept: {cause}"));
        let mut log = LogWriter::new(Vec::new(), robot.senses()).map_err(failed)?;
        let mut logged = Ok(());
        let mut moments: Vec<Moment> = Vec::new();
        let mut trace = Trace::default();
        let mut step: Option<String> = None;
        let steps = action.steps();
        let ending = run(&mut controller, &mut robot, action.time_limit() + 1.0, |turn, robot| {
            if let Err(cause) = log.write(&turn) {
                logged = Err(cause);
            }
            trace.take(turn.percept, &hand);
            let before = step.get_or_insert_with(|| turn.phase.to_owned());
            if turn.last || before != turn.phase {
                let (step, percept) = (before.clone(), turn.percept.clone());
                let opening = hand.opening(&percept);
                moments.push(Moment { step, percept, opening, staged: staged(&scene, robot.simulation()) });
                let place = steps.iter().position(|step| step.name == turn.phase).unwrap_or(0);
                watcher.progress(place as f64 / steps.len() as f64, turn.phase);
                *before = turn.phase.to_owned();
            }
        });
        logged.map_err(failed)?;
        let ending = ending.map_err(LabError::other)?;
        robot.finish().map_err(LabError::other)?;
        let events = controller.events().to_vec();
        Ok(Session { ending, events, moments, trace, log: log.finish().map_err(failed)? })
    }
}

/// A scene as it is now, for pictures.
fn staged(scene: &Scene, simulation: &Simulation) -> Staged {
    Staged { scene: scene.clone(), built: Arc::clone(simulation.built()), world: simulation.world().clone() }
}

fn controller(
    action: &AbstractAction,
    hand: &ParallelGripper,
    robot: &impl Hardware,
) -> Result<ActionController, LabError> {
    ActionController::new(action.clone(), hand.clone(), robot.senses()).map_err(LabError::other)
}

impl Trace {
    fn take(&mut self, percept: &Percept, hand: &ParallelGripper) {
        self.time.push(percept.time);
        self.opening.push(hand.opening(percept));
        self.current.push(-hand.current(percept));
        let sum = |skin: usize| percept.skins.get(skin).map_or(0.0, |skin| skin.sum);
        self.left.push(sum(0));
        self.right.push(sum(1));
    }
}

impl Session {
    /// An error unless all was done.
    pub(in crate::experiments) fn must_be_done(&self) -> Result<(), LabError> {
        match &self.ending {
            Ending::Done => Ok(()),
            failed => Err(LabError::Failed(format!("the action could not be carried out: {failed}"))),
        }
    }

    /// The end of a step.
    pub(in crate::experiments) fn moment(&self, step: &str) -> Result<&Moment, LabError> {
        let found = self.moments.iter().find(|moment| moment.step == step);
        found.ok_or_else(|| {
            LabError::Failed(format!("the action ended before the end of `{step}`: {}", self.ending))
        })
    }

    /// Gives the log to the same controller again, and says how far it decides as before.
    pub(in crate::experiments) fn replay(
        &self,
        action: &AbstractAction,
        hand: &ParallelGripper,
    ) -> Result<Agreement, LabError> {
        let mut player = LogPlayer::new(Log::read(&self.log[..]).map_err(LabError::other)?);
        let mut controller = controller(action, hand, &player)?;
        run(&mut controller, &mut player, f64::INFINITY, |_, _| {}).map_err(LabError::other)?;
        Ok(player.agreement().clone())
    }

    /// When the first skin touched \[s\].
    pub(in crate::experiments) fn first_touch(&self) -> Option<f64> {
        self.events
            .iter()
            .find(|event| matches!(event.what, Happening::Touched { .. }))
            .map(|event| event.time)
    }
}

impl Moment {
    /// A body as the palm sees it.
    pub(in crate::experiments) fn in_hand(&self, body: BodyId) -> Result<Pose, LabError> {
        let Staged { built, world, .. } = &self.staged;
        let palm = built.model.body_named("palm").map_err(ModelError::from)?;
        Ok(world.pose(palm)?.inverse() * world.pose(body)?)
    }

    /// Sums of the two pads \[N\].
    pub(in crate::experiments) fn sums(&self) -> [f64; 2] {
        [0, 1].map(|skin| self.percept.skins.get(skin).map_or(0.0, |skin| skin.sum))
    }

    /// Largest difference between texels that touch, as a share of their mean; zero where nothing touches.
    pub(in crate::experiments) fn unevenness(&self) -> f64 {
        let spread = |values: &[f64]| {
            let touching = || values.iter().copied().filter(|&value| value > 0.0);
            let (least, most) = touching()
                .fold((f64::INFINITY, 0.0), |(least, most), value| (value.min(least), value.max(most)));
            let mean = touching().sum::<f64>() / touching().count().max(1) as f64;
            if mean > 0.0 { (most - least) / mean } else { 0.0 }
        };
        self.percept.skins.iter().map(|skin| spread(&skin.values)).fold(0.0, f64::max)
    }
}

/// Difference of two forces as a share of the larger.
pub(in crate::experiments) fn apart([a, b]: [f64; 2]) -> f64 {
    if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()) }
}

/// Rows and columns that a word of [`TEXELS`] means.
pub(in crate::experiments) fn texels(word: &str) -> Result<[usize; 2], LabError> {
    let numbers =
        word.split_once('x').and_then(|(rows, columns)| Some([rows.parse().ok()?, columns.parse().ok()?]));
    numbers.ok_or_else(|| LabError::Settings(format!("`{word}` is no number of texels")))
}

/// Settings that give the pads so many texels, whose stiffness is that of 14 × 6 per area, and so many rays per texel.
pub(in crate::experiments) fn pad_settings([rows, columns]: [usize; 2], samples: u64) -> String {
    // Of the 84 texels of the 2013 paper, and of the 2010 report as to friction.
    let share = 84.0 / (rows * columns) as f64;
    let pitch = PAD[0] / rows as f64;
    let mut text = String::new();
    for side in ["left", "right"] {
        let _ = write!(
            text,
            "skins.{side}_dsa.layout = {{ grid = {{ rows = {rows}, columns = {columns}, pitch = {pitch} }} }}\n\
             skins.{side}_dsa.samples = {samples}\nskins.{side}_dsa.sampling = \"regular\"\n"
        );
        if rows * columns != 84 {
            let _ = writeln!(
                text,
                "materials.{side}_dsa_pad = {{ normal = {{ linear = {{ stiffness = {}, damping = {} }} }}, friction = {{ \
                 elasto_plastic = {{ stiffness = {}, damping = {}, mu_static = 0.6, mu_dynamic = 0.3, stribeck_speed = 0.5 }} }}, \
                 max_penetration_mm = 5.0 }}",
                1000.0 * share,
                10.0 * share,
                2e4 * share,
                10.0 * share
            );
        }
    }
    text
}

/// The images of one pad at some moments, on one scale.
pub(super) fn one_side<'a>(
    [rows, columns]: [usize; 2],
    moments: impl Iterator<Item = (&'a str, &'a Percept)>,
    side: usize,
) -> TactileSeries {
    let pitch = PAD[0] / rows as f64;
    let of_side = moments.filter_map(|(name, percept)| Some((name, percept.skins.get(side)?)));
    of_side.fold(TactileSeries::new(rows, columns).pitch(pitch, pitch), |series, (name, skin)| {
        series.image(name, &skin.values)
    })
}

/// Both images, on one scale.
pub(in crate::experiments) fn images([rows, columns]: [usize; 2], percept: &Percept) -> TactileSeries {
    let pitch = PAD[0] / rows as f64;
    let sides = ["left", "right"].into_iter().zip(&percept.skins);
    sides.fold(TactileSeries::new(rows, columns).pitch(pitch, pitch), |series, (side, skin)| {
        series.image(side, &skin.values)
    })
}

/// From the front and a little from above, so that the gap between the fingers is seen.
pub(in crate::experiments) fn front() -> View {
    View::from_degrees(-72.0, 14.0)
}
