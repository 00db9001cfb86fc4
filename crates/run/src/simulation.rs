//! A world that runs through a scene, one step at a time.

use crate::clock::Clock;
use crate::disturbances::Disturbances;
use crate::signals::Signals;
use crate::watch::Watch;
use crate::{DeviceFrame, Driver, EndedBy, EndedPhase, Event, Happening, RunError};
use bristle_control::signal::Block;
use bristle_control::simulated::Robot;
use bristle_control::{Commands, Ending, HardwareError, Percept, Senses};
use bristle_scene::Built;
use bristle_world::{BodyId, ModelError, SkinId, StepError, StepReport, World};
use std::sync::Arc;

/// A world, its scene, who drives it, and how far it has come. Cloned, both go on with the same bits.
#[derive(Clone, Debug)]
pub struct Simulation {
    built: Arc<Built>,
    pub(crate) world: World,
    pub(crate) driver: Driver,
    /// Its motors, skins and sensors, as controllers meet them.
    pub(crate) robot: Robot,
    /// The scene's tactile channels.
    pub(crate) signals: Signals,
    /// What somebody outside who commands the motors is doing, and since when \[s\].
    pub(crate) outside_phase: Option<(String, f64)>,
    /// When they said that their work is done \[s\].
    pub(crate) outside_end: Option<f64>,
    pub(crate) disturbances: Disturbances,
    pub(crate) clock: Clock,
    /// What skins lose, and what becomes of the free bodies.
    pub(crate) watch: Watch,
    /// Bodies that can be crushed and are not yet.
    pub(crate) whole: Vec<BodyId>,
    pub(crate) events: Vec<Event>,
    pub(crate) report: StepReport,
    /// Whether the last step failed.
    pub(crate) stuck: bool,
    /// Whether it was said that a body is too fast for a skin.
    pub(crate) warned_of_speed: bool,
}

/// Where the parts of a divided step do not show which body it was.
const TOO_FAST: &str = "a body moved so far in a step that contact may be found too late; shorten the step, or give the skins a longer \
                        `look_ahead`";

impl Simulation {
    /// The beginning of a scene, driven as the scene says.
    pub fn new(built: Arc<Built>) -> Result<Self, RunError> {
        let driver = Driver::of_scene(&built)?;
        Self::driven_by(built, driver)
    }

    /// The beginning of a scene with another driver, whose first commands have been given. Disturbances come all the same.
    ///
    /// Skins and sensors tell of the first state before a step is taken.
    pub fn driven_by(built: Arc<Built>, mut driver: Driver) -> Result<Self, RunError> {
        let mut world = World::new(Arc::clone(&built.model)).with_stepping(built.run.stepping);
        world.set_state(built.state.clone())?;
        let begins = driver.begin(&built, &mut world)?;
        // A state that cannot be evaluated has nothing to tell; the first step will say why.
        let report = world.sense().unwrap_or_default();
        let mut events: Vec<Event> = begins.into_iter().map(|what| Event { time: 0.0, what }).collect();
        let overlaps = built.overlaps.iter().map(|overlap| Happening::Warning(overlap.to_string()));
        events.extend(overlaps.map(|what| Event { time: 0.0, what }));
        let robot = robot_of(&built);
        let signals = Signals::of(&built, &robot)?;
        let mut begun = Self {
            watch: Watch::of(&built.model),
            whole: built.model.crushable().collect(),
            disturbances: Disturbances::of(&built),
            events,
            clock: Clock::default(),
            robot,
            signals,
            outside_phase: None,
            outside_end: None,
            world,
            driver,
            built,
            report,
            stuck: false,
            warned_of_speed: false,
        };
        begun.decide(begun.built.run.step)?;
        Ok(begun)
    }

