//! Carries out an abstract action with a hand.

use crate::action::Target;
use crate::{
    AbstractAction, ArmCommand, Controller, Decision, Embodiment, EmbodimentError, Event, Failure,
    ForceControl, GripperCommand, Happening, Orders, Outcome, Percept, Primitive, Senses, Step,
};
use glam::DVec3;

/// Carries out an [`AbstractAction`] with an [`Embodiment`].
#[derive(Clone, Debug)]
pub struct ActionController<E> {
    action: AbstractAction,
    hand: E,
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
    /// Skins that have touched in this step.
    touched: Vec<bool>,
    last_gripper: Option<GripperCommand>,
    last_failure: Option<(String, Failure)>,
    events: Vec<Event>,
    outcome: Option<Outcome>,
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

impl<E: Embodiment> ActionController<E> {
    /// A controller at the begin of an action.
    pub fn new(action: AbstractAction, mut hand: E, senses: &Senses) -> Result<Self, EmbodimentError> {
        hand.bind(senses)?;
        Ok(Self {
            action,
            hand,
            senses: senses.clone(),
            index: 0,
            part: Part::Begin,
            began: None,
            step_began: 0.0,
            before: 0.0,
            arm_goal: DVec3::ZERO,
            force: None,
            touched: vec![false; senses.skins.len()],
            last_gripper: None,
            last_failure: None,
            events: Vec::new(),
            outcome: None,
        })
    }

