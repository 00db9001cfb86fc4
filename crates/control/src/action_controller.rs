//! Carries out an abstract action with a hand.

use crate::action::Target;
use crate::parameters::{ParameterError, action_and_hand};
use crate::{
    AbstractAction, Command, Commands, Controller, Decision, Embodiment, EmbodimentError, Ending, Event,
    Failure, ForceControl, Happening, MotorCommand, OneSided, Percept, Primitive, Senses, Step,
};
use glam::DVec3;

/// Carries out an [`AbstractAction`] with an [`Embodiment`].
#[derive(Clone, Debug)]
pub struct ActionController {
    action: AbstractAction,
    hand: Box<dyn Embodiment>,
    senses: Senses,
    /// The present step.
    index: usize,
    /// Which part of it.
    part: Part,
    /// When the action and the step began \[s\].
    began: Option<f64>,
    step_began: f64,
    /// Time of the last turn \[s\].
    before: f64,
    /// Where the arm is wanted \[m\].
    arm_goal: DVec3,
    /// Set while something is grasped.
    force: Option<ForceControl>,
    /// Sides of the hand that have touched in this step.
    touched: Vec<bool>,
    /// What each motor was told last.
    told: Vec<Option<Command>>,
    last_failure: Option<(String, Failure)>,
    events: Vec<Event>,
    ending: Option<Ending>,
}

/// Parts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Its first turn.
    Begin,
    /// The fingers are on their way.
    Fingers,
    /// The arm is on its way, or time passes.
    Under,
}

/// How far a step is.
enum Progress {
    Working,
    Done,
    Failed(Failure),
}

impl ActionController {
    /// A controller at the start of an action.
    pub fn new(
        action: AbstractAction,
        hand: impl Embodiment + 'static,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        Self::with_hand(action, Box::new(hand), senses)
    }

    /// The same from plain data: a table with `steps`, and perhaps `time_limit` \[s\] and `hand`. See `docs/control.md` for its keys.
    pub fn from_parameters(parameters: &serde_json::Value, senses: &Senses) -> Result<Self, ParameterError> {
        let (action, hand) = action_and_hand(parameters, senses)?;
        Self::with_hand(action, hand, senses).map_err(|error| ParameterError::new("hand", error))
    }

    fn with_hand(
        action: AbstractAction,
        mut hand: Box<dyn Embodiment>,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        hand.bind(senses)?;
        for step in action.steps() {
            match step.primitive {
                Primitive::Approach { by, .. } | Primitive::Carry { by } => hand.arm().check_way(by)?,
                Primitive::Grasp { one_sided, .. } => hand.check_one_sided(one_sided)?,
                Primitive::Touch | Primitive::Hold { .. } | Primitive::Release { .. } => {}
            }
        }
        Ok(Self {
            action,
            touched: vec![false; hand.sides().len()],
            hand,
            told: vec![None; senses.motors.len()],
            senses: senses.clone(),
            index: 0,
            part: Part::Begin,
            began: None,
            step_began: 0.0,
            before: 0.0,
            arm_goal: DVec3::ZERO,
            force: None,
            last_failure: None,
            events: Vec::new(),
            ending: None,
        })
    }

    /// The present step.
    pub fn step(&self) -> &Step {
        &self.action.steps()[self.index]
    }

    /// When a step last began and ended \[s\], if it did.
    pub fn span(&self, step: &str) -> Option<(f64, f64)> {
        let of_step = |event: &&Event| event.phase == step;
        let ended = |event: &&Event| matches!(event.what, Happening::Done | Happening::Failed(_));
        let end = self.events.iter().rev().filter(of_step).find(ended)?.time;
        let begin =
            self.events.iter().rev().filter(of_step).find(|event| event.what == Happening::Began)?.time;
        Some((begin, end))
    }

    fn note(&mut self, time: f64, what: Happening) {
        let phase = self.step().name.clone();
        self.events.push(Event { time, phase, what });
    }

    fn begin_step(&mut self, index: usize, time: f64) {
        self.index = index;
        self.part = Part::Begin;
        self.step_began = time;
        self.touched.fill(false);
        self.note(time, Happening::Began);
    }

    fn look_for_touch(&mut self, percept: &Percept) {
        for side in 0..self.touched.len() {
            if !self.touched[side] && self.hand.felt(percept, side) > self.hand.touch_force() {
                self.touched[side] = true;
                self.hand.note_touch(percept, side);
                let sum = |skin: usize| percept.skins.get(skin).map_or(0.0, |skin| skin.sum);
                let skins = self.hand.sides()[side].iter().copied();
                if let Some(most) = skins.max_by(|&a, &b| sum(a).total_cmp(&sum(b))) {
                    let newtons = self.hand.newtons_per_value() * sum(most);
                    let (skin, sum) = (self.senses.skins[most].name.clone(), newtons);
                    self.note(percept.time, Happening::Touched { skin, sum });
                }
            }
        }
    }

