//! A client of the grasp controller: it asks for grasps, moves the arm, and puts down.

use super::{Centring, CentringStep, GraspReadout, Grasper};
use crate::{
    Command, Commands, Controller, Decision, EmbodimentError, Ending, Event, Failure, Happening, Percept,
    Senses,
};
use std::collections::BTreeMap;

/// How long the client waits for a contact after the arm has come to its end \[s\].
const PATIENCE: f64 = 0.5;

/// Positions of arm joints, by the names of their motors \[m | rad\].
pub type ArmPositions = BTreeMap<String, f64>;

/// What a client does next.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskStep {
    /// Brings the hand over the object by touch, see [`Centring`].
    Centre {
        /// The motor that moves the hand along its closing direction.
        motor: String,
        /// How far its joint moves the hand towards the first pad \[m/m | m/rad\].
        towards_first_pad: f64,
        /// The longest that it may take \[s\].
        within: f64,
    },
    /// Asks for a grasp, and waits until the object is held.
    Grasp {
        /// The longest that it may take \[s\].
        within: f64,
    },
    /// Moves the arm, from rest to rest with the least jerk.
    Move {
        /// Where to.
        to: ArmPositions,
        /// How long it takes \[s\]; 0 commands the positions at once.
        time: f64,
        /// How much harder than now the motion loads the grip, at most.
        load: f64,
    },
    /// Waits.
    Wait {
        /// How long \[s\].
        time: f64,
    },
    /// Puts the object down: moves the arm towards the table, and lets go.
    Place {
        /// Where to.
        to: ArmPositions,
        /// How long the whole motion takes \[s\].
        time: f64,
        /// When to let go.
        by: PlaceBy,
    },
    /// Lets go, and waits until the hand is open.
    Release,
}

/// When a client lets go of what it puts down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlaceBy {
    /// When touch says that it has met the table.
    #[default]
    Touch,
    /// At the end of the motion, where the table should be.
    Position,
}

/// A client: a [`Controller`] that goes through steps with an arm and a [`Grasper`].
#[derive(Clone, Debug)]
pub struct GraspTask {
    grasper: Grasper,
    /// What centres the hand, as it begins; and at work.
    centring: Option<Centring>,
    centring_now: Option<Centring>,
    steps: Vec<TaskStep>,
    senses: Senses,
    time_limit: f64,
    index: usize,
    step_began: Option<f64>,
    /// Time of the last turn \[s\].
    before: Option<f64>,
    began: Option<f64>,
    /// Where each motor of the arm has been told to be.
    told: BTreeMap<usize, f64>,
    /// The motion under way: motor, from, to.
    motion: Vec<(usize, f64, f64)>,
    /// When the motion came to its end \[s\].
    arrived: Option<f64>,
    events: Vec<Event>,
    heard: usize,
    ending: Option<Ending>,
}

impl GraspTask {
    /// A task at its start. The arm's motors must be the robot's.
    pub fn new(
        grasper: Grasper,
        steps: Vec<TaskStep>,
        time_limit: f64,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        EmbodimentError::unless_positive(&[("the time limit of the task [s]", time_limit)])?;
        for step in &steps {
            let (to, time) = match step {
                TaskStep::Move { to, time, .. } | TaskStep::Place { to, time, .. } => (to, *time),
                TaskStep::Wait { time } | TaskStep::Grasp { within: time } => {
                    EmbodimentError::unless_positive(&[("the time of a step [s]", *time)])?;
                    continue;
                }
                TaskStep::Centre { motor, towards_first_pad, within } => {
                    senses.motor(motor)?;
                    EmbodimentError::unless_positive(&[
                        ("how far the joint moves the hand", towards_first_pad.abs()),
                        ("the time of a step [s]", *within),
                    ])?;
                    continue;
                }
                TaskStep::Release => continue,
            };
            if !(time >= 0.0 && time.is_finite()) {
                let what = "the time of a motion [s]";
                return Err(EmbodimentError::Number { what, value: time, allowed: "0 or more, and finite" });
            }
            for (motor, &position) in to {
                senses.motor(motor)?;
                if !position.is_finite() {
                    let what = "the position of an arm joint";
                    return Err(EmbodimentError::Number { what, value: position, allowed: "finite" });
                }
            }
        }
        Ok(Self {
            grasper,
            centring: None,
            centring_now: None,
            steps,
            senses: senses.clone(),
            time_limit,
            index: 0,
            step_began: None,
            before: None,
            began: None,
            told: BTreeMap::new(),
            motion: Vec::new(),
            arrived: None,
            events: Vec::new(),
            heard: 0,
            ending: None,
        })
    }