    /// The present step.
    pub fn step(&self) -> &Step {
        &self.action.steps()[self.index]
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// When a step last began and ended \[s\], if it did.
    pub fn span(&self, step: &str) -> Option<(f64, f64)> {
        let of_step = |event: &&Event| event.step == step;
        let ended = |event: &&Event| matches!(event.what, Happening::Done | Happening::Failed(_));
        let end = self.events.iter().rev().filter(of_step).find(ended)?.time;
        let begin =
            self.events.iter().rev().filter(of_step).find(|event| event.what == Happening::Began)?.time;
        Some((begin, end))
    }

    fn note(&mut self, time: f64, what: Happening) {
        let step = self.step().name.clone();
        self.events.push(Event { time, step, what });
    }

    fn begin_step(&mut self, index: usize, time: f64) {
        self.index = index;
        self.part = Part::Begin;
        self.step_began = time;
        self.touched.fill(false);
        self.note(time, Happening::Began);
    }

    /// Every skin is there, and every number is one.
    fn is_sound(&self, percept: &Percept) -> bool {
        let fits = self.senses.skins.len() == percept.skins.len()
            && self
                .senses
                .skins
                .iter()
                .zip(&percept.skins)
                .all(|(of, skin)| of.texels() == skin.values.len());
        let Percept { time, gripper, arm, skins, .. } = percept;
        let numbers = [*time, gripper.opening, gripper.velocity, gripper.current];
        fits && numbers.iter().all(|x| x.is_finite())
            && arm.position.is_finite()
            && arm.velocity.is_finite()
            && skins.iter().all(|skin| skin.sum.is_finite())
    }

    fn look_for_touch(&mut self, percept: &Percept) {
        for place in 0..self.touched.len() {
            let sum = percept.skins[place].sum;
            if !self.touched[place] && sum > self.hand.touch_force() && self.hand.skins().contains(&place) {
                self.touched[place] = true;
                let skin = self.senses.skins[place].name.clone();
                self.note(percept.time, Happening::Touched { skin, sum });
            }
        }
    }

    /// Gives the gripper a command, unless it has it already.
    fn order(&mut self, orders: &mut Orders, command: GripperCommand) {
        if self.last_gripper != Some(command) {
            self.last_gripper = Some(command);
            orders.gripper = Some(command);
        }
    }

    fn work(&mut self, percept: &Percept, dt: f64, orders: &mut Orders) -> Progress {
        let first = self.part == Part::Begin;
        match self.step().primitive {
            Primitive::Approach { aperture, by } => self.approach(percept, aperture, by, orders),
            Primitive::Touch | Primitive::Grasp { .. } if first => {
                self.part = Part::Fingers;
                self.force = None;
                let close = self.hand.close();
                self.order(orders, close);
                self.close(percept, orders)
            }
            Primitive::Touch | Primitive::Grasp { .. } if self.part == Part::Fingers => {
                self.close(percept, orders)
            }
            Primitive::Touch => Progress::Done,
            Primitive::Grasp { .. } => self.build_up(percept, dt, orders),
            Primitive::Carry { by } => {
                if first {
                    self.part = Part::Under;
                    self.arm_goal += by;
                    orders.arm = Some(ArmCommand::MoveTo(self.arm_goal));
                }
                let there = !first && self.hand.arm_is_at(percept, self.arm_goal);
                self.keep_hold(percept, dt, orders, there)
            }
            Primitive::Hold { time } => {
                self.part = Part::Under;
                let over = percept.time - self.step_began >= time;
                self.keep_hold(percept, dt, orders, over)
            }
            Primitive::Release { aperture } => {
                self.part = Part::Fingers;
                self.force = None;
                let open = self.hand.open(aperture);
                self.order(orders, open);
                if !first && self.hand.is_open(percept, aperture) {
                    Progress::Done
                } else {
                    Progress::Working
                }
            }
        }
    }

    fn approach(&mut self, percept: &Percept, aperture: f64, by: DVec3, orders: &mut Orders) -> Progress {
        if self.part == Part::Begin {
            self.part = Part::Fingers;
            self.force = None;
            let open = self.hand.open(aperture);
            self.order(orders, open);
        }
        if self.part == Part::Fingers && self.hand.is_open(percept, aperture) {
            self.part = Part::Under;
            self.arm_goal += by;
            orders.arm = Some(ArmCommand::MoveTo(self.arm_goal));
            return Progress::Working;
        }
        let there = self.part == Part::Under && self.hand.arm_is_at(percept, self.arm_goal);
        if there { Progress::Done } else { Progress::Working }
    }

    /// Velocity control, until the first touch.
    fn close(&mut self, percept: &Percept, orders: &mut Orders) -> Progress {
        let grip = self.hand.grip(percept);
        if !(grip.strongest > self.hand.touch_force()) {
            let shut = self.hand.is_shut(percept);
            return if shut { Progress::Failed(Failure::ObjectMissed) } else { Progress::Working };
        }
        self.part = Part::Under;
        if let Primitive::Grasp { force } = self.step().primitive {
            let control = ForceControl::new(self.hand.force_gains(), force, grip.force);
            self.force = Some(control);
            let squeeze = self.hand.squeeze(control.current());
            self.order(orders, squeeze);
            return Progress::Working;
        }
        self.order(orders, GripperCommand::Stop);
        Progress::Done
    }

    /// Force control, until the force is there.
    fn build_up(&mut self, percept: &Percept, dt: f64, orders: &mut Orders) -> Progress {
        self.regulate(percept, dt, orders);
        let grip = self.hand.grip(percept);
        let Some(control) = self.force else { return Progress::Failed(Failure::ObjectLost) };
        if self.hand.is_shut(percept) {
            return Progress::Failed(Failure::ObjectMissed);
        }
        if control.is_at_limit() {
            let (wanted, reached, current) = (control.wanted(), grip.force, control.current());
            return Progress::Failed(Failure::LimitReached { wanted, reached, current });
        }
        if control.is_settled() && grip.weakest > self.hand.touch_force() {
            let reached = Happening::ForceReached { force: grip.force, current: control.current() };
            self.note(percept.time, reached);
            return Progress::Done;
        }
        Progress::Working
    }

    /// Squeezes as before. Without a grasp before it there is nothing to hold, and nothing to lose.
    fn keep_hold(&mut self, percept: &Percept, dt: f64, orders: &mut Orders, over: bool) -> Progress {
        self.regulate(percept, dt, orders);
        let gone = self.hand.grip(percept).weakest < 0.5 * self.hand.touch_force();
        match (self.force.is_some() && gone, over) {
            (true, _) => Progress::Failed(Failure::ObjectLost),
            (false, true) => Progress::Done,
            (false, false) => Progress::Working,
        }
    }

    fn regulate(&mut self, percept: &Percept, dt: f64, orders: &mut Orders) {
        let measured = self.hand.grip(percept).force;
        if let Some(control) = &mut self.force {
            let current = control.advance(dt, measured);
            let squeeze = self.hand.squeeze(current);
            self.order(orders, squeeze);
        }
    }

    fn end(&mut self, orders: Orders, outcome: Outcome) -> Decision<Outcome> {
        self.outcome = Some(outcome.clone());
        Decision::end(orders, outcome)
    }

    fn fail(&mut self, time: f64, failure: Failure) {
        self.note(time, Happening::Failed(failure));
        self.last_failure = Some((self.step().name.clone(), failure));
    }

    fn failed(&mut self) -> Decision<Outcome> {
        let (step, failure) = self
            .last_failure
            .clone()
            // An action may call itself a failure after steps that all went well.
            .unwrap_or_else(|| (self.step().name.clone(), Failure::AsWritten));
        self.end(Orders::stop(), Outcome::Failed { step, failure })
    }
}

impl<E: Embodiment> Controller for ActionController<E> {
    type Outcome = Outcome;

    fn decide(&mut self, percept: &Percept) -> Decision<Outcome> {
        if let Some(outcome) = &self.outcome {
            return Decision::end(Orders::NONE, outcome.clone());
        }
        let time = percept.time;
        if !self.is_sound(percept) {
            self.fail(time, Failure::BadPercept);
            return self.failed();
        }
        let began = *self.began.get_or_insert(time);
        if self.events.is_empty() {
            self.before = time;
            self.arm_goal = percept.arm.position;
            self.begin_step(0, time);
        }
        let dt = (time - self.before).max(0.0);
        self.before = time;
        let mut orders = Orders::NONE;
        // A step that is done hands over to the next in the same turn. A ring of steps that are all done at once must
        // not keep the robot waiting: the rest is for the next turn.
        for turn in 0..=self.action.steps().len() {
            self.look_for_touch(percept);
            let limit = self.step().time_limit;
            let progress = match self.work(percept, if turn == 0 { dt } else { 0.0 }, &mut orders) {
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
                Target::Done => return self.end(orders, Outcome::Done),
                Target::Fail => return self.failed(),
            }
        }
        let limit = self.action.time_limit();
        if time - began > limit {
            self.fail(time, Failure::TimeOut { limit });
            return self.failed();
        }
        Decision::go_on(orders)
    }

    fn phase(&self) -> &str {
        &self.step().name
    }
}