    /// Leaves out what motors were told already.
    fn only_new(&mut self, commands: &mut Commands) {
        commands.retain(|&MotorCommand { motor, command }| match self.told.get_mut(motor) {
            Some(told) => told.replace(command) != Some(command),
            None => true,
        });
    }

    fn work(&mut self, percept: &Percept, dt: f64, commands: &mut Commands) -> Progress {
        let first = self.part == Part::Begin;
        match self.step().primitive {
            Primitive::Approach { aperture, by } => self.approach(percept, aperture, by, commands),
            Primitive::Touch | Primitive::Grasp { .. } if first || self.part == Part::Fingers => {
                if first {
                    self.part = Part::Fingers;
                    self.force = None;
                }
                self.close(percept, dt, commands)
            }
            Primitive::Touch => Progress::Done,
            Primitive::Grasp { .. } => self.build_up(percept, dt, commands),
            Primitive::Carry { by } => {
                if first {
                    self.part = Part::Under;
                    self.arm_goal += by;
                    self.hand.arm().move_to(self.arm_goal, commands);
                }
                let there = !first && self.hand.arm_is_at(percept, self.arm_goal);
                self.keep_hold(percept, dt, commands, there)
            }
            Primitive::Hold { time } => {
                self.part = Part::Under;
                let over = percept.time - self.step_began >= time;
                self.keep_hold(percept, dt, commands, over)
            }
            Primitive::Release { aperture } => {
                self.part = Part::Fingers;
                self.force = None;
                self.hand.open(aperture, commands);
                if !first && self.hand.is_open(percept, aperture) {
                    Progress::Done
                } else {
                    Progress::Working
                }
            }
        }
    }

    fn approach(&mut self, percept: &Percept, aperture: f64, by: DVec3, commands: &mut Commands) -> Progress {
        if self.part == Part::Begin {
            self.part = Part::Fingers;
            self.force = None;
            self.hand.open(aperture, commands);
        }
        if self.part == Part::Fingers && self.hand.is_open(percept, aperture) {
            self.part = Part::Under;
            self.arm_goal += by;
            self.hand.arm().move_to(self.arm_goal, commands);
            return Progress::Working;
        }
        let there = self.part == Part::Under && self.hand.arm_is_at(percept, self.arm_goal);
        if there { Progress::Done } else { Progress::Working }
    }

    /// Velocity control, until the first touch or, where the grasp says so, until all sides touch.
    fn close(&mut self, percept: &Percept, dt: f64, commands: &mut Commands) -> Progress {
        let Primitive::Grasp { force, one_sided } = self.step().primitive else {
            if self.touched.contains(&true) {
                self.part = Part::Under;
                self.hand.halt(commands);
                return Progress::Done;
            }
            return self.close_on(percept, OneSided::Ignore, commands);
        };
        if self.hand.can_squeeze(&self.touched, one_sided) {
            self.part = Part::Under;
            let measured = self.hand.grip(percept).force;
            let control = ForceControl::new(self.hand.force_gains(), force, measured);
            self.force = Some(control);
            self.hand.begin_squeeze(percept);
            self.hand.squeeze(control.drive(), commands);
            return Progress::Working;
        }
        let mut touching = (0..self.touched.len()).filter(|&side| self.touched[side]);
        if let (OneSided::Centre, Some(side), None) = (one_sided, touching.next(), touching.next()) {
            // The pad keeps its place: the arm moves towards it as fast as it closes.
            self.arm_goal += dt * self.hand.pad_speed(percept, side).max(0.0) * self.hand.direction(side);
            self.hand.arm().move_to(self.arm_goal, commands);
            self.hand.note_touch(percept, side);
            return self.close_on(percept, OneSided::Ignore, commands);
        }
        self.close_on(percept, one_sided, commands)
    }

    /// Goes on closing.
    fn close_on(&self, percept: &Percept, reaction: OneSided, commands: &mut Commands) -> Progress {
        if self.hand.is_shut(percept) {
            return Progress::Failed(Failure::ObjectMissed);
        }
        match reaction {
            OneSided::Ignore => self.hand.close(&[], commands),
            OneSided::Centre | OneSided::Wait => self.hand.close(&self.touched, commands),
        }
        Progress::Working
    }