    /// The same with what centres the hand in steps that ask for it; without it they fail.
    pub fn with_centring(mut self, centring: Centring) -> Self {
        self.centring = Some(centring);
        self
    }

    /// The controller of the hand.
    pub fn grasper(&self) -> &Grasper {
        &self.grasper
    }

    /// What is being done: `centre`, or the state of the controller of the hand.
    pub fn state_name(&self) -> &'static str {
        if self.centring_now.is_some() { "centre" } else { self.grasper.phase() }
    }

    /// The step that it is at, counted from 0; the number of steps at the end.
    pub fn step(&self) -> usize {
        self.index
    }

    /// What the controller of the hand saw in the last turn.
    pub fn readout(&self, percept: &Percept) -> GraspReadout {
        self.grasper.readout(percept)
    }

    fn begin_motion(&mut self, to: &ArmPositions, percept: &Percept) {
        self.motion.clear();
        self.arrived = None;
        for (name, &goal) in to {
            // Names were looked up when the task was made.
            let Ok(motor) = self.senses.motor(name) else { continue };
            let joint = self.senses.motors[motor].joint;
            let now = percept.joints.get(joint).map_or(0.0, |joint| joint.position);
            let from = self.told.get(&motor).copied().unwrap_or(now);
            self.motion.push((motor, from, goal));
        }
    }

    /// Commands the motion `passed` \[s\] after it began; tells whether it is over.
    fn follow(&mut self, passed: f64, time: f64, commands: &mut Commands) -> bool {
        let share = if time > 0.0 { (passed / time).min(1.0) } else { 1.0 };
        // The least jerk from rest to rest (Flash and Hogan, 1985).
        let s = share * share * share * (10.0 + share * (6.0 * share - 15.0));
        for &(motor, from, to) in &self.motion {
            let position = from + s * (to - from);
            self.told.insert(motor, position);
            commands.set(motor, Command::Position(position));
        }
        share >= 1.0
    }

    /// Works at the present step; tells whether it is done, or why it failed.
    fn work(&mut self, percept: &Percept, first: bool, commands: &mut Commands) -> Result<bool, Failure> {
        let passed = percept.time - self.step_began.unwrap_or(percept.time);
        match self.steps[self.index].clone() {
            TaskStep::Centre { motor, towards_first_pad, within } => {
                if first {
                    self.centring_now = self.centring.clone();
                }
                self.centre(percept, &motor, towards_first_pad, commands)?;
                match passed > within {
                    true => Err(Failure::TimeOut { limit: within }),
                    false => Ok(self.centring_now.is_none()),
                }
            }
            TaskStep::Grasp { within } => {
                if first {
                    self.grasper.grasp();
                }
                match passed > within {
                    true => Err(Failure::TimeOut { limit: within }),
                    false => Ok(!first && self.grasper.is_holding()),
                }
            }
            TaskStep::Move { to, time, load } => {
                if first {
                    self.begin_motion(&to, percept);
                    self.grasper.expect_load(load);
                }
                let done = self.follow(passed, time, commands);
                if done {
                    self.grasper.expect_load(1.0);
                }
                Ok(done)
            }
            TaskStep::Wait { time } => Ok(passed >= time),
            TaskStep::Place { to, time, by } => {
                if first {
                    self.begin_motion(&to, percept);
                    if by == PlaceBy::Touch {
                        self.grasper.place();
                    }
                }
                if self.grasper.is_letting_go() || (!first && self.grasper.is_idle()) {
                    // The arm stays where it was told to be.
                    return Ok(self.grasper.is_idle());
                }
                if self.follow(passed, time, commands) {
                    let arrived = *self.arrived.get_or_insert(percept.time);
                    let waits = by == PlaceBy::Touch && self.grasper.feels();
                    if !waits || percept.time - arrived > PATIENCE {
                        if waits {
                            let words = "no contact was felt on the way down; letting go".to_owned();
                            self.note(percept.time, Happening::Noted(words));
                        }
                        self.grasper.release();
                    }
                }
                Ok(false)
            }
            TaskStep::Release => {
                if first {
                    self.grasper.release();
                }
                Ok(!first && self.grasper.is_idle())
            }
        }
    }

    /// Goes on centring.
    fn centre(
        &mut self,
        percept: &Percept,
        motor: &str,
        towards_first_pad: f64,
        commands: &mut Commands,
    ) -> Result<(), Failure> {
        let Some(mut centring) = self.centring_now.take() else {
            return Err(Failure::Other("the task was not told how to centre the hand".to_owned()));
        };
        // Names were looked up when the task was made.
        let Ok(motor) = self.senses.motor(motor) else { return Ok(()) };
        let joint = self.senses.motors[motor].joint;
        let now = percept.joints.get(joint).map_or(0.0, |joint| joint.position);
        let dt = (percept.time - self.before.unwrap_or(percept.time)).max(0.0);
        match centring.turn(percept, commands) {
            CentringStep::Missed => return Err(Failure::ObjectMissed),
            CentringStep::Done => return Ok(()),
            CentringStep::Move(speed) => {
                let told = self.told.entry(motor).or_insert(now);
                *told += dt * speed / towards_first_pad;
                commands.set(motor, Command::Position(*told));
            }
        }
        self.centring_now = Some(centring);
        Ok(())
    }

    fn note(&mut self, time: f64, what: Happening) {
        self.events.push(Event { time, phase: self.grasper.phase().to_owned(), what });
    }

    fn end(&mut self, commands: Commands, ending: Ending) -> Decision {
        self.ending = Some(ending.clone());
        Decision::end(commands, ending)
    }

    fn fail(&mut self, time: f64, commands: Commands, why: Failure) -> Decision {
        let phase = self.grasper.phase().to_owned();
        if !self.events.iter().any(|event| event.what == Happening::Failed(why.clone())) {
            self.note(time, Happening::Failed(why.clone()));
        }
        self.end(commands, Ending::Failed { phase, why })
    }
}

