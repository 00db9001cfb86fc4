//! The baseline: always close with all that the motor gives.

use super::hand::BoundHand;
use super::servo::Servo;
use super::{GraspConstants, GraspHand};
use crate::{Commands, EmbodimentError, Event, Happening, Percept, Senses};

/// How long the fingers must be at rest to count as closed \[s\].
const REST_TIME: f64 = 0.1;
/// How far from open an aperture may be to count as open \[m\].
const OPEN_TOLERANCE: f64 = 2e-3;

/// Closes with full motor effort and feels nothing: what Romano et al. (2011), §VI.D compare their controller with.
#[derive(Clone, Debug)]
pub struct FullEffort {
    constants: GraspConstants,
    hand: BoundHand,
    stage: Stage,
    servos: Vec<Servo>,
    before: Option<f64>,
    rest_since: Option<f64>,
    events: Vec<Event>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Idle,
    Close,
    Hold,
    Open,
}

impl FullEffort {
    /// For a hand of a robot that has these senses. Of the constants it uses speeds and gains.
    pub fn new(
        hand: &GraspHand,
        constants: GraspConstants,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        constants.check()?;
        let hand = hand.bind(senses)?;
        let servos = vec![Servo::at(0.0); hand.actuators.len()];
        let (before, rest_since) = (None, None);
        Ok(Self { constants, hand, stage: Stage::Idle, servos, before, rest_since, events: Vec::new() })
    }

    /// Asks for a grasp.
    pub fn grasp(&mut self) {
        self.stage = Stage::Close;
        self.rest_since = None;
    }

    /// Lets go.
    pub fn release(&mut self) {
        self.stage = Stage::Open;
        self.before = None;
    }

    /// Whether the fingers have closed.
    pub fn is_holding(&self) -> bool {
        self.stage == Stage::Hold
    }

    /// Whether it waits for a request.
    pub fn is_idle(&self) -> bool {
        self.stage == Stage::Idle
    }

    /// What it is doing.
    pub fn phase(&self) -> &'static str {
        match self.stage {
            Stage::Idle => "idle",
            Stage::Close => "close",
            Stage::Hold => "lift and hold",
            Stage::Open => "open",
        }
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The effort of the first actuator, closing positive \[N\].
    pub fn effort(&self, percept: &Percept) -> f64 {
        self.hand.actuators.first().map_or(0.0, |actuator| actuator.effort(percept))
    }

    /// One turn.
    pub fn turn(&mut self, percept: &Percept, commands: &mut Commands) {
        let time = percept.time;
        let dt = (time - self.before.unwrap_or(time)).max(0.0);
        if self.before.replace(time).is_none() {
            for (servo, actuator) in self.servos.iter_mut().zip(&self.hand.actuators) {
                servo.hold(actuator.aperture(percept).0);
            }
        }
        let phase = self.phase();
        let mut at_rest = true;
        let mut open = true;
        for (servo, actuator) in self.servos.iter_mut().zip(&self.hand.actuators) {
            let (aperture, rate) = actuator.aperture(percept);
            at_rest &= rate.abs() < self.constants.speed_tolerance;
            let command = match self.stage {
                Stage::Close | Stage::Hold if actuator.is_led_by_position() => {
                    actuator.go_to(actuator.closed)
                }
                Stage::Close | Stage::Hold => actuator.push(actuator.max_effort),
                Stage::Open if aperture < actuator.open - OPEN_TOLERANCE => {
                    open = false;
                    servo.move_at(self.constants.open_speed, dt);
                    servo.command(&self.constants, actuator, percept)
                }
                Stage::Open => {
                    servo.hold(actuator.open);
                    servo.command(&self.constants, actuator, percept)
                }
                Stage::Idle => servo.command(&self.constants, actuator, percept),
            };
            commands.set(actuator.motor, command);
        }
        match self.stage {
            Stage::Close if !at_rest => self.rest_since = Some(time),
            // At rest before it has moved is not closed.
            Stage::Close if self.rest_since.is_some_and(|since| time - since > REST_TIME) => {
                self.stage = Stage::Hold
            }
            Stage::Open if open => self.stage = Stage::Idle,
            _ => {}
        }
        if self.phase() != phase {
            self.events.push(Event { time, phase: self.phase().to_owned(), what: Happening::Began });
        }
    }
}
