//! Abstract actions: steps and the transitions between them.

use crate::Primitive;
use glam::DVec3;
use thiserror::Error;

/// What shall be done, step by step, without regard to the gripper that does it.
#[derive(Clone, Debug, PartialEq)]
pub struct AbstractAction {
    steps: Vec<Step>,
    time_limit: f64,
}

/// A step of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name, unique within the action.
    pub name: String,
    /// What is done.
    pub primitive: Primitive,
    /// Time that it may take \[s\].
    pub time_limit: f64,
    /// What follows when it is done.
    pub on_success: Next,
    /// What follows when it fails.
    pub on_failure: Next,
}

/// What follows a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The step that is written after it; the end, all done, after the last.
    Following,
    /// The step of that name: a way to recover, or to try again.
    Step(String),
    /// The end: all is done.
    Done,
    /// The end: it failed. What is reported is the last failure.
    Fail,
}

/// Why an action makes no sense.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ActionError {
    /// Nothing to do.
    #[error("the action has no steps; give it at least one")]
    Empty,
    /// Two steps of one name.
    #[error("two steps are called `{name}`; a transition could mean either: rename one")]
    SameName {
        /// The name.
        name: String,
    },
    /// A transition to nowhere.
    #[error("step `{from}` goes on to `{to}`, which does not exist; there are {known}")]
    NoSuchStep {
        /// The step.
        from: String,
        /// Where it goes.
        to: String,
        /// What there is.
        known: String,
    },
    /// A number that cannot be.
    #[error("{what} of step `{step}` is {value}; it must be {allowed}")]
    Number {
        /// The step.
        step: String,
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A time limit of the whole that cannot be.
    #[error("the action's time limit is {value} s; it must be positive and finite")]
    TimeLimit {
        /// The limit \[s\].
        value: f64,
    },
}

impl Step {
    /// A step that may take 10 s, is followed by the next when it is done, and ends the action when it fails.
    pub fn new(name: impl Into<String>, primitive: Primitive) -> Self {
        let (on_success, on_failure) = (Next::Following, Next::Fail);
        Self { name: name.into(), primitive, time_limit: 10.0, on_success, on_failure }
    }

    /// The same with another time limit \[s\].
    #[must_use]
    pub fn within(mut self, time_limit: f64) -> Self {
        self.time_limit = time_limit;
        self
    }

    /// The same with something else after it.
    #[must_use]
    pub fn then(mut self, next: Next) -> Self {
        self.on_success = next;
        self
    }

    /// The same with a way to go on after a failure.
    #[must_use]
    pub fn or_else(mut self, next: Next) -> Self {
        self.on_failure = next;
        self
    }

    fn check(&self) -> Result<(), ActionError> {
        let require = |holds: bool, what, value, allowed| match holds {
            true => Ok(()),
            false => Err(ActionError::Number { step: self.name.clone(), what, value, allowed }),
        };
        let aperture =
            |a: f64| require((0.0..=1.0).contains(&a), "the aperture", a, "0 (closed) to 1 (open)");
        let way = |by: DVec3| {
            let length = by.length();
            require(
                length <= 10.0,
                "the length of the way",
                length,
                "finite and at most 10 m; state it in metres",
            )
        };
        require(self.time_limit > 0.0, "the time limit", self.time_limit, "positive [s]")?;
        match self.primitive {
            Primitive::Approach { aperture: a, by } => aperture(a).and_then(|()| way(by)),
            Primitive::Touch => Ok(()),
            Primitive::Grasp { force, .. } => {
                require(force > 0.0 && force.is_finite(), "the force", force, "positive and finite [N]")
            }
            Primitive::Carry { by } => way(by),
            Primitive::Hold { time } => require(
                time >= 0.0 && time.is_finite(),
                "the time to hold",
                time,
                "at least 0 and finite [s]",
            ),
            Primitive::Release { aperture: a } => aperture(a),
        }
    }
}

impl AbstractAction {
    /// An action of these steps, begun at the first, that may take `time_limit` \[s\] in all.
    pub fn new(steps: Vec<Step>, time_limit: f64) -> Result<Self, ActionError> {
        if steps.is_empty() {
            return Err(ActionError::Empty);
        }
        if !(time_limit > 0.0 && time_limit.is_finite()) {
            return Err(ActionError::TimeLimit { value: time_limit });
        }
        for (index, step) in steps.iter().enumerate() {
            step.check()?;
            if steps[..index].iter().any(|other| other.name == step.name) {
                return Err(ActionError::SameName { name: step.name.clone() });
            }
            for next in [&step.on_success, &step.on_failure] {
                if let Next::Step(to) = next
                    && !steps.iter().any(|step| step.name == *to)
                {
                    let known = steps.iter().map(|step| step.name.as_str()).collect::<Vec<_>>().join(", ");
                    return Err(ActionError::NoSuchStep { from: step.name.clone(), to: to.clone(), known });
                }
            }
        }
        Ok(Self { steps, time_limit })
    }

    /// The five primitives of the papers' work cycle: approach, grasp, lift, move down, release.
    pub fn work_cycle(cycle: &WorkCycle) -> Result<Self, ActionError> {
        let WorkCycle { aperture, descend, force, height, time_limit } = *cycle;
        let steps = vec![
            Step::new("approach", Primitive::Approach { aperture, by: -descend * DVec3::Z }),
            Step::new("grasp", Primitive::grasp(force)),
            Step::new("lift", Primitive::Carry { by: height * DVec3::Z }),
            Step::new("move down", Primitive::Carry { by: -height * DVec3::Z }),
            Step::new("release", Primitive::Release { aperture }),
        ];
        Self::new(steps, time_limit)
    }

    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Time that it may take \[s\].
    pub fn time_limit(&self) -> f64 {
        self.time_limit
    }

    /// Where a transition from the step at `index` leads.
    pub(crate) fn target(&self, index: usize, next: &Next) -> Target {
        match next {
            Next::Following if index + 1 < self.steps.len() => Target::Step(index + 1),
            Next::Following | Next::Done => Target::Done,
            Next::Fail => Target::Fail,
            // Names were checked when the action was made.
            Next::Step(name) => {
                self.steps.iter().position(|step| step.name == *name).map_or(Target::Fail, Target::Step)
            }
        }
    }
}

/// A transition whose name was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Step(usize),
    Done,
    Fail,
}

/// The numbers of a work cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkCycle {
    /// How far the hand is opened before and after: 0 closed, 1 as far as it goes.
    pub aperture: f64,
    /// Way down to the object \[m\].
    pub descend: f64,
    /// Normal force on each side \[N\].
    pub force: f64,
    /// Way up with the object, and down again \[m\].
    pub height: f64,
    /// Time that all may take \[s\].
    pub time_limit: f64,
}

impl Default for WorkCycle {
    fn default() -> Self {
        Self { aperture: 0.95, descend: 0.06, force: 15.0, height: 0.1, time_limit: 30.0 }
    }
}