impl Controller for GraspTask {
    fn decide(&mut self, percept: &Percept) -> Decision {
        if let Some(ending) = &self.ending {
            return Decision::end(Commands::none(), ending.clone());
        }
        let time = percept.time;
        let mut commands = Commands::none();
        if !self.senses.are_all_in(percept) {
            return self.fail(time, commands, Failure::BadPercept);
        }
        let began = *self.began.get_or_insert(time);
        let mut done = Ok(false);
        // Steps that are done at once hand over in the same turn.
        while self.index < self.steps.len() {
            let first = self.step_began.is_none();
            self.step_began.get_or_insert(time);
            done = self.work(percept, first, &mut commands);
            if done != Ok(true) {
                break;
            }
            self.index += 1;
            self.step_began = None;
        }
        self.before = Some(time);
        if self.centring_now.is_none() {
            self.grasper.turn(percept, &mut commands);
        }
        self.events.extend_from_slice(&self.grasper.events()[self.heard..]);
        self.heard = self.grasper.events().len();
        if let Err(why) = done {
            return self.fail(time, commands, why);
        }
        if let Some(why) = self.grasper.failure().cloned() {
            return self.fail(time, commands, why);
        }
        if self.index == self.steps.len() {
            return self.end(commands, Ending::Done);
        }
        if time - began > self.time_limit {
            return self.fail(time, commands, Failure::TimeOut { limit: self.time_limit });
        }
        Decision::go_on(commands)
    }

    fn phase(&self) -> &str {
        self.state_name()
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn boxed_clone(&self) -> Option<Box<dyn Controller>> {
        Some(Box::new(self.clone()))
    }
}