    /// Force control, until the force is there.
    fn build_up(&mut self, percept: &Percept, dt: f64, commands: &mut Commands) -> Progress {
        self.regulate(percept, dt, commands);
        let grip = self.hand.grip(percept);
        let Some(control) = self.force else { return Progress::Failed(Failure::ObjectLost) };
        if self.hand.is_shut(percept) {
            return Progress::Failed(Failure::ObjectMissed);
        }
        if control.is_at_limit() {
            let (wanted, reached, drive) = (control.wanted(), grip.force, control.drive());
            let unit = self.hand.drive_unit();
            return Progress::Failed(Failure::LimitReached { wanted, reached, drive, unit });
        }
        if control.is_settled() && grip.weakest > self.hand.touch_force() {
            let (force, drive, unit) = (grip.force, control.drive(), self.hand.drive_unit());
            self.note(percept.time, Happening::ForceReached { force, drive, unit });
            return Progress::Done;
        }
        Progress::Working
    }

    /// Squeezes as before. Without a grasp before it there is nothing to hold, and nothing to lose.
    fn keep_hold(&mut self, percept: &Percept, dt: f64, commands: &mut Commands, over: bool) -> Progress {
        self.regulate(percept, dt, commands);
        let gone = self.hand.grip(percept).weakest < 0.5 * self.hand.touch_force();
        match (self.force.is_some() && gone, over) {
            (true, _) => Progress::Failed(Failure::ObjectLost),
            (false, true) => Progress::Done,
            (false, false) => Progress::Working,
        }
    }

    fn regulate(&mut self, percept: &Percept, dt: f64, commands: &mut Commands) {
        let measured = self.hand.grip(percept).force;
        if let Some(control) = &mut self.force {
            let drive = control.advance(dt, measured);
            self.hand.squeeze(drive, commands);
        }
    }

    fn end(&mut self, mut commands: Commands, ending: Ending) -> Decision {
        self.only_new(&mut commands);
        self.ending = Some(ending.clone());
        Decision::end(commands, ending)
    }

    fn fail(&mut self, time: f64, failure: Failure) {
        self.last_failure = Some((self.step().name.clone(), failure.clone()));
        self.note(time, Happening::Failed(failure));
    }

    /// Stops everything where it is.
    fn failed(&mut self, percept: &Percept) -> Decision {
        let (phase, why) = self
            .last_failure
            .clone()
            // An action may call itself a failure after steps that all went well.
            .unwrap_or_else(|| (self.step().name.clone(), Failure::AsWritten));
        let mut commands = Commands::none();
        self.hand.halt(&mut commands);
        self.hand.arm().hold(percept, &mut commands);
        self.end(commands, Ending::Failed { phase, why })
    }
}

impl Controller for ActionController {
    fn decide(&mut self, percept: &Percept) -> Decision {
        if let Some(ending) = &self.ending {
            return Decision::end(Commands::none(), ending.clone());
        }
        let time = percept.time;
        if !self.senses.are_all_in(percept) {
            self.fail(time, Failure::BadPercept);
            return self.failed(percept);
        }
        let began = *self.began.get_or_insert(time);
        if self.events.is_empty() {
            self.before = time;
            self.arm_goal = self.hand.arm().position(percept);
            self.begin_step(0, time);
        }
        let dt = (time - self.before).max(0.0);
        self.before = time;
        let mut commands = Commands::none();
        // A step that is done hands over to the next in the same turn. A ring of steps that are all done at once must
        // not keep the robot waiting: the rest is for the next turn.
        for turn in 0..=self.action.steps().len() {
            self.look_for_touch(percept);
            let limit = self.step().time_limit;
            let progress = match self.work(percept, if turn == 0 { dt } else { 0.0 }, &mut commands) {
                Progress::Working if time - self.step_began > limit => {
                    Progress::Failed(Failure::TimeOut { limit })
                }
                progress => progress,
            };
            let next = match progress {
                Progress::Working => break,
                Progress::Done => {
                    self.note(time, Happening::Done);
                    self.step().on_success.clone()
                }
                Progress::Failed(failure) => {
                    self.fail(time, failure);
                    self.step().on_failure.clone()
                }
            };
            match self.action.target(self.index, &next) {
                Target::Step(index) => self.begin_step(index, time),
                Target::Done => return self.end(commands, Ending::Done),
                Target::Fail => return self.failed(percept),
            }
        }
        let limit = self.action.time_limit();
        if time - began > limit {
            self.fail(time, Failure::TimeOut { limit });
            return self.failed(percept);
        }
        self.only_new(&mut commands);
        Decision::go_on(commands)
    }

    fn phase(&self) -> &str {
        &self.step().name
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn boxed_clone(&self) -> Option<Box<dyn Controller>> {
        Some(Box::new(self.clone()))
    }
}