    /// Goes on in another scene: what both have by name is as it was, see [`World::continued_in`]. A script that both scenes have goes on, if they have the same motors and skins; else
    /// motors keep their commands and wait for others. Devices and signals begin anew, and disturbances of the new scene act at their times.
    pub fn continued_in(&self, built: Arc<Built>) -> Result<Self, RunError> {
        let mut world = self.world.continued_in(Arc::clone(&built.model))?;
        let report = world.sense().unwrap_or_default();
        let names = |built: &Built| {
            let model = &built.model;
            let motors = model.motors().iter().map(|motor| motor.name().to_owned());
            let skins = model.skins().iter().map(|skin| skin.name.clone());
            motors.chain(skins).collect::<Vec<_>>()
        };
        let (was, is) = (self.built.scene.data(), built.scene.data());
        let goes_on = was.controller == is.controller && names(&self.built) == names(&built);
        let disturbances = if was.disturbances == is.disturbances {
            self.disturbances.clone()
        } else {
            Disturbances::of(&built)
        };
        let robot = robot_of(&built);
        let signals = Signals::of(&built, &robot)?;
        let crushed = |body: &BodyId| world.crushed(*body).is_ok_and(|depth| depth > 0.0);
        Ok(Self {
            watch: self.watch.continued_in(self.world.model(), &built.model),
            whole: built.model.crushable().filter(|body| !crushed(body)).collect(),
            disturbances,
            events: self.events.clone(),
            clock: self.clock.clone(),
            robot,
            signals,
            outside_phase: self.outside_phase.clone(),
            outside_end: self.outside_end,
            driver: if goes_on { self.driver.clone() } else { Driver::Nobody },
            report,
            stuck: false,
            warned_of_speed: self.warned_of_speed,
            world,
            built,
        })
    }

    /// Lets a controller decide now, before a step of `h` \[s\], if it is time.
    fn decide(&mut self, h: f64) -> Result<(), ModelError> {
        let time = self.time();
        let news = self.driver.decide((&mut self.robot, &mut self.world), time, h)?;
        self.events.extend(news.into_iter().map(|what| Event { time, what }));
        Ok(())
    }

    /// The scene as it was built.
    pub fn built(&self) -> &Arc<Built> {
        &self.built
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to put things elsewhere. Steps that it takes by itself are seen by neither clock nor driver.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Who commands the motors.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// What a skin's device says; none if the scene gives it no device.
    pub fn device(&self, skin: SkinId) -> Option<DeviceFrame<'_>> {
        let (chain, state) = self.robot.device(skin)?;
        Some(DeviceFrame { readings: state.readings(), number: state.frames(), grid: chain.grid().cloned() })
    }

    /// What a signal of the scene tells now, a number per channel; none if there is no signal of that name.
    pub fn signal(&self, name: &str) -> Option<&[f64]> {
        let place = self.built.signals.iter().position(|signal| signal.name == name)?;
        self.signals.block(place).map(Block::values)
    }

    /// The signal at a place of the scene's list.
    pub(crate) fn signal_at(&self, place: usize) -> Option<&Block> {
        self.signals.block(place)
    }

    /// Lets somebody outside command the motors from now on, instead of the scene's script or controller.
    pub fn take_over(&mut self) {
        if let Some(name) = self.driver.phase(&self.built) {
            self.outside_phase = Some((name.to_owned(), self.time()));
            // The first phase has given its commands already, before anything moved.
            if self.time() == 0.0 {
                self.world.release_motors();
            }
        }
        self.driver = Driver::Nobody;
    }

    /// What somebody outside who commands the motors is doing now, for recordings and reports.
    pub fn enter_phase(&mut self, name: &str) {
        if self.outside_phase.as_ref().is_some_and(|(present, _)| present == name) {
            return;
        }
        let time = self.time();
        let before = self.outside_phase.replace((name.to_owned(), time));
        let before = before.map(|(name, began)| EndedPhase { name, began, by: EndedBy::Controller });
        self.events.push(Event { time, what: Happening::Phase { name: name.to_owned(), before } });
    }

    /// Whoever commands the motors from outside has ended, as `words` say. Steps that follow make it go on.
    pub fn end_outside(&mut self, words: &str) {
        let time = self.time();
        self.outside_end = Some(time);
        let what = Happening::Controller(format!("the controller has ended: {words}"));
        self.events.push(Event { time, what });
    }

    /// Whether they have ended, and nothing was done since.
    pub fn outside_ended(&self) -> bool {
        self.outside_end == Some(self.time())
    }

    /// How the controller ended, once it has.
    pub fn controller_ending(&self) -> Option<&Ending> {
        match &self.driver {
            Driver::Controller(runner) => runner.ending(),
            Driver::Nobody | Driver::Script(_) => None,
        }
    }

    /// What its robot has: all joints, motors, skins and sensors of the scene.
    pub fn senses(&self) -> Arc<Senses> {
        self.robot.shared_senses()
    }

    /// Fills a percept with what its robot senses now. Samples of sensors are those since the last percept.
    pub fn percept(&mut self, percept: &mut Percept) -> Result<(), ModelError> {
        self.robot.look(&self.world, self.clock.time(), percept)
    }

    /// Refuses commands that the motors cannot carry out.
    pub fn check_commands(&self, commands: &Commands) -> Result<(), HardwareError> {
        self.robot.check(&self.world, commands)
    }

    /// Tells motors what to do from the next step on: all of them or, if one refuses, none.
    pub fn command(&mut self, commands: &Commands) -> Result<(), HardwareError> {
        self.robot.obey(&mut self.world, commands)
    }

    /// Simulated time \[s\]: a multiple of the step, without the round-off of a sum.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Name of the driver's present phase, if it has phases. The last one has no end.
    pub fn phase(&self) -> Option<&str> {
        let outside = || self.outside_phase.as_ref().map(|(name, _)| name.as_str());
        self.driver.phase(&self.built).or_else(outside)
    }

    /// All that has happened so far, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the last step cost; before the first, only the rays in contact.
    pub fn report(&self) -> StepReport {
        self.report
    }

    /// Whether the last step could not be taken: skins then tell of a trial, all else is as before it.
    pub fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Takes a step of the scene's own length.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        self.step_by(self.built.run.step)
    }

    /// Takes a step of `h` \[s\]. If the world cannot take it, all is as before, and a shorter one may be tried.
    pub fn step_by(&mut self, h: f64) -> Result<StepReport, StepError> {
        // Only what begins or ends with the step has to be taken back if it fails: what pushes is told anew in every step.
        let turn = self.disturbances.turn_at(&self.built, self.time() + 0.5 * h);
        let before = turn.then(|| self.clone());
        let done = self.try_step(h);
        if let (Err(_), Some(before)) = (&done, before) {
            // The driver has not gone on, and some cannot be copied.
            let driver = std::mem::take(&mut self.driver);
            *self = Self { driver, ..before };
        }
        self.stuck = done.is_err();
        done
    }

    fn try_step(&mut self, h: f64) -> Result<StepReport, StepError> {
        let begin = self.time();
        let Self { built, world, disturbances, events, .. } = self;
        disturbances.act(built, world, begin + 0.5 * h, |words| {
            events.push(Event { time: begin, what: Happening::Disturbance(words) });
        })?;
        self.robot.act(world)?;
        self.report = world.step(h)?;
        self.robot.after_step(world, h)?;
        self.clock.tick(h);
        let time = self.time();
        self.signals.after_step(&self.world, &self.robot, time)?;
        if let Some(too_long) = self.report.too_long {
            self.events.push(Event { time, what: Happening::Warning(too_long.to_string()) });
        }
        if self.report.beyond_window && !self.warned_of_speed {
            self.warned_of_speed = true;
            let fast = self.world.too_fast(h);
            let words = fast.first().map_or_else(|| TOO_FAST.to_owned(), |fast| fast.in_words(h));
            self.events.push(Event { time, what: Happening::Warning(words) });
        }
        let Self { world, watch, events, .. } = self;
        watch.after_step(world, h, time, |what| events.push(Event { time, what }))?;
        self.note_crushes(time);
        let begins = self.driver.after_step(&self.built, &mut self.world, time)?;
        self.events.extend(begins.map(|what| Event { time, what }));
        self.decide(h)?;
        Ok(self.report)
    }

    /// Notes which bodies are crushed for the first time.
    fn note_crushes(&mut self, time: f64) {
        let Self { world, whole, watch, events, .. } = self;
        for body in whole.extract_if(.., |body| world.crushed(*body).is_ok_and(|depth| depth > 0.0)) {
            watch.crushed(body, time);
            let body = world.model().bodies()[body.0].name.clone();
            events.push(Event { time, what: Happening::Crush { body } });
        }
    }
}

/// All joints, motors, skins and sensors of a scene, and the skins' devices.
pub(crate) fn robot_of(built: &Built) -> Robot {
    let devices = built.devices.iter().map(|(&skin, device)| (skin, Arc::clone(&device.chain)));
    Robot::with_devices(&built.model, devices)
}
